"""`np.r_`, `np.mgrid` and `np.ogrid` of as many places as are computed."""
import numpy as np
import pytest

import tangentlite as tl


def joined(x, n):
    return np.sum(np.abs(x * np.r_[0 : 1 : n * 1j]))


def length(x, n):
    return len(np.r_[0 : 1 : n * 1j]) * x


def between_computed_bounds(x, n):
    return np.sum(np.r_[0 : x : 1j * n, x, 0:n] ** 2)


def columns(x, n):
    step = complex(0, n)
    return np.sum(np.c_[0:x:step, 0:1:step] ** 2)


def dense(x, n):
    X, Y = np.mgrid[0 : 1 : n * 1j, 0 : 2 * x : (n + 1) * 1j]
    return np.sum((X * x + Y * x * x) ** 2)


def dense_of_one_axis(x, n):
    return np.sum(np.mgrid[: 2 : n * 1j] * x * x)


def dense_beside_a_step(x, n):
    return np.sum(np.mgrid[0:n:1, 0 : 2 : n * 1j] * x)


def sparse(x, n):
    X, Y = np.ogrid[0:3, 0 : x : n * 1j]
    return np.sum((X / 2) * Y) * X.dtype.itemsize


def of_the_length_of_an_array(x, n):
    y = np.ones(n) * x
    return np.sum(y * np.mgrid[-1 : 1 : len(y) * -1j] ** 2)


def of_a_list_of_slices(x, n):
    image = np.ones((n, 3)) * x
    rows, columns = np.ogrid[[slice(0, size) for size in image.shape]]
    return np.sum(image * rows * columns**2)


def rounded_down(x, n):
    places = slice(0, 1, (n + 0.5) * 1j)
    return np.sum(np.mgrid[places, places] ** 2) * x


def written(x, n):
    w = np.zeros(n)
    w[:] = np.r_[-1 : 1 : n * 1j]
    return np.sum(w * w * x)


def of_each_length(x, n):
    s = 0.0
    for k in range(1, n):
        s += np.sum(np.r_[0 : x : k * 1j] ** 2)
    return s


PROGRAMS = [
    joined, length, between_computed_bounds, columns, dense, dense_of_one_axis,
    dense_beside_a_step, sparse, of_the_length_of_an_array, rounded_down, written,
    of_a_list_of_slices,
    of_each_length,
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize("n", [1, 4])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_derivatives(program, n):
    x, e = 0.7, 1e-4
    value, gradient = tl.value_and_grad(program)(x, n)
    assert value == program(x, n)
    want = (program(x + e, n) - program(x - e, n)) / (2 * e)
    assert gradient == pytest.approx(want, rel=1e-6)
    assert tl.jvp(program, (x, n), (1.0, None))[1] == pytest.approx(want, rel=1e-6)
    df = tl.grad(program)
    second = (df(x + e, n) - df(x - e, n)) / (2 * e)
    second = pytest.approx(second, rel=1e-6, abs=1e-9)
    assert tl.grad(df)(x, n) == second
    assert tl.jvp(df, (x, n), (1.0, None))[1] == second


def test_arrays_without_axes():
    def f(x):
        return np.sum(np.r_[np.array(x), 2] ** 2)

    assert tl.grad(f)(1.5) == 3.0


def test_axes_of_one_dtype():
    def f(x):
        X, Y = np.ogrid[0:3, 0 : 2 * x : 5j]
        return np.sum((X / 2) * Y), (X.dtype, Y.dtype)

    assert tl.grad(f, has_aux=True)(2.0)[1] == f(2.0)[1]
