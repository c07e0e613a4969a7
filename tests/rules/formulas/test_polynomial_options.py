"""Polynomials along axes, of several orders, with scales and with zeros."""

import numpy as np
import pytest
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre
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


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("module", "name"), EACH)
@pytest.mark.parametrize("slope", [0.0, 1.0, -1.0, 2.0])
def test_lines(module, name, slope):
    line = getattr(module, f"{name}line")

    def weighted(a, b):
        found = line(a, b)
        return np.sum(found * np.array([1.0, 3.0])[: len(found)])

    got = tl.grad(weighted, wrt=0)(0.5, slope)
    step = (weighted(0.6, slope) - weighted(0.4, slope)) / 0.2
    assert got == pytest.approx(step)


@pytest.mark.parametrize("m", [0, 1, 2, 3])
def test_orders_of_polynomial_derivatives(m):
    compare(lambda p: np.polyder(p, m) * 1.0, (spread(5),))
    compare(lambda p: np.polyint(p, m + 1), (spread(3),))


def test_products_with_numbers_and_quotients():
    compare(lambda p, c: np.polymul(p, np.array([c])), (C4, 0.7))
    compare(lambda u, v: np.polydiv(u, v)[0], (spread(5), spread(3)))
    compare(lambda u, v: np.polydiv(u, v)[1], (spread(5), spread(3)))
    compare(lambda u, v: np.polydiv(u, v)[1], (spread(2), spread(3)))
    compare(lambda u, v: np.polydiv(u, v)[0], (spread(3), spread(3)))
    compare(lambda u, v: power.polydiv(u, v)[0], (spread(3), spread(3)))
    compare(lambda u, v: power.polydiv(u, v)[1], (spread(2), spread(3)))
