"""Decompositions at repeated eigenvalues and singular values: traps 35 to 37."""
import numpy as np
import pytest

import tangentlite as tl

I3 = np.eye(3)


def squares_of_eigenvalues(a):
    w, _ = np.linalg.eigh(a)
    return np.sum(w ** 2)


def squares_of_eigvalsh(a):
    return np.sum(np.linalg.eigvalsh(a) ** 2)


def of_eigenvectors(a):
    _, v = np.linalg.eigh(a)
    return np.sum(v * np.arange(9.0).reshape(3, 3))


def rebuilt(a):
    w, v = np.linalg.eigh(a)
    return np.sum((v * np.exp(w)) @ v.T)


def of_a_cube(t):
    return np.sum(np.linalg.eigvalsh(t * np.eye(2) + 0.0 * np.ones((2, 2))) ** 3)


def singular_values(a):
    return np.sum(np.linalg.svd(a, compute_uv=False))


def singular_values_of_three(a):
    _, s, _ = np.linalg.svd(a)
    return np.sum(s)


def nuclear(a):
    return np.linalg.norm(a, 'nuc')


def factor(a):
    return np.sum(np.linalg.cholesky(a) * np.arange(9.0).reshape(3, 3))


@pytest.mark.parametrize('f', [squares_of_eigenvalues, squares_of_eigvalsh])
def test_35_eigenvalues_of_the_identity(f):
    np.testing.assert_allclose(tl.grad(f)(I3), 2 * I3, atol=1e-14)
    _, along = tl.jvp(f, (I3,), (I3,))
    np.testing.assert_allclose(along, 6.0)


def test_35_eigenvectors_that_are_not_used_spoil_nothing():
    a = np.diag([1.0, 1.0, 2.0])
    assert np.isfinite(tl.grad(squares_of_eigenvalues)(a)).all()


def test_35_eigenvectors_that_are_used_are_no_number_at_a_degeneracy():
    a = np.diag([1.0, 1.0, 2.0])
    with np.errstate(all='ignore'):
        assert not np.isfinite(tl.grad(rebuilt)(a)).all()
        assert not np.isfinite(tl.grad(tl.grad(of_a_cube))(1.0))


@pytest.mark.parametrize('f', [squares_of_eigenvalues, of_eigenvectors, factor])
def test_36_gradients_are_symmetric(f):
    a = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])
    gradient = tl.grad(f)(a)
    np.testing.assert_allclose(gradient, gradient.T, atol=1e-14)
    v = np.array([[0.3, 0.1, 0.2], [0.1, -0.4, 0.5], [0.2, 0.5, 0.6]])
    numeric = (f(a + 1e-6 * v) - f(a - 1e-6 * v)) / 2e-6
    np.testing.assert_allclose(np.sum(gradient * v), numeric, rtol=1e-6)


@pytest.mark.parametrize('f', [singular_values, singular_values_of_three, nuclear])
def test_37_singular_values_of_the_identity(f):
    np.testing.assert_allclose(tl.grad(f)(I3), I3, atol=1e-14)
    _, along = tl.jvp(f, (I3,), (I3,))
    np.testing.assert_allclose(along, 3.0)
