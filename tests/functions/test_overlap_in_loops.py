"""Arrays that a call writes, and that only a loop's end shows to be one."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

X = np.array([0.3, 0.7, -0.4, 0.9])


def grows(u, v):
    if u[0] > 5.0:
        return
    u *= 1.01
    v += u[0] * 0.1
    grows(u * 2.0, v)


def by_recursion(x):
    u = x.copy()
    a, b = u, u[2:4]
    for _ in range(3):
        grows(a, b)
        a, b = a, b
    return np.sum(u * u)


def by_checkpoints(x):
    u = x.copy()
    v = u[2:4]
    for _ in tl.checkpointed(range(5)):
        u *= 1.01
        v += u[0] * 0.1
    return np.sum(u * u)


def writes_both(u, v):
    u *= 2.0
    v += u[0]
    return np.sum(u * u) + np.sum(v * v)


def by_derivatives(x):
    u = x.copy()
    a, b, s = u, u[2:4], 0.0
    for i in range(2):
        s = s + np.sum(tl.grad(writes_both)(a, b))
        if i > 5:
            a = u[0:4]
    return s


@pytest.mark.parametrize("function", [by_recursion, by_checkpoints, by_derivatives])
def test_it_is_refused(function):
    with pytest.raises(tl.UnsupportedError, match="may share memory") as caught:
        tl.grad(function)(X)
    assert "copy" in str(caught.value)


def with_a_trajectory(x):
    states, y = np.zeros((9, 4)), x * 1.0
    for i in tl.checkpointed(range(9)):
        y = np.tanh(y) + 0.1 * x
        states[i] = y
    return np.sum(states**2)


def test_results_do_not_look_into_what_is_written():
    found = tl.grad(with_a_trajectory)(X)
    assert_close(found, central_gradient(with_a_trajectory, (X,), [0])[0])
