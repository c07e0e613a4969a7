"""Sums between loops that are joined, and products in the order of memory."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.loops_in_python import loops_in_python

RNG = np.random.default_rng(0)


def two_sums(x, c):
    y = c * np.sin(x)
    return np.sum(y * x) + c * np.sum(y)


def left_in_between(x, c):
    count = 0.0
    total = 0.0
    for _ in range(3):
        if total > 2.0:
            break
        count = 0.0
        for i in range(len(x)):
            count += x[i] * c
        total += count * count
        count = 1.0
        for i in range(len(x)):
            total += x[i] * x[i]
            count *= 0.5
    return total + count * c


def scaled_columns(x, c):
    w = np.exp(c * x[:, None] * np.arange(3.0))
    return np.sum(np.sum(w, axis=0) ** 2) + np.sum(np.max(w, 0))


def quadratic_forms(x, c):
    a = np.reshape(np.arange(18.0), (2, 3, 3)) * c
    z = x[:, None, None] * np.ones((2, 3))
    scaled = np.einsum("kij,nkj->nki", a, z) + c * z
    return np.sum(scaled * scaled)


def transposed_stack(x, c):
    a = np.reshape(np.arange(12.0), (2, 2, 3)) * x[0]
    b = np.transpose(a, (1, 2, 0)) @ np.ones((2, 2, 4))
    return np.sum(b * b) * c


def product_of_rows(x, c):
    a = np.outer(x, x) + c
    return np.sum(np.vecdot(a, a[:, ::-1]) ** 2) + np.dot(a[0], a[-1])


PROGRAMS = (
    two_sums,
    left_in_between,
    scaled_columns,
    quadratic_forms,
    transposed_stack,
    product_of_rows,
)


@pytest.mark.one_in(4, always=("1-reverse-scaled_columns",))
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("size", [1, 2, 5])
def test_as_numpy_has_it(program, mode, size):
    x = RNG.uniform(0.2, 1.0, size)
    values = {}
    for backend in ("numpy", "numba"):
        with loops_in_python() as loops, tl.options(backend=backend):
            if mode == "reverse":
                value, (x_bar, c_bar) = tl.value_and_grad(program, wrt=(0, 1))(x, 0.7)
                values[backend] = [value, *x_bar, c_bar]
            else:
                values[backend] = tl.jvp(program, (x, 0.7), (np.cos(x), 0.3))
        assert bool(loops.texts) is (backend == "numba")
    np.testing.assert_allclose(values["numba"], values["numpy"], rtol=1e-12)


def test_products_follow_memory():
    """The gradient of a stack goes through the operand with most axes once."""
    made = tl.value_and_grad(quadratic_forms, wrt=(0, 1), backend="numba")
    text = made.source_for(np.ones(4), 0.7)
    assert text.count("np.empty((n, 2, 3))") < 3
    assert "pairwise_sum(row1)" not in text.rpartition("def ")[2]


def test_rows_of_other_lengths_are_refused():
    def f(x, y):
        return np.dot(x, y) ** 2

    with pytest.raises(ValueError):
        tl.grad(f, backend="numba")(np.ones(3), np.ones(4))
