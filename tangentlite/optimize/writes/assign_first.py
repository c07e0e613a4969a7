"""Assign instead of adding to elements of a new array of zeros."""

from __future__ import annotations

import math
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.occurrences import updates_places
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks, names_in, statements
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.optimize.rewriter import Rewriter


def assign_first(function: Function) -> Function:
    """Turn the first addition to elements of an array of zeros into an assignment.

    Only for elements that are provably disjoint from those written before. A
    subtraction of an array stays, as the negated array would be a new one.

    >>> from tangentlite.ir.example import function_of, shown
    >>> matrix, vector = Array("float64", (3, 9)), Array("float64", (3,))
    >>> text = '''
    ... x_bar = np.zeros_like(x)
    ... x_bar[:, 1:3] += u
    ... x_bar[:, 3] += v
    ... x_bar[:, 2] += v
    ... return x_bar
    ... '''
    >>> kinds = {"x": matrix, "x_bar": matrix, "u": matrix, "v": vector}
    >>> shown(assign_first(function_of(text, **kinds)))
    x_bar = np.zeros_like(x)
    x_bar[:, 1:3] = u
    x_bar[:, 3] = v
    x_bar[:, 2] += v
    return x_bar
    """
    if not updates_places(function):
        return function
    return _First(function).rewritten()


class _First(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._definitions = {
            node.targets[0].id: node.value
            for node in statements(function.body)
            if isinstance(node, gast.Assign) and isinstance(node.targets[0], gast.Name)
        }

    def _block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        zeros: dict[str, list[gast.expr]] = {}  # indices written, by array of zeros
        for statement in block:
            owner = self._added_to(statement, zeros)
            if owner is not None:
                place = statement.target.slice
                first = all(_are_disjoint(place, other) for other in zeros[owner])
                zeros[owner].append(place)
                result.extend(self._assigned(statement) if first else [statement])
                continue
            self._forget(zeros, statement)
            made = self._new_zeros(statement)
            if made is not None:
                zeros[made] = []
            result.append(map_blocks(statement, self.block))
        return result

    def _added_to(self, node: gast.stmt, zeros: dict) -> str | None:
        """Return the array of zeros to elements of which a statement adds."""
        if not isinstance(node, gast.AugAssign):
            return None
        if not isinstance(node.target, gast.Subscript) or _items(node.target) is None:
            return None
        owner = node.target.value
        if not isinstance(owner, gast.Name) or owner.id not in zeros:
            return None
        read = {*names_in(node.value), *names_in(node.target.slice)}
        places = set(map(self._memory.place, read))
        return None if self._memory.place(owner.id) in places else owner.id

    def _assigned(self, node: gast.AugAssign) -> list[gast.stmt]:
        owner, value = node.target.value.id, node.value
        kind: Any = self.kinds.get(getattr(value, "id", ""))
        wanted = self.kinds[owner].dtype
        if wanted is None or getattr(kind, "dtype", None) != wanted:
            return [node]
        place = build.subscript(node.target.value, node.target.slice)
        rhs = self._added_value(node, kind)
        if rhs is None or isinstance(rhs, gast.Name):
            return [node] if rhs is None else [build.assign(place, rhs, node.lineno)]
        fresh = self._fresh(kind)
        made = build.assign(fresh, rhs, node.lineno)
        return [made, build.assign(place, build.name(fresh), node.lineno)]

    def _added_value(self, node: gast.AugAssign, kind: Any) -> gast.expr | None:
        """Return the value that a statement adds, None if it is a negated array."""
        if isinstance(node.op, gast.Sub):
            return build.negate(node.value) if isinstance(kind, Scalar) else None
        known = self._defined(node.value)
        if not isinstance(node.op, gast.Add):
            return None
        if not isinstance(known, gast.UnaryOp) or isinstance(kind, Scalar):
            return node.value
        # -(2 * t) is -2 * t, without another array
        inner = self._defined(known.operand)
        if not isinstance(inner, gast.BinOp) or not isinstance(inner.op, gast.Mult):
            return None
        if isinstance(inner.left, gast.Constant):
            if all(map(self._is_immutable, names_in(inner))):
                return gast.BinOp(build.negate(inner.left), inner.op, inner.right)
        return None

    def _defined(self, node: gast.expr) -> gast.expr | None:
        """Return the definition of a name that is read once."""
        if not isinstance(node, gast.Name) or self._uses.read[node.id] != 1:
            return None
        return self._definitions.get(node.id) if self._is_immutable(node.id) else None

    def _new_zeros(self, node: gast.stmt) -> str | None:
        """Return the name of an array of zeros that a statement makes."""
        target = node.targets[0] if isinstance(node, gast.Assign) else None
        if not isinstance(target, gast.Name) or not isinstance(node.value, gast.Call):
            return None
        function = node.value.func
        called: Any = self._function.references.get(getattr(function, "id", ""))
        if called not in (np.zeros, np.zeros_like):
            return None
        if not isinstance(self.kinds.get(target.id), Array):
            return None
        return None if target.id in self._function.primal else target.id

    def _forget(self, zeros: dict, node: gast.stmt) -> None:
        """Drop arrays that another kind of statement reads, binds or writes."""
        if not zeros:
            return
        again, places = changes(node, self._memory)
        read = {name for inner in statements([node]) for name in names_in(inner)}
        seen = places | {self._memory.place(name) for name in read | again}
        for name in [name for name in zeros if self._memory.place(name) in seen]:
            del zeros[name]


def _items(node: gast.Subscript) -> list[gast.expr] | None:
    """Return the items of an index of numbers and slices, None for others."""
    items = node.slice.elts if isinstance(node.slice, gast.Tuple) else [node.slice]
    return items if all(_is_basic(item) for item in items) else None


def _is_basic(item: gast.expr) -> bool:
    return isinstance(item, gast.Slice) or (
        isinstance(item, gast.Constant) and type(item.value) is int
    )


def _are_disjoint(one: gast.expr, other: gast.expr) -> bool:
    """Whether two indices are provably disjoint.

    >>> places = gast.parse("x[:, 1:3]; x[:, 3]; x[1:]; x[:-1]").body
    >>> [_are_disjoint(places[0].value.slice, place.value.slice) for place in places]
    [False, True, False, False]
    """
    pairs = zip(*(_ranges(index) for index in (one, other)))
    return any(a and b and (a[1] <= b[0] or b[1] <= a[0]) for a, b in pairs)


def _ranges(index: gast.expr) -> list[tuple[float, float] | None]:
    """Return the half-open range of elements on each axis, None if unknown."""
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    return [_range(item) for item in items]


def _range(item: gast.expr) -> tuple[float, float] | None:
    if isinstance(item, gast.Constant):
        return (item.value, item.value + 1)
    start, stop = _number(item.lower, 0), _number(item.upper, math.inf)
    return None if item.step or start is None or stop is None else (start, stop)


def _number(bound: gast.expr | None, missing: float) -> float | None:
    if bound is None:
        return missing
    literal = isinstance(bound, gast.Constant) and type(bound.value) is int
    return bound.value if literal else None
