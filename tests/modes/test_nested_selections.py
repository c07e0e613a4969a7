"""Zeros of a selection in another one stay zero where slopes are infinite."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([1.0, 1.5])


def root(x):
    return np.where(x < 1.5, np.sqrt(1.5 - x), 0.0)


@pytest.mark.parametrize('program', [
    lambda x: np.sum(np.clip(root(x), -90.0, 90.0)),
    lambda x: np.sum(np.where(x < 3.0, root(x), 1.0)),
    lambda x: np.sum(np.where(x < 3.0, np.where(x < 2.0, root(x), 1.0), 1.0)),
    lambda x: np.sum(np.nan_to_num(root(x))),
    lambda x: np.sum(np.fmin(np.where(x < 1.5, (1.5 - x) ** 0.5, 0.0), 3.0)),
])  # fmt: skip
def test_slopes(program):
    with np.errstate(all='ignore'):
        slope = tl.grad(program)(X)
        _, tangent = tl.jvp(program, (X,), (np.ones(2),))
    np.testing.assert_allclose(slope, [-0.5 / np.sqrt(0.5), 0.0])
    np.testing.assert_allclose(tangent, -0.5 / np.sqrt(0.5))
