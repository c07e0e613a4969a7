"""Models, estimators and systems with `scipy.linalg`."""
import numpy as np
import scipy
import scipy.linalg
import scipy.linalg as la
from scipy import linalg
from scipy.linalg import (
    block_diag,
    cho_factor,
    cho_solve,
    cholesky,
    eigh,
    expm,
    inv,
    lu_factor,
    lu_solve,
    solve,
    solve_triangular,
    sqrtm,
    svd,
    toeplitz,
)

from tests.programs.record import program, sample

IDENTITY = np.eye(3)
SYSTEM = np.array([[-0.8, 0.3, 0.0], [0.1, -1.1, 0.4], [0.2, 0.0, -0.6]])


def spd(seed, n):
    a = sample(seed, n, n)
    return a @ a.T + n * np.eye(n)


def rbf(x, length):
    return np.exp(-0.5 * (x[:, None] - x[None, :]) ** 2 / length ** 2)


def gaussian_process_likelihood(theta, x, y):
    k = np.exp(theta[0]) * rbf(x, np.exp(theta[1])) + np.exp(theta[2]) * np.eye(len(x))
    factor = cho_factor(k, lower=True)
    alpha = cho_solve(factor, y)
    logdet = 2 * np.sum(np.log(np.diag(factor[0])))
    return 0.5 * (y @ alpha + logdet + len(x) * np.log(2 * np.pi))


def gaussian_process_mean(x, y, new, length):
    k = rbf(x, length) + 0.1 * np.eye(len(x))
    low = scipy.linalg.cholesky(k, lower=True)
    alpha = scipy.linalg.cho_solve((low, True), y)
    cross = np.exp(-0.5 * (new[:, None] - x) ** 2 / length ** 2)
    v = scipy.linalg.solve_triangular(low, cross.T, lower=True)
    return cross @ alpha + 1.0 - np.sum(v ** 2, axis=0)


def mahalanobis_log_density(x, mean, factor):
    cov = factor @ factor.T + np.eye(3)
    low = cholesky(cov, lower=True)
    z = solve_triangular(low, (x - mean).T, lower=True)
    return -0.5 * np.sum(z ** 2) - len(x) * np.sum(np.log(np.diagonal(low)))


def whitened_by_upper(x, cov):
    upper = linalg.cholesky((cov + cov.T) / 2)
    return solve_triangular(upper, x, trans='T')


def generalised_least_squares(x, y, covariance):
    w = inv(covariance)
    beta = solve(x.T @ w @ x, x.T @ w @ y, assume_a='pos')
    r = y - x @ beta
    return r @ w @ r


def ridge(x, y, penalty):
    coef = la.solve(x.T @ x + penalty * np.eye(x.shape[1]), x.T @ y, assume_a='sym')
    return np.sum((y - x @ coef) ** 2) + penalty * coef @ coef


def kalman_step(params, y):
    mean, cov = np.zeros(2), np.eye(2)
    f, h = params['transition'], params['observation']
    ll = 0.0
    for value in y:
        mean, cov = f @ mean, f @ cov @ f.T + params['q'] * np.eye(2)
        s = h @ cov @ h.T + params['r'] * np.eye(1)
        residual = value - h @ mean
        gain = solve(s, h @ cov).T
        mean, cov = mean + gain @ residual, cov - gain @ h @ cov
        ll = ll - 0.5 * (residual @ inv(s) @ residual + np.log(linalg.det(s)))
    return ll


def low_rank_energy(a):
    u, s, vt = svd(a, full_matrices=False)
    rank_one = s[0] * np.outer(u[:, 0], vt[0])
    return np.sum((a - rank_one) ** 2) + np.sum(rank_one[0])


def spectral_penalty(w):
    s = linalg.svd(w, compute_uv=False)
    return np.sum(s) + np.log(s[0] / s[-1])


def condition_by_svdvals(a, shift):
    s = linalg.svdvals(a + shift * np.eye(3))
    return s[0] / s[-1]


def network_norms(w1, w2):
    return linalg.norm(w1) * la.norm(w2, 2) + linalg.norm(w1 @ w2, ord=1, axis=0).sum()


def distance_matrix_norms(points):
    total = 0.0
    for i in range(len(points)):
        for j in range(i):
            total += 1 / linalg.norm(points[i] - points[j])
    return total


def qr_least_squares(a, b):
    q, r = linalg.qr(a, mode='economic')
    x = solve_triangular(r, q.T @ b)
    return np.sum(x ** 2)


def lyapunov_spectrum(start, steps=3):
    q, logs = start, np.zeros(2)
    for k in range(steps):
        jacobian = np.array([[1.4 - 0.2 * k, 0.3], [1.0, 0.5]])
        q, r = linalg.qr(jacobian @ q)
        logs = logs + np.log(np.abs(np.diag(r)))
    return logs / steps


def composite_system(a, b, force):
    stiffness = block_diag(a, b, np.array([[1.5]]))
    stiffness[1, 2] -= 0.3
    stiffness[2, 1] -= 0.3
    return force @ linalg.solve(stiffness, force)


