"""Values that definitions give, of which NumPy's are the same bit for bit."""
import numpy as np

import tangentlite as tl
from tests.rules.sample import single, spread


def test_intersections_have_the_common_dtype():
    def common(x, y):
        return np.intersect1d(x, y)

    x, y = single(3), single(3).astype(float)
    value, _ = tl.jvp(common, (x, y), (x, y))
    np.testing.assert_array_equal(value, common(x, y))
    assert value.dtype == np.float64
