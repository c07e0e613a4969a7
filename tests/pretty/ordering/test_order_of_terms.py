"""What is put in order, and that whole numbers stay what they are."""

import numpy as np
import pytest

import tangentlite as tl


def index_is_a_sum(x):
    s = 0.0
    for i in range(1, 3):
        s += x[i + i] ** 2 * (i + i) * x[i - (1 - i)] + x[i] ** (i + i)
    return s


@pytest.mark.parametrize("optimize", [True, False])
def test_an_index_is_no_number(optimize):
    x = np.arange(1.0, 8.0)
    with tl.options(optimize=optimize):
        found = tl.grad(index_is_a_sum)(x)
    slopes = [
        (index_is_a_sum(x + d) - index_is_a_sum(x - d)) / 2e-6 for d in 1e-6 * np.eye(7)
    ]
    np.testing.assert_allclose(found, slopes, rtol=1e-6, atol=1e-6)
