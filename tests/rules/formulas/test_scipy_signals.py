"""Signals, images, statistics and distances of SciPy at ends and odd sizes."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

signal = pytest.importorskip("scipy.signal")
from scipy import linalg, ndimage, special, stats  # noqa: E402
from scipy.spatial import distance  # noqa: E402

pytestmark = pytest.mark.one_in(16)

A3, A4, A9, LONG = (
    spread(3),
    spread(4, start=2),
    spread(9, start=5),
    spread(24, start=3),
)
MATRIX, BAND = spread(4, 4) + 4.0 * np.eye(4), spread(1, 1, start=6)
PAIRS = spread(3, 12, start=4)
SHARES = np.array([0.1, 0.2, 0.3, 0.4])


def times_of_windows(x):
    _, times, values = signal.stft(x, nperseg=8, boundary=None, padded=False)
    return np.real(values) * times


def cross_spectra(x, y):
    return np.imag(signal.csd(x, y, nperseg=8)[1]) + np.real(
        signal.csd(x, y, nperseg=8)[1]
    )


def of_a_list(x):
    return signal.periodogram([x[0], x[1] * x[2], x[3]])[1]


def two_in_a_window(std):
    return signal.windows.gaussian(2, std)


def highest_share(x):
    return ndimage.percentile_filter(x, 100, size=3)


def by_what_is_outside(x, weights, outside):
    one = ndimage.correlate1d(x, weights, mode="nearest", cval=outside)
    return one + ndimage.correlate(x, weights, mode="nearest", cval=outside)


def tridiagonal(a, b):
    return linalg.solve(a, b, assume_a="tridiagonal")


def of_one_by_one(band):
    values, vectors = linalg.eig_banded(band)
    return values * vectors[0] ** 2 + linalg.eigvals_banded(band)


def of_lists(x):
    return linalg.eigvals_banded([[x[0], x[1]], [x[2], 0.0]], lower=True)


def of_a_type(a):
    return linalg.eigh(a + a.T, type=2)[0]


def singular_values_too(a, b):
    x, _, _, s = linalg.lstsq(a, b)
    return np.concatenate((x, s))


def with_and_without_weight(u, v):
    weights = np.array([1.0, 0.0, 2.0])
    far = distance.minkowski(u, v, np.inf, w=weights)
    return far + distance.canberra(np.append(u, 0.0), np.append(v, 0.0))


def shares_of_one(u):
    return distance.canberra([u[0], 0.4, 0.0], [u[0] - 1.0, u[1], 0.0])


def by_windows(x):
    return stats.differential_entropy(x, method="ebrahimi", axis=1)


def interval_of_correlation(x, y):
    found = stats.pearsonr(x, y).confidence_interval(0.9)
    return found.low + 2.0 * found.high


def intervals(x):
    less = stats.ttest_1samp(x, 0.1, alternative="less").confidence_interval(0.9)
    more = stats.ttest_1samp(x, 0.1, alternative="greater").confidence_interval(0.8)
    both = stats.ttest_1samp(x, 0.1).confidence_interval(0.7)
    return less.high + 2.0 * more.low + both.low * both.high


def of_four(p):
    return stats.multinomial(5, p / np.sum(p)).logpmf(np.array([1, 0, 3, 1]))


def numbers_of_student(x):
    return stats.multivariate_t.logpdf(x, None, np.array([[1.7]]), 3.0)


CASES = {
    "multivariate_t": (numbers_of_student, (A3,)),
    "stft": (times_of_windows, (LONG,)),
    "csd": (cross_spectra, (spread(2, 24), spread(2, 24, start=8))),
    "periodogram": (of_a_list, (A4,)),
    "gaussian": (two_in_a_window, (0.7,)),
    "percentile": (highest_share, (A9,)),
    "cval": (by_what_is_outside, (A9, A3, 0.4)),
    "tridiagonal": (
        tridiagonal,
        (MATRIX * (np.abs(np.subtract.outer(*[range(4)] * 2)) < 2), A4),
    ),
    "eig_banded": (of_one_by_one, (BAND,)),
    "eigvals_banded": (of_lists, (A3,)),
    "eigh": (of_a_type, (MATRIX,)),
    "lstsq": (singular_values_too, (spread(4, 3), A4)),
    "minkowski": (with_and_without_weight, (A3, spread(3, start=12))),
    "canberra": (shares_of_one, (A3[:2],)),
    "entropy": (by_windows, (PAIRS,)),
    "pearsonr": (interval_of_correlation, (A4, spread(4, start=9))),
    "ttest": (intervals, (A9,)),
    "multinomial": (of_four, (SHARES,)),
}


@pytest.mark.parametrize("name", CASES)
def test_against_differences(name):
    function, inputs = CASES[name]
    compare(function, inputs)


def test_singular_values_do_not_depend_on_the_right_side():
    a = spread(4, 3)

    def values(b):
        return linalg.lstsq(a, b)[3]

    _, moved = tl.jvp(values, (A4,), (A4,))
    np.testing.assert_array_equal(moved, 0.0)


def test_what_is_not_chosen_has_no_derivative():
    assert tl.grad(lambda n: special.comb(n, 2))(1.3) == 0.0
    assert tl.grad(lambda x: special.sici(x)[1])(0.0) == np.inf


def test_noncentral_distributions_by_large_parameters():
    def below(nc):
        return stats.ncx2.cdf(120000.0, 3.0, nc)

    got = tl.grad(below)(119900.0)
    np.testing.assert_allclose(got, -stats.ncx2.pdf(120000.0, 5.0, 119900.0), rtol=1e-6)


def test_the_second_slope_at_the_start_of_a_noncentral_distribution():
    def below(f):
        return special.ncfdtr(4.0, 6.0, 1.0, f)

    h = 1e-6
    want = tl.grad(below)(h) / h  # the density begins like a line
    np.testing.assert_allclose(tl.grad(tl.grad(below))(0.0), want, rtol=1e-4)


def test_derivatives_by_degree_are_refused_by_name():
    if not hasattr(special, "sph_harm_y"):
        pytest.skip("from SciPy 1.15 on")

    def program(theta):
        return np.real(special.sph_harm_y(2, 1, theta, 0.3, diff_n=1)[1])

    with pytest.raises(tl.UnsupportedError, match="diff_n"):
        tl.jacobian(program)(0.4)
