"""Views that are copied where nothing writes into their memory any more."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.loops_in_python import loops_in_python
from tests.support.measure import flat

X = np.linspace(0.2, 1.3, 9)
Y = np.linspace(-0.5, 0.4, 5)


def middle(x, y):
    return np.sum((x[2:-2] - y * np.sin(x)[1:6]) ** 2)


def written_before(x, y):
    z = x[2:-2] * y
    z[1:] *= x[1:5]
    w = np.atleast_2d(z)
    return np.sum(w * w) + np.sum(z)


def written_after(x, y):
    z = x[2:-2] * y
    w = np.atleast_2d(z)
    z[1:] *= x[1:5]
    return np.sum(w * w) + np.sum(z)


def written_in_turn(x, y):
    total = 0.0
    z = x[2:-2] * y
    for i in range(3):
        w = np.atleast_2d(z)
        total += np.sum(w * w) * z[i]
        z[i] *= x[i]
    return total + np.sum(w)


def written_as_the_view(x, y):
    z = x[2:-2] * y
    w = np.atleast_2d(z)
    w[0, 1:] = x[1:5]
    return np.sum(z * z)


def reshaped(x, y):
    """Its adjoint is written row by row, and then has another shape."""
    total = 0.0
    for row in np.reshape(x[:8], (2, 4)):
        total += np.sum(row**3) * y[0]
    return total


PROGRAMS = [
    middle, written_before, written_after, written_in_turn, written_as_the_view,
    reshaped,
]  # fmt: skip
VARIANTS = {
    "forward": (tl.autodiff, {"mode": "forward"}, (X, Y, X[::-1], Y[::-1])),
    "reverse": (tl.autodiff, {}, (X, Y)),
    "value": (tl.value_and_grad, {}, (X, Y)),
}


@pytest.mark.parametrize("f", PROGRAMS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_derivatives(f, variant):
    make, options, given = VARIANTS[variant]
    want = make(f, wrt=(0, 1), **options)(*given)
    with loops_in_python() as loops, tl.options(backend="numba"):
        try:
            got = make(f, wrt=(0, 1), **options)(*given)
        except tl.errors.NotCompiledError:
            assert f not in (middle, reshaped)
            return
    assert loops.texts and not loops.repeats
    for one, other in zip(flat(got), flat(want), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)
