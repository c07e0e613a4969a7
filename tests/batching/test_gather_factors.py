"""Factors that are the same for all tangents are multiplied first, in each text."""

import numpy as np
import pytest
import scipy.linalg

import tangentlite as tl
from tangentlite.api.grad import derivative_of
from tangentlite.api.matrices.unit_blocks import ManyProducts
from tests.programs.record import sample

A, B = sample(1, 30, 12), sample(2, 12)


def logistic(w):
    margins = A @ w
    return np.sum(np.log1p(np.exp(-margins))) + 0.5 * np.dot(w, w)


def many_factors(x):
    return np.sum(np.sin(x * B / 3.0) * B - (x / (2.0 + B * B)) ** 3 + 2 * x)


def in_loop(x):
    y, total = x * 1.0, 0.0
    for k in range(3):
        z = y * B
        y = np.cos(z * 2.0 - k * z) / (1.0 + B * B)
        total = total + np.sum(y * y)
    return total


def in_branch(x):
    y = np.exp(x) * B
    if np.sum(y) > 1e3:
        y = y * 2.0 - y / 3.0
    else:
        y = (y - B * y) * x
    return np.sum(y * y * B)


def written(x):
    y = B * x
    y[2:] *= x[:-2]
    y[0] = 3.0 * y[1]
    return np.sum(np.sin(y) * B * y)


def broadcast(x):
    table = np.outer(B, B)
    rows = x * table
    return np.sum((rows * table - table * rows * B[:, None]) * rows)


def of_flags_and_counts(x):
    counts, flags = np.arange(12), B > 0.0
    return np.sum(counts * (x * counts) * flags * x * x)


PROGRAMS = [
    logistic, many_factors, in_loop, in_branch, written, broadcast, of_flags_and_counts
]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_hessians_are_those_by_columns(f, dtype):
    x = sample(3, 12).astype(dtype)
    found, expected = tl.hessian(f)(x), tl.hessian(f, chunk=1)(x)
    assert found.dtype == expected.dtype
    accuracy = 1e-11 if dtype == "float64" else 2e-3
    np.testing.assert_allclose(found, expected, accuracy, accuracy)


def test_an_entry_of_a_block_is_multiplied_once():
    product = derivative_of(derivative_of(logistic, "grad", "w"), "forward", ("w",))
    many = ManyProducts(product, "w_dot")
    assert many.answer(12, 30, None, (sample(3, 12),), {"w_dot": sample(4, 12)})
    text = many._blocks._product.source
    assert "return w_dot - (q * q - q) * (w_dot @ a) @ a.T" in text


def test_what_is_written_into_begins_as_one_product():
    def f(x, n):
        y = 2.0 * x - n * np.exp(x) / (x.size + 1) ** 2
        y[1:] -= x[:-1] ** 2
        return y

    x = sample(3, 12)
    many = ManyProducts(derivative_of(f, "forward", ("x",)), "x_dot")
    assert many.answer(12, 144, None, (x, 3), {"x_dot": sample(4, 12)})
    text = many._blocks._product.source
    assert "y_dot = (2.0 - n * np.exp(x) / (x.size + 1) ** 2) * x_dot" in text
    for n in (3, 0, 2.5, np.int64(3)):
        found = tl.jacobian(f, mode="forward", chunk=12)(x, n)
        np.testing.assert_allclose(found, tl.jacobian(f, chunk=1)(x, n), 1e-12)


def scaled_twice(x, w, factor):
    y = w @ x
    y = y * factor
    return y * factor


def solved(x, w, factor):
    k = 3.0 * np.eye(40) + np.outer(np.sin(np.arange(40)), np.ones(40)) / 40
    return scipy.linalg.solve(k, scaled_twice(x, w, factor))


@pytest.mark.parametrize(
    ("f", "scale", "factor", "dtype"),
    [
        (scaled_twice, 1e20, np.full(40, 1e-23, np.float32), "float32"),
        (scaled_twice, 1e-300, 10**200, "float64"),
        (scaled_twice, 1e-300, np.full(40, 1e200), "float64"),
        (solved, 1e-300, np.full(40, 1e200), "float64"),
    ],
)
def test_products_of_factors_out_of_range(f, scale, factor, dtype):
    w, x = (abs(sample(5, 40, 20)) * scale).astype(dtype), np.ones(20, dtype)
    with np.errstate(over="ignore"):
        found = tl.jacobian(f)(x, w, factor)
    expected = tl.jacobian(f, chunk=1)(x, w, factor)
    assert np.isfinite(expected).all() and expected.any()
    np.testing.assert_allclose(found, expected, 1e-5 if dtype == "float32" else 1e-12)


