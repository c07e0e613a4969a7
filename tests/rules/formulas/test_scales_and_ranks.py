"""Matrices that are small, whose values repeat, or whose rank rounding decides."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

BASIS = np.linalg.qr(np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0], [2.0, 0.0, 1.0]]))[0]
PAIR = np.diag([1.0, 1.0, 2.0])
SQUARE = np.array([[4.0, 1.0, 0.5], [1.0, -3.0, 0.2], [0.5, 0.7, 2.0]])
TALL, WEIGHTS = spread(4, 2), spread(2, 4, start=3)


def last_vector(a):
    _, v = np.linalg.eigh(a)
    return np.sum(v[:, 2] ** 4)


def of_eigenvectors(a):
    w, v = np.linalg.eigh(a)
    return np.sum((v * w**2) @ v.T)


def of_singular_vectors(a):
    u, s, vh = np.linalg.svd(a)
    return np.sum((u * s**2) @ vh)


def of_one_basis(a):
    return np.sum(np.linalg.svd(a)[0] ** 4)


def cut_off(a):
    return np.sum(np.linalg.pinv(a, 0.9) * WEIGHTS)


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_a_vector_beside_equal_values_whose_vectors_nothing_reads(scale):
    a = BASIS @ PAIR @ BASIS.T
    change = spread(3, 3) + spread(3, 3).T
    numeric = last_vector(a + 1e-5 * change) - last_vector(a - 1e-5 * change)
    got = scale * np.sum(tl.grad(last_vector)(scale * a) * change)
    assert got == pytest.approx(numeric / 2e-5, rel=1e-6)


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("program", [of_eigenvectors, of_singular_vectors])
def test_changes_that_leave_the_vectors_of_equal_values(program):
    change = tl.autodiff(program, mode="forward")(PAIR, np.diag([1.0, 2.0, 3.0]))
    assert change == pytest.approx(2.0 + 4.0 + 12.0)


def test_small_derivatives_of_singular_vectors_are_no_rounding():
    small = tl.grad(lambda a: 1e-8 * of_one_basis(a))(SQUARE)
    np.testing.assert_allclose(small, 1e-8 * tl.grad(of_one_basis)(SQUARE))


def test_small_matrices_with_values_that_are_cut_off():
    compare(cut_off, (TALL,))
    with np.errstate(all="raise"):
        small = tl.grad(cut_off)(1e-8 * TALL)
    np.testing.assert_allclose(1e-16 * small, tl.grad(cut_off)(TALL), rtol=1e-6)


def test_least_squares_cut_off_what_numpy_does():
    a = np.zeros((4, 2))
    a[0, 0], a[1, 1] = 1.0, 6e-16  # NumPy cuts off below 4 epsilon
    compare(lambda b: np.linalg.lstsq(a, b)[0], (spread(4),))
    compare(lambda b: np.linalg.lstsq(a.T, b)[0], (spread(2),))
