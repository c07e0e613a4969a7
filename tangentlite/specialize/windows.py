"""Sizes of windows that a loop moves along an axis: `x[i : i + n]`."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from tangentlite.kinds.dims import Dim, Symbol, resized
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.values import (
    Atom,
    Known,
    Range,
    Slice,
    is_static,
    static_value,
)


@dataclass(frozen=True)
class _Sum:
    """A loop's counter, if there is one, plus a number or the size of an axis."""

    counter: str | None
    rest: Dim


def note_range(b: Builder, counter: str, value: object) -> None:
    """Record which values the counter of a loop has, if they are bounded."""
    if not isinstance(value, Range) or _integer(value.step) != 1:
        return
    first, stop = _integer(value.start), _sum_of(b, value.stop)
    if first is not None and first >= 0 and stop is not None and stop.counter is None:
        b.counters[counter] = _less(stop.rest, 1)


def window_size(b: Builder, size: Dim, item: Slice) -> Dim | None:
    """Return the size of a slice between two sums that differ by a known size.

    None where it may reach beyond the end of the axis, or start before it.
    """
    if not isinstance(item.step, Known) and _integer(item.step) != 1:
        return None
    start = _sum_of(b, item.start) if isinstance(item.start, Atom) else None
    stop = _sum_of(b, item.stop) if isinstance(item.stop, Atom) else None
    if start is None or stop is None or start.counter != stop.counter:
        return None
    offset, last = start.rest, b.counters.get(start.counter or "")
    if not isinstance(offset, int) or offset < 0 or last is None:
        return None
    size = b.sizes.find(size)
    if not _is_within(last, stop.rest, size) or not _is_regular(stop.rest, offset):
        return None
    return _less(stop.rest, offset)


def spelled(b: Builder, node: gast.expr, depth: int = 4) -> str:
    """Return the text of an integer, the same for names of equal sums of others."""
    if isinstance(node, gast.Constant):
        return str(node.value)
    rhs = b.definitions.get(node.id) if isinstance(node, gast.Name) else None
    if not depth or not isinstance(rhs, gast.BinOp):
        return node.id if isinstance(node, gast.Name) else b.names.fresh("t")
    symbol = _SYMBOLS.get(type(rhs.op))
    if symbol is None:
        return node.id
    parts = (spelled(b, part, depth - 1) for part in (rhs.left, rhs.right))
    return f"({symbol.join(parts)})"


_SYMBOLS = {gast.Add: "+", gast.Sub: "-", gast.Mult: "*", gast.FloorDiv: "//"}


def _is_within(last: Dim, rest: Dim, size: Dim) -> bool:
    """Whether `last + rest <= size`."""
    if isinstance(last, int) and isinstance(rest, int):
        return isinstance(size, int) and last + rest <= size
    symbolic, number = (last, rest) if isinstance(last, Symbol) else (rest, last)
    if not isinstance(symbolic, Symbol) or not isinstance(number, int):
        return False
    same = isinstance(size, Symbol) and size.base == symbolic.base
    return same and symbolic.offset + number <= size.offset


def _is_regular(rest: Dim, offset: int) -> bool:
    """Whether a short axis gives an empty window, not one that counts from the end."""
    return isinstance(rest, int) or -rest.offset <= 2 + offset


def _integer(value: object) -> int | None:
    if isinstance(value, Atom) and is_static(value):
        known = static_value(value)
        return known if type(known) is int else None
    return None


def _sum_of(b: Builder, atom: Atom) -> _Sum | None:
    known = _integer(atom)
    if known is not None:
        return _Sum(None, known)
    if atom.name in b.counters:
        return _Sum(atom.name, 0)
    if isinstance(atom.kind, Scalar) and atom.kind.size is not None:
        return _Sum(None, b.sizes.find(atom.kind.size))
    rhs = b.definitions.get(atom.name or "", atom.node)
    if not isinstance(rhs, gast.BinOp):
        return None
    left, right = (_operand(b, node) for node in (rhs.left, rhs.right))
    if left is None or right is None:
        return None
    if isinstance(rhs.op, gast.Sub):
        plain = right.counter is None and isinstance(right.rest, int)
        return _Sum(left.counter, _less(left.rest, right.rest)) if plain else None
    return _added(left, right) if isinstance(rhs.op, gast.Add) else None


def _operand(b: Builder, node: gast.expr) -> _Sum | None:
    if isinstance(node, gast.Constant) and type(node.value) is int:
        return _Sum(None, node.value)
    kind = b.kinds.get(node.id) if isinstance(node, gast.Name) else None
    return _sum_of(b, Atom(node, kind or Scalar(None)))


def _added(left: _Sum, right: _Sum) -> _Sum | None:
    if left.counter is not None and right.counter is not None:
        return None
    if isinstance(left.rest, Symbol) and isinstance(right.rest, Symbol):
        return None
    if isinstance(left.rest, int):
        left, right = right, left
    counter = left.counter or right.counter
    return _Sum(counter, _less(left.rest, -right.rest))


def _less(dim: Dim, change: int) -> Dim:
    """Return a size minus a number, which may be negative here."""
    return dim - change if isinstance(dim, int) else resized(dim, -change)
