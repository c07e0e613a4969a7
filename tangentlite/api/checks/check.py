"""Checking derivatives against central differences."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tangentlite import errors
from tangentlite.api import grad
from tangentlite.api.checks.differences import comparisons
from tangentlite.api.checks.points import Comparison
from tangentlite.api.checks.source_places import source_note
from tangentlite.api.products import pullbacks, pushes
from tangentlite.calls.arguments.of_library import require_numpy
from tangentlite.calls.arguments.parameters import Wrt, differentiable, selected, spread
from tangentlite.rules.binding import bound
from tangentlite.tracebacks.frames import surface

MODES = ("reverse", "forward")


@surface
def check_grad(
    f: Callable,
    args: Sequence[object],
    wrt: Wrt | None = None,
    modes: Sequence[str] = MODES,
    order: int = 1,
    rtol: float = 1e-5,
    atol: float = 1e-7,
) -> None:
    """Raise CheckError with the worst entry if derivative and differences disagree.

    `wrt` defaults to all arguments that hold floating numbers. Arguments and results
    may be numbers, arrays, and tuples, lists and dicts of them in any nesting. Arrays
    of more than 200 entries are moved along random directions rather than entry by
    entry; if these disagree, an entry that does is searched for. If both modes are
    checked, they are also compared with each other, by `<w, J v> == <J^T w, v>`: where
    they differ, the error names the one that is further from the differences, and the
    functions that have rules of your own.
    `order=2` also checks the derivatives of the gradient (of the sum of the results).
    The error says where the function stands and where rules of your own are called,
    and whether there is a kink or jump, the differences are not accurate, or a complex
    step agrees with them.
    Float32 arguments are compared with the accuracy that their differences have.

    >>> from tangentlite.examples import product
    >>> check_grad(product, (2.0, 3.0))
    """
    worst = worst_comparison(f, args, wrt, modes, order, rtol, atol)
    if worst is not None and worst.excess > 1.0:
        parts = (worst, *notes_on(f, args, worst))
        raise errors.CheckError("\n".join(f"{one}." for one in parts))


def notes_on(f: Callable, args: Sequence[object], worst: Comparison) -> list[str]:
    """Return sentences, without full stops, on where and why a comparison fails."""
    notes = (worst.note, source_note(spread(differentiable(f), len(args))))
    return [note for note in notes if note]


def worst_comparison(
    f: Callable,
    args: Sequence[object],
    wrt: Wrt | None = None,
    modes: Sequence[str] = MODES,
    order: int = 1,
    rtol: float = 1e-5,
    atol: float = 1e-7,
) -> Comparison | None:
    """Return the worst of the comparisons that `check_grad` makes, None without one.

    >>> from tangentlite.examples import product
    >>> print(worst_comparison(product, (2.0, 3.0), 'y', modes=('forward',)).place)
    y
    """
    if order not in (1, 2):
        raise errors.ArgumentError(f"order is {order!r}; it must be 1 or 2.")
    modes = (modes,) if isinstance(modes, str) else modes
    for mode in modes:
        if mode not in MODES:
            raise errors.ArgumentError(
                f"mode is {mode!r}; it must be 'reverse' or 'forward'."
            )
    pushes.require_tuples("check_grad", args=args)
    require_numpy("check_grad", args)
    f = spread(differentiable(f), len(args))
    given = bound(f, tuple(args), {})
    chosen = _chosen(f, given, wrt)
    call = inspect.signature(f).bind(*args)
    call.apply_defaults()
    compare = functools.partial(comparisons, modes=modes, rtol=rtol, atol=atol)
    found = list(compare(f, call.args, chosen))
    for name in chosen if order == 2 else ():
        gradient = grad.derivative_of(f, "reverse", name)
        loose: dict[str, Any] = {"rtol": max(rtol, 1e-4), "atol": max(atol, 1e-5)}
        for one in compare(gradient, call.args, chosen, **loose):
            what = f"{one.what} of the gradient by {name}"
            found.append(replace(one, what=what))
    return max(found, key=lambda one: one.excess, default=None)


def moved_parameters(
    f: Callable, args: Sequence[object], wrt: Wrt | None = None
) -> dict[str, object]:
    """Return the arguments by parameters that `worst_comparison` moves.

    >>> from tangentlite.examples import product
    >>> moved_parameters(product, (2.0, 3))
    {'x': 2.0}
    """
    f = spread(differentiable(f), len(args))
    given = bound(f, tuple(args), {})
    return {name: given[name] for name in _chosen(f, given, wrt)}


def _chosen(f: Callable, given: dict, wrt: Wrt | None) -> tuple[str, ...]:
    """Return the parameters to move, which must be positional."""
    signature = inspect.signature(f)
    if wrt is None:
        chosen = tuple(
            name
            for name, value in given.items()
            if pullbacks.is_floating(value)
            and _is_positional(signature.parameters[name])
        )
    else:
        chosen = selected(f, wrt)[1]
    if not chosen:
        raise errors.ArgumentError("no argument is a floating number or array.")
    for name in chosen:
        if not _is_positional(signature.parameters[name]):
            raise errors.ArgumentError(
                f"{name!r} is keyword-only; only positional parameters can be checked."
            )
        if not pullbacks.is_floating(given[name]):
            raise errors.ArgumentError(
                f"{name!r} is not a floating number or array here.\n"
                "Choose other arguments with wrt=."
            )
    return chosen


def _is_positional(parameter: inspect.Parameter) -> bool:
    return parameter.kind in (
        parameter.POSITIONAL_ONLY,
        parameter.POSITIONAL_OR_KEYWORD,
    )
