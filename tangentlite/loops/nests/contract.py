"""Arrays that live within one iteration of a loop, as smaller arrays or numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import (
    map_blocks,
    statements,
)
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.loops.lowering.places import key_of
from tangentlite.loops.nests.facts.accesses import Sums, touched_by
from tangentlite.loops.nests.facts.element_maps import (
    element_at,
    map_elements,
    parts_of,
)
from tangentlite.loops.nests.facts.new_arrays import names_of, only_elements, sizes_of


def contract(function: Function) -> Function:
    """Drop the axis of an array along which one loop writes and reads it, or of size 1.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... t = np.empty(n)
    ... for i in range(n):
    ...     t[i] = 2.0 * x[i]
    ...     y[i] = t[i] + x[i]
    ... return y'''
    >>> vector = Array("float64", (3,))
    >>> kinds = {"x": vector, "y": vector, "t": vector, "n": None, "i": None}
    >>> shown(contract(function_of(text, **kinds)))
    for i in range(n):
        t = 2.0 * x[i]
        y[i] = t + x[i]
    return y
    """
    made = _Contraction(function)
    body = made.block(made.without_ones(function.body))
    return replace(function, body=tuple(body), kinds=made.kinds)


_VALUES = {"np.zeros": 0.0, "np.ones": 1.0}


class _Contraction:
    def __init__(self, function: Function) -> None:
        self._uses = uses_in(function)
        self.kinds = dict(function.kinds)
        self._elements = only_elements(function)

    def without_ones(self, body: Sequence[gast.stmt]) -> list[gast.stmt]:
        """Drop the axes of size 1 of new arrays of which only elements are used."""
        ones = self._axes_of_one(body)

        def dropped(block: Sequence[gast.stmt]) -> list[gast.stmt]:
            found: list[gast.stmt] = []
            for statement in block:
                name = self._new_array(statement)
                if name in ones:
                    found += self._without_axes(statement, name, ones[name])
                else:
                    found.append(_dropped(statement, ones, dropped))
            return found

        return dropped(body) if ones else list(body)

    def _axes_of_one(self, body: Sequence[gast.stmt]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for statement in statements(body):
            name = self._new_array(statement)
            if name is not None:
                sizes = sizes_of(statement.value)
                axes = [k for k, size in enumerate(sizes) if _is_one(size)]
                found[name] = axes
        for access in (a for inner in body for a in touched_by(inner).accesses):
            if access.base in found:
                place = access.place or ()
                axes = found[access.base]
                found[access.base] = [k for k in axes if _is_at_zero(place, k)]
        return {name: axes for name, axes in found.items() if axes}

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        found = list(block)
        place = 0
        while place < len(found):
            if self._narrowed(found, place):
                continue
            place += 1
        return [map_blocks(statement, self.block) for statement in found]

    def _narrowed(self, block: list[gast.stmt], place: int) -> bool:
        """Move a new array into the one loop that uses it, without an axis."""
        name = self._new_array(block[place])
        if name is None:
            return False
        users = [k for k in range(place + 1, len(block)) if name in names_of(block[k])]
        if len(users) != 1 or not isinstance(block[users[0]], gast.For):
            return False
        loop = block[users[0]]
        axis = _axis_along(loop, name)
        if axis is None:
            return False
        own = self._without_axes(block[place], name, [axis])
        body = [_dropped(statement, {name: [axis]}) for statement in loop.body]
        new = gast.For(loop.target, loop.iter, [*own, *body], [], None)
        block[users[0]] = gast.copy_location(new, loop)
        del block[place]
        return True

    def _new_array(self, statement: gast.stmt) -> str | None:
        """Return the name of a new array of which only elements are used."""
        if not isinstance(statement, gast.Assign):
            return None
        target, value = statement.targets[0], statement.value
        if not isinstance(target, gast.Name) or not isinstance(value, gast.Call):
            return None
        if getattr(value.func, "id", "") not in ("np.empty", *_VALUES):
            return None
        name = target.id
        single = self._uses.bound[name] == 1
        return name if single and name in self._elements else None

    def _without_axes(
        self, statement: gast.Assign, name: str, axes: Collection[int]
    ) -> list[gast.stmt]:
        """Return what makes an array without axes, or a number."""
        call, kind = statement.value, self.kinds[name]
        assert isinstance(kind, Array) and kind.shape is not None
        sizes = [s for k, s in enumerate(sizes_of(call)) if k not in axes]
        if sizes:
            rest = tuple(dim for k, dim in enumerate(kind.shape) if k not in axes)
            self.kinds[name] = Array(kind.dtype, rest)
            display = sizes[0] if len(sizes) == 1 else build.display(sizes, tuple)
            value = gast.Call(call.func, [display, *call.args[1:]], call.keywords)
            return [build.assign(name, value, statement.lineno)]
        self.kinds[name] = Scalar(kind.dtype, False)
        start = _VALUES.get(call.func.id)
        if start is None:
            return []
        value = build.constant(start)
        if len(call.args) > 1:
            value = gast.Call(call.args[1], [value], [])
        return [build.assign(name, value, statement.lineno)]


def _axis_along(loop: gast.For, name: str) -> int | None:
    """Return the axis along which each iteration uses one place of its own."""
    touched = touched_by(loop)
    places = [a.place for a in touched.accesses if a.base == name]
    counter = loop.target.id
    changing = touched.bound - {counter}
    for axis in range(len(places[0] or ())):
        if any(place is None or axis >= len(place) for place in places):
            continue
        parts = [place[axis] for place in places if place is not None]
        first = parts[0]
        if first is None or not first.get(counter) or changing & set(first):
            continue
        if all(part is not None and key_of(part) == key_of(first) for part in parts):
            return axis
    return None


def _is_at_zero(place: Sums, axis: int) -> bool:
    part = place[axis] if axis < len(place) else None  # None: a row along the axis
    return part is not None and not any(part.values())


def _is_one(size: gast.expr) -> bool:
    return isinstance(size, gast.Constant) and size.value == 1


def _dropped(
    statement: gast.stmt,
    axes: Mapping[str, Collection[int]],
    block: Callable[[Sequence[gast.stmt]], list[gast.stmt]] | None = None,
) -> gast.stmt:
    """Return a statement that uses arrays without some axes."""
    if axes.keys().isdisjoint(names_of(statement)):
        return statement

    def change(node: gast.Subscript) -> gast.expr:
        name = getattr(node.value, "id", "")
        if name not in axes:
            return node
        parts = [p for k, p in enumerate(parts_of(node.slice)) if k not in axes[name]]
        return element_at(name, parts) if parts else build.name(name)

    return map_elements(statement, change, block)
