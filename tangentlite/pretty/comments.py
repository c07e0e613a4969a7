"""Say which line of the primal each part of the backward half belongs to."""

from __future__ import annotations

import re
from dataclasses import replace

import gast

from tangentlite.ir import build
from tangentlite.ir.comment import Comment
from tangentlite.ir.function import LINES_PER_SOURCE, Function
from tangentlite.ir.rewrite import map_blocks, map_statement


def comment_lines(function: Function) -> Function:
    """Head the two sweeps, and quote each primal line above its adjoint.

    A quotation is the number of the line in the user's file, and its text. The headers
    of loops are not quoted, nor is what a template wrote. Where a loop runs both ways
    at once, its second part is the backward one.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... y = np.sin(x)
    ... "backward"
    ... x_bar = y_bar * y
    ... return x_bar'''
    >>> shown(comment_lines(function_of(text, x="number", y="number", y_bar="number")))
    # forward
    y = np.sin(x)
    #
    # backward
    # 3: x_bar = y_bar * y
    x_bar = y_bar * y
    return x_bar
    """
    body = list(function.body)
    start = next((i for i, s in enumerate(body) if _is_mark(s)), None)
    if start is None:
        return function
    forward = [_both_ways(function, statement) for statement in body[:start]]
    backward = _quoted(function, body[start + 1 :])
    if forward and len(backward) > 1:
        heads = _comment("forward"), _comment(""), _comment("backward")
        forward = [heads[0], *forward, *heads[1:]]
    return replace(function, body=(*forward, *backward))


def _both_ways(function: Function, statement: gast.stmt) -> gast.stmt:
    """Quote lines in the backward part of a loop that has one."""
    body = statement.body if isinstance(statement, gast.For) else []
    start = next((k for k, s in enumerate(body) if _is_mark(s)), None)
    if start is None:
        return statement
    inner = [*body[:start], *_quoted(function, body[start + 1 :])]
    return map_blocks(statement, lambda block: inner)


_LOOP = re.compile(r"\d+: (for|while) ")


def _is_mark(statement: gast.stmt) -> bool:
    return (
        isinstance(statement, gast.Expr)
        and isinstance(statement.value, gast.Constant)
        and isinstance(statement.value.value, Comment)
    )


def _comment(text: str) -> gast.Expr:
    return build.effect(gast.Constant(Comment(text), None))


def _quoted(function: Function, block) -> list[gast.stmt]:
    result = []
    latest = None
    for statement in block:
        line = statement.lineno
        if line and line != latest and not isinstance(statement, gast.Return):
            text = _line(function, line)
            # A loop is its own explanation; its line would head each of its parts.
            if text and not _LOOP.match(text):
                result.append(_comment(text))
            latest = line
        if isinstance(statement, (gast.For, gast.While, gast.If)):
            latest = None
        result.append(
            map_statement(statement, _same, block=lambda body: _quoted(function, body))
        )
    return result


def _line(function: Function, position: int) -> str:
    source = function.sources[position // LINES_PER_SOURCE]
    number = position % LINES_PER_SOURCE
    text = source.line(number).strip()
    return f"{number}: {text}" if text and not source.generated else ""


def _same(node: gast.expr) -> gast.expr:
    return node
