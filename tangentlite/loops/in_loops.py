"""From an optimised program to one of which parts are loops over elements."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace

from tangentlite.errors import NotCompiledError
from tangentlite.ir.function import LINES_PER_SOURCE, Function, Source
from tangentlite.ir.rewrite import read_in
from tangentlite.loops.outline import outline
from tangentlite.tracebacks.frames import users_level
from tangentlite.tracebacks.origins import users_line


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
        found = _outlined(function)
        for step in passes:
            found = replace(found, compiled=tuple(map(step, found.compiled)))
    except NotCompiledError as error:
        told = refusal(error, sources)
        if not fallback:
            raise told from None
        warn_of(told)
        return function
    return found


def _outlined(function: Function) -> Function:
    """Return a program with compiled parts, also in the functions that it calls.

    What calls those is left to Python, as the loop over a checkpointed one's segments.
    Recursive ones are not compiled.
    """
    called = _not_recursive(function)
    if not called:
        return outline(function)
    callees = [
        outline(callee, called) if callee.name in called else callee
        for callee in function.callees
    ]
    found = outline(function, called)
    compiled = [
        *found.compiled,
        *(one for callee in callees for one in callee.compiled),
    ]
    if not compiled:
        raise NotCompiledError("it computes nothing that could be compiled")
    references = dict(found.references)
    for callee in callees:
        references |= callee.references
    own = tuple(replace(one, compiled=(), references=references) for one in callees)
    return replace(found, callees=own, compiled=tuple(compiled), references=references)


def _not_recursive(function: Function) -> frozenset[str]:
    """Return the functions of a program that never call themselves, by their names.

    A segment with several snapshots does, but not for what it computes.
    """
    calls = {callee.name: read_in(callee.body) for callee in function.callees}
    names, known = set(calls), function.references
    found = {name for name in names if getattr(known.get(name), "again", False)}
    while more := {n for n in names - found if names & calls[n] <= found}:
        found |= more
    return frozenset(found)


def warn_of(error: NotCompiledError) -> None:
    """Warn that NumPy computes what was to be compiled."""
    reason = str(error).splitlines()[0]
    warnings.warn(f"NumPy computes this derivative: {reason}", stacklevel=users_level())


def refusal(error: NotCompiledError, sources: Sequence[Source]) -> NotCompiledError:
    """Return the error of a statement that has no form of loops, for the user."""
    place, number = divmod(error.position, LINES_PER_SOURCE)
    where = shown = ""
    if place < len(sources) and number and not sources[place].generated:
        source, number = users_line(sources[place], number)
        where = f"{source.filename}:{number}: "
        shown = f"    {source.line(number).strip()}\n"
    return NotCompiledError(
        f"{where}this cannot be compiled by numba: {error.reason}.\n{shown}"
        "Use backend='numpy', or fallback=True for this derivative."
    )
