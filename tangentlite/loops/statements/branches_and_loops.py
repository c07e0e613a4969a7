"""Branches and loops, and the facts of arrays where paths meet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager

import gast

from tangentlite.ir import build
from tangentlite.ir.rewrite import bound_in, leaves_loop
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.functions.lists.number_lists import is_list
from tangentlite.loops.lowering.facts import ArrayFact, Facts, own_array
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import ONE, ZERO, expression, minus, sum_of
from tangentlite.loops.lowering.slices import as_signed
from tangentlite.loops.lowering.table import form_of
from tangentlite.loops.statements.kept_views import in_memory

Block = Sequence[gast.stmt]


@form_of(gast.Return)
def _returned(low: Lowering, node: gast.Return) -> None:
    low.emit(build.result(in_memory(low, node.value), node.lineno))


@form_of(gast.FunctionDef)
def _defined(low: Lowering, node: gast.FunctionDef) -> None:
    raise low.refuse("a function is defined inside")


@form_of(gast.If)
def _branch(low: Lowering, node: gast.If) -> None:
    test, known = _test(low, node.test), _decided(low, node.test)
    if known is not None:
        low.block_of(node.body if known else node.orelse)
        return
    line = low.line
    leaves = bool(node.body) and isinstance(node.body[-1], gast.Break)
    ends: list[Facts] = []
    blocks: list[list[gast.stmt]] = []
    low.lists.path.append(None)
    for part in (node.body[:-1] if leaves else node.body, node.orelse):
        with low.block() as inner:
            low.block_of(part)
            ends.append(low.facts)
        blocks.append(inner)
    low.lists.path.pop()
    if leaves:
        blocks[0].append(node.body[-1])
        low.exits.append(ends[0])
    low.emit(build.branch(test, blocks[0], blocks[1], line))
    low.line = line
    if not leaves:
        _meet(low, bound_in(node.body) | bound_in(node.orelse), ends)


def _decided(low: Lowering, node: gast.expr) -> bool | None:
    """Return a condition that is known, None for others."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
        inner = _decided(low, node.operand)
        return None if inner is None else not inner
    return low.lists.flags.get(node.id if isinstance(node, gast.Name) else "")


def _test(low: Lowering, node: gast.expr) -> gast.expr:
    """Return a condition; that of a list is whether it has items."""
    if is_list(low, node):
        return node
    test = low.elements(node)
    if test.rank:
        raise low.refuse("the truth of an array is not known")
    return test.at(())


def _meet(low: Lowering, changed: Collection[str], ends: Sequence[Facts]) -> None:
    """Keep the facts of arrays that several paths agree about."""
    known = low.facts.names
    agreed: dict[str, ArrayFact] = {}
    for name in changed:
        facts = [end.arrays.get(name) for end in ends]
        first = facts[0]
        if first is not None and all(_agree(low.facts, first, f) for f in facts):
            if all(known >= set(extent) - {""} for extent in first.extents):
                agreed[name] = own_array(name, first.extents)
    low.facts.forget(changed)
    low.facts.arrays.update(agreed)


def _agree(facts: Facts, one: ArrayFact, other: ArrayFact | None) -> bool:
    if other is None or len(one.extents) != len(other.extents):
        return False
    return all(map(facts.same, one.extents, other.extents))


@form_of(gast.For)
def _for(low: Lowering, node: gast.For) -> None:
    counter, line = node.target.id, low.line
    least, greatest = _bounds(low, node.iter)
    if not low.is_stable(counter):
        least = greatest = None
    counts = _range(low, node.iter)
    letter = low.bases.get(counter, counter)
    backwards = getattr(node.iter.func, "id", "") == "reversed"
    is_left = any(map(leaves_loop, node.body))
    low.lists.path.append(None if is_left else (counter, least, greatest, backwards))
    _loop(
        low,
        node.body,
        lambda: low.counting(counter, least, greatest, letter),
        lambda inner: build.loop(counter, counts, inner, line),
    )
    low.lists.path.pop()


def _bounds(low: Lowering, node: gast.Call) -> tuple[Affine | None, Affine | None]:
    """Return the least and the greatest count of a range."""
    backwards = getattr(node.func, "id", "") == "reversed"
    call = node.args[0] if backwards else node
    given = [low.integer(part) for part in call.args]
    first, *others = given
    start, stop = (ZERO, first) if not others else (first, others[0])
    step = others[1] if len(others) > 1 else ONE
    if start is None or stop is None or step is None or set(step) != {""}:
        return None, None
    if step[""] > 0:
        return start, minus(stop, ONE)
    return sum_of(stop, ONE), start


def _range(low: Lowering, node: gast.Call) -> gast.Call:
    """Return a range over numbers that are lowered."""
    if getattr(node.func, "id", "") == "reversed":
        return build.call(node.func, [_range(low, node.args[0])])
    return build.call(node.func, [_number(low, part) for part in node.args])


def _number(low: Lowering, node: gast.expr) -> gast.expr:
    known = low.integer(node)
    if known is not None:
        return expression(known)
    value = low.elements(node)
    return as_signed(low, value.at(()), value.dtype)


@form_of(gast.While)
def _while(low: Lowering, node: gast.While) -> None:
    """Compute what a condition needs at the start of each iteration."""
    line = low.line
    tests: list[gast.expr] = []

    def head() -> None:
        tests.clear()
        with low.block() as before:
            test = _test(low, node.test)
        if before:
            low.out += before
            leave = gast.UnaryOp(gast.Not(), test)
            left = build.at(gast.Break(), line)
            low.emit(build.branch(leave, [left], [], line))
            test = build.constant(True)
        tests.append(test)

    made: Callable = lambda inner: build.repeat(tests[-1], inner, line)  # noqa: E731
    low.lists.path.append(None)
    _loop(low, node.body, low.block, made, head)
    low.lists.path.pop()


def _loop(
    low: Lowering,
    body: Block,
    opened: Callable[[], AbstractContextManager[list[gast.stmt]]],
    made: Callable[[list[gast.stmt]], gast.stmt],
    head: Callable[[], None] = lambda: None,
) -> None:
    """Lower a body until what it assumes of arrays holds whenever it ends."""
    changed = bound_in(body)
    _own(low, changed)
    outer = low.exits
    while True:
        low.exits = []
        with opened() as inner:
            start = dict(low.facts.arrays)
            head()
            low.block_of(body)
            ends = [low.facts, *low.exits]
        wrong = [
            name
            for name in sorted(changed & start.keys())
            if not all(_agree(e, start[name], e.arrays.get(name)) for e in ends)
        ]
        if not wrong:
            break
        for name in wrong:
            del low.facts.arrays[name]
    low.exits = outer
    low.emit(made(inner))


def _own(low: Lowering, changed: Collection[str]) -> None:
    """Forget in front of a loop where views are that it may bind anew, or their bases.

    How long they are is assumed to stay.
    """
    arrays = low.facts.arrays
    for name, known in list(arrays.items()):
        if name in changed or known.base in changed:
            arrays[name] = own_array(name, known.extents)
