"""Derivatives of the heat equation."""

import numpy as np


def heat_slices(start, conductivity, steps):
    u = np.copy(start)
    saved = []
    for _ in range(steps):
        bend = u[2:] - 2.0 * u[1:-1] + u[:-2]
        saved.append(bend)
        u[1:-1] += conductivity * bend
    value = np.sum(u * u)

    u *= 2.0
    u_bar = u
    conductivity_bar = 0.0
    inner_bar = u_bar[1:-1]
    while saved:
        conductivity_bar += np.dot(inner_bar, saved.pop())
        bend_bar = conductivity * inner_bar
        u_bar[2:] += bend_bar
        u_bar[:-2] += bend_bar
        bend_bar *= 2.0
        inner_bar -= bend_bar
    return value, (u_bar, conductivity_bar)


def heat_elements(start, conductivity, steps):
    u = np.copy(start)
    n = len(u)
    saved = []
    for _ in range(steps):
        new = np.copy(u)
        for i in range(1, n - 1):
            new[i] += conductivity * (u[i + 1] - 2.0 * u[i] + u[i - 1])
        saved.append(u)
        u = new
    value = 0.0
    for i in range(n):
        value += u[i] * u[i]

    u_bar = np.empty_like(u)
    for i in range(n):
        u_bar[i] = 2.0 * u[i]
    conductivity_bar = 0.0
    while saved:
        u = saved.pop()
        new_bar = u_bar
        u_bar = np.copy(new_bar)
        for i in range(n - 2, 0, -1):
            entry_bar = new_bar[i]
            conductivity_bar += entry_bar * (u[i + 1] - 2.0 * u[i] + u[i - 1])
            bend_bar = conductivity * entry_bar
            u_bar[i + 1] += bend_bar
            u_bar[i] -= 2.0 * bend_bar
            u_bar[i - 1] += bend_bar
    return value, (u_bar, conductivity_bar)
