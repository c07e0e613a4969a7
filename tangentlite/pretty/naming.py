"""Number the names of a derivative in order of their first use."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

import gast

from tangentlite.ir.function import Function
from tangentlite.ir.names import Names, is_builtin
from tangentlite.ir.rewrite import binds, map_names, map_statement, reads, statements


def number_names(function: Function) -> Function:
    """Close the gaps in the numbers of names: `t3`, `t17` become `t`, `t1`.

    What the text refers to outside keeps its name, and so do the parameters that the
    user named.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t3 = x2 * x2; t17 = t3 + x2; return t17"
    >>> shown(number_names(function_of(text, x2="number")))
    t = x2 * x2
    t1 = t + x2
    return t1
    """
    parameters = [p.name for p in function.parameters]
    own = {name for name in parameters if name not in function.bases}
    fixed = {*own, *(text.split(".")[0] for text in function.references)}
    used = [*parameters, *_in_order(function)]
    fixed |= {name for name in used if name not in function.kinds}
    names = Names(fixed, avoid=_Builtins())
    renamed = {}
    for name in used:
        if name not in fixed and name not in renamed and "." not in name:
            # A name made by a pass has no base of its own.
            renamed[name] = names.fresh(function.bases.get(name, name))
    body = [_renamed(statement, renamed) for statement in function.body]
    kinds = {renamed.get(name, name): kind for name, kind in function.kinds.items()}
    changed = tuple(
        replace(p, name=renamed.get(p.name, p.name)) for p in function.parameters
    )
    return replace(function, body=tuple(body), kinds=kinds, parameters=changed)


class _Builtins(Container):
    def __contains__(self, name: object) -> bool:
        return is_builtin(name)


def _in_order(function: Function) -> list[str]:
    found: dict[str, None] = {}
    for statement in statements(function.body):
        for name in (*reads(statement), *binds(statement)):
            found[name] = None
    return list(found)


def _renamed(statement: gast.stmt, renamed: dict[str, str]) -> gast.stmt:
    def read(node: gast.expr) -> gast.expr:
        return map_names(node, change)

    def change(node: gast.Name) -> gast.Name:
        new = renamed.get(node.id, node.id)
        return node if new == node.id else gast.Name(new, node.ctx, None, None)

    return map_statement(statement, read, lambda name: renamed.get(name, name))
