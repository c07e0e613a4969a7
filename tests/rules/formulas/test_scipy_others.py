"""Defaults and special cases of SciPy's functions that no sample has."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

fftpack = pytest.importorskip("scipy.fftpack")
from scipy import interpolate, linalg, ndimage, signal, sparse, stats  # noqa: E402
from scipy.signal import windows  # noqa: E402
from scipy.spatial import distance  # noqa: E402

pytestmark = pytest.mark.one_in(8)

A4, A5 = spread(4), spread(5, start=3)
A42, A53 = spread(4, 2, start=5), spread(5, 3, start=7)
T = np.array([0.3, 1.7, 2.2])
X4 = np.array([0.0, 1.0, 2.5, 3.0])
KNOTS = np.array([0.5, 1.0, 1.5, 2.0, 2.5, 3.5])


def filled_diagonals(x):
    filled = sparse.lil_array((3, 4))
    filled.setdiag(x[:3])
    filled.setdiag(x[1:], 1)
    filled.setdiag(x[:2] * x[1:3], -1)
    return filled.toarray()


def part_of_filled(x):
    filled = sparse.lil_array((3, 4))
    filled[0, 1] = x[0]
    filled[1, :2] = x[1:3]
    return filled[1, 0] * filled[0, 1] + np.sum(filled[:2, [1]].toarray() * x[3])


def transposed_entries(x):
    rows, columns = np.array([0, 1, 1, 0]), np.array([2, 0, 2, 2])
    return sparse.coo_array((x, (rows, columns)), shape=(2, 3)).T.tocsr().toarray()


def blocks_of_indices(x):
    blocks = np.stack([np.outer(x[:2], x[2:]), np.outer(x[1:3], x[:2])])
    made = sparse.bsr_array((blocks, [0, 1], [0, 1, 2]), shape=(4, 4))
    return made @ x


def one_diagonal(x):
    return sparse.dia_array((x[None], [1]), shape=(4, 4)).toarray()


def diagonals_at_a_number(x):
    return sparse.dia_array((x, 1), shape=(4, 4)).toarray()


def banded(select):
    def vectors(a):
        bands = np.stack([a + np.arange(5.0), 0.3 * a])
        w, v = linalg.eig_banded(bands, lower=True, select=select)
        return np.concatenate([w[None], v * v])

    return vectors


def bounds(a):
    return np.stack(stats.ttest_1samp(a, 0.1).confidence_interval(0.9))


CALLS = {
    "idct": (lambda x: fftpack.idct(x), (A4,)),
    "idst": (lambda x: fftpack.idst(x), (A4,)),
    "barycentric": (lambda y: interpolate.BarycentricInterpolator(X4, y)(T), (A42,)),
    "barycentric_function": (
        lambda y, t: interpolate.barycentric_interpolate(X4, y, t),
        (A42, T),
    ),
    "krogh": (lambda y, t: interpolate.KroghInterpolator(X4, y)(t), (A42, T)),
    "krogh_function": (lambda y, t: interpolate.krogh_interpolate(X4, y, t), (A42, T)),
    "banded_a": (banded("a"), (A5,)),
    "banded_all": (banded("all"), (A5,)),
    "banded_0": (banded(0), (A5,)),
    "one_section": (
        lambda b: np.abs(
            signal.freqz_sos(np.concatenate([b, [1.0, 0.2, 0.1]])[None], 4)[1]
        ),
        (A4[:3],),
    ),
    "medfilt2d": (lambda x: signal.medfilt2d(x), (A53,)),
    "exponential": (lambda c: windows.exponential(5, c, sym=False), (1.7,)),
    "kaiser": (lambda beta: windows.kaiser(5, beta), (2.5,)),
    "pdist_of_two": (lambda x: distance.pdist(x), (A42[:2],)),
    "cdist_of_points_that_meet": (
        lambda x: distance.cdist(x, np.concatenate([x[:1], x[1:] + 0.5])),
        (A42,),
    ),
    "setdiag": (filled_diagonals, (A4,)),
    "part_of_filled": (part_of_filled, (A4,)),
    "transposed_entries": (transposed_entries, (A4,)),
    "blocks_of_indices": (blocks_of_indices, (A4,)),
    "one_diagonal": (one_diagonal, (A4,)),
    "diagonals_at_a_number": (diagonals_at_a_number, (A4,)),
    "ttest_bounds": (bounds, (A5,)),
    "gaussian_filter": (lambda x: ndimage.gaussian_filter(x, [0.0, 0.8]), (A53,)),
    "smoothing_spline": (
        lambda y: interpolate.make_smoothing_spline(KNOTS, y, lam=0.3)(T + 0.4),
        (spread(6),),
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls(name):
    compare(*CALLS[name])


def test_values_are_those_of_scipy():
    for name in ("idct", "barycentric", "krogh_function", "medfilt2d"):
        f, args = CALLS[name]
        value, _ = tl.vjp(f, *args)
        np.testing.assert_allclose(value, f(*args), rtol=1e-12)


REFUSED = {
    "values": lambda a: linalg.eig_banded(
        np.stack([a, a]), select="v", select_range=(0.0, 1.0)
    )[0],
    "by_number": lambda a: linalg.eig_banded(
        np.stack([a, a]), select=1, select_range=(0.0, 1.0)
    )[0],
    "several_filters": lambda a: signal.freqz(a, np.ones((2, 1)), 4)[1],
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_derivative_is_refused(name):
    with pytest.raises(tl.UnsupportedError, match="by value|several filters"):
        tl.jvp(REFUSED[name], (A5,), (A5,))


def test_matrices_without_entries_are_an_error():
    for one, other in ((A42, np.zeros((0, 0))), (np.zeros((0, 0)), A42)):
        with pytest.raises(ValueError, match="without entries"):
            tl.vjp(lambda x, y: signal.convolve2d(x, y), one, other)


def test_no_entries_have_no_gradient():
    def f(x, k):
        return np.sum(signal.convolve(x, k, "same"))

    of_x, of_k = tl.grad(f, wrt=(0, 1))(np.zeros(0), A4)
    assert of_x.shape == (0,)
    np.testing.assert_array_equal(of_k, np.zeros(4))


def test_equal_eigenvalues_that_do_not_move_have_finite_vectors():
    def vectors(b):
        w, v = linalg.eig_banded(np.stack([np.array([1.0, 1.0, 2.0]), 0.0 * b]))
        return w, v

    _, change = tl.jvp(vectors, (A4[:3],), (A4[:3],))
    np.testing.assert_array_equal(change[1], np.zeros((3, 3)))
