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
    solve,
    solve_triangular,
    sqrtm,
    svd,
)

from tests.programs.record import program, sample


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
]
