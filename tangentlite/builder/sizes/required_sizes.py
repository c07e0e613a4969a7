"""Requirements of sizes, by the names of the results of the operations that have them.

What is concluded from them must hold: where an operation is dropped that would have
raised, the dispatcher tests the arguments of a call instead. An operation whose
requirements it cannot test stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tangentlite.kinds.kind import Array, Kind
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


# The name for writes and for operations in conditions, which have none.
NAMELESS = "<nameless>"


# Of a read of an element: its derivative is read or written at the same index, which
# raises as well; where it has none, the read stays.
PLACE = Requirement("place", (), (), False)
# Of a read by a mask whose sizes no test can compare: it is like an index.
MASK = Requirement("mask", (), (), False)


@dataclass
class Required:
    """What operations require: by name, and for the next one; None: unknown.

    `given` says where the sizes of arguments and data are read.
    """

    of: dict[str, tuple[Requirement | None, ...]] = field(default_factory=dict)
    next: list[Requirement | None] = field(default_factory=list)
    given: dict[str, Size] = field(default_factory=dict)
    # the arrays that are written, if the value has to fit
    written: set[str] = field(default_factory=set)
    # the names whose operations were dropped
    dropped: dict[str, None] = field(default_factory=dict)
    # sizes that are equal as none of them is 1: NumPy raises only where both are not
    plural: dict[Requirement, None] = field(default_factory=dict)
    # by names: of which classes they are, and are not (see asked_classes.py)
    asked: dict[str, dict[tuple, None]] = field(default_factory=dict)
    # the same of a derivative that is walked, by the texts of arguments
    asked_before: dict[str, tuple] = field(default_factory=dict)
    # whether a formula is walked, in front of which the function itself has raised
    in_formula: bool = False


def can_be_read(b: Builder, kind: object) -> None:
    """Note that the sizes of a kind, of an argument or data, can be read in a test."""
    b.required.given.update(sizes_in(kind))


def note(b: Builder, name: str) -> None:
    """Note that the requirements so far are of the operation with this result."""
    if b.required.next:
        known = b.required.of.get(name, ())
        b.required.of[name] = tuple(dict.fromkeys((*known, *b.required.next)))
        b.required.next.clear()


def pass_on(b: Builder, name: str) -> None:
    """Move the requirements of the operation with a result to the next operation."""
    b.required.next.extend(b.required.of.pop(name, ()))


@contextmanager
def set_aside(b: Builder) -> Iterator[None]:
    """Set the requirements of the next operation aside from those emitted inside."""
    outer, b.required.next = b.required.next, []
    try:
        yield
    finally:
        b.required.next[:0] = outer


@contextmanager
def of_formula(b: Builder) -> Iterator[None]:
    """Walk the formula of a function: what no test tells, its own call raises."""
    outer, b.required.in_formula = b.required.in_formula, True
    try:
        yield
    finally:
        b.required.in_formula = outer


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
            _note_plural(b, wanted)
    return b.sizes.broadcast(one, other)


def _note_plural(b: Builder, wanted: Requirement) -> None:
    """Note that sizes are taken to be equal, as none of them is 1.

    Where NumPy may not be asked for their sum, other sizes are right as well.
    """
    if not wanted.is_constant:
        relation = "==" if wanted.everywhere else "plural"
        b.required.plural[replace(wanted, relation=relation)] = None


def at_least(b: Builder, size: Dim, number: int) -> None:
    """Require an axis to have some entries."""
    if not b.sizes.is_at_least(size, number):
        _require(b, ">=", sum_of(b, size), {"": number})
    b.sizes.at_least(size, number)


def of_this_text(b: Builder, size: Dim, number: int) -> None:
    """Assume that an axis has some entries; for fewer another text is generated.

    The program does not raise for fewer, but takes other branches.
    """
    total = in_given(b, sum_of(b, size))
    if total is None or b.primal or b.sizes.is_at_least(size, number):
        return
    wanted = Requirement(">=", total, ((None, number),), False)
    b.required.of[NAMELESS] = (*b.required.of.get(NAMELESS, ()), wanted)


def has_place(b: Builder, size: Dim, place: Affine | None) -> None:
    """Require an axis to have an entry at an index: a sum of sizes and counters."""
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
    """Note that there may be no entry at an index, which no test of arguments tells."""
    if not b.primal:
        b.required.next.append(PLACE)


def of_write(
    b: Builder, array: str | None, value: Kind, place: Kind, grows: bool = False
) -> None:
    """Require a value to broadcast to the place that it is written into.

    A write has no name, so that it is tested in any case, if that is possible; if not,
    all writes into the array stay. `grows` says that the value must not have more axes;
    in an assignment it may, if they are 1.
    """
    goes_into_place(b, value, place, grows)
    if any(one is MASK or is_open(one) for one in b.required.next):
        b.required.of[str(array)] = (None,)
    if b.required.next:
        b.required.written.add(str(array))
    note(b, NAMELESS)


def of_place(b: Builder, size: Dim, other: Dim) -> bool:
    """Require two sizes of a write to be equal; return whether that can be tested."""
    if b.primal or b.sizes.same(size, other):
        return True
    left, right = (in_given(b, sum_of(b, one)) for one in (size, other))
    if left is None or right is None:
        return False
    wanted = Requirement("==", left, right, b.control.is_certain())
    b.required.of[NAMELESS] = (*b.required.of.get(NAMELESS, ()), wanted)
    b.sizes.unify(size, other)
    return True


def of_truth(b: Builder, kind: Array) -> bool:
    """Require an array in a condition to have one entry; return if it can be tested.

    Nothing is required of an array of open rank.
    """
    open_sizes = [size for size in kind.shape or () if b.sizes.find(size) != 1]
    if b.primal or not open_sizes:
        return True
    totals = [in_given(b, sum_of(b, size)) for size in open_sizes]
    one: Sum = ((None, 1),)
    wanted = [
        Requirement("==", total, one, b.control.is_certain())
        for total in totals
        if total
    ]
    if len(wanted) < len(totals) or any(each.is_constant for each in wanted):
        return False
    b.required.of[NAMELESS] = (*b.required.of.get(NAMELESS, ()), *wanted)
    return True


def goes_into_place(b: Builder, value: Kind, place: Kind, grows: bool = False) -> None:
    """Require for the next operation that a value broadcasts to a place."""
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


def may_grow(b: Builder, current: Any, value: Kind | None) -> bool:
    """Whether `y + v` may have more entries than y, where `y += v` raises."""
    sizes, own = getattr(value, "shape", None) or (), current.shape
    pairs = zip(map(b.sizes.find, reversed(sizes)), map(b.sizes.find, reversed(own)))
    return len(sizes) > len(own) or any(
        size != 1 and b.sizes.may_be_one(other) and not b.sizes.same(size, other)
        for size, other in pairs
    )


def goes_into(b: Builder, size: Dim, other: Dim) -> None:
    """Require an axis of a value to broadcast to one of the place it is put into."""
    if b.sizes.find(size) != 1 and not b.sizes.same(size, other):
        relation = "into" if b.sizes.may_be_one(size) else "=="
        _require(b, relation, sum_of(b, size), sum_of(b, other))


def is_open(requirement: Requirement | None) -> bool:
    """Whether no test of arguments tells that an operation does not raise."""
    if requirement is None:
        return True
    if requirement is PLACE or requirement is MASK:
        return False
    return requirement.is_constant and not requirement.holds(lambda size: 0)


def unknown(b: Builder) -> None:
    """Note that the next operation may raise, which no test of arguments tells."""
    if not b.primal and not b.required.in_formula:
        b.required.next.append(None)


def _least(b: Builder, total: Affine | None) -> Affine | None:
    """Return the least value of a sum with counters, as a sum of sizes."""
    for counter in reversed(b.control.counters.values()):
        factor = total.get(counter.name, 0) if total is not None else 0
        if factor:
            bound = counter.least if factor > 0 else counter.greatest
            total = plus(total, plus({counter.name: -factor}, times(bound, factor)))
    return total


def _require(
    b: Builder, relation: str, one: Affine | None, other: Affine | None
) -> None:
    if b.primal:
        return  # a derivative has the requirements of its primal
    left, right = in_given(b, one), in_given(b, other)
    if left is None or right is None:
        b.required.next.append(None)
    else:
        everywhere = b.control.is_certain()
        b.required.next.append(Requirement(relation, left, right, everywhere))


def sum_of(b: Builder, dim: Dim) -> Affine | None:
    """Return a size as a sum, of given sizes if that is proved."""
    if isinstance(dim, Symbol) and not b.required.given.keys() >= _terms(dim).keys():
        dim = b.sizes.find(dim)
    if isinstance(dim, int):
        return {"": dim}
    return {**_terms(dim), "": dim.offset} if dim.offset else _terms(dim)


def _terms(dim: Symbol) -> dict[str, int]:
    return dict(dim.terms or ((dim.base, 1),))


def in_given(b: Builder, total: Affine | None) -> Sum | None:
    """Return a sum in terms of given sizes, None if it has other terms."""
    if total is None:
        return None
    terms = {_given(b, base): factor for base, factor in total.items()}
    return sum_of_sizes(terms, b.required.given)


def _given(b: Builder, base: str) -> str:
    """Return a given size that is proved to be equal to a base, or the base."""
    if base and base not in b.required.given:
        for known in b.required.given:
            found = b.sizes.find(Symbol(known))
            if isinstance(found, Symbol) and (found.base, found.offset) == (base, 0):
                return known
    return base
