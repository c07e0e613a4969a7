"""Relations of sizes that a text assumes, though NumPy does not require them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tangentlite.kinds.kind import Array
from tangentlite.kinds.sizes.equal_axes import Equal
from tangentlite.kinds.sizes.requirements import Requirement, Size


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


def _ones(kinds: Mapping[str, object]) -> Iterator[Size]:
    for name, kind in kinds.items():
        for axis, dim in enumerate(
            (kind.shape or ()) if isinstance(kind, Array) else ()
        ):
            if dim == 1:
                yield name, axis
