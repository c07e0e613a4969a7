"""Unpack rows where they are taken from the tape, in place of reading item by item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import gast

from tangentlite.analysis.dependence.loop_fusion import method_called
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import (
    binds,
    map_nodes,
    map_statement,
    own_expressions,
    reads,
    statements,
)
from tangentlite.kinds.kind import ListOf
from tangentlite.optimize.rewriter import Rewriter


def unpack_rows(function: Function) -> Function:
    """Bind the items of a row, if it is read by constant places alone.

    So a derivative of a derivative has the tape that the first one has.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import Scalar
    >>> number = Scalar("float64")
    >>> kinds = dict(saved=ListOf((number, number)), x=number, y=number, row=None)
    >>> text = "row = saved.pop(); x = row[0]; y = row[1]; return x"
    >>> shown(unpack_rows(function_of(text, **kinds)))
    t, t1 = saved.pop()
    x = t
    y = t1
    return x
    """
    lengths = _rows(function)
    if not lengths:
        return function
    return _Unpacked(function, lengths).rewritten()


def _rows(function: Function) -> dict[str, tuple]:
    """Return the kinds of the items of rows that can be unpacked, by their names."""
    body = statements(function.body)
    bound = Counter(name for node in body for name in binds(node))
    found = {}
    for node in body:
        if method_called(node) != "pop" or not isinstance(node, gast.Assign):
            continue
        target, owner = node.targets[0], getattr(node.value.func.value, "id", "")
        kind = function.kinds.get(owner)
        if isinstance(target, gast.Name) and bound[target.id] == 1:
            if isinstance(kind, ListOf) and isinstance(kind.item, tuple):
                found[target.id] = kind.item
    for node in body:
        if found.keys().isdisjoint(reads(node)):
            continue
        for part in own_expressions(node):
            for name in _read_otherwise(part, found):
                del found[name]
    return found


def _read_otherwise(node: gast.AST, rows: dict[str, tuple]) -> set[str]:
    """Return the rows that an expression reads, not an item at a known place."""
    known = [
        part.value
        for part in gast.walk(node)
        if _item(part, rows) is not None and isinstance(part, gast.Subscript)
    ]
    return {
        part.id
        for part in gast.walk(node)
        if isinstance(part, gast.Name)
        and part.id in rows
        and all(part is not one for one in known)
    }


def _item(node: gast.AST | None, rows: dict[str, tuple]) -> tuple[str, int] | None:
    """Return the row and the place of which an expression is the item."""
    owner = getattr(getattr(node, "value", None), "id", None)
    if not isinstance(node, gast.Subscript) or owner not in rows:
        return None
    place = getattr(node.slice, "value", None)
    if type(place) is not int or not 0 <= place < len(rows[owner]):
        return None
    return owner, place


class _Unpacked(Rewriter):
    def __init__(self, function: Function, rows: dict[str, tuple]) -> None:
        super().__init__(function)
        self._rows = rows
        self._items = {
            name: [self._fresh(kind) for kind in kinds] for name, kinds in rows.items()
        }
        for node in statements(function.body):  # items are called what they are named
            found = _item(getattr(node, "value", None), rows)
            name = getattr(getattr(node, "targets", [None])[0], "id", "")
            if found is not None and name:
                row, place = found
                self.bases[self._items[row][place]] = self.bases.get(name, name)

    def rewritten(self) -> Function:
        found = super().rewritten()
        primal = set(found.primal)
        for name in self._rows.keys() & primal:
            primal.update(self._items[name])
        return replace(found, primal=frozenset(primal))

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        return [self._statement(node) for node in block]

    def _statement(self, node: gast.stmt) -> gast.stmt:
        names = binds(node)
        if len(names) == 1 and names[0] in self._rows:
            targets = [build.stored(name) for name in self._items[names[0]]]
            target = gast.Tuple(targets, gast.Store())
            return build.at(gast.Assign([target], node.value, None), node.lineno)
        return map_statement(node, self._read, block=self.block)

    def _read(self, node: gast.expr) -> gast.expr:
        def item(part: gast.AST) -> gast.AST:
            found = _item(part, self._rows)
            return (
                part if found is None else build.name(self._items[found[0]][found[1]])
            )

        return map_nodes(node, item)
