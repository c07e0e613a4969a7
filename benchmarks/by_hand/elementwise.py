"""Derivatives of the sums of elementwise expressions."""

import numpy as np


def rosenbrock(x):
    head = x[:-1]
    bend = x[1:] - head**2
    rest = 1.0 - head
    value = np.sum(100.0 * bend**2 + rest**2)

    bend *= 200.0
    x_bar = np.empty_like(x)
    x_bar[0] = 0.0
    x_bar[1:] = bend
    bend *= head
    bend += rest
    bend *= 2.0
    x_bar[:-1] -= bend
    return value, x_bar


def smooth_chain(x, y):
    s = np.exp(-(x * y))
    s += 1.0
    np.divide(1.0, s, out=s)
    t = np.tanh(x)
    u = x * x
    u += 1.0
    log_u = np.log(u)
    work = s * t
    value = np.sum(work + log_u * y)

    np.divide(x, u, out=u)
    u *= 2.0
    u *= y
    x_bar = u
    y_bar = log_u
    t *= t
    np.subtract(1.0, t, out=t)
    t *= s
    x_bar += t
    np.subtract(1.0, s, out=s)
    work *= s
    np.multiply(work, x, out=s)
    y_bar += s
    work *= y
    x_bar += work
    return value, (x_bar, y_bar)


def polynomial_chain(x, y):
    left = x * y
    left += 2.0 * x
    left -= y
    right = x - 3.0 * y
    x_bar = left * right
    value = np.sum(x_bar * x)

    right *= x
    left *= x
    x_bar += left
    x_bar += right * y
    y_bar = right * x
    y_bar -= right
    left *= 3.0
    y_bar -= left
    right *= 2.0
    x_bar += right
    return value, (x_bar, y_bar)
