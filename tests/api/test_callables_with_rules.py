"""Functions that have a rule, differentiated themselves: `tl.grad(np.tanh)`."""
import math

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close

X = np.array([0.3, 0.7, 1.1])


@pytest.mark.parametrize('function, arguments', [
    (np.tanh, (X,)), (np.hypot, (X, X + 1.0)), (np.sum, (X,)), (np.mean, (X, 0)),
    (np.cumsum, (X,)), (np.linalg.norm, (X, 3)), (np.linalg.det, (np.diag(X),)),
    (np.convolve, (X, X, 'same')), (np.sort, (X,)), (np.outer, (X, X)),
    (math.sin, (0.5,)), (abs, (-1.5,)),
])  # fmt: skip
def test_against_central_differences(function, arguments):
    tl.check_grad(function, arguments)


def test_options():
    matrix = np.outer(X, X)
    assert_close(tl.jacobian(np.cumsum)(matrix, axis=1)[0, 2, 0], [1.0, 1.0, 1.0])
    assert_close(tl.elementwise_grad(np.sin)(X), np.cos(X))
    assert_close(tl.grad(np.dot, wrt=('a', 'b'))(X, 2.0 * X), (2.0 * X, X))
    assert_close(tl.hessian(np.prod)(X)[0], [0.0, X[2], X[1]])
    assert_close(tl.grad(tl.grad(np.sin))(0.5), -np.sin(0.5))
    assert 'Gradient of numpy.log with respect to x.' in tl.grad(np.log).source_for(2.0)


@pytest.mark.parametrize('function', [dict, np.random.default_rng, X.sum, np.einsum])
def test_what_has_no_rule_or_signature(function):
    with pytest.raises(tl.ArgumentError, match='Wrap the call in a function'):
        tl.grad(function)(X)
