"""Closures of one definition, whose inner functions a solver calls, each by its own."""

import numpy as np
import pytest

import tangentlite as tl

optimize = pytest.importorskip("scipy.optimize")
integrate = pytest.importorskip("scipy.integrate")


def by_a_lambda(c):
    return lambda k: optimize.brentq(lambda x: k * x - c, 0.0, 10.0)


def by_a_function(c):
    def residual(x, k):
        return k * x - c

    return lambda k: optimize.brentq(residual, 0.0, 10.0, args=(k,))


def by_a_method(c):
    class Line:
        def residual(self, x, k):
            return k * x - c

    line = Line()
    return lambda k: optimize.brentq(line.residual, 0.0, 10.0, args=(k,))


def by_data(c):
    data = {"c": np.array([c])}
    return lambda k: optimize.brentq(lambda x: k * x - data["c"][0], 0.0, 10.0)


def by_a_function_of_a_function(c):
    def scaled(x):
        return x - c

    return lambda k: optimize.brentq(lambda x: scaled(k * x), 0.0, 10.0)


def by_implicit(c):
    return lambda k: tl.implicit(lambda k: c / k, lambda x, k: k * x - c)(k)


def by_an_integral(c):
    return lambda k: integrate.quad(lambda x: 2.0 * x * c, 0.0, 1.0)[0] / k


def by_a_minimum(c):
    def found(k):
        return optimize.minimize(lambda x: np.sum((k * x - c) ** 2), np.zeros(1)).x[0]

    return found


MAKERS = [
    by_a_lambda, by_a_function, by_a_method, by_data, by_a_function_of_a_function,
    by_implicit, by_an_integral, by_a_minimum,
]  # fmt: skip


@pytest.mark.parametrize("make", MAKERS)
def test_each_closure_has_its_own_solution(make):
    """It is c / k."""
    for c in (1.0, 2.0, 3.0):
        value, slope = tl.value_and_grad(make(c))(2.0)
        np.testing.assert_allclose((value, slope), (c / 2.0, -c / 4.0), rtol=1e-6)
        pushed = tl.jvp(make(c), (2.0,), (1.0,))
        np.testing.assert_allclose(pushed, (c / 2.0, -c / 4.0), rtol=1e-6)
