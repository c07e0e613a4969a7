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


def sines_of_factor(a):
    return np.sum(np.sin(np.linalg.cholesky(a)))


@pytest.mark.parametrize('shape', [(64,), (65,), (150,), (2, 130)])
@pytest.mark.parametrize('dtype', [float, np.float32, complex])
def test_factors_of_matrices_of_several_blocks(shape, dtype):
    """A block at a time gives what the forward mode, which has none, gives."""
    rng = np.random.default_rng(0)
    m, direction = rng.uniform(-1.0, 1.0, (2, *shape, shape[-1])).astype(dtype)
    a = m @ np.swapaxes(m, -1, -2) / shape[-1] + np.eye(shape[-1], dtype=dtype)
    direction = direction + np.swapaxes(direction, -1, -2)
    program = real_factor if dtype is complex else sines_of_factor
    gradient = tl.grad(program)(a)
    assert gradient.dtype == a.dtype
    _, along = tl.jvp(program, (a,), (direction,))
    tolerance = 1e-3 if dtype is np.float32 else 1e-9
    np.testing.assert_allclose(np.sum(gradient * direction).real, along, tolerance)


def real_factor(a):
    factor = np.linalg.cholesky(a + 0.1j * (np.tril(a) - np.triu(a)))
    return np.sum(np.sin(factor.real) + factor.imag ** 2)


def test_a_real_seed_of_a_complex_factor_of_several_blocks():
    """What is real in the derivative of the factor is complex in that of the matrix."""
    rng = np.random.default_rng(1)
    m = rng.uniform(-1.0, 1.0, (2, 70, 70))
    a = m[0] @ m[0].T / 70 + np.eye(70)

    def real_part(t):
        tilted = a + 0.1j * t * (np.tril(m[1], -1) - np.tril(m[1], -1).T)
        return np.sum(np.linalg.cholesky(tilted).real)

    _, along = tl.jvp(real_part, (0.7,), (1.0,))
    np.testing.assert_allclose(tl.grad(real_part)(0.7), along, 1e-9)
