"""What the program's operations require of sizes, by the names of their results.

What is concluded from that must hold: where an operation is dropped that would have
raised, the test of a call's arguments asks instead (see dispatch.py). An operation of
which that cannot be asked stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tangentlite.kinds.kind import Array
from tangentlite.kinds.sizes.affine import Affine, plus, times
from tangentlite.kinds.sizes.dims import Dim, Symbol
from tangentlite.kinds.sizes.requirements import (
    Requirement,
    Size,
    Sum,
    sizes_in,
    sum_of_sizes,
)

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder


# What stands for writes and for operations in tests, which have no name.
NAMELESS = "<nameless>"


# An entry of an array has a derivative that is read or written at the same place, which
# raises as well; where it has none, the read stays.
PLACE = Requirement("place", (), (), False)
# A mask of which no test tells that it fits: as a read it is like a place.
MASK = Requirement("mask", (), (), False)


@dataclass
class Required:
    """What operations require: by name, and of the one that is next; None: unknown.

    `given` says where the sizes of arguments and data are read.
    """

    of: dict[str, tuple[Requirement | None, ...]] = field(default_factory=dict)
    next: list[Requirement | None] = field(default_factory=list)
    given: dict[str, Size] = field(default_factory=dict)
    # the arrays into which is written what has to fit
    written: set[str] = field(default_factory=set)
    # the names whose operations were dropped
    dropped: dict[str, None] = field(default_factory=dict)
    # sizes that are equal as none of them is 1: NumPy raises only where both are not
    plural: dict[Requirement, None] = field(default_factory=dict)
    # by names: of which classes they are, and are not (see asked_classes.py)
    asked: dict[str, dict[tuple, None]] = field(default_factory=dict)
    # what was asked in a derivative that is read, by the texts of arguments
    asked_before: dict[str, tuple] = field(default_factory=dict)


def can_be_read(b: Builder, kind: object) -> None:
    """Note that the sizes of a kind, of an argument or data, can be read in a test."""
    b.required.given.update(sizes_in(kind))


def note(b: Builder, name: str) -> None:
    """Note that what has been required is of the operation with this result."""
    if b.required.next:
        known = b.required.of.get(name, ())
        b.required.of[name] = tuple(dict.fromkeys((*known, *b.required.next)))
        b.required.next.clear()


def pass_on(b: Builder, name: str) -> None:
    """Let the operation that is next require what that with a result has required."""
    b.required.next.extend(b.required.of.pop(name, ()))


@contextmanager
def apart(b: Builder) -> Iterator[None]:
    """Let operations inside not take what the operation that is next requires."""
    held, b.required.next = b.required.next, []
    try:
        yield
    finally:
        b.required.next[:0] = held


def equal(b: Builder, one: Dim, other: Dim) -> None:
    """Require two sizes to be equal, as of a product."""
    if not b.sizes.same(one, other):
        _require(b, "==", sum_of(b, one), sum_of(b, other))
    b.sizes.unify(one, other)


def broadcast(b: Builder, one: Dim, other: Dim) -> Dim:
    """Require two sizes to broadcast; return the size that they broadcast to."""
    ones = any(b.sizes.find(size) == 1 for size in (one, other))
    if not ones and not b.sizes.same(one, other):
        plural = not (b.sizes.may_be_one(one) or b.sizes.may_be_one(other))
        _require(b, "==" if plural else "fits", sum_of(b, one), sum_of(b, other))
        if plural and not b.primal and (wanted := b.required.next[-1]) is not None:
            b.required.plural[wanted] = None
    return b.sizes.broadcast(one, other)


def at_least(b: Builder, size: Dim, number: int) -> None:
    """Require an axis to have some entries."""
    if not b.sizes.is_at_least(size, number):
        _require(b, ">=", sum_of(b, size), {"": number})
    b.sizes.at_least(size, number)


def of_this_text(b: Builder, size: Dim, number: int) -> None:
    """Take an axis to have some entries; for fewer ones another text is made.

    The program does not raise for them, but is another one.
    """
    total = in_given(b, sum_of(b, size))
    if total is None or b.primal or b.sizes.is_at_least(size, number):
        return
    wanted = Requirement(">=", total, ((None, number),), False)
    b.required.of[NAMELESS] = (*b.required.of.get(NAMELESS, ()), wanted)


def has_place(b: Builder, size: Dim, place: Affine | None) -> None:
    """Require an axis to have an entry at a place: a sum of sizes and counters."""
    whole = b.sizes.sum_of(size)
    counters = list(reversed(b.control.counters.values()))
    last = plus(plus(whole, times(place, -1)), {"": -1})
    if b.sizes.is_never_negative(place, counters):
        if not b.sizes.is_never_negative(last, counters):
            _require(b, ">=", _least(b, last), {})
    elif not b.sizes.is_never_negative(last, counters) or whole is None:
        unknown_place(b)
    elif not b.sizes.is_never_negative(plus(whole, place), counters):
        unknown_place(b)


def of_mask(b: Builder, size: Dim, other: Dim) -> None:
    """Require an axis of a mask to have the size of the one that it selects from."""
    if b.sizes.same(size, other):
        return
    _require(b, "==", sum_of(b, size), sum_of(b, other))
    if b.required.next and b.required.next[-1] is None:
        b.required.next[-1] = MASK
    b.sizes.unify(size, other)


def unknown_place(b: Builder) -> None:
    """Note that there may be no entry at a place, which no test of arguments tells."""
    if not b.primal:
        b.required.next.append(PLACE)


def of_write(
    b: Builder, array: str | None, value: object, place: object, grows: bool = False
) -> None:
    """Require a value to broadcast to a place that it is written into.

    A write has no name, so that a test asks in any case, where one can; where none can,
    what is written into the array stays. `grows` says that the value would have to
    broadcast by more axes as well, which those of an assignment need not if they are 1.
    """
    goes_into_place(b, value, place, grows)
    if any(one is MASK or is_open(one) for one in b.required.next):
        b.required.of[str(array)] = (None,)
    if b.required.next:
        b.required.written.add(str(array))
    note(b, NAMELESS)


def of_place(b: Builder, size: Dim, other: Dim) -> bool:
    """Require two sizes of a write to be equal; return whether that can be asked."""
    if b.primal or b.sizes.same(size, other):
        return True
    left, right = (in_given(b, sum_of(b, one)) for one in (size, other))
    if left is None or right is None:
        return False
    wanted = Requirement("==", left, right, b.control.depth == 0)
    b.required.of[NAMELESS] = (*b.required.of.get(NAMELESS, ()), wanted)
    b.sizes.unify(size, other)
    return True


def of_truth(b: Builder, kind: Array) -> bool:
    """Require an array in a condition to have one entry; return if that can be asked.

    Nothing is asked of one whose number of axes is not known.
    """
    open_sizes = [size for size in kind.shape or () if b.sizes.find(size) != 1]
    if b.primal or not open_sizes:
        return True
    totals = [in_given(b, sum_of(b, size)) for size in open_sizes]
    one: Sum = ((None, 1),)
    wanted = [
        Requirement("==", total, one, b.control.depth == 0) for total in totals if total
    ]
    if len(wanted) < len(totals) or any(each.is_constant for each in wanted):
        return False
    b.required.of[NAMELESS] = (*b.required.of.get(NAMELESS, ()), *wanted)
    return True


def goes_into_place(
    b: Builder, value: object, place: object, grows: bool = False
) -> None:
    """Require of the operation that is next that a value broadcasts to a place."""
    sizes, wanted = (getattr(kind, "shape", ()) for kind in (value, place))
    if sizes is None or wanted is None:
        return unknown(b) if sizes != () else None
    extra = len(sizes) - len(wanted)
    for size in sizes[: max(extra, 0)]:
        if grows:
            unknown(b)
        elif b.sizes.find(size) != 1:
            _require(b, "==", sum_of(b, size), {"": 1})
    for size, other in zip(reversed(sizes), reversed(wanted)):
        goes_into(b, size, other)


def may_grow(b: Builder, current: Any, value: object) -> bool:
    """Whether `y + v` may have more entries than y, where `y += v` raises."""
    sizes, own = getattr(value, "shape", None) or (), current.shape
    pairs = zip(map(b.sizes.find, reversed(sizes)), map(b.sizes.find, reversed(own)))
    return len(sizes) > len(own) or any(
        size != 1 and b.sizes.may_be_one(other) and not b.sizes.same(size, other)
        for size, other in pairs
    )


def goes_into(b: Builder, size: Dim, other: Dim) -> None:
    """Require an axis of a value to broadcast to one of what it is written into."""
    if b.sizes.find(size) != 1 and not b.sizes.same(size, other):
        relation = "into" if b.sizes.may_be_one(size) else "=="
        _require(b, relation, sum_of(b, size), sum_of(b, other))


def is_open(requirement: Requirement | None) -> bool:
    """Whether no test of arguments tells that the operation does not raise."""
    if requirement is None:
        return True
    if requirement is PLACE or requirement is MASK:
        return False
    return requirement.is_constant and not requirement.holds(lambda size: 0)


def unknown(b: Builder) -> None:
    """Note that the operation may raise where no test of arguments can tell."""
    if not b.primal:
        b.required.next.append(None)


def _least(b: Builder, total: Affine | None) -> Affine | None:
    """Return the least value of a sum with counters, as a sum of what is given."""
    for counter in reversed(b.control.counters.values()):
        factor = total.get(counter.name, 0) if total is not None else 0
        if factor:
            bound = counter.least if factor > 0 else counter.greatest
            total = plus(total, plus({counter.name: -factor}, times(bound, factor)))
    return total


def _require(b: Builder, relation: str, one: Affine | None, other: Affine | None):
    if b.primal:
        return  # a derivative requires what its primal does
    left, right = in_given(b, one), in_given(b, other)
    if left is None or right is None:
        b.required.next.append(None)
    else:
        everywhere = b.control.depth == 0
        b.required.next.append(Requirement(relation, left, right, everywhere))


def sum_of(b: Builder, dim: Dim) -> Affine | None:
    """Return a size as a sum, of what is given as far as it is known to be that."""
    if isinstance(dim, Symbol) and not b.required.given.keys() >= _terms(dim).keys():
        dim = b.sizes.find(dim)
    if isinstance(dim, int):
        return {"": dim}
    return {**_terms(dim), "": dim.offset} if dim.offset else _terms(dim)


def _terms(dim: Symbol) -> dict[str, int]:
    return dict(dim.terms or ((dim.base, 1),))


def in_given(b: Builder, total: Affine | None) -> Sum | None:
    """Return a sum in terms of what is given, None if it is of others, too."""
    if total is None:
        return None
    terms = {_given(b, base): factor for base, factor in total.items()}
    return sum_of_sizes(terms, b.required.given)


def _given(b: Builder, base: str) -> str:
    """Return a given size that is proved to be what a base is."""
    if base and base not in b.required.given:
        for known in b.required.given:
            found = b.sizes.find(Symbol(known))
            if isinstance(found, Symbol) and (found.base, found.offset) == (base, 0):
                return known
    return base
