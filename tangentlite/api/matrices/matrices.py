"""Jacobians, by the two modes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal, ParamSpec, TypeVar, Unpack, overload

from tangentlite.api import grad
from tangentlite.api.matrices.computed_matrices import Jacobians
from tangentlite.api.matrices.matrix_functions import (
    JacobianSettings,
    MatrixFunction,
)
from tangentlite.calls.arguments.parameters import (
    One,
    Several,
    Wrt,
)
from tangentlite.tracebacks.frames import surface

P = ParamSpec("P")
R = TypeVar("R")
Aux = TypeVar("Aux")


@overload
def jacobian(
    f: Callable[P, Any],
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, Any]: ...
@overload
def jacobian(
    f: Callable[P, Any],
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, tuple[Any, ...]]: ...
@overload
def jacobian(
    f: Callable[P, tuple[R, Aux]],
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, tuple[Any, Aux]]: ...
@overload
def jacobian(
    f: Callable[P, Any],
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, Any]: ...
@overload
def jacobian(
    f: None = None,
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, Any]], MatrixFunction[P, Any]]: ...
@overload
def jacobian(
    f: None = None,
    *,
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, Any]], MatrixFunction[P, tuple[Any, ...]]]: ...
@overload
def jacobian(
    f: None = None,
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, tuple[R, Aux]]], MatrixFunction[P, tuple[Any, Aux]]]: ...
@overload
def jacobian(
    f: None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, Any]], MatrixFunction[P, Any]]: ...
@surface
def jacobian(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    mode: str | None = None,
    chunk: int | None = None,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Any:
    """Return a function that gives all derivatives of a function's result.

    One argument gives an array of shape `result.shape + argument.shape` (numbers have
    the shape `()`), a `wrt` that is a tuple a tuple of them. Where arguments or results
    are tuples, lists or dicts, the Jacobian has the result's structure outside and the
    argument's inside: `[i]['w']` is the derivative of `result[i]` by `argument['w']`,
    None where either is no number. The dtype is the argument's; a complex result has
    a complex Jacobian, complex arguments are refused.

    With fewer entries to differentiate than results, it is made by Jacobian-vector
    products, else by pullbacks, or by the one that the rules of `f` allow; `f` is
    called once beforehand for that. The `mode` 'forward' or 'reverse' asks for one of
    them, and is refused in front of that call. Many vectors go through one sweep along
    a leading axis, as many as suit the memory, or a `chunk` of them (1: one after the
    other, as for programs that have no such form). With `has_aux` the
    function returns a pair, of which the first is differentiated, and the result is
    `(jacobian, aux)`. Usable as a decorator, with or without arguments. Raises
    ArgumentError like `grad`, which also says what the other arguments are.

    >>> import numpy as np
    >>> from tangentlite.examples import product
    >>> jacobian(product)(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    array([[3., 0.],
           [0., 4.]])
    """
    if f is None:
        return functools.partial(
            jacobian,
            wrt=wrt,
            has_aux=has_aux,
            mode=mode,
            chunk=chunk,
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    settings = grad.settings_of(f, backend, fallback, parallel, has_aux)
    matrices = Jacobians(f, wrt, has_aux, mode, chunk)
    chosen = {"has_aux": has_aux, "mode": mode, "chunk": chunk}
    return MatrixFunction(jacobian, f, wrt, matrices.matrix, matrices, settings, chosen)


@overload
def value_and_jacobian(
    f: Callable[P, R],
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, tuple[R, Any]]: ...
@overload
def value_and_jacobian(
    f: Callable[P, R],
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, tuple[R, tuple[Any, ...]]]: ...
@overload
def value_and_jacobian(
    f: Callable[P, tuple[R, Aux]],
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, tuple[tuple[R, Aux], Any]]: ...
@overload
def value_and_jacobian(
    f: Callable[P, R],
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, Any]: ...
@overload
def value_and_jacobian(
    f: None = None,
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, R]], MatrixFunction[P, tuple[R, Any]]]: ...
@overload
def value_and_jacobian(
    f: None = None,
    *,
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, R]], MatrixFunction[P, tuple[R, tuple[Any, ...]]]]: ...
@overload
def value_and_jacobian(
    f: None = None,
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[JacobianSettings],
) -> Callable[
    [Callable[P, tuple[R, Aux]]], MatrixFunction[P, tuple[tuple[R, Aux], Any]]
]: ...
@overload
def value_and_jacobian(
    f: None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, Any]], MatrixFunction[P, Any]]: ...
@surface
def value_and_jacobian(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    mode: str | None = None,
    chunk: int | None = None,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Any:
    """Return a function that gives the value and the Jacobian together.

    With `has_aux` the result is `((value, aux), jacobian)`. All else is as in
    `jacobian`.

    >>> import numpy as np
    >>> from tangentlite.examples import square
    >>> value_and_jacobian(square)(np.array([1.0, 2.0]))
    (array([1., 4.]), array([[2., 0.],
           [0., 4.]]))
    """
    if f is None:
        return functools.partial(
            value_and_jacobian,
            wrt=wrt,
            has_aux=has_aux,
            mode=mode,
            chunk=chunk,
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    settings = grad.settings_of(f, backend, fallback, parallel, has_aux)
    made = Jacobians(f, wrt, has_aux, mode, chunk)
    chosen = {"has_aux": has_aux, "mode": mode, "chunk": chunk}
    return MatrixFunction(
        value_and_jacobian, f, wrt, made.with_value, made, settings, chosen
    )
