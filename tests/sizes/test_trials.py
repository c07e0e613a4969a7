"""Sizes that trials of functions find, and those that they leave open."""
import itertools
from unittest import mock

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.kinds.trials.probe import probe
from tangentlite.kinds.trials.trial_calls import ROWS, SETTINGS
from tests.support.numeric import assert_close, central_gradient

X, W = (Array('float64', (Symbol(f'{name}.0', 0, True),)) for name in 'xw')
N = Scalar('int64', True, None, Symbol('int n'))


@pytest.mark.parametrize('count', range(2, 9))
def test_no_difference_of_two_axes_is_the_same_in_two_trials(count):
    settings = dict.fromkeys(s.sizes(count) for s in SETTINGS)
    for one, other in itertools.combinations(range(count), 2):
        differences = sorted(sizes[one] - sizes[other] for sizes in settings)
        assert all(b - a >= 2 for a, b in itertools.pairwise(differences))


def test_three_trials_rise_and_three_fall():
    rows = [(s.row, s.falls) for s in SETTINGS]
    for falls in (False, True):
        assert len({row for row, f in rows if f is falls}) >= 3
    assert all(list(row) == sorted(row) for row in ROWS)


SIZES = {
    'n - k + 1': lambda n, k: n - k + 1,
    'half of n - k': lambda n, k: (n - k) // 2,
    'half of n - k + 1': lambda n, k: (n - k + 1) // 2,
    'n for short windows alone': lambda n, k: 7 if k > 2 else n,
    'the other way round': lambda n, k: n if k > 2 else 7,
    'product': lambda n, k: n * k,
    'half': lambda n, k: n // 2,
    'quotient': lambda n, k: n // k,
    'rest': lambda n, k: n % k,
    'difference': lambda n, k: abs(n - k),
    'shorter': min,
    'longer': max,
}


@pytest.mark.parametrize('name', SIZES)
@pytest.mark.parametrize('order', [(X, W), (W, X)], ids=['x first', 'w first'])
@pytest.mark.parametrize('strict', [False, True])
def test_sizes_that_follow_no_axis_are_open(name, order, strict):
    def function(*arrays):
        x, w = arrays if order[0] is X else arrays[::-1]
        if strict and len(x) < len(w):
            raise ValueError('the window is longer')
        return np.zeros(max(SIZES[name](len(x), len(w)), 0))

    (size,) = probe(function, order, {}, Sizes(), 'axis').shape
    if strict and name in ('shorter', 'longer'):
        assert size.base == ('w.0' if name == 'shorter' else 'x.0')
    else:
        assert size == Symbol('axis.0')


def test_sizes_that_follow_an_axis_are_that_axis():
    def longest(x, w):
        if len(w) > len(x):
            raise ValueError('the window is longer')
        return np.zeros((len(x), 3, len(w) + 1))

    last = Array('float64', (Symbol('w.0', 1, True),))
    found = probe(longest, [X, last], {}, Sizes(), 'axis').shape
    assert found == (X.shape[0], 3, Symbol('axis.2'))


def test_an_axis_that_may_be_cut_off_is_long_enough_in_trials():
    rest = Array('float64', (Symbol('x.0', -40),))
    assert probe(np.cumsum, [rest], {}, Sizes(), 'axis').shape == rest.shape


def windows(x, w):
    y = np.lib.stride_tricks.sliding_window_view(x, len(w))
    return np.sum(np.full(len(y), x[0]) * y[:, 0])


def correlated(x, w):
    return np.sum((np.lib.stride_tricks.sliding_window_view(x, len(w)) @ w) ** 2)


def as_columns(x, w):
    kh, kw = w.shape
    patches = np.lib.stride_tricks.sliding_window_view(x, (kh, kw))
    columns = patches.reshape(-1, kh * kw)
    return np.sum(np.tanh(columns @ w.ravel()))


@pytest.mark.parametrize('function', [windows, correlated, as_columns])
def test_windows_as_long_as_another_argument(function):
    gradient = tl.grad(function, wrt=(0, 1))
    for n, k in ((8, 3), (18, 3), (9, 9), (7, 1), (30, 10)):
        x, w = np.sin(np.arange(1.0, n + 1)), np.cos(np.arange(1.0, k + 1))
        if function is as_columns:
            x, w = np.outer(x, x[:-1] if n > k else x), np.outer(w, w)
        expected = central_gradient(function, (x, w), (0, 1))
        for found, wanted in zip(gradient(x, w), expected):
            assert_close(found, wanted)


@pytest.mark.parametrize('weights', [None, X], ids=['plain', 'weighted'])
def test_trials_print_nothing(weights, capfd):
    given = [X, X, Scalar('int64', True, 1)]
    line = probe(np.polyfit, given, {'w': weights}, Sizes(), 'axis')
    assert line == Array('float64', (2,))
    assert capfd.readouterr() == ('', '')


def test_no_trial_transforms_an_image(monkeypatch):
    """SciPy reads beyond an image where a scale is zero, and kills the process."""
    ndimage = pytest.importorskip('scipy.ndimage')

    def transformed(x, scales):
        return np.sum(ndimage.affine_transform(x, scales, 0.2, mode='mirror') ** 2)

    x, scales = np.arange(30.0).reshape(5, 6), np.array([0.87, 0.71])
    gradient = tl.grad(transformed, wrt=(0, 1))
    calls = mock.Mock()
    with monkeypatch.context() as patched:
        patched.setattr(ndimage._interpolation, '_nd_image', calls)
        gradient.source_for(x, scales)
    assert not calls.zoom_shift.called
    assert not calls.geometric_transform.called
    expected = central_gradient(transformed, (x, scales), (0, 1))
    for found, wanted in zip(gradient(x, scales), expected):
        assert_close(found, wanted)
