"""While loops with data-dependent trip counts, nested in each other and in for."""
import math

import numpy as np

from tests.programs.record import program, sample


def newton_square_root(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


def newton_kepler(mean_anomaly, eccentricity):
    e = mean_anomaly
    delta = 1.0
    steps = 0
    while abs(delta) > 1e-11 and steps < 50:
        delta = (e - eccentricity * math.sin(e) - mean_anomaly) / (
            1 - eccentricity * math.cos(e))
        e -= delta
        steps += 1
    return e


def taylor_exponential(x):
    term = 1.0
    total = 1.0
    k = 1
    while abs(term) > 1e-13:
        term = term * x / k
        total += term
        k += 1
    return total + k * 0.0


def while_inside_for(x):
    s = 0.0
    for i in range(x.shape[0]):
        v = x[i] * x[i] + 0.7
        while v < 5.0:
            v = v * 1.7
            s += 0.1 * v
        s = s + v
    return s


def while_inside_while(x):
    total = 0.0
    i = 0
    while i < 3:
        y = x + i
        j = 0
        while j < i:
            y = y * x + j
            j += 1
        total += np.sin(y)
        i += 1
    return total * i


def spline_by_search(knots, values, t):
    k = 0
    while knots[k + 1] < t:
        k += 1
    h = knots[k + 1] - knots[k]
    u = (t - knots[k]) / h
    return values[k] * (1 - u) ** 2 * (1 + 2 * u) + values[k + 1] * u * u * (3 - 2 * u)


def bisection(a):
    """The root of x**3 + a*x - 1, refined by one Newton step that carries the slope."""
    low, high = 0.0, 2.0
    while high - low > 1e-3:
        middle = 0.5 * (low + high)
        if middle ** 3 + a * middle > 1.0:
            high = middle
        else:
            low = middle
    x = 0.5 * (low + high)
    return x - (x ** 3 + a * x - 1.0) / (3.0 * x * x + a)


def fixed_point_of_array(w, b):
    h = np.zeros_like(b)
    change = 1.0
    while change > 1e-4:
        following = np.tanh(w @ h + b)
        change = np.max(np.abs(following - h))
        h = following
    return h


def doubling_steps(x):
    y = x * 1.0
    h = 0.01
    t = 0.0
    while t + h < 1.0:
        y += h * np.cos(y)
        y[0] = y[-1] * h
        t += h
        h *= 2.0
    return y * t


def euclid_like(a, b):
    count = 0
    while b > 0.05:
        a, b = b, a - int(a / b) * b
        count += 1
    return a * count + b


def never_entered(x):
    y = x
    while y > 10.0:
        y = y / 2.0
        z = y  # noqa: F841
    while np.sum(y) < -10.0:
        y = y * y
    return y * 3.0


def for_inside_while(x):
    total = 0.0
    size = 1
    while total < 2.0:
        for i in range(size):
            total = total + x[i] ** 2 / (1.0 + total)
        size = size + 1 if size < len(x) else 1
    return total * size


def consumes_positions(x):
    left = 0
    right = len(x) - 1
    area = 0.0
    while left < right:
        area += (right - left) * min(x[left], x[right])
        if x[left] < x[right]:
            left += 1
        else:
            right -= 1
    return area


PROGRAMS = [
    program(newton_square_root, 2.7),
    program(newton_kepler, 1.1, 0.4),
    program(taylor_exponential, 1.3, heavy=True),
    program(while_inside_for, sample(323, 3)),
    program(while_inside_while, 0.6),
    program(spline_by_search, np.array([0.0, 0.5, 1.1, 1.9]), sample(327, 4), 0.8),
    program(bisection, 1.37),
    program(fixed_point_of_array, 0.3 * sample(901, 3, 3), sample(902, 3)),
    program(doubling_steps, sample(903, 3)),
    program(euclid_like, 2.9, 1.13),
    program(never_entered, 0.7),
    program(for_inside_while, sample(904, 3)),
    program(consumes_positions, np.array([0.4, 1.1, 0.9, 1.7, 0.6])),
]
