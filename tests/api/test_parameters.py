"""`wrt` among what a star takes; derivatives of functions with rules in programs."""
import concurrent.futures
import math
import threading

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.api import grad
from tangentlite.calls.generated import dispatch
from tests.support.numeric import assert_close

X = np.array([0.3, 0.7])


def starred(x=9.0, *rest, k=1.0):
    return x * rest[0] * rest[1] ** 2 * k


ARGS = (2.0, 3.0, 5.0)
SLOPES = (75.0, 50.0, 60.0)


@pytest.mark.parametrize('place', range(3))
def test_positions_in_a_star(place):
    assert tl.grad(starred, wrt=place)(*ARGS) == SLOPES[place]
    assert tl.value_and_grad(starred, wrt=(place,))(*ARGS) == (150.0, (SLOPES[place],))
    tangents = [float(k == place) or None for k in range(3)]
    assert tl.jvp(starred, ARGS, tangents) == (150.0, SLOPES[place])
    vectors = [None if t is None else t for t in tangents]
    products = tl.hvp(starred, ARGS, vectors)
    assert products[place] == (0.0, 0.0, 12.0)[place]


def test_positions_in_any_order():
    assert tl.grad(starred, wrt=(2, 0))(*ARGS) == (60.0, 75.0)
    assert tl.grad(starred, wrt=(2, 'k'))(*ARGS, k=2.0) == (120.0, 150.0)
    assert tl.vjp(starred, *ARGS)[1](1.0) == SLOPES
    assert tl.grad(lambda *a: a[0] * a[1])(2.0, 3.0) == 3.0
    tl.check_grad(starred, ARGS, order=2)


def test_all_that_a_star_takes():
    assert tl.grad(starred, wrt='rest')(*ARGS) == (50.0, 60.0)
    assert tl.grad(lambda **k: k['a'] ** 2, wrt='k')(a=3.0) == {'a': 6.0}


def test_matrices():
    assert_close(tl.hessian(starred, wrt=(0, 2))(*ARGS), ((0.0, 30.0), (30.0, 12.0)))
    assert_close(tl.jacobian(lambda *a: a[0] * a[1], wrt=1)(X, 2.0), X)
    assert_close(tl.jacobian(lambda x, *a: x * a[0])(2.0, X), X)


def test_names_and_what_is_kept():
    derivative = tl.grad(starred, wrt=2)
    assert derivative is tl.grad(starred, wrt=2)
    assert derivative.wrt == 'rest_2'
    assert 'with respect to rest_2.' in derivative.source_for(*ARGS)
    clash = tl.grad(lambda rest_1, *rest: rest_1 * rest[0], wrt=1)
    assert clash.wrt == 'rest_1_' and clash(2.0, 3.0) == 2.0


def test_derivatives_of_functions_with_stars():
    assert tl.grad(tl.grad(starred), wrt=1)(*ARGS) == 25.0

    def program(x):
        return tl.grad(starred)(x, 3.0 * x, x, k=2.0)

    assert tl.grad(program)(2.0) == 6.0 * 3 * 4.0  # 6 x ** 3


def test_derivatives_of_functions_with_rules_in_programs():
    def program(x):
        value, slope = tl.value_and_grad(np.sin)(x)
        along = tl.autodiff(np.sin, mode='forward')(x, 2.0)
        return (
            value * slope
            + along
            + tl.grad(math.exp)(x)
            + tl.autodiff(np.tanh)(x)
            + tl.grad(np.power, wrt=1)(2.0, x)
            + np.sum(tl.elementwise_grad(np.cos)(X * x))
        )

    assert_close(program(0.6), np.sin(0.6) * np.cos(0.6) + 2.0 * np.cos(0.6)
                 + np.exp(0.6) + 1.0 / np.cosh(0.6) ** 2 + np.log(2.0) * 2.0 ** 0.6
                 - np.sum(np.sin(0.6 * X)))  # fmt: skip
    tl.check_grad(program, (0.6,))


def test_parameters_that_are_named_as_the_test_of_kinds_names_things():
    class Slotted:
        __slots__ = ("rate",)

    def f(x, _tl_float=2.0, _tl_type=3.0):
        return x * x * _tl_float * _tl_type

    def g(x, tuple, Exception=3.0, KeyError=1.0):  # noqa: A002
        return x * x * tuple.rate * Exception * KeyError

    slotted = Slotted()
    slotted.rate = 2.0
    for derivative, args in ((tl.grad(f), ()), (tl.grad(g), (slotted,))):
        for _ in range(6):
            assert derivative(1.5, *args) == 18.0


def test_one_derivative_is_kept_where_two_threads_make_it(monkeypatch):
    def f(x):
        return x * x

    both = threading.Barrier(2, timeout=60)
    made = grad.Derivative

    def slowly(*args):
        both.wait()
        return made(*args)

    monkeypatch.setattr(grad, "Derivative", slowly)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        one, other = (pool.submit(tl.grad, f) for _ in range(2))
        assert one.result() is other.result()


def test_the_table_of_variants_changes_under_the_lock(monkeypatch):
    def f(x):
        return np.sum(x * x)

    gradient = tl.grad(f)
    kinds = [np.ones((1,) * ndim) for ndim in range(2 * dispatch.MAX_TESTED)]
    found, make = [], dispatch.Variants._dispatcher

    def locked(variants):
        assert gradient._lock._is_owned()
        found.append(variants._found)
        return make(variants)

    monkeypatch.setattr(dispatch.Variants, '_dispatcher', locked)
    for _ in range(2):
        for x in kinds:
            np.testing.assert_array_equal(gradient(x), 2.0 * x)
    assert len({id(table) for table in found}) == len(found)  # none changes in place
    assert gradient.count_variants() == len(kinds)
