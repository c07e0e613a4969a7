"""Jacobians, Hessians and products with them, made of the two modes."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tangentlite import api, cache, dispatch, errors
from tangentlite.derivative import Derivative
from tangentlite.total import total_of


def jacobian(f: Callable | None = None, wrt: api.Wrt = 0):
    """Return a function that gives all derivatives of a function's result.

    One argument gives an array of shape `result.shape + argument.shape` (numbers have
    the shape `()`), a `wrt` that is a tuple a tuple of them; a function that returns a
    tuple gives a tuple of either. The dtype is the argument's; a complex result has a
    complex Jacobian, complex arguments are refused.

    With fewer entries to differentiate than results, each costs one Jacobian-vector
    product, else each result one call of a pullback. `f` is called once beforehand to
    find out. Usable as a decorator, with or without arguments. Raises ArgumentError
    like `grad`.

    >>> import numpy as np
    >>> from tangentlite.examples import product
    >>> jacobian(product)(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    array([[3., 0.],
           [0., 4.]])
    """
    if f is None:
        return functools.partial(jacobian, wrt=wrt)
    single = isinstance(wrt, (int, str))
    reverse = api.derivative_of(f, "pullback", api.as_tuple(wrt))
    return _matrix(f, functools.partial(_jacobian, reverse, single))


def hessian(f: Callable | None = None, wrt: api.Wrt = 0):
    """Return a function that gives the second derivatives of a real scalar function.

    One argument gives an array of shape `argument.shape * 2`, symmetric up to
    rounding; a `wrt` that is a tuple gives a tuple of tuples of blocks, the one at
    `[i][j]` by `wrt[i]` and `wrt[j]`. Forward over reverse: each entry of an argument
    costs one Jacobian-vector product of the gradient. Usable as a decorator, with or
    without arguments. Raises ArgumentError like `grad`.

    >>> import numpy as np
    >>> def energy(x):
    ...     return np.sum(x) * x[0]
    >>> hessian(energy)(np.array([1.0, 2.0]))
    array([[2., 1.],
           [1., 0.]])
    """
    if f is None:
        return functools.partial(hessian, wrt=wrt)
    single = isinstance(wrt, (int, str))
    gradient = api.derivative_of(f, "grad", api.as_tuple(wrt))
    return _matrix(f, functools.partial(_hessian, gradient, single))


def hvp(f: Callable, primals: object, vectors: object):
    """Return the Hessian of a real scalar function times a vector.

    `primals` are all arguments of `f`, `vectors` has one vector for each, None for
    those that are held fixed. The result is a tuple with one product for each primal,
    None where the vector is None. An only primal may stand bare, with a bare vector:
    then so does the product. The Hessian is never formed: forward over reverse costs a
    few evaluations of `f`.

    >>> import numpy as np
    >>> def energy(x):
    ...     return np.sum(x * x * x)
    >>> hvp(energy, np.array([1.0, 2.0]), np.array([1.0, 10.0]))
    array([  6., 120.])
    """
    if not isinstance(primals, (tuple, list)):
        return hvp(f, (primals,), (vectors,))[0]
    if not isinstance(vectors, (tuple, list)) or len(vectors) != len(primals):
        raise errors.ArgumentError(
            f"hvp takes one vector for each primal ({len(primals)}), None for those "
            "that are held fixed."
        )
    names = list(inspect.signature(f).parameters)
    given = {n: vector for n, vector in zip(names, vectors) if vector is not None}
    if not given:
        raise errors.ArgumentError("no vector is given.")
    gradient = api.derivative_of(f, "grad", tuple(given))
    product = api.derivative_of(gradient, "forward", tuple(given))
    found = product(*primals, **dict(zip(product.tangent_names, given.values())))
    by_name = dict(zip(given, found))
    return tuple(by_name.get(name) for name in names[: len(primals)])


def elementwise_grad(f: Callable | None = None, wrt: api.Wrt = 0):
    """Return the gradient of the sum of a function's results.

    If each entry of the result depends on the same entry of the argument alone, that
    is the derivative of each entry; what was broadcast is summed. Can be nested for
    higher derivatives. Usable as a decorator, with or without arguments. Raises
    ArgumentError like `grad`, also for a complex result.

    >>> import numpy as np
    >>> from tangentlite.examples import square
    >>> elementwise_grad(square)(np.array([1.0, 2.0, 3.0]))
    array([2., 4., 6.])
    >>> elementwise_grad(elementwise_grad(square))(np.array([1.0, 2.0, 3.0]))
    array([2., 2., 2.])
    """
    if f is None:
        return functools.partial(elementwise_grad, wrt=wrt)
    api.derivative_of(f, "grad", wrt)  # complains of what cannot be differentiated
    total = cache.kept(f, "total", functools.partial(total_of, f))
    return api.grad(total, wrt)


# The walk calls it when it meets it in a program, as it calls grad.
vars(elementwise_grad)["__tangentlite_static__"] = True


def _matrix(f: Callable, compute: Callable) -> Callable:
    """Return a function with the name, the docstring and the signature of another."""

    def matrix(*args: object, **kwargs: object):
        return compute(args, kwargs)

    functools.update_wrapper(matrix, f, updated=())
    # It is no decorated `f`: what follows this would find the source of `f`.
    vars(matrix).pop("__wrapped__")
    vars(matrix).update(primal=f, __signature__=inspect.signature(f))
    vars(matrix)[api.REFUSED] = (
        "a Jacobian or Hessian cannot be differentiated.\n"
        "For second derivatives use tl.hessian(f) or tl.jacobian(tl.grad(f))."
    )
    return matrix


def _jacobian(reverse: Derivative, single: bool, args: tuple, kwargs: dict):
    f, names = reverse.primal, reverse.wrt
    given = dispatch.bind(inspect.signature(f), args, kwargs)
    values: list[Any] = [given[name] for name in names]
    for name, value in zip(names, values):
        _refuse_complex(f, name, value)
    result = f(*args, **kwargs)
    leaves = list(_leaves(f, result))
    few = sum(np.size(v) for v in values) < sum(np.size(leaf) for leaf in leaves)
    if few or any(np.iscomplexobj(leaf) for leaf in leaves):
        matrices = [_columns(f, n, v, args, kwargs) for n, v in zip(names, values)]
        blocks = [list(block) for block in zip(*matrices)]
    else:
        _, pullback = reverse(*args, **kwargs)
        blocks = [
            _rows(pullback, result, leaves, position, values)
            for position in range(len(leaves))
        ]
    parts = (block[0] if single else tuple(block) for block in blocks)
    return _rebuilt(result, parts)


def _refuse_complex(f: Callable, name: str, value: Any) -> None:
    if np.iscomplexobj(value):
        raise errors.ArgumentError(
            f"the Jacobian of {f.__name__} with respect to {name!r}, which is complex, "
            "is no complex matrix in general.\nUse tl.jvp or tl.vjp, or write the "
            "function in terms of the real and the imaginary part."
        )


def _leaves(f: Callable, result: object) -> Iterator[Any]:
    """Yield the numbers and arrays in a result, from left to right."""
    if isinstance(result, (tuple, list)):
        for item in result:
            yield from _leaves(f, item)
    elif isinstance(result, (bool, int, float, complex, np.generic, np.ndarray)):
        yield result
    else:
        raise errors.ArgumentError(
            f"{f.__name__} returns {type(result).__name__} objects, which have no "
            "Jacobian.\nReturn numbers, arrays or tuples of them."
        )


def _rebuilt(result: object, leaves: Iterator[Any]) -> Any:
    """Return a value with the structure of a result, its leaves taken in turn."""
    if not isinstance(result, (tuple, list)):
        return next(leaves)
    items = [_rebuilt(item, leaves) for item in result]
    named = hasattr(result, "_fields")
    return type(result)(*items) if named else type(result)(items)


def _columns(f: Callable, name: str, value: Any, args: tuple, kwargs: dict) -> list:
    """Return the Jacobian of each leaf of the result, from products with units."""
    derivative = api.derivative_of(f, "forward", (name,))
    (parameter,) = derivative.tangent_names
    if np.size(value) == 0:
        leaves = _leaves(f, f(*args, **kwargs))
        shapes = [(*np.shape(leaf), *np.shape(value)) for leaf in leaves]
        return [np.zeros(shape, np.result_type(value)) for shape in shapes]
    columns = [
        _leaves(f, derivative(*args, **kwargs, **{parameter: unit}))
        for unit in _units(value)
    ]
    return [_side_by_side(parts, value) for parts in zip(*columns)]


def _side_by_side(columns: Sequence[Any], value: Any) -> Any:
    dtype = np.result_type(value)
    if any(np.iscomplexobj(column) for column in columns):
        dtype = np.result_type(dtype, np.complex64)
    matrix = np.stack(columns, axis=-1).astype(dtype, copy=False)
    return _shaped(matrix, (*np.shape(columns[0]), *np.shape(value)))


def _rows(
    pullback: Callable, result: object, leaves: list, position: int, values: list
) -> list:
    """Return the Jacobians of one leaf of the result, from pullbacks of units."""
    leaf = leaves[position]
    rows = [np.zeros((np.size(leaf), *np.shape(v)), np.result_type(v)) for v in values]
    zeros = [_filled(other, 0.0) for other in leaves]
    if api.is_floating(leaf):
        for number, unit in enumerate(_units(leaf)):
            cotangents = iter([*zeros[:position], unit, *zeros[position + 1 :]])
            gradients = pullback(_rebuilt(result, cotangents))
            for matrix, gradient in zip(rows, gradients):
                matrix[number] = gradient
    shapes = [(*np.shape(leaf), *np.shape(value)) for value in values]
    return [_shaped(matrix, shape) for matrix, shape in zip(rows, shapes)]


def _shaped(matrix: np.ndarray, shape: tuple[int, ...]) -> Any:
    """Return a matrix in another shape; one entry without axes as a number."""
    return matrix.reshape(shape) if shape else matrix.reshape(())[()]


def _units(value: Any) -> Iterator[Any]:
    """Yield the unit vectors of the type, shape and dtype of a value."""
    if np.ndim(value) == 0:
        yield _filled(value, 1.0)
        return
    for index in np.ndindex(value.shape):
        unit = _filled(value, 0.0)
        unit[index] = 1.0
        yield unit


def _filled(value: Any, number: float) -> Any:
    if isinstance(value, np.ndarray):
        return np.full_like(value, number)
    return type(value)(number)


def _hessian(gradient: Derivative, single: bool, args: tuple, kwargs: dict):
    given = dispatch.bind(inspect.signature(gradient), args, kwargs)
    columns = []
    for name in gradient.wrt:
        _refuse_complex(gradient, name, given[name])
        columns.append(_columns(gradient, name, given[name], args, kwargs))
    blocks = tuple(zip(*columns))
    return blocks[0][0] if single else blocks
