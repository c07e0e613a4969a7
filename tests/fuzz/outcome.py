"""What comes of a program: right, refused, thrown away, or a failure of some class."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass, field
from pathlib import Path

import tangentlite as tl

PACKAGE = Path(tl.__file__).parent
PLACE = re.compile(r"^/fuzzed_\S*?:\d+:\d+: (?P<said>.*)$", re.MULTILINE)
VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|\b\d[\d.e+-]*\b|\b[A-Za-z_]+\d+\b")


@dataclass(frozen=True)
class Failure:
    """A check that a program did not pass: its class, which reducing keeps, and more.

    `dear` names the function of a check that not all programs have to pass.
    """

    check: str
    kind: str = ""
    text: str = ""
    dear: str = ""

    @property
    def name(self) -> str:
        return f"{self.check}: {self.kind}" if self.kind else self.check


class FailedError(Exception):
    """A check found something wrong."""

    def __init__(self, check: str, kind: str = "", text: str = "") -> None:
        super().__init__(check, kind, text)
        self.failure = Failure(check, kind, text)


class OutOfTime(BaseException):  # noqa: N818 - no `except Exception` may catch it
    """A program takes too long."""


@dataclass
class Outcome:
    """How it ended, what was refused, and which checks were made."""

    ending: str = "right"
    why: str = ""
    value_known: bool = False
    failures: list[Failure] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)


def crash_of(check: str, error: BaseException) -> Failure:
    """The failure of an exception that no program should see."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if Path(one.filename).is_relative_to(PACKAGE)]
    place = f"{Path(own[-1].filename).name}:{own[-1].name}" if own else "generated text"
    first = str(error).split("\n")[0]
    kind = f"{type(error).__name__} in {place}: {general(first)[:60]}"
    return Failure(check, kind, "".join(traceback.format_exception(error)[-6:]))


def general(message: str) -> str:
    """A message without what differs from program to program.

    >>> general("the method 'sort' of x1 is not supported 3 times")
    "the method '…' of … is not supported … times"
    """
    return VARYING.sub(lambda found: "'…'" if found[0][0] in "'\"" else "…", message)


def refusal_class(error: Exception) -> str:
    """What an error says at its innermost place, in general."""
    places = list(PLACE.finditer(str(error)))
    said = places[-1]["said"] if places else str(error).split("\n")[0]
    return general(said)
