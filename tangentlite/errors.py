"""The errors a user can see: where, what, and what to do instead."""

from __future__ import annotations


class TangentliteError(Exception):
    """Base of every error that tangentlite raises on purpose."""


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


class ArgumentError(TangentliteError, TypeError):
    """A derivative was asked for, or called, with arguments that make no sense."""


class CheckError(TangentliteError, AssertionError):
    """A derivative disagrees with central differences."""


class NumericalWarning(UserWarning):
    """The derivative of a function is taken by central differences."""


def describe(place: str, line: str, column: int, what: str, instead: str) -> str:
    """Lay out a message: place, source line, caret, what, what instead.

    >>> print(describe('m.py:3:4', '    del x', 4, 'del is not supported.', 'Drop it.'))
    m.py:3:4: del is not supported.
        del x
        ^
    Drop it.
    """
    indent = len(line) - len(line.lstrip())
    shown = "    " + line.strip()
    caret = " " * (4 + max(column - indent, 0)) + "^"
    parts = [f"{place}: {what}", shown, caret]
    if instead:
        parts.append(instead)
    return "\n".join(parts)
