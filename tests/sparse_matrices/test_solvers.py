"""Solvers of SciPy take sparse derivatives, and find what they find with others."""

import numpy as np
import pytest
from scipy import integrate, optimize
from scipy.sparse import linalg

import tangentlite as tl
from benchmarks.sparse import bratu, brusselator
from tests.sparse_matrices.programs import rosenbrock

SIZE = 24


def residuals(x, scale):
    return np.concatenate([scale * (x[1:] - x[:-1] ** 2), 1.0 - x[:-1]])


@pytest.mark.parametrize("method", ["BDF", "Radau"])
def test_stiff_equations(method):
    places = np.linspace(0.0, 1.0, SIZE)
    start = np.ravel(np.column_stack([1.0 + np.sin(np.pi * places), 3.0 + 0 * places]))
    matrix = tl.sparse_jacobian(brusselator, wrt=1)
    settings = {"method": method, "rtol": 1e-6, "atol": 1e-8}
    found = integrate.solve_ivp(brusselator, (0.0, 1.0), start, jac=matrix, **settings)
    other = integrate.solve_ivp(brusselator, (0.0, 1.0), start, **settings)
    assert found.success
    np.testing.assert_allclose(found.y[:, -1], other.y[:, -1], 1e-4)
    assert matrix.pattern.nnz < 8 * SIZE


def test_least_squares():
    matrix = tl.sparse_jacobian(residuals)
    start = np.full(SIZE, 0.5)
    found = optimize.least_squares(residuals, start, jac=matrix, args=(10.0,))
    assert found.cost < 1e-12
    np.testing.assert_allclose(found.x, 1.0, 1e-5)
    assert matrix.colors == 2


def test_roots_take_dense_matrices():
    matrix = tl.sparse_jacobian(bratu)
    found = optimize.root(bratu, np.zeros(SIZE), jac=lambda u: matrix(u).toarray())
    assert found.success
    np.testing.assert_allclose(bratu(found.x), 0.0, atol=1e-8)


@pytest.mark.parametrize("method", ["trust-constr", "Newton-CG"])
def test_minima_by_a_sparse_hessian(method):
    matrix = tl.sparse_hessian(rosenbrock)
    start, gradient = np.full(SIZE, 0.8), tl.grad(rosenbrock)
    found = optimize.minimize(
        rosenbrock, start, jac=gradient, hess=matrix, method=method
    )
    assert np.abs(found.x - 1.0).max() < 1e-2
    assert matrix.colors == 3


@pytest.mark.parametrize("method", ["trust-ncg", "trust-krylov"])
def test_minima_by_products_with_it(method):
    matrix = tl.sparse_hessian(rosenbrock)
    found = optimize.minimize(
        rosenbrock,
        np.full(SIZE, 0.8),
        jac=tl.grad(rosenbrock),
        hessp=lambda x, vector: matrix(x) @ vector,
        method=method,
    )
    np.testing.assert_allclose(found.x, 1.0, 1e-4)


def test_newton_steps():
    matrix, u = tl.sparse_jacobian(bratu), np.zeros(500)
    for _ in range(8):
        u = u - linalg.spsolve(matrix(u).tocsc(), bratu(u))
    assert np.abs(bratu(u)).max() < 1e-9
