"""Relations of sizes that hold if the program's operations do not raise."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass

from tangentlite.kinds.kind import Array, Scalar, Structure
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.kinds.sizes.dims import INTEGER, Symbol

# The text of an array or integer, and the axis; None for an integer itself.
Size = tuple[str, int | None]
# Sizes with their factors; the constant has the size None.
Sum = tuple[tuple[Size | None, int], ...]


@dataclass(frozen=True)
class Requirement:
    """A relation of two sums of sizes: '==', '>=', 'fits' as NumPy broadcasts, 'into'.

    A value that is stored 'into' a part of an array has its size, or 1. Sizes that are
    'plural' are equal, or none of them is 1. The relation
    holds in every call if the operation runs `everywhere`, else in some. Other
    relations, 'place' and 'mask', only record how an operation uses an argument and are
    never tested.
    """

    relation: str
    left: Sum
    right: Sum
    everywhere: bool

    @property
    def is_constant(self) -> bool:
        """Whether both sums are constants."""
        return all(size is None for size, _ in (*self.left, *self.right))

    def is_of(self, names: Container[str]) -> bool:
        """Whether all sizes belong to variables with some names."""
        sizes = (size for size, _ in (*self.left, *self.right) if size is not None)
        return all(root_of(size) in names for size in sizes)

    def is_of_shapes(self, names: Container[str]) -> bool:
        """Whether all sizes are axes of variables with some names."""
        sizes = (size for size, _ in (*self.left, *self.right) if size is not None)
        return all(size[1] is not None and root_of(size) in names for size in sizes)

    def holds(self, size: Callable[[Size], int]) -> bool:
        """Whether the relation holds for the values that `size` returns.

        >>> n, m = ('x', 0), ('y', 0)
        >>> fits = Requirement('fits', ((n, 1),), ((m, 1), (None, -1)), True)
        >>> fits.holds({n: 3, m: 4}.get), fits.holds({n: 3, m: 5}.get)
        (True, False)
        """
        left, right = (value_of_sum(side, size) for side in (self.left, self.right))
        if self.relation == ">=":
            return left >= right
        if self.relation == "plural":
            return left == right or 1 not in (left, right)
        ones = {"fits": (left, right), "into": (left,)}.get(self.relation, ())
        return left == right or 1 in ones

    def text(self, spelled: Callable[[Size], str]) -> str:
        """Return an expression that tests the relation.

        >>> n = ('x', 0)
        >>> Requirement('>=', ((n, 2),), ((None, 3),), True).text(lambda size: 'len(x)')
        '2 * len(x) >= 3'
        """
        left, right = (text_of_sum(side, spelled) for side in (self.left, self.right))
        if self.relation == "plural":
            return f"({left} == {right} or 1 not in ({left}, {right}))"
        if self.relation == "into":
            return f"({left} == {right} or {left} == 1)"
        if self.relation == "fits":
            return f"({left} == {right} or {left} == 1 or {right} == 1)"
        return f"{left} {self.relation} {right}"


def value_of_sum(terms: Sum, size: Callable[[Size], int]) -> int:
    """Return the value of a sum for the values that `size` returns.

    >>> value_of_sum(((("x", 0), 2), (None, -1)), {("x", 0): 3}.get)
    5
    """
    return sum(factor * (1 if of is None else size(of)) for of, factor in terms)


def text_of_sum(terms: Sum, spelled: Callable[[Size], str]) -> str:
    """Return a sum as an expression.

    >>> text_of_sum(((("x", 1), 4), (None, -1)), text_of_size)
    '4 * x.shape[1] - 1'
    """
    parts = []
    for size, factor in terms:
        number = str(abs(factor))
        part = number if size is None else spelled(size)
        if size is not None and number != "1":
            part = f"{number} * {part}"
        parts += ["+" if factor > 0 else "-", part]
    if parts[:1] == ["+"]:
        del parts[0]
    return " ".join(parts) or "0"


def sum_of_sizes(total: Affine | None, given: dict[str, Size]) -> Sum | None:
    """Return a sum in terms of given sizes, None if it has other bases."""
    if total is None or not given.keys() >= total.keys() - {""}:
        return None
    return tuple((given.get(base), factor) for base, factor in total.items())


def sizes_in(kind: object) -> Iterable[tuple[str, Size]]:
    """Yield the bases of an argument's sizes with the axis to read each from.

    Arguments of a derivative in a program may have sizes that belong to no argument.

    >>> n = Symbol("p['w'].1", 0, True)
    >>> list(sizes_in(Array('float64', (n, 3))))
    [("p['w'].1", ("p['w']", 1))]
    """
    if isinstance(kind, Structure):
        for item in kind.items:
            yield from sizes_in(item)
    if isinstance(kind, Scalar) and isinstance(kind.size, Symbol):
        yield kind.size.base, (kind.size.base.removeprefix(INTEGER), None)
    for size in (kind.shape or ()) if isinstance(kind, Array) else ():
        if isinstance(size, Symbol) and not size.terms:
            owner, _, axis = size.base.rpartition(".")
            if owner and axis.isdecimal():
                yield size.base, (owner, int(axis))


def sizes_of(kinds: Mapping[str, object]) -> dict[str, Size]:
    """Return the bases of arguments' sizes with where each is read.

    An axis of an array that was proved to have the size of something else is read from
    the array itself, unless the other one is an argument, too.

    >>> n, m = Symbol("x.0", 0, True), Symbol("t.0", 0, True)
    >>> sizes_of({"x": Array("float64", (n,)), "v": Array("float64", (m, n))})
    {'x.0': ('x', 0), 't.0': ('v', 0)}
    """
    every = (pair for kind in kinds.values() for pair in sizes_in(kind))
    found = {base: size for base, size in every if root_of(size) in kinds}
    for name, kind in kinds.items():
        shape = kind.shape or () if isinstance(kind, Array) else ()
        for axis, dim in enumerate(shape):
            if isinstance(dim, Symbol) and not dim.terms and not dim.offset:
                found.setdefault(dim.base, (name, axis))
    return found


def text_of_size(size: Size) -> str:
    """Return the expression of an argument's size, or of an integer."""
    owner, axis = size
    return owner if axis is None else f"{owner}.shape[{axis}]"


def root_of(size: Size) -> str:
    """Return the variable at the root of a size's owner.

    >>> root_of(("p['w']", 1))
    'p'
    """
    found = re.match(r"\w+", size[0])
    return found.group() if found else size[0]
