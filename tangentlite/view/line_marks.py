"""Marks of lines: what is kept for the backward sweep or computed again, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tangentlite.tracebacks.origins import Line
from tangentlite.view.gradient_facts import Fact, Sweeps
from tangentlite.view.stage_lines import StageText


@dataclass(frozen=True)
class Mark:
    """A word at a line: its kind, "saved", "kept" or "again", and the reason."""

    kind: str
    label: str
    why: str


def marks_of(text: StageText, found: Sweeps) -> dict[int, list[Mark]]:
    """Return the marks of the lines of a gradient's text, by their numbers."""
    marks: dict[int, list[Mark]] = {}
    for fact, mark in _marks(text, found):
        marks.setdefault(fact.line, []).append(mark)
    return marks


def users_marks(text: StageText, found: Sweeps) -> dict[Line, list[Mark]]:
    """Return the marks of the user's lines that compute what they are about."""
    marks: dict[Line, list[Mark]] = {}
    for fact, mark in _marks(text, found):
        for place in text.lines[fact.origin - 1].places[:1]:
            own = marks.setdefault(place, [])
            if mark not in own:
                own.append(mark)
    return marks


def reasons(text: StageText, facts: Sequence[Fact]) -> str:
    """Return what facts are about, and which of the user's lines ask for it.

    A value of which no line of the user's is known to read it has its name alone.
    """
    parts: Mapping[str, None] = dict.fromkeys(
        fact.name + (f" (for {where})" if (where := _asking(text, fact)) else "")
        for fact in facts
    )
    return ", ".join(parts)


def _marks(text: StageText, found: Sweeps) -> Iterator[tuple[Fact, Mark]]:
    lists = (
        "saved",
        "saved",
        "is saved on a list, as each iteration has another value",
    )
    names = "kept", "kept", "is kept in its variable until the backward sweep"
    again = "again", "computed again", "is computed again, which costs less than saving"
    groups = ((lists, found.saved), (names, found.kept), (again, found.recomputed))
    for (kind, label, what), facts in groups:
        for fact in facts:
            asking = _asking(text, fact)
            read = "reads its shape" if fact.for_shape else "reads it"
            why = f"{fact.name} {what}"
            why += f": the derivative of {asking} {read}." if asking else "."
            yield fact, Mark(kind, f"{label} {fact.name}", why)


def _asking(text: StageText, fact: Fact) -> str:
    """Return the user's lines whose derivatives read a value."""
    places = dict.fromkeys(
        place for reader in fact.readers for place in text.lines[reader - 1].places
    )
    return ", ".join(
        f"{Path(source.filename).name}:{number}" for source, number in places
    )
