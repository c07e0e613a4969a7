"""Vector-Jacobian products at given arguments: tl.vjp."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, TypeVarTuple

import numpy as np

from tangentlite import errors
from tangentlite.api.grad import derivative_of, kept, settings_of
from tangentlite.calls.arguments.cotangent_tests import Pullback
from tangentlite.calls.arguments.parameters import for_primals
from tangentlite.calls.arguments.pytree import copies, floating
from tangentlite.calls.derivative import Derivative
from tangentlite.modes.request import seed_name
from tangentlite.options import CURRENT, Settings, changed
from tangentlite.tracebacks.frames import surface

Primals = TypeVarTuple("Primals")
R = TypeVar("R")


@surface
def vjp(
    f: Callable[[*Primals], R],
    *primals: *Primals,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> tuple[R, Callable[[Any], tuple[Any, ...]]]:
    """Return `f(*primals)` and its pullback, which maps a cotangent to a tuple.

    The tuple has one gradient for each of `primals` in which there is a floating number
    or array, None for the others. The pullback can be called again. `backend`,
    `fallback` and `parallel` are as in `grad`; a compiled pullback computes the value
    anew.

    >>> from tangentlite.examples import square
    >>> value, pullback = vjp(square, 3.0)
    >>> value, pullback(1.0)
    (9.0, (6.0,))
    """
    active = tuple([is_floating(value) for value in primals])
    settings = settings_of(f, backend, fallback, parallel)
    if not any(active):
        for_primals(f, primals)
        raise errors.ArgumentError("no argument is a floating number or array.")
    result: Any
    pull = kept(f, ("vjp", active), lambda found: _pullback_of(found, active))
    if changed(CURRENT.get(), settings).backend == "numba":
        wrt = pull.request.wrt
        result, pullback = _compiled_vjp(pull.primal, wrt, settings, primals)
    else:
        result, pullback = pull(*primals)
    places = [place for place, is_active in enumerate(active) if is_active]
    return result, Pullback(pullback, result, places, len(primals))


def _pullback_of(f: Callable, active: tuple[bool, ...]) -> Derivative:
    f, wrt = named_primals(f, active)
    return derivative_of(f, "pullback", wrt)


def named_primals(
    f: Callable, given: tuple[bool, ...]
) -> tuple[Callable, tuple[str, ...]]:
    """Return a function and the names of the parameters of some of its primals."""
    f, names = for_primals(f, given)
    return f, tuple(name for name, is_given in zip(names, given) if is_given)


def value_and_pullback(
    f: Callable, wrt: tuple[str, ...], primals: Sequence, settings: Settings = ()
) -> tuple[object, Callable]:
    """Return a value and what maps a cotangent to a tuple of gradients."""
    if changed(CURRENT.get(), settings).backend == "numba":
        return _compiled_vjp(f, wrt, settings, primals)
    return derivative_of(f, "pullback", wrt)(*primals)


def _compiled_vjp(
    f: Callable, wrt: tuple[str, ...], settings: Settings, primals: Sequence
) -> tuple[object, Callable]:
    """Return the value and a pullback that calls a compiled derivative."""
    backward = derivative_of(f, "reverse", wrt, settings)
    given = copies(list(primals))  # as they are now
    result = f(*copies(given))

    def pullback(cotangent: object):
        return backward(*given, **{seed_name(backward.request): cotangent})

    return result, pullback


def is_floating(value: object) -> bool:
    """Whether a value is a floating number or array, or a container of them."""
    kind = type(value)
    if kind is float or kind is np.ndarray:
        return kind is float or value.dtype.kind in "fc"  # type: ignore[attr-defined]
    return bool(floating(value))
