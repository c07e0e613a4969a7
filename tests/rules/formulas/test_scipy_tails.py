"""Distributions far out, where the logarithms of density and probability are huge."""

import math

import numpy as np
import pytest

import tangentlite as tl

stats = pytest.importorskip("scipy.stats")

E70 = math.exp(70.0)

# function, its arguments, and the derivatives by the first and the last of them
CASES = {
    "gumbel_r": (
        lambda x, s: stats.gumbel_r.logcdf(x, 0.0, s),
        (-70.0, 1.0),
        (E70, 70.0 * E70),
    ),
    "gumbel_l": (
        lambda x, s: stats.gumbel_l.logsf(x, 0.0, s),
        (70.0, 1.0),
        (-E70, 70.0 * E70),
    ),
    "norm_below": (
        lambda x, s: stats.norm.logcdf(x, 0.0, s),
        (-0.7, 1e-7),
        (7e13, 4.9e20),
    ),
    "norm_above": (
        lambda x, s: stats.norm.logsf(x, 0.0, s),
        (0.7, 1e-7),
        (-7e13, 4.9e20),
    ),
    "expon": (lambda x, s: stats.expon.logsf(x, 0.0, s), (1.0, 1e-9), (-1e9, 1e18)),
    "rayleigh": (
        lambda x, s: stats.rayleigh.logsf(x, 0.0, s),
        (0.6, 1e-7),
        (-6e13, 3.6e20),
    ),
    "lognorm": (
        lambda x, s: stats.lognorm.logcdf(x, s),
        (0.01, 1e-7),
        (-math.log(0.01) * 1e16, math.log(0.01) ** 2 * 1e21),
    ),
    "powernorm": (
        lambda x, s: stats.powernorm.logsf(x, 2.0, 0.0, s),
        (0.7, 1e-7),
        (-1.4e14, 9.8e20),
    ),
    "powerlognorm": (
        lambda x, s: stats.powerlognorm.logsf(x, 2.0, s),
        (100.0, 1e-7),
        (-2.0 * math.log(100.0) * 1e12, 2.0 * math.log(100.0) ** 2 * 1e21),
    ),
    "weibull_min": (
        lambda x, c: stats.weibull_min.logsf(x, c),
        (10.0, 30.0),
        (-3e30, -math.log(10.0) * 1e30),
    ),
    "weibull_max": (
        lambda x, c: stats.weibull_max.logcdf(x, c),
        (-10.0, 30.0),
        (3e30, -math.log(10.0) * 1e30),
    ),
    "logistic_below": (
        lambda x, s: stats.logistic.logcdf(x, 0.0, s),
        (-1.0, 1e-9),
        (1e9, 1e18),
    ),
    "logistic_above": (
        lambda x, s: stats.logistic.logsf(x, 0.0, s),
        (1.0, 1e-9),
        (-1e9, 1e18),
    ),
    "genlogistic": (
        lambda x, s: stats.genlogistic.logcdf(x, 3.0, 0.0, s),
        (-1.0, 0.002),
        (1500.0, 750000.0),
    ),
    "genextreme": (
        lambda x, c: stats.genextreme.logcdf(x, c),
        (-990.0, 0.1),
        (1e18, 1e20 * (100.0 * math.log(100.0) - 99.0)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_logarithms_of_probabilities(name):
    f, point, want = CASES[name]
    np.testing.assert_allclose(tl.grad(f, wrt=(0, 1))(*point), want, rtol=1e-11)
    forward = [tl.jvp(f, point, tangents)[1] for tangents in ((1.0, None), (None, 1.0))]
    np.testing.assert_allclose(forward, want, rtol=1e-11)


def test_they_are_differentiated_again():
    def logarithm(x):
        return stats.gumbel_r.logcdf(x)

    second = tl.grad(tl.grad(logarithm))(-70.0)
    np.testing.assert_allclose(second, -E70, rtol=1e-13)


@pytest.mark.parametrize("power", [-300.0, 300.0])
def test_transformed_entries_that_are_too_large(power):
    """Of two entries the variance is a quarter of their squared difference."""

    def likelihood(power, x):
        return stats.boxcox_llf(power, x)

    by_power, by_x = tl.grad(likelihood, wrt=(0, 1))(power, np.array([0.5, 20.0]))
    last = 1.0 if power > 0.0 else 0.0  # whose power is the only one that counts
    slopes = np.array([(1.0 - last), last])
    logs = np.log([0.5, 20.0])
    want = np.sum(logs) - 2.0 * slopes @ logs + 2.0 / power
    np.testing.assert_allclose(by_power, want, rtol=1e-12)
    want = ((power - 1.0) - 2.0 * power * slopes) / np.array([0.5, 20.0])
    np.testing.assert_allclose(by_x, want, rtol=1e-12)


def test_nothing_falls_beyond_the_ends():
    def logarithms(x):
        return stats.weibull_max.logcdf(x, 2.0), stats.rayleigh.logsf(x)

    value, pushed = tl.jvp(logarithms, (np.array([-np.inf, 0.0, 3.0]),), (np.ones(3),))
    np.testing.assert_array_equal(pushed[0], 0.0)
    np.testing.assert_array_equal(pushed[1], [0.0, 0.0, -3.0])


def test_a_normal_and_hardly_an_exponential_variable():
    """The shape of exponnorm moves the mean alone, in its limit, whose mean is 0."""
    for method in (stats.exponnorm.cdf, stats.exponnorm.logpdf):

        def program(x, K, method=method):
            return method(x, K)

        gradient = tl.grad(program, wrt=(0, 1))(0.3, 1e-5)
        np.testing.assert_allclose(gradient[1], -gradient[0], rtol=1e-4)


def test_moments_whose_exponentials_are_too_large():
    """Far out there is the first count alone, as without a last one."""

    def moments(rate, last):
        mean, variance = (
            stats.boltzmann.mean(rate, last),
            stats.boltzmann.var(rate, last),
        )
        return mean + 2.0 * variance + stats.planck.entropy(rate)

    def without_end(rate):
        return stats.planck.mean(rate) + 2.0 * stats.planck.var(rate)

    def entropy(rate):
        return stats.planck.entropy(rate)

    got = tl.grad(moments)(1.3, 2000)
    want = tl.grad(without_end)(1.3) + tl.grad(entropy)(1.3)
    np.testing.assert_allclose(got, want, rtol=1e-13)
    mean = 1.0 / math.expm1(1.3)
    want = -mean * (1.0 + mean) * (1.0 + 2.0 * (1.0 + 2.0 * mean))
    np.testing.assert_allclose(tl.grad(without_end)(1.3), want, rtol=1e-13)
    assert tl.grad(without_end)(1000.0) == 0.0
