"""Options of SciPy like `overwrite_a`: arrays stay as they are, values are SciPy's."""

import numpy as np
import pytest
from scipy import fft, fftpack, linalg

import tangentlite as tl

MATRIX = np.asfortranarray([[5.0, 1.0, 0.5], [1.0, 4.0, -1.0], [0.5, -1.0, 3.0]])
VECTOR = np.array([1.0, -2.0, 0.5])
BANDED = np.asfortranarray([[0.0, 1.0, -1.0], [5.0, 4.0, 3.0]])


def solve(a, b):
    return linalg.solve(a, b, overwrite_a=True, overwrite_b=True)


def solve_by_position(a, b):
    return linalg.solve(a, b, False, True, True, False)


def factored(a, b):
    lu = linalg.lu_factor(a * 2.0, overwrite_a=True)
    return linalg.lu_solve(lu, b, overwrite_b=True)


def cholesky_factored(a, b):
    factor = linalg.cho_factor(a + a.T, overwrite_a=True)
    return linalg.cho_solve(factor, b, overwrite_b=True)


def eigenvalues(a, b):
    values, vectors = linalg.eigh(a + a.T, overwrite_a=True, check_finite=False)
    return values * b + vectors[0] ** 2


def general_eigenvalues(a, b):
    return np.real(linalg.eig(a * b, None, False, True, True)[0])


def decomposed(a, b):
    u, s, v = linalg.svd(a, True, True, True)
    return (u * s) @ v @ b


def orthogonal(a, b):
    q, r = linalg.qr(a, True)
    return q @ (b * r[0])


def inverse(a, b, flag=True):
    return linalg.inv(a * 1.0, flag) @ b * linalg.det(a, overwrite_a=flag)


def least_squares(a, b):
    return linalg.lstsq(a, b, None, True, True)[0]


def triangular(a, b):
    return linalg.solve_triangular(a, b, 0, False, False, True)


@pytest.mark.one_in(3)
@pytest.mark.parametrize('function', [
    solve, solve_by_position, factored, cholesky_factored, eigenvalues,
    general_eigenvalues, decomposed, orthogonal, inverse, least_squares, triangular])
def test_matrices_stay_as_they_are(function):
    a, b = MATRIX.copy('F'), VECTOR.copy()
    tl.check_grad(function, (a, b))
    value, _ = tl.value_and_grad(lambda a, b: function(a, b)[0], wrt=(0, 1))(a, b)
    tl.jacobian(function, wrt=(0, 1))(a, b)
    np.testing.assert_array_equal(a, MATRIX)
    np.testing.assert_array_equal(b, VECTOR)
    assert value == function(a, b)[0]


def banded(ab, b):
    return linalg.solveh_banded(ab, b, overwrite_ab=True, overwrite_b=True)


def banded_factor(ab, b):
    return linalg.cholesky_banded(ab, True) @ b


@pytest.mark.parametrize('function', [banded, banded_factor])
def test_bands_stay_as_they_are(function):
    ab, b = BANDED.copy('F'), VECTOR.copy()
    tl.check_grad(function, (ab, b))
    tl.jacobian(function)(ab, b)
    np.testing.assert_array_equal(ab, BANDED)
    np.testing.assert_array_equal(b, VECTOR)


def spectrum(x):
    return np.abs(fft.fft(x, overwrite_x=True))


def spectrum_by_position(x):
    return np.abs(fft.rfft(x, 4, -1, None, True, 1))


def cosines(x):
    return fft.dct(x * 2.0, overwrite_x=True) * fftpack.dst(x, overwrite_x=True)


@pytest.mark.parametrize('function', [spectrum, spectrum_by_position, cosines])
def test_signals_stay_as_they_are(function):
    x = np.array([1.0, -0.5, 2.0, 0.7])
    tl.check_grad(function, (x,))
    np.testing.assert_array_equal(x, [1.0, -0.5, 2.0, 0.7])
