"""Polyfills of Jacobians and Hessians: what they are inside a program.

They are walked like the user's code, never run. A matrix is computed by columns, the
Jacobian of a number by its gradient.
"""

import functools
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.grad import autodiff, grad, value_and_grad
from tangentlite.api.inside.in_programs import along
from tangentlite.api.matrices.hessians import hessian, value_grad_hessian
from tangentlite.api.matrices.matrices import jacobian, value_and_jacobian
from tangentlite.api.matrices.matrix_functions import MatrixFunction
from tangentlite.api.structures.flatten import flatten, map
from tangentlite.api.structures.leaves_in_programs import (
    are_plain,
    is_number,
    map_above,
    map_below,
)
from tangentlite.handlers import builtin, polyfill
from tangentlite.values.base import Known
from tangentlite.values.literals import literal


@polyfill(jacobian, wraps=True)
def jacobian_by_columns(f=None, wrt=0, has_aux=False, mode=None, **settings):
    """`jacobian`."""
    if f is None:
        return functools.partial(jacobian, wrt=wrt, has_aux=has_aux, mode=mode)
    both = value_and_columns(f, wrt, has_aux, mode)

    @functools.wraps(f)
    def matrix(*args, **named):
        if has_aux:
            (_, aux), found = both(*args, **named)
            return found, aux
        return blocks(f, wrt, mode, args, named)

    return matrix


@polyfill(value_and_jacobian, wraps=True)
def value_and_columns(f=None, wrt=0, has_aux=False, mode=None, **settings):
    """`value_and_jacobian`."""
    if f is None:
        return functools.partial(
            value_and_jacobian, wrt=wrt, has_aux=has_aux, mode=mode
        )
    of = first_of(f) if has_aux else f

    @functools.wraps(f)
    def both(*args, **named):
        return f(*args, **named), blocks(of, wrt, mode, args, named)

    return both


@polyfill(hessian, wraps=True)
def hessian_by_columns(f=None, wrt=0, has_aux=False, mode=None, **settings):
    """`hessian`."""
    if f is None:
        return functools.partial(hessian, wrt=wrt, has_aux=has_aux, mode=mode)
    of = first_of(f) if has_aux else f

    @functools.wraps(f)
    def matrix(*args, **named):
        found = square(of, wrt, mode, args, named)
        return (found, f(*args, **named)[1]) if has_aux else found

    return matrix


@polyfill(value_grad_hessian, wraps=True)
def all_of_second_order(f=None, wrt=0, has_aux=False, mode=None, **settings):
    """`value_grad_hessian`."""
    if f is None:
        return functools.partial(
            value_grad_hessian, wrt=wrt, has_aux=has_aux, mode=mode
        )
    of = first_of(f) if has_aux else f

    @functools.wraps(f)
    def all_three(*args, **named):
        value, gradient = value_and_grad(f, wrt=wrt, has_aux=has_aux)(*args, **named)
        return value, gradient, square(of, wrt, mode, args, named)

    return all_three


def first_of(f):
    """Return the function of the first of a function's results."""

    @functools.wraps(f)
    def first(*args, **named):
        return f(*args, **named)[0]

    return first


def blocks(f, wrt, mode, args, named):
    """Return the Jacobian by an argument, or those by several."""
    value = f(*args, **named)
    if isinstance(wrt, (tuple, list)):
        found = [columns(f, k, mode, args, named, value) for k in wrt]
        return map_above(several, value, *found)
    return columns(f, wrt, mode, args, named, value)


def several(leaf, *parts):
    """Return the derivatives of a part of a result by several arguments."""
    return parts if is_number(leaf) else None


def square(f, wrt, mode, args, named):
    """Return the Hessian by an argument, or its blocks by several."""
    over = mode or "forward"
    if isinstance(wrt, (tuple, list)):
        slopes = grad(f, wrt=tuple(wrt))(*args, **named)
        if all(is_number(slope) for slope in slopes):
            rows = [blocks(grad(f, wrt=i), wrt, over, args, named) for i in wrt]
            return tuple(rows)
        return blocks(grad(f, wrt=tuple(wrt)), wrt, over, args, named)
    return blocks(grad(f, wrt=wrt), wrt, over, args, named)


