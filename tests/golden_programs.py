"""Small classic programs whose derivatives are kept as text in golden/derivatives/."""

import math

import numpy as np

import tangentlite as tl

GRAVITY = 9.81


def f(x1, x2):
    return np.log(x1) + x1 * x2 - np.sin(x2)


def horner(x, coefficients):
    y = 0.0
    for c in coefficients:
        y = y * x + c
    return y


def logistic(x, n):
    l = x
    for _ in range(n):
        l = 4.0 * l * (1.0 - l)
    return l


def newton_sqrt(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


def huber(r, delta):
    if abs(r) <= delta:
        loss = 0.5 * r * r
    else:
        loss = delta * (abs(r) - 0.5 * delta)
    return loss


def leaky(x):
    return x if x > 0.0 else 0.01 * x


def collatz_like(x, n):
    for k in range(n):
        if x > 1.0:
            x = math.sqrt(x)
        else:
            x = 3.0 * x + 1.0 / (k + 1)
    return x


def weighted(x):
    s = 0.0
    for i in range(len(x)):
        s += np.sin(x[i]) * x[i]
    return s


def running_maximum(x):
    best = x[0]
    total = 0.0
    for v in x:
        if v > best:
            best = v
        total = total + best
    return total


def helmholtz(x, a, b, rt):
    bx = b @ x
    root = math.sqrt(2.0)
    logs = np.log((1.0 + (1.0 + root) * bx) / (1.0 + (1.0 - root) * bx))
    mixing = rt * np.sum(x * np.log(x / (1.0 - bx)))
    return mixing - (x @ a @ x) / (2.0 * root * bx) * logs


def loss(w1, b1, w2, b2, x, y):
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2
    return np.mean(np.logaddexp(0.0, z) - y * z)


def step(h, x, w, v):
    return np.tanh(h @ w + x @ v)


def rnn(xs, h, w, v):
    for x in xs:
        h = step(h, x, w, v)
    return np.sum(h)


def pendulum(state, length, damping=0.1):
    angle, speed = state[0], state[1]
    return np.array([speed, -GRAVITY / length * np.sin(angle) - damping * speed])


def rk4(state, length, h, steps):
    for _ in range(steps):
        k1 = pendulum(state, length)
        k2 = pendulum(state + 0.5 * h * k1, length)
        k3 = pendulum(state + 0.5 * h * k2, length)
        k4 = pendulum(state + h * k3, length)
        state = state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return state


def to_polar(x, y):
    r = np.sqrt(x * x + y * y)
    return r, np.arctan(y / x)


def quadratic_form(a, x):
    return 0.5 * x @ (a + a.T) @ x


def trace_of_power(a, n):
    p = np.eye(len(a))
    for _ in range(n):
        p = p @ a
    return np.sum(p * np.eye(len(a)))


def power_iteration(a, v, tolerance):
    eigenvalue = 0.0
    change = 1.0
    while change > tolerance:
        w = a @ v
        new = np.sqrt(w @ w)
        change = abs(new - eigenvalue)
        eigenvalue = new
        v = w / new
    return eigenvalue


def softmax_cross_entropy(z, labels):
    shifted = z - np.max(z, axis=1, keepdims=True)
    log_sums = np.log(np.sum(np.exp(shifted), axis=1))
    chosen = shifted[np.arange(len(labels)), labels]
    return np.mean(log_sums - chosen)


def standardise(x):
    centred = x - np.mean(x, axis=0)
    return centred / np.sqrt(np.mean(centred ** 2, axis=0) + 1e-3)


def pair_energy(positions):
    differences = positions[:, None, :] - positions[None, :, :]
    squares = np.sum(differences ** 2, axis=-1)
    return np.sum(1.0 / (1.0 + squares))


def outer_sum(column, row, bias):
    return np.sum(np.exp(column * row) + bias)


def hinge(w, x, y):
    margins = np.maximum(1.0 - y * (x @ w), 0.0)
    return np.sum(margins) + 0.1 * np.sum(w ** 2)


def masked_mean(x):
    kept = x[x > 0.0]
    return np.sum(kept) / len(kept)


def embedding(table, indices, weights):
    return np.sum(np.tanh(table[indices]) * weights)


def rolled_products(x):
    stack = []
    for v in x:
        stack.append(v * v)
    total = 1.0
    for _ in range(len(x)):
        total = total * 0.5 + stack.pop() * total
    return total


def smoothed(x, rate):
    level = x[0]
    levels = []
    for v in x:
        level = rate * v + (1.0 - rate) * level
        levels.append(level)
    return np.stack(levels)


def recurrence(x, a):
    y = np.zeros(len(x))
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] = a * y[i - 1] + x[i] * y[i - 1]
    return np.sum(y)


