"""Functions for solvers that see several variables of one name."""
from functools import partial

import numpy as np
import pytest
from scipy.optimize import brentq, minimize

import tangentlite as tl


def solve(g, k):
    return brentq(lambda z: g(z) - k, -10.0, 10.0)


def scaled(g, z, inner):
    return brentq(lambda x: g(x) - z * inner, -10.0, 10.0)


def a_name_of_the_solver_too(a):
    k = 2.0 * a
    return solve(lambda z: k * z, 3.0)


def a_function_that_calls_itself(a):
    k = 2.0 * a

    def g(z):
        return k * z if z < 100.0 else g(z - 1.0)

    return solve(g, 3.0 * a * a)


def functions_of_one_name(a):
    k = 2.0 * a
    h = lambda z: k * z  # noqa: E731

    def between(g, k):
        h = lambda z: g(z) * k  # noqa: E731
        return brentq(lambda z: h(z) - k, -10.0, 10.0)

    return between(h, 3.0 * a)


def names_of_parameters_and_titles(a):
    x, inner = 2.0 * a, 3.0
    return scaled(lambda z: x * z + inner, 7.0, 1.0)


def functions_made_by_functions(a):
    def outer(k):
        k = 2.0 * k

        def g(z):
            return k * z

        return g

    k = a
    g = outer(k)
    return scaled(lambda z: g(z) * k, 3.0, a)


def two_of_one_definition(a):
    def multiple(k):
        def inner(z):
            return k * z

        return inner

    f, g = multiple(2.0 * a), multiple(a)
    return brentq(lambda z: f(z) + g(z) - 1.0, -10.0, 10.0)


def a_chain_of_one_definition(a):
    def doubled(n):
        if n == 0:
            return lambda z: a * z
        g = doubled(n - 1)
        return lambda z: g(z) * 2.0

    return scaled(doubled(3), 3.0, 1.0)


def a_partial_function(a):
    k = a
    h = partial(lambda k, z: k * z, 2.0 * a)
    return scaled(lambda z: h(z) + k * z, 3.0, 1.0)


def a_penalty(a):
    k = a * 1.0

    def loss(p):
        return np.sum((p - k) ** 2)

    def shrunk(fun, k):
        whole = lambda p: fun(p) + k * np.sum(p**2)  # noqa: E731
        return minimize(whole, np.zeros(2), tol=1e-10).x[0]

    return shrunk(loss, 2.0 * a)


def functions_that_call_each_other(a):
    def even(n, z):
        return z * a if n <= 0 else odd(n - 1, z)

    def odd(n, z):
        return even(n - 1, z)

    def root_of(f, n):
        return brentq(lambda z: f(n, z) - n, -10.0, 10.0)

    return root_of(even, 4)


def a_parameter_that_hides_a_variable(a):
    z = 3.0 * a

    def g(y):
        return 2.0 * y * z

    return brentq(lambda z: g(z) - 1.0, -10.0, 10.0)


PROGRAMS = [
    a_name_of_the_solver_too, a_function_that_calls_itself, functions_of_one_name,
    names_of_parameters_and_titles, functions_made_by_functions, two_of_one_definition,
    a_chain_of_one_definition, a_partial_function, a_penalty,
    functions_that_call_each_other, a_parameter_that_hides_a_variable,
]  # fmt: skip


@pytest.mark.parametrize('program', PROGRAMS)
def test_both_modes(program):
    value, found = tl.value_and_grad(program)(0.9)
    assert value == program(0.9)
    ends = [program(0.9 + h) for h in (1e-3, -1e-3)]
    assert found == pytest.approx((ends[0] - ends[1]) / 2e-3, rel=1e-4)
    along = tl.autodiff(program, mode='forward')(0.9, 1.0)
    assert along == pytest.approx(found, rel=1e-9)


def of_cells():
    k = 2.0

    def h(x):
        return k * x

    return h


def around(h):
    k = 3.0

    def f(a):
        return brentq(lambda z: h(z) - k * a, -10.0, 10.0)

    return f


def test_cells_of_one_name():
    assert tl.value_and_grad(around(of_cells()))(1.0) == (1.5, 1.5)
