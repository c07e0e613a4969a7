"""Histograms of a number of bins put each entry where NumPy does."""
import numpy as np
import pytest

import tangentlite as tl

RNG = np.random.default_rng(0)
EDGES = np.linspace(-1.3, 0.7, 8)


def weighted(shares, places, bins):
    heights = np.histogram(places, bins, weights=shares)[0]
    return np.sum(heights * (1.0 + np.arange(len(heights))) ** 2)


@pytest.mark.parametrize(
    'places',
    [
        RNG.uniform(-3.0, 1e3, 1000),
        np.concatenate([EDGES, np.nextafter(EDGES, 9.0)[:-1], np.nextafter(EDGES, 0)]),
        np.arange(21.0) / 3.0,
        np.array([1e16, 1e16 + 40.0, 1e16 + 420.0]),
        RNG.integers(-(2**62), 2**62, 50),
        RNG.uniform(0.0, 1.0, 300).astype(np.float32),
        np.full(4, 2.5),
        np.array([]),
        RNG.uniform(0.0, 1.0, (3, 4)),
    ],
)
@pytest.mark.parametrize('bins', [1, 7, 21])
def test_bins_of_entries(places, bins):
    """The sum is linear in the weights, and each of them is in the bin of one entry."""
    shares = np.ones(places.shape)
    gradient = tl.grad(weighted)(shares, places, bins)
    counts = np.histogram(places, bins)[0]
    found = np.bincount(np.sqrt(gradient).astype(int).ravel() - 1, minlength=bins)
    np.testing.assert_array_equal(found, counts)
    assert gradient.shape == places.shape


def test_tangents_for_a_number_of_bins_that_is_given():
    places, shares = RNG.uniform(-1.0, 1.0, 12), RNG.uniform(0.5, 1.0, 12)
    gradient = tl.grad(weighted)(shares, places, 5)
    along = tl.autodiff(weighted, mode='forward')(shares, places, 5, np.cos(shares))
    np.testing.assert_allclose(along, gradient @ np.cos(shares), 1e-12)


def test_the_gradient_by_weights_counts_nothing_again():
    places, shares = RNG.uniform(-1.0, 1.0, 12), RNG.uniform(0.5, 1.0, 12)
    found = tl.grad(weighted)
    found(shares, places, 5)
    assert 'bincount' not in found.source
    assert 'copy' not in found.source
