"""Where compiled code finds an error, NumPy repeats the call with its arguments."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close

pytest.importorskip("numba")

V = 0.1 * np.arange(8.0)


def written_part(x, v):
    v[-2:] = np.tanh(np.full((2,), 2.0))
    x = 0.5 * x
    y = np.ldexp(x, 1)
    return y * np.sin(x) + np.sum(np.exp(v)) + sorted([x, y, np.asarray(x) * 1.0])[-1]


def broadcast(x, a, b):
    x = x * 0.5
    y = np.ldexp(x, 1)
    return np.sum(np.sin(y) * a + b) + x


def least(x, *, n, rate=2.0):
    x = x * rate
    n = n + 1
    y = np.ldexp(x, 1)
    for _ in range(n):
        y = y + x
    if y > 30.0:
        raise ValueError(f"{y} is too much")
    return y * x


# Each with arguments that are compiled first, and others that loops do not take.
CALLS = [
    (written_part, (-0.76, V[::2].copy()), (-0.76, V[::2])),
    (broadcast, (0.3, np.ones(3), np.ones(3)), (0.3, np.ones(3), np.ones((2, 3)))),
    (broadcast, (0.3, np.ones(3), np.ones(3)), (0.3, np.ones((2, 3)), np.ones(1))),
]


@pytest.mark.parametrize(
    ("program", "first", "other"), CALLS, ids=lambda one: getattr(one, "__name__", "")
)
def test_arguments_whose_names_are_bound_again(program, first, other):
    compiled = tl.value_and_grad(program, backend="numba")
    plain = tl.value_and_grad(program, backend="numpy")
    for given in (first, other, first):
        value, gradient = compiled(*given)
        wanted = plain(*given)
        assert_close(value, wanted[0])
        assert_close(gradient, wanted[1])


def test_the_error_is_that_of_the_arguments():
    gradient = tl.grad(least, backend="numba")
    assert_close(gradient(0.1, n=2), tl.grad(least, backend="numpy")(0.1, n=2))
    for _ in range(2):
        with pytest.raises(ValueError, match="90.0 is too much"):
            gradient(9.0, n=2)
