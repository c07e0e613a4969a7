"""Polynomials and radial functions through all samples: by points, samples, places."""
import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread
from tests.support.cases import ORDERS

pytestmark = pytest.mark.one_in(2)

interpolate = pytest.importorskip('scipy.interpolate')

X, Y, ROWS = np.linspace(0.0, 4.0, 6) ** 1.1, spread(6), spread(2, 6)
AT = np.array([0.6, 2.9, 1.7])
PLACES, VALUES = spread(8, 2) ** 3, spread(8, start=5) ** 2
TARGETS = np.array([[0.3, 0.7], [-1.2, 0.4]])
SCALED = ('multiquadric', 'inverse_multiquadric', 'inverse_quadratic', 'gaussian')


def barycentric(x, y, at):
    return interpolate.barycentric_interpolate(x, y, at)


def krogh(x, y, at):
    return interpolate.krogh_interpolate(x, y, at)


def by_class(x, rows, at):
    first = interpolate.KroghInterpolator(x, rows, axis=1)(at)
    return first * interpolate.BarycentricInterpolator(x, rows, 1)(np.sum(at) / 3.0)[0]


@pytest.mark.parametrize('order', ORDERS)
@pytest.mark.parametrize(('function', 'arguments'), [
    (barycentric, (X, Y, AT)), (krogh, (X, Y, AT)), (by_class, (X, ROWS, AT)),
    (barycentric, (X, Y, X)), (barycentric, (X, Y, 1.3)),
])  # fmt: skip
def test_polynomials(function, arguments, order):
    tl.check_grad(function, arguments, order=order)
    value = tl.vjp(function, *arguments)[0]
    np.testing.assert_allclose(value, function(*arguments), rtol=1e-13)


MADE = interpolate.BarycentricInterpolator(X, Y), interpolate.KroghInterpolator(X, Y)


def test_polynomials_from_outside():
    tl.check_grad(lambda at: MADE[0](at) * MADE[1](at**2), (AT,))
    with pytest.raises(tl.UnsupportedError, match='derivative'):
        tl.grad(lambda x: MADE[1].derivative(x))(1.3)


@pytest.mark.one_in(3)
@pytest.mark.parametrize('order', ORDERS)
@pytest.mark.parametrize('kernel', [
    'linear', 'thin_plate_spline', 'cubic', 'quintic', *SCALED])
def test_kernels(kernel, order):
    epsilon = 1.3 if kernel in SCALED else None

    def values(places, heights, targets):
        made = interpolate.RBFInterpolator(
            places, heights, kernel=kernel, epsilon=epsilon
        )
        return made(targets)

    arguments = PLACES, VALUES, TARGETS
    tl.check_grad(values, arguments, order=order)
    np.testing.assert_array_equal(tl.vjp(values, *arguments)[0], values(*arguments))


def smoothed(places, heights, epsilon, smoothing):
    made = interpolate.RBFInterpolator(
        places, heights, smoothing=smoothing, kernel='gaussian', epsilon=epsilon
    )
    return made(TARGETS)


@pytest.mark.parametrize('smoothing', [0.2, spread(8, low=0.1, high=0.5)])
def test_width_and_smoothing(smoothing):
    columns = np.stack((VALUES, VALUES**2), 1)
    tl.check_grad(smoothed, (PLACES, columns, 1.3, smoothing))


OUTSIDE = interpolate.RBFInterpolator(PLACES, VALUES, degree=2)


def test_radial_functions_from_outside():
    tl.check_grad(lambda at: OUTSIDE(at), (TARGETS,), order=2)
    tl.check_grad(lambda at: OUTSIDE(PLACES[:2] + at), (0.0,))


def smooth(y, at):
    return interpolate.make_smoothing_spline(X, y, lam=0.3)(at)


def test_smoothing_splines():
    tl.check_grad(smooth, (Y, AT), order=2)
    np.testing.assert_array_equal(tl.vjp(smooth, Y, AT)[0], smooth(Y, AT))
    with pytest.raises(tl.UnsupportedError, match='no derivative with respect to lam'):
        tl.grad(lambda lam: interpolate.make_smoothing_spline(X, Y, lam=lam)(1.3))(0.3)


def test_what_is_refused():
    def found(y):
        return interpolate.make_smoothing_spline(X, y)(1.3)

    with pytest.raises(tl.UnsupportedError, match='a lam that it finds'):
        tl.grad(found)(Y)

    def near(at):
        return interpolate.RBFInterpolator(PLACES, VALUES, neighbors=4)(at)

    def sloped(at):
        return interpolate.barycentric_interpolate(X, Y, at, der=1)

    for function, at in ((near, TARGETS), (sloped, AT)):
        with pytest.raises(tl.UnsupportedError, match='is not supported'):
            tl.vjp(function, at)
    with pytest.raises(ValueError, match='epsilon'):
        tl.grad(lambda v: interpolate.RBFInterpolator(
            PLACES, v, kernel='gaussian')(TARGETS)[0])(VALUES)
