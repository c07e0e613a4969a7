"""Which lines of the user's program the lines of a generated text belong to."""

from __future__ import annotations

import linecache
import re
import types
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import cast

from tangentlite.ir.function import LINES_PER_SOURCE, Source

Line = tuple[Source, int]


@dataclass(frozen=True)
class Origins:
    """Which statement of the user's each line of a generated text belongs to.

    `ends` has the number of the last line of a statement, its position in `sources`,
    and the texts and positions of expressions in it that come from other lines; the
    text starts `before` lines behind the top of its file.
    """

    before: int
    ends: Sequence[tuple[int, int, tuple[tuple[str, int], ...]]]
    sources: Sequence[Source]

    def lines(self, entry: types.TracebackType) -> list[Line]:
        """Return the lines of the user's that an entry in the file may belong to."""
        found = bisect_left(self.ends, (entry.tb_lineno - self.before, 0, ()))
        if found == len(self.ends):
            return []
        first = self.ends[found - 1][0] + 1 if found else 1
        last, position, inner = self.ends[found]
        if inner:
            lines = range(first + self.before, last + self.before + 1)
            for place in _positions_around(entry, lines, inner):
                return [self._decoded(place)]
        return [self._decoded(position)] if position else self.of_line(entry.tb_lineno)

    def of_line(self, number: int) -> list[Line]:
        """Return the lines of the user's that a line of the file may belong to."""
        found = bisect_left(self.ends, (number - self.before, 0, ()))
        places = {
            place: None
            for _, position, inner in self.ends[found : found + 1]
            for place in (position, *(place for _, place in inner))
            if place
        }
        return [self._decoded(place) for place in places]

    def _decoded(self, position: int) -> Line:
        number, place = divmod(position, LINES_PER_SOURCE)
        return self.sources[number], place


_ORIGINS: dict[str, Origins] = {}


def remember(filename: str, origins: Origins) -> None:
    """Keep what the lines of a generated file come from."""
    _ORIGINS[filename] = origins


def lines_of(entry: types.TracebackType) -> list[Line]:
    """Return the lines of the user's that an entry of generated code may belong to.

    A derivative of a derivative belongs to lines of that, and so to the user's.
    """
    origins = _ORIGINS.get(entry.tb_frame.f_code.co_filename)
    found = origins.lines(entry) if origins else []
    while any(source.filename in _ORIGINS for source, _ in found):
        found = list(dict.fromkeys(line for one in found for line in _of_user(one)))
    return found


def _of_user(line: Line) -> list[Line]:
    origins = _ORIGINS.get(line[0].filename)
    return origins.of_line(line[1]) if origins else [line]


def _positions_around(
    entry: types.TracebackType, lines: range, inner: Sequence[tuple[str, int]]
) -> Iterator[int]:
    """Yield the positions of the expressions that have raised, the innermost first.

    `inner` are expressions in a statement that stands in some lines of the file.
    """
    code = entry.tb_frame.f_code
    found = next(islice(code.co_positions(), entry.tb_lasti // 2, None))
    if None in found:
        return
    start, end, column, last = cast(tuple[int, int, int, int], found)
    if start not in lines or end not in lines:
        return
    text = [linecache.getline(code.co_filename, number) for number in lines]
    upper, lower = start - lines.start, end - lines.start
    before = _bare("".join(text[:upper]) + text[upper][:column])
    until = _bare("".join(text[:lower]) + text[lower][:last])
    whole = _bare("".join(text))
    for part, position in sorted(inner, key=lambda item: len(item[0])):
        for at in re.finditer(re.escape(_bare(part)), whole):
            if at.start() <= len(before) and len(until) <= at.end():
                yield position


def _bare(text: str) -> str:
    """Return a text without spaces: lines may be broken anywhere."""
    return "".join(text.split())
