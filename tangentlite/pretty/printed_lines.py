"""Lines in print: estimated lengths, and the user's lines that comments quote."""

from __future__ import annotations

import re

import gast

from tangentlite.ir.fact_cache import once
from tangentlite.ir.function import LINES_PER_SOURCE, Function, Source, position

# An expression longer than this keeps a name of its own.
LONGEST = 72


@once
def length_of(node: gast.AST) -> int:
    """Return the estimated length of an expression in print.

    >>> length_of(gast.parse('a + f(b)').body[0].value)
    9
    """
    if isinstance(node, gast.Name):
        return len(node.id)
    if isinstance(node, gast.Constant):
        return len(repr(node.value))
    if isinstance(node, gast.Call):
        parts = [length_of(a) + 2 for a in node.args]
        parts += [length_of(k.value) + len(k.arg or "") + 3 for k in node.keywords]
        return length_of(node.func) + sum(parts) + 1
    if isinstance(node, gast.BinOp):
        return length_of(node.left) + length_of(node.right) + 3
    if isinstance(node, gast.Attribute):
        return length_of(node.value) + len(node.attr) + 1
    return 1 + sum(_length(getattr(node, field, None)) for field in node._fields)


def _length(part: object) -> int:
    if isinstance(part, gast.AST):
        return length_of(part)
    return sum(_length(item) + 2 for item in part) if isinstance(part, list) else 0


_HEADER = re.compile(r"(for|while|if|elif|else|with|try|except|def|match|case)\b")


def quoted_line(function: Function, place: int) -> tuple[int, str]:
    """Return a position with the text of the user's line, '' if none is quoted.

    Headers of blocks and lines of templates are not quoted. For a function of one
    return statement its call is quoted, if there is only one.

    >>> from tangentlite.ir.example import function_of
    >>> f = function_of("t = w * x; return t", w="", x="")
    >>> quoted_line(f, f.body[0].lineno)
    (1, 't = w * x; return t')
    """
    if not place:
        return 0, ""
    source = function.sources[place // LINES_PER_SOURCE]
    if place >= LINES_PER_SOURCE and not source.generated:
        place = _call_of(function, source) or place
        source = function.sources[place // LINES_PER_SOURCE]
    text = source.line(place % LINES_PER_SOURCE).strip()
    own = source.generated or source.is_made or source.is_walked
    return (0, "") if own or _HEADER.match(text) else (place, text)


def _call_of(function: Function, source: Source) -> int:
    """Return the position of the only call of a one-line function, else 0."""
    lines = [line.strip() for line in source.lines if line.strip()]
    if len(lines) != 2 or not lines[1].startswith("return"):
        return 0
    caller = function.sources[0]
    name = re.escape(source.name.rpartition(".")[2])
    call = re.compile(rf"(?<!\w){name}\(")
    found = [k for k, line in enumerate(caller.lines) if call.search(line)]
    first = caller.first + found[0] if len(found) == 1 else 0
    return 0 if not first or first == caller.first else position(0, first)
