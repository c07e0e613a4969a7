"""Options and inputs of NumPy's functions that are refused, and what is said."""
import numpy as np
import pytest
from scipy import special

import tangentlite as tl

V = np.array([1.0, 2.0, 3.0])
NUMBERS = {
    'np.linalg.norm has no derivative with respect to ord':
        lambda p: np.linalg.norm(V, ord=p),
    'np.linalg.norm has no derivative with respect to ord.':
        lambda p: np.linalg.vector_norm(V, ord=p),
    'np.var has no derivative with respect to ddof': lambda p: np.var(V, ddof=p),
    'special.eval_hermite has no derivative with respect to n':
        lambda p: special.eval_hermite(p, 0.5),
}


@pytest.mark.parametrize('mode', ['reverse', 'forward'])
@pytest.mark.parametrize('said', NUMBERS)
def test_inputs_without_a_derivative(said, mode):
    derivative = tl.autodiff(NUMBERS[said], mode=mode)
    with pytest.raises(tl.UnsupportedError, match=said) as caught:
        derivative(1.5, 1.0) if mode == 'forward' else derivative(1.5)
    assert 'template' not in str(caught.value)


CALLS = {
    'np.add.accumulate with out= larger than its result':
        lambda x: np.add.accumulate(x[:, None], 1, out=np.zeros((2, 4, 3))),
    'Chebyshev.interpolate is not supported.*\n(.*\n)*Use functions of arrays':
        lambda x: np.polynomial.Chebyshev.interpolate(lambda t: x[0, 0] * t, 4).coef,
    'Polynomial.fit is not supported':
        lambda x: np.polynomial.Polynomial.fit(x[0], x[1], 1).coef,
    'as_series is not supported': lambda x: np.polynomial.polyutils.as_series([x[0]]),
    'np.tensordot with axes in an array.*\n(.*\n)*Write numbers':
        lambda x: np.tensordot(x, x, np.array([[0, 1], [0, 1]])),
    'np.tensordot with axes in an array.*\n(.*\n)*Write':
        lambda x: np.tensordot(x, x.T, (np.array([1]), np.array([0])))[0, 0],
    "np.linalg.qr with mode='raw'": lambda x: np.linalg.qr(x, mode='raw')[0][0, 0],
    'np.poly of complex zeros': lambda x: np.real(np.poly(x[0] + 1j * x[1]))[1],
    'np.array with copy= and other options': lambda x: np.array(x, copy=None, ndmin=3),
}


@pytest.mark.parametrize('said', CALLS)
def test_calls_that_are_refused(said):
    with pytest.raises(tl.UnsupportedError, match=said):
        tl.grad(CALLS[said])(np.ones((2, 3)))
