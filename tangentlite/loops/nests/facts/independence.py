"""Whether the iterations of a loop may run at once, and what they add up."""

from __future__ import annotations

import functools
import inspect
from collections import Counter
from collections.abc import Sequence, Set

import gast

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import binds, blocks, may_leave, names_in, reads, statements
from tangentlite.kinds.kind import Scalar
from tangentlite.loops.lowering.places import key_of
from tangentlite.loops.nests.facts.accesses import Access, Sums, touched_by
from tangentlite.loops.nests.facts.new_arrays import maker_of
from tangentlite.runtime import loop_helpers


def added_by(function: Function, loop: gast.For) -> tuple[str, ...] | None:
    """Return the arrays that iterations which may run at once add to at any places.

    None if iterations depend on each other. They may each have elements, numbers and
    new arrays of their own, and add to one number; what may raise an error may not run
    at once.

    >>> from tangentlite.ir.example import function_of
    >>> from tangentlite.kinds.kind import Array
    >>> text = '''
    ... for i in range(n):
    ...     s = x[i] * x[i]
    ...     y[i] = s
    ...     a_bar[0] += s
    ... for j in range(n):
    ...     y[j + 1] = y[j]
    ... return y'''
    >>> kinds = dict.fromkeys(("x", "y", "a_bar"), Array("float64", (3,)))
    >>> number = Scalar("float64", True)
    >>> program = function_of(text, **dict.fromkeys("nijs", number), **kinds)
    >>> [added_by(program, loop) for loop in program.body[:2]]
    [('a_bar',), None]
    """
    touched = touched_by(loop)
    if any(map(may_leave, loop.body)) or any(map(_may_raise, touched.read)):
        return None
    kept = _carried(loop) | touched.bound & _read_elsewhere(function, loop)
    if not kept <= _sums(loop):
        return None

    def added_anywhere(access: Access) -> bool:
        """Whether something is added to a place that the iteration does not move."""
        place = access.place
        if place is None or not access.update:
            return False
        return not any(part and loop.target.id in part for part in place)

    found: list[str] = []
    memory = memory_in(function)
    made = {s.targets[0].id for s in loop.body if maker_of(s)}
    by_class: dict[str, list[Access]] = {}
    for access in touched.accesses:
        kind = function.kinds.get(access.base)
        if kind is not None and not isinstance(kind, Scalar):
            by_class.setdefault(memory.place(access.base), []).append(access)
    for accesses in by_class.values():
        bases = {access.base for access in accesses}
        if not any(access.writes for access in accesses) or bases <= made:
            continue
        if len(bases) > 1 or bases & touched.bound:  # a view that is written
            return None
        if _are_apart(accesses, loop.target.id, touched.bound):
            continue
        if bases & function.primal or not all(map(added_anywhere, accesses)):
            return None
        found += bases
    return tuple(found)


@functools.cache
def _may_raise(name: str) -> bool:
    """Whether a function raises errors, which get lost in another thread.

    That is so of numba's: a singular matrix would give an inverse of zeros.
    """
    helper = getattr(loop_helpers, name, None)
    if inspect.isfunction(helper):
        return "raise " in inspect.getsource(helper)
    return name.startswith("np.linalg.")


def _read_elsewhere(function: Function, loop: gast.For) -> set[str]:
    everywhere = uses_in(function).read
    within = Counter(n for one in statements([loop]) for n in reads(one))
    return {name for name, count in everywhere.items() if within[name] < count}


def _sums(loop: gast.For) -> set[str]:
    """Return the numbers that iterations only add to."""
    added: set[str] = set()
    others: set[str] = set()
    for one in statements(loop.body):
        term = _term(one)
        if term is None:
            others.update((*binds(one), *reads(one)))
        else:
            added.add(binds(one)[0])
            others.update(names_in(term))
    return added - others


def _term(statement: gast.stmt) -> gast.expr | None:
    """Return what a statement adds to a number."""
    if isinstance(statement, gast.AugAssign):
        is_sum = isinstance(statement.op, (gast.Add, gast.Sub))
        is_number = isinstance(statement.target, gast.Name)
        return statement.value if is_sum and is_number else None
    value = statement.value if isinstance(statement, gast.Assign) else None
    if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Add):
        if text_of(value.left) == text_of(statement.targets[0]):
            return value.right
    return None


def _carried(loop: gast.For) -> set[str]:
    """Return names that an iteration binds, and reads before it surely has."""
    bound, found = touched_by(loop).bound, set[str]()

    def walk(block: Sequence[gast.stmt], sure: set[str]) -> set[str]:
        for one in block:
            inner = blocks(one)
            own = set(reads(one)) if inner else set(touched_by(one).read)
            found.update((own & bound) - sure)
            target = set(binds(one)) if inner else set()
            after = [walk(part, sure | target) for part in inner]
            if isinstance(one, gast.If):
                sure = set.intersection(*after) if len(after) > 1 else sure
            elif not inner:
                sure = sure | set(binds(one))
        return sure

    walk(loop.body, {loop.target.id})
    return found


def _are_apart(accesses: Sequence[Access], counter: str, bound: Set[str]) -> bool:
    """Whether each iteration has places of its own: by one axis, at its counter."""
    places: list[Sums] = [one.place for one in accesses if one.place is not None]
    if len(places) < len(accesses) or len({len(place) for place in places}) > 1:
        return False
    for parts in zip(*places):
        keys = {None if part is None else key_of(part) for part in parts}
        first = parts[0]
        if len(keys) == 1 and first and counter in first:
            if not (set(first) - {counter}) & bound:
                return True
    return False
