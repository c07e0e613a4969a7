"""Stencils in place, a triangular solve by rows, neighbours, pairs of particles."""
import math

import numpy as np


def wave(u, c, steps):
    """Squared norm of a string at rest in shape u after some leapfrog steps."""
    r = c * c
    old = u.copy()
    u = u.copy()
    for _ in range(steps):
        lap = u[2:] - 2.0 * u[1:-1] + u[:-2]
        old[1:-1] = 2.0 * u[1:-1] - old[1:-1] + r * lap
        u, old = old, u
    return np.sum(u * u)


def wave_grad(u, c, steps):
    """Gradient of wave with respect to u and c."""
    # forward
    r = c * c
    old = u.copy()
    u = u.copy()
    lap_saved = []
    for _ in range(steps):
        lap = u[2:] - 2.0 * u[1:-1] + u[:-2]
        lap_saved.append(lap)
        old[1:-1] = 2.0 * u[1:-1] - old[1:-1] + r * lap
        u, old = old, u

    # backward
    # return np.sum(u * u)
    u_bar = 2.0 * u
    old_bar = np.zeros_like(u)
    r_bar = 0.0
    for _ in range(steps):
        # u, old = old, u
        u_bar, old_bar = old_bar, u_bar
        # old[1:-1] = 2.0 * u[1:-1] - old[1:-1] + r * lap
        u_bar[1:-1] += 2.0 * old_bar[1:-1]
        r_bar = r_bar + old_bar[1:-1] @ lap_saved.pop()
        lap_bar = r * old_bar[1:-1]
        old_bar[1:-1] *= -1.0
        # lap = u[2:] - 2.0 * u[1:-1] + u[:-2]
        u_bar[2:] += lap_bar
        u_bar[1:-1] -= 2.0 * lap_bar
        u_bar[:-2] += lap_bar
    # old = u.copy()
    u_bar += old_bar
    # r = c * c
    c_bar = 2.0 * c * r_bar
    return u_bar, c_bar


def wave_jvp(u, c, steps, u_dot, c_dot):
    """Tangent of wave with respect to u and c."""
    r = c * c
    r_dot = 2.0 * c * c_dot
    old = u.copy()
    old_dot = u_dot.copy()
    u = u.copy()
    u_dot = u_dot.copy()
    for _ in range(steps):
        lap = u[2:] - 2.0 * u[1:-1] + u[:-2]
        lap_dot = u_dot[2:] - 2.0 * u_dot[1:-1] + u_dot[:-2]
        old[1:-1] = 2.0 * u[1:-1] - old[1:-1] + r * lap
        old_dot[1:-1] = 2.0 * u_dot[1:-1] - old_dot[1:-1] + r_dot * lap + r * lap_dot
        u, old = old, u
        u_dot, old_dot = old_dot, u_dot
    return 2.0 * np.sum(u * u_dot)


def bratu(u, lam, sweeps):
    """Mean of u after Gauss-Seidel sweeps, in place, for -u'' = lam exp(u)."""
    h = 1.0 / (len(u) - 1)
    for _ in range(sweeps):
        for i in range(1, len(u) - 1):
            e = math.exp(u[i])
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * lam * e)
    return h * np.sum(u)


def bratu_grad(u, lam, sweeps):
    """Gradient of bratu with respect to u and lam."""
    # forward
    u = u.copy()
    h = 1.0 / (len(u) - 1)
    e_saved = []
    for _ in range(sweeps):
        for i in range(1, len(u) - 1):
            e = math.exp(u[i])
            e_saved.append(e)
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * lam * e)

    # backward
    # return h * np.sum(u)
    u_bar = np.full_like(u, h)
    lam_bar = 0.0
    for _ in range(sweeps):
        for i in reversed(range(1, len(u) - 1)):
            # u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * lam * e)
            e = e_saved.pop()
            half = 0.5 * u_bar[i]
            u_bar[i - 1] += half
            u_bar[i + 1] += half
            lam_bar = lam_bar + half * h * h * e
            # e = math.exp(u[i])
            u_bar[i] = half * h * h * lam * e
    return u_bar, lam_bar


