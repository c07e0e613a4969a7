"""Defaults of axes, orders of norms, and numbers to start from, against differences."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

pytestmark = pytest.mark.one_in(3)

A1, A3, A4 = spread(1), spread(3), spread(4, start=9)
A23, B23, A34 = spread(2, 3), spread(2, 3, start=11), spread(3, 4)
A234 = spread(2, 3, 4)
A222, B222 = spread(2, 2, 2), spread(2, 2, 2, start=17)
SHARES = spread(4, low=0.5, high=1.5)


def conjugate_dots(x, y, u, v, axis):
    dots = np.vecdot(x + 1j * y, u + 1j * v, axis=axis)
    return np.real(dots) + 2.0 * np.imag(dots)


NORMS = {
    "one_axis_in_a_tuple": (lambda x: np.linalg.norm(x, 3, (1,)), (A23,)),
    "largest_value": (lambda x: np.linalg.norm(x, 2.0), (A34,)),
    "smallest_value": (lambda x: np.linalg.norm(x, -2.0), (A34,)),
    "one_entry_that_is_not_0": (
        lambda x: np.linalg.norm(x, 3), (np.array([0.0, 1.5, 0.0]),)),
    "complex": (
        lambda x: np.linalg.norm(x + 1j * np.array([0.0, 0.8, 2.0]), 3),
        (np.array([0.0, 0.6, -1.0]),)),
    "small_sums": (lambda x: np.linalg.norm(x, 1), (0.1 * A34,)),
    "small_sums_of_rows": (lambda x: np.linalg.norm(x, np.inf), (0.1 * A34,)),
    "condition": (lambda x: np.linalg.cond(x), (A34,)),
    "condition_of_order_2": (lambda x: np.linalg.cond(x, 2), (A34,)),
    "condition_of_order_-2": (lambda x: np.linalg.cond(x, -2), (A34,)),
}  # fmt: skip
SAMPLES = {
    "rows_beside_rows": (lambda m, y: np.cov(m, y), (A23, B23)),
    "columns_beside_columns": (lambda m, y: np.cov(m, y, False), (A23, B23)),
    "columns_beside_a_vector": (lambda m, y: np.cov(m, y, False), (A34, A3)),
    "correlated_rows": (lambda m, y: np.corrcoef(m, y), (A234[0], A234[1])),
    "a_row_alone": (lambda m: np.cov(m), (A23[:1],)),
    "a_column_alone": (lambda m: np.cov(m, rowvar=False), (A34[:, :1].copy(),)),
    "a_correlated_row_alone": (lambda m: np.corrcoef(m), (A23[:1],)),
    "a_correlated_vector_alone": (lambda m: np.corrcoef(m), (A3,)),
    "edges_of_one_entry": (lambda a: np.histogram_bin_edges(a, 3), (A1,)),
    "density_of_equal_entries": (
        lambda w: np.histogramdd([np.ones(4), A4], (2, 2), density=True, weights=w)[0],
        (SHARES,)),
    "an_edge_by_a_rounded_quotient": (
        lambda w: np.histogram(np.array([1.9, 2.3, 2.5]), 3, weights=w)[0], (A3,)),
    "bins_of_a_plane": (
        lambda w: np.histogram2d(A4, A4[::-1], weights=w)[0], (SHARES,)),
    "bins_of_columns": (
        lambda w: np.histogramdd((A4, A4[::-1]), weights=w)[0], (SHARES,)),
}  # fmt: skip
REDUCTIONS = {
    "sum_and_start": (lambda a, start: np.sum(a, 1, initial=start), (A23, 0.7)),
    "largest_and_start": (lambda a, start: np.max(a, 1, initial=start), (A34, 1.0)),
    "smallest_and_start": (lambda a, start: np.min(a, 1, initial=start), (A34, -1.0)),
    "about_a_mean": (lambda a, m: np.var(a, mean=m), (A23, np.full((1, 1), 0.3))),
    "deviation_from_a_mean": (
        lambda a, m: np.std(a, mean=m), (A23, np.full((1, 1), 0.3))),
    "kept_axes": (lambda a: np.hypot.reduce(a, None, keepdims=True), (A23,)),
    "reduced_parts": (lambda a: np.hypot.reduceat(a, [0, 1]), (A23,)),
    "added_parts": (lambda a: np.add.reduceat(a, [0, 1]), (A23,)),
    "added_parts_of_equal_places": (lambda a: np.add.reduceat(a, [1, 1, 2]), (A4,)),
    "products_so_far": (lambda a: np.multiply.accumulate(a), (A23,)),
    "logarithms_of_no_sums": (
        lambda a, start: np.logaddexp.reduce(a, initial=start), (spread(0, 3), 0.7)),
    "logarithms_of_sums_beside_much": (
        lambda a, start: np.logaddexp.reduce(a, initial=start), (A23, 1000.0)),
    "logarithms_of_sums_of_much": (lambda a: np.logaddexp.reduce(a + 1000.0), (A23,)),
}  # fmt: skip
PRODUCTS = {
    "dots_of_columns": (lambda a, b: np.vecdot(a, b, axis=0), (A222, B222)),
    "dots_along_the_middle": (lambda a, b: np.vecdot(a, b, axis=1), (A222, B222)),
    "dots_along_the_middle_of_three": (
        lambda a: np.vecdot(a, A234, axis=1), (A234[::-1].copy(),)),
    "transposed_by_a_path": (
        lambda a: np.einsum("ij->ji", a, optimize="greedy"), (A23,)),
    "summed_by_a_path": (lambda a: np.einsum("ij->i", a, optimize="greedy"), (A23,)),
}  # fmt: skip


@pytest.mark.parametrize("name", NORMS)
def test_norms_agree_with_differences(name):
    compare(*NORMS[name])


@pytest.mark.parametrize("name", SAMPLES)
def test_statistics_agree_with_differences(name):
    compare(*SAMPLES[name])


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions_agree_with_differences(name):
    compare(*REDUCTIONS[name])


@pytest.mark.parametrize("name", PRODUCTS)
def test_products_agree_with_differences(name):
    compare(*PRODUCTS[name])


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_dots_of_complex_vectors(axis):
    parts = [spread(2, 3, 4, start=start) for start in (1, 26, 51, 76)]
    compare(conjugate_dots, parts, more=(axis,))


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_norms_beside_zeros(mode):
    x, change = np.array([0.0, 4.0, 1.0]), np.array([1.0, 1.0, 1.0])
    given = (x, change) if mode == "forward" else (x,)
    got = tl.autodiff(lambda x: np.linalg.norm(x, 0.5), mode=mode)(*given)
    want = np.array([0.0, 1.5, 3.0])
    np.testing.assert_allclose(got, np.sum(want) if mode == "forward" else want)
    with np.errstate(invalid="raise", divide="ignore"):
        got = tl.autodiff(lambda x: np.linalg.norm(x, -2.5), mode=mode)(*given)
    np.testing.assert_array_equal(got, np.zeros(np.shape(got)))


def test_sizes_of_complex_entries():
    def total(x, y):
        return np.linalg.norm(x + 1j * y, 1)

    got = tl.grad(total, wrt=(0, 1))(np.array([0.0, 0.6, 3.0]), np.array([0, 0.8, 4.0]))
    np.testing.assert_allclose(got, [[0.0, 0.6, 0.6], [0.0, 0.8, 0.8]])


@pytest.mark.parametrize("q", [0.3, np.array([0.3, 0.6])])
@pytest.mark.parametrize("shape", [(0,), (0, 3)])
def test_quantiles_of_nothing(shape, q):
    empty = np.zeros(shape)
    with pytest.warns(RuntimeWarning):
        got = tl.grad(lambda x: np.sum(np.nanquantile(x, q, axis=0)))(empty)
    assert got.shape == shape


@pytest.mark.parametrize("quantile", [np.median, lambda x: np.quantile(x, 0.3)])
def test_the_entries_of_a_vector_are_not_sorted(quantile):
    gradient = tl.grad(lambda x: quantile(x))
    assert "np.argpartition(" in gradient.source_for(A4)


def test_the_range_of_one_entry_moves_with_it():
    jvp = tl.autodiff(lambda a: np.histogram(a, 2)[1], mode="forward")
    np.testing.assert_allclose(jvp(np.array([0.7]), np.array([3.0])), np.full(3, 3.0))


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_products_that_overflow(mode):
    x = np.array([1e200, 1e250])
    given = (x, np.array([1.0, 0.0])) if mode == "forward" else (x,)
    with np.errstate(over="ignore"):
        got = tl.autodiff(lambda x: np.prod(x), mode=mode)(*given)
    np.testing.assert_allclose(got, 1e250 if mode == "forward" else x[::-1])


def test_axes_of_which_the_first_are_in_an_array_are_refused():
    with pytest.raises(tl.TangentliteError, match="Write numbers"):
        tl.grad(lambda a: np.sum(np.tensordot(a, A34, (np.array([1]), (0,)))))(A23)
