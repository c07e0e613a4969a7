"""Fuse a forward loop with its backward loop where iterations are independent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gast

from tangentlite.analysis.dependence.loop_fusion import (
    LoopPair,
    independent_loops,
    method_called,
)
from tangentlite.analysis.statement_effects import written
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.leaves import Comment
from tangentlite.ir.rewrite import (
    bound_in,
    map_statement,
    names_in,
    read_in,
    reads,
    statements,
    substitute,
)

Block = Sequence[gast.stmt]


def fuse_loops(function: Function) -> Function:
    """Run the backward iteration right after its forward one, if it needs no later one.

    The backward loop may only add to adjoints, whose order matters for rounding alone;
    its initial values must be available before the forward loop. Nothing is saved then.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... saved = []
    ... for i in range(n):
    ...     t = x[i]
    ...     u = np.sin(t)
    ...     y1 = y + u
    ...     saved.append(t)
    ...     y = y1
    ... x_bar = np.zeros_like(x)
    ... for j in reversed(range(n)):
    ...     v = saved.pop()
    ...     w = np.cos(v)
    ...     x_bar[j] += w
    ... return (y, x_bar)'''
    >>> from tangentlite.kinds.kind import Array, ListOf
    >>> kinds = dict.fromkeys(("n", "y", "y1", "i", "j", "t", "u", "v", "w"), "number")
    >>> kinds.update(dict.fromkeys(("x", "x_bar"), Array("float64", (3,))))
    >>> shown(fuse_loops(function_of(text, saved=ListOf("number"), **kinds)))
    saved = []
    x_bar = np.zeros_like(x)
    for i in range(n):
        t = x[i]
        u = np.sin(t)
        y1 = y + u
        y = y1
        # backward
        v = t
        w = np.cos(v)
        x_bar[i] += w
    return (y, x_bar)
    """
    while True:
        found = next(independent_loops(function), None)
        if found is None:
            return function
        function = replace(function, body=tuple(_fused(function.body, found)))


def _fused(body: Block, pair: LoopPair) -> list[gast.stmt]:
    forward, backward = body[pair.forward], body[pair.backward]
    renamed = {backward.target.id: build.name(forward.target.id)}
    rest = [
        map_statement(statement, lambda node: substitute(node, renamed))
        for statement in backward.body
    ]
    mark = build.effect(gast.Constant(Comment("backward"), None))
    inner = [*forward.body, mark, *rest]
    inner = _handed_over(forward.body, mark, rest) or inner
    loop = build.loop(forward.target.id, forward.iter, inner, forward.lineno)
    late = {place: body[place] for place in sorted(pair.late)}
    zero = build.constant(0.0)
    return [
        *body[: pair.forward],
        *(build.assign(s.targets[0].id, zero, s.lineno) for s in late.values()),
        *(body[place] for place in sorted(pair.made)),
        loop,
        *(
            _added(statement) if place in late else statement
            for place, statement in enumerate(body)
            if pair.forward < place != pair.backward and place not in pair.made
        ),
    ]


def _added(statement: gast.Assign) -> gast.Assign:
    """Add an initial value to a sum that was started without it."""
    name = statement.targets[0].id
    total = gast.BinOp(build.name(name), gast.Add(), statement.value)
    return build.assign(name, total, statement.lineno)


def _handed_over(forward: Block, mark: gast.stmt, backward: Block):
    """Bind the popped names to the saved values directly."""
    if method_called(backward[0]) != "pop" or isinstance(backward[0], gast.Expr):
        return None
    kept = written(backward[0])
    places = [k for k, s in enumerate(forward) if kept in read_in([s])]
    if len(places) != 1 or method_called(forward[places[0]]) != "append":
        return None
    if any(kept in reads(s) for s in statements(backward[1:])):
        return None
    place = places[0]
    value, target = forward[place].value.args[0], backward[0].targets[0]
    if bound_in(forward[place + 1 :]) & set(names_in(value)):
        return None
    if isinstance(target, gast.Tuple) != isinstance(value, gast.Tuple):
        return None
    pairs = [(target, value)]
    if isinstance(target, gast.Tuple):
        pairs = list(zip(target.elts, value.elts))
    line = backward[0].lineno
    copies = [build.assign(one.id, item, line) for one, item in pairs]
    return [*forward[:place], *forward[place + 1 :], mark, *copies, *backward[1:]]
