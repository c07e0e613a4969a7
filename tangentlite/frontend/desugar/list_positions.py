"""Rewrite a loop over a list that its body changes: iterate by position."""

from __future__ import annotations

import gast

from tangentlite.frontend.desugar.tree import assigned, placed, read
from tangentlite.ir.marked_names import Hidden

# The role of the variable that holds the list for the loop alone.
ITEMS = "items"


def by_position(loop: gast.For, number: int) -> list[gast.stmt]:
    """Return a `while` loop over positions that tests the length each time.

    The names of its new variables, which no user can write, are made with `number`.

    >>> loop = gast.parse('for x in todo: todo.append(x)').body[0]
    >>> for node in by_position(loop, 1):
    ...     print(gast.unparse(node).strip().replace(' 1>', '>'))
    <items> = todo
    <place> = 0
    while <place> < len(<items>):
        x = <items>[<place>]
        <place> += 1
        todo.append(x)
    """
    items, place = Hidden(ITEMS, number), Hidden("place", number)
    length = gast.Call(read("len"), [read(items)], [])
    test = placed(gast.Compare(read(place), [gast.Lt()], [length]), loop)
    item = placed(gast.Subscript(read(items), read(place), gast.Load()), loop)
    target = gast.Name(place, gast.Store(), None, None)
    one = gast.Constant(1, None)
    body = [
        placed(gast.Assign([loop.target], item, None), loop),
        placed(gast.AugAssign(target, gast.Add(), one), loop),
        *loop.body,
    ]
    return [
        assigned(items, loop.iter, loop),
        assigned(place, gast.Constant(0, None), loop),
        placed(gast.While(test, body, []), loop),
    ]
