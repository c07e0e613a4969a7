"""Derivatives of stencils.

What a step reads at several places, its derivative adds to several places. Here each
place of an adjoint gathers what is added to it, so that an array is written in one loop
and its iterations do not depend on each other.
"""

import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def heat_slices(start, conductivity, steps):
    n = len(start)
    u = start.copy()
    bends = np.empty((steps, n - 2))
    for t in range(steps):
        for i in range(n - 2):
            bends[t, i] = u[i + 2] - 2.0 * u[i + 1] + u[i]
        for i in range(n - 2):
            u[i + 1] += conductivity * bends[t, i]
    value = np.dot(u, u)

    u_bar = 2.0 * u
    conductivity_bar = 0.0
    bend_bar = np.zeros(
        n + 2
    )  # two zeros at each end: from u[i] - 2 u[i + 1] + u[i + 2]
    for t in range(steps - 1, -1, -1):
        conductivity_bar += np.dot(u_bar[1:-1], bends[t])
        for i in range(n - 2):
            bend_bar[i + 2] = conductivity * u_bar[i + 1]
        for i in range(n):
            u_bar[i] += bend_bar[i] - 2.0 * bend_bar[i + 1] + bend_bar[i + 2]
    return value, (u_bar, conductivity_bar)


@njit(error_model="numpy", cache=True)
def fdtd_2d_loss(ex, ey, hz, source, steps):
    rows, columns = hz.shape
    ex, ey, hz = ex.copy(), ey.copy(), hz.copy()
    for t in range(steps):
        ey[0, :] = source[t]
        for i in range(1, rows):
            for j in range(columns):
                ey[i, j] -= 0.5 * (hz[i, j] - hz[i - 1, j])
        for i in range(rows):
            for j in range(1, columns):
                ex[i, j] -= 0.5 * (hz[i, j] - hz[i, j - 1])
        for i in range(rows - 1):
            for j in range(columns - 1):
                curl = ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j]
                hz[i, j] -= 0.7 * curl
    value = 0.0
    for i in range(rows):
        for j in range(columns):
            value += 0.5 * ex[i, j] ** 2 + 0.5 * ey[i, j] ** 2 + hz[i, j] ** 2

    ex_bar, ey_bar, hz_bar = ex, ey, 2.0 * hz
    source_bar = np.zeros_like(source)
    last_row, last = rows - 1, columns - 1
    for t in range(steps - 1, -1, -1):
        # hz[i, j] -= 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])
        for i in range(last_row):
            ex_bar[i, 0] += 0.7 * hz_bar[i, 0]
            for j in range(1, last):
                ex_bar[i, j] += 0.7 * (hz_bar[i, j] - hz_bar[i, j - 1])
            ex_bar[i, last] -= 0.7 * hz_bar[i, last - 1]
        for j in range(last):
            ey_bar[0, j] += 0.7 * hz_bar[0, j]
        for i in range(1, last_row):
            for j in range(last):
                ey_bar[i, j] += 0.7 * (hz_bar[i, j] - hz_bar[i - 1, j])
        for j in range(last):
            ey_bar[last_row, j] -= 0.7 * hz_bar[last_row - 1, j]
        # ex[i, j] -= 0.5 * (hz[i, j] - hz[i, j - 1])
        for i in range(rows):
            hz_bar[i, 0] += 0.5 * ex_bar[i, 1]
            for j in range(1, last):
                hz_bar[i, j] += 0.5 * (ex_bar[i, j + 1] - ex_bar[i, j])
            hz_bar[i, last] -= 0.5 * ex_bar[i, last]
        # ey[i, j] -= 0.5 * (hz[i, j] - hz[i - 1, j])
        for j in range(columns):
            hz_bar[0, j] += 0.5 * ey_bar[1, j]
        for i in range(1, last_row):
            for j in range(columns):
                hz_bar[i, j] += 0.5 * (ey_bar[i + 1, j] - ey_bar[i, j])
        for j in range(columns):
            hz_bar[last_row, j] -= 0.5 * ey_bar[last_row, j]
        # ey[0, :] = source[t]
        total = 0.0
        for j in range(columns):
            total += ey_bar[0, j]
            ey_bar[0, j] = 0.0
        source_bar[t] = total
    return value, (ex_bar, ey_bar, hz_bar, source_bar)
