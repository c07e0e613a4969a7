"""Functions of a program that show the parameters of another one: `functools.wraps`."""

import functools

import pytest
from scipy.optimize import brentq

import tangentlite as tl


def doubled(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return 2.0 * f(*args, **kwargs)

    return wrapper


def of_a_module(x, y=3.0):
    return x * x * y


def by_names(x, w):
    @doubled
    def f(x, y, z=2.0):
        return x**3 * y * w * z

    both = tl.grad(f, wrt=("x", "y"))(x, w)
    return tl.grad(f, wrt="x")(x, 3.0) * both[1] * tl.grad(f, wrt="z")(x, y=1.0, z=w)


def of_known_functions(x, w):
    twice = tl.grad(doubled(doubled(of_a_module)), wrt="x")(x, y=w)
    return twice * tl.grad(doubled(of_a_module), wrt="y")(x, w)


def in_part(x, w):
    f = functools.partial(doubled(lambda x, y: x**2 * y**2 * w), x)
    return tl.grad(f, wrt="y")(w)


def inside_another(x, w):
    @doubled
    def f(x, *, y):
        return x**3 * y * w

    return tl.grad(lambda z: tl.grad(f, wrt="x")(z, y=w))(x)


def in_a_loop(x, n):
    for k in range(n):

        @doubled
        def f(z, y):
            return z**2 * y * (k + 1)  # noqa: B023

        x = x + 0.1 * tl.grad(f, wrt="z")(x, 0.3)
    return x


def one_of_two(x, w):
    if x > w:
        f = doubled(lambda x, y: x * x * y)
    else:
        f = doubled(lambda x, y: x * y)
    return tl.grad(f, wrt="x")(x, w)


def root(x, w):
    @doubled
    def f(z, y):
        return z**3 - y * w

    return brentq(f, 0.0, 10.0, args=(x,))


@pytest.mark.parametrize("f", [
    by_names, of_known_functions, in_part, inside_another, one_of_two, root,
])  # fmt: skip
def test_both_modes_and_second_order(f):
    tl.check_grad(f, (2.0, 1.5), wrt=(0, 1), order=2)


def test_in_a_loop():
    tl.check_grad(in_a_loop, (0.5, 3), order=2)
