"""The records that flow through the compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import gast

# A statement's position is one integer: which source, and which line of its file.
LINES_PER_SOURCE = 1_000_000


@dataclass(frozen=True)
class Source:
    """Where a function's text came from.

    `first` is the number of `lines[0]` in the file; `generated` marks text that this
    package or a template supplied, which is never quoted to the user.
    """

    name: str
    filename: str
    lines: tuple[str, ...]
    first: int = 1
    generated: bool = False

    @property
    def is_derivative(self) -> bool:
        """Whether this package has generated the file."""
        return is_generated_file(self.filename)

    def line(self, number: int) -> str:
        """Return the text of a line by its number in the file."""
        index = number - self.first
        return self.lines[index] if 0 <= index < len(self.lines) else ""


def is_generated_file(filename: str) -> bool:
    """Whether a file is one of those that stand for generated code in tracebacks."""
    return filename.startswith("<tangentlite ")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a generated function: its name, default's text and style."""

    name: str
    default: str | None = None
    style: str = "positional"  # or 'positional only', 'keyword only', '*', '**'


@dataclass(frozen=True)
class Function:
    """A function in the core language together with what is known of its names.

    `body` is a tuple of gast statements that nobody modifies in place; `kinds` maps
    each local name to its kind; `references` maps the text of each name that is not
    local (`np.sin`, `len`, `WEIGHTS`) to the object it stands for; `sources` is
    indexed by `lineno // LINES_PER_SOURCE` of a statement. `primal` holds the names
    that the primal program binds, as against those of its derivative; `joined` the
    names that are assigned on several paths; `callees` are functions that it calls,
    which stand before it in the text; `views` maps a name to the names whose
    memory it may share; `bases` maps a name to its variable, or to the name that it is
    derived from (`ir/names.py`). What makes a name that `raises` stays for that when
    nothing reads it. `facts` keeps what analyses found of this very object, which the
    next pass asks as well.
    """

    name: str
    parameters: tuple[Parameter, ...]
    body: tuple[gast.stmt, ...]
    kinds: Mapping[str, Any]
    references: Mapping[str, object]
    sources: tuple[Source, ...]
    primal: frozenset[str] = frozenset()
    joined: frozenset[str] = frozenset()
    views: Mapping[str, set[str]] = field(default_factory=dict)
    bases: Mapping[str, str] = field(default_factory=dict)
    raises: frozenset[str] = frozenset()
    callees: tuple[Function, ...] = ()
    facts: dict = field(default_factory=dict, init=False, repr=False, compare=False)


def with_body(function: Function, body: Sequence[gast.stmt]) -> Function:
    """Return a function with another body; it stays the same if its statements do."""
    if same_items(body, function.body):
        return function
    return replace(function, body=tuple(body))


def same_items(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two sequences hold the same objects."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other))


def position(source: int, line: int) -> int:
    """Encode a source and a line as one integer.

    >>> position(2, 17)
    2000017
    """
    return source * LINES_PER_SOURCE + line
