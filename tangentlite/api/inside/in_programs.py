"""Polyfills of jvp, vjp, hvp and matrices: what they are inside a program.

They are walked like the user's code, never run. A matrix is computed by columns.
"""

import numpy as np

from tangentlite import operations
from tangentlite.api.grad import autodiff, grad, jvp, value_and_grad, vjp
from tangentlite.api.matrices.matrices import (
    hessian,
    hvp,
    jacobian,
    value_and_jacobian,
    value_grad_hessian,
)
from tangentlite.api.matrices.matrix_functions import MatrixFunction
from tangentlite.api.taylor import jet
from tangentlite.handlers import builtin, polyfill
from tangentlite.values.base import Known, Sequence
from tangentlite.values.literals import literal


@polyfill(jvp)
def value_and_tangent(f, primals, tangents, **settings):
    """`jvp`."""
    chosen = tuple([k for k in range(len(primals)) if tangents[k] is not None])
    given = [tangents[k] for k in chosen]
    product = autodiff(f, wrt=chosen, mode="forward")
    return f(*primals), along(product, primals, {}, given)


@polyfill(jet)
def value_and_series(f, x, coefficients):
    """`jet`."""
    if not isinstance(x, tuple):
        return value_and_series(f, (x,), (coefficients,))
    chosen = tuple([k for k in range(len(x)) if coefficients[k] is not None])
    series = [along_leading_axis(coefficients[k]) for k in chosen]
    return along(autodiff(f, wrt=chosen, mode="taylor"), x, {}, series)


def along_leading_axis(coefficients):
    """Return coefficients as one array, those of the leaves of a container."""
    if isinstance(coefficients, dict):
        return {key: along_leading_axis(coefficients[key]) for key in coefficients}
    if isinstance(coefficients, (list, tuple)):
        return np.stack(coefficients)
    return coefficients


@polyfill(vjp)
def value_and_pullback(f, *primals, **settings):
    """`vjp`."""
    chosen = tuple([k for k in range(len(primals)) if has_derivative(primals[k])])
    backward = autodiff(f, wrt=chosen)

    def pullback(cotangent):
        found = backward(*primals, init_grad=cotangent)
        return tuple(
            [
                found[chosen.index(k)] if k in chosen else None
                for k in range(len(primals))
            ]
        )

    return f(*primals), pullback


def has_derivative(x):
    """Whether a primal is a floating number or array, or a container."""
    if x is None or isinstance(x, (bool, int, str)):
        return False
    return not isinstance(x, np.ndarray) or x.dtype.kind in "fc"


@polyfill(hvp)
def product_with_hessian(f, primals, vectors, **settings):
    """`hvp`."""
    if not isinstance(primals, (tuple, list)):
        return product_with_hessian(f, (primals,), (vectors,))[0]
    chosen = tuple([k for k in range(len(primals)) if vectors[k] is not None])
    given = [vectors[k] for k in chosen]
    product = autodiff(grad(f, wrt=chosen), wrt=chosen, mode="forward")
    found = along(product, primals, {}, given)
    return tuple(
        [found[chosen.index(k)] if k in chosen else None for k in range(len(primals))]
    )


@polyfill(jacobian)
def jacobian_by_columns(f, wrt=0, has_aux=False, **settings):
    """`jacobian`."""
    refuse_pairs(has_aux)

    def matrix(*args, **named):
        if isinstance(wrt, (tuple, list)):
            return tuple([columns(f, k, args, named) for k in wrt])
        return columns(f, wrt, args, named)

    return matrix


@polyfill(hessian)
def hessian_by_columns(f, wrt=0, has_aux=False, **settings):
    """`hessian`."""
    refuse_pairs(has_aux)

    def matrix(*args, **named):
        if isinstance(wrt, (tuple, list)):
            return tuple(
                [
                    tuple([columns(grad(f, wrt=i), j, args, named) for j in wrt])
                    for i in wrt
                ]
            )
        return columns(grad(f, wrt=wrt), wrt, args, named)

    return matrix


