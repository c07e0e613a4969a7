"""The basic public functions: grad, value_and_grad, autodiff, vjp and jvp."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import numpy as np

from tangentlite import errors
from tangentlite.calls.arguments.cotangent_tests import Pullback
from tangentlite.calls.arguments.parameters import (
    Wrt,
    differentiable,
    for_primals,
    is_single,
    selected,
    with_tangents,
)
from tangentlite.calls.arguments.pytree import copies, floating
from tangentlite.calls.callables import described
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated import alive
from tangentlite.modes.request import Request, seed_name
from tangentlite.options import CURRENT, DEFAULT, Settings, changed
from tangentlite.tracebacks.frames import surface

Value = TypeVar("Value")


@surface
def grad(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
):
    """Return the gradient of a function with a real scalar result.

    `wrt` is a position, a name, or a tuple of them; one gives a bare gradient, a
    tuple gives a tuple. With `has_aux` the function returns a pair, of which the first
    is differentiated, and the result is `(gradient, aux)`. Usable as a decorator, with
    or without arguments. Raises ArgumentError for a bad `wrt`; a function that cannot
    be differentiated raises at the first call.

    The `backend` "numba" compiles the gradient, as loops over the entries of arrays
    (needs `pip install tangentlite[numba]`); what cannot be compiled raises
    NotCompiledError, or with `fallback` is left to NumPy with a warning. With
    `parallel` several threads run loops of independent iterations; the last bits of
    sums depend on how many there are.

    >>> import tangentlite as tl
    >>> from tangentlite.examples import square
    >>> tl.grad(square)(3.0)
    6.0
    """
    if f is None:
        return functools.partial(
            grad,
            wrt=wrt,
            has_aux=has_aux,
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    mode = "grad_with_aux" if has_aux else "grad"
    return derivative_of(f, mode, wrt, settings_of(backend, fallback, parallel))


@surface
def value_and_grad(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
):
    """Return a function that gives the value and the gradient together.

    With `has_aux` the function returns a pair, of which the first is differentiated,
    and the result is `((value, aux), gradient)`. `backend`, `fallback` and `parallel`
    are as in `grad`.

    >>> from tangentlite.examples import square
    >>> value_and_grad(square)(3.0)
    (9.0, 6.0)
    """
    if f is None:
        return functools.partial(
            value_and_grad,
            wrt=wrt,
            has_aux=has_aux,
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    mode = "value_and_grad_with_aux" if has_aux else "value_and_grad"
    return derivative_of(f, mode, wrt, settings_of(backend, fallback, parallel))


@surface
def autodiff(
    f: Callable,
    wrt: Wrt = 0,
    mode: str = "reverse",
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Derivative:
    """Return a vector-Jacobian (reverse) or Jacobian-vector (forward) product.

    Reverse: `df(*args, init_grad=...)`, `init_grad` of the result's shape, ones by
    default. Forward: `df(*args, *tangents)`, one tangent for each of `wrt`. With the
    mode 'taylor' `df(*args, *series)` gives the value and its Taylor coefficients, as
    `jet`; series are arrays with a leading axis. `backend`, `fallback` and `parallel`
    are as in `grad`.

    >>> from tangentlite.examples import square
    >>> autodiff(square, mode='forward')(3.0, 0.5)
    3.0
    """
    if mode not in _MODES:
        raise errors.ArgumentError(
            f"mode is {mode!r}; it must be 'reverse', 'forward' or 'taylor'."
        )
    return derivative_of(f, _MODES[mode], wrt, settings_of(backend, fallback, parallel))


_MODES = {"reverse": "reverse", "forward": "forward", "taylor": "forward_series"}


@surface
def vjp(
    f: Callable,
    *primals: object,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> tuple[object, Callable]:
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
    settings = settings_of(backend, fallback, parallel)
    if not any(active):
        for_primals(f, primals)
        raise errors.ArgumentError("no argument is a floating number or array.")
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


def require_tuples(name: str, **given: object) -> None:
    """Raise unless each value is a tuple or list of a call's arguments."""
    for parameter, value in given.items():
        if not isinstance(value, (tuple, list)):
            raise errors.ArgumentError(
                f"{parameter} of tl.{name} is {described(value)}, not a tuple with an "
                f"item for each argument.\nFor a function of one argument write "
                f"tl.{name}(f, {', '.join('(x,)' for _ in given)})."
            )


