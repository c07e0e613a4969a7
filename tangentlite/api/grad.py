"""The basic public functions: grad, value_and_grad and autodiff."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Hashable
from typing import Any, Literal, ParamSpec, TypeVar, Unpack, overload

import numpy as np

from tangentlite import errors
from tangentlite.calls.arguments.parameters import (
    One,
    Several,
    Wrt,
    differentiable,
    is_single,
    selected,
)
from tangentlite.calls.callables import described
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated import alive
from tangentlite.modes.request import Request
from tangentlite.options import DEFAULT, BackendSettings, Settings, changed
from tangentlite.tracebacks.frames import surface

P = ParamSpec("P")
R = TypeVar("R")
Aux = TypeVar("Aux")
Value = TypeVar("Value")


@overload
def grad(
    f: Callable[P, Any],
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[BackendSettings],
) -> Derivative[P, Any]: ...
@overload
def grad(
    f: Callable[P, Any],
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[BackendSettings],
) -> Derivative[P, tuple[Any, ...]]: ...
@overload
def grad(
    f: Callable[P, tuple[R, Aux]],
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[BackendSettings],
) -> Derivative[P, tuple[Any, Aux]]: ...
@overload
def grad(
    f: Callable[P, Any],
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[BackendSettings],
) -> Derivative[P, Any]: ...
@overload
def grad(
    f: None = None,
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[BackendSettings],
) -> Callable[[Callable[P, Any]], Derivative[P, Any]]: ...
@overload
def grad(
    f: None = None,
    *,
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[BackendSettings],
) -> Callable[[Callable[P, Any]], Derivative[P, tuple[Any, ...]]]: ...
@overload
def grad(
    f: None = None,
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[BackendSettings],
) -> Callable[[Callable[P, tuple[R, Aux]]], Derivative[P, tuple[Any, Aux]]]: ...
@overload
def grad(
    f: None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[BackendSettings],
) -> Callable[[Callable[P, Any]], Derivative[P, Any]]: ...
@surface
def grad(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Any:
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
    settings = settings_of(f, backend, fallback, parallel, has_aux)
    mode = "grad_with_aux" if has_aux else "grad"
    return derivative_of(f, mode, wrt, settings)


@overload
def value_and_grad(
    f: Callable[P, R],
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[BackendSettings],
) -> Derivative[P, tuple[R, Any]]: ...
@overload
def value_and_grad(
    f: Callable[P, R],
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[BackendSettings],
) -> Derivative[P, tuple[R, tuple[Any, ...]]]: ...
@overload
def value_and_grad(
    f: Callable[P, tuple[R, Aux]],
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[BackendSettings],
) -> Derivative[P, tuple[tuple[R, Aux], Any]]: ...
@overload
def value_and_grad(
    f: Callable[P, R],
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[BackendSettings],
) -> Derivative[P, Any]: ...
@overload
def value_and_grad(
    f: None = None,
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[BackendSettings],
) -> Callable[[Callable[P, R]], Derivative[P, tuple[R, Any]]]: ...
@overload
def value_and_grad(
    f: None = None,
    *,
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[BackendSettings],
) -> Callable[[Callable[P, R]], Derivative[P, tuple[R, tuple[Any, ...]]]]: ...
@overload
def value_and_grad(
    f: None = None,
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[BackendSettings],
) -> Callable[
    [Callable[P, tuple[R, Aux]]], Derivative[P, tuple[tuple[R, Aux], Any]]
]: ...
@overload
def value_and_grad(
    f: None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[BackendSettings],
) -> Callable[[Callable[P, Any]], Derivative[P, Any]]: ...
@surface
def value_and_grad(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Any:
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
    settings = settings_of(f, backend, fallback, parallel, has_aux)
    mode = "value_and_grad_with_aux" if has_aux else "value_and_grad"
    return derivative_of(f, mode, wrt, settings)


@surface
def autodiff(
    f: Callable,
    wrt: Wrt = 0,
    mode: Literal["reverse", "forward", "taylor"] = "reverse",
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Derivative[..., Any]:
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
    if not isinstance(mode, str) or mode not in _MODES:
        raise errors.ArgumentError(
            f"mode is {mode!r}; it must be 'reverse', 'forward' or 'taylor'."
        )
    return derivative_of(
        f, _MODES[mode], wrt, settings_of(f, backend, fallback, parallel)
    )


_MODES = {"reverse": "reverse", "forward": "forward", "taylor": "forward_series"}


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
    f: object,
    backend: str | None,
    fallback: bool | None,
    parallel: bool | None,
    has_aux: bool = False,
) -> Settings:
    """Return the settings that are given, and else those of a derivative `f`.

    Raises ArgumentError for a bad one.
    """
    given = {"backend": backend, "fallback": fallback, "parallel": parallel}
    for name, value in (*given.items(), ("has_aux", has_aux)):
        if value is not None and not isinstance(value, _SETTINGS[name]):
            raise errors.ArgumentError(
                f"{name} is {described(value)}, not {_SETTING[name == 'backend']}.\n"
                "What the function is called with stands in parentheses of its own, "
                "tl.grad(f)(x, y), or in one tuple, tl.hvp(f, (x, y), (v, w))."
            )
    own = dict(getattr(f, "_settings", ()))
    if backend is not None and backend != own.get("backend"):
        own = {}
    own |= {name: value for name, value in given.items() if value is not None}
    found = tuple(own.items())
    changed(DEFAULT, found)
    return found


_SETTINGS: dict[str, type | tuple[type, ...]] = {
    "backend": str,
    "fallback": (bool, np.bool_),
    "parallel": (bool, np.bool_),
    "has_aux": (bool, np.bool_),
}
_SETTING = ("True or False", "'numpy' or 'numba'")


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
