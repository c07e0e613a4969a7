"""Series, differences and transforms with options, defaults and shapes at the edge."""

import numpy as np
import pytest
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polyutils,
)
from numpy.polynomial import polynomial as power

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

pytestmark = pytest.mark.one_in(3)

BASES = {
    "poly": power, "cheb": chebyshev, "leg": legendre,
    "lag": laguerre, "herm": hermite, "herme": hermite_e,
}  # fmt: skip
A1, A2, A3, A4 = spread(1, start=3), spread(2), spread(3), spread(4, start=9)
A23, A34, A234 = spread(2, 3), spread(3, 4), spread(2, 3, 4)
B2, B23, B34 = spread(2, start=7), spread(2, 3, start=11), spread(3, 4, start=5)
ASCENDING = np.array([0.3, 0.9, 2.0])


def parts(z):
    """A real number for each complex one, of both its parts."""
    return 2.0 * np.real(z) + 3.0 * np.imag(z)


# Matrices of functions at points in rows and columns.
@pytest.mark.parametrize("name", BASES)
def test_products_of_functions_at_points(name):
    vander2d = getattr(BASES[name], f"{name}vander2d")
    vander3d = getattr(BASES[name], f"{name}vander3d")
    compare(lambda x, y: vander2d(x, y, [2, 1]), (A23, B23))
    compare(lambda x, y, z: vander3d(x, y, z, [1, 2, 1]), (A2, B2, A2[::-1].copy()))
    compare(lambda x, y, z: vander3d(x, y, z, [1, 2, 1]), (A23, B23, 0.5 * A23))


@pytest.mark.parametrize("tensor", [True, False])
@pytest.mark.parametrize("name", BASES)
def test_a_series_at_a_number(name, tensor):
    val = getattr(BASES[name], f"{name}val")
    compare(lambda x, c: val(x, c, tensor=tensor), (0.3, A4))
    got = tl.grad(lambda x, c: val(x, c, tensor=tensor), wrt=1)(0.3, A4)
    want = [val(0.3, unit) for unit in np.eye(4)]
    np.testing.assert_allclose(got, want, rtol=1e-14)


# By the scale alone, and from a whole number on.
@pytest.mark.parametrize("low", [2, 1, -1])
@pytest.mark.parametrize("name", BASES)
def test_slopes_and_integrals_of_series(name, low):
    module = BASES[name]
    der, integral = getattr(module, f"{name}der"), getattr(module, f"{name}int")
    compare(lambda scale: der(A34, 1, scale, 1), (0.7,))
    compare(lambda c: integral(c, 2, [], low), (A3,))


@pytest.mark.parametrize("name", list(BASES)[1:])
def test_changes_of_the_basis(name):
    to, back = (getattr(BASES[name], n) for n in (f"poly2{name}", f"{name}2poly"))
    compare(lambda c: to(c), (A4,))
    compare(lambda c: back(c), (A4,))


def test_interpolation_by_a_function_with_arguments_of_several_shapes():
    def ripples(t, a, x):
        return np.sin(a[0] * t) + a[1] * np.cos(x * t)

    compare(lambda a, x: chebyshev.chebinterpolate(ripples, 3, (a, x)), (A2, 0.7))
    compare(lambda a, x: polyutils.mapparms([a, 5.0], [x, 1.0])[0], (A2, 0.7))


@pytest.mark.parametrize(
    "c", [[2.0, 0.5, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0], [2.0, 0.0, -0.3]]
)
def test_series_without_last_entries(c):
    c = np.array(c)
    kept = polyutils.trimcoef(c)
    got = tl.grad(lambda c: np.sum(polyutils.trimcoef(c) ** 2 + polyutils.trimcoef(c)))
    want = np.zeros(len(c))
    want[: len(kept)] = (2.0 * kept + 1.0) * (len(kept) > 1 or kept[0] != 0.0)
    np.testing.assert_array_equal(got(c), want)
    compare(lambda c: polyutils.trimcoef(c, 0.1), (np.array([1.0, -0.5, 0.05]),))