def is_floating(value: object) -> bool:
    """Whether a value is a floating number or array, or a container of them."""
    kind = type(value)
    if kind is float or kind is np.ndarray:
        return kind is float or value.dtype.kind in "fc"  # type: ignore[attr-defined]
    return bool(floating(value))


@surface
def jvp(
    f: Callable,
    primals: Sequence[object],
    tangents: Sequence[object],
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
):
    """Return `f(*primals)` and its derivative in the direction of `tangents`.

    A tangent has the structure of its primal. None stands for zero. `backend`,
    `fallback` and `parallel` are as in `grad`.

    >>> from tangentlite.examples import square
    >>> jvp(square, (3.0,), (0.5,))
    (9.0, 3.0)
    """
    require_tuples("jvp", primals=primals, tangents=tangents)
    if len(primals) != len(tangents):
        raise errors.ArgumentError(
            f"{len(primals)} primals, but {len(tangents)} tangents were given."
        )
    given = tuple([tangent is not None for tangent in tangents])
    settings = settings_of(backend, fallback, parallel)
    return pushed("jvp", f, given, settings)(primals, tangents)


def pushed(
    operator: str, f: Callable, given: tuple[bool, ...], settings: Settings
) -> Callable[[Sequence, Sequence], Any]:
    """Return what calls a derivative in forward mode with primals and their tangents.

    It is that of a function for "jvp", of its gradient for "hvp", by the primals that
    are `given` tangents, which are None for the others.
    """
    key = (operator, given, *settings)
    return kept(f, key, lambda found: _new_pushed(operator, found, given, settings))


def _new_pushed(
    operator: str, f: Callable, given: tuple[bool, ...], settings: Settings
) -> Callable[[Sequence, Sequence], Any]:
    f, wrt = named_primals(f, given)
    if not wrt:
        what = "vector" if operator == "hvp" else "tangent"
        raise errors.ArgumentError(f"no {what} is given.")
    mode = "value_and_forward"
    if operator == "hvp":
        f, mode = derivative_of(f, "grad", wrt), "forward"
    derivative = derivative_of(f, mode, wrt, settings)
    plain = [
        parameter
        for parameter in inspect.signature(derivative.primal).parameters.values()
        if parameter.kind <= parameter.POSITIONAL_OR_KEYWORD
    ]
    if len(given) > len(plain):
        names = list(wrt)
        return lambda primals, tangents: with_tangents(
            derivative, primals, {}, dict(zip(names, _not_none(tangents)))
        )
    names = list(derivative.tangent_names)

    def call(primals: Sequence, tangents: Sequence):
        return derivative(*primals, **dict(zip(names, _not_none(tangents))))

    return call


def _not_none(tangents: Sequence) -> list:
    return [tangent for tangent in tangents if tangent is not None]


def kept(f: Callable, key: Hashable, make: Callable[[Callable], Value]) -> Value:
    """Return what `make` makes of a function, kept with it until its code changes."""
    if type(f) is not types.FunctionType:
        if errors.refusal(f) or not callable(f):
            return make(f)
        f = differentiable(f)
    code = getattr(f, "__code__", None)
    found = alive.cached(f, key, lambda: (code, make(f)))
    return found[1] if found[0] is code else make(f)


for _function in (grad, value_and_grad, autodiff):
    vars(_function)["__tangentlite_static__"] = True


def settings_of(
    backend: str | None, fallback: bool | None, parallel: bool | None
) -> Settings:
    """Return the settings that are given; raises ArgumentError for a bad one."""
    given = {"backend": backend, "fallback": fallback, "parallel": parallel}
    found = tuple((name, value) for name, value in given.items() if value is not None)
    changed(DEFAULT, found)
    return found


def derivative_of(
    f: Callable, mode: str, wrt: Wrt, settings: Settings = ()
) -> Derivative:
    """Return the derivative of a function in a mode of `modes.request`.

    Raises ArgumentError unless `f` is a function and `wrt` names its parameters.
    """
    if why := errors.refusal(f):
        raise errors.ArgumentError(why)
    f = differentiable(f)
    single = is_single(wrt)
    f, names = selected(f, wrt)
    return alive.cached(
        f,
        (mode, names, single, *settings),
        lambda: alive.watched(
            Derivative(Request(f, mode, names, single), derivative_of, settings)
        ),
    )
