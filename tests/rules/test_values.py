"""Values that definitions give, of which NumPy's are the same bit for bit."""
import numpy as np
import pytest
from numpy.polynomial import legendre

import tangentlite as tl
from tests.rules.sample import single, spread


def test_intersections_have_the_common_dtype():
    def common(x, y):
        return np.intersect1d(x, y)

    x, y = single(3), single(3).astype(float)
    value, _ = tl.jvp(common, (x, y), (x, y))
    np.testing.assert_array_equal(value, common(x, y))
    assert value.dtype == np.float64


def test_integrals_with_constants_in_single_precision():
    def integral(c):
        return legendre.legint(c, 2, k=[0.3, 0.7])

    c = single(4)
    value, _ = tl.jvp(integral, (c,), (c,))
    np.testing.assert_array_equal(value, integral(c))


@pytest.mark.parametrize('shape, count', [((7, 4), 3), ((4, 2), 3), ((7, 2), 7)])
def test_diagonals_written_again(shape, count):
    def filled(v):
        y = np.zeros(shape)
        np.fill_diagonal(y, v, wrap=True)
        return y

    v = spread(count)
    value, change = tl.jvp(filled, (v,), (v,))
    np.testing.assert_array_equal(value, filled(v))
    np.testing.assert_array_equal(change, filled(v))
    tl.check_grad(lambda v: np.sum(filled(v) ** 2), (v,))
