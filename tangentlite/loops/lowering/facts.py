"""What is known of the names of a program while it is made a program of elements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tangentlite.kinds.sizes.affine import Affine, Counter, is_never_negative
from tangentlite.loops.lowering.places import Place, axis, key_of, minus


class NoPlaces(Exception):
    """A list has no place for each iteration; the program is lowered again."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class ArrayFact:
    """The extents of an array, and where its elements are.

    An extent is a sum of integer names that is cut off at 0. The array is an array of
    its own, or `base[place]`, where `#0` in the place is the counter of its first axis.
    """

    extents: Place
    base: str
    place: Place

    @property
    def is_own(self) -> bool:
        """Whether its place is that of all elements of the base, in order."""
        return self.place == tuple({axis(k): 1} for k in range(len(self.extents)))


def own_array(name: str, extents: Place) -> ArrayFact:
    """Return the fact of an array that is no view of another one."""
    return ArrayFact(extents, name, tuple({axis(k): 1} for k in range(len(extents))))


@dataclass
class Facts:
    """Facts that hold at a point of the program, by name.

    `integers` are integer names as sums of others, `named` names of integer expressions
    by their text. `cut` has for a name the sum that it is, cut off at 0; `sizes` are
    never negative, and `counters` are those of the loops around, outer first. Extents
    that were found to be `equal` to simpler ones are replaced by those. `quotients` are
    names of sums that are divided and rounded down.
    """

    arrays: dict[str, ArrayFact] = field(default_factory=dict)
    integers: dict[str, Affine] = field(default_factory=dict)
    named: dict[object, str] = field(default_factory=dict)
    cut: dict[str, Affine] = field(default_factory=dict)
    sizes: set[str] = field(default_factory=set)
    counters: list[Counter] = field(default_factory=list)
    equal: dict[object, Affine] = field(default_factory=dict)
    quotients: dict[str, Counter] = field(default_factory=dict)

    def copy(self) -> Facts:
        """Return facts to which a block may add its own."""
        return Facts(
            dict(self.arrays),
            dict(self.integers),
            dict(self.named),
            dict(self.cut),
            set(self.sizes),
            list(self.counters),
            dict(self.equal),
            dict(self.quotients),
        )

    def is_never_negative(self, total: Affine) -> bool:
        """Whether a sum is provably 0 or more."""
        counters = [*self.quotients.values(), *self.counters][::-1]
        return is_never_negative(total, counters, lambda name: name in self.sizes)

    def same(self, one: Affine, other: Affine) -> bool:
        """Whether two extents, each cut off at 0, are provably equal."""
        return key_of(self.preferred(one)) == key_of(self.preferred(other))

    def learn_equal(self, one: Affine, other: Affine) -> None:
        """Note that two extents are equal at this point."""
        one, other = self.preferred(one), self.preferred(other)
        if len(other) < len(one):
            one, other = other, one
        if key_of(one) != key_of(other) and set(other) != {""}:
            self.equal[key_of(other)] = one

    def preferred(self, extent: Affine) -> Affine:
        """Return the simplest extent that is known to be equal to one."""
        extent = self._uncut(extent)
        while (known := self.equal.get(key_of(extent))) is not None:
            extent = known
        return extent

    @property
    def names(self) -> set[str]:
        """Integers that have their values at this point."""
        counters = {counter.name for counter in self.counters}
        return self.sizes | self.integers.keys() | counters

    def _uncut(self, total: Affine) -> Affine:
        """Return what a name stands for that is an extent cut off at 0."""
        names = list(total)
        if len(names) == 1 and total[names[0]] == 1 and names[0] in self.cut:
            return self.cut[names[0]]
        return total

    def forget(self, names: Iterable[str]) -> None:
        """Forget what depends on the arrays that some names were bound to."""
        gone = set(names)
        if not gone:
            return
        for name in gone:
            self.arrays.pop(name, None)
            self.integers.pop(name, None)
        for name, known in list(self.arrays.items()):
            if known.base in gone and known.base != name:
                self.arrays[name] = own_array(name, known.extents)

    def gap(self, one: Affine, other: Affine) -> bool:
        """Whether one sum is provably at least as large as another."""
        return self.is_never_negative(minus(one, other))
