"""The errors a user can see: where, what, and what to do instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# What a program is told, and what to do, that nests deeper than there is room for.
TOO_DEEP = """\
this program nests too deep: its calls, or the parts of an expression.
Compute parts in statements of their own, or write a loop."""
# The attribute of a function that says why it cannot be differentiated; the function
# stands beside it, since `functools.wraps` gives attributes to others.
_REFUSED = "__tangentlite_refused__"


def refuse(function: Any, why: str | None) -> None:
    """Say why a function cannot be differentiated, None if it can be."""
    vars(function)[_REFUSED] = function, why


def refusal(function: object) -> str | None:
    """Return why a function cannot be differentiated, None where nothing is said."""
    of, why = getattr(function, "__dict__", {}).get(_REFUSED, (None, None))
    return why if of is function else None


@dataclass(frozen=True)
class Place:
    """Where in a file something stands, from one column to another; in which function.

    The columns count bytes, as those of syntax trees do.
    """

    filename: str
    function: str
    line: int
    column: int
    end: int


class TangentliteError(Exception):
    """Base of every error that tangentlite raises on purpose.

    `trail` holds where the program stood, from the outermost function to the innermost.
    """

    trail: tuple[Place, ...] = ()
    # what is said of which function, while it is not known where exactly in it
    pending: Any = None


class UnsupportedError(TangentliteError):
    """The program uses something that cannot be differentiated (yet)."""


class AlwaysRaisesError(UnsupportedError):
    """A function raises an exception whatever its arguments, of such kinds, are."""


class UnplacedError(UnsupportedError):
    """Something is not supported; who walks the function says where."""


class TooLongError(UnsupportedError):
    """Loops have too many iterations to be written out one by one."""


class UnboundVariableError(UnsupportedError):
    """The program reads a variable that has no value on any path."""


class MissingRuleError(UnsupportedError):
    """A function has neither a derivative template nor Python source."""


class NotCompiledError(UnsupportedError):
    """A derivative, or a part of it, has no form of loops that numba compiles.

    While it is not known what the user is told, `position` is that of the statement.
    The `whole` program cannot be compiled if how arrays lie in memory decides what it
    computes.
    """

    def __init__(self, reason: str, position: int = 0, whole: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.position, self.whole = reason, position, whole


class NotBatchedError(UnsupportedError):
    """A program has no form that takes a block of inputs along a leading axis.

    `what` is the reason, and `line` that of the statement.
    """

    def __init__(self, message: str, what: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.what, self.line = what, line


class OtherLibraryError(UnsupportedError):
    """A program has no form for the arrays of another library, at a line."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(what)
        self.what, self.line = what, line


class ArgumentError(TangentliteError, TypeError, ValueError):
    """A derivative was asked for, or called, with arguments that make no sense."""


class CheckError(TangentliteError, AssertionError):
    """A derivative disagrees with central differences."""


class NumericalWarning(UserWarning):
    """The derivative of a function is taken by central differences."""


def of_class(error: TangentliteError, cls: type[TangentliteError]) -> Any:
    """Return an error of another class that says the same of the same place."""
    other = cls(*error.args)
    other.trail, other.pending = error.trail, error.pending
    return other


def describe(
    place: str, line: str, column: int, what: str, instead: str, end: int = 0
) -> str:
    """Lay out a message: place, source line, carets, what, what instead.

    >>> print(describe('m.py:3:5', '    del x', 4, 'del is not supported.', 'Drop it.'))
    m.py:3:5: del is not supported.
        del x
        ^
    Drop it.
    """
    indent = len(line) - len(line.lstrip())
    shown = "    " + line.strip()
    width = max(min(end, len(line.rstrip())) - max(column, indent), 1)
    carets = " " * (4 + max(column - indent, 0)) + "^" * width
    parts = [f"{place}: {what}", shown, carets]
    if instead:
        parts.append(instead)
    return "\n".join(parts)
