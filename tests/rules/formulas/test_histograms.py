"""Histograms by default, of equal entries, of several columns and of shared edges."""

import numpy as np
import pytest

from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

A4, B4, C4 = spread(4), spread(4, start=20), spread(4, start=40)
SHARES = spread(4, low=0.5, high=1.5)
EDGES = np.array([-2.5, 0.0, 2.5])
HISTOGRAMS = {
    "edges": (lambda a: np.histogram_bin_edges(a), (A4,)),
    "edges_beside_heights": (lambda a: np.histogram(a)[1], (A4,)),
    "in_a_range": (lambda w: np.histogram(A4, 3, (-3, 2), weights=w)[0], (SHARES,)),
    "of_equal_entries": (
        lambda w: np.histogramdd([np.ones(4), A4], (2, 2), weights=w)[0], (SHARES,)),
    "shared_edges": (
        lambda w: np.histogram2d(A4, B4, EDGES, weights=w)[0], (SHARES,)),
    "of_three_columns": (
        lambda w: np.histogramdd([A4, B4, C4], (2, 3, 4), density=True, weights=w)[0],
        (SHARES,)),
}  # fmt: skip


@pytest.mark.parametrize("name", HISTOGRAMS)
def test_histograms_agree_with_differences(name):
    compare(*HISTOGRAMS[name])
