"""The functions a user calls: each returns, or calls, a Derivative."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence

from tangentlite import cache, errors
from tangentlite.callables import as_function
from tangentlite.derivative import Derivative
from tangentlite.leaves import floating
from tangentlite.modes.asked import Request
from tangentlite.tracebacks import surface

Wrt = int | str | Sequence[int | str]
# The attribute of a function that says why it cannot be differentiated.
REFUSED = "__tangentlite_refused__"


@surface
def grad(f: Callable | None = None, wrt: Wrt = 0, has_aux: bool = False):
    """Return the gradient of a function with a real scalar result.

    `wrt` is a position, a name, or a tuple of them; one gives a bare gradient, a
    tuple gives a tuple. With `has_aux` the function returns a pair, of which the first
    is differentiated, and the result is `(gradient, aux)`. Usable as a decorator, with
    or without arguments. Raises ArgumentError for a bad `wrt`; what cannot be
    differentiated raises at first use.

    >>> import tangentlite as tl
    >>> from tangentlite.examples import square
    >>> tl.grad(square)(3.0)
    6.0
    """
    if f is None:
        return functools.partial(grad, wrt=wrt, has_aux=has_aux)
    return derivative_of(f, "grad_with_aux" if has_aux else "grad", wrt)


@surface
def value_and_grad(f: Callable | None = None, wrt: Wrt = 0, has_aux: bool = False):
    """Return a function that gives the value and the gradient together.

    With `has_aux` the function returns a pair, of which the first is differentiated,
    and the result is `((value, aux), gradient)`.

    >>> from tangentlite.examples import square
    >>> value_and_grad(square)(3.0)
    (9.0, 6.0)
    """
    if f is None:
        return functools.partial(value_and_grad, wrt=wrt, has_aux=has_aux)
    mode = "value_and_grad_with_aux" if has_aux else "value_and_grad"
    return derivative_of(f, mode, wrt)


@surface
def autodiff(f: Callable, wrt: Wrt = 0, mode: str = "reverse") -> Derivative:
    """Return a vector-Jacobian (reverse) or Jacobian-vector (forward) product.

    Reverse: `df(*args, init_grad=...)`, `init_grad` of the result's shape, ones if it
    is left out. Forward: `df(*args, *tangents)`, one tangent for each of `wrt`.

    >>> from tangentlite.examples import square
    >>> autodiff(square, mode='forward')(3.0, 0.5)
    3.0
    """
    if mode not in ("reverse", "forward"):
        raise errors.ArgumentError(
            f"mode is {mode!r}; it must be 'reverse' or 'forward'."
        )
    return derivative_of(f, mode, wrt)


@surface
def vjp(f: Callable, *primals: object) -> tuple[object, Callable]:
    """Return `f(*primals)` and its pullback, which maps a cotangent to a tuple.

    The tuple has one gradient for each of `primals` in which there is a floating number
    or array, None for the others. The pullback can be called again.

    >>> from tangentlite.examples import square
    >>> value, pullback = vjp(square, 3.0)
    >>> value, pullback(1.0)
    (9.0, (6.0,))
    """
    names = parameters_of(f, primals)
    active = [n for n, value in zip(names, primals) if is_floating(value)]
    if not active:
        raise errors.ArgumentError("no argument is a floating number or array.")
    result, pullback = derivative_of(f, "pullback", tuple(active))(*primals)
    if len(active) == len(primals):
        return result, surface(pullback)
    return result, surface(functools.partial(_with_none, pullback, names, active))


def _with_none(pullback: Callable, names: list, active: list, cotangent: object):
    found = dict(zip(active, pullback(cotangent)))
    return tuple(found.get(name) for name in names)


def parameters_of(f: Callable, primals: Sequence[object]) -> list[str]:
    """Return the names of the parameters that take the primals.

    >>> from tangentlite.examples import product
    >>> parameters_of(product, (2.0,))
    ['x']
    """
    names = list(inspect.signature(f).parameters)
    if len(primals) > len(names):
        raise errors.ArgumentError(
            f"{f.__name__} has {len(names)} parameters, but {len(primals)} primals are "
            "given.\nA tuple or list of primals holds all arguments; an only argument "
            "that is a tuple or list itself is given as (primal,)."
        )
    return names[: len(primals)]


def is_floating(value: object) -> bool:
    """Whether a value is a floating number or array, or a container of such."""
    return bool(floating(value))


@surface
def jvp(f: Callable, primals: Sequence[object], tangents: Sequence[object]):
    """Return `f(*primals)` and its derivative in the direction of `tangents`.

    A tangent has the structure of its primal. None stands for zero.

    >>> from tangentlite.examples import square
    >>> jvp(square, (3.0,), (0.5,))
    (9.0, 3.0)
    """
    if len(primals) != len(tangents):
        raise errors.ArgumentError(
            f"{len(primals)} primals, but {len(tangents)} tangents were given."
        )
    names = parameters_of(f, primals)
    wrt = tuple(n for n, tangent in zip(names, tangents) if tangent is not None)
    if not wrt:
        raise errors.ArgumentError("no tangent is given.")
    derivative = derivative_of(f, "value_and_forward", wrt)
    given = (tangent for tangent in tangents if tangent is not None)
    return derivative(*primals, **dict(zip(derivative.tangent_names, given)))


for _function in (grad, value_and_grad, autodiff):
    vars(_function)["__tangentlite_static__"] = True


def derivative_of(f: Callable, mode: str, wrt: Wrt) -> Derivative:
    """Return the derivative of a function in a mode of `modes.request`.

    Raises ArgumentError for what is no function and for a bad `wrt`.
    """
    if not isinstance(f, Derivative):
        f = as_function(f)
    if REFUSED in vars(f):
        raise errors.ArgumentError(vars(f)[REFUSED])
    single = isinstance(wrt, (int, str))
    names = resolve_wrt(f, as_tuple(wrt))
    return cache.kept(
        f,
        (mode, names, single),
        lambda: cache.watched(Derivative(Request(f, mode, names, single))),
    )


def as_tuple(wrt: Wrt) -> tuple[int | str, ...]:
    """Return `wrt` as a tuple, of one item if it is a position or a name."""
    return (wrt,) if isinstance(wrt, (int, str)) else tuple(wrt)


def resolve_wrt(f: Callable, wrt: Sequence[int | str]) -> tuple[str, ...]:
    """Return the names of the parameters that `wrt` asks for.

    >>> from tangentlite.examples import product
    >>> resolve_wrt(product, (1, 'x'))
    ('y', 'x')
    """
    signature = inspect.signature(f)
    names = [
        p.name
        for p in signature.parameters.values()
        if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    more = ""
    if len(names) < len(signature.parameters):
        more = " beside those of a star: name them, `lambda x, y: f(x, y)`"
    chosen = []
    for item in wrt:
        if isinstance(item, bool) or not isinstance(item, (int, str)):
            raise errors.ArgumentError(
                f"wrt holds {item!r}; it takes positions and names of parameters."
            )
        if isinstance(item, str) and item not in names:
            raise errors.ArgumentError(
                f"{f.__name__} has no parameter {item!r} to differentiate; "
                f"it has {', '.join(names) or 'none'}."
            )
        if isinstance(item, int) and not -len(names) <= item < len(names):
            raise errors.ArgumentError(
                f"{f.__name__} has no parameter {item}; it has {len(names)}{more}."
            )
        chosen.append(item if isinstance(item, str) else names[item])
    if not chosen or len(set(chosen)) != len(chosen):
        raise errors.ArgumentError("wrt must name each parameter once, at least one.")
    return tuple(chosen)
