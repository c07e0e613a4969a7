"""Ranges with few numbers and of arrays, and quantiles of few entries."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

A23, B23 = spread(2, 3), spread(2, 3, start=11)
LOW, HIGH = np.array([0.5, 1.5]), np.array([2.0, 4.5])
RANGES = {
    "two": (lambda a, b: np.linspace(a, b, 2), (0.5, 2.0)),
    "one": (lambda a, b: np.linspace(a, b, 1), (0.5, 2.0)),
    "step_of_two": (lambda a, b: np.linspace(a, b, 2, retstep=True)[1], (0.5, 2.0)),
    "open": (lambda a, b: np.linspace(a, b, 2, False, True)[1], (0.5, 2.0)),
    "default": (lambda a, b: np.linspace(a, b), (0.5, 2.0)),
    "to_many": (lambda a: np.linspace(a, HIGH, 4), (0.5,)),
    "from_many": (lambda b: np.linspace(LOW, b, 4), (0.5,)),
    "matrices": (lambda a, b: np.linspace(a, b, 4), (A23, B23)),
    "matrices_axis": (lambda a, b: np.linspace(a, b, 4, axis=1), (A23, B23)),
    "matrices_last": (lambda a, b: np.linspace(a, b, 4, axis=-1), (A23, B23)),
    "powers": (lambda a, b: np.logspace(a, b), (0.1, 0.4)),
    "powers_of_two": (lambda a, b: np.logspace(a, b, 3, base=2.0), (LOW, HIGH)),
    "factors": (lambda a, b: np.geomspace(a, b), (0.5, 2.0)),
    "factors_axis": (lambda a, b: np.geomspace(a, b, 3, axis=-1), (LOW, HIGH)),
    "factors_open": (lambda a, b: np.geomspace(a, b, 3, False), (LOW, HIGH)),
}


@pytest.mark.parametrize("name", RANGES)
def test_ranges_agree_with_differences(name):
    compare(*RANGES[name])


def test_the_limit_of_a_range_has_no_derivative():
    assert tl.grad(lambda x: np.sum(np.arange(x)))(4.5) == 0.0
    assert tl.grad(lambda x: np.sum(np.arange(0.5, x)))(4.2) == 0.0


@pytest.mark.parametrize("quantile", [np.quantile, np.nanquantile])
def test_quantiles_of_two_entries_and_of_one(quantile):
    def at(x, q):
        return quantile(x, q)

    gradient = tl.grad(at, wrt=(0, 1))
    for q, of_x in ((0.0, [0, 1]), (0.25, [0.25, 0.75]), (1.0, [1, 0])):
        got, slope = gradient(np.array([5.0, 2.0]), q)
        np.testing.assert_allclose(got, of_x)
        assert slope == 3.0
    got, slope = gradient(np.array([5.0]), 0.5)
    assert (got.tolist(), slope) == ([1.0], 0.0)


@pytest.mark.parametrize("q", [0.0, 0.1, 0.5, 0.9, 1.0])
@pytest.mark.parametrize(
    "method", ["averaged_inverted_cdf", "interpolated_inverted_cdf", "hazen",
               "weibull", "median_unbiased", "normal_unbiased", "midpoint"]
)  # fmt: skip
def test_methods_of_quantiles_at_their_ends(method, q):
    compare(lambda x: np.quantile(x, q, method=method), (spread(5),))
    compare(lambda x: np.nanquantile(x, q, 0, method=method), (spread(4, 3),))


@pytest.mark.parametrize("q", [np.array([[0.2, 0.7]]), np.array([0.4]), 0.3])
def test_ranks_of_several_axes(q):
    compare(lambda x: np.quantile(x, q, 1), (spread(2, 4, 3),))
    compare(lambda x: np.nanquantile(x, q, 1, keepdims=True), (spread(2, 4, 3),))
    compare(lambda x: np.quantile(x, q, (0, 2)), (spread(2, 4, 3),))
    if np.ndim(q) < 2:  # of more NumPy itself exchanges the axes
        compare(lambda x: np.nanquantile(x, q, (0, 2)), (spread(2, 4, 3),))
