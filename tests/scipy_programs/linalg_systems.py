"""Eigenvalues, equations of control and structured systems with `scipy.linalg`."""
import numpy as np
from scipy import linalg
from scipy.linalg import cho_solve, lu_factor, lu_solve, solve, toeplitz

from tests.programs.record import program, sample

SYSTEM = np.array([[-0.8, 0.3, 0.0], [0.1, -1.1, 0.4], [0.2, 0.0, -0.6]])


def spd(seed, n):
    a = sample(seed, n, n)
    return a @ a.T + n * np.eye(n)


def stability_margin(gain):
    closed = SYSTEM + gain * np.outer([1.0, 0.0, 0.5], [0.2, 0.3, 0.1])
    return np.max(np.real(linalg.eigvals(closed)))


def leslie_growth(fertility, survival):
    w, _ = linalg.eig(linalg.leslie(fertility, survival))
    return np.max(np.abs(w))


def page_rank_by_eig(weights):
    p = weights / weights.sum(axis=0)
    values, vectors = linalg.eig(p)
    lead = np.real(vectors[:, np.argmax(np.real(values))])
    return lead[0] / np.sum(lead)


def minimum_norm_solution(a, b):
    return linalg.pinv(a) @ b


def symmetric_pseudo_inverse(a, x):
    return x @ linalg.pinvh(0.5 * (a + a.T)) @ x


def polynomial_fit(x, y, degree=2):
    vander = np.vander(x, degree + 1)
    coef, _, _, _ = linalg.lstsq(vander, y)
    return np.polyval(coef, 0.3)


def calibration(a, b):
    x = linalg.lstsq(a, b)[0]
    return linalg.norm(x)


def stationary_covariance(a, noise):
    p = linalg.solve_discrete_lyapunov(0.5 * a, noise @ noise.T)
    return np.trace(p)


def controllability_gramian(a, b):
    x = linalg.solve_continuous_lyapunov(a, -b @ b.T)
    return np.log(linalg.det(x + np.eye(3)))


def observer(a, b, q):
    x = linalg.solve_sylvester(a, b, q)
    return np.sum(x ** 2)


def regulator_cost(a, b, weight, x0):
    p = linalg.solve_continuous_are(a, b, np.eye(2) * weight, np.eye(1))
    return x0 @ p @ x0


def discrete_regulator(a, b):
    p = linalg.solve_discrete_are(a, b, np.eye(2), np.eye(1))
    return np.linalg.inv(np.eye(1) + b.T @ p @ b) @ (b.T @ p @ a)


def autoregressive_spectrum(r):
    phi = linalg.solve_toeplitz(r[:-1], r[1:])
    return r[0] - phi @ r[1:]


def stationary_likelihood(rho, y):
    cov = toeplitz(rho ** np.arange(len(y))) / (1 - rho ** 2)
    sign, logdet = np.linalg.slogdet(cov)
    return -0.5 * (y @ solve(cov, y, assume_a='pos') + logdet)


def wiener_filter(autocorrelation, cross):
    taps = linalg.solve(linalg.toeplitz(autocorrelation), cross)
    return cross @ taps


def circular_blur(kernel, image):
    blur = linalg.circulant(kernel)
    return linalg.solve(blur + 0.1 * np.eye(len(kernel)), image)


def circulant_preconditioner(c, b):
    return np.sum(linalg.solve_circulant(c, b) ** 2)


def hankel_impulse(h):
    s = linalg.svd(linalg.hankel(h[:3], h[2:]), compute_uv=False)
    return s[0] - s[1]


def companion_roots(coefficients):
    poly = np.concatenate([[1.0], coefficients])
    return np.max(np.abs(linalg.eigvals(linalg.companion(poly))))


def repeated_solves(a, steps):
    lu = lu_factor(a)
    x = np.array([1.0, 0.0, -1.0])
    for _ in range(steps):
        x = lu_solve(lu, x) + 0.1
    return x


def adjoint_solves(a, b):
    lu, piv = linalg.lu_factor(a)
    return linalg.lu_solve((lu, piv), b, trans=1) @ b


def log_determinant_by_lu(a):
    p, low, up = linalg.lu(a)
    return np.sum(np.log(np.abs(np.diag(up)))) + np.sum(low)


def jacobian_determinant(f, g):
    return linalg.det(f @ g) + np.log(abs(linalg.det(f)))


def implicit_heat(u, k):
    n = len(u)
    bands = np.zeros((3, n))
    bands[0, 1:] = -k
    bands[1] = 1 + 2 * k
    bands[2, :-1] = -k
    for _ in range(3):
        u = linalg.solve_banded((1, 1), bands, u)
    return u


def smoothing(y, penalty):
    ab = np.zeros((2, len(y)))
    ab[0, 1:] = -penalty
    ab[1] = 1 + 2 * penalty
    return np.sum((linalg.solveh_banded(ab, y) - y) ** 2)


def banded_determinant(diagonal, off):
    c = linalg.cholesky_banded(np.vstack([np.append(0.0, off), diagonal]))
    return 2 * np.sum(np.log(c[-1]))


