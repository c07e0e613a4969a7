"""Quote the primal's lines as comments above their adjoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gast

from tangentlite.ir import build
from tangentlite.ir.function import LINES_PER_SOURCE, Function
from tangentlite.ir.leaves import Comment
from tangentlite.ir.rewrite import binds, map_blocks, map_statement, statements
from tangentlite.pretty.printed_lines import quoted_line


def comment_lines(function: Function) -> Function:
    """Head the two sweeps, and quote each primal line once, where its adjoint begins.

    The only statement of a backward half needs none. Of a fused loop the second part is
    the backward one. A quotation has the position of its line (`number_lines`).

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... "backward"
    ... t = y_bar * y
    ... x_bar = np.cos(t)
    ... return x_bar'''
    >>> names = dict.fromkeys(("y", "y_bar", "x_bar", "t"), "number")
    >>> shown(comment_lines(function_of(text, **names)))
    # t = y_bar * y
    t = y_bar * y
    # x_bar = np.cos(t)
    x_bar = np.cos(t)
    return x_bar
    """
    body = list(function.body)
    start = next((i for i, s in enumerate(body) if _is_mark(s)), None)
    if start is None:
        return function
    quoting = _Quoting(function)
    forward = [_both_ways(quoting, statement) for statement in body[:start]]
    backward = quoting.block(body[start + 1 :], whole=not forward)
    if forward and len(backward) > 1:
        heads = _comment("forward"), _comment(""), _comment("backward")
        forward = [heads[0], *forward, *heads[1:]]
    return replace(function, body=(*forward, *backward))


def number_lines(function: Function) -> Function:
    """Put its number in the file in front of each quoted line.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... "backward"
    ... t = y_bar * y
    ... x_bar = np.cos(t)
    ... return x_bar'''
    >>> names = dict.fromkeys(("y", "y_bar", "x_bar", "t"), "number")
    >>> quoted = comment_lines(function_of(text, **names))
    >>> shown(number_lines(quoted))
    # 2: t = y_bar * y
    t = y_bar * y
    # 3: x_bar = np.cos(t)
    x_bar = np.cos(t)
    return x_bar
    """
    callees = tuple(map(number_lines, function.callees))
    return replace(function, body=tuple(_numbered(function.body)), callees=callees)


def _numbered(block: Sequence[gast.stmt]) -> list[gast.stmt]:
    result = []
    for statement in block:
        if _is_mark(statement) and statement.lineno:
            number = statement.lineno % LINES_PER_SOURCE
            statement = _comment(f"{number}: {statement.value.value}")
        result.append(map_blocks(statement, _numbered))
    return result


def _both_ways(quoting: _Quoting, statement: gast.stmt) -> gast.stmt:
    """Quote lines in the backward part of a fused loop."""
    body = statement.body if isinstance(statement, gast.For) else []
    start = next((k for k, s in enumerate(body) if _is_mark(s)), None)
    if start is None:
        return statement
    inner = [*body[:start], *quoting.block(body[start + 1 :])]
    return map_blocks(statement, lambda block: inner)


def _is_mark(statement: gast.stmt) -> bool:
    return (
        isinstance(statement, gast.Expr)
        and isinstance(statement.value, gast.Constant)
        and isinstance(statement.value.value, Comment)
    )


def _comment(text: str, position: int = 0) -> gast.Expr:
    return build.at(build.effect(gast.Constant(Comment(text), None)), position)


class _Quoting:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._seen: set[str] = set()

    def block(self, block: Sequence[gast.stmt], whole: bool = False) -> list[gast.stmt]:
        """Quote the lines of a backward half, unless it is a single statement."""
        plain = [s for s in statements(block) if not isinstance(s, gast.Return)]
        quoted = self._quoted(block) if len(plain) > 1 else list(block)
        loops = any(isinstance(s, (gast.For, gast.While)) for s in plain)
        if whole and not loops and len(self._seen) == 1:
            return list(block)  # the primal is one line
        return quoted

    def _quoted(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        place = 0  # behind the last statement with a known line
        for statement in block:
            quiet = isinstance(statement, gast.Return) or self._is_of_primal(statement)
            at, text = (0, "") if quiet else self._line_of(statement)
            if text and text not in self._seen:
                result.insert(place, _comment(text, at))
                self._seen.add(text)
            result.append(map_statement(statement, _same, block=self._quoted))
            if text or isinstance(statement, (gast.For, gast.While, gast.If)):
                place = len(result)
        return result

    def _is_of_primal(self, statement: gast.stmt) -> bool:
        """Whether a statement recomputes or pops primal values or integers."""
        names = set(binds(statement))
        if not names or not isinstance(statement, gast.Assign):
            return False
        kinds = [self._function.kinds.get(name) for name in names]
        whole = [str(getattr(kind, "dtype", "")).startswith("int") for kind in kinds]
        return names <= self._function.primal or all(whole)

    def _line_of(self, statement: gast.stmt) -> tuple[int, str]:
        """Return the position and text of the line that a statement reverses.

        The adjoint of a loop's item belongs to the line that reads it.
        """
        found = quoted_line(self._function, statement.lineno)
        value = getattr(statement, "value", None)
        if not found[1] and statement.lineno and isinstance(value, gast.expr):
            inner = (node.__dict__.get("lineno", 0) for node in gast.walk(value))
            lines = (quoted_line(self._function, position) for position in inner)
            found = next((line for line in lines if line[1]), found)
        return found


def _same(node: gast.expr) -> gast.expr:
    return node