def test_a_weight_that_is_one():
    compare(lambda x: x * legendre.legweight(x), (A3,))


# Of zeros that are complex or real.
@pytest.mark.parametrize("last", [5.0, -5.0])
@pytest.mark.parametrize("name", ["", *BASES])
def test_zeros_of_real_series(name, last):
    roots = getattr(BASES[name], f"{name}roots") if name else np.roots
    c = np.array([1.0, 2.0, last])
    compare(lambda c: parts(roots(c)), (c if name else c[::-1].copy(),))
    compare(lambda c: np.abs(roots(c)), (c if name else c[::-1].copy(),))


def test_a_constant_for_each_integral_or_one_for_all():
    compare(lambda p, k: np.polyint(p, 2, k), (A3, A2))
    compare(lambda p, k: np.polyint(p, 2, k), (A3, A1))
    compare(lambda p, k: np.polyint(p, 1, k), (A3, A1))


def test_a_second_derivative_of_a_constant():
    got = tl.grad(lambda p: np.sum(np.polyder(p, 2)))(A1)
    np.testing.assert_array_equal(got, [0.0])


DIFFERENCES = {
    "before": (lambda a, b: np.diff(a, prepend=b), (A4, A2)),
    "behind": (lambda a, b: np.diff(a, append=b), (A4, A2)),
    "before_a_vector": (lambda a, x: np.diff(a, prepend=x), (A4, 0.7)),
    "gradient_axis": (lambda f, x: np.gradient(f, x, axis=-2), (A34, ASCENDING)),
    "gradient_inner_axis": (
        lambda f, x: np.gradient(f, x, axis=-2), (spread(2, 3, 3), ASCENDING)),
    "trapezoid_axis": (lambda y, x: np.trapezoid(y, x, axis=-2), (A34, ASCENDING)),
    "trapezoid_inner_axis": (
        lambda y, x: np.trapezoid(y, x, axis=-2), (A234, ASCENDING)),
    "between_two_points": (lambda fp: np.interp(ASCENDING, [0.3, 2.0], fp), (A2,)),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENCES)
def test_differences_along_axes_and_with_margins(name):
    compare(*DIFFERENCES[name])


def test_interpolation_at_the_last_of_two_points():
    slope = tl.grad(lambda x: np.interp(x, np.array([0.5, 1.0]), np.array([2.0, 5.0])))
    assert [slope(x) for x in (0.4, 0.5, 0.7, 1.0, 1.1)] == [0.0, 6.0, 6.0, 6.0, 0.0]


TRANSFORMS = {
    "last_axis": (lambda a: np.fft.fft(a), (A234,)),
    "last_axis_back": (lambda a: np.fft.ifft(a), (A234,)),
    "last_axis_filled": (lambda a: np.fft.fft(a, 5), (A234,)),
    "a_length_of_three": (lambda a: np.fft.rfftn(a, (2, 3, 5), (0, 1, 2)), (A234,)),
    "a_length_for_one": (lambda a: np.fft.rfftn(a, (3,), (1,)), (A34,)),
    "kept_last_length": (lambda a: np.fft.rfftn(a, (2, 2, -1), (0, 1, 2)), (A234,)),
    "kept_second_length": (lambda a: np.fft.rfftn(a, (2, -1, 5), (0, 1, 2)), (A234,)),
    "no_axes": (lambda a: np.fft.fftn(a, (), ()), (A3,)),
    "no_axes_of_a_number": (lambda a: np.fft.fftn(a, (), ()), (np.array(0.7),)),
    "one_axis_twice": (
        lambda a, b: np.fft.rfftn(a, axes=(1,)) + np.fft.rfftn(b, axes=(1,)),
        (A34, B34)),
}  # fmt: skip


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms_along_axes_of_given_lengths(name):
    transform, inputs = TRANSFORMS[name]
    compare(lambda *inputs: parts(transform(*inputs)), inputs)