def columns(f, wrt, mode, args, named, value):
    """Return the Jacobian by one argument of a function that returns a value."""
    product = autodiff(f, wrt=wrt, mode="forward")
    x = argument(f, wrt, args, named)
    is_of_arrays = are_plain(x, value)
    if isinstance(x, (float, np.floating)):
        found = along(product, args, named, (1.0,))
        return found if is_of_arrays else map_below(of_a_number, value, found)
    if mode != "forward" and isinstance(value, (float, np.floating)):
        return grad(f, wrt=wrt)(*args, **named)
    if not is_of_arrays:
        return columns_of_leaves(product, x, value, args, named)
    like = value if np.iscomplexobj(value) else x
    found = np.zeros_like(like, shape=np.shape(value) + (x.size,))
    for k in range(x.size):
        unit = np.zeros_like(x, shape=(x.size,))
        unit[k] = 1.0
        direction = unit if x.ndim == 1 else np.reshape(unit, x.shape)
        found[..., k] = along(product, args, named, (direction,))
    return found if x.ndim == 1 else np.reshape(found, np.shape(value) + x.shape)


def of_a_number(leaf, tangent):
    """Return the derivative of a part of a result by a number."""
    if not is_number(leaf):
        return None
    return np.zeros(np.shape(leaf))[()] if tangent is None else tangent


def columns_of_leaves(product, x, value, args, named):
    """Return the Jacobian of a structure by a structure, which is inside of it."""
    vector, unflatten = flatten(x)
    way_back: Any = unflatten  # it is a `Structure` here
    size = vector.size

    def empty(leaf):
        if not is_number(leaf):
            return None
        like = leaf if np.iscomplexobj(leaf) else vector
        return np.zeros_like(like, shape=np.shape(leaf) + (size,))

    found = map(empty, value)
    for k in range(size):
        unit = np.zeros_like(vector)
        unit[k] = 1.0
        tangents = along(product, args, named, (way_back.direction(unit),))

        def put(matrix, tangent):
            if matrix is not None and tangent is not None:
                matrix[..., k] = tangent  # noqa: B023 - it is called at once

        map_below(put, found, tangents)
    return map(lambda leaf: None if leaf is None else way_back.blocks(leaf), found)


def argument(f, wrt, args, named):
    """Return the argument by which a matrix is asked for: replaced by `_argument`."""
    return args[wrt]


@builtin(argument)
def _argument(b, arguments, keywords, node, base):
    f, wrt, args, named = arguments
    place = wrt.static_value() if wrt.is_static else None
    parameters = operations.parameters_of(b, f, node)
    names = [p.name for p in parameters]
    given = dict(zip(names, args.items)) | dict(zip(named.keys, named.items))
    if isinstance(place, int) and -len(args.items) <= place < len(args.items):
        found = args.items[place]
    else:
        is_place = isinstance(place, int) and -len(names) <= place < len(names)
        name = names[place] if is_place else place  # type: ignore[index]
        defaults = {p.name: p.default for p in parameters if p.default is not p.empty}
        found = (defaults | given).get(name)
    if found is None:
        what = f"the argument {place!r}, by which a matrix is asked for, is not known."
        raise b.error(what, "Pass it, by position or by its name.", node)
    return found


@builtin(MatrixFunction.__call__)
def call_known_matrix(b, arguments, keywords, node, base):
    """Call a Jacobian or Hessian that was made outside of the program."""
    matrix, given = arguments[0].value, arguments[1:]
    asked = [Known(matrix.primal), literal(matrix.wrt)]
    chosen = {
        key: literal(matrix.chosen[key])
        for key in ("has_aux", "mode")
        if matrix.chosen.get(key)
    }
    made = operations.call(b, Known(matrix.make), asked, chosen, node, base)
    return operations.call(b, made, given, keywords, node, base)
