"""Integrals over several variables inside programs."""

import numpy as np
import pytest
from scipy import integrate
from scipy.integrate import dblquad, nquad, tplquad

import tangentlite as tl


def over_two(a, high):
    return dblquad(lambda y, x: np.sin(a * x * y), 0.0, high, 0.0, lambda x: a * x)[0]


def with_arguments(a, c):
    def f(y, x, k):
        return np.exp(-k * x * y) * a

    return integrate.dblquad(f, 0, 1, lambda x: 0.0, lambda x: x, args=(c,))[0]


def over_three(a):
    def f(z, y, x):
        return a * z + np.cos(a * y) * x

    return tplquad(
        f, 0.0, 1.0, 0.0, lambda x: x, lambda x, y: x * y, lambda x, y: 1.0 + a
    )[0]


def over_ranges(a, w):
    def inner(y, k):
        return (0.0, k * y)

    value, error = nquad(
        lambda x, y, k: w[0] * x * np.exp(-k * y) + w[1], [inner, (0.5, a)], args=(1.2,)
    )
    return value + a * (error < 1.0)


PROGRAMS = [
    (over_two, (0.7, 1.1)),
    (with_arguments, (0.7, 1.2)),
    (over_three, (0.4,)),
    (over_ranges, (1.5, np.array([0.3, 0.6]))),
]


@pytest.mark.parametrize(
    ("f", "args"), PROGRAMS, ids=lambda v: getattr(v, "__name__", "")
)
@pytest.mark.parametrize("order", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_both_modes_and_second_order(f, args, order):
    wrt = tuple(range(len(args)))
    tl.check_grad(f, args, wrt=wrt, order=order, rtol=1e-4, atol=1e-4)
    assert tl.value_and_grad(f, wrt=wrt)(*args)[0] == f(*args)


def test_options_are_refused():
    def f(a):
        return nquad(lambda x, y: a * x, [(0.0, 1.0), (0.0, a)], opts={"limit": 3})[0]

    with pytest.raises(tl.UnsupportedError, match="opts of nquad"):
        tl.grad(f)(1.0)
