"""Rules that count entries leave arrays of single precision as they are."""
import numpy as np
import pytest

import tangentlite as tl

X = np.random.default_rng(0).uniform(0.5, 1.5, (3, 4)).astype(np.float32)


def largest(x):
    return np.max(x)


def largest_in_columns(x):
    return np.sum(np.max(x, axis=0) ** 2)


def mean_of_numbers(x):
    return np.sum(np.nanmean(x, axis=1) ** 2)


def variance(x):
    return np.var(x)


def deviation_of_some(x):
    return np.sum(np.std(x, axis=1, where=x > 0.6) ** 2)


@pytest.mark.parametrize(
    'f', [largest, largest_in_columns, mean_of_numbers, variance, deviation_of_some]
)
def test_no_array_is_raised_to_double_precision(f):
    """What the gradient has as many entries as is never converted."""
    gradient = tl.grad(f)
    given = gradient(X)
    assert given.dtype == np.float32
    double = tl.grad(f)(X.astype(float))
    np.testing.assert_allclose(given, double, 1e-4, 1e-6)
    assert 'return' in gradient.source and '0.0).astype' not in gradient.source
    assert not gradient.source.rstrip().endswith('.astype(np.float32)')
    _, along = tl.jvp(f, (X,), (np.ones_like(X),))
    np.testing.assert_allclose(along, np.sum(double), 1e-4, 1e-6)


def test_counts_are_converted_and_not_what_is_divided_by_them():
    gradient = tl.autodiff(lambda x: np.max(x, axis=0))
    assert gradient(X, init_grad=X[0]).dtype == np.float32
    assert '0.0).astype' not in gradient.source
