"""Which lines of the user's program the lines of a generated text belong to."""

from __future__ import annotations

import linecache
import re
import types
import weakref
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    text starts `before` lines behind the top of its file. `inner` are those of
    generated texts among the sources, by their files.
    """

    before: int
    ends: Sequence[tuple[int, int, tuple[tuple[str, int], ...]]]
    sources: Sequence[Source]
    inner: Mapping[str, Origins]

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


def remember(
    code: types.CodeType,
    before: int,
    ends: Sequence[tuple[int, int, tuple[tuple[str, int], ...]]],
    sources: Sequence[Source],
) -> None:
    """Keep what the lines of a generated file come from, and the lines themselves.

    That is as long as any of the functions lives that some code makes.
    """
    filename = code.co_filename
    _ORIGINS[filename] = of_text(ends, sources, before)
    functions = list(_functions_in(code))
    alive = [None] * len(functions)
    for function in functions:
        weakref.finalize(function, _forget, filename, alive).atexit = False


def of_text(
    ends: Sequence[tuple[int, int, tuple[tuple[str, int], ...]]],
    sources: Sequence[Source],
    before: int = 0,
) -> Origins:
    """Return what the lines of a text come from, in which statements have such ends."""
    names = [source.filename for source in sources]
    inner = {name: _ORIGINS[name] for name in names if name in _ORIGINS}
    return Origins(before, ends, sources, inner)


def is_generated(code: types.CodeType) -> bool:
    """Whether code is that of a generated text."""
    return code.co_filename in _ORIGINS


def _functions_in(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _functions_in(constant)


def _forget(filename: str, alive: list[None]) -> None:
    """Forget the lines of a file with the last of its functions."""
    alive.pop()
    if not alive:
        _ORIGINS.pop(filename, None)
        linecache.cache.pop(filename, None)


def lines_of(entry: types.TracebackType) -> list[Line]:
    """Return the lines of the user's that an entry of generated code may belong to.

    A derivative of a derivative belongs to lines of that, and so to the user's.
    """
    origins = _ORIGINS.get(entry.tb_frame.f_code.co_filename)
    if origins is None:
        return []
    return list(dict.fromkeys(_of_user(origins, origins.lines(entry))))


def lines_at(filename: str, number: int) -> list[Line]:
    """Return the lines of the user's that a line of a generated text may belong to.

    The first line of the text is 1, whatever stands in front of it in its file.
    """
    return users_lines(_ORIGINS[filename], number)


def lines_of_name(filename: str, number: int, name: str) -> list[Line]:
    """Return what `lines_at` does, with the lines of a name in that line in front."""
    origins = _ORIGINS[filename]
    at = bisect_left(origins.ends, (number, 0, ()))
    inner = [one for _, _, parts in origins.ends[at : at + 1] for one in parts]
    held = [one for one in inner if re.search(rf"\b{re.escape(name)}\b", one[0])]
    places = [place for _, place in sorted(held, key=lambda one: len(one[0]))]
    found = _of_user(origins, map(origins._decoded, places))
    return list(dict.fromkeys([*found, *lines_at(filename, number)]))


def users_lines(origins: Origins, number: int) -> list[Line]:
    """Return the lines of the user's that a line of a text may belong to."""
    found = origins.of_line(number + origins.before)
    return list(dict.fromkeys(_of_user(origins, found)))


def users_line(source: Source, number: int) -> Line:
    """Return the user's line that a line of a source comes from, else that line."""
    origins = _ORIGINS.get(source.filename)
    found = () if origins is None else _of_user(origins, origins.of_line(number))
    return next(iter(found), (source, number))


def first_line(filename: str) -> int:
    """Return how many lines stand in front of a generated text in its file."""
    return _ORIGINS[filename].before


def _of_user(origins: Origins, lines: Iterable[Line]) -> Iterator[Line]:
    for source, number in lines:
        inner = origins.inner.get(source.filename)
        if inner is None:
            yield source, number
        else:
            yield from _of_user(inner, inner.of_line(number))


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
