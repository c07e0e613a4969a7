"""Jacobians, Hessians and Hessian-vector products, by the two modes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.api import grad
from tangentlite.api.matrices.matrix_blocks import (
    assembled,
    by_columns,
    by_rows,
    entries,
    is_generated,
    outputs_of,
    refuse_complex,
    refuse_effects_of_columns,
)
from tangentlite.api.matrices.matrix_functions import MatrixFunction
from tangentlite.api.matrices.unit_loops import UnitLoops
from tangentlite.api.summed import first_of
from tangentlite.calls.arguments.parameters import (
    Wrt,
    as_tuple,
    differentiable,
    is_single,
)
from tangentlite.calls.arguments.pytree import copies, floating, numbers
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated import alive
from tangentlite.calls.pickling import made_by
from tangentlite.modes.request import seed_name
from tangentlite.options import CURRENT
from tangentlite.rules.binding import bound
from tangentlite.tracebacks.frames import surface


@surface
def jacobian(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    mode: str | None = None,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
):
    """Return a function that gives all derivatives of a function's result.

    One argument gives an array of shape `result.shape + argument.shape` (numbers have
    the shape `()`), a `wrt` that is a tuple a tuple of them. Where arguments or results
    are tuples, lists or dicts, the Jacobian has the result's structure outside and the
    argument's inside: `[i]['w']` is the derivative of `result[i]` by `argument['w']`,
    None where either is no number. The dtype is the argument's; a complex result has
    a complex Jacobian, complex arguments are refused.

    With fewer entries to differentiate than results, each costs one Jacobian-vector
    product, else each result one call of a pullback. `f` is called once beforehand for
    that. The `mode` 'forward' or 'reverse' asks for one of them. With `has_aux` the
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
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    settings = grad.settings_of(backend, fallback, parallel)
    matrices = _Jacobians(f, wrt, has_aux, mode)
    chosen = {"has_aux": has_aux, "mode": mode}
    return MatrixFunction(jacobian, f, wrt, matrices.matrix, settings, chosen)


@surface
def value_and_jacobian(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    mode: str | None = None,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
):
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
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    settings = grad.settings_of(backend, fallback, parallel)
    compute = _Jacobians(f, wrt, has_aux, mode).with_value
    chosen = {"has_aux": has_aux, "mode": mode}
    return MatrixFunction(value_and_jacobian, f, wrt, compute, settings, chosen)