@polyfill(value_and_jacobian)
def value_and_columns(f, wrt=0, has_aux=False, **settings):
    """`value_and_jacobian`."""
    matrix = jacobian_by_columns(f, wrt, has_aux)

    def both(*args, **named):
        return f(*args, **named), matrix(*args, **named)

    return both


@polyfill(value_grad_hessian)
def all_of_second_order(f, wrt=0, **settings):
    """`value_grad_hessian`."""
    matrix = hessian_by_columns(f, wrt)

    def all_three(*args, **named):
        value, gradient = value_and_grad(f, wrt=wrt)(*args, **named)
        return value, gradient, matrix(*args, **named)

    return all_three


def columns(f, wrt, args, named):
    """Return the Jacobian by one argument, a number or an array."""
    product = autodiff(f, wrt=wrt, mode="forward")
    x = argument(args, wrt)
    if isinstance(x, (float, np.floating)):
        return along(product, args, named, (1.0,))
    value = f(*args, **named)
    like = value if np.iscomplexobj(value) else x
    found = np.zeros_like(like, shape=np.shape(value) + (x.size,))
    for k in range(x.size):
        unit = np.zeros_like(x, shape=(x.size,))
        unit[k] = 1.0
        direction = unit if x.ndim == 1 else np.reshape(unit, x.shape)
        found[..., k] = along(product, args, named, (direction,))
    return found if x.ndim == 1 else np.reshape(found, np.shape(value) + x.shape)


def along(product, args, named, tangents):
    """Call a derivative with tangents, by their names: replaced by `_along`."""
    return product(*args, *tangents, **named)


@builtin(along)
def _along(b, arguments, keywords, node, base):
    """Call it so that parameters with defaults may be left out in front of tangents."""
    from tangentlite.specialize.functions import local_derivatives

    product, args, named, tangents = arguments
    derivative = local_derivatives.known(b, product, node)
    given = dict(zip(named.keys, named.items))
    parameters = derivative.__signature__.parameters.values()
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        args = Sequence((*args.items, *tangents.items))
    else:
        given |= dict(zip(derivative.tangent_names, tangents.items))
    return operations.call(b, product, list(args.items), given, node, base)


@builtin(MatrixFunction.__call__)
def call_known_matrix(b, arguments, keywords, node, base):
    """Call a Jacobian or Hessian that was made outside of the program."""
    matrix, given = arguments[0].value, arguments[1:]
    asked = [Known(matrix.primal), literal(matrix.wrt)]
    pairs = {"has_aux": literal(True)} if matrix.chosen.get("has_aux") else {}
    made = operations.call(b, Known(matrix.make), asked, pairs, node, base)
    return operations.call(b, made, given, keywords, node, base)


def refuse_pairs(has_aux):
    """Refuse functions that return pairs: replaced by `_refuse_pairs`."""


@builtin(refuse_pairs)
def _refuse_pairs(b, arguments, keywords, node, base):
    if not arguments[0].is_static or arguments[0].static_value():
        what = "in a program, tl.jacobian and tl.hessian do not take has_aux."
        raise b.error(
            what, "Give a function that returns what is differentiated.", node
        )
    return literal(None)


def argument(args, wrt):
    """Return the argument by which a matrix is asked for: replaced by `_argument`."""
    return args[wrt]


@builtin(argument)
def _argument(b, arguments, keywords, node, base):
    args, wrt = arguments
    place = wrt.static_value() if wrt.is_static else None
    if not isinstance(place, int) or not -len(args.items) <= place < len(args.items):
        what = "in a program, wrt of tl.jacobian and tl.hessian is a position."
        raise b.error(what, "Give the argument by position, too.", node)
    if args.items[place].kind is None:
        what = "in a program, tl.jacobian and tl.hessian are by numbers and arrays."
        raise b.error(what, "Use tl.jvp, tl.vjp or tl.hvp.", node)
    if np.dtype(getattr(args.items[place].kind, "dtype", None)).kind == "c":
        what = "in a program, tl.jacobian and tl.hessian are by real arguments."
        raise b.error(what, "Use tl.jvp or tl.vjp, or the real part.", node)
    return args.items[place]
