"""Jacobians, Hessians and Hessian-vector products, by the two modes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.api import grad
from tangentlite.api.matrix_functions import MatrixFunction
from tangentlite.calls.arguments.parameters import (
    Wrt,
    as_tuple,
    for_primals,
    is_single,
    tangents_placed,
    with_tangents,
)
from tangentlite.calls.arguments.pytree import (
    Path,
    copies,
    derivative,
    floating,
    leaves,
    mapped,
    numbers,
    picked,
    units,
    written,
)
from tangentlite.calls.derivative import Derivative
from tangentlite.modes.request import seed_name
from tangentlite.options import CURRENT
from tangentlite.rules.binding import bound
from tangentlite.tracebacks.frames import surface

# Keys: a path in the result, an argument's name, a path in the argument.
Blocks = dict[tuple[Path, str, Path], Any]


@surface
def jacobian(
    f: Callable | None = None,
    wrt: Wrt = 0,
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
    that. Usable as a decorator, with or without arguments. Raises ArgumentError like
    `grad`, which also says what `backend`, `fallback` and `parallel` are.

    >>> import numpy as np
    >>> from tangentlite.examples import product
    >>> jacobian(product)(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    array([[3., 0.],
           [0., 4.]])
    """
    if f is None:
        return functools.partial(
            jacobian, wrt=wrt, backend=backend, fallback=fallback, parallel=parallel
        )
    single = is_single(wrt)
    reverse = grad.derivative_of(f, "pullback", as_tuple(wrt))
    compute = functools.partial(_jacobian, reverse, single)
    settings = grad.settings_of(backend, fallback, parallel)
    return MatrixFunction(jacobian, f, wrt, compute, settings)


