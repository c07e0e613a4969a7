"""Number the names of a derivative in order of their first use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from dataclasses import replace
from heapq import heappop, heappush

import gast

from tangentlite.analysis.definitions import uses_in
from tangentlite.analysis.extents import extents
from tangentlite.ir.function import Function
from tangentlite.ir.names import Names, is_builtin
from tangentlite.ir.rewrite import binds, map_names, map_statement, reads, statements
from tangentlite.kinds.kind import Array


def number_names(function: Function) -> Function:
    """Close the gaps in the numbers of names: `t3`, `t17` become `t`, `t1`.

    Arrays of one variable, or of none, have one name if each is dead when the next is
    made: what nothing reads any more is freed before the function ends.

    What the text refers to outside keeps its name, and so do the parameters that the
    user named.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t3 = x2 * x2; t17 = t3 + x2; return t17"
    >>> shown(number_names(function_of(text, x2="number")))
    t = x2 * x2
    t1 = t + x2
    return t1
    >>> from tangentlite.kinds.kind import Array
    >>> text = "t3 = x * x; t17 = t3 + x; t18 = np.exp(t17); return t18"
    >>> kinds = {"t17": Array("float64", (3,)), "t18": Array("float64", (3,))}
    >>> shown(number_names(function_of(text, x="array", **kinds)))
    t = x * x
    t1 = t + x
    t1 = np.exp(t1)
    return t1
    """
    parameters = [p.name for p in function.parameters]
    own = {name for name in parameters if name not in function.bases}
    fixed = {*own, *(text.split(".")[0] for text in function.references)}
    used = [*parameters, *_in_order(function)]
    fixed |= {name for name in used if name not in function.kinds}
    names = Names(fixed, avoid=_Builtins())
    firsts = _shared_names(function)
    renamed: dict[str, str] = {}
    for name in used:
        if name not in fixed and name not in renamed and "." not in name:
            first = firsts.get(name, name)
            # A name made by a pass has no base of its own.
            base = function.bases.get(name, name)
            renamed[name] = renamed.get(first) or names.fresh(base)
    body = [_renamed(statement, renamed) for statement in function.body]
    kinds = {renamed.get(name, name): kind for name, kind in function.kinds.items()}
    changed = tuple(
        replace(p, name=renamed.get(p.name, p.name)) for p in function.parameters
    )
    return replace(function, body=tuple(body), kinds=kinds, parameters=changed)


def _shared_names(function: Function) -> dict[str, str]:
    """Return for arrays that may have the name of an earlier one the first of these."""
    found = extents(function.body, _candidates(function))
    order = {name: number for number, name in enumerate(found)}
    # by function around and base: until when the first of a group's name is taken
    taken: dict[tuple, list[tuple[float, int, str]]] = defaultdict(list)
    free: dict[tuple, list[tuple[int, str]]] = defaultdict(list)
    firsts: dict[str, str] = {}
    for name, (scope, (start, stop)) in sorted(
        found.items(), key=lambda item: (item[1][1][0], order[item[0]])
    ):
        pool = (scope, function.bases.get(name, name))
        while taken[pool] and taken[pool][0][0] <= start:
            heappush(free[pool], heappop(taken[pool])[1:])
        number, first = heappop(free[pool]) if free[pool] else (order[name], name)
        heappush(taken[pool], (stop, number, first))
        firsts[name] = first
    return firsts


def _candidates(function: Function) -> set[str]:
    """Arrays that are bound once, and surely before they are read."""
    uses = uses_in(function)
    outer = {name for statement in function.body for name in binds(statement)}
    return {
        name
        for name, kind in function.kinds.items()
        if isinstance(kind, Array)
        and kind.shape
        and uses.is_single(name)
        # What a branch of the user's binds may have no value behind it.
        and (name in outer or name not in function.primal)
    } - {parameter.name for parameter in function.parameters}


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
