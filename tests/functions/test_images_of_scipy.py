"""Filters of scipy.ndimage: what their derivatives compute, and what they do not."""
import numpy as np
import pytest

import tangentlite as tl

ndimage = pytest.importorskip('scipy.ndimage')

KERNEL = np.array([[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]])
IMAGE = np.random.default_rng(0).uniform(0.2, 1.0, (4, 5))


def spread(u, rate):
    for _ in range(2):
        u = u + rate * ndimage.convolve(u, KERNEL, mode='wrap')
    return np.sum(u * u)


def middle(u):
    return np.sum(np.sin(u) * ndimage.median_filter(u, 3))


@pytest.mark.parametrize(('f', 'args'), [(spread, (IMAGE, 0.1)), (middle, (IMAGE,))])
def test_nothing_is_computed_for_nothing(f, args):
    """Of the formula that convolve is differentiated by, its value is not read."""
    tl.check_grad(f, args)
    derivative = tl.autodiff(f)
    derivative(*args)
    lines = map(str.strip, derivative.source.splitlines())
    assert not [line for line in lines if line.startswith('ndimage.')]


@pytest.mark.parametrize(('f', 'wrong'), [
    (lambda u, size: ndimage.uniform_filter1d(u, size), 0),
    (lambda u, order: ndimage.gaussian_filter(u, 1.0, order=order), -1),
])  # fmt: skip
def test_options_that_are_computed_may_be_refused(f, wrong):
    def unread(u, option):
        f(u, option)
        return np.sum(u * u)

    np.testing.assert_allclose(tl.grad(unread)(IMAGE, 1), 2.0 * IMAGE)
    with pytest.raises((RuntimeError, ValueError)) as expected:
        unread(IMAGE, wrong)
    with pytest.raises(expected.type, match=str(expected.value)):
        tl.grad(unread)(IMAGE, wrong)


def test_what_the_function_refuses_is_refused():
    def f(u):
        ndimage.median_filter(u, 3, mode='no such mode')
        return np.sum(u)

    with pytest.raises(RuntimeError, match='boundary mode not supported'):
        f(IMAGE)
    with pytest.raises((RuntimeError, tl.UnsupportedError), match='mode'):
        tl.grad(f)(IMAGE)