def test_no_factor_is_divided_by_zero_as_a_python_float():
    def f(x, c):
        return np.sum(x * x / c / 3.0)

    x = sample(3, 12)
    with np.errstate(divide="ignore", invalid="ignore"):
        for c in (0.0, np.float64(0.0), 0.5, 0, np.int64(0), 2):
            found = tl.hessian(f)(x, c)
            np.testing.assert_array_equal(found, tl.hessian(f, chunk=1)(x, c))


def test_all_parts_of_a_container_go_in_one_sweep():
    p = {"w": sample(1, 3, 4), "b": sample(2, 4), "c": 0.5, "rest": [sample(3, 2)]}

    def f(p, x):
        inner = np.tanh(x @ p["w"] + p["b"]) * p["c"]
        return np.sum(inner) * np.sum(p["rest"][0] ** 2)

    x = sample(4, 5, 3)
    for _ in range(2):  # the second call knows the first
        found = tl.hessian(f)(p, x)
        expected = tl.hessian(f, chunk=1)(p, x)
        tl.map(
            lambda one, other: np.testing.assert_allclose(one, other, 1e-10, 1e-12),
            found,
            expected,
        )
    assert np.shape(found["w"]["rest"][0]) == (3, 4, 2)
    several = tl.jacobian(lambda p, x: p["w"] @ p["b"] * x[0, 0], wrt=("p", "x"))(p, x)
    assert np.shape(several[0]["w"]) == (3, 3, 4)
    assert np.shape(several[1]) == (3, 5, 3)


def test_few_wide_vectors_go_in_a_block():
    def f(p):
        return np.sum(np.sin(p[0] * A) * p[1] + A ** 2 * p[2] ** 3)

    def g(p):
        return p[0] * p[1] * p[2]

    for function, in_block in ((f, True), (g, False)):
        p = sample(5, 3)
        gradient = derivative_of(function, "grad", "p")
        product = derivative_of(gradient, "forward", ("p",))
        found = ManyProducts(product, "p_dot").answer(3, 3, None, (p,), {"p_dot": p})
        assert (found is not None) == in_block
        np.testing.assert_allclose(
            tl.hessian(function)(p), tl.hessian(function, chunk=1)(p), 1e-12
        )


def test_what_kinds_do_not_tell_is_asked_at_each_call():
    class Weights:
        def __init__(self, flag):
            self.flag, self.w = flag, sample(1, 12)

    def f(x, weights, n):
        if weights.flag:
            return np.sum(x ** 3 * weights.w)
        return np.sum(x ** n)

    x = sample(3, 12)
    for flag, n in [(True, 2), (False, 2), (False, 4), (True, 4), (False, 2)]:
        w = sample(1, 12)
        expected = 6.0 * x * w if flag else n * (n - 1) * x ** (n - 2)
        np.testing.assert_allclose(
            tl.hessian(f)(x, Weights(flag), n), np.diag(expected), 1e-12
        )


def overflowing(x):
    return np.sum(np.exp(x) * np.exp(x) * x) + np.sum(x[1:] * x[:-1])


@pytest.mark.parametrize("of_a_container", [False, True])
def test_factors_that_overflow_leave_zeros_zero(of_a_container):
    x = np.array([400.0, *np.ones(9)])

    def f(p):
        return overflowing(p["x"]) if of_a_container else overflowing(p)

    given = {"x": x} if of_a_container else x
    with np.errstate(all="ignore"):
        for _ in range(2):
            found, expected = tl.hessian(f)(given), tl.hessian(f, chunk=1)(given)
            if of_a_container:
                found, expected = found["x"]["x"], expected["x"]["x"]
            assert np.isinf(found[0, 0]) and np.isfinite(found).sum() == 99
            np.testing.assert_allclose(found, expected, 1e-12)


def test_what_is_given_by_examples_is_multiplied_in_order():
    tiny, large = np.full(12, 1e-200), np.full(12, 1e200)
    rows = tl.batched(lambda x: np.sum(tiny * (tiny * (x * large))))(np.ones((20, 12)))
    np.testing.assert_allclose(rows, 12e-200)
    tangents = tl.autodiff(lambda x: tiny * (tiny * (x * large)), mode="forward")
    moved = tl.batched(tangents)(np.ones((20, 12)), x_dot=np.full((20, 12), 1e50))
    np.testing.assert_allclose(moved, 1e-150)


def test_nan_in_what_is_given_stays():
    def f(x):
        return np.exp(x) * x

    x = np.ones(12)
    x[3] = np.nan
    one_by_one = tl.jacobian(f, chunk=1)(x)
    np.testing.assert_array_equal(tl.jacobian(f)(x), one_by_one)
