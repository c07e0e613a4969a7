"""Calls of compiled functions, which NumPy repeats where they find an error."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tangentlite.errors import NotCompiledError, TangentliteError
from tangentlite.tracebacks.frames import users_level

if TYPE_CHECKING:
    from tangentlite.emit.text.statement_text import End
    from tangentlite.ir.function import Parameter

# The name of a `Repeat` in the text that is loaded.
REPEAT = "_tl_repeat"
# What compiled code raises on purpose, or numba's functions as NumPy's do.
_FOUND = (ValueError, IndexError, ArithmeticError)


class Repeat:
    """What a call of a compiled function returns where that raised an error.

    Compiled code tests sizes and places without saying whose they are. The variant of
    NumPy, which `again` returns, raises the user's error with the user's line, or finds
    that there is none: broadcasting that the loops do not have.
    """

    def __init__(
        self,
        compiled: Sequence[Any],
        again: Callable[[], Any],
        cells: Mapping,
        fallback: bool,
    ) -> None:
        """Keep what is needed for a function with captured variables in `cells`."""
        self._compiled = compiled
        self._again = again
        self._cells = cells
        self._fallback = fallback

    def __call__(self, error: Exception) -> Callable:
        """Return the function of NumPy; raises NotCompiledError if numba failed."""
        if isinstance(error, TangentliteError):
            raise error
        ran = all(getattr(one, "signatures", (1,)) for one in self._compiled)
        if not isinstance(error, _FOUND) or not ran:
            if not self._fallback:
                raise refused(error) from None
            reason = str(refused(error)).splitlines()[0]
            warnings.warn(
                f"NumPy computes this derivative: {reason}", stacklevel=users_level()
            )
        return self._again().bind(self._cells)


def guarded_text(
    text: str, ends: Sequence[End], parameters: Sequence[Parameter]
) -> tuple[str, list[End]]:
    """Return a function's text with its body in a `try`, and where statements end.

    Arguments whose names the body binds again are kept under other ones.

    >>> from tangentlite.ir.function import Parameter
    >>> text = "def f(x):\\n    return g(x)\\n"
    >>> print(guarded_text(text, [], [Parameter("x")])[0], end="")
    def f(x):
        try:
            return g(x)
        except Exception as _tl_error:
            _tl_again = _tl_repeat(_tl_error)
        return _tl_again(x)
    >>> text = "def f(x, n):\\n    x = g(x)\\n    return h(x, n)\\n"
    >>> both = [Parameter("x"), Parameter("n")]
    >>> print(guarded_text(text, [], both)[0], end="")
    def f(x, n):
        _tl_given_x = x
        try:
            x = g(x)
            return h(x, n)
        except Exception as _tl_error:
            _tl_again = _tl_repeat(_tl_error)
        return _tl_again(_tl_given_x, n)
    """
    lines = text.splitlines()
    first = max(k for k, line in enumerate(lines) if line.startswith("def "))
    head = next(k for k in range(first, len(lines)) if lines[k].endswith(":")) + 1
    body = [f"    {line}" if line else line for line in lines[head:]]
    bound = _bound_in("\n".join(lines[first:]))
    kept = [one.name for one in parameters if one.name in bound]
    given = ", ".join(_passed(one, one.name in bound) for one in parameters)
    new = [
        *lines[:head],
        *(f"    {_GIVEN}{name} = {name}" for name in kept),
        "    try:",
        *body,
        "    except Exception as _tl_error:",
        f"        _tl_again = {REPEAT}(_tl_error)",
        f"    return _tl_again({given})",  # outside: of one error, not two
    ]
    down = 1 + len(kept)
    moved = [
        (line + down, *rest) if line > head else (line, *rest) for line, *rest in ends
    ]
    return "\n".join(new) + "\n", moved  # type: ignore[return-value]


# How names begin under which arguments are kept.
_GIVEN = "_tl_given_"


def _bound_in(text: str) -> set[str]:
    """Return the names that a function's text binds."""
    names = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name))
    return {node.id for node in names if isinstance(node.ctx, ast.Store)}


def _passed(parameter: Parameter, is_kept: bool) -> str:
    name = parameter.name
    value = f"{_GIVEN}{name}" if is_kept else name
    if parameter.style == "keyword only":
        return f"{name}={value}"
    return value if not parameter.style.startswith("*") else parameter.style + value


def refused(error: Exception) -> NotCompiledError:
    """Return the error of what numba does not compile, with its reason in a line."""
    lines = (line.strip() for line in str(error).splitlines())
    reason = next((line for line in lines if _says_why(line)), type(error).__name__)
    if reason.startswith("Undecided type"):
        reason = "what a list holds is not known, which nothing is appended to first."
    return NotCompiledError(
        f"numba does not compile this derivative: {reason}\n"
        "Use backend='numpy', or fallback=True for this derivative."
    )


def _says_why(line: str) -> bool:
    parts = ("Failed in", "During", "File")
    return bool(line) and not line.startswith(parts) and "elided>" not in line
