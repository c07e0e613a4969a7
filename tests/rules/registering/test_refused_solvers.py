"""Solvers of SciPy are refused at the user's call, by the name that the user wrote."""
import numpy as np
import pytest

import tangentlite as tl

optimize = pytest.importorskip('scipy.optimize')
integrate = pytest.importorskip('scipy.integrate')


def fit(a):
    return optimize.nnls(np.array([[a, 1.0], [0.0, 1.0]]), np.ones(2))[0][0]


def minimum(a):
    return optimize.brent(lambda x: (x - a) ** 2)


def integral(a):
    return integrate.tanhsinh(lambda x: np.sin(a * x), 0.0, 1.0).integral


def trajectory(a):
    return integrate.RK45(lambda t, y: -a * y, 0.0, [1.0], 1.0).y[0]


@pytest.mark.parametrize(('function', 'called'), [
    (fit, 'optimize.nnls'), (minimum, 'optimize.brent'),
    (integral, 'integrate.tanhsinh'), (trajectory, 'integrate.RK45'),
])  # fmt: skip
def test_the_error_names_the_call(function, called):
    said = f'{called} is not supported'
    with pytest.raises(tl.UnsupportedError, match=said) as error:
        tl.grad(function)(1.3)
    assert 'tl.numerical' in str(error.value)


@pytest.mark.parametrize('function', [integral])
def test_numerical_is_the_way_out(function):
    inner = tl.numerical(function)

    def squared(a):
        return inner(a) ** 2

    wanted = 2.0 * function(1.3) * (function(1.3 + 1e-5) - function(1.3 - 1e-5)) / 2e-5
    assert tl.grad(squared)(1.3) == pytest.approx(wanted, rel=1e-5)
