"""Programs of several subjects; each thread of a test has modules of its own."""

import numpy as np
from scipy import special, stats


class Box:
    def __init__(self, a):
        self.a, self.items = a, []

    def push(self, x):
        self.items.append(x)
        return self


def of_a_loop(x):
    s = 0.0
    for k in range(5):
        s = s + np.sin(x * k) * np.exp(-x)
    return s


def of_writes(v):
    w = v.copy()
    for i in range(1, len(w)):
        w[i] += w[i - 1] * 0.5
    return np.sum(w**2)


def of_an_object(x):
    box = Box(x)
    for k in range(3):
        box.push(x * k)
    return sum(box.items) * box.a


def of_a_dict(v):
    parts = {'a': v, 'b': v * 2}
    return np.sum(parts['a'] @ parts['b']) + sum(np.sum(parts[k]) for k in parts)


def of_scipy(x):
    return special.gammaln(x + 2) + stats.norm.logpdf(x, 0.3, 1.2)


def of_matrices(v):
    m = np.outer(v, v) + 3 * np.eye(len(v))
    return np.linalg.slogdet(m)[1] + np.sum(np.linalg.solve(m, v))


def repeated(x, y, n):
    return y * x if n == 0 else repeated(x, np.sin(y) + x, n - 1)


def of_a_recursion(x):
    return repeated(x, 0.4, 4)


def of_exceptions(v):
    try:
        if v[0] > 0:
            raise ValueError
        return np.sum(v)
    except ValueError:
        return np.sum(v**3)


def of_steps(x):
    while x < 10:
        x = x * 1.7 + 0.3
    return x


def of_an_order(v):
    return np.sum(np.sort(v)[::-1][:3] * np.arange(3)) + np.max(v) + np.std(v)
