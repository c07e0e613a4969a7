"""What a feature of Python is shown by: small programs, and arguments for them."""
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Program:
    """A function and arguments for it; it is differentiated in the first."""

    function: Callable
    args: tuple


@dataclass(frozen=True)
class Feature:
    """A construct of Python that is differentiated; `title` names it in the documentation."""

    title: str
    programs: tuple[Program, ...]


@dataclass(frozen=True)
class Refusal:
    """A construct that is refused; `title` names it in the documentation."""

    title: str
    program: Program


def feature(title: str, *programs: tuple) -> Feature:
    """Return a feature that is shown by programs: `(function, *args)` each."""
    return Feature(title, tuple(_program(*given) for given in programs))


def refused(title: str, function: Callable, *args: Any) -> Refusal:
    """Return a construct that is refused."""
    return Refusal(title, _program(function, *args))


def _program(function: Callable, *args: Any) -> Program:
    return Program(function, args)
