"""Arrays that one operation gives again are not kept by loops."""

import re

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

RNG = np.random.default_rng(2)
U, V = RNG.uniform(0.5, 1.0, (2, 4))


def reaction(u, v, steps):
    for _ in range(steps):
        r = u * v**2
        u = u - 0.1 * r + 0.03 * (1.0 - u)
        v = v + 0.1 * r - 0.05 * v
    return np.sum(u * v)


def products(u, v, steps):
    for _ in range(steps):
        v = np.sin(u * v * v)
    return np.sum(v)


def outer_sums(u, v, steps):
    total = 0.0
    for _ in range(steps):
        d = u[:, None] - v
        v = v - 0.01 * np.sum(d * d, axis=0)
        total = total + np.sum(d * d)
    return total


def costly(u, v, steps):
    for _ in range(steps):
        w = np.exp(v)
        v = w * u / (1.0 + w)
    return np.sum(v * v)


def written(u, v, steps):
    """What is made of an array that is written later has to be kept."""
    w = v.copy()
    for _ in range(steps):
        p = u * w
        w[1:] *= 0.5
        w += np.sin(p * p)
    return np.sum(w * w)


def made_and_written(u, v, steps):
    """What is written behind the operation that makes it has to be kept."""
    total = 0.0
    for _ in range(steps):
        w = v * 2.0
        w[1] = w[0] * u[1]
        total = 0.5 * total + np.vdot(np.tanh(v), w)
    return total


def made_and_written_in_a_loop(u, v, steps):
    total = 0.0
    for _ in range(steps):
        w = u + v
        for k in range(1, len(w)):
            w[k] = w[k - 1] * u[k] + w[k]
        v = np.tanh(v) * w
        total = total + np.sum(v)
    return total


def made_and_written_as_a_part(u, v, steps):
    total = 0.0
    for _ in range(steps):
        w = u - v
        part = w[1:]
        part *= u[:-1]
        total = total + np.sum(np.sin(v) * w)
    return total


def made_and_written_on_a_path(u, v, steps):
    total = 0.0
    for k in range(steps):
        w = u * v
        if total > 0.5:
            w += v
        total = total + np.sum(np.sin(v) * w) * (k + 1)
    return total


# Each with how many arrays an iteration keeps.
KEPT = {reaction: 2, products: 2, outer_sums: 1, costly: 2, written: 2,
        made_and_written: 3, made_and_written_in_a_loop: 3,
        made_and_written_as_a_part: 4, made_and_written_on_a_path: 1}  # fmt: skip


@pytest.mark.parametrize("f", KEPT, ids=lambda f: f.__name__)
def test_kept(f):
    gradient = tl.grad(f, wrt=(0, 1))
    expected = central_gradient(lambda u, v: f(u, v, 3), (U, V), (0, 1))
    for got, want in zip(gradient(U, V, 3), expected, strict=True):
        assert_close(got, want)
    kept = re.findall(r"saved\.append\((.*)\)\n", gradient.source)
    assert sum(len(one.split(", ")) for one in kept) == KEPT[f], gradient.source
