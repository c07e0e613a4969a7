"""Casts by element: `astype`, types of NumPy as functions, and single precision."""

import numpy as np
import pytest

import tangentlite as tl
from tests.loops.test_parity import assert_near
from tests.support.loops_in_python import loops_in_python


def to_single_and_back(x, n):
    total = 0.0
    y = x.astype(np.float32)
    for _ in range(n):
        z = np.sin(y * np.float32(0.5))
        w = z.astype(float) * x
        total = total + np.sum(w.astype(np.float32).astype(float) ** 2)
        y = (z + 0.1).astype(np.float32)
    return total


def flags_and_integers(x, n):
    inside = (x > 0.5).astype(float)
    cells = (4.0 * x).astype(int)
    return np.sum(inside * x * x) + np.sum(cells * x) + n * float(np.sum(x > 2.0))


def numbers_of_numpy(x, n):
    total = np.float64(0)
    for i in range(n):
        total += np.float64(np.float32(i)) * x[i] ** 2 + np.int64(2.7) * x[i]
    return total


def single_precision(x, n):
    x = np.asarray(x, np.float32)
    result = np.eye(n)
    for i in range(n):
        result[i] = x[i] * x[:n]
    return np.sum(np.cos(result))


def real_parts(x, n):
    z = x * np.exp(1j * x)
    return np.sum(z.real.astype(complex).imag) + np.sum(z.imag.astype("float32")) * n


def filled(x, n):
    total = np.zeros(3)
    for i in range(n):
        total += x[i] * np.full_like(np.arange(3), 2.6) + np.full_like(0, 0.5)
    return np.sum(total) + np.sum(np.full(2, 1.7, int)) * x[0]


PROGRAMS = [
    filled,
    to_single_and_back,
    flags_and_integers,
    numbers_of_numpy,
    single_precision,
    real_parts,
]


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_loops_compute_what_numpy_does(f):
    x = np.random.default_rng(3).uniform(0.0, 3.0, 5)

    def made():
        yield tl.value_and_grad(f)(x, 4)
        yield tl.autodiff(f, mode="forward")(x, 4, np.cos(x))

    want = list(made())
    with loops_in_python() as loops, tl.options(backend="numba"):
        got = list(made())
    assert loops.texts and not loops.repeats
    assert_near(got, want, 1e-5)
    if f is not to_single_and_back:
        assert_near(got[0][0], want[0][0], 1e-7)
