"""Extrema that a program subtracts to avoid overflow: their derivative cancels.

A softmax subtracts the largest entry before it takes exponentials; its result is the
same for any other number, so the derivative with respect to that number is zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import gast
import numpy as np

from tangentlite.analysis.dependence.integer_names import counting_arrays
from tangentlite.analysis.stabilizing.selected_axes import Axes, selected_axes
from tangentlite.analysis.statement_effects import all_written
from tangentlite.ir.rewrite import binds, blocks, names_in, reads, statements
from tangentlite.kinds.kind import FLOATING, rank

Block = Sequence[gast.stmt]


def cancelling_shifts(
    body: Block,
    outputs: Iterable[str],
    kinds: Mapping[str, object],
    objects: Mapping[str, object],
    inputs_of: Callable[[gast.expr], Iterable[str]],
) -> frozenset[str]:
    """Return the maxima and minima on which outputs depend by rounding alone.

    Every value that is computed from such an m must be x + k m or x exp(k m); where k
    is zero, it does not depend on m. `inputs_of` yields the names with respect to which
    a right-hand side is differentiable.

    >>> from tangentlite.ir.example import function_of
    >>> from tangentlite.kinds.kind import Array
    >>> text = 'm = np.max(x); y = x - m; e = np.exp(y); s = np.sum(e); p = e / s'
    >>> kinds = dict.fromkeys('xyep', Array('float64', (3,)))
    >>> kinds.update(dict.fromkeys('ms', Array('float64', ())))
    >>> f = function_of(text, **kinds)
    >>> cancelling_shifts(f.body, 'p', f.kinds, f.references, names_in)
    frozenset({'m'})
    >>> cancelling_shifts(f.body, 's', f.kinds, f.references, names_in)
    frozenset()
    """
    found: set[str] = set()
    candidates = [
        (block, place, name)
        for block in _all_blocks(body)
        for place, name in enumerate([_extremum(s, objects) for s in block])
        if name is not None and rank(kinds.get(name)) is not None
    ]
    if not candidates:
        return frozenset()
    read = Counter(name for s in statements(body) for name in reads(s))
    read.update(outputs)
    bound = Counter(name for s in statements(body) for name in binds(s))
    counts = frozenset(_counts(body, bound, kinds, objects))
    for block, place, name in candidates:
        if bound[name] == 1:
            walk = _Walk(kinds, objects, inputs_of, read, bound, counts)
            if walk.is_free_of(name, block[place + 1 :]):
                found.add(name)
    return frozenset(found)


def _counts(
    body: Block,
    bound: Mapping[str, int],
    kinds: Mapping[str, object],
    objects: Mapping[str, object],
) -> Iterator[str]:
    """Yield the names of `np.arange(n)`, if no array of integers is written."""
    for statement in statements(body):
        for name in all_written(statement):
            if getattr(kinds.get(name), "dtype", None) not in FLOATING:
                return
    yield from (n for n in counting_arrays(body, objects) if bound[n] == 1)


def _all_blocks(body: Block) -> Iterator[Block]:
    yield body
    for statement in statements(body):
        yield from blocks(statement)


def _extremum(statement: gast.stmt, objects: Mapping[str, object]) -> str | None:
    """Return the name that a statement gives to a maximum or minimum."""
    call = statement.value if isinstance(statement, gast.Assign) else None
    if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Name):
        return None
    if objects.get(call.func.id) not in (np.max, np.min):
        return None
    return next(iter(binds(statement)), None)


@dataclass(frozen=True)
class _Shift:
    """How a value depends on m: x + k m, or x exp(k m) if it `scales`.

    For each axis of the value, `axes` holds the axis of m that it corresponds to.
    """

    scales: bool
    k: float
    axes: Axes


class _Unknown(Exception):
    """A value depends on m in another way."""


class _Walk:
    def __init__(self, kinds, objects, inputs_of, read, bound, counts) -> None:
        self._kinds = kinds
        self._objects = objects
        self._inputs_of = inputs_of
        self._read = read
        self._bound = bound
        self._counts = counts
        self._shifts: dict[str, _Shift] = {}

    def is_free_of(self, name: str, block: Block) -> bool:
        """Whether the dependence of all values on a name cancels."""
        axes = range(rank(self._kinds[name]) or 0)
        self._shifts = {name: _Shift(False, 1.0, self._varying(name, tuple(axes)))}
        seen: Counter[str] = Counter()
        try:
            for statement in block:
                seen.update(n for n in reads(statement) if n in self._shifts)
                self._statement(statement)
        except _Unknown:
            return False
        return all(seen[name] == self._read[name] for name in self._shifts)

    def _statement(self, statement: gast.stmt) -> None:
        value = getattr(statement, "value", None)
        if any(name in self._shifts for name in all_written(statement)):
            raise _Unknown
        if not isinstance(statement, gast.Assign):
            if any(name in self._shifts for name in reads(statement)):
                raise _Unknown
            return
        if not any(name in self._shifts for name in self._inputs_of(value)):
            return
        target = statement.targets[0]
        if not isinstance(target, gast.Name) or self._bound[target.id] != 1:
            raise _Unknown
        shift = self._shift(value)
        if shift.k != 0.0:
            axes = self._varying(target.id, shift.axes)
            self._shifts[target.id] = replace(shift, axes=axes)

    def _varying(self, name: str, axes: Axes) -> Axes:
        """Set axes of size 1, along which nothing varies, to None."""
        shape = getattr(self._kinds.get(name), "shape", None) or ()
        if len(axes) != len(shape):
            raise _Unknown
        return tuple(None if size == 1 else axis for size, axis in zip(shape, axes))

    def _shift(self, rhs: gast.expr) -> _Shift:
        if isinstance(rhs, gast.Name):
            return self._shifts[rhs.id]
        if isinstance(rhs, gast.UnaryOp) and isinstance(rhs.op, gast.USub):
            shift = self._shifts[rhs.operand.id]
            return shift if shift.scales else replace(shift, k=-shift.k)
        if isinstance(rhs, gast.Subscript):
            return self._subscript(rhs)
        if isinstance(rhs, gast.BinOp):
            return self._binary(rhs)
        if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Name):
            return self._call(rhs)
        raise _Unknown

    def _subscript(self, rhs: gast.Subscript) -> _Shift:
        name = getattr(rhs.value, "id", "")
        if name not in self._shifts or names_in(rhs.slice) & self._shifts.keys():
            raise _Unknown
        shift, shape = self._shifts[name], self._kinds[name].shape
        counts = self._counts.__contains__
        axes = selected_axes(rhs.slice, shift.axes, self._kinds.get, counts, shape)
        if axes is None:
            raise _Unknown
        return replace(shift, axes=axes)

    def _binary(self, rhs: gast.BinOp) -> _Shift:
        one, other = self._operand(rhs.left), self._operand(rhs.right)
        if isinstance(rhs.op, (gast.Add, gast.Sub)):
            sign = 1.0 if isinstance(rhs.op, gast.Add) else -1.0
            scales = any(shift is not None and shift.scales for shift in (one, other))
            if not scales:
                return self._joined(rhs, one, other, sign)
            if one is None or other is None or one.k != other.k:
                raise _Unknown
            return replace(self._joined(rhs, one, other, sign), k=one.k)
        if isinstance(rhs.op, (gast.Mult, gast.Div)):
            if any(shift is not None and not shift.scales for shift in (one, other)):
                raise _Unknown
            sign = 1.0 if isinstance(rhs.op, gast.Mult) else -1.0
            return self._joined(rhs, one, other, sign)
        raise _Unknown

    def _operand(self, node: gast.expr) -> _Shift | None:
        return self._shifts.get(node.id) if isinstance(node, gast.Name) else None

    def _joined(
        self, rhs: gast.BinOp, one: _Shift | None, other: _Shift | None, sign: float
    ) -> _Shift:
        """Add the factors k of two values that are broadcast together."""
        axes = max(self._rank(rhs.left), self._rank(rhs.right))
        parts = [
            replace(shift, axes=(None,) * (axes - len(shift.axes)) + shift.axes)
            for shift in (one, other)
            if shift is not None
        ]
        if any(p.axes != parts[0].axes or p.scales != parts[0].scales for p in parts):
            raise _Unknown
        k = (one.k if one else 0.0) + sign * (other.k if other else 0.0)
        return replace(parts[0], k=k)

    def _rank(self, node: gast.expr) -> int:
        found = rank(self._kinds.get(node.id)) if isinstance(node, gast.Name) else 0
        if found is None:
            raise _Unknown
        return found

    def _call(self, rhs: gast.Call) -> _Shift:
        function = self._objects.get(rhs.func.id)
        argument, *rest = rhs.args
        shift = self._operand(argument)
        if shift is None or any(n in self._shifts for a in rest for n in names_in(a)):
            raise _Unknown
        if function is np.exp and not shift.scales:
            return replace(shift, scales=True)
        if function is np.log and shift.scales:
            return replace(shift, scales=False)
        if function is np.expand_dims and len(rest) == 1:
            return self._expanded(shift, rest[0])
        if function in (np.sum, np.mean) and shift.scales:
            return self._reduced(rhs, shift)
        if function in (np.max, np.min):
            return self._reduced(rhs, shift)
        raise _Unknown

    def _expanded(self, shift: _Shift, axis: gast.expr) -> _Shift:
        place = _integer(axis)
        if place is None:
            raise _Unknown
        axes = list(shift.axes)
        axes.insert(place if place >= 0 else place + len(axes) + 1, None)
        return replace(shift, axes=tuple(axes))

    def _reduced(self, rhs: gast.Call, shift: _Shift) -> _Shift:
        """Drop reduced axes along which m is constant."""
        named = {keyword.arg: keyword.value for keyword in rhs.keywords}
        axis = rhs.args[1] if len(rhs.args) > 1 else named.pop("axis", None)
        keep = named.pop("keepdims", None)
        if named or len(rhs.args) > 2:
            raise _Unknown
        count = len(shift.axes)
        if axis is None or (isinstance(axis, gast.Constant) and axis.value is None):
            gone = set(range(count))
        else:
            place = _integer(axis)
            if place is None:
                raise _Unknown
            gone = {place % count}
        if any(shift.axes[place] is not None for place in gone):
            raise _Unknown
        if isinstance(keep, gast.Constant) and keep.value is True:
            return shift
        if keep is not None and not isinstance(keep, gast.Constant):
            raise _Unknown
        axes = (axis for place, axis in enumerate(shift.axes) if place not in gone)
        return replace(shift, axes=tuple(axes))


def _integer(node: gast.expr) -> int | None:
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = _integer(node.operand)
        return None if inner is None else -inner
    if isinstance(node, gast.Constant) and type(node.value) is int:
        return node.value
    return None
