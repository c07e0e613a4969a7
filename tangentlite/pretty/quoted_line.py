"""The user's line of a position, as comments quote it."""

from __future__ import annotations

import re

from tangentlite.ir.function import LINES_PER_SOURCE, Function, Source, position

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
    return (0, "") if source.generated or _HEADER.match(text) else (place, text)


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
