"""Slopes of special functions at ends, at poles, far out, and where a series ends."""

import math

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.support.numeric import assert_close, central_jvp

special = pytest.importorskip("scipy.special")
pytestmark = pytest.mark.one_in(8)

INF = math.inf
NORMAL = 1.0 / math.sqrt(2.0 * math.pi)


def parts(z):
    """A real number for a complex one, of both its parts."""
    return np.real(z) + 2.0 * np.imag(z)


def number(z):
    return z.real + 2.0 * z.imag


def second_modified(x):
    return parts(special.modfresnelp(x)[1])


def far_dawson(x):
    square = 0.5 / (x * x)
    return -square * (1.0 + square * (3.0 + square * (15.0 + square * 105.0)))


# Functions of one number, where it is, the slope, and to which accuracy. Numbers
# without a formula are those of mpmath 1.3, with 40 digits.
SLOPES = {
    "beip_at_zero": (special.beip, 0.0, 0.5, 1e-15),
    "kelvin_at_zero": (lambda x: parts(special.kelvin(x)[0]), 0.0, 0.0, 1e-15),
    "kelvin_slope": (lambda x: parts(special.kelvin(x)[2]), 0.0, 1.0, 1e-15),
    "spherical_yn": (
        lambda x: special.spherical_yn(1, x), 0.7, special.spherical_yn(1, 0.7, True),
        1e-13,
    ),
    "spherical_kn": (
        lambda x: special.spherical_kn(1, x), 0.7, special.spherical_kn(1, 0.7, True),
        1e-13,
    ),
    "ellipk_at_one": (special.ellipk, 1.0, INF, 0.0),
    "ellipkm1_at_zero": (special.ellipkm1, 0.0, -INF, 0.0),
    "dawsn_2000": (special.dawsn, 2e3, far_dawson(2e3), 1e-13),
    "dawsn_far": (special.dawsn, -1e9, -0.5e-18, 1e-13),
    "exprel": (special.exprel, 0.4999, 0.7025087391998244, 1e-15),
    "exprel_below": (special.exprel, -0.4999, 0.3608390628497475, 1e-15),
    "kolmogorov": (special.kolmogorov, 0.9, -1.3807270542377328, 1.5e-15),
    "diric": (
        lambda x: special.diric(x, 5), 0.0399,
        -0.4 * (math.sin(0.0399) + 2.0 * math.sin(0.0798)), 2e-14,
    ),
    "modfresnel_far": (
        second_modified, 20.0,
        number(-0.0005005361035772047 - 0.0004967962242026489j), 1e-13,
    ),
    "modfresnel_near": (
        second_modified, 10.0,
        number(-0.0020238591140991614 - 0.0019640700042460723j), 1e-11,
    ),
    # a factor of the product is zero, or the reciprocal of gamma at its pole
    "poch": (lambda x: special.poch(x, 3.0), -2.0, 2.0, 1e-14),
    "binom_n": (lambda n: special.binom(n, 3.0), 2.0, 1.0 / 3.0, 1e-14),
    "binom_k": (lambda k: special.binom(2.0, k), 3.0, -1.0 / 3.0, 1e-14),
    "comb_with_repetition": (
        lambda n: special.comb(n, 2, repetition=True),
        0.3,
        0.8 if special.comb(0.3, 2, repetition=True) else 0.0,
        1e-14,
    ),
    "comb_of_all": (lambda n: special.comb(n, 3), 3.0, 11.0 / 6.0, 1e-14),
    # a density at an end
    "betainc_start": (lambda x: special.betainc(1.0, 2.0, x), 0.0, 2.0, 1e-14),
    "ncfdtr_start": (
        lambda f: special.ncfdtr(2.0, 5.0, 1.0, f), 0.0, math.exp(-0.5), 1e-14,
    ),
    "ncfdtr_end": (lambda f: special.ncfdtr(2.0, 5.0, 1.0, f), INF, 0.0, 0.0),
    "ncfdtr_far": (
        lambda f: special.ncfdtr(3.0, 5.0, 2000.0, f), 600.0, 0.0009996612251161256,
        1e-10,
    ),
    # beyond what it is defined for
    "smirnov_above": (lambda x: special.smirnov(5, x), 1.5, math.nan, 0.0),
    "smirnov_below": (lambda x: special.smirnov(5, x), -0.5, math.nan, 0.0),
    "smirnov_of_none": (lambda x: special.smirnov(0, x), 0.5, math.nan, 0.0),
    "assoc_laguerre": (
        lambda x: special.assoc_laguerre(x, 3), 0.7, -3.0 + 3.0 * 0.7 - 0.5 * 0.49,
        1e-14,
    ),
    # J_v without its power of x is gamma(v + 1) times a series of -x^2 / 4
    "lmbda_slope_0": (lambda x: special.lmbda(2.5, x)[1][0], 0.0, -1.0 / 3.0, 1e-14),
    "lmbda_slope_2": (lambda x: special.lmbda(2.5, x)[1][2], 0.0, -1.0 / 7.0, 1e-14),
    "pbdn_of_minus_one": (
        lambda z: np.real(special.pbdn_seq(-1, z)[1][1]), 0.7,
        (0.25 * 0.49 - 1.5) * 0.7 * math.exp(-0.25 * 0.49), 1e-13,
    ),
    # the first value alone, where the second has no slope
    "it2j0y0_at_zero": (lambda x: special.it2j0y0(x)[0], 0.0, 0.0, 1e-15),
    "it2i0k0_at_zero": (lambda x: special.it2i0k0(x)[0], 0.0, 0.0, 1e-15),
    "itj0y0_at_zero": (lambda x: special.itj0y0(x)[0], 0.0, 1.0, 1e-15),
    "iti0k0_at_zero": (lambda x: special.iti0k0(x)[0], 0.0, 1.0, 1e-15),
    "itj0y0_below": (lambda x: special.itj0y0(x)[0], -0.3, special.j0(0.3), 1e-14),
    "log_ndtr_far": (special.log_ndtr, -1e10, 1e10, 1e-14),
    "it2j0y0_below": (
        lambda x: special.it2j0y0(x)[0], -0.3, (special.j0(0.3) - 1.0) / 0.3, 1e-13,
    ),
    "it2j0y0_above": (
        lambda x: special.it2j0y0(x)[0], 0.3, (1.0 - special.j0(0.3)) / 0.3, 1e-13,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SLOPES)
def test_slopes(name):
    function, x, want, rtol = SLOPES[name]
    with np.errstate(all="ignore"):
        assert_close(tl.grad(function)(x), want, rtol=rtol, atol=1e-300)


# In forward mode: the other two values are not numbers here.
def test_the_slope_of_a_kelvin_function_of_a_negative_number():
    x = -1.0
    along = tl.autodiff(lambda x: parts(special.kelvin(x)[2]), mode="forward")
    be = special.ber(1.0) + 1j * special.bei(1.0)
    slope = -special.berp(1.0) - 1j * special.beip(1.0)
    want = number(1j * be - slope / x)
    with np.errstate(all="ignore"):
        assert_close(along(x, 1.0), want, rtol=1e-14)


# Arguments, and slopes by all: very unlike ones are alike only after all steps.
CARLSON = {
    special.elliprd: {
        (1.0, 2.0, 3.0): (
            -0.06716298409411338, -0.04235604596408181, -0.09460511517373632),
        (1e4, 1.0, 2.0): (
            -4.3850896781880355e-07, -0.0018196766858524173, -0.00348318566407887),
        (1e20, 1.0, 2.0): (
            -4.3933982822017875e-31, -1.8198051533946386e-11, -3.483495705504468e-11),
    },
    special.elliprj: {
        (1.0, 2.0, 3.0, 1e4): (
            -2.7947732937986153e-05, -1.8751696281534166e-05, -1.4516696354776113e-05,
            -2.1117995283018814e-08),
        (1.0, 2.0, 3.0, 5e4): (
            -5.5908020040288e-06, -3.7514418011778673e-06, -2.9043450849292798e-06,
            -8.59823779943375e-10),
        (1e20, 1.0, 2.0, 3.0): (
            -3.5221071080127585e-31, -1.3455481637918336e-11, -8.712911741890286e-12,
            -1.3186945679518754e-11),
        (1.0, 1.0, 1.0, 1.0): (-0.3, -0.3, -0.3, -0.6),
    },
}  # fmt: skip


@pytest.mark.parametrize("function", CARLSON, ids=lambda function: function.__name__)
def test_slopes_of_carlsons_integrals(function):
    places, want = (np.array([*rows]) for rows in zip(*CARLSON[function].items()))
    slopes = tl.grad(lambda *x: np.sum(function(*x)), wrt=tuple(range(len(want[0]))))
    for place, got, row in zip(places, np.transpose(slopes(*places.T)), want):
        rtol = 4e-13 if 5e4 in place else 2e-14  # after all steps they are less alike
        assert_close(got, row, rtol=rtol, atol=0.0)


# By the parameter, near the end of the series in it.
PARAMETERS = {
    (special.ellipeinc, 1.9e-3): -0.3576065658824687,
    (special.ellipeinc, -1.9e-3): -0.3571140012620852,
    (special.ellipkinc, 1.9e-3): 0.3581002703639528,
    (special.ellipkinc, -1.9e-3): 0.3566225734231933,
}


@pytest.mark.parametrize(("function", "m"), PARAMETERS)
def test_slopes_of_incomplete_integrals(function, m):
    rtol = 7e-15 if function is special.ellipeinc else 1e-13
    got = tl.grad(lambda m: function(1.5, m))(m)
    assert_close(got, PARAMETERS[function, m], rtol=rtol, atol=0.0)


# Its values at a whole sum of -1 are those of positive numbers with a minus.
def test_the_mean_of_negative_numbers():
    slopes = tl.grad(special.agm, wrt=(0, 1))
    assert_close(slopes(-0.25, -0.75), slopes(0.25, 0.75), rtol=1e-14)
    mean = special.agm(0.25, 0.75)
    assert np.dot(slopes(0.25, 0.75), (0.25, 0.75)) == pytest.approx(mean, rel=1e-14)


def test_the_value_of_multigammaln():
    def program(a):
        return special.multigammaln(a, 3)

    value, slope = tl.value_and_grad(program)(4.0)
    want = sum(special.digamma(4.0 - 0.5 * j) for j in range(3))
    assert_close((value, slope), (program(4.0), want), rtol=1e-14)
    assert_close(tl.jvp(program, (4.0,), (1.0,)), (program(4.0), want), rtol=1e-14)


@pytest.mark.parametrize("function", [special.erfcx, special.dawsn])
@pytest.mark.parametrize("z", [0.7 + 0.4j, 1.5 - 0.8j])
def test_complex_numbers(function, z):
    compare(lambda x, y: parts(function(x + 1j * y)), (z.real, z.imag))


@pytest.mark.parametrize("place", range(4))
def test_the_third_integral_of_a_complex_number_is_refused(place):
    def program(x):
        arguments = [1.0, 2.0, 3.0, 4.0]
        arguments[place] = arguments[place] + 1j * x
        return np.real(special.elliprj(*arguments))

    with pytest.raises(tl.UnsupportedError, match="elliprj of complex numbers"):
        tl.grad(program)(0.5)


# Functions of one number, where it is, and the slope of the slope.
BENDS = {
    "fdtr": (lambda x: special.fdtr(4.0, 5.0, x), 0.0, 0.64 / special.beta(2.0, 2.5)),
    "stdtr": (lambda t: special.stdtr(INF, t), 0.7, -0.7 * NORMAL * math.exp(-0.245)),
    "betainc_start": (lambda x: special.betainc(2.0, 2.0, x), 0.0, 6.0),
    "betainc_end": (lambda x: special.betainc(2.0, 2.0, x), 1.0, -6.0),
    # of the central distribution the density is that of a gamma function
    "chndtr_central": (
        lambda x: special.chndtr(x, 2.0, 0.0), 1.3, -0.25 * math.exp(-0.65)),
    "chndtr_start": (
        lambda x: special.chndtr(x, 4.0, 1.5), 0.0, 0.25 * math.exp(-0.75)),
    "smirnov": (lambda x: special.smirnov(3, x), 0.2, -5.2),
    "nctdtr": (
        lambda t: special.nctdtr(5.0, 200.0, t), 240.0, -4.619305877296024e-05),
}  # fmt: skip


@pytest.mark.parametrize("name", BENDS)
def test_second_derivatives(name):
    function, x, want = BENDS[name]
    with np.errstate(all="ignore"):
        got = tl.grad(tl.grad(function))(x)
    assert_close(got, want, rtol=1e-11, atol=0.0)


# By differences of the slope.
STEEP = {
    "ncfdtr_f": (lambda f: special.ncfdtr(3.0, 5.0, 1.0, f), 0.7),
    "ncfdtr_nc": (lambda nc: special.ncfdtr(3.0, 5.0, nc, 0.7), 1.0),
    "nctdtr_nc": (lambda nc: special.nctdtr(1.0, nc, 0.7), 0.5),
    "nctdtr_t": (lambda t: special.nctdtr(2.5, 0.5, t), 0.7),
    "smirnov": (lambda x: special.smirnov(7, x), 0.23),
}


@pytest.mark.parametrize("name", STEEP)
def test_slopes_of_slopes(name):
    function, x = STEEP[name]
    slope = tl.grad(function)
    assert_close(tl.grad(slope)(x), central_jvp(slope, (x,), (1.0,)), rtol=1e-8)


def test_the_third_derivative_of_a_polynomial():
    third = tl.grad(tl.grad(tl.grad(lambda x: special.smirnov(3, x))))
    assert_close(third(0.2), -6.0, rtol=1e-12)


# By another argument than the one whose formula has an end here.
def test_mixed_derivatives():
    by_end = tl.grad(special.elliprg, wrt=2)
    want = special.elliprd(2.0, 0.0, 1.0) / -24.0
    assert_close(tl.grad(by_end)(1.0, 2.0, 0.0), want, rtol=1e-13)
    by_parameter = tl.grad(special.ellipkinc, wrt=1)
    for m in (0.0, 1.0):
        square = math.sin(0.8) ** 2
        want = 0.5 * square / (1.0 - m * square) ** 1.5
        assert_close(tl.grad(by_parameter)(0.8, m), want, rtol=1e-13)


# What is not taken is not computed from what it has no value at.
QUIET = {
    "ellipkinc_0": (lambda m: special.ellipkinc(0.8, m), 0.0),
    "ellipkinc_1": (lambda m: special.ellipkinc(0.8, m), 1.0),
    "ellipkinc": (lambda m: special.ellipkinc(0.8, m), 0.6),
    "ellipeinc_0": (lambda m: special.ellipeinc(0.8, m), 0.0),
    "ellipk_near": (special.ellipk, 0.1),
    "ellipk": (special.ellipk, 0.8),
    "ellipe_near": (special.ellipe, 0.1),
    "ellipe": (special.ellipe, 0.8),
    "boxcox": (lambda x: special.boxcox(2.0, x), 0.7),
    "elliprg": (lambda z: special.elliprg(1.0, 2.0, z), 0.0),
    "stdtr": (lambda t: special.stdtr(INF, t), 0.7),
    "fdtr": (lambda x: special.fdtr(4.0, 5.0, x), 0.0),
    "chndtr": (lambda x: special.chndtr(x, 4.0, 1.5), 0.0),
    "chndtr_central": (lambda x: special.chndtr(x, 4.0, 0.0), 1.3),
    "betainc": (lambda x: special.betainc(2.0, 2.0, x), 0.0),
    "betainc_end": (lambda x: special.betainc(2.0, 2.0, x), 1.0),
    "poch_low": (lambda x: special.poch(x, 2.0), -3.5),
    "poch_pole": (lambda x: special.poch(x, 3.0), -2.0),
}


@pytest.mark.parametrize("name", QUIET)
def test_without_warnings(name):
    function, x = QUIET[name]
    with np.errstate(all="raise", under="ignore"):
        assert np.isfinite(tl.grad(function)(x))
