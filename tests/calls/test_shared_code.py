"""Functions made anew from one code object share generated code."""
import linecache
import subprocess
import sys
import types

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import handlers, pipeline
from tangentlite.calls.generated import closure_cache
from tangentlite.rules import registry


@pytest.fixture
def generated(monkeypatch):
    """Counts how often a derivative is generated."""
    tl.cache_clear()
    calls = []
    finished = pipeline.finished

    def counting(*args):
        calls.append(args)
        return finished(*args)

    monkeypatch.setattr(pipeline, 'finished', counting)
    return calls


def test_closures_over_numbers(generated):
    def model(k):
        return lambda x: k * x * x

    assert [tl.grad(model(k))(3.0) for k in (1.0, 2.0, 5.0)] == [6.0, 12.0, 30.0]
    assert len(generated) == 1


def test_closures_over_closures(generated):
    def model(k, f):
        return lambda x: k * f(x)

    def scaled(w):
        return lambda x: w * x

    found = [tl.grad(model(2.0, scaled(w)))(1.0) for w in (1.0, 3.0, 4.0)]
    assert found == [2.0, 6.0, 8.0]
    assert len(generated) == 1


def test_recursive_closures(generated):
    def model(k):
        def f(x, n):
            return x if n == 0 else k * f(x, n - 1)
        return f

    assert [tl.grad(model(k))(1.0, 3) for k in (1.0, 2.0, 3.0)] == [1.0, 8.0, 27.0]
    assert len(generated) == 1


def integral(f, b, n):
    total = 0.0
    for k in range(n):
        total += f(b * k / n) * b / n
    return total


def test_functions_as_arguments(generated):
    derivative = tl.grad(integral, wrt=1)
    for w in (1.0, 2.0, 3.0):
        slope = derivative(lambda t: w * t, 2.0, 4)  # noqa: B023
        assert slope == pytest.approx(w * 1.5)
    assert len(generated) == 1


def test_derivatives_of_derivatives(generated):
    def model(k):
        return lambda x: k * x ** 3

    found = [tl.grad(tl.grad(model(k)))(1.0) for k in (1.0, 2.0, 3.0)]
    assert found == [6.0, 12.0, 18.0]
    assert len(generated) <= 2


def test_captured_data_of_another_kind_is_generated_for(generated):
    def model(k):
        return lambda x: np.sum(k * x)

    assert tl.grad(model(2.0))(1.0) == 2.0
    assert tl.grad(model(np.array([1.0, 2.0])))(1.0) == 3.0
    assert tl.grad(model(5.0))(1.0) == 5.0
    assert len(generated) == 2


def test_captured_functions_of_other_code_are_generated_for(generated):
    def model(f):
        return lambda x: f(x)

    assert tl.grad(model(lambda x: 2.0 * x))(1.0) == 2.0
    assert tl.grad(model(lambda x: 3.0 * x))(1.0) == 3.0
    assert tl.grad(model(np.sin))(0.0) == 1.0
    assert len(generated) == 3


def test_a_cell_that_is_bound_again_is_read_again(generated):
    k = 2.0
    derivative = tl.grad(lambda x: k * x)
    assert derivative(1.0) == 2.0
    k = 3.0
    assert derivative(1.0) == 3.0
    assert len(generated) == 1


def test_functions_with_other_defaults(generated):
    def model(power):
        def f(x, n=power):
            return x ** n
        return f

    assert [tl.grad(model(n))(2.0) for n in (1.0, 2.0, 3.0)] == [1.0, 4.0, 12.0]


def test_functions_as_defaults_are_not_taken_for_one_another(generated):
    def model(k):
        def scaled(x):
            return k * x

        def f(x, *, h=scaled):
            return h(x) * x
        return f

    assert [tl.grad(model(k))(2.0) for k in (1.0, 2.0, 3.0)] == [4.0, 8.0, 12.0]
    assert len(generated) == 3
    assert not any(closure_cache._ENTRIES.values())


def test_what_is_kept_for_one_code_object_is_bounded(generated, monkeypatch):
    monkeypatch.setattr(closure_cache, 'MAX_KEPT', 4)

    def model(w):
        return lambda x: np.sum(w * x)

    for rank in range(1, 6):
        assert tl.grad(model(np.ones((2,) * rank)))(2.0) == 2.0 ** rank
    assert len(generated) == 5
    assert max(map(len, closure_cache._ENTRIES.values())) == 4


def test_clearing_the_cache_forgets(generated):
    def model(k):
        return lambda x: k * x

    tl.grad(model(1.0))(1.0)
    tl.cache_clear()
    tl.grad(model(2.0))(1.0)
    assert len(generated) == 2


def test_what_is_called_once_needs_no_tests_of_its_own():
    def derived(number):
        return tl.grad(lambda x: x * number)

    derived(2.0)(3.0)  # which generates the text
    once = derived(4.0)
    linecache.cache.pop('<tangentlite dispatch>', None)
    assert once(3.0) == 4.0
    assert '<tangentlite dispatch>' not in linecache.cache
    assert once(3.0) == 4.0
    assert '<tangentlite dispatch>' in linecache.cache


def test_the_compiler_is_imported_with_the_first_derivative():
    code = "import sys, tangentlite; print('tangentlite.pipeline' in sys.modules)"
    ran = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True)
    assert ran.stdout == 'False\n', ran.stderr


def through_a_decorator(function):
    def called(x):
        return function(x)
    return called


def test_closures_over_functions_of_a_library(generated):
    """What one decorator made has one code, and a rule or a handler each."""
    def model(f):
        return lambda x: np.sum(f(x))

    def through(x, f):
        return np.sum(f(x))

    def matrix(operator):
        return lambda x: np.sum(operator(lambda y: np.sum(y**3))(x) * x)

    stats = pytest.importorskip('scipy.stats')
    x = np.array([0.5, 1.2, 3.1, 0.7])
    for f in (stats.skew, stats.kurtosis, stats.gmean, stats.hmean):
        want = tl.grad(lambda x, f=f: np.sum(f(x)))(x)
        tl.check_grad(model(f), (x,))
        np.testing.assert_array_equal(tl.grad(model(f))(x), want)
        np.testing.assert_array_equal(tl.grad(through)(x, f), want)
    for operator in (tl.grad, tl.hessian, tl.grad):
        tl.check_grad(matrix(operator), (x,))


def test_functions_with_attributes_of_their_own():
    def model(f):
        def value(x):
            return value.f(x)
        value.f = f
        return value

    for function in (np.sin, np.cos, np.exp):
        f = model(through_a_decorator(function))
        tl.check_grad(f, (0.3,))


def test_all_that_is_not_walked_is_told_apart():
    known = [*registry._RULES, *registry._REFUSED, *handlers._CALLS]
    assert tl.hessian in known
    made = {id(f): f for f in known if isinstance(f, types.FunctionType)}
    assert len(made) > 100
    codes = {closure_cache._code_of(function) for function in made.values()}
    assert len(codes) == len(made)
