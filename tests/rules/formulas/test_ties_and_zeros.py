"""Rules at ties, at zeros, and where a factor that guards against zero is at work."""

import cmath

import numpy as np
import pytest

import tangentlite as tl


@pytest.mark.parametrize("extreme", [max, min])
def test_of_equal_numbers_the_first_counts(extreme):
    assert tl.grad(lambda x, y: extreme(x, y), wrt=(0, 1))(2.0, 2.0) == (1.0, 0.0)
    assert tl.grad(lambda x, y: extreme((x, y)), wrt=(0, 1))(2.0, 2.0) == (1.0, 0.0)
    got = tl.grad(lambda x: extreme(x))(np.array([2.0, 2.0, 2.0]))
    np.testing.assert_array_equal(got, [1.0, 0.0, 0.0])


@pytest.mark.parametrize("extreme", [max, min])
def test_of_a_number_alone(extreme):
    assert tl.grad(lambda x: extreme([x]))(2.0) == 1.0
    assert tl.grad(lambda x: extreme((x,)))(2.0) == 1.0


@pytest.mark.parametrize("y", [-2.0, -1.0, 0.0, 1.0, 2.0])
@pytest.mark.parametrize("x", [0.5, 3.0])
def test_powers_with_small_whole_exponents(x, y):
    of_x, of_y = tl.grad(lambda x, y: np.power(x, y), wrt=(0, 1))(x, y)
    assert of_x == pytest.approx(y * x ** (y - 1.0), rel=1e-15)
    assert of_y == pytest.approx(x**y * np.log(x), rel=1e-15)


def test_powers_of_zero():
    power = tl.grad(lambda x, y: np.power(x, y), wrt=(0, 1))
    assert power(0.0, 0.0) == (0.0, 0.0)
    assert power(0.0, 1.0) == (1.0, 0.0)
    assert power(0.0, 2.0) == (0.0, 0.0)


@pytest.mark.parametrize("angle", [np.angle, cmath.phase])
@pytest.mark.parametrize("z", [0.0, -1.0, 1.0, 2.0j])
def test_angles_of_complex_numbers(angle, z):
    def turned(x, y):
        return angle(x + 1j * y)

    size = abs(z) ** 2 or 1.0
    of_x, of_y = tl.grad(turned, wrt=(0, 1))(complex(z).real, complex(z).imag)
    assert of_x == pytest.approx(-complex(z).imag / size)
    assert of_y == pytest.approx(complex(z).real / size)


def test_signs_of_complex_numbers_on_the_unit_circle():
    def real_part(x, y):
        return np.real(np.sign(x + 1j * y))

    of_x, of_y = tl.grad(real_part, wrt=(0, 1))(0.0, 1.0)
    assert (of_x, of_y) == pytest.approx((1.0, 0.0))
    with np.errstate(all="raise"):
        assert np.all(np.isfinite(tl.grad(real_part, wrt=(0, 1))(0.0, 0.0)))


@pytest.mark.parametrize("add", [np.logaddexp, np.logaddexp2])
@pytest.mark.parametrize(
    ("x", "y", "shares"),
    [
        (np.inf, np.inf, (0.5, 0.5)),
        (-np.inf, -np.inf, (0.5, 0.5)),
        (1.0, -np.inf, (1.0, 0.0)),
        (-np.inf, 1.0, (0.0, 1.0)),
        (2.0, 2.0, (0.5, 0.5)),
    ],
)
def test_sums_of_exponentials_of_infinities(add, x, y, shares):
    with np.errstate(invalid="ignore"):
        got = tl.grad(lambda x, y: add(x, y), wrt=(0, 1))(x, y)
    assert got == pytest.approx(shares)
