"""Functions without source, differentiated by central differences."""
import math
import warnings

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.3, 0.5, 1.2])
erf = tl.numerical(math.erf)
norm = tl.numerical(lambda x: float(np.linalg.norm(x)))


@tl.numerical
def interpolated(x, a):
    return np.interp(x, [0.0, 1.0, 3.0], [1.0, 4.0, 2.0]) * a ** 2


def of_number(x):
    return erf(x) ** 2 * x


def of_arrays(x, a):
    return np.sum(interpolated(np.sin(x) * 2, a) * x)


def of_vector(x):
    return norm(x * x) * 3


def in_loop(x):
    for _ in range(3):
        x = erf(x) + 0.5
    return x


def with_keyword(x):
    return interpolated(x, a=2.0)


def with_list(x):
    return norm('a')


@pytest.fixture(autouse=True)
def quiet():
    """Warnings are asked for where they matter."""
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', tl.NumericalWarning)
        yield


@pytest.mark.parametrize('f, args', [
    (of_number, (0.5,)), (of_arrays, (X, 1.5)), (of_vector, (X,)), (in_loop, (0.4,)),
    (of_arrays, (X.astype(np.float32), 1.5)),
], ids=lambda value: getattr(value, '__name__', ''))  # fmt: skip
def test_both_modes_against_central_differences(f, args):
    tl.check_grad(f, args)


logarithm = tl.numerical(math.log)
sine = tl.numerical(math.sin)


def of_logarithm(x):
    return logarithm(x)


def of_fast_sine(x):
    return sine(200 * x)


def of_complex(x):
    return norm(x * 1j)


def test_near_the_end_of_where_it_is_defined():
    for x in (1e-4, 1e-9):
        assert abs(tl.grad(of_logarithm)(x) * x - 1) < 1e-9


def test_functions_that_change_fast():
    assert abs(tl.grad(of_fast_sine)(0.3) / (200 * math.cos(60)) - 1) < 1e-6


def test_error_is_of_fourth_order():
    exact = 2 * math.erf(0.5) * 2 / math.sqrt(math.pi) * math.exp(-0.25) * 0.5
    exact += math.erf(0.5) ** 2
    assert abs(tl.grad(of_number)(0.5) - exact) < 1e-11
    assert abs(tl.jvp(of_number, (0.5,), (1.0,))[1] - exact) < 1e-11


def test_itself_and_local_ones():
    gamma = tl.numerical(math.lgamma)

    def f(x):
        return gamma(x) * x

    assert abs(tl.grad(f)(1.0) - -0.5772156649015329) < 1e-10
    assert abs(tl.grad(tl.numerical(math.sin))(0.5) - math.cos(0.5)) < 1e-11


BY_NAME = {'gamma': tl.numerical(math.lgamma)}


def test_in_a_dict():
    def f(x):
        return BY_NAME['gamma'](x) * x

    assert abs(tl.grad(f)(1.0) - -0.5772156649015329) < 1e-10


def test_dtype_is_kept():
    assert tl.grad(of_vector)(X.astype(np.float32)).dtype == np.float32


def test_warns_where_code_is_generated():
    def f(x):
        return erf(x)

    with pytest.warns(tl.NumericalWarning, match='erf is taken by central') as found:
        tl.grad(f)(0.5)
    assert 'return erf(x)' in str(found[0].message)


@pytest.mark.parametrize('f, argument, words', [
    (tl.grad(of_number), 0.5, 'would be inexact'),
    (with_keyword, 0.5, 'called with keywords'),
    (with_list, 0.5, 'numbers and arrays'),
    (of_complex, np.ones(2), 'complex numbers'),
])  # fmt: skip
def test_refused(f, argument, words):
    with pytest.raises(tl.UnsupportedError, match=words):
        tl.grad(f)(argument)


def test_takes_functions_only():
    with pytest.raises(tl.ArgumentError, match='takes a function'):
        tl.numerical(3)


def test_a_function_that_writes_its_argument_raises():
    @tl.numerical
    def emptied(x):
        x[0] = 5.0
        return x * 2.0

    def program(x):
        return np.sum(emptied(x)) + np.sum(x)  # whose value no derivative reads

    x = np.array([0.3, 0.7])
    for derivative in (tl.grad(program), lambda x: tl.jvp(program, (x,), (x,))):
        with pytest.raises(ValueError, match='writes into its arguments'):
            derivative(x)
    assert x[0] == 0.3


def test_gradient_of_a_ufunc():
    cubed = tl.numerical(np.frompyfunc(lambda x: x ** 3, 1, 1))
    spaced = tl.numerical(np.spacing)
    assert tl.grad(cubed)(0.5) == pytest.approx(0.75)
    np.testing.assert_allclose(tl.elementwise_grad(tl.numerical(np.cbrt))(X),
                               1 / (3 * np.cbrt(X) ** 2))  # fmt: skip
    assert tl.jvp(spaced, (0.75,), (1.0,))[1] == 0.0
