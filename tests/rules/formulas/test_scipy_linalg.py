"""Options and special matrices of scipy.linalg, signals, images and transforms."""

import warnings

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread

pytest.importorskip("scipy")
from scipy import fft, linalg, ndimage, signal

pytestmark = pytest.mark.one_in(8)

A4, A6, A8 = spread(4, start=9), spread(6, start=2), spread(8, start=4)
A34, A223, A54, A254 = spread(3, 4), spread(2, 2, 3), spread(5, 4), spread(2, 5, 4)
A33, B33, A233 = spread(3, 3), spread(3, 3, start=5), spread(2, 3, 3)
A3, B32, A42 = spread(3), spread(3, 2), spread(4, 2)
POSITIVE = A33 @ A33.T + 2.0 * np.eye(3)
SLOPED = np.array([[3.0, 0.5, 0.2], [0.1, -1.0, 0.4], [0.3, 0.7, 1.5]])
A28, NOISE = spread(2, 8), np.cos(np.arange(320.0) ** 2)


def parts(z):
    return np.real(z), np.imag(z)


def small_value(a):
    """A symmetric matrix with two large eigenvalues and a small one."""
    q = linalg.qr(a)[0]
    return q @ np.diag([3.0, 1.0, 1e-3]) @ q.T


SMALL = small_value(SLOPED)
CALLS = {
    # the last two axes of three
    "rfft2": (lambda a: parts(fft.rfft2(a)), (A223,)),
    "irfft2": (lambda a: fft.irfft2(a + 0.5j * a), (A223,)),
    "circulant_axis": (lambda c, b: linalg.solve_circulant(c, b, caxis=0), (A3, A3)),
    "qr_pivots": (lambda a: linalg.qr(a, pivoting=True)[:2], (A233 + 2.0 * SLOPED,)),
    "triangle_of_qr": (lambda a: linalg.qr(a, mode="r")[0], (SLOPED,)),
    "determinants": (lambda a: linalg.det(a), (A233 + SLOPED,)),
    "solved_by_factors": (
        lambda a, b: linalg.lu_solve((a, np.arange(3, dtype=np.int32)), b),
        (SLOPED, A3),
    ),
    "conjugated_factor": (
        lambda a, c: parts(
            linalg.qr_multiply(a + 0.4j * a.T, c, "left", conjugate=True)[0]
        ),
        (SLOPED, B32),
    ),
    "given_factor": (
        lambda a, c: parts(linalg.qr_multiply(a + 0.4j * a.T, c, "left")[0]),
        (SLOPED, B32),
    ),
    # a singular value that is small, but not zero
    "absolute_bound": (lambda a: linalg.pinv(a, atol=0.01), (SMALL,)),
    "both_bounds": (lambda a: linalg.pinv(a, atol=0.1, rtol=0.1), (SMALL,)),
    "vectors_alone": (lambda a: linalg.eigh(a + a.T)[1] ** 2, (SLOPED,)),
    "right_side_alone": (lambda q: linalg.solve_sylvester(SLOPED, POSITIVE, q), (A33,)),
    "schur_alone": (lambda a: linalg.schur(a)[0], (SLOPED,)),
    "schur_sorted": (lambda a: linalg.schur(a, sort="lhp")[:2], (SLOPED,)),
    "orthogonal_basis": (lambda a: linalg.orth(a), (A42,)),
    # of one axis and of three: of two the axes are all turned
    "laplacian_of_row": (lambda a: ndimage.gaussian_laplace(a, 0.7), (A8,)),
    "laplacian": (lambda a: ndimage.gaussian_laplace(a, 0.7), (A223,)),
    "laplacian_cut": (
        lambda a, s: ndimage.gaussian_laplace(a, s, mode="constant"),
        (A8, 0.7),
    ),
    "slopes": (lambda a: ndimage.gaussian_gradient_magnitude(a, 0.7), (A223,)),
    "from_above": (lambda a: ndimage.percentile_filter(a, -25, 2), (A34,)),
    "real_gaussian": (lambda a: ndimage.fourier_gaussian(a, 0.7, 5, -2), (A34,)),
    "real_uniform": (lambda a: ndimage.fourier_uniform(a, 2.0, 5, 0), (A34,)),
    "real_shift": (lambda a: parts(ndimage.fourier_shift(a, 0.4, 5, -2)), (A34,)),
    # beyond the image and its mirror image
    "far_reflected": (
        lambda a, x: ndimage.map_coordinates(a, x, order=2, mode="reflect"),
        (A4, np.array([[8.3, -4.6, 13.4, -9.3, 1.2]])),
    ),
    "far_nearest": (
        lambda x: ndimage.map_coordinates(1e6 * A4, x, mode="nearest"),
        (np.array([[-10.5, -1.3]]),),
    ),
    "without_offset": (
        lambda a, m: ndimage.affine_transform(a, m, mode="reflect"),
        (A34, np.diag([0.8, 0.7]) + 0.1),
    ),
    "zoomed": (lambda a: ndimage.zoom(a, 1.5), (A34,)),
    "image_of_nothing": (
        lambda a, x: ndimage.map_coordinates(a, x),
        (np.zeros(0), np.array([[0.5, 0.2]])),
    ),
    "envelope_longer": (
        lambda a: parts(signal.envelope(a + 1j * a * a, n_out=10)),
        (A6,),
    ),
    "envelope_shorter": (
        lambda a: signal.envelope(a, (1, 2), n_out=6, residual="all"),
        (A8,),
    ),
    "density_inverted": (
        lambda a: signal.istft(a + 0.5j * a, scaling="psd")[1],
        (A54,),
    ),
    "inverses": (lambda a: signal.istft(a + 0.5j * a)[1], (A254,)),
    "welch_rows": (lambda x, fs: signal.welch(x, fs, nperseg=4), (A28, 2.0)),
    "periodogram_rows": (lambda x: signal.periodogram(x)[1], (A28,)),
    "welch_two_sided": (
        lambda x, fs: signal.welch(x, fs, nperseg=4, return_onesided=False),
        (A8, 2.0),
    ),
    "spectrogram": (lambda x, fs: signal.spectrogram(x, fs, nperseg=4), (A8, 2.0)),
    "spectrogram_two_sided": (
        lambda x: signal.spectrogram(
            x, nperseg=4, return_onesided=False, mode="magnitude"
        )[2],
        (A8,),
    ),
    "filtered_from_state": (
        lambda b, a, x, z: signal.lfilter(b, [1.0, a], x, zi=z),
        (0.7, 0.3, A8, np.array([0.4])),
    ),
    "filtered_by": (
        lambda a: signal.lfilter([0.3, 0.4], a, A8, zi=np.array([0.4])),
        (np.array([1.3, 0.4]),),
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_agree_with_differences(name):
    tl.check_grad(*CALLS[name])


STACKS = {
    "banded": (
        lambda c, b: linalg.cho_solve_banded((c, True), b),
        (np.array([[[4.0, 4.0, 4.0], [1.0, 1.0, 0.0]]] * 2), A3),
    ),
    "factors": (
        lambda c, b: linalg.cho_solve((c, True), b),
        (np.array([POSITIVE] * 2), A3),
    ),
    "triangles": (
        lambda c, b: linalg.lu_solve((c, np.array([[0, 1, 2]] * 2, np.int32)), b),
        (np.array([POSITIVE] * 2), A3),
    ),
    "made_of_vectors": (lambda c: linalg.circulant(c), (B32,)),
}


@pytest.mark.parametrize("name", STACKS)
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_stacks_that_are_refused(name, mode):
    with pytest.raises(tl.UnsupportedError, match="several matrices|stack"):
        tl.check_grad(*STACKS[name], modes=(mode,))


def pinvh_of(a, b):
    return linalg.pinvh(a, rtol=1e-2) @ b


def pinv_of(a, b):
    return linalg.pinv(a, rtol=1e-2) @ b


def solved(kind):
    return lambda a, b: linalg.solve(a, b, assume_a=kind)


ONE_TRIANGLE = {
    "sym": (solved("sym"), solved("gen"), POSITIVE, np.triu),
    "pos": (solved("pos"), solved("gen"), POSITIVE, np.triu),
    "her": (solved("her"), solved("gen"), POSITIVE, np.triu),
    "pinvh": (pinvh_of, pinv_of, small_value(SLOPED), np.tril),
}


@pytest.mark.parametrize("name", ONE_TRIANGLE)
def test_only_one_triangle_is_read(name):
    """Whatever is in the other one, derivatives are those of the whole, made alike."""
    called, plain, a, triangle = ONE_TRIANGLE[name]
    half = triangle(a) + 0.3 * (1.0 - triangle(np.ones((3, 3))))
    seed, change = A3[::-1].copy(), B33
    got, of_b = tl.autodiff(called, wrt=(0, 1))(half, A3, init_grad=seed)
    want, want_b = tl.autodiff(plain, wrt=(0, 1))(a, A3, init_grad=seed)
    np.testing.assert_allclose(got, 0.5 * (want + want.T), rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(of_b, want_b, rtol=1e-9, atol=1e-11)
    forward = tl.autodiff(called, wrt=(0, 1), mode="forward")(half, A3, change, seed)
    alike = 0.5 * (change + change.T)
    want = tl.autodiff(plain, wrt=(0, 1), mode="forward")(a, A3, alike, seed)
    np.testing.assert_allclose(forward, want, rtol=1e-9, atol=1e-11)


REPEATED = np.diag([1.0, 1.0, 2.0])
UPPER = np.array([[0.3, 0.0, 0.2], [0.0, -0.4, 0.5], [0.0, 0.0, 0.7]])


def test_vectors_of_equal_values_that_do_not_turn():
    """A change that leaves them where they are has a derivative: 0 / 0 is 0 there."""
    change = np.diag([0.3, -0.4, 0.7])
    moved = tl.autodiff(lambda a: linalg.eigh(a), mode="forward")
    w_dot, v_dot = moved(REPEATED, change)
    np.testing.assert_allclose(w_dot, [0.3, -0.4, 0.7])
    np.testing.assert_allclose(v_dot, np.zeros((3, 3)))


def squares(a):
    return np.sum(np.diagonal(linalg.schur(a)[0]) ** 2)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_schur_form_of_equal_values():
    t_dot = tl.autodiff(lambda a: linalg.schur(a)[0], mode="forward")(REPEATED, UPPER)
    np.testing.assert_allclose(t_dot, UPPER)
    np.testing.assert_allclose(tl.grad(squares)(REPEATED), 2.0 * REPEATED)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_second_derivative_of_the_schur_form_of_equal_values():
    gradient = tl.grad(squares)
    for change in (np.diag([0.3, -0.4, 0.7]), UPPER):
        got = tl.autodiff(gradient, mode="forward")(REPEATED, change)
        np.testing.assert_allclose(got, 2.0 * change.T)
        (got,) = tl.vjp(gradient, REPEATED)[1](change)
        np.testing.assert_allclose(got, 2.0 * change.T)


def test_a_bound_has_no_slope():
    assert tl.grad(lambda r: np.sum(linalg.pinv(SMALL, rtol=r)))(0.01) == 0.0
    assert tl.grad(lambda r: np.sum(linalg.pinvh(SMALL, rtol=r)))(0.01) == 0.0


@pytest.mark.parametrize("output", [
    lambda a: 1.5 * linalg.lu_factor(a)[1],
    lambda a: 1.5 * linalg.pinvh(a, return_rank=True)[1],
    lambda a: 1.5 * linalg.schur(a, sort="lhp")[2],
])  # fmt: skip
def test_whole_numbers_do_not_change(output):
    assert not np.any(tl.autodiff(output, mode="forward")(POSITIVE, B33))


def test_no_values():
    none = np.zeros((1, 0))
    values = tl.autodiff(lambda a: linalg.eigvals_banded(a), mode="forward")
    assert np.shape(values(none, none)) == (0,)


def test_no_residuals():
    """Of as many equations as unknowns there are none, which do not change."""

    def residuals(a):
        return linalg.lstsq(a, B32)[1]

    change = tl.autodiff(residuals, mode="forward")(SLOPED, B33)
    assert np.shape(change) == (0,)
    gradient = tl.autodiff(residuals)(SLOPED, init_grad=np.zeros(0))
    np.testing.assert_array_equal(gradient, np.zeros((3, 3)))


def test_half_precision_is_solved_in_single_precision():
    a, b = SLOPED.astype(np.float16), A3.astype(np.float16)

    def solution(a, b):
        return linalg.lstsq(a, b)[0]

    got = tl.autodiff(solution, wrt=(0, 1))(a, b, init_grad=np.ones(3, np.float32))
    want = tl.autodiff(solution, wrt=(0, 1))(1.0 * a, 1.0 * b, init_grad=np.ones(3))
    for one, other in zip(got, want, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-2, atol=1e-2)


def test_a_value_that_rounding_makes_is_left_out():
    """A singular value of 1.5e-16 is 0 for SciPy, which solves for nothing by it."""
    a, b = np.diag([1.0, 1.5e-16]), np.array([0.7, 0.4])
    np.testing.assert_allclose(linalg.lstsq(a, b)[0], [0.7, 0.0])
    of_b = tl.grad(lambda b: np.sum(linalg.lstsq(a, b)[0]))(b)
    np.testing.assert_allclose(of_b, [1.0, 0.0], atol=1e-12)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_small_and_large_angles_raise_no_warnings(mode):
    a = np.array([[1.0, 0.2], [0.0, 1.0], [0.1, 0.1], [0.3, 0.0]])
    b = np.array([[1.0, 0.0], [0.1, 0.1], [0.0, 1.0], [0.3, 2.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tl.check_grad(lambda a, b: linalg.subspace_angles(a, b), (a, b), modes=(mode,))


def test_pieces_of_256_samples():
    def power(x):
        return np.sum(signal.welch(x)[1] ** 2)

    tangent = np.sin(np.arange(320.0))
    ahead, behind = power(NOISE + 1e-4 * tangent), power(NOISE - 1e-4 * tangent)
    slope = (ahead - behind) / 2e-4
    np.testing.assert_allclose(tl.grad(power)(NOISE) @ tangent, slope, rtol=1e-4)


@pytest.mark.filterwarnings("ignore:Input data is complex")
def test_spectrogram_of_a_complex_signal():
    def strength(x):
        return signal.spectrogram(x + 1j * x * x, nperseg=4, mode="magnitude")[2]

    tl.check_grad(strength, (A8,))