@surface
def hessian(
    f: Callable | None = None,
    wrt: Wrt = 0,
    has_aux: bool = False,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
):
    """Return a function that gives the second derivatives of a real scalar function.

    One argument gives an array of shape `argument.shape * 2`, symmetric up to
    rounding; a `wrt` that is a tuple gives a tuple of tuples of blocks, the one at
    `[i][j]` by `wrt[i]` and `wrt[j]`. Forward over reverse: each entry of an argument
    costs one Jacobian-vector product of the gradient. By a tuple, list or dict, the
    blocks stand in its structure twice: `['b']['w']` is the derivative of the gradient
    by `'b'` with respect to `'w'`. With `has_aux` the function returns a
    pair, and the result is `(hessian, aux)`. Usable as a decorator, with or without
    arguments. Raises ArgumentError like `grad`, which also says what `backend`,
    `fallback` and `parallel` are.

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
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    settings = grad.settings_of(backend, fallback, parallel)
    compute = _Hessians(f, wrt, has_aux).matrix
    return MatrixFunction(hessian, f, wrt, compute, settings, {"has_aux": has_aux})


@surface
def value_grad_hessian(
    f: Callable | None = None,
    wrt: Wrt = 0,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
):
    """Return a function that gives the value, the gradient and the Hessian together.

    Arguments and errors are as in `hessian`; the value comes with the gradient.

    >>> from tangentlite.examples import square
    >>> value_grad_hessian(square)(3.0)
    (9.0, 6.0, np.float64(2.0))
    """
    if f is None:
        return functools.partial(
            value_grad_hessian,
            wrt=wrt,
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    settings = grad.settings_of(backend, fallback, parallel)
    compute = _Hessians(f, wrt, False).with_value
    return MatrixFunction(value_grad_hessian, f, wrt, compute, settings)


@surface
def hvp(
    f: Callable,
    primals: object,
    vectors: object,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
):
    """Return the Hessian of a real scalar function times a vector.

    `primals` are all arguments of `f`, `vectors` has one vector for each, None for
    those that are held fixed. The result is a tuple with one product for each primal,
    None where the vector is None. Vectors and products have the structure of their
    primals. An only primal may stand bare, with a bare vector: then so does the
    product; but a tuple or list always means several primals, so that an only one that
    is a tuple or list itself is given as `(primal,)`. The Hessian is never formed:
    forward over reverse costs a few evaluations of `f`. `backend`, `fallback` and
    `parallel` are as in `grad`.

    >>> import numpy as np
    >>> def energy(x):
    ...     return np.sum(x * x * x)
    >>> hvp(energy, np.array([1.0, 2.0]), np.array([1.0, 10.0]))
    array([  6., 120.])
    """
    if not isinstance(primals, (tuple, list)):
        return hvp(f, (primals,), (vectors,), backend, fallback, parallel)[0]
    if not isinstance(vectors, (tuple, list)) or len(vectors) != len(primals):
        raise errors.ArgumentError(
            f"hvp takes one vector for each primal ({len(primals)}), None for those "
            "that are held fixed."
        )
    given = tuple([vector is not None for vector in vectors])
    settings = grad.settings_of(backend, fallback, parallel)
    found = grad.pushed("hvp", f, given, settings)(primals, vectors)
    if all(given):
        return found
    products = iter(found)
    return tuple([next(products) if is_given else None for is_given in given])


class _Jacobians:
    """What computes the Jacobians of a function by some parameters."""

    def __init__(self, f: Callable, wrt: Wrt, has_aux: bool, mode: str | None) -> None:
        if mode not in (None, "forward", "reverse"):
            raise errors.ArgumentError(
                f"mode is {mode!r}; it must be 'forward', 'reverse' or None, which "
                "takes the cheaper one."
            )
        self.reverse = grad.derivative_of(f, "pullback", as_tuple(wrt))
        self.whole = self.reverse.primal
        if has_aux:
            self.reverse = grad.derivative_of(_first(f), "pullback", as_tuple(wrt))
        self.is_single, self.has_aux, self.mode = is_single(wrt), has_aux, mode
        self.loops: UnitLoops | None = None
        if self.is_single and not has_aux:
            self.loops = _loops(self.whole, self.reverse.request.wrt[0], mode)

    def matrix(self, args: tuple, kwargs: dict) -> Any:
        """Return the Jacobian, with what the function returns beside its result."""
        found = self.loops.found(args, kwargs) if self.loops else None
        value, matrix = found or self._general(args, kwargs)
        return (matrix, value[1]) if self.has_aux else matrix

    def with_value(self, args: tuple, kwargs: dict) -> tuple[Any, Any]:
        """Return what the function returns, and the Jacobian."""
        found = self.loops.found(args, kwargs) if self.loops else None
        return found or self._general(args, kwargs)

    def _general(self, args: tuple, kwargs: dict) -> tuple[Any, Any]:
        f, reverse = self.reverse.primal, self.reverse
        given = bound(f, args, kwargs)
        values = {name: given[name] for name in reverse.wrt}
        refuse_complex(f, values)
        if not is_generated(reverse, args, kwargs):
            refuse_effects_of_columns(f, values, args, kwargs)
        # The function may write into its arguments.
        own = dict(zip(kwargs, copies(list(kwargs.values()))))
        whole = self.whole(*copies(args), **own)
        result = self._part(whole)
        outputs = outputs_of(f, result)
        inputs = [leaf for v in values.values() for leaf in floating(v).values()]
        forward = bool(inputs) and self._is_forward(inputs, list(outputs.values()))
        if forward:
            blocks = by_columns(f, values, outputs, args, kwargs)
        else:
            pullback = _pullback(reverse, args, kwargs)
            blocks = by_rows(pullback, result, outputs, values)
        if self.loops:
            self.loops.learn(args, kwargs, forward)
        return whole, assembled(result, outputs, values, blocks, self.is_single)

    def _part(self, whole: Any) -> Any:
        """Return the part of a result that is differentiated."""
        if not self.has_aux:
            return whole
        if not isinstance(whole, (tuple, list)) or len(whole) != 2:
            raise errors.ArgumentError(
                f"with has_aux=True, {self.whole.__name__} must return a pair: what is "
                "differentiated, and what else it gives."
            )
        return whole[0]

    def _is_forward(self, inputs: list, outputs: list) -> bool:
        is_complex = any(np.iscomplexobj(leaf) for leaf in outputs)
        if self.mode == "reverse" and is_complex:
            raise errors.ArgumentError(
                f"the result of {self.whole.__name__} is complex: pullbacks do not "
                "give its Jacobian.\nLeave out mode='reverse'."
            )
        few = entries(inputs) < entries(outputs)
        return few or is_complex if self.mode is None else self.mode == "forward"


def _first(f: Callable) -> Callable:
    """Return the function of the first of a function's results."""
    f = differentiable(f)
    return alive.cached(f, "first", lambda: made_by(_first, f, first_of(f)))


