"""Lines of Python as HTML with classes for what they consist of."""

from __future__ import annotations

import html
import io
import keyword
import textwrap
import tokenize
from collections.abc import Collection, Sequence

# What a token of a kind is called in the style sheet.
_CLASSES = {
    tokenize.NUMBER: "num",
    tokenize.STRING: "str",
    tokenize.COMMENT: "com",
}


def highlighted_lines(
    lines: Sequence[str], marked: Collection[str] = (), title: str = ""
) -> list[str]:
    """Return lines as HTML; names that are `marked` get the class "active".

    What is no whole program, as the line of a lambda, is shown without colours.

    >>> print(highlighted_lines(["if x < y:"], ["x"], "it is active")[0])
    <b class="key">if</b> <b class="active" title="it is active">x</b> &lt; y:
    """
    lines = textwrap.dedent("\n".join(lines)).split("\n")
    pieces: list[list[tuple[int, int, str]]] = [[] for _ in lines]
    try:
        for token in tokenize.generate_tokens(io.StringIO("\n".join(lines)).readline):
            name = _class_of(token, marked)
            (first, start), (last, end) = token.start, token.end
            for row in range(first - 1, last) if name else ():
                left = start if row == first - 1 else 0
                right = end if row == last - 1 else len(lines[row])
                pieces[row].append((left, right, name))
    except (tokenize.TokenError, SyntaxError):
        return [html.escape(line, quote=False) for line in lines]
    return [_line(line, own, title) for line, own in zip(lines, pieces)]


def _class_of(token: tokenize.TokenInfo, marked: Collection[str]) -> str:
    if token.type == tokenize.NAME:
        if keyword.iskeyword(token.string):
            return "key"
        return "active" if token.string in marked else ""
    if token.type in _F_STRINGS:
        return "str"
    return _CLASSES.get(token.type, "")


# From Python 3.12 on an f-string is several tokens.
_F_STRINGS = {
    getattr(tokenize, name)
    for name in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
    if hasattr(tokenize, name)
}


def _line(line: str, pieces: Sequence[tuple[int, int, str]], title: str) -> str:
    result, place = [], 0
    for left, right, name in pieces:
        left = max(left, place)  # some Pythons count doubled braces of f-strings twice
        result.append(html.escape(line[place:left], quote=False))
        said = f' title="{html.escape(title)}"' if name == "active" and title else ""
        inside = html.escape(line[left:right], quote=False)
        result.append(f'<b class="{name}"{said}>{inside}</b>')
        place = right
    return "".join(result) + html.escape(line[place:], quote=False)
