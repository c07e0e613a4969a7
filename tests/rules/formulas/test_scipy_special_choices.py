"""Special functions and distances at values by which they choose a formula.

Numbers without a formula are of mpmath, to 40 digits.
"""

import math

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare

special = pytest.importorskip("scipy.special")
from scipy.spatial import distance  # noqa: E402

pytestmark = pytest.mark.one_in(16)

POINT, OTHER = np.array([0.25, 2.0, -0.4]), np.array([0.75, 1.0, 0.3])
INVERSE = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, -0.2], [0.1, -0.2, 1.2]])


def largest_change(u, v):
    return distance.chebyshev(u, v, [1.0, 0.0, 2.0])


def of_equal_scale(u, v):
    return distance.mahalanobis(u, v, INVERSE)


def shares(u, v):
    return distance.canberra(u, v)


def choices(n, k):
    return special.comb(n, k)


def arrangements(n, k):
    return special.perm(n, k)


CASES = {
    "canberra_of_sizes_that_add_to_1": (shares, (POINT, OTHER)),
    "chebyshev_without_a_coordinate": (largest_change, (POINT, OTHER)),
    "permutations_of_less_than_one": (arrangements, (3.5, 0.4)),
    "combinations_of_more_than_there_are": (choices, (2.5, 3.2)),
    "loss_whose_root_is_1": (special.pseudo_huber, (0.6, 0.8)),
}


@pytest.mark.parametrize("name", CASES)
def test_against_differences(name):
    function, inputs = CASES[name]
    compare(function, inputs)


@pytest.mark.parametrize("function", [distance.euclidean, of_equal_scale])
def test_equal_points_have_a_distance_without_a_slope(function):
    for found in tl.grad(function, wrt=(0, 1))(POINT, POINT * 1.0):
        np.testing.assert_array_equal(found, np.zeros(3))


def test_equal_coordinates_do_not_change_a_sum_of_sizes():
    u, v = np.array([[1.0, 2.0]]), np.array([[1.0, 5.0]])

    def program(u):
        return distance.cdist(u, v, "cityblock")

    change = tl.jacobian(program, mode="forward")(u)
    np.testing.assert_array_equal(change, [[[[0.0, -1.0]]]])


@pytest.mark.parametrize("metric", ["cosine", "correlation"])
def test_one_row_of_zeros_has_no_distances(metric):
    def program(x):
        return np.sum(distance.pdist(x, metric)) + np.sum(x)

    np.testing.assert_array_equal(tl.grad(program)(np.zeros((1, 3))), np.ones((1, 3)))


def test_the_sine_integral_alone():
    """Where what is added to an argument of 0 would make another one 0."""

    def program(x):
        return special.sici(x)[0]

    np.testing.assert_allclose(tl.grad(program)(-1.0), math.sin(1.0), rtol=1e-14)


def test_the_logistic_function_by_its_coefficients():
    x = 0.3
    y = special.expit(x)
    first = y * (1.0 - y)
    second = first * (1.0 - 2.0 * y)
    third = second * (1.0 - 2.0 * y) - 2.0 * first * first
    value, series = tl.jet(special.expit, x, [1.0, 0.0, 0.0])
    np.testing.assert_allclose(value, y, rtol=1e-15)
    np.testing.assert_allclose(series, [first, second / 2.0, third / 6.0], rtol=1e-13)


@pytest.mark.parametrize("m", [0.5, 2.0])
def test_rising_factorials_from_a_pole(m):
    def rising(x):
        return special.poch(x, m)

    want = {0.5: -2.7387557118001446967, 2.0: 2.0}[m]
    np.testing.assert_allclose(tl.grad(tl.grad(rising))(-1.0), want, rtol=1e-13)


def test_second_integrals_of_arguments_that_all_steps_are_needed_for():
    got = tl.grad(special.elliprd, wrt=(0, 1, 2))(1e-30, 2e-30, 1.0)
    want = [
        -6.2132034355964252142e29,
        -4.3933982822017867679e29,
        -151.69663726054964765,
    ]
    np.testing.assert_allclose(got, want, rtol=1e-12)


def test_many_degrees_of_freedom_far_off_the_centre():
    def below(nc, f):
        return special.ncfdtr(2.0, 2e6, nc, f)

    got = tl.grad(below, wrt=(0, 1))(1e5, 5e4)
    want = [-0.00062304077318656040463, 0.0012460877731223700295]
    np.testing.assert_allclose(got, want, rtol=1e-7)


def test_few_degrees_of_freedom_far_off_the_centre():
    def below(nc, t):
        return special.nctdtr(0.1, nc, t)

    got = tl.grad(below, wrt=(0, 1))(-20.0, 30.0)
    want = [-2.4495730214936998221e-88, 4.0714819280318701517e-92]
    np.testing.assert_allclose(got, want, rtol=1e-10)


@pytest.mark.parametrize(
    ("df", "nc", "t", "want"),
    [
        (0.001, 3.0, 10.0, -0.0047897438743359855),
        (0.001, -3.0, 10.0, -0.0043985656608163159),
        (0.0001, 2.0, 5.0, -0.05401369321423049),
        (0.01, 3.0, 10.0, -0.007938397566659951),
    ],
)
def test_hardly_a_degree_of_freedom(df, nc, t, want):
    got = tl.grad(lambda nc: special.nctdtr(df, nc, t))(nc)
    np.testing.assert_allclose(got, want, rtol=1e-10)


@pytest.mark.skipif(not hasattr(special, "sph_harm_y"), reason="from SciPy 1.15 on")
def test_derivatives_by_degree_are_refused_with_the_name():
    def program(theta):
        return np.real(np.sum(special.sph_harm_y(2, 1, theta, 0.3, diff_n=1)[1]))

    with pytest.raises(tl.UnsupportedError, match="of sph_harm_y with diff_n"):
        tl.grad(program)(0.4)