@surface
def hessian(
    f: Callable | None = None,
    wrt: Wrt = 0,
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
    by `'b'` with respect to `'w'`. Usable as a decorator, with or without arguments.
    Raises ArgumentError like `grad`, which also says what `backend`, `fallback` and
    `parallel` are.

    >>> import numpy as np
    >>> def energy(x):
    ...     return np.sum(x) * x[0]
    >>> hessian(energy)(np.array([1.0, 2.0]))
    array([[2., 1.],
           [1., 0.]])
    """
    if f is None:
        return functools.partial(
            hessian, wrt=wrt, backend=backend, fallback=fallback, parallel=parallel
        )
    single = is_single(wrt)
    gradient = grad.derivative_of(f, "grad", as_tuple(wrt))
    compute = functools.partial(_hessian, gradient, single)
    settings = grad.settings_of(backend, fallback, parallel)
    return MatrixFunction(hessian, f, wrt, compute, settings)


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
        return hvp(f, (primals,), (vectors,), backend, fallback)[0]
    if not isinstance(vectors, (tuple, list)) or len(vectors) != len(primals):
        raise errors.ArgumentError(
            f"hvp takes one vector for each primal ({len(primals)}), None for those "
            "that are held fixed."
        )
    f, names = for_primals(f, primals)
    given = {n: vector for n, vector in zip(names, vectors) if vector is not None}
    if not given:
        raise errors.ArgumentError("no vector is given.")
    gradient = grad.derivative_of(f, "grad", tuple(given))
    settings = grad.settings_of(backend, fallback, parallel)
    product = grad.derivative_of(gradient, "forward", tuple(given), settings)
    found = with_tangents(product, primals, {}, given)
    by_name = dict(zip(given, found))
    return tuple(by_name.get(name) for name in names)


def _jacobian(reverse: Derivative, single: bool, args: tuple, kwargs: dict):
    f = reverse.primal
    given = bound(f, args, kwargs)
    values = {name: given[name] for name in reverse.wrt}
    _refuse_complex(f, values)
    if not _is_generated(reverse, args, kwargs):
        _refuse_effects_of_columns(f, values, args, kwargs)
    # The function may write into its arguments.
    result = f(*copies(args), **dict(zip(kwargs, copies(list(kwargs.values())))))
    outputs = _outputs(f, result)
    inputs = [leaf for value in values.values() for leaf in floating(value).values()]
    few = _count(inputs) < _count(outputs.values())
    if inputs and (few or any(np.iscomplexobj(leaf) for leaf in outputs.values())):
        blocks = _by_columns(f, values, outputs, args, kwargs)
    else:
        pullback = _pullback(reverse, args, kwargs)
        blocks = _by_rows(pullback, result, outputs, values)
    return _assembled(result, outputs, values, blocks, single)


def _pullback(reverse: Derivative, args: tuple, kwargs: dict) -> Callable:
    """Return what maps a cotangent to a tuple of gradients."""
    if CURRENT.get().backend != "numba":
        return reverse(*args, **kwargs)[1]
    backward = grad.derivative_of(reverse.primal, "reverse", tuple(reverse.wrt))
    seed = seed_name(backward.request)
    return lambda cotangent: backward(*args, **kwargs, **{seed: cotangent})


def _refuse_complex(f: Callable, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        for path, leaf in floating(value).items():
            if np.iscomplexobj(leaf):
                raise errors.ArgumentError(
                    f"the Jacobian of {f.__name__} with respect to "
                    f"{name}{written(path)}, which is complex, is no complex matrix in "
                    "general.\nUse tl.jvp or tl.vjp, or write the function in terms of "
                    "the real and the imaginary part."
                )


def _outputs(f: Callable, result: object) -> dict[Path, Any]:
    """Return the numbers and arrays of a result, which may also hold text and None."""
    outputs = numbers(result)
    for path, leaf in leaves(result).items():
        harmless = outputs and (leaf is None or isinstance(leaf, str))
        if path not in outputs and not harmless:
            raise errors.ArgumentError(
                f"{f.__name__} returns {type(leaf).__name__} objects, which have no "
                "Jacobian.\nReturn numbers, arrays or tuples, lists and dicts of them."
            )
    return outputs


def _count(parts: Iterable[Any]) -> int:
    return sum(np.size(part) for part in parts)


def _is_generated(derivative_: Derivative, args: tuple, kwargs: dict) -> bool:
    """Whether a derivative can be generated; if not, its call raises the reason.

    Raises if the function, which is evaluated several times, has side effects.
    """
    try:
        generated = derivative_.generated(args, kwargs)
    except errors.TangentliteError:
        return False
    if generated.has_effects:
        name = derivative_.primal.__name__
        raise errors.UnsupportedError(
            f"{name} changes objects, captured data or a generator of random numbers, "
            "and would be evaluated several times for this matrix.\n"
            "Use tl.vjp, tl.jvp or tl.grad, and restore what it changes in between."
        )
    return True


def _refuse_effects_of_columns(
    f: Callable, values: Mapping[str, Any], args: tuple, kwargs: dict
) -> None:
    """Raise if Jacobian-vector products can be generated and `f` has side effects."""
    for name, value in values.items():
        inputs = floating(value)
        product = grad.derivative_of(f, "forward", (name,))
        for where in list(inputs)[:1]:
            unit = next(iter(units(inputs, where)), None)
            if unit is not None:
                tangent = {name: derivative(value, unit)}
                _is_generated(product, *tangents_placed(product, args, kwargs, tangent))


def _by_columns(
    f: Callable,
    values: Mapping[str, Any],
    outputs: Mapping[Path, Any],
    args: tuple,
    kwargs: dict,
) -> Blocks:
    """Return the blocks, by Jacobian-vector products with unit vectors."""
    blocks = {}
    for name, value in values.items():
        product = grad.derivative_of(f, "forward", (name,))
        inputs = floating(value)
        for where, leaf in inputs.items():
            tangents = (derivative(value, unit) for unit in units(inputs, where))
            columns = [
                picked(with_tangents(product, args, kwargs, {name: tangent}), outputs)
                for tangent in tangents
            ]
            for path, output in outputs.items():
                parts = [column[path] for column in columns]
                blocks[path, name, where] = _side_by_side(parts, leaf, output)
    return blocks


def _side_by_side(columns: Sequence[Any], leaf: Any, output: Any) -> Any:
    shape, dtype = (*np.shape(output), *np.shape(leaf)), np.result_type(leaf)
    if not columns:
        return np.zeros(shape, dtype)
    if any(np.iscomplexobj(column) for column in columns):
        dtype = np.result_type(dtype, np.complex64)
    return _shaped(np.stack(columns, axis=-1).astype(dtype, copy=False), shape)


def _by_rows(
    pullback: Callable,
    result: object,
    outputs: Mapping[Path, Any],
    values: Mapping[str, Any],
) -> Blocks:
    """Return the blocks, by pullbacks of unit vectors."""
    inputs = {name: floating(value) for name, value in values.items()}
    blocks = {
        (path, name, where): np.zeros(
            (np.size(output), *np.shape(leaf)), np.result_type(leaf)
        )
        for path, output in outputs.items()
        for name, parts in inputs.items()
        for where, leaf in parts.items()
    }
    active = floating(result)
    for path in active:
        for number, unit in enumerate(units(active, path)):
            gradients = pullback(derivative(result, unit))
            for (name, parts), gradient in zip(inputs.items(), gradients):
                for where, row in picked(gradient, parts).items():
                    blocks[path, name, where][number] = row
    return {
        key: _shaped(matrix, (*np.shape(outputs[key[0]]), *matrix.shape[1:]))
        for key, matrix in blocks.items()
    }


def _shaped(matrix: np.ndarray, shape: tuple[int, ...]) -> Any:
    """Return a reshaped matrix, as a number if it has no axes."""
    return matrix.reshape(shape) if shape else matrix.reshape(())[()]


def _assembled(
    result: object,
    outputs: Collection[Path],
    values: Mapping[str, Any],
    blocks: Blocks,
    single: bool,
) -> Any:
    """Return the blocks in the structure of the result, then of the arguments."""

    def by_arguments(path: Path, _: object) -> Any:
        if path not in outputs:
            return None
        parts = tuple(
            derivative(value, {w: blocks[path, name, w] for w in floating(value)})
            for name, value in values.items()
        )
        return parts[0] if single else parts

    return mapped(by_arguments, result)


def _hessian(gradient: Derivative, single: bool, args: tuple, kwargs: dict):
    given = bound(gradient, args, kwargs)
    values = {name: given[name] for name in gradient.wrt}
    _refuse_complex(gradient, values)
    _is_generated(gradient, args, kwargs)
    found = gradient(*args, **kwargs)
    outputs = numbers(found)
    blocks = _by_columns(gradient, values, outputs, args, kwargs)
    matrices = _assembled(found, outputs, values, blocks, single)
    return matrices[0] if single else matrices
