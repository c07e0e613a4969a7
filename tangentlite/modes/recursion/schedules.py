"""Binomial checkpointing: a segment of a loop is reversed from several snapshots.

Griewank & Walther, Algorithm 799: revolve, ACM TOMS 26 (2000). Before: `def
steps_bwd(start, end, free, x, x_bar): …`, which runs the segment with a tape. After, it
begins with `while end - start > 1: middle = middle_of(start, end, free, 1); x1 =
steps(start, middle, free, x); x_bar = steps_bwd(middle, end, free - 1, x1, x_bar);
end = middle`: the snapshots are the arguments of the calls that are open.
"""

from __future__ import annotations

from collections.abc import Sequence as Items

import gast

from tangentlite import runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import another
from tangentlite.ir import build
from tangentlite.ir.names import derived
from tangentlite.ir.rewrite import Block, map_names
from tangentlite.kinds.kind import Scalar, like
from tangentlite.modes.recursion import function_pairs
from tangentlite.modes.recursion.recursive_activity import Pair, results_of
from tangentlite.modes.rules import unbroadcast
from tangentlite.modes.tape import tape
from tangentlite.specialize.functions.recursion.core_functions import Callee, names_of
from tangentlite.values.base import Atom


def scheduled(
    b: Builder,
    callee: Callee,
    pair: Pair,
    seeds: Items[str],
    body: Block,
    found: Items[gast.expr],
) -> tuple[list[gast.stmt], list[gast.expr]]:
    """Return the body of a backward function with its schedule, and what it returns.

    `body` reverses steps that are run at once, from `seeds`; `found` is what it finds.
    """
    _require_carried(b, callee, pair)
    names, line = names_of(callee), callee.line
    renamed = {
        old: another(b, old) for old in (str(callee.known_plan.end.name), *seeds)
    }
    b.phis.joined.update(renamed.values())
    front = [build.assign(new, build.name(old), line) for old, new in renamed.items()]
    totals: dict[int, str] = {}
    carried = set(callee.known_plan.carried.values())
    for position in pair.active:
        if position not in carried:
            totals[position] = _total(b, names[position], front, line)
    with b.into([]) as inner:
        _reverse_the_rest(b, callee, pair, renamed, totals)
    end = build.name(renamed[str(callee.known_plan.end.name)])
    length = gast.BinOp(end, gast.Sub(), callee.known_plan.start.node)
    test = gast.Compare(length, [gast.Gt()], [callee.known_plan.leaf.node])
    front.append(build.repeat(test, inner, line))

    def now(read: gast.Name) -> gast.expr:
        return build.name(renamed[read.id]) if read.id in renamed else read

    front += [tape.renamed_statement(statement, renamed) for statement in body]
    returned = []
    with b.into(front):
        for position, node in zip(pair.active, found):
            part = map_names(node, now)
            if position in totals:
                kind = like(b.kinds[names[position]])
                whole = build.binary(build.name(totals[position]), "+", part)
                part = b.emit(b, whole, kind, derived(names[position], "_bar")).node
            returned.append(part)
    return front, returned


def _require_carried(b: Builder, callee: Callee, pair: Pair) -> None:
    """Raise if a result with a derivative is no argument of the next segment."""
    if all(result in callee.known_plan.carried for result in pair.results):
        return
    b.line = callee.line
    raise b.error(
        "a variable that is bound in this loop, and read behind it, has no value of "
        "the same structure in front of it, which slots of tl.checkpointed ask for.",
        "Bind it in front of the loop, or leave out slots.",
    )


def _total(b: Builder, name: str, front: list[gast.stmt], line: int) -> str:
    """Name the sum of the adjoints of what all steps read."""
    kind, base = b.kinds[name], derived(name, "_bar")
    with b.into(front):
        zero = unbroadcast.zeros(b, Atom(build.name(name), kind), base)
    total = b.fresh(base, like(kind))
    b.phis.joined.add(total)
    front.append(build.assign(total, zero.node, line))
    return total


def _reverse_the_rest(
    b: Builder,
    callee: Callee,
    pair: Pair,
    renamed: dict[str, str],
    totals: dict[int, str],
) -> None:
    """Emit the reversal of the steps behind the middle, from a snapshot there."""
    plan, names, line = callee.known_plan, names_of(callee), callee.line
    start, end, free = (str(atom.name) for atom in (plan.start, plan.end, plan.free))
    integer = Scalar("int64", True)
    cut = [plan.start.node, build.name(renamed[end]), plan.free.node, plan.leaf.node]
    rhs = build.call(b.references.function(runtime.middle_of), cut)
    middle = b.emit(b, rhs, integer, "middle").node
    there = {end: middle}
    given = [there.get(name, build.name(name)) for name in names]
    rhs = build.call(build.name(callee.name), given)
    kinds = [atom.kind for atom in results_of(callee)]
    states = function_pairs.parts_of(b, rhs, kinds, True)
    less = b.emit(
        b, build.binary(plan.free.node, "-", build.constant(1)), integer, free
    )
    there = {start: middle, end: build.name(renamed[end]), free: less.node}
    for result, position in plan.carried.items():
        there[names[position]] = states[result].node
    given = [there.get(name, build.name(name)) for name in names]
    seeds = [new for old, new in renamed.items() if old != end]
    given += [build.name(seed) for seed in seeds]
    rhs = build.call(build.name(pair.backward), given)
    kinds = [like(b.kinds[names[position]]) for position in pair.active]
    parts = dict(zip(pair.active, function_pairs.parts_of(b, rhs, kinds, True)))
    for position, total in totals.items():
        whole = build.binary(build.name(total), "+", parts[position].node)
        b.add(build.assign(total, whole, line))
    for result, seed in zip(pair.results, seeds):
        part = parts.get(plan.carried[result])
        if part is not None:
            b.add(build.assign(seed, part.node, line))
    b.add(build.assign(renamed[end], middle, line))
