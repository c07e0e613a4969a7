"""From an optimised program to one of which parts are loops over elements."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace

from tangentlite.errors import NotCompiledError
from tangentlite.ir.function import LINES_PER_SOURCE, Function, Source
from tangentlite.loops.outline import outline


def in_loops(
    function: Function,
    passes: Sequence[Callable[[Function], Function]],
    sources: Sequence[Source],
    fallback: bool = False,
) -> Function:
    """Move what can be compiled into functions, and run the passes on those.

    Raises NotCompiledError with the user's line, from one of the `sources`, for what
    cannot be compiled; with `fallback` it warns, and returns the function as it is.

    >>> from tangentlite.ir.example import function_of
    >>> try:
    ...     in_loops(function_of("y = x * x; return y", x="", y=""), (), ())
    ... except NotCompiledError as error:
    ...     print(error)
    this cannot be compiled by numba: y is no number, no array and no list.
    Use backend='numpy', or fallback=True for this derivative.
    """
    try:
        found = outline(function)
        for step in passes:
            found = replace(found, compiled=tuple(map(step, found.compiled)))
    except NotCompiledError as error:
        if _has_checkpoints(function):
            error = NotCompiledError(_CHECKPOINTS, error.position)
        told = refusal(error, sources)
        if not fallback:
            raise told from None
        warn_of(told)
        return function
    return found


_CHECKPOINTS = (
    "it has checkpoints, which are run by NumPy alone; without tl.checkpoint and "
    "tl.checkpointed it keeps what each step computes"
)


def _has_checkpoints(function: Function) -> bool:
    """Whether a program runs functions again to reverse them."""
    return any(getattr(one, "again", False) for one in function.references.values())


def warn_of(error: NotCompiledError) -> None:
    """Warn that NumPy computes what was to be compiled."""
    reason = str(error).splitlines()[0]
    warnings.warn(f"NumPy computes this derivative: {reason}", stacklevel=2)


def refusal(error: NotCompiledError, sources: Sequence[Source]) -> NotCompiledError:
    """Return the error of a statement that has no form of loops, for the user."""
    place, number = divmod(error.position, LINES_PER_SOURCE)
    where = shown = ""
    if place < len(sources) and number and not sources[place].generated:
        source = sources[place]
        where = f"{source.filename}:{number}: "
        shown = f"    {source.line(number).strip()}\n"
    return NotCompiledError(
        f"{where}this cannot be compiled by numba: {error.reason}.\n{shown}"
        "Use backend='numpy', or fallback=True for this derivative."
    )
