"""How often loops run, in terms of the sizes of a program's arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import gast

from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes.required_sizes import in_given, sum_of
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.sizes.affine import Affine, plus, times
from tangentlite.kinds.sizes.long_loops import LongLoops, may_be_long
from tangentlite.kinds.sizes.requirements import Sum, root_of


def long_loops(
    b: Builder, kinds: Mapping[str, object], nests: Iterable[Sequence[gast.Call]]
) -> LongLoops | None:
    """Return for which calls the loops of some nests are long, None if none can be.

    `kinds` are those of arguments. A nest is the ranges of loops, one in the other.
    """
    every = dict.fromkeys(_trip_counts(b, kinds, nest) for nest in nests)
    counts = tuple(count for count in every if may_be_long(count))
    floats = tuple(name for name, kind in kinds.items() if kind == Scalar("float64"))
    return LongLoops(counts, floats) if counts else None


def _trip_counts(
    b: Builder, kinds: Mapping[str, object], nest: Sequence[gast.Call]
) -> tuple[Sum, ...]:
    """Return how often loops run of which that follows from sizes of arguments."""
    found = (in_given(b, _count(b, header)) for header in nest)
    return tuple(one for one in found if one and _is_of(one, kinds))


def _is_of(count: Sum, kinds: Mapping[str, object]) -> bool:
    return all(size is None or root_of(size) in kinds for size, _ in count)


def _count(b: Builder, header: gast.expr) -> Affine | None:
    """Return the length of a range, or of a reversed one."""
    while isinstance(header, gast.Call) and isinstance(header.args[0], gast.Call):
        header = header.args[0]
    if not isinstance(header, gast.Call) or len(header.args) > 2:
        return None
    *start, stop = (_size(b, bound) for bound in header.args)
    return plus(stop, times(start[0], -1) if start else {})


def _size(b: Builder, bound: gast.expr) -> Affine | None:
    if isinstance(bound, gast.Constant):
        return {"": bound.value} if bound.value else {}
    kind = b.kinds.get(getattr(bound, "id", ""))
    if not isinstance(kind, Scalar) or kind.size is None:
        return None
    return sum_of(b, kind.size)
