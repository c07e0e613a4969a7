"""For loops over ranges and sequences with carried values."""
# ruff: noqa: B007
import math

import numpy as np

from tests.programs.record import program, sample

NODES = (-0.7745966692414834, 0.0, 0.7745966692414834)
NODE_WEIGHTS = [5 / 9, 8 / 9, 5 / 9]


def logistic_map(x, n):
    y = x
    for i in range(n):
        y = 3.7 * y * (1.0 - y)
    return y


def continued_fraction(x, depth):
    f = x
    for k in range(depth, 0, -1):
        f = k + x * x / f
    return x / f


def arithmetic_geometric_mean(a, g):
    for _ in range(4):
        a, g = (a + g) / 2, math.sqrt(a * g)
    return a


def power_iteration(a, n):
    v = np.ones(a.shape[0])
    for _ in range(n):
        w = a @ v
        v = w / np.sqrt(w @ w)
    return v @ a @ v


def lotka_volterra(x, y, a, b, c, d):
    dt = 0.05
    for t in range(12):
        dx = a * x - b * x * y
        dy = c * x * y - d * y
        x = x + dt * dx
        y = y + dt * dy
    return x * y


def runge_kutta_pendulum(theta, omega, h, n):
    for i in range(n):
        k1 = omega
        l1 = -np.sin(theta)
        k2 = omega + 0.5 * h * l1
        l2 = -np.sin(theta + 0.5 * h * k1)
        k3 = omega + 0.5 * h * l2
        l3 = -np.sin(theta + 0.5 * h * k2)
        k4 = omega + h * l3
        l4 = -np.sin(theta + h * k3)
        theta += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        omega += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    return theta


def lennard_jones_pairs(x):
    energy = 0.0
    n = x.shape[0]
    for i in range(n):
        for j in range(i):
            r2 = 0.0
            for k in range(x.shape[1]):
                r2 += (x[i, k] - x[j, k]) ** 2
            s6 = 1.0 / r2 ** 3
            energy += 4.0 * (s6 * s6 - s6)
    return energy


def viterbi(log_start, log_transition, log_emission):
    """The score of the best path, by maximum over the predecessors."""
    score = log_start + log_emission[0]
    for row in log_emission[1:]:
        score = np.max(score[:, None] + log_transition, axis=0) + row
    return np.max(score)


def forward_algorithm(log_start, log_transition, log_emission):
    alpha = log_start + log_emission[0]
    for t in range(1, len(log_emission)):
        m = alpha.max()
        alpha = np.log(np.exp(alpha - m) @ np.exp(log_transition)) + m + log_emission[t]
    return np.log(np.sum(np.exp(alpha)))


def kalman_filter(observations, q, r):
    mean, variance = 0.0, 1.0
    loss = 0.0
    for z in observations:
        variance = variance + q
        innovation = z - mean
        s = variance + r
        loss += 0.5 * (innovation ** 2 / s + np.log(s))
        gain = variance / s
        mean = mean + gain * innovation
        variance = (1 - gain) * variance
    return loss


def recurrent_network(xs, h, w, v):
    for x in xs:
        h = np.tanh(h @ w + x @ v)
    return np.sum(h ** 2)


def sum_of_rows(a):
    s = 0
    for row in a:
        s += row * row
    return s


def sum_from_float_zero(x):
    s = 0.0
    for i in range(x.shape[0]):
        s = s + x[i] * (i + 1)
    return np.tanh(s)


def loop_variable_afterwards(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i] ** 2
    for value in x:
        s *= 1.0 + 0.1 * value
    return s * x[i] + value


def zero_trips(x, n):
    y = x * 2.0
    z = 0.0
    for i in range(n):
        y = y * np.sin(y) + i
        z = y
    while n > 100:
        y = y * y
        n = n - 1
    for unused in x[3:3]:
        z = z + unused
    return np.sum(y) + np.sum(z)


def reassigned_loop_variable(x):
    s = x
    for i in range(3):
        i = i * 2 + 1
        s = s * (1.0 + i * 0.1) + np.sin(s)
    return s * i


def reused_loop_variables(a):
    s = 0.0
    for i in range(2):
        for j in range(3):
            s = s + a[i, j] ** 2
        for j in range(2, -1, -2):
            s = s * np.cos(a[i, j])
    for i in range(2):
        s += a[i, i]
    return s * (i + j)


