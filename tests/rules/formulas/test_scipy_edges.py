"""Edges of SciPy's functions: images that go on, locked angles, sums of entries."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

special = pytest.importorskip("scipy.special")
from scipy import interpolate, linalg, ndimage, sparse  # noqa: E402
from scipy.sparse import linalg as sparse_linalg  # noqa: E402
from scipy.spatial.transform import Rotation  # noqa: E402

pytestmark = pytest.mark.one_in(3)

D = np.array([1.0, -3.0, 2.0, 0.5])


@pytest.mark.parametrize("order", [2, 3, 5])
@pytest.mark.parametrize("prefilter", [False, True])
def test_images_that_go_on_as_they_end(order, prefilter):
    def f(a, x):
        options = {"order": order, "mode": "nearest", "prefilter": prefilter}
        return ndimage.map_coordinates(a, x[None], **options)

    compare(f, (spread(5), np.array([-13.2, -0.4, 0.3, 2.6, 3.8, 6.3])), rtol=1e-5)


@pytest.mark.parametrize("sequence", ["XYZ", "YZX", "ZYX", "ZXZ", "xyz", "zxz", "YXZ"])
def test_angles_that_are_locked(sequence):
    ends = (0.0, np.pi) if sequence[0] == sequence[2] else (-np.pi / 2, np.pi / 2)
    for end in ends:
        q = Rotation.from_euler(sequence, [0.4, end, 0.3]).as_quat()

        def angles(q):
            return Rotation.from_quat(q).as_euler(sequence)

        np.testing.assert_allclose(tl.vjp(angles, q)[0], angles(q), atol=1e-6)


def entries(d):
    return sparse.coo_array((d, ([0, 0, 1, 2], [0, 0, 2, 1])), shape=(3, 3))


def rows(d):
    return sparse.csr_array((d, [0, 1, 2, 1], [0, 2, 3, 4]), shape=(3, 3))


MATRICES = {
    "abs": lambda d: abs(entries(d)).toarray(),
    "sin": lambda d: entries(d).sin().toarray(),
    "power": lambda d: entries(d).power(2).toarray(),
    "norm": lambda d: sparse_linalg.norm(entries(d)),
    "norm_1": lambda d: sparse_linalg.norm(entries(d), 1),
    "sum": lambda d: rows(d).sum(axis=(0, 1)),
    "sum_of_columns": lambda d: rows(d).tocsc().sum(axis=(-1, 0)),
    "sum_of_one": lambda d: rows(d).sum(axis=(0,)),
    "mean": lambda d: entries(d).mean(axis=(0, 1)),
    "count": lambda d: d * sparse.diags([d, d[:3]], [0, 1]).nnz,
    "count_in_dia": lambda d: d * sparse.dia_array(([d, d], [-1, 2]), (3, 5)).size,
    "count_of_columns": lambda d: d[:3] * sparse.csr_matrix(rows(d)).getnnz(axis=0),
    "beyond": lambda d: np.append(rows(d).diagonal(10), entries(d).diagonal(2)),
    "dense_block": lambda d: sparse.hstack([rows(d), d[:3, None]]).toarray(),
    "places_in_lists": lambda d: sparse.csr_array(
        (d, [[0, 0, 1, 2], [0, 1, 2, 1]]), shape=(3, 3)
    ).toarray(),
    "find": lambda d: sparse.find(rows(d * np.array([1.0, 0.0, 1.0, 1.0])))[2],
}


@pytest.mark.parametrize("name", MATRICES)
def test_entries_of_sparse_matrices(name):
    f = MATRICES[name]
    np.testing.assert_allclose(tl.vjp(f, D)[0], f(D), rtol=1e-12)
    compare(f, (D,))


@pytest.mark.parametrize("made", [sparse.csr_array, sparse.csc_array])
def test_functions_of_entries_at_one_place_of_compressed_matrices(made):
    def f(d):
        return np.sum(abs(made((d[:3], [0, 0, 1], [0, 2, 3]), shape=(2, 2))).toarray())

    with pytest.raises(ValueError, match="several entries at one place"):
        tl.grad(f)(D)


@pytest.mark.parametrize("axis", [2, (0, 2)])
def test_axes_that_a_matrix_has_not(axis):
    def f(d):
        return np.sum(rows(d).sum(axis=axis))

    for call in (f, tl.grad(f)):
        with pytest.raises(ValueError, match="axis"):
            call(D)


@pytest.mark.parametrize("of", [rows, lambda d: rows(d).tocsc()])
def test_numbers_are_not_added_to_sparse_matrices(of):
    def f(d):
        return np.sum((of(d) + d[0]).toarray())

    for call in (f, tl.grad(f)):
        with pytest.raises(NotImplementedError, match="add"):
            call(D)


def test_a_small_singular_value_that_is_kept():
    matrix = np.zeros((1000, 2))
    matrix[0, 0], matrix[1, 1] = 1.0, 1e-13
    gradient = tl.grad(lambda b: np.sum(linalg.lstsq(matrix, b)[0]))(np.ones(1000))
    np.testing.assert_allclose(gradient[:2], [1.0, 1e13], rtol=1e-12)


@pytest.mark.parametrize("inverse", [linalg.pinv, linalg.pinvh])
def test_bounds_of_inverses_have_no_derivative(inverse):
    matrix = np.diag([3.0, 2.0, 1.0])
    change = tl.autodiff(lambda r: inverse(matrix, rtol=r), mode="forward")(0.01, 1.0)
    assert np.all(change == 0.0)


def test_weights_of_corners_along_a_point():
    samples = np.array([[0.1, 0], [1, 0.1], [0, 0.9], [1.1, 1], [0.45, 0.6]])
    heights, at = np.array([1.0, 3, 2, 5, 4]), np.array([[0.3, 0.25]])
    weights = tl.grad(lambda x, h: np.sum(interpolate.griddata(samples, h, x)), wrt=1)
    tl.check_grad(lambda x: weights(x, heights), (at,))


def test_carlsons_third_integral_far_from_the_others():
    # by 50 digits of the series
    by_x = tl.grad(special.elliprj)(1.0, 2.0, 3.0, 1e8)
    assert by_x == pytest.approx(-2.7955610059646e-09, rel=1e-12)
    by_p = tl.grad(special.elliprj, wrt=3)(1.0, 2.0, 3.0, 1e6)
    assert by_p == pytest.approx(-2.173786009828e-12, rel=1e-9)


def test_second_slopes_at_the_centre_and_at_the_start():
    f = special.chndtr
    by_nc = tl.grad(tl.grad(f, wrt=2), wrt=2)(1.3, 2.0, 0.0)
    assert by_nc == pytest.approx(0.05726190, rel=1e-6)
    mixed = [tl.grad(tl.grad(f, wrt=i), wrt=2 - i)(1.3, 2.0, 0.0) for i in (0, 2)]
    np.testing.assert_allclose(mixed, -0.04567900, rtol=1e-6)
    by_x = tl.grad(tl.grad(f))(0.0, 2.0, 1.5)
    assert by_x == pytest.approx(-0.02952291, rel=1e-6)


def test_kelvin_functions_of_negative_numbers():
    by_x = tl.grad(lambda x: np.real(special.kelvin(x)[0]))(-1.0)
    assert by_x == pytest.approx(special.berp(-1.0), rel=1e-12)


def test_logarithms_of_sums_whose_terms_cancel():
    a, signs = np.zeros(2), np.array([1.0, -1.0])
    by_a, by_b = tl.grad(special.logsumexp, wrt=(0, 2))(a, None, signs)
    np.testing.assert_array_equal(by_a, [np.inf, -np.inf])
    np.testing.assert_array_equal(by_b, [np.inf, np.inf])
