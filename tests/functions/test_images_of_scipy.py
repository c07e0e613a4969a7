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


def test_what_the_function_refuses_is_refused():
    def f(u):
        ndimage.median_filter(u, 3, mode='no such mode')
        return np.sum(u)

    with pytest.raises(RuntimeError, match='boundary mode not supported'):
        f(IMAGE)
    with pytest.raises((RuntimeError, tl.UnsupportedError), match='mode'):
        tl.grad(f)(IMAGE)
