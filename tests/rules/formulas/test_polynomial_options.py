"""Polynomials along axes, of several orders, with scales and with zeros."""

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

BASES = [power, chebyshev, legendre, laguerre, hermite, hermite_e]
NAMES = ["poly", "cheb", "leg", "lag", "herm", "herme"]
EACH = [pytest.param(m, n, id=n) for m, n in zip(BASES, NAMES)]
C4, C43 = spread(4), spread(4, 3)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("module", "name"), EACH)
def test_derivatives_and_integrals_of_series(module, name):
    der, integral = getattr(module, f"{name}der"), getattr(module, f"{name}int")
    compare(lambda c, scale: der(c, 2, scale), (C4, 0.7))
    compare(lambda c, scale: der(c, 3, scale, 1), (spread(2, 5), 1.3))
    compare(lambda c, k: integral(c, 2, [0.3, k]), (C4, 0.7))
    compare(lambda c, low: integral(c, 2, [], low), (C4, 0.7))
    compare(lambda c, scale: integral(c, 1, [0.5], 0, scale, 1), (C43, 0.7))


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("module", "name"), EACH)
def test_values_of_several_series(module, name):
    val = getattr(module, f"{name}val")
    compare(lambda x, c: val(x, c), (0.3, C43))
    compare(lambda x, c: val(x, c), (spread(2), C43))
    compare(lambda x, c: val(x, c), (spread(2), spread(4, 3, 2)))
    compare(lambda x, c: val(x, c, tensor=False), (spread(3), C43))
    compare(lambda x, c: val(x, c, tensor=False), (spread(2, 3), C43))
    compare(lambda x, c: val(x, c, tensor=False), (spread(3), spread(4, 1)))
    compare(lambda x, c: val(x, c, tensor=False), (spread(2, 3), spread(4, 2, 1)))


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("module", "name"), EACH)
@pytest.mark.parametrize("slope", [0.0, 1.0, -1.0, 2.0])
def test_lines(module, name, slope):
    line = getattr(module, f"{name}line")

    def weighted(a, b):
        found = line(a, b)
        return np.sum(found * np.array([1.0, 3.0])[: len(found)]) * len(found)

    value, got = tl.value_and_grad(weighted, wrt=0)(0.5, slope)
    assert value == weighted(0.5, slope)
    step = (weighted(0.6, slope) - weighted(0.4, slope)) / 0.2
    assert got == pytest.approx(step)


def test_the_change_of_a_constant_series_is_not_evaluated():
    jvp = tl.autodiff(lambda x: power.polyval(x, C4), mode="forward")
    jvp(0.3, 1.0)
    assert jvp.source.count("polyval(") == 2  # the value, and its slope


@pytest.mark.parametrize(
    "power_of", [power.polypow, legendre.legpow, chebyshev.chebpow]
)
def test_powers_of_order_zero_and_one(power_of):
    compare(lambda c: power_of(c, 0), (C4,))
    compare(lambda c: power_of(c, 1), (C4,))


def test_integrals_from_zero_and_changes_of_intervals():
    compare(lambda c, low: power.polyint(c, 1, [], low), (C4, 0.0))
    compare(
        lambda x, a, b: polyutils.mapdomain(x, [a, b], [a * b, 1.0]),
        (spread(3), 0.3, 2.0),
    )


@pytest.mark.parametrize("m", [0, 1, 2, 3])
def test_orders_of_polynomial_derivatives(m):
    compare(lambda p: np.polyder(p, m) * 1.0, (spread(5),))
    got = tl.grad(lambda p: np.sum(np.polyder(p, m)))(np.ones(2))
    np.testing.assert_array_equal(got, ([1, 1], [1, 0], [0, 0], [0, 0])[m])
    compare(lambda p: np.polyint(p, m + 1), (spread(3),))


def test_products_with_numbers_and_quotients():
    compare(lambda p, c: np.polymul(p, np.array([c])), (C4, 0.7))
    compare(lambda u, v: np.polydiv(u, v)[0], (spread(5), spread(3)))
    compare(lambda u, v: np.polydiv(u, v)[1], (spread(5), spread(3)))
    compare(lambda u, v: np.polydiv(u, v)[1], (spread(2), spread(3)))
    compare(lambda u, v: np.polydiv(u, v)[0], (spread(3), spread(3)))
    compare(lambda u, v: power.polydiv(u, v)[0], (spread(3), spread(3)))
    compare(lambda u, v: power.polydiv(u, v)[1], (spread(2), spread(3)))
    compare(lambda p: np.polymul(p, C4), (spread(3),))
    compare(lambda u, v: np.polydiv(u, v)[0], (spread(2), spread(3)))
    compare(lambda u, v: power.polydiv(u, v)[0], (spread(2), spread(3)))


def test_of_a_division_without_rest_the_last_entry_stays():
    compare(lambda p: np.polydiv(np.polymul(p, [1.0, 2.0]), [1.0, 2.0])[1], (C4,))


@pytest.mark.parametrize("derive", [tl.grad, lambda f: tl.autodiff(f, mode="forward")])
def test_products_of_numbers_are_refused(derive):
    def scaled(x):
        return np.sum(np.polymul(x, C4))

    with pytest.raises(tl.UnsupportedError, match="polymul has no derivative"):
        derive(scaled)(*[0.7] * (1 + (derive is not tl.grad)))


@pytest.mark.filterwarnings("ignore:.* may be poorly conditioned")
def test_fits_of_less_than_full_rank():
    points = spread(5)
    compare(lambda y: np.polyfit(points, y, 2, rcond=0.6), (spread(5, start=7),))
    compare(lambda y: power.polyfit(np.zeros(3), y, 1), (spread(3),))
