"""What one operation gives again from saved copies of written arrays is not saved."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives


def reaction(x, n):
    u = np.array([x, 0.5, x * x, 0.2])
    for _ in range(n):
        v, w = u[1:], u[:-1]
        u[1:] += 0.1 * x * (1.0 - v) - 0.2 * (v * w * w)
    return np.sum(u * u)


def written_between(x, n):
    u = np.array([x, 0.5, x * x, 0.2])
    for _ in range(n):
        v = u[1:]
        s = np.sin(v)
        u[1:] += 0.1 * s
        t = 1.0 - v  # of what is written by now
        u[:-1] += 0.2 * np.cos(v) * t * t * x
    return np.sum(u * u)


def in_a_branch(x, n):
    u = np.array([x, 0.5, x * x])
    for i in range(n):
        v = u[1:]
        if i % 2:
            t = v * v
            u[1:] += 0.1 * np.sin(v) * t * t
        u[:-1] -= 0.1 * v * (v - x)
    return np.sum(u * u)


def bound_again(x, n):
    u, w = np.array([x, 0.5, x * x]), np.array([0.1, x])
    for _ in range(n):
        v = u[1:]
        s = np.sin(v) * w
        v = u[:-1]
        t = v * w
        u[1:] += 0.1 * s * t * t
    return np.sum(u * u)


def of_another_function(x, n):
    u = np.array([x, 0.5, x * x])
    for _ in range(n):
        v = u[1:]
        s = np.exp(v)  # no copy, though it is saved
        u[1:] += 0.1 * s * (1.0 - v) * (1.0 - v)
    return np.sum(u)


PROGRAMS = [reaction, written_between, in_a_branch, bound_again, of_another_function]


@pytest.mark.parametrize("function", PROGRAMS)
def test_derivatives(function):
    require_derivatives(lambda x: function(x, 4), 0.7)


def test_copies_are_saved_alone():
    text = tl.grad(reaction).source_for(0.7, 4)
    assert "saved.append((v.copy(), w.copy()))" in text
    assert "1.0 - v_saved" in text
