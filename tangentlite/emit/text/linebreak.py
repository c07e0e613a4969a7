"""Line breaking at 88 columns, of text that records its possible breaks.

A piece is a string: its own text on one line. A plain `str` cannot be broken; a
`Breakable` also holds its parts, so that the printer makes one pass and never
measures.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Literal

WIDTH = 88
INDENT = "    "


def break_line(parts: Sequence[str], indent: str) -> list[str]:
    """Return the lines of a statement, which is the concatenation of `parts`.

    The last breakable part is broken first: the value of an assignment rather than its
    target. A line stays too long where Python allows no break.
    """
    return _broken_beside(parts, range(len(parts) - 1, -1, -1), indent, "", indent)


def comment_line(text: str, indent: str) -> str:
    """Return a comment on one line, cut with … at the margin, or a blank line."""
    words = _visible_controls(" ".join(text.splitlines()).strip())
    room = len(indent) + 12 <= WIDTH  # for a few words at least
    return _cut(f"{indent}# {words}", WIDTH) if words and room else ""


def docstring_lines(text: str, indent: str) -> list[str]:
    """Return a docstring in triple double quotes, with its long lines wrapped."""
    escaped = inspect.cleandoc(text).strip().replace("\\", "\\\\")
    lines = _visible_controls(escaped.replace('"""', '\\"\\"\\"')).split("\n")
    if lines[-1].endswith('"') and not lines[-1].endswith('\\"'):
        lines[-1] = lines[-1][:-1] + '\\"'
    if len(lines) == 1 and len(indent) + len(lines[0]) + 6 <= WIDTH:
        return [f'{indent}"""{lines[0]}"""']
    lines[0] = '"""' + lines[0]
    width = WIDTH - len(indent)
    wrapped = [part for line in lines for part in _wrapped(line, width)]
    return [(indent + line).rstrip() for line in (*wrapped, '"""')]


# From this many names on, several are put on a line.
FEW = 5


class Breakable(str):
    """A piece that can be broken into several lines."""

    __slots__ = ()

    def broken(self, head: str, tail: str, indent: str) -> list[str]:
        """Return the lines of the piece, with `head` before and `tail` after them."""
        raise NotImplementedError


class Joined(Breakable):
    """A concatenation of parts: `key=` and a value, `if ` and a condition."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, *parts: str) -> Joined:
        piece = str.__new__(cls, "".join(parts))
        piece.parts = parts
        return piece

    def broken(self, head: str, tail: str, indent: str) -> list[str]:
        """Break the longest part that suffices."""
        return _broken_beside(self.parts, self.order(), head, tail, indent)

    def order(self) -> list[int]:
        """Return the indices of the parts, the longest first."""
        return sorted(range(len(self.parts)), key=lambda at: -len(self.parts[at]))


class Chain(Joined):
    """A value with its attributes, calls and subscripts."""

    __slots__ = ()

    def broken(self, head: str, tail: str, indent: str) -> list[str]:
        """Break as Joined does, or in parentheses where no single break is enough."""
        inner = indent + INDENT
        if _sufficient(self.parts, self.order(), head, tail, indent) is None:
            if len(inner) + len(self) <= WIDTH:
                return [f"{head}(", inner + self, f"{indent}){tail}"]
            links = self._links()
            if len(links) > 1 and self._widest_run(head, tail, indent) > WIDTH:
                rows = [row for link in links for row in _laid(link, inner, "", inner)]
                return [f"{head}(", *rows, f"{indent}){tail}"]
        return super().broken(head, tail, indent)

    def _widest_run(self, head: str, tail: str, indent: str) -> int:
        """Return the longest line that would remain if all brackets were broken."""
        runs = [len(head)]
        for part in self.parts:
            if isinstance(part, Breakable):
                runs[-1] += 1
                runs.append(len(indent) + 1)
            else:
                runs[-1] += len(part)
        runs[-1] += len(tail)
        return max(runs)

    def _links(self) -> list[str]:
        """Return the value, then each attribute with its calls and subscripts."""
        links = [[self.parts[0]]]
        for part in self.parts[1:]:
            if part.startswith("."):
                links.append([])
            links[-1].append(part)
        return [Joined(*link) for link in links]


class Operation(Breakable):
    """Operands with the operators before them: `a`, `+ b`, `- c`."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, *parts: str) -> Operation:
        piece = str.__new__(cls, " ".join(parts))
        piece.parts = parts
        return piece

    def broken(self, head: str, tail: str, indent: str) -> list[str]:
        """Break into an operand a line, in parentheses."""
        rows = self.rows(indent + INDENT)
        return [f"{head}(", *rows, f"{indent}){tail}"]

    def rows(self, indent: str) -> list[str]:
        """Return one line for each operand, for use inside brackets."""
        return [row for part in self.parts for row in _laid(part, indent, "", indent)]


class Listing(Breakable):
    """Items separated by commas, or one with a comma after it."""

    __slots__ = ("items",)
    items: tuple[str, ...]

    def __new__(cls, *items: str) -> Listing:
        text = ", ".join(items) if len(items) > 1 else f"{items[0]},"
        piece = str.__new__(cls, text)
        piece.items = items
        return piece

    def broken(self, head: str, tail: str, indent: str) -> list[str]:
        """Break inside parentheses."""
        return Bracketed("(", self, ")").broken(head, tail, indent)

    def rows(self, indent: str) -> list[str]:
        """Return one line for each item, or of many names as many as fit on a line."""
        names = all(item.isidentifier() for item in self.items)
        if names and len(self.items) >= FEW:
            return _filled([f"{item}," for item in self.items], indent)
        return [row for item in self.items for row in _laid(item, indent, ",", indent)]


