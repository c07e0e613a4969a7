"""Calls of module-level helpers: keywords, defaults, several deep, tuple results."""
import math

import numpy as np

from tests.programs.record import program, sample

GRAVITY = 9.81
COEFFICIENTS = [0.99, -0.5, 0.25]
MIXING = np.array([[0.5, 0.2], [-0.3, 0.8]])


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def affine(x, w, b=0.0, *, scale=1.0):
    return scale * (x @ w + b)


def polar(x, y):
    r = np.sqrt(x * x + y * y)
    return r, np.arctan(y / x)


def cartesian(r, angle=0.5, offset=0.0):
    return r * np.cos(angle) + offset, r * np.sin(angle) - offset


def rate(state, mass, stiffness=2.0):
    position, velocity = state[0], state[1]
    return np.array([velocity, -stiffness / mass * position])


def runge_kutta_step(state, h, mass):
    k1 = rate(state, mass)
    k2 = rate(state + 0.5 * h * k1, mass)
    k3 = rate(state + 0.5 * h * k2, mass=mass)
    k4 = rate(state + h * k3, mass, stiffness=2.0)
    return state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def lstm_cell(h, c, x, w, u):
    gates = np.concatenate([h, x]) @ w + u
    i, f, o, g = gates[:2], gates[2:4], gates[4:6], gates[6:]
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    return sigmoid(o) * np.tanh(c), c


def smallest_and_largest(x):
    low = x[0]
    high = x[0]
    for v in x[1:]:
        low = v if v < low else low
        high = v if v > high else high
    return low, high


def weighted_mean(x, weights=None):
    if weights is None:
        result = np.mean(x)
    else:
        result = np.sum(x * weights) / np.sum(weights)
    return result


def cubic_second_derivatives(y, h):
    """Of the natural spline through equidistant values."""
    n = len(y)
    m = np.zeros(n)
    c = np.zeros(n)
    for i in range(1, n - 1):
        pivot = 4.0 - c[i - 1]
        c[i] = 1.0 / pivot
        m[i] = (6.0 * (y[i + 1] - 2.0 * y[i] + y[i - 1]) / h ** 2 - m[i - 1]) / pivot
    for i in range(n - 2, 0, -1):
        m[i] -= c[i] * m[i + 1]
    return m


def log_gamma(z):
    x = z
    shift = 0.0
    while x < 7.0:
        shift += math.log(x)
        x += 1.0
    return (x - 0.5) * math.log(x) - x + 0.9189385332046727 + 1 / (12 * x) - shift


def log_beta(a, b):
    return log_gamma(a) + log_gamma(b) - log_gamma(a + b)


def with_sigmoid(x, w):
    return np.sum(sigmoid(affine(x, w)) * sigmoid(affine(x, w, 0.3, scale=2.0)))


def keywords_in_any_order(x, w, b):
    return affine(w=w, b=b, x=x) + affine(x, w=w, scale=b)


def round_trip(x, y):
    r, angle = polar(x, y)
    u, v = cartesian(angle=2.0 * angle, r=r)
    p = cartesian(r)
    q = cartesian(r, offset=x)
    return u * p[0] + v * p[1] - q[0] * q[-1]


def oscillator(state, h, mass):
    for _ in range(3):
        state = runge_kutta_step(state, h, mass)
    return state


def lstm(xs, w, u):
    h = np.zeros(2)
    c = np.zeros(2)
    for x in xs:
        h, c = lstm_cell(h, c, x, w, u)
    return h @ c


def value_range(x):
    low, high = smallest_and_largest(x)
    return (high - low) ** 2 / (high + low)


def optional_argument(x, weights):
    return weighted_mean(x) * weighted_mean(x, weights) + weighted_mean(x, weights=None)


def cubic_spline(y, t):
    h = 0.5
    m = cubic_second_derivatives(y, h)
    k = int(t / h)
    u = t - k * h
    v = h - u
    curved = (m[k] * v ** 3 + m[k + 1] * u ** 3) / (6.0 * h)
    straight = (y[k] / h - m[k] * h / 6.0) * v + (y[k + 1] / h - m[k + 1] * h / 6.0) * u
    return curved + straight


def beta_binomial(a, b):
    return log_beta(a + 3.0, b + 2.0) - log_beta(a, b)


def horner_with_constants(x):
    r = 0.0
    for c in COEFFICIENTS:
        r = r * x + c
    return r * GRAVITY + np.sum(MIXING @ np.array([x, r]))


def square(x):
    return x * x


def fourth_power(x):
    return square(square(x))


def difference_of_powers(x, y=2.0):
    return fourth_power(x) - square(y) * fourth_power(y - x)


def called_with_same_value(x):
    return difference_of_powers(x, x + 1.0) + difference_of_powers(x) * square(x)


def statistics(x):
    mean = np.mean(x)
    centred = x - mean
    return mean, np.sum(centred ** 2), centred


def three_results(x, y):
    p = x * y
    return p, np.sin(x), p + y


def results_of_different_shape(x, w):
    mean, spread, centred = statistics(x)
    return mean * spread, centred * w, 1.5


def single_element_tuple(x):
    pair = three_results(x, x * 2.0)
    return (pair[0] * pair[2],)


def helper_with_own_array(x, n):
    y = np.zeros(n)
    for i in range(n):
        y[i] = x ** (i + 1)
    return y


def powers_as_features(x, w):
    features = helper_with_own_array(x, len(w))
    return np.dot(features, w) + helper_with_own_array(x, n=2).sum()


def calls_in_conditions(x):
    y = x
    while square(y) < 9.0:
        y = y + sigmoid(x) if square(y) > 2.0 else y * 1.5 + 0.1
    return y if sigmoid(y) > 0.5 else x


def ignores_one_result(x, y):
    r, _ = polar(x, y)
    _, angle = polar(y, x)
    return r * 2.0 + angle


PROGRAMS = [
    program(with_sigmoid, sample(501, 2, 3), sample(502, 3, 2)),
    program(keywords_in_any_order, sample(503, 3), sample(504, 3), 0.7),
    program(round_trip, 0.8, 0.6),
    program(oscillator, np.array([1.0, 0.3]), 0.2, 1.5),
    program(lstm, sample(505, 3, 3), sample(506, 5, 8), sample(507, 8), heavy=True),
    program(value_range, np.array([0.7, 0.2, 1.9, 1.1])),
    program(optional_argument, sample(508, 4), sample(509, 4, low=0.2)),
    program(cubic_spline, sample(510, 5), 1.2),
    program(beta_binomial, 2.3, 1.4, heavy=True),
    program(horner_with_constants, 0.8),
    program(called_with_same_value, 0.6),
    program(three_results, 0.7, 1.2),
    program(results_of_different_shape, sample(511, 3), 0.4),
    program(single_element_tuple, 0.9),
    program(powers_as_features, 0.8, sample(512, 4)),
    program(calls_in_conditions, 0.7),
    program(ignores_one_result, 0.7, 1.1),
]
