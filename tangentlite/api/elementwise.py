"""The gradient of the sum of what a function returns."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, overload

from tangentlite.api import grad
from tangentlite.api.summed import total_of
from tangentlite.calls.arguments.parameters import One, Several, Wrt, differentiable
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated import alive
from tangentlite.calls.pickling import made_by
from tangentlite.tracebacks.frames import surface

P = ParamSpec("P")


@overload
def elementwise_grad(f: Callable[P, Any], wrt: One = 0) -> Derivative[P, Any]: ...
@overload
def elementwise_grad(
    f: Callable[P, Any], wrt: Several
) -> Derivative[P, tuple[Any, ...]]: ...
@overload
def elementwise_grad(
    f: None = None, wrt: One = 0
) -> Callable[[Callable[P, Any]], Derivative[P, Any]]: ...
@overload
def elementwise_grad(
    f: None = None, *, wrt: Several
) -> Callable[[Callable[P, Any]], Derivative[P, tuple[Any, ...]]]: ...
@surface
def elementwise_grad(f: Callable | None = None, wrt: Wrt = 0) -> Any:
    """Return the gradient of the sum of a function's results.

    If each entry of the result depends on the same entry of the argument alone, that
    is the derivative of each entry; over broadcast axes it is summed. Can be nested for
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
    grad.derivative_of(f, "grad", wrt)  # raises if it cannot be differentiated
    return grad.grad(_total(f), wrt)


def _total(f: Callable) -> Callable:
    return alive.cached(f, "total", lambda: made_by(_total, f, _new_total(f)))


def _new_total(f: Callable) -> Callable:
    total: Any = total_of(differentiable(f))
    total.sums_up = total.__code__
    return total


# The walk of a program calls it, as it calls grad.
vars(elementwise_grad)["__tangentlite_static__"] = True