class Bracketed(Breakable):
    """A piece between brackets."""

    __slots__ = ("opening", "content", "closing")
    opening: str
    content: str
    closing: str

    def __new__(cls, opening: str, content: str, closing: str) -> Bracketed:
        piece = str.__new__(cls, f"{opening}{content}{closing}")
        piece.opening, piece.content, piece.closing = opening, content, closing
        return piece

    def broken(self, head: str, tail: str, indent: str) -> list[str]:
        """Put the content on a line of its own, or on several if it is too long."""
        inner = indent + INDENT
        if len(inner) + len(self.content) <= WIDTH:
            rows = [inner + self.content]
        elif isinstance(self.content, Operation | Listing):
            rows = self.content.rows(inner)
        else:
            rows = _laid(self.content, inner, "", inner)
        return [head + self.opening, *rows, indent + self.closing + tail]


def _filled(items: Iterable[str], indent: str) -> list[str]:
    rows = [""]
    for item in items:
        if rows[-1] and len(indent) + len(rows[-1]) + len(item) >= WIDTH:
            rows.append("")
        rows[-1] += f" {item}" if rows[-1] else item
    return [indent + row for row in rows]


def _laid(piece: str, head: str, tail: str, indent: str) -> list[str]:
    """Return the lines of a piece, one if it fits or cannot be broken."""
    fits = len(head) + len(piece) + len(tail) <= WIDTH
    if fits or not isinstance(piece, Breakable):
        return [head + piece + tail]
    return piece.broken(head, tail, indent)


def _broken_beside(
    parts: Sequence[str], order: Iterable[int], head: str, tail: str, indent: str
) -> list[str]:
    """Return lines with the first sufficient part broken, or else several."""
    at = _sufficient(parts, order, head, tail, indent)
    if at is None:
        return _broken_in_turn(parts, head, tail, indent)
    before, after = "".join(parts[:at]), "".join(parts[at + 1 :])
    return _laid(parts[at], head + before, after + tail, indent)


def _sufficient(
    parts: Sequence[str], order: Iterable[int], head: str, tail: str, indent: str
) -> int | None:
    """Return the index of the first part after whose break all others fit."""
    whole = len(head) + sum(map(len, parts)) + len(tail)
    before = [0, *accumulate(map(len, parts))]
    for at in order:
        if isinstance(parts[at], Breakable):
            first = len(head) + before[at] + _unbroken([parts[at]], 1, indent)[0]
            after = whole - len(head) - before[at + 1]
            last = len(indent) + _unbroken([parts[at]], -1, indent)[0] + after
            if first <= WIDTH and last <= WIDTH:
                return at
    return None


def _broken_in_turn(
    parts: Sequence[str], head: str, tail: str, indent: str
) -> list[str]:
    """Return lines with each part broken that crosses the margin, from the left."""
    lines = [head]
    for at, part in enumerate(parts):
        length, whole = _unbroken(parts[at + 1 :], 1, indent)
        room = " " * (length + len(tail) if whole else length)
        *above, last = _laid(part, lines.pop(), room, indent)
        lines += [*above, last[: len(last) - len(room)]]
    lines[-1] += tail
    return lines


def _unbroken(
    parts: Sequence[str], step: Literal[1, -1], indent: str
) -> tuple[int, bool]:
    """Return the number of characters before the first break, and if there is none."""
    length = 0
    for part in parts[::step]:
        if isinstance(part, Joined):
            inner, whole = _unbroken(part.parts, step, indent)
            in_parentheses = len(indent) + len(INDENT) + len(part) <= WIDTH
            if whole and isinstance(part, Chain) and in_parentheses:
                inner, whole = 1, False
        else:
            whole = not isinstance(part, Breakable)
            inner = len(part) if whole else 1
        length += inner
        if not whole:
            return length, False
    return length, True


def _visible_controls(text: str) -> str:
    return _CONTROLS.sub(_escape, text)


# Spaces that are none, what terminals obey, halves of characters, and marks that show
# text in another order than it stands in (Boucher and Anderson, Trojan Source, 2021).
_CONTROLS = re.compile(
    r"[^\S\n ]|[\0-\x08\x0e-\x1f\x7f-\xa0\ud800-\udfff]"
    r"|[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)


def _escape(match: re.Match[str]) -> str:
    return ascii(match[0])[1:-1]


def _wrapped(line: str, width: int) -> list[str]:
    margin = line[: len(line) - len(line.lstrip())]
    rows = textwrap.wrap(
        line,
        width,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [_cut(row, width) for row in rows] or [""]


def _cut(line: str, width: int) -> str:
    """Return a line, cut with … if too long, but not within an escape sequence."""
    if len(line) <= width:
        return line
    kept = ""
    for unit in re.findall(r"\\(?:x..|u.{4}|U.{8}|.)|.", line):
        if len(kept) + len(unit) >= width:
            break
        kept += unit
    return kept.rstrip() + "…"
