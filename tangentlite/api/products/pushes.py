"""Products of Jacobians, and of Hessians, with vectors: tl.jvp and tl.hvp."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, Unpack, overload

from tangentlite import errors
from tangentlite.api.grad import derivative_of, kept, settings_of
from tangentlite.api.products.pullbacks import named_primals
from tangentlite.calls.arguments.parameters import with_tangents
from tangentlite.calls.callables import described
from tangentlite.options import BackendSettings, Settings
from tangentlite.rules.binding import bind
from tangentlite.tracebacks.frames import surface

R = TypeVar("R")


@surface
def jvp(
    f: Callable[..., R],
    primals: Sequence[object],
    tangents: Sequence[object],
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> tuple[R, Any]:
    """Return `f(*primals)` and its derivative in the direction of `tangents`.

    A tangent has the structure of its primal. None stands for zero. `backend`,
    `fallback` and `parallel` are as in `grad`.

    >>> from tangentlite.examples import square
    >>> jvp(square, (3.0,), (0.5,))
    (9.0, 3.0)
    """
    require_tuples("jvp", primals=primals, tangents=tangents)
    if len(primals) != len(tangents):
        raise errors.ArgumentError(
            f"{len(primals)} primals, but {len(tangents)} tangents were given."
        )
    given = tuple([tangent is not None for tangent in tangents])
    settings = settings_of(f, backend, fallback, parallel)
    return pushed("jvp", f, given, settings)(primals, tangents)


@overload
def hvp(
    f: Callable,
    primals: tuple | list,
    vectors: tuple | list,
    **settings: Unpack[BackendSettings],
) -> tuple[Any, ...]: ...
@overload
def hvp(
    f: Callable, primals: object, vectors: object, **settings: Unpack[BackendSettings]
) -> Any: ...
@surface
def hvp(
    f: Callable,
    primals: Any,
    vectors: Any,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Any:
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
    is_bare = not isinstance(primals, (tuple, list))
    if is_bare:
        primals, vectors = (primals,), (vectors,)
    if not isinstance(vectors, (tuple, list)) or len(vectors) != len(primals):
        raise errors.ArgumentError(
            f"hvp takes one vector for each primal ({len(primals)}), None for those "
            "that are held fixed."
        )
    given = tuple([vector is not None for vector in vectors])
    settings = settings_of(f, backend, fallback, parallel)
    found = pushed("hvp", f, given, settings)(primals, vectors)
    if all(given):
        return found[0] if is_bare else found
    products = iter(found)
    return tuple([next(products) if is_given else None for is_given in given])


def pushed(
    operator: str, f: Callable, given: tuple[bool, ...], settings: Settings
) -> Callable[[Sequence, Sequence], Any]:
    """Return what calls a derivative in forward mode with primals and their tangents.

    It is that of a function for "jvp", of its gradient for "hvp", by the primals that
    are `given` tangents, which are None for the others.
    """
    key = (operator, given, *settings)
    return kept(f, key, lambda found: _new_pushed(operator, found, given, settings))


def _new_pushed(
    operator: str, f: Callable, given: tuple[bool, ...], settings: Settings
) -> Callable[[Sequence, Sequence], Any]:
    f, wrt = named_primals(f, given)
    bind(inspect.signature(f), given, {}, f.__name__)  # not by the derivative's
    if not wrt:
        what = "vector" if operator == "hvp" else "tangent"
        raise errors.ArgumentError(f"no {what} is given.")
    mode = "value_and_forward"
    if operator == "hvp":
        f, mode = derivative_of(f, "grad", wrt), "forward"
    derivative = derivative_of(f, mode, wrt, settings)
    plain = [
        parameter
        for parameter in inspect.signature(derivative.primal).parameters.values()
        if parameter.kind <= parameter.POSITIONAL_OR_KEYWORD
    ]
    if len(given) > len(plain):
        names = list(wrt)
        return lambda primals, tangents: with_tangents(
            derivative, primals, {}, dict(zip(names, _not_none(tangents)))
        )
    names = list(derivative.tangent_names)

    def call(primals: Sequence, tangents: Sequence):
        return derivative(*primals, **dict(zip(names, _not_none(tangents))))

    return call


def _not_none(tangents: Sequence) -> list:
    return [tangent for tangent in tangents if tangent is not None]


def require_tuples(name: str, **given: object) -> None:
    """Raise unless each value is a tuple or list of a call's arguments."""
    for parameter, value in given.items():
        if not isinstance(value, (tuple, list)):
            raise errors.ArgumentError(
                f"{parameter} of tl.{name} is {described(value)}, not a tuple with an "
                f"item for each argument.\nFor a function of one argument write "
                f"tl.{name}(f, {', '.join('(x,)' for _ in given)})."
            )
