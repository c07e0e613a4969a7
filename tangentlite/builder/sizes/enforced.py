"""How requirements of sizes are enforced: by operations that stay, or by tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import gast

from tangentlite.builder.sizes.required_sizes import (
    MASK,
    NAMELESS,
    PLACE,
    in_given,
    is_open,
    sum_of,
)
from tangentlite.ir.nodes import own_nodes, text_of
from tangentlite.ir.rewrite import statements
from tangentlite.kinds.kind import BLOCK, Array, Scalar
from tangentlite.kinds.sizes.affine import Affine, plus, times
from tangentlite.kinds.sizes.equal_axes import Equal
from tangentlite.kinds.sizes.requirements import (
    Requirement,
    Size,
    Sum,
    root_of,
    sizes_of,
    sum_of_sizes,
)

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder
    from tangentlite.kinds.sizes.dims import Dim


def raising(b: Builder, body: Sequence[gast.stmt]) -> frozenset[str]:
    """Return the names of results whose operations may raise untested, or do raise."""
    found = {n for n, every in b.required.of.items() if any(map(is_open, every))}
    at = {n for n, every in b.required.of.items() if PLACE in every or MASK in every}
    places = at - found
    if places:
        derived = set(_places_of_derivatives(b, body))
        found |= {name for name in places if _place_of(b, name) not in derived}
    return frozenset(found)


def _place_of(b: Builder, name: str) -> tuple[str, str] | None:
    """Return the array that a name is an element of, by its base, and the index."""
    read = b.definitions.get(name)
    if not isinstance(read, gast.Subscript):  # the statement was walked again
        return None
    return b.base_of(getattr(read.value, "id", "")), text_of(read.slice)


def _places_of_derivatives(
    b: Builder, body: Sequence[gast.stmt]
) -> Iterator[tuple[str, str]]:
    """Yield arrays with the indices at which their derivatives are read or written."""
    for statement in statements(body):
        for node in own_nodes(statement):
            if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
                owner, _, kind = b.base_of(node.value.id).rpartition("_")
                if node.value.id not in b.primal and kind in ("bar", "dot"):
                    yield owner, text_of(node.slice)


def named(b: Builder) -> frozenset[str]:
    """Return the names of results with requirements, and of arrays that are written."""
    return frozenset(b.required.of) - {NAMELESS} | b.required.written


def take_over(b: Builder, found: tuple[Requirement, ...]) -> None:
    """Take over requirements of a derivative that is walked: its text has none."""
    known = b.required.of.get(NAMELESS, ())
    b.required.of[NAMELESS] = (*known, *found)


def of_called(
    b: Builder, found: Iterable[Requirement], given: Mapping[str, object]
) -> None:
    """Take over requirements of a derivative that the program calls with arguments."""
    known = b.required.of.get(NAMELESS, ())
    for one in found:
        left, right = (_of_arguments(b, side, given) for side in (one.left, one.right))
        if left is not None and right is not None:
            everywhere = one.everywhere and b.control.is_certain()
            known = (*known, Requirement(one.relation, left, right, everywhere))
    if known:
        b.required.of[NAMELESS] = known


def _of_arguments(b: Builder, side: Sum, given: Mapping[str, object]) -> Sum | None:
    """Return a sum of sizes of arguments as one of sizes of the program's arguments."""
    total: Affine | None = {}
    for size, factor in side:
        part = {"": 1} if size is None else _size_of(b, size, given)
        total = plus(total, times(part, factor))
    return in_given(b, total)


def _size_of(b: Builder, size: Size, given: Mapping[str, object]) -> Affine | None:
    """Return the size of an argument, or of data that the program reads as well."""
    name, axis = size
    kind = getattr(given.get(name), "kind", None)
    if isinstance(kind, Array) and kind.shape is not None and axis is not None:
        return sum_of(b, kind.shape[axis])
    if isinstance(kind, Scalar) and axis is None and kind.size is not None:
        return sum_of(b, kind.size)
    bases = (base for base, known in b.required.given.items() if known == size)
    base = next(bases, None) if root_of(size) not in given else None
    return None if base is None else {base: 1}


def of_dropped(b: Builder, dropped: Iterable[str]) -> tuple[Requirement, ...]:
    """Return the requirements of operations that were dropped, or have no name."""
    every = (b.required.of.get(name, ()) for name in (*dropped, NAMELESS))
    found = dict.fromkeys(one for each in every for one in each)
    return tuple(one for one in found if one is not None and not one.is_constant)


def size_tests(
    kinds: Mapping[str, object], equal: Equal, plural: Iterable[Requirement]
) -> tuple[Requirement, ...]:
    """Return relations of argument sizes that a text assumes and no operation tests.

    >>> [one] = size_tests({"x": Array("float64", (1,))}, (), ())
    >>> one.text(lambda size: "len(x)")
    'len(x) == 1'
    """
    ones = (Requirement("==", ((s, 1),), ((None, 1),), True) for s in _ones(kinds))
    return tuple(dict.fromkeys((*ones, *equal, *plural)))


def shapes_per_example(
    kinds: Mapping[str, object],
    data: Mapping[str, Size],
    found: Mapping[str, object],
) -> tuple[tuple[Sum, ...], ...]:
    """Return the shapes behind the leading axes of blocks, in terms of what is given.

    `kinds` are those of the arguments, `data` the bases of sizes of what else is read,
    `found` the kinds of all names. Sizes that follow from neither count as 1.

    >>> from tangentlite.kinds.sizes.dims import Symbol
    >>> x = Array("float64", (Symbol("x.0", 0, True),))
    >>> shapes_per_example({"x": x}, {}, {"y": Array("float64", (BLOCK, *x.shape, 3))})
    ((((('x', 0), 1),), ((None, 3),)),)
    """
    given = {**data, **sizes_of(kinds)}
    shapes = dict.fromkeys(
        kind.shape[1:]
        for kind in found.values()
        if isinstance(kind, Array) and kind.shape and kind.shape[0] == BLOCK
    )
    one: Sum = ((None, 1),)
    return tuple(
        tuple(sum_of_sizes(_total(dim), given) or one for dim in shape)
        for shape in shapes
    )


def _total(dim: Dim) -> Affine:
    if isinstance(dim, int):
        return {"": dim}
    total = dict(dim.terms or ((dim.base, 1),))
    return {**total, "": dim.offset} if dim.offset else total


def _ones(kinds: Mapping[str, object]) -> Iterator[Size]:
    for name, kind in kinds.items():
        for axis, dim in enumerate(
            (kind.shape or ()) if isinstance(kind, Array) else ()
        ):
            if dim == 1:
                yield name, axis
