"""Integers as sums of loop counters and sizes, and sizes of slices between them."""

from __future__ import annotations

from functools import partial

import gast

from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.sizes.affine import Affine, Counter, affine, plus, times
from tangentlite.kinds.sizes.dims import INTEGER, Dim
from tangentlite.values.base import Atom, Known, Range, Value
from tangentlite.values.callable_values import Slice

# How far the names in a sum are followed.
_DEPTH = 8


def note_range(b: Builder, counter: str, value: Value) -> None:
    """Record which values the counter of a loop has, if they are bounded."""
    step = _static(value.step) if isinstance(value, Range) else None
    if not isinstance(value, Range) or not step:
        return
    first, stop = sum_of(b, value.start.node), sum_of(b, value.stop.node)
    if step > 0:
        found = Counter(counter, first, plus(stop, {"": -1}))
    else:
        found = Counter(counter, plus(stop, {"": 1}), first)
    b.control.counters[counter] = found


def window_size(b: Builder, size: Dim, item: Slice) -> Dim | None:
    """Return the size of a slice whose bounds are sums, None if it is not known.

    `x[i : i + n]` has size n. It is not known if a slice may reach beyond the end of
    the axis, start before it, or end before it starts and not be empty.
    """
    if not isinstance(item.step, Known) and _static(item.step) != 1:
        return None
    whole = b.sizes.sum_of(size)
    start = _bound(b, item.start, {}, whole)
    stop = _bound(b, item.stop, whole, whole)
    length = plus(stop, times(start, -1))
    counters = list(reversed(b.control.counters.values()))
    for known in (start, plus(whole, times(stop, -1))):
        if not b.sizes.is_never_negative(known, counters):
            return None
    if length is None or not b.control.counters.keys().isdisjoint(length):
        return None
    if b.sizes.is_never_negative(length, counters) or _ends_empty(length, whole):
        return b.sizes.size_of(length)
    return None


def _ends_empty(length: Affine, whole: Affine | None) -> bool:
    """Whether a slice of `n - c` entries of an axis of size `n + w` is empty for n < c.

    Where it would stop at a number below 0, that counts from the end: the slice stops
    `2 * n - c + w` behind its start, which is not behind it for n < c if c <= 2 - w.
    """
    base = length.keys() - {""}
    if whole is None or len(base) != 1 or whole.keys() - {""} != base:
        return False
    cut, more = -length.get("", 0), whole.get("", 0)
    return all(length[n] == 1 == whole[n] for n in base) and cut <= 2 - more


def sum_of(b: Builder, node: gast.expr, depth: int = _DEPTH) -> Affine | None:
    """Return an integer as a sum of sizes, counters and other names.

    Other integers are terms: a name, or the text of an operation.
    """
    return affine(node, partial(_resolved, b, depth))


def spelled(b: Builder, node: gast.expr) -> str:
    """Return the text of an integer, the same for names of equal sums of others."""
    total = sum_of(b, node)
    if total is None:
        return b.names.fresh("t")
    return "+".join(f"{factor}*{name}" for name, factor in sorted(total.items()))


def _resolved(b: Builder, depth: int, name: str) -> Affine | None:
    """Return the value of a name as a sum, of the name itself if it is not known."""
    if name in b.control.counters:
        return {name: 1}
    kind = b.kinds.get(name)
    if isinstance(kind, Scalar) and type(kind.value) is int:
        return {"": kind.value}
    if isinstance(kind, Scalar) and kind.size is not None:
        total = b.sizes.sum_of(kind.size)
        if total is not None:
            return total
    rhs = b.definitions.get(name) if depth else None
    if isinstance(rhs, (gast.BinOp, gast.UnaryOp)):
        total = sum_of(b, rhs, depth - 1)
        return total if total is not None else {_operation(b, rhs, name): 1}
    return {f"{INTEGER}{name}": 1}


def _operation(b: Builder, rhs: gast.expr, name: str) -> str:
    symbol = _SYMBOLS.get(type(getattr(rhs, "op", None)))
    if symbol is None:
        return f"{INTEGER}{name}"
    left, right = spelled(b, rhs.left), spelled(b, rhs.right)
    return f"{INTEGER}({left}){symbol}({right})"


_SYMBOLS: dict[type | None, str] = {gast.Mult: "*", gast.FloorDiv: "//"}


def _bound(
    b: Builder, part: Value, missing: Affine | None, whole: Affine | None
) -> Affine | None:
    """Return where a slice starts or ends; a negative number counts from the end."""
    if isinstance(part, Known):
        return missing
    number = _static(part)
    if number is not None:
        return {"": number} if number >= 0 else plus(whole, {"": number})
    return sum_of(b, part.node) if isinstance(part, Atom) else None


def _static(value: Value) -> int | None:
    if not isinstance(value, Atom) or not value.is_static:
        return None
    known = value.static_value()
    return known if type(known) is int else None