def solve_lower(l, b):
    """Squared norm of the solution of l x = b with l lower triangular."""
    x = np.zeros_like(b)
    for i in range(len(b)):
        x[i] = (b[i] - l[i, :i] @ x[:i]) / l[i, i]
    return x @ x


def solve_lower_grad(l, b):
    """Gradient of solve_lower with respect to l and b."""
    # forward
    x = np.zeros_like(b)
    for i in range(len(b)):
        x[i] = (b[i] - l[i, :i] @ x[:i]) / l[i, i]

    # backward
    l_bar = np.zeros_like(l)
    b_bar = np.zeros_like(b)
    # return x @ x
    x_bar = 2.0 * x
    for i in reversed(range(len(b))):
        # x[i] = (b[i] - l[i, :i] @ x[:i]) / l[i, i]
        b_bar[i] = x_bar[i] / l[i, i]
        l_bar[i, :i + 1] = -b_bar[i] * x[:i + 1]
        x_bar[:i] -= b_bar[i] * l[i, :i]
    return l_bar, b_bar


def solve_lower_jvp(l, b, l_dot, b_dot):
    """Tangent of solve_lower with respect to l and b."""
    x = np.zeros_like(b)
    x_dot = np.zeros_like(b)
    for i in range(len(b)):
        x[i] = (b[i] - l[i, :i] @ x[:i]) / l[i, i]
        r_dot = b_dot[i] - l_dot[i, :i + 1] @ x[:i + 1] - l[i, :i] @ x_dot[:i]
        x_dot[i] = r_dot / l[i, i]
    return 2.0 * (x @ x_dot)


def roughness(x, eps):
    """Smoothed total variation of x."""
    total = 0.0
    for i in range(1, len(x)):
        d = x[i] - x[i - 1]
        total = total + math.sqrt(d * d + eps)
    return total


def roughness_grad(x, eps):
    """Gradient of roughness with respect to x."""
    x_bar = np.zeros_like(x)
    for i in reversed(range(1, len(x))):
        # total = total + math.sqrt(d * d + eps)
        d = x[i] - x[i - 1]
        d_bar = d / math.sqrt(d * d + eps)
        # d = x[i] - x[i - 1]
        x_bar[i] += d_bar
        x_bar[i - 1] -= d_bar
    return x_bar


def energy(x, mass, soft):
    """Potential energy of particles at the rows of x, with softened distances."""
    total = 0.0
    for i in range(len(x)):
        for j in range(i):
            d = x[i] - x[j]
            r = math.sqrt(d @ d + soft * soft)
            total = total - mass[i] * mass[j] / r
    return total


def energy_grad(x, mass, soft):
    """Gradient of energy with respect to x and mass."""
    x_bar = np.zeros_like(x)
    mass_bar = np.zeros_like(mass)
    for i in reversed(range(len(x))):
        for j in reversed(range(i)):
            # total = total - mass[i] * mass[j] / r
            d = x[i] - x[j]
            r = math.sqrt(d @ d + soft * soft)
            mass_bar[i] -= mass[j] / r
            mass_bar[j] -= mass[i] / r
            r_bar = mass[i] * mass[j] / (r * r)
            # r = math.sqrt(d @ d + soft * soft)
            d_bar = r_bar / r * d
            # d = x[i] - x[j]
            x_bar[i] += d_bar
            x_bar[j] -= d_bar
    return x_bar, mass_bar


CASES = (
    (wave, (0, 1), (np.sin(np.linspace(0.3, 3.0, 7)), 0.6, 5)),
    (bratu, (0, 1), (np.linspace(0.1, 0.5, 6), 1.3, 3)),
    (solve_lower, (0, 1), (
        np.tril(np.cos(np.arange(16.0)).reshape(4, 4)) + 2.0 * np.eye(4),
        np.array([1.0, -0.5, 0.3, 0.8]),
    )),
    (roughness, (0,), (np.sin(np.arange(7.0)), 0.1)),
    (energy, (0, 1), (
        np.sin(np.arange(12.0)).reshape(4, 3),
        np.array([1.0, 0.5, 2.0, 1.5]),
        0.1,
    )),
)
