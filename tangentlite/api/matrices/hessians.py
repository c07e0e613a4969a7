"""Hessians, by the two modes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal, ParamSpec, TypeVar, Unpack, overload

from tangentlite.api import grad
from tangentlite.api.matrices.computed_matrices import Hessians
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
def hessian(
    f: Callable[P, Any],
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, Any]: ...
@overload
def hessian(
    f: Callable[P, Any],
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, tuple[tuple[Any, ...], ...]]: ...
@overload
def hessian(
    f: Callable[P, tuple[R, Aux]],
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, tuple[Any, Aux]]: ...
@overload
def hessian(
    f: Callable[P, Any],
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, Any]: ...
@overload
def hessian(
    f: None = None,
    wrt: One = 0,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, Any]], MatrixFunction[P, Any]]: ...
@overload
def hessian(
    f: None = None,
    *,
    wrt: Several,
    has_aux: Literal[False] = False,
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, Any]], MatrixFunction[P, tuple[tuple[Any, ...], ...]]]: ...
@overload
def hessian(
    f: None = None,
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, tuple[R, Aux]]], MatrixFunction[P, tuple[Any, Aux]]]: ...
@overload
def hessian(
    f: None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    **settings: Unpack[JacobianSettings],
) -> Callable[[Callable[P, Any]], MatrixFunction[P, Any]]: ...
@surface
def hessian(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    mode: str | None = None,
    chunk: int | None = None,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Any:
    """Return a function that gives the second derivatives of a real scalar function.

    One argument gives an array of shape `argument.shape * 2`, symmetric up to
    rounding; a `wrt` that is a tuple gives a tuple of tuples of blocks, the one at
    `[i][j]` by `wrt[i]` and `wrt[j]`. Forward over reverse: one Jacobian-vector product
    of the gradient for each entry, with a `chunk` of them at once as in `jacobian`. The
    `mode` 'reverse' takes pullbacks of the gradient, for functions without a forward
    mode.
    By a tuple, list or dict, the blocks stand in its structure twice: `['b']['w']` is
    the derivative of the gradient by `'b'` with respect to `'w'`. With `has_aux` the
    function returns a pair, and the result is `(hessian, aux)`. Usable as a decorator,
    with or without arguments. Raises ArgumentError like `grad`, which also says what
    `backend`, `fallback` and `parallel` are.

    >>> import numpy as np
    >>> def energy(x):
    ...     return np.sum(x) * x[0]
    >>> hessian(energy)(np.array([1.0, 2.0]))
    array([[2., 1.],
           [1., 0.]])
    """
    if f is None:
        return functools.partial(
            hessian,
            wrt=wrt,
            has_aux=has_aux,
            mode=mode,
            chunk=chunk,
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    settings = grad.settings_of(f, backend, fallback, parallel, has_aux)
    made = Hessians(f, wrt, has_aux, mode, chunk)
    chosen = {"has_aux": has_aux, "mode": mode, "chunk": chunk}
    return MatrixFunction(hessian, f, wrt, made.matrix, made, settings, chosen)


@overload
def value_grad_hessian(
    f: Callable[P, R], wrt: One = 0, **settings: Unpack[JacobianSettings]
) -> MatrixFunction[P, tuple[R, Any, Any]]: ...
@overload
def value_grad_hessian(
    f: Callable[P, R], wrt: Several, **settings: Unpack[JacobianSettings]
) -> MatrixFunction[P, tuple[R, tuple[Any, ...], tuple[tuple[Any, ...], ...]]]: ...
@overload
def value_grad_hessian(
    f: None = None, wrt: One = 0, **settings: Unpack[JacobianSettings]
) -> Callable[[Callable[P, R]], MatrixFunction[P, tuple[R, Any, Any]]]: ...
@overload
def value_grad_hessian(
    f: None = None, *, wrt: Several, **settings: Unpack[JacobianSettings]
) -> Callable[
    [Callable[P, R]],
    MatrixFunction[P, tuple[R, tuple[Any, ...], tuple[tuple[Any, ...], ...]]],
]: ...
@overload
def value_grad_hessian(
    f: Callable[P, tuple[R, Aux]],
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[JacobianSettings],
) -> MatrixFunction[P, tuple[tuple[R, Aux], Any, Any]]: ...
@overload
def value_grad_hessian(
    f: None = None,
    wrt: Wrt = 0,
    *,
    has_aux: Literal[True],
    **settings: Unpack[JacobianSettings],
) -> Callable[
    [Callable[P, tuple[R, Aux]]],
    MatrixFunction[P, tuple[tuple[R, Aux], Any, Any]],
]: ...
@surface
def value_grad_hessian(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    mode: str | None = None,
    chunk: int | None = None,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Any:
    """Return a function that gives the value, the gradient and the Hessian together.

    Arguments and errors are as in `hessian`; the value comes with the gradient.
    With `has_aux` it is the pair `(value, aux)`.

    >>> from tangentlite.examples import square
    >>> value_grad_hessian(square)(3.0)
    (9.0, 6.0, np.float64(2.0))
    """
    if f is None:
        return functools.partial(
            value_grad_hessian,
            wrt=wrt,
            has_aux=has_aux,
            mode=mode,
            chunk=chunk,
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    settings = grad.settings_of(f, backend, fallback, parallel, has_aux)
    made = Hessians(f, wrt, has_aux, mode, chunk)
    chosen = {"has_aux": has_aux, "mode": mode, "chunk": chunk}
    return MatrixFunction(
        value_grad_hessian, f, wrt, made.with_value, made, settings, chosen
    )
