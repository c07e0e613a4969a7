"""Say which line of the primal each part of the backward half belongs to."""

from __future__ import annotations

import re
from dataclasses import replace

import gast

from tangentlite.ir import build
from tangentlite.ir.comment import Comment
from tangentlite.ir.function import LINES_PER_SOURCE, Function
from tangentlite.ir.rewrite import map_statement


def comment_lines(function: Function) -> Function:
    """Head the two sweeps, and quote each primal line above its adjoint.

    A quotation is the number of the line in the user's file, and its text. The headers
    of loops are not quoted, nor is what a template wrote.

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
    forward, backward = body[:start], body[start + 1 :]
    result = [_comment("forward"), *forward, _comment("")] if forward else []
    if forward:
        result.append(_comment("backward"))
    result.extend(_quoted(function, backward))
    return replace(function, body=tuple(result))


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
