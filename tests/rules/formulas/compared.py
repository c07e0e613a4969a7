"""A program's derivatives in both modes against differences, at given arguments."""

from collections.abc import Callable, Sequence

import numpy as np

import tangentlite as tl
from tests.rules.samples.sample import spread
from tests.support.measure import inner
from tests.support.numeric import assert_close, central_gradient, central_jvp


def compare(
    called: Callable, inputs: Sequence, rtol: float = 1e-6, more: Sequence = ()
) -> None:
    """Compare the gradient by all inputs, and the change along fixed tangents.

    The value beside them is that of the program. What is given beyond them, `more`, has
    no derivative.
    """

    def program(*inputs):
        return called(*inputs, *more)

    wrt = tuple(range(len(inputs)))
    result = program(*inputs)
    cotangent = like(result, 33)
    tangents = tuple(like(x, 40 + 7 * k) for k, x in enumerate(inputs))
    gradient = tl.autodiff(called, wrt=wrt)
    reverse = gradient(*inputs, *more, init_grad=cotangent)

    def contracted(*inputs):
        return np.sum(cotangent * program(*inputs))

    want = central_gradient(contracted, tuple(inputs), wrt)
    assert_close(reverse, want, rtol=rtol, atol=1e-8)
    beside, _ = tl.vjp(program, *inputs)
    assert_close(beside, result, rtol=1e-13, atol=1e-300)
    jvp = tl.autodiff(called, wrt=wrt, mode="forward")
    forward = jvp(*inputs, *more, *tangents)
    change = central_jvp(program, tuple(inputs), tangents)
    assert_close(forward, change, rtol=rtol, atol=1e-8)
    left, right = inner([cotangent], [forward]), inner(reverse, tangents)
    assert_close(left, right, rtol=rtol, atol=1e-8)


def compare_write(write: Callable, x: np.ndarray, v: np.ndarray) -> None:
    """Compare the derivatives of what `write(t, v)` leaves in a copy of an array."""

    def written(x, v):
        t = x * 1.0
        write(t, v)
        return t * t

    compare(written, (x, v))


def like(value: object, start: int) -> object:
    """Other numbers of a value's shape and type."""
    if isinstance(value, np.ndarray):
        return spread(*value.shape, start=start, dtype=value.dtype)
    return type(value)(spread(start=start))
