"""Polyfills of jvp, vjp, hvp and jet: what they are inside a program.

They are walked like the user's code, never run.
"""

import numpy as np

from tangentlite import operations
from tangentlite.api.grad import autodiff, grad
from tangentlite.api.products.pullbacks import vjp
from tangentlite.api.products.pushes import hvp, jvp
from tangentlite.api.products.taylor import jet
from tangentlite.handlers import builtin, polyfill
from tangentlite.values.base import Sequence


@polyfill(jvp)
def value_and_tangent(f, primals, tangents, **settings):
    """`jvp`."""
    require_tuple("jvp", "primals", primals)
    require_tuple("jvp", "tangents", tangents)
    require_as_many("tangents", primals, tangents)
    chosen = tuple([k for k in range(len(primals)) if tangents[k] is not None])
    given = [tangents[k] for k in chosen]
    product = autodiff(f, wrt=chosen, mode="forward")
    return f(*primals), along(product, primals, {}, given)


@polyfill(jet)
def value_and_series(f, x, coefficients):
    """`jet`."""
    if not isinstance(x, tuple):
        return value_and_series(f, (x,), (coefficients,))
    require_tuple("jet", "coefficients", coefficients)
    require_as_many("coefficients", x, coefficients)
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
    require_tuple("hvp", "vectors", vectors)
    require_as_many("vectors", primals, vectors)
    chosen = tuple([k for k in range(len(primals)) if vectors[k] is not None])
    given = [vectors[k] for k in chosen]
    product = autodiff(grad(f, wrt=chosen), wrt=chosen, mode="forward")
    found = along(product, primals, {}, given)
    return tuple(
        [found[chosen.index(k)] if k in chosen else None for k in range(len(primals))]
    )


def require_tuple(operator, name, value):
    """Require a tuple or list with an item for each argument."""
    if not isinstance(value, (tuple, list)):
        refuse_value(operator, name, value)


def refuse_value(operator, name, value):
    """Refuse what is no tuple: replaced by `_refuse_value`."""


@builtin(refuse_value)
def _refuse_value(b, arguments, keywords, node, base):
    operator, name = (value.static_value() for value in arguments[:2])
    raise b.error(
        f"{name} of tl.{operator} is {arguments[2].describe()}, not a tuple with an "
        "item for each argument.",
        f"For a function of one argument write tl.{operator}(f, (x,), (x,)).",
        node,
    )


def require_as_many(name, primals, given):
    """Require an item for each argument."""
    if len(primals) != len(given):
        refuse_count(name, len(primals), len(given))


def refuse_count(name, count, found):
    """Refuse another number of items: replaced by `_refuse_count`."""


@builtin(refuse_count)
def _refuse_count(b, arguments, keywords, node, base):
    name, count, found = arguments
    said = [
        v.static_value() if v.is_static else "another number" for v in (count, found)
    ]
    raise b.error(
        f"{said[0]} primals, but {said[1]} {name.static_value()} were given.",
        "Give one for each primal, None for what is held fixed.",
        node,
    )


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
