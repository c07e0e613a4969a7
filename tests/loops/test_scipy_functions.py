"""Functions of scipy.special in compiled loops: SciPy's values, also at the edges."""

import numpy as np
import pytest

import tangentlite as tl
from tests.loops.test_parity import assert_near
from tests.support.loops_in_python import loops_in_python

special = pytest.importorskip("scipy.special")

X = np.array([0.3, 1.7, 0.9])
M = np.array([[0.5, -1.0, 2.0], [0.0, 3.0, -0.5]])
EDGES = np.array([-np.inf, -800.0, -1.5, -0.0, 0.0, 1e-9, 0.5, 1.0, 36.0, 800.0])


def each(x):
    total = 0.0
    for k in range(len(x)):
        total += special.expit(x[k]) * special.erf(x[k]) + special.erfc(x[k])
        total += special.gammaln(x[k] + 2.0) * special.log_expit(x[k])
        total += special.logit(0.3 * x[k]) + special.xlogy(x[k], x[k] + 1.0)
        total += special.xlog1py(x[k], x[k]) + special.gamma(x[k] + 1.0)
    return total


def distances(m, x):
    s = np.empty(len(m))
    for k in range(len(m)):
        s[k] = np.sum((x - m[k]) ** 2)
    return special.logsumexp(s)


def rows(m):
    return np.sum(special.logsumexp(m, axis=1) ** 2)


def columns(m):
    return np.sum((m - special.logsumexp(m, axis=0, keepdims=True)) ** 2)


def in_a_loop(m):
    total = 0.0
    for k in range(len(m)):
        total += special.logsumexp(m[k] * k)
    return total


@pytest.mark.parametrize(
    "f, args",
    [
        (each, (X,)),
        (distances, (M, X)),
        (rows, (M,)),
        (columns, (M,)),
        (in_a_loop, (M,)),
    ],
)
def test_gradients(f, args):
    want = tl.value_and_grad(f)(*args)
    with loops_in_python() as loops:
        assert_near(tl.value_and_grad(f, backend="numba")(*args), want, 1e-13)
    assert loops.texts


def test_second_order():
    want = tl.hessian(rows)(M)
    with loops_in_python():
        assert_near(tl.hessian(rows, backend="numba")(M), want)


def test_compiled():
    want = tl.value_and_grad(distances)(M, X)
    assert_near(tl.value_and_grad(distances, backend="numba")(M, X), want, 1e-13)
    want = tl.value_and_grad(each)(X)
    assert_near(tl.value_and_grad(each, backend="numba")(X), want, 1e-13)


@pytest.mark.parametrize(
    "function",
    [special.expit, special.log_expit, special.gammaln, special.psi, special.erf],
)
def test_values_at_the_edges(function):
    """Those of SciPy, where the terms of a sum are kept apart."""

    def values(x, scale):
        found = np.zeros(len(x))
        for k in range(len(x)):
            found[k] = function(x[k]) * scale
        return found

    with loops_in_python(), np.errstate(all="ignore"):
        pushed = tl.jvp(values, (EDGES, 1.0), (None, 1.0), backend="numba")
    np.testing.assert_allclose(pushed[0], function(EDGES), rtol=4e-15, atol=0.0)


@pytest.mark.parametrize("row", [[-np.inf, -np.inf], [np.inf, 1.0], [np.nan, 1.0]])
def test_sums_that_are_not_finite(row):
    with loops_in_python(), np.errstate(all="ignore"):
        value, _ = tl.jvp(
            in_a_loop, (np.array([row, row]),), (np.ones((2, 2)),), backend="numba"
        )
    with np.errstate(all="ignore"):
        np.testing.assert_equal(value, in_a_loop(np.array([row, row])))
