"""Loops that count down, without `reversed`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gast

from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.leaves import number_of
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.sizes.affine import Affine, affine
from tangentlite.loops.lowering.places import ONE, expression, minus, sum_of
from tangentlite.runtime.loop_helpers import last_of


def count_down(function: Function) -> Function:
    """Reverse ranges by counting from their last number.

    numba knows the direction of a range only if its step is a literal.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for i in reversed(range(1, n)):
    ...     y[i] = 0.0
    ... return y'''
    >>> shown(count_down(function_of(text, n="", i="", y="")))
    for i in range(n - 1, 0, -1):
        y[i] = 0.0
    return y
    """
    found = with_body(function, _block(function.body))
    references = {**function.references, "last_of": last_of}
    return found if found is function else replace(found, references=references)


def _block(block: Sequence[gast.stmt]) -> list[gast.stmt]:
    return [_counted(map_blocks(statement, _block)) for statement in block]


def _counted(statement: gast.stmt) -> gast.stmt:
    if not isinstance(statement, gast.For):
        return statement
    call = statement.iter
    if getattr(call.func, "id", "") != "reversed":
        return statement
    new = gast.For(statement.target, _reversed(call.args[0]), statement.body, [], None)
    return gast.copy_location(new, statement)


def _reversed(call: gast.Call) -> gast.Call:
    given = list(call.args)
    start = given[0] if len(given) > 1 else build.constant(0)
    stop = given[1] if len(given) > 1 else given[0]
    step = number_of(given[2]) if len(given) > 2 else 1
    if not isinstance(step, int):
        last = build.call("last_of", [start, stop, given[2]])
        end = build.binary(start, "-", given[2])
        return build.call("range", [last, end, build.negate(given[2])])
    first, end = _sum(start), _sum(stop)
    if step == 1 and first is not None and end is not None:
        parts = [minus(end, ONE), minus(first, ONE)]
        return build.call("range", [*map(expression, parts), build.constant(-1)])
    if step == -1 and first is not None and end is not None:
        parts = [sum_of(end, ONE), sum_of(first, ONE)]
        if not parts[0]:
            return build.call("range", [expression(parts[1])])
        return build.call("range", list(map(expression, parts)))
    return _by_steps(start, stop, step)


def _by_steps(start: gast.expr, stop: gast.expr, step: int) -> gast.Call:
    """Count down from the last number that is reached in steps."""
    sign = build.constant(1 if step > 0 else -1)
    length = build.binary(build.binary(stop, "-", start), "-", sign)
    size = build.constant(step)
    last = build.binary(build.binary(length, "//", size), "*", size)
    first = build.binary(start, "+", last)
    end = build.binary(start, "-", sign)
    return build.call("range", [first, end, build.constant(-step)])


def _sum(node: gast.expr) -> Affine | None:
    return affine(node, lambda name: {name: 1})
