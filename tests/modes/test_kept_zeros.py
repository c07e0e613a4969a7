"""Tangents that a selection made zero, where the derivative behind it is infinite."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([-0.5, 1.5, -2.0, 0.3])
DIRECTION = np.array([1.0, 0.5, -1.0, 2.0])
W = np.array([3.0, 1.0, 2.0, 0.5])

STEEP = {
    'power': lambda x: np.sum(np.where(x > 0, x, 0.0) ** 0.7),
    'power, the other way round': lambda x: np.sum(np.where(x > 0, 0.0, -x) ** 0.7),
    'power of a power': lambda x: np.sum(np.where(x > 0, x ** 2, 0.0) ** 0.25),
    'root': lambda x: np.sum(np.sqrt(np.maximum(x, 0))),
    'root of a larger one': lambda x: np.sum(np.sqrt(np.maximum(0.0, 1 - x ** 2))),
    'root of a smaller one': lambda x: np.sum(np.sqrt(-np.minimum(x, 0.0))),
    'root of a difference': lambda x: np.sum(np.sqrt(1 - np.minimum(x, 1.0))),
    'root of a square': lambda x: np.sum(np.sqrt(2 * np.maximum(x, 0.0) ** 3)),
    'root of a product': lambda x: np.sum(np.sqrt(np.where(x > 0, x, 0.0) * W / 3)),
    'angle': lambda x: np.sum(np.arccos(np.clip(x, -1, 1)) * x),
    'angle of a method': lambda x: np.sum(np.arcsin(x.clip(-1.0, 1.0)) * x),
    'angle of a number': lambda x: np.arccos(np.clip(x[1], -1.0, 1.0)) * x[0],
    'cube root': lambda x: np.sum(np.cbrt(np.fmax(x, 0.0))),
    'hyperbolic': lambda x: np.sum(np.arccosh(np.maximum(x, 1.0))),
}


@pytest.mark.one_in(4)
@pytest.mark.filterwarnings('ignore:.*(divide|invalid)')
@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize('name', STEEP)
def test_both_modes_agree(name, optimize):
    program = STEEP[name]
    with tl.options(optimize=optimize):
        gradient = tl.grad(program)(X)
        slope = tl.autodiff(program, mode='forward')(X, DIRECTION)
        assert np.all(np.isfinite(gradient))
        np.testing.assert_allclose(slope, gradient @ DIRECTION, rtol=1e-12)
        (by_reverse,) = tl.hvp(program, (X,), (DIRECTION,))
        twice = tl.autodiff(tl.autodiff(program, mode='forward'), mode='forward')
        np.testing.assert_allclose(
            twice(X, DIRECTION, DIRECTION), by_reverse @ DIRECTION, atol=1e-12
        )
        tl.check_grad(program, (X,))


def of_a_larger_number(x):
    return float(max(x[0] ** 2 - 1.0, 0.0)) ** 0.5 * x[1]


def of_a_conditional(x):
    base = x[0] if x[0] > 0 else 0.0
    return base ** 0.6 + x[1]


def in_a_loop(x):
    total = 0.0
    for value in x:
        t = value * value * value
        if t < 0:
            t = 0.0
        u = t
        total = total + np.sqrt(u) * np.cbrt(t + 1.0)
    return total


def of_arrays(x):
    y = x ** 2 if x[0] > 0 else np.zeros(4)
    return np.sum(np.sqrt(y) + x)


def on_nested_paths(x):
    if x[0] > 0:
        t = x[0]
    elif x[2] > 0:
        t = x[1]
    else:
        t = 1.0
    return np.arccos(t) * x[1]


@pytest.mark.filterwarnings('ignore:.*(divide|invalid)')
@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize(
    'program',
    [of_a_larger_number, of_a_conditional, in_a_loop, of_arrays, on_nested_paths],
)
def test_constant_paths(program, optimize):
    with tl.options(optimize=optimize):
        for x in (X, 0.3 * np.arange(1.0, 5.0)):
            slope = tl.autodiff(program, mode='forward')(x, DIRECTION)
            assert np.isfinite(slope)
            gradient = tl.grad(program)(x)
            np.testing.assert_allclose(slope, gradient @ DIRECTION, rtol=1e-12)
            twice = tl.autodiff(tl.autodiff(program, mode='forward'), mode='forward')
            (by_reverse,) = tl.hvp(program, (x,), (DIRECTION,))
            found = twice(x, DIRECTION, DIRECTION)
            np.testing.assert_allclose(found, by_reverse @ DIRECTION, atol=1e-12)


@pytest.mark.filterwarnings('ignore:.*(divide|invalid)')
def test_what_is_chosen_may_be_infinite():
    jvp = tl.autodiff(lambda x: np.sqrt(np.maximum(x, 0.0)), mode='forward')
    np.testing.assert_array_equal(jvp(np.zeros(2), np.array([1.0, 2.0])), np.inf)


def test_whole_powers_are_left_as_they_are():
    source = tl.autodiff(lambda x: np.sum(np.maximum(x, 0.0) ** 2), mode='forward')
    source(X, DIRECTION)
    assert 'logical_or' not in source.source