def _loops(f: Callable, name: str, mode: str | None) -> UnitLoops:
    key = ("unit loops", name, mode)
    return alive.cached(f, key, lambda: UnitLoops(f, name, mode))


def _pullback(reverse: Derivative, args: tuple, kwargs: dict) -> Callable:
    """Return what maps a cotangent to a tuple of gradients."""
    if CURRENT.get().backend != "numba":
        return reverse(*args, **kwargs)[1]
    backward = grad.derivative_of(reverse.primal, "reverse", tuple(reverse.wrt))
    seed = seed_name(backward.request)
    return lambda cotangent: backward(*args, **kwargs, **{seed: cotangent})


class _Hessians:
    """What computes the Hessians of a function by some parameters."""

    def __init__(self, f: Callable, wrt: Wrt, has_aux: bool) -> None:
        chosen = as_tuple(wrt)
        self.f, self.wrt, self.is_single, self.has_aux = f, wrt, is_single(wrt), has_aux
        of = _first(f) if has_aux else f
        self.gradient = grad.derivative_of(of, "grad", chosen)
        self.with_aux = grad.derivative_of(f, "grad_with_aux", chosen)
        self.valued = grad.derivative_of(f, "value_and_grad", chosen)
        self.loops: UnitLoops | None = None
        if self.is_single and not has_aux:
            (name,) = self.gradient.request.wrt
            one = grad.derivative_of(self.gradient.primal, "grad", name)
            self.loops = _loops(one, name, "forward")

    def matrix(self, args: tuple, kwargs: dict) -> Any:
        """Return the Hessian, with what the function returns beside its value."""
        if (matrix := self._by_loops(args, kwargs)) is not None:
            return matrix
        self._refuse(args, kwargs)
        if self.has_aux:
            found, aux = self.with_aux(*args, **kwargs)
            return self._general(found, args, kwargs), aux
        return self._general(self.gradient(*args, **kwargs), args, kwargs)

    def with_value(self, args: tuple, kwargs: dict) -> tuple[Any, Any, Any]:
        """Return the value, the gradient and the Hessian."""
        matrix = self._by_loops(args, kwargs)
        if matrix is None:
            self._refuse(args, kwargs)
        value, found = self.valued(*args, **kwargs)
        if matrix is None:
            matrix = self._general(found, args, kwargs)
        return value, found[0] if self.is_single else found, matrix

    def _by_loops(self, args: tuple, kwargs: dict) -> Any:
        if self.loops is None or not self.loops.knows(args, kwargs):
            return None
        return self.loops.square(args)

    def _refuse(self, args: tuple, kwargs: dict) -> None:
        refuse_complex(self.gradient, self._values(args, kwargs))
        is_generated(self.gradient, args, kwargs)

    def _values(self, args: tuple, kwargs: dict) -> dict[str, Any]:
        given = bound(self.gradient, args, kwargs)
        return {name: given[name] for name in self.gradient.wrt}

    def _general(self, found: Any, args: tuple, kwargs: dict) -> Any:
        """Return the Hessian where the gradients are known."""
        values, outputs = self._values(args, kwargs), numbers(found)
        blocks = by_columns(self.gradient, values, outputs, args, kwargs)
        matrices = assembled(found, outputs, values, blocks, self.is_single)
        if self.loops:
            self.loops.learn(args, kwargs, by_columns=True)
        return matrices[0] if self.is_single else matrices