def markov_chain(rates, t):
    q = np.array([[-rates[0], rates[0], 0.0],
                  [rates[1], -rates[1] - rates[2], rates[2]],
                  [0.0, rates[3], -rates[3]]])
    return expm(q * t)[0] @ np.array([1.0, 2.0, 4.0])


def substitution_likelihood(kappa, branch):
    q = np.array([[0.0, 1.0, kappa, 1.0], [1.0, 0.0, 1.0, kappa],
                  [kappa, 1.0, 0.0, 1.0], [1.0, kappa, 1.0, 0.0]])
    q = q - np.diag(q.sum(axis=1))
    p = linalg.expm(branch * q / (kappa + 2))
    return 5 * np.log(p[0, 0]) + 2 * np.log(p[0, 2]) + np.log(p[0, 1])


def discretised_control(a, b, gain, dt):
    state = np.array([1.0, -0.5])
    ad = linalg.expm((a - b @ gain) * dt)
    cost = 0.0
    for _ in range(3):
        state = ad @ state
        cost += state @ state
    return cost


def bures_distance(a, b):
    root = sqrtm(a)
    cross = linalg.sqrtm(root @ b @ root)
    return np.trace(a + b - 2 * np.real(cross))


def symmetric_whitening(cov, x):
    w = linalg.inv(linalg.sqrtm(cov))
    return w @ x


def log_euclidean_mean(a, b, weight):
    mean = linalg.expm((1 - weight) * linalg.logm(a) + weight * linalg.logm(b))
    return np.trace(mean) + mean[0, 1]


def rotation_generator(angles):
    skew = np.array([[0.0, -angles[2], angles[1]], [angles[2], 0.0, -angles[0]],
                     [-angles[1], angles[0], 0.0]])
    return linalg.expm(skew) @ np.array([1.0, 0.5, -0.2])


def principal_component(x):
    centred = x - x.mean(axis=0)
    values, vectors = eigh(centred.T @ centred / (len(x) - 1))
    first = vectors[:, -1]
    return values[-1] * np.sum(first[0] * first)


def vibration_frequencies(stiffness, masses):
    k = np.diag(stiffness[:-1] + stiffness[1:])
    k = k - np.diag(stiffness[1:-1], 1) - np.diag(stiffness[1:-1], -1)
    squares = eigh(k, np.diag(masses), eigvals_only=True)
    return np.sqrt(squares)


def huckel_energy(coupling):
    n = len(coupling) + 1
    h = np.zeros((n, n))
    for i in range(n - 1):
        h[i, i + 1] = h[i + 1, i] = -coupling[i]
    return 2 * np.sum(linalg.eigvalsh(h)[:n // 2])


def tight_binding(onsite, hop):
    w, v = linalg.eigh_tridiagonal(onsite, hop)
    return w[0] + np.sum(v[:, 0] ** 4)


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
    c, low = linalg.cho_factor(a + np.eye(3), overwrite_a=True, check_finite=False)
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
    program(gaussian_process_likelihood, np.array([0.1, -0.2, -1.0]), sample(1, 5),
            sample(2, 5)),
    program(gaussian_process_mean, sample(3, 4), sample(4, 4), sample(5, 2), 0.8),
    program(mahalanobis_log_density, sample(6, 4, 3), sample(7, 3), sample(8, 3, 3)),
    program(whitened_by_upper, sample(9, 3), spd(10, 3)),
    program(generalised_least_squares, sample(11, 4, 2), sample(12, 4), spd(13, 4)),
    program(ridge, sample(14, 5, 2), sample(15, 5), 0.4),
    program(kalman_step, {'transition': sample(16, 2, 2), 'observation':
                          sample(17, 1, 2), 'q': 0.3, 'r': 0.5}, sample(18, 4, 1)),
    program(low_rank_energy, sample(19, 3, 4)),
    program(spectral_penalty, sample(20, 4, 3)),
    program(condition_by_svdvals, sample(21, 3, 3), 2.0),
    program(network_norms, sample(22, 3, 2), sample(23, 2, 4)),
    program(distance_matrix_norms, sample(24, 4, 2)),
    program(qr_least_squares, sample(25, 5, 3), sample(26, 5)),
    program(lyapunov_spectrum, sample(27, 2, 2), heavy=True),
    program(composite_system, spd(28, 2), spd(29, 2), sample(30, 5)),
    program(markov_chain, np.array([0.5, 0.3, 0.8, 0.2]), 0.7),
    program(substitution_likelihood, 2.3, 0.4),
    program(discretised_control, sample(31, 2, 2), sample(32, 2, 1), sample(33, 1, 2),
            0.3),
    program(bures_distance, spd(34, 2), spd(35, 2)),
    program(symmetric_whitening, spd(36, 3), sample(37, 3)),
    program(log_euclidean_mean, spd(38, 2), spd(39, 2), 0.3),
    program(rotation_generator, sample(40, 3)),
    program(principal_component, sample(41, 6, 3)),
    program(vibration_frequencies, np.array([1.2, 0.8, 1.5, 0.7]),
            np.array([1.0, 2.0, 1.4])),
    program(huckel_energy, np.array([1.0, 0.7, 1.2])),
    program(tight_binding, np.array([0.3, -0.6, 0.9]), np.array([0.5, 0.4])),
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
