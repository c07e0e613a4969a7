"""Whole-array programs: networks, likelihoods, reductions, products, shapes."""
import numpy as np
from numpy import exp, log
from numpy import sum as total

from tests.programs.record import program, sample

WEIGHTS = np.array([0.2, 0.5, -0.3])
HUGE_NEGATIVE = -1e3


def softmax(x):
    e = np.exp(x - np.max(x))
    return e / e.sum()


def cross_entropy(logits, targets):
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_sum = np.log(np.sum(np.exp(shifted), axis=1, keepdims=True))
    return -np.sum(targets * (shifted - log_sum)) / logits.shape[0]


def layer_norm(x, gain, bias):
    mu = x.mean(axis=-1, keepdims=True)
    var = ((x - mu) ** 2).mean(axis=-1, keepdims=True)
    return (x - mu) / np.sqrt(var + 1e-5) * gain + bias


def perceptron_loss(w1, b1, w2, b2, x, y):
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2
    return np.mean(np.logaddexp(0.0, z) - y * z)


def attention(q, k, v):
    scores = q @ k.T / np.sqrt(q.shape[1])
    weights = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    weights = weights / np.sum(weights, axis=1, keepdims=True)
    return weights @ v


def causal_attention(q, k):
    n = len(q)
    allowed = np.arange(n)[:, None] >= np.arange(n)[None, :]
    scores = np.where(allowed, q @ k.T, HUGE_NEGATIVE)
    w = np.exp(scores - scores.max(axis=-1)[:, None])
    return (w / w.sum(axis=-1, keepdims=True)).dot(k)


def matrix_chain(a, b, c, v):
    return a @ (b @ c) @ v + a.dot(b).dot(c.dot(v))


def quadratic_form(a, x):
    return x @ a @ x / x.dot(x)


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def helmholtz(x, a, b, rt):
    bx = b @ x
    s2 = 2.0 ** 0.5
    logs = np.log((1 + (1 + s2) * bx) / (1 + (1 - s2) * bx))
    return rt * np.sum(x * np.log(x / (1 - bx))) - (x @ a @ x) / (2 * s2 * bx) * logs


def gaussian_mixture(alphas, means, log_scales, data):
    """Log likelihood of spherical components."""
    d = data.shape[1]
    diff = data[:, None, :] - means[None, :, :]
    squares = total(diff * diff, axis=2) * exp(-2.0 * log_scales)
    scores = alphas - d * log_scales - 0.5 * squares
    m = np.max(scores, axis=1, keepdims=True)
    per_point = m[:, 0] + log(total(exp(scores - m), axis=1))
    norm = log(total(exp(alphas)))
    return total(per_point) - len(data) * (norm + 0.5 * d * log(2 * np.pi))


def lennard_jones(positions):
    delta = positions[:, None] - positions[None, :]
    n = positions.shape[0]
    r2 = (delta ** 2).sum(-1) + np.eye(n)
    inv6 = 1.0 / r2 ** 3
    return 2.0 * np.sum((inv6 * inv6 - inv6) * (1.0 - np.eye(n)))


def standardised(x):
    return (x - np.mean(x, axis=0)) / np.std(x, axis=0)


def moments(x):
    spread = x.var(axis=1).sum() * np.std(x, ddof=1)
    return np.var(x) + spread + np.var(x, 0, ddof=1).max()


def cosine_similarity(u, v):
    return np.dot(u, v) / (np.sqrt(np.sum(u ** 2)) * np.sqrt(np.sum(v ** 2)))


def outer_products(u, v):
    m = np.outer(u, v) + np.outer(np.sin(v), u).T
    return m * m


def reductions(x):
    rows = np.prod(x, axis=1) + x.max(axis=1) * x.min(axis=1)
    return rows.sum() * x.prod() - np.mean(x)


def shapes(x):
    a = np.reshape(x, (3, 2)).T
    b = x.reshape(2, 3) + a
    c = np.transpose(b[None], (2, 0, 1)).squeeze()
    e = np.expand_dims(c.ravel(), 1)
    return np.concatenate([e, np.reshape(x, (-1, 1)) ** 2], axis=1)


def joined(x, y):
    stacked = np.stack((x, y, x * y), axis=1)
    longer = np.concatenate((x, np.ones(2), y[::-1]))
    return stacked.T @ stacked * np.sum(longer ** 2) + np.array([x[0], y[1], 1.0])


