"""Lists that each iteration of a loop fills and empties, made in the iteration."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import gast

from tangentlite.ir.rewrite import map_blocks, names_in, own_expressions, statements
from tangentlite.loops.nests.facts.element_maps import binds_one

LOOPS = (gast.For, gast.While)


def lists_in_loops(
    block: Sequence[gast.stmt], left: Collection[str] = ()
) -> list[gast.stmt]:
    """Make lists within the loop whose iterations take all that they append.

    Whether they do is proven where the lists get places; those of which that cannot be
    are `left` where they are.

    >>> text = '''
    ... saved = []
    ... for i in range(n):
    ...     for j in range(m):
    ...         saved.append(x[i, j])
    ...     for j in reversed(range(m)):
    ...         y[j] += saved.pop()'''
    >>> import ast
    >>> found = lists_in_loops(gast.parse(text).body)
    >>> print(ast.unparse(gast.gast_to_ast(gast.Module(found, []))))
    for i in range(n):
        saved = []
        for j in range(m):
            saved.append(x[i, j])
        for j in reversed(range(m)):
            y[j] += saved.pop()
    """
    return _moved(block, left, list(statements(block)))


def _moved(
    block: Sequence[gast.stmt], left: Collection[str], everything: list[gast.stmt]
) -> list[gast.stmt]:
    found = list(block)
    for made in block:
        name = binds_one(made)
        if not name or name in left or not _is_new_list(made):
            continue
        users = [
            k for k, one in enumerate(found) if one is not made and _uses(one, name)
        ]
        loop = found[users[0]] if len(users) == 1 else None
        if not isinstance(loop, LOOPS) or name in names_in(_head(loop)):
            continue
        inside = sum(_names(one, name) for one in statements(loop.body))
        if inside + 1 == sum(_names(one, name) for one in everything) and _is_filled(
            loop.body, name
        ):
            found[users[0]] = map_blocks(loop, lambda body: [made, *body])  # noqa: B023
            found = [one for one in found if one is not made]
    return [
        map_blocks(one, lambda body: _moved(body, left, everything)) for one in found
    ]


def _is_new_list(statement: gast.stmt) -> bool:
    value = statement.value if isinstance(statement, gast.Assign) else None
    return isinstance(value, gast.List) and not value.elts


def _head(loop: gast.stmt) -> gast.expr:
    return loop.iter if isinstance(loop, gast.For) else loop.test


def _is_filled(body: Sequence[gast.stmt], name: str) -> bool:
    """Whether loops in an iteration append to a list, and loops take from it."""
    inner = [
        one for top in body if isinstance(top, LOOPS) for one in statements(top.body)
    ]
    methods = [_method(one, name) for one in inner]
    outside = [_method(one, name) for one in body]
    return {"append", "pop"} <= set(methods) and not any(outside)


def _method(statement: gast.stmt, name: str) -> str:
    """Return the method of a list that a statement calls, '' for others."""
    value = getattr(statement, "value", None)
    called = value.func if isinstance(value, gast.Call) else None
    if not isinstance(called, gast.Attribute):
        return ""
    return str(called.attr) if getattr(called.value, "id", "") == name else ""


def _uses(statement: gast.stmt, name: str) -> bool:
    return any(_names(one, name) for one in statements([statement]))


def _names(statement: gast.stmt, name: str) -> bool:
    """Whether a statement itself, not its blocks, has a name."""
    read = (n for part in own_expressions(statement) for n in names_in(part))
    return binds_one(statement) == name or name in read
