"""Numbers in the place of arrays, integer points, points that coincide, and bounds."""
import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare


@pytest.mark.parametrize('function', [np.cumsum, np.cumprod])
def test_running_along_the_axis_of_a_number(function):
    compare(lambda x: function(x, axis=0), (0.7,))


@pytest.mark.parametrize('args', [
    (2.0, np.array([3.0])), (np.array([3.0]), 2.0), (2.0, 3.0),
    (2.0, np.array([[3.0]])),
])  # fmt: skip
def test_vdot_of_a_number_and_one_entry(args):
    compare(np.vdot, args)


@pytest.mark.parametrize('x', [10, -3, 0])
def test_polynomials_at_integers(x):
    """Their powers are larger than integers of 64 bits."""
    gradient = tl.grad(lambda p: np.polyval(p, x))(np.ones(21))
    assert np.array_equal(gradient, np.vander([float(x)], 21)[0])


@pytest.mark.parametrize('points', [
    [0.0, 1.0, 1.0], [1.0, 1.0], [0.0, 1.0, 1.0, 1.0], [1.0], [0.0, 0.0, 1.0],
])  # fmt: skip
def test_interpolation_where_the_last_points_coincide(points):
    values = np.arange(1.0, len(points) + 1.0)
    gradient = tl.grad(lambda fp: np.interp(1.0, points, fp))(values)
    assert np.array_equal(gradient, np.eye(len(points))[-1])


@pytest.mark.parametrize('options', [{}, {'hermitian': True}])
def test_pseudoinverses_move_with_no_bound(options):
    a = np.array([[2.0, 0.3], [0.3, 0.1]])
    inverse = tl.autodiff(lambda r: np.linalg.pinv(a, r, **options), mode='forward')
    assert np.array_equal(inverse(0.01, 1.0), np.zeros((2, 2)))


def test_what_a_bound_cuts_off_in_single_precision():
    """NumPy compares in double precision: 0.3 of float32 is above a tenth of 3."""
    a = np.diag(np.array([3.0, 0.3], np.float32))
    seed = np.ones((2, 2), np.float32)
    gradient = tl.autodiff(lambda a: np.linalg.pinv(a, 0.1))(a, init_grad=seed)
    inverse = np.linalg.inv(a.astype(float)).T
    assert gradient == pytest.approx(-inverse @ seed @ inverse, rel=1e-5)


def test_axes_in_an_array():
    b, axes = np.ones((3, 4)), np.array([0])
    with pytest.raises(tl.UnsupportedError, match='np.tensordot with axes'):
        tl.grad(lambda a: np.sum(np.tensordot(a, b, ([1], axes))))(np.ones((2, 3)))


AXIS, KEEPS, DROPS = 0, True, False
GLOBAL = {
    'sum': (lambda a: np.sum(a, AXIS, keepdims=DROPS), lambda a: np.sum(a, 0)),
    'kept': (lambda a: np.sum(a, AXIS, keepdims=KEEPS), lambda a: np.sum(a, 0)[None]),
    'nanmean': (lambda a: np.nanmean(a, AXIS, keepdims=DROPS), lambda a: np.mean(a, 0)),
    'median': (lambda a: np.nanmedian(a, AXIS, keepdims=DROPS),
               lambda a: np.median(a, 0)),
    'outer': (lambda a: np.sum(a, AXIS, keepdims=DROPS) * a[:, :1],
              lambda a: np.sum(a, 0) * a[:, :1]),
}  # fmt: skip


@pytest.mark.parametrize('name', GLOBAL)
def test_an_axis_and_a_flag_that_are_global(name):
    """Both may change between calls, so that the rank of the result is not known."""
    a = np.array([[1.0, 2.5, 0.3], [0.7, -1.0, 4.0]])
    by_global, plain = GLOBAL[name]
    seed = np.cos(np.arange(plain(a).size * 1.0)).reshape(plain(a).shape)
    expected = tl.autodiff(plain)(a, init_grad=seed)
    assert tl.autodiff(by_global)(a, init_grad=seed) == pytest.approx(expected)
