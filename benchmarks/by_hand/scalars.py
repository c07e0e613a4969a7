"""Derivatives of the programs on single numbers."""

import math

import numpy as np


def straight_line(x, y):
    value = math.log(x) + x * y - math.sin(y)
    return value, (y + 1.0 / x, x - math.cos(y))


def logistic_map(x, steps):
    x_saved = []
    keep = x_saved.append
    for _ in range(steps):
        keep(x)
        x = 4.0 * x * (1.0 - x)
    value = x
    x_bar = 1.0
    for x in reversed(x_saved):
        x_bar = 4.0 * (1.0 - x) * x_bar - 4.0 * x * x_bar
    return value, x_bar


def newton_sqrt(a):
    x_saved = []
    x = a
    while abs(x * x - a) > 1e-12 * a:
        x_saved.append(x)
        x = 0.5 * (x + a / x)
    value = x
    a_bar = 0.0
    x_bar = 1.0
    while x_saved:
        x = x_saved.pop()
        half_bar = 0.5 * x_bar
        a_bar += half_bar / x
        x_bar = half_bar - half_bar * a / (x * x)
    return value, a_bar + x_bar


def sum_of_sines(x):
    total = 0.0
    for i in range(len(x)):
        total += np.sin(x[i]) * x[i]
    x_bar = np.zeros_like(x)
    for i in range(len(x) - 1, -1, -1):
        x_i = x[i]
        x_bar[i] += np.cos(x_i) * x_i + np.sin(x_i)
    return total, x_bar
