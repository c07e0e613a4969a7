"""Rules of matrices for stacks of them: what each gives alone, in both modes."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread

# Two axes of stacked matrices, with values that are well apart.
SQUARE = spread(2, 2, 3, 3) + np.diag([1.0, 4.0, 9.0])
SYMMETRIC = SQUARE + np.swapaxes(SQUARE, -1, -2)
TALL, WIDE = spread(2, 2, 4, 3, start=3), spread(2, 2, 3, 4, start=7)
POSITIVE = SQUARE @ np.swapaxes(SQUARE, -1, -2) + np.eye(3)


def eigh(a):
    w, v = np.linalg.eigh(a)
    return np.sum(w**3) + np.sum(v**4)


def eigh_of_values(a):
    w, _ = np.linalg.eigh(a)
    return np.sum(w**3)


def eig(a):
    w, v = np.linalg.eig(a)
    return np.sum(np.abs(w) ** 2) + np.sum(np.abs(v) ** 4)


def eig_of_vectors(a):
    _, v = np.linalg.eig(a)
    return np.sum(np.abs(v) ** 4)


def eigvals(a):
    return np.sum(np.abs(np.linalg.eigvals(a)) ** 2)


def svd(a):
    u, s, vh = np.linalg.svd(a)
    return np.sum(u**4) + np.sum(s**3) + np.sum(vh**4)


def thin_svd(a):
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return np.sum(u**4) + np.sum(s**3) + np.sum(vh**4)


def svd_of_values(a):
    return np.sum(np.linalg.svd(a, compute_uv=False) ** 3)


def qr(a):
    q, r = np.linalg.qr(a)
    return np.sum(q**3) + np.sum(r**3)


def whole_qr(a):
    q, r = np.linalg.qr(a, mode="complete")
    return np.sum(q**4) + np.sum(r**3)


def qr_of_triangle(a):
    return np.sum(np.linalg.qr(a, mode="r") ** 3)


def qr_of_basis(a):
    return np.sum(np.linalg.qr(a)[0] ** 3)


def whole_qr_of_basis(a):
    return np.sum(np.linalg.qr(a, mode="complete")[0] ** 4)


def cholesky(a):
    return np.sum(np.linalg.cholesky(a) ** 3)


def inverse(a):
    return np.sum(np.linalg.inv(a) ** 3)


def pseudoinverse(a):
    return np.sum(np.linalg.pinv(a) ** 3)


def determinant(a):
    return np.sum(np.linalg.det(a) ** 2)


def logarithm(a):
    sign, value = np.linalg.slogdet(a)
    return np.sum(value**2)


def phase(a):
    sign, value = np.linalg.slogdet(a + 1j * np.sin(3.0 * a))
    return np.sum(np.real(sign) + 2.0 * np.imag(sign)) + np.sum(value**2)


def complex_determinant(a):
    value = np.linalg.det(a + 1j * np.sin(3.0 * a))
    return np.sum(np.real(value) + 2.0 * np.imag(value))


def solution_of_vector(a):
    return np.sum(np.linalg.solve(a, np.array([0.5, 1.0, -2.0])) ** 3)


def complex_solution(a):
    found = np.linalg.solve(a + 1j * np.sin(3.0 * a), np.cos(a))
    return np.sum(np.real(found) + 2.0 * np.imag(found))


def upper_cholesky(a):
    return np.sum(np.linalg.cholesky(a + np.swapaxes(a, -1, -2)) ** 3)


def solution(a):
    return np.sum(np.linalg.solve(a, np.sin(a)) ** 3)


def power(a):
    return np.sum(np.linalg.matrix_power(a, 3) ** 2)


def norms(a):
    return np.sum(np.linalg.norm(a, axis=(-2, -1)) ** 3)


@pytest.mark.parametrize("product", [
    lambda v, a, b: np.sum(np.linalg.multi_dot((v, a, b))),
    lambda v, a, b: np.sum(np.linalg.multi_dot((a, b, v))),
])  # fmt: skip
def test_products_with_a_vector_make_no_matrix(product):
    gradient = tl.grad(product)
    gradient(np.ones(3), SQUARE[0, 0], SQUARE[0, 1])
    assert "a @ b" not in gradient.source


CASES = [
    (eigh, SYMMETRIC), (eigh_of_values, SYMMETRIC), (eig, SYMMETRIC), (eig, SQUARE),
    (eig_of_vectors, SQUARE), (eigvals, SQUARE), (svd, SQUARE), (svd, TALL),
    (svd, WIDE), (thin_svd, TALL), (thin_svd, WIDE), (svd_of_values, TALL), (qr, TALL),
    (qr, SQUARE), (qr, WIDE), (whole_qr, TALL), (qr_of_triangle, WIDE),
    (qr_of_triangle, TALL), (qr_of_basis, WIDE), (qr_of_basis, TALL),
    (whole_qr_of_basis, TALL),
    (cholesky, POSITIVE), (inverse, SQUARE), (pseudoinverse, TALL),
    (pseudoinverse, WIDE), (determinant, SQUARE), (logarithm, SQUARE),
    (phase, SQUARE), (complex_determinant, SQUARE), (solution_of_vector, SQUARE),
    (complex_solution, SQUARE), (upper_cholesky, POSITIVE),
    (solution, SQUARE), (power, SQUARE), (norms, TALL),
]  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("program", "a"), CASES, ids=[f"{f.__name__}_{a.shape[2:]}" for f, a in CASES]
)
def test_a_stack_gives_what_each_gives(program, a):
    gradient = tl.grad(program)
    got = gradient(a)
    tangent = tl.autodiff(program, mode="forward")
    direction = spread(*a.shape, start=11)
    total = 0.0
    for i, j in np.ndindex(2, 2):
        np.testing.assert_allclose(got[i, j], gradient(a[i, j]), rtol=1e-9, atol=1e-11)
        total = total + tangent(a[i, j], direction[i, j])
    assert tangent(a, direction) == pytest.approx(total, rel=1e-9)
    assert np.sum(got * direction) == pytest.approx(total, rel=1e-7)