def thomas(lower, diagonal, upper, right):
    n = len(diagonal)
    d = diagonal.copy()
    x = right.copy()
    for i in range(1, n):
        factor = lower[i - 1] / d[i - 1]
        d[i] -= factor * upper[i - 1]
        x[i] -= factor * x[i - 1]
    x[n - 1] = x[n - 1] / d[n - 1]
    for i in reversed(range(n - 1)):
        x[i] = (x[i] - upper[i] * x[i + 1]) / d[i]
    return x


def heat(u, c, steps):
    u = u.copy()
    for _ in range(steps):
        u[1:-1] = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def convolution(signal, kernel):
    n = len(signal) - len(kernel) + 1
    result = np.zeros(n)
    for i in range(n):
        for j in range(len(kernel)):
            result[i] += signal[i + j] * kernel[j]
    return result


def histogram(x, bins, scale):
    counts = np.zeros(3)
    np.add.at(counts, bins, np.exp(scale * x))
    return counts


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def potential(x, k):
    return 0.5 * k * x ** 2 + 0.1 * x ** 4


def leapfrog(x, v, k, h, steps):
    for _ in range(steps):
        v = v - h * tl.grad(potential)(x, k)
        x = x + h * v
    return x


def attention(q, k, v):
    s = q @ k.T / np.sqrt(q.shape[1])
    e = np.exp(s - np.max(s, axis=1, keepdims=True))
    p = e / np.sum(e, axis=1, keepdims=True)
    return np.sum((p @ v) ** 2)


def mixture_likelihood(x, means, weights):
    total = 0.0
    for i in range(len(x)):
        d = x[i] - means
        total = total + np.log(np.sum(weights * np.exp(-0.5 * d * d)))
    return total


def cross_entropy(w, x, y):
    p = 1.0 / (1.0 + np.exp(-(x @ w)))
    return -np.mean(y * np.log(p) + (1.0 - y) * np.log(1.0 - p))


def pooled_features(images, kernel):
    return np.sum(np.tanh(images @ kernel) ** 2)


@tl.custom_vjp
def whitened(a, x):
    return np.linalg.inv(a) @ x


def whitened_fwd(a, x):
    inverse = np.linalg.inv(a)
    y = inverse @ x
    return y, (inverse, y)


def whitened_bwd(residuals, cotangent):
    inverse, y = residuals
    back = inverse.T @ cotangent
    return -np.outer(back, y), back


whitened.defvjp(whitened_fwd, whitened_bwd)


def refined(a, x, n):
    for _ in range(n):
        x = np.tanh(whitened(a, x))
    return np.sum(x * x)


def clipped_recurrence(w, x, n):
    for _ in range(n):
        x = np.tanh(w * x)
        with tl.insert_grad_of(x) as g:
            g = np.clip(g, -1.0, 1.0)
    return np.sum(x)


def sharpened(x, n):
    for _ in range(n):
        with tl.no_grad():
            top = np.max(x)
        e = np.exp(3.0 * (x - top))
        x = e / np.sum(e)
    return np.sum(x * x)


def decay(x, n):
    for _ in tl.checkpointed(range(n)):
        x = x - 0.1 * np.sin(x)
    return np.sum(x)


def gradient_steps(w, x, n):
    def energy(w, z):
        return np.sum(w * z * z)
    for _ in range(n):
        x = x - 0.1 * tl.grad(energy, wrt="z")(w, x)
    return np.sum(x * x)


def settled(w, x):
    z = np.zeros_like(x)
    for _ in range(200):
        z = np.tanh(w @ z + x)
    return z


def imbalance(z, w, x):
    return z - np.tanh(w @ z + x)


equilibrium = tl.implicit(settled, imbalance)


def equilibrium_loss(w, x, target):
    return np.sum((equilibrium(w, x) - target) ** 2)


def damped_wave(t, rate, frequency):
    return np.exp(-rate * t) * np.cos(frequency * t)
