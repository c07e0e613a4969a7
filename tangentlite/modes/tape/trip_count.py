"""The trip counts and headers of backward loops."""

from __future__ import annotations

import gast

from tangentlite import operations
from tangentlite.ir import build
from tangentlite.ir.rewrite import leaves_loop, read_in
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules.operation import value_of
from tangentlite.values.base import required_atom
from tangentlite.values.literals import literal


def emit_backward(
    s: Sweep,
    node: gast.For | gast.While,
    push: list[gast.stmt],
    body: list[gast.stmt],
    counter: str | None,
) -> tuple[list[gast.stmt], list[gast.stmt]]:
    """Emit the backward loop; return statements before the forward one, and in it.

    Of a `while` that saves something it runs until the list is empty. A loop whose trip
    count no header says counts its iterations.
    """
    if isinstance(node, gast.While) and push and not s.loops:
        saved = push[0].value.func.value
        s.b.add(build.repeat(saved, body, node.lineno))
        return [], push
    leaves = any(leaves_loop(statement) for statement in node.body)
    if not leaves and counter is not None:
        s.b.add(build.loop(counter, _reversed(s, node.iter), body, node.lineno))
        return [], push
    start, count = _counted(s, node)
    s.b.add(_backward_loop(s, node, start.targets[0].id, body, counter))
    return [start], [*push, count]


def rebuilt(node: gast.For | gast.While, body: list[gast.stmt]) -> gast.stmt:
    """Return a loop with another body."""
    if isinstance(node, gast.For):
        return build.loop(node.target.id, node.iter, body, node.lineno)
    return build.repeat(node.test, body, node.lineno)


def _counted(s: Sweep, node: gast.For | gast.While) -> tuple[gast.Assign, gast.Assign]:
    """Return the statements that start and advance a count of iterations."""
    trips = s.b.fresh("trips", Scalar("int64", True))
    more = build.binary(build.name(trips), "+", build.constant(1))
    start = build.assign(trips, build.constant(0), node.lineno)
    return start, build.assign(trips, more, node.lineno)


def _backward_loop(
    s: Sweep,
    node: gast.For | gast.While,
    trips: str,
    body: list[gast.stmt],
    counter: str | None,
) -> gast.stmt:
    b = s.b
    if counter is None or counter not in read_in(body):
        header = build.call(b.references.function(range), [build.name(trips)])
        return build.loop(b.fresh("_", Opaque(None)), header, body, node.lineno)
    header = _first_of(s, node.iter, trips)
    return build.loop(counter, _reversed(s, header), body, node.lineno)


def _first_of(s: Sweep, header: gast.Call, trips: str) -> gast.Call:
    """Return the range of the first items of a range."""
    b, count = s.b, build.name(trips)
    if len(header.args) == 1:
        return build.call(header.func, [count])
    start = value_of(b, header.args[0])
    step = value_of(b, header.args[2]) if len(header.args) > 2 else literal(1)
    reach = operations.binary(b, gast.Mult(), step, value_of(b, count), "t")
    if len(header.args) == 2:
        reach = value_of(b, count)
    stop = operations.binary(b, gast.Add(), start, reach, "t")
    arguments = [required_atom(start).node, stop.node, *header.args[2:]]
    return build.call(header.func, arguments)


def _reversed(s: Sweep, header: gast.Call) -> gast.expr:
    backwards = s.b.references.function(reversed)
    if header.func.id == backwards.id:
        return header.args[0]
    return build.call(backwards, [header])