def filled(x, scale):
    a = np.full((2, 3), scale) * x + np.ones_like(x) + np.zeros(3)
    b = np.full_like(x, 2.0) * scale + np.eye(3) @ x + np.linspace(0.0, 1.0, 3) * x
    return a + b * np.broadcast_to(x[1:2], (3,))


def selected(x, y):
    z = np.where(x > y, x * y, np.sin(x))
    z = np.where(z > 0.1, z, np.where(y > 0.0, y ** 2, -y))
    return np.clip(z, -0.4, 0.8) + np.maximum(x, 0.0) - np.minimum(np.abs(y), 0.5)


def log_sum_exp_pairs(x):
    return np.logaddexp(x[:, None], x[None, :]).sum(axis=0)


def batched_products(a, b):
    return np.matmul(a, b) + np.sum(a, axis=(0, 2))[:, None]


def weighted_by_constant(x):
    return np.tanh(x @ WEIGHTS) * np.sum(WEIGHTS * WEIGHTS)


def single_precision_network(w, b, x):
    h = np.tanh(x @ w + b) * 2.0
    return np.sum(h * h, axis=0)


def circulant_energy(theta):
    x, y = np.cos(theta), np.sin(theta)
    shifted = np.concatenate((theta[1:], theta[:1]))
    return np.sum(np.cos(shifted - theta)) + np.sum(x) ** 2 + np.sum(y) ** 2


def kernel_regression(x, y, query, width):
    distances = (query[:, None] - x[None, :]) / width
    k = np.exp(-0.5 * np.square(distances))
    return (k @ y) / np.sum(k, axis=1)


def logarithmic_family(x):
    y = np.log1p(x * x) + np.expm1(-x) + np.log2(2.0 + x * x)
    y = y - np.log10(3.0 + np.exp2(x))
    z = np.arctan(y) * np.arcsinh(x) - np.arctanh(0.5 * np.tanh(y))
    return z + np.sinh(x) / np.cosh(x)


PROGRAMS = [
    program(softmax, sample(1, 4)),
    program(cross_entropy, sample(2, 5, 3), np.eye(3)[[0, 2, 1, 1, 0]]),
    program(layer_norm, sample(3, 2, 4), sample(4, 4), sample(5, 4)),
    program(perceptron_loss, sample(6, 4, 3), sample(7, 3), sample(8, 3, 1),
            sample(9, 1), sample(10, 6, 4),
            np.array([[0.0], [1.0], [1.0], [0.0], [1.0], [0.0]])),
    program(attention, sample(11, 3, 4), sample(12, 5, 4), sample(13, 5, 2)),
    program(causal_attention, sample(14, 4, 3), sample(15, 4, 3)),
    program(matrix_chain, sample(16, 2, 3), sample(17, 3, 4), sample(18, 4, 2),
            sample(19, 2)),
    program(quadratic_form, sample(20, 3, 3), sample(21, 3)),
    program(rosenbrock, sample(22, 6)),
    program(helmholtz, sample(23, 4, low=0.1, high=0.4), sample(24, 4, 4),
            sample(25, 4, low=0.1, high=0.4), 0.9),
    program(gaussian_mixture, sample(26, 3), sample(27, 3, 2), sample(28, 3, high=0.5),
            sample(29, 7, 2)),
    program(lennard_jones, np.array([[0.0, 0.0, 0.1], [1.1, 0.0, 0.0], [0.3, 1.2, 0.2],
                                     [0.2, 0.4, 1.3]])),
    program(standardised, sample(30, 5, 2)),
    program(moments, sample(31, 3, 4)),
    program(cosine_similarity, sample(32, 4), sample(33, 4)),
    program(outer_products, sample(34, 3), sample(35, 2)),
    program(reductions, sample(36, 3, 2)),
    program(shapes, sample(37, 6)),
    program(joined, sample(38, 3), sample(39, 3)),
    program(filled, sample(40, 3), 1.3),
    program(selected, sample(41, 5), sample(42, 5)),
    program(log_sum_exp_pairs, sample(43, 4)),
    program(batched_products, sample(44, 2, 3, 4), sample(45, 2, 4, 2)),
    program(weighted_by_constant, sample(46, 4, 3)),
    program(single_precision_network, sample(47, 3, 2).astype(np.float32),
            sample(48, 2).astype(np.float32), sample(49, 4, 3).astype(np.float32)),
    program(circulant_energy, sample(50, 5)),
    program(kernel_regression, sample(51, 5), sample(52, 5), sample(53, 3), 0.8),
    program(logarithmic_family, sample(54, 2, 3)),
]
