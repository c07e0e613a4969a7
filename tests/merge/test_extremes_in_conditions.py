"""The largest and smallest of several values in conditions."""

import numpy as np
import pytest

import tangentlite as tl

X = np.arange(12.0).reshape(3, 4) * 0.3 + 0.15


def raises_beyond(x, k):
    if k > min(x.shape):
        raise ValueError('too many')
    return np.sum(x ** 2)


def asserts(x, k):
    assert k <= max(x.shape[-2:])
    return np.sum(x ** 2)


def cuts(x, k):
    while min(x.shape) > k:
        x = x[:-1]
    return np.sum(x ** 2)


def of_a_dict(x, k):
    sizes = {name: k + n for n, name in enumerate('abcd')}
    if max(sizes.values()) == 4 and min(sizes) == 'a':
        return np.sum(x)
    return np.sum(x ** 2) if max(sizes.values()) > 5 else np.sum(x ** 3)


def of_arrays(x, k):
    if max(x[0]) > k or max((k,)) > 2:
        return np.sum(x)
    return np.sum(x ** 2)


@pytest.mark.parametrize('f', [raises_beyond, asserts, cuts, of_a_dict, of_arrays])
def test_derivatives(f):
    for k in (1, 2, 3):
        assert tl.value_and_grad(f)(X, k)[0] == f(X, k)
        tl.check_grad(f, (X, k), wrt=0)


def test_raises():
    with pytest.raises(ValueError, match='too many'):
        tl.grad(raises_beyond)(X, 4)
    with pytest.raises(AssertionError):
        tl.grad(asserts)(X, 5)


def of_five(x, k):
    if max(k, k + 1, 2 * k, 7 - k, 3) > 6:
        return x
    return x ** 2


def test_conditions_stay_short():
    for k in (0, 1, 2):
        assert tl.grad(of_five)(1.5, k) == (1.0 if k == 0 else 3.0)
    assert len(tl.grad(of_five).source_for(1.5, 2)) < 1500