def strain(deformation):
    rotation, stretch = linalg.polar(deformation)
    return np.trace(stretch) + rotation[0, 1]


def aligned_shapes(a, b):
    r, scale = linalg.orthogonal_procrustes(a, b)
    return np.sum((a @ r - b) ** 2) + scale


def angle_of_subspaces(a, b):
    return linalg.subspace_angles(a, b)[0]


def schur_form(a):
    t, z = linalg.schur(a)
    return t[0, 1] ** 2


def oscillations(k, t):
    return linalg.cosm(k * t) @ np.array([1.0, 0.0]) + linalg.sinm(k)[0]


def fractional_diffusion(laplacian, power):
    return linalg.fractional_matrix_power(laplacian, power)[0]


def sensitivity_of_flow(a, e):
    value, change = linalg.expm_frechet(a, e)
    return np.sum(value * change)


def expm_batch(rates):
    generators = rates[:, None, None] * np.array([[-1.0, 1.0], [0.5, -0.5]])
    return linalg.expm(generators)[:, 0, 1]


def kernel_of_products(a, b, v):
    big = np.kron(a, b)
    return v @ linalg.solve(big, v) + linalg.khatri_rao(a, b).sum()


def overwrite_flags(a, b):
    c, low = linalg.cho_factor(a + a.T, overwrite_a=True, check_finite=False)
    return cho_solve((c, low), b, check_finite=False)


def batched_inverse(a):
    return np.einsum('nij,nij->n', linalg.inv(a), a)


def companion_of_var(coefs, p=2):
    k = coefs.shape[0]
    top = coefs
    bottom = np.hstack([np.eye(k * (p - 1)), np.zeros((k * (p - 1), k))])
    matrix = np.vstack([top, bottom])
    identity = np.eye(len(matrix) ** 2)
    vec = linalg.solve(identity - np.kron(matrix, matrix), np.eye(len(matrix)).ravel())
    return vec[0]


PROGRAMS = [
    program(stability_margin, 0.4),
    program(leslie_growth, np.array([0.2, 1.3, 0.8]), np.array([0.6, 0.4])),
    program(page_rank_by_eig, sample(42, 3, 3, low=0.2)),
    program(minimum_norm_solution, sample(43, 2, 4), sample(44, 2)),
    program(symmetric_pseudo_inverse, spd(45, 3), sample(46, 3)),
    program(polynomial_fit, sample(47, 6), sample(48, 6)),
    program(calibration, sample(49, 4, 2), sample(50, 4)),
    program(stationary_covariance, sample(51, 2, 2), sample(52, 2, 2)),
    program(controllability_gramian, SYSTEM, sample(53, 3, 2)),
    program(observer, spd(54, 2), spd(55, 3), sample(56, 2, 3)),
    program(regulator_cost, sample(57, 2, 2), np.array([[0.5], [1.0]]), 1.3,
            np.array([0.4, -0.7])),
    program(discrete_regulator, sample(58, 2, 2), np.array([[0.5], [1.0]])),
    program(autoregressive_spectrum, np.array([1.0, 0.5, 0.2, 0.1])),
    program(stationary_likelihood, 0.6, sample(59, 4)),
    program(wiener_filter, np.array([2.0, 0.6, 0.2]), sample(60, 3)),
    program(circular_blur, np.array([1.2, 0.4, 0.1, 0.3]), sample(61, 4)),
    program(circulant_preconditioner, np.array([2.0, 0.4, 0.1]), sample(62, 3)),
    program(hankel_impulse, sample(63, 5)),
    program(companion_roots, np.array([-1.2, 0.5, 0.2])),
    program(repeated_solves, spd(64, 3), 3),
    program(adjoint_solves, spd(65, 3), sample(66, 3)),
    program(log_determinant_by_lu, sample(67, 3, 3)),
    program(jacobian_determinant, sample(68, 3, 3), sample(69, 3, 3)),
    program(implicit_heat, sample(70, 5), 0.4),
    program(smoothing, sample(71, 5), 0.7),
    program(banded_determinant, np.array([2.0, 2.5, 1.8]), np.array([0.5, -0.3])),
    program(strain, np.eye(3) + 0.3 * sample(72, 3, 3)),
    program(aligned_shapes, sample(73, 5, 2), sample(74, 5, 2)),
    program(angle_of_subspaces, sample(75, 4, 2), sample(76, 4, 1)),
    program(schur_form, np.array([[1.0, 0.6], [0.2, 2.0]])),
    program(oscillations, spd(77, 2), 0.4),
    program(fractional_diffusion, spd(78, 3), 0.6),
    program(sensitivity_of_flow, sample(79, 2, 2), sample(80, 2, 2)),
    program(expm_batch, np.array([0.4, 0.9, 1.3])),
    program(kernel_of_products, spd(81, 2), spd(82, 2), sample(83, 4)),
    program(overwrite_flags, spd(84, 3), sample(85, 3)),
    program(batched_inverse, np.stack([spd(86, 2), spd(87, 2)]) + sample(88, 2, 2, 2)),
    program(companion_of_var, 0.3 * sample(89, 1, 2)),
]