def ranges(x):
    s = 0.0
    for i in range(4, 0, -2):
        s = s * x[i] + x[i - 1]
    for i in range(1, 5, 3):
        s = np.sin(s + x[i])
    for i in range(5, 2):
        s = s * 1000.0
    for i in reversed(range(0, 5, 2)):
        s = s * 0.5 + x[i] ** 2
    return s


def zips(x, y):
    s = 1.0
    for a, b in zip(x, y):
        s = s * a + b
    for k, (a, b) in enumerate(zip(reversed(x), y[1:])):
        s = s + k * a * b * s
    for k, a in enumerate(y, 2):
        s += a ** k
    return s


def gauss_legendre(a, b):
    half = 0.5 * (b - a)
    middle = 0.5 * (a + b)
    s = 0.0
    for node, weight in zip(NODES, NODE_WEIGHTS):
        t = middle + half * node
        s += weight * np.exp(-t * t) * np.sin(3 * t)
    return half * s


def clenshaw(coefficients, x):
    b1 = 0.0
    b2 = 0.0
    for c in coefficients[:0:-1]:
        b1, b2 = c + 2.0 * x * b1 - b2, b1
    return coefficients[0] + x * b1 - b2


def legendre(x, n):
    p_before = np.ones_like(x)
    p = x
    for k in range(1, n):
        following = ((2 * k + 1) * x * p - k * p_before) / (k + 1)
        p_before = p
        p = following
    return p


def gradient_descent(target, rate, steps):
    w = np.zeros(3)
    velocity = 0.0
    for step in range(steps):
        g = 2.0 * (w - target) + np.sin(w)
        velocity = 0.9 * velocity - rate * g
        w = w + velocity
    return w


def romberg(a, b):
    h = b - a
    previous = 0.5 * h * (math.exp(-a) + math.exp(-b))
    n = 1
    for level in range(3):
        h /= 2
        s = 0.0
        for k in range(n):
            s += math.exp(-(a + (2 * k + 1) * h))
        current = 0.5 * previous + h * s
        extrapolated = (4 * current - previous) / 3
        previous = current
        n *= 2
    return extrapolated


PROGRAMS = [
    program(logistic_map, 0.3, 5),
    program(continued_fraction, 0.9, 6),
    program(arithmetic_geometric_mean, 1.0, 2.3),
    program(power_iteration, sample(301, 3, 3) + 3.0 * np.eye(3), 4),
    program(lotka_volterra, 1.2, 0.8, 1.1, 0.6, 0.5, 0.9),
    program(runge_kutta_pendulum, 0.7, 0.2, 0.1, 3),
    program(lennard_jones_pairs, np.array([[0.0, 0.0], [1.1, 0.1], [0.3, 1.2]])),
    program(viterbi, sample(302, 3), sample(303, 3, 3), sample(304, 4, 3)),
    program(forward_algorithm, sample(305, 3), sample(306, 3, 3), sample(307, 4, 3)),
    program(kalman_filter, sample(308, 5), 0.1, 0.4),
    program(recurrent_network, sample(309, 3, 2, 3), sample(310, 2, 4),
            sample(311, 4, 4), sample(312, 3, 4)),
    program(sum_of_rows, sample(313, 3, 2)),
    program(sum_from_float_zero, sample(314, 4)),
    program(sum_from_float_zero, sample(315, 3, 2), name='sum_from_float_zero_rows'),
    program(loop_variable_afterwards, sample(316, 3)),
    program(zero_trips, sample(317, 4), 0),
    program(zero_trips, sample(318, 4), 2, name='two_trips'),
    program(reassigned_loop_variable, 0.8),
    program(reused_loop_variables, sample(319, 2, 3)),
    program(ranges, sample(320, 5)),
    program(zips, sample(321, 4), sample(322, 4, low=0.2)),
    program(gauss_legendre, 0.2, 1.3),
    program(clenshaw, sample(324, 5), 0.3),
    program(legendre, sample(325, 3), 5),
    program(gradient_descent, sample(326, 3), 0.1, 4),
    program(romberg, 0.1, 1.4),
]
