"""Special functions where one of two formulas is chosen, against known numbers.

Numbers without a formula are of mpmath, to 40 digits.
"""

import math

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare

special = pytest.importorskip("scipy.special")

pytestmark = pytest.mark.one_in(16)

SPHERICAL = (
    special.spherical_jn,
    special.spherical_yn,
    special.spherical_in,
    special.spherical_kn,
)


@pytest.mark.parametrize("function", SPHERICAL)
@pytest.mark.parametrize("order", [0, 1, 3])
def test_spherical_bessel_functions(function, order):
    def value(x):
        return function(order, x)

    np.testing.assert_allclose(
        tl.grad(value)(1.7), function(order, 1.7, derivative=True), rtol=1e-13
    )
    compare(value, (np.array([0.6, 2.1]),))


def test_third_integrals_by_few_steps_and_many():
    got = tl.grad(special.elliprj, wrt=(0, 1, 2, 3))(1.0, 2.0, 3.0, 1e-4)
    want = [
        -2.5169359990511470781,
        -1.3043923334543661722,
        -0.88369954786475172994,
        -6119.0193290775749805,
    ]
    np.testing.assert_allclose(got, want, rtol=2e-14)


def test_third_integrals_of_an_argument_that_is_zero():
    with np.errstate(invalid="ignore"):
        got = tl.grad(special.elliprj, wrt=3)(0.0, 1.0, 2.0, -0.5)
    np.testing.assert_allclose(got, -1.1310228951822275887, rtol=1e-13)


def test_integrals_of_unlike_arguments():
    got = tl.grad(special.elliprd, wrt=(0, 1, 2))(1e-3, 2.0, 7.0)
    want = [-1.7487583623959666635, -0.029845846961887418074, -0.032440622203252870262]
    np.testing.assert_allclose(got, want, rtol=2e-14)


@pytest.mark.parametrize(
    ("y", "want"), [(2.0, 0.0), (1.0, 1.0), (0.0, 0.0), (3.0, 0.0)]
)
def test_powers_of_zero_less_one(y, want):
    def power(x):
        return special.powm1(x, y)

    assert tl.grad(power)(0.0) == want


def test_the_start_of_a_noncentral_distribution():
    """With two degrees of freedom the density at the start is exp(-nc / 2)."""

    def below(nc, f):
        return special.ncfdtr(2.0, 5.0, nc, f)

    mixed = tl.grad(tl.grad(below, wrt=1), wrt=0)(1.3, 0.0)
    np.testing.assert_allclose(mixed, -0.5 * math.exp(-0.65), rtol=1e-13)
    other = tl.grad(tl.grad(below, wrt=0), wrt=1)(1.3, 0.0)
    np.testing.assert_allclose(other, -0.5 * math.exp(-0.65), rtol=1e-13)


WOFZ = {
    150.0 + 2.0j: -6.68520541927480896e-7 - 0.0000250633920688022765j,
    -120.0 + 0.01j: 6.53133270628989134e-9 - 0.0000391839133155258514j,
    3.0 + 130.0j: -1.53888744915580302e-6 + 0.0000333277640540994324j,
}


@pytest.mark.parametrize("z", WOFZ)
def test_the_plasma_function_far_out(z):
    def value(x):
        return special.wofz(x + 1j * z.imag)

    _, slope = tl.jvp(value, (z.real,), (1.0,))
    np.testing.assert_allclose(slope, WOFZ[z], rtol=1e-13)
