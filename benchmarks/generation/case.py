"""The record of a program of which it is measured what its derivative costs to make."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

NUMBER = count(1)


@dataclass(frozen=True)
class Job:
    """What is timed: `derive` makes the derivative, which is called with `args` once.

    `repeats` says how often that is done: each `derive` gives another derivative then,
    and the time is the mean of one.
    """

    derive: Callable[[], Callable]
    args: tuple
    repeats: int = 1


@dataclass(frozen=True)
class Case:
    """A program in several sizes.

    `seconds` is the budget of processor time at the largest size, and `growth` the most
    by which the exponent with which the time grows may exceed that of the generated
    text, from the last size but one to the last. `warm` says that derivatives of other
    programs are made first, with which the rules are loaded.
    """

    name: str
    make: Callable[[int], Job]
    sizes: tuple[int, ...]
    seconds: float
    growth: float = 0.25
    warm: bool = True


def function_in(text: str, name: str = "program") -> Callable:
    """Run the text of a module, as a notebook runs a cell, and give its function."""
    filename = f"<generated {next(NUMBER)}>"
    lines = text.splitlines(keepends=True)
    linecache.cache[filename] = (len(text), None, lines, filename)
    namespace: dict = {"__name__": "generated"}
    exec(compile(text, filename, "exec"), namespace)
    return namespace[name]
