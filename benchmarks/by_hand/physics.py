"""Derivatives of the simulations."""

import math

import numpy as np

from benchmarks.primals.physics import SQRT_2, SQRT_8, rates_of_array


def helmholtz(x, attraction, volume, rt):
    packing = volume @ x
    free = 1.0 - packing
    ratio = x / free
    log_ratio = np.log(ratio)
    forces = x @ attraction
    weight = SQRT_8 * packing
    energy = (forces @ x) / weight
    upper = 1.0 + (1.0 + SQRT_2) * packing
    lower = 1.0 + (1.0 - SQRT_2) * packing
    log_bounds = np.log(upper / lower)
    value = rt * np.sum(x * log_ratio) - energy * log_bounds

    pairs_bar = -log_bounds / weight
    packing_bar = -SQRT_8 * (pairs_bar * energy)
    packing_bar += (1.0 - SQRT_2) * (energy / lower)
    packing_bar -= (1.0 + SQRT_2) * (energy / upper)
    ratio_bar = (rt * x) / ratio
    ratio_bar /= free
    packing_bar += ratio_bar @ ratio
    x_bar = attraction @ x
    x_bar += forces
    x_bar *= pairs_bar
    log_ratio *= rt
    x_bar += log_ratio
    x_bar += ratio_bar
    x_bar += packing_bar * volume
    return value, x_bar


def helmholtz_loops(x, attraction, volume, rt):
    n = len(x)
    packing = 0.0
    for i in range(n):
        packing += volume[i] * x[i]
    entropy = 0.0
    for i in range(n):
        entropy += x[i] * math.log(x[i] / (1.0 - packing))
    pairs = 0.0
    for i in range(n):
        for j in range(n):
            pairs += x[i] * attraction[i, j] * x[j]
    weight = SQRT_8 * packing
    energy = pairs / weight
    upper = 1.0 + (1.0 + SQRT_2) * packing
    lower = 1.0 + (1.0 - SQRT_2) * packing
    log_bounds = math.log(upper / lower)
    value = rt * entropy - energy * log_bounds

    x_bar = np.zeros_like(x)
    pairs_bar = -log_bounds / weight
    packing_bar = -SQRT_8 * (pairs_bar * energy)
    packing_bar += (1.0 - SQRT_2) * (energy / lower)
    packing_bar -= (1.0 + SQRT_2) * (energy / upper)
    for i in range(n - 1, -1, -1):
        for j in range(n - 1, -1, -1):
            term_bar = attraction[i, j] * pairs_bar
            x_bar[i] += term_bar * x[j]
            x_bar[j] += term_bar * x[i]
    free = 1.0 - packing
    for i in range(n - 1, -1, -1):
        ratio = x[i] / free
        ratio_bar = rt * x[i] / ratio / free
        x_bar[i] += rt * math.log(ratio) + ratio_bar
        packing_bar += ratio_bar * ratio
    for i in range(n - 1, -1, -1):
        x_bar[i] += packing_bar * volume[i]
    return value, x_bar


def runge_kutta(birth, hunting, death, growth, x, y, h, steps):
    half = 0.5 * h
    sixth = h / 6.0
    saved = []
    keep = saved.append
    for _ in range(steps):
        x1 = birth * x - hunting * x * y
        y1 = growth * x * y - death * y
        xa = x + half * x1
        ya = y + half * y1
        x2 = birth * xa - hunting * xa * ya
        y2 = growth * xa * ya - death * ya
        xb = x + half * x2
        yb = y + half * y2
        x3 = birth * xb - hunting * xb * yb
        y3 = growth * xb * yb - death * yb
        xc = x + h * x3
        yc = y + h * y3
        x4 = birth * xc - hunting * xc * yc
        y4 = growth * xc * yc - death * yc
        keep((x, y, xa, ya, xb, yb, xc, yc))
        x = x + sixth * (x1 + 2.0 * x2 + 2.0 * x3 + x4)
        y = y + sixth * (y1 + 2.0 * y2 + 2.0 * y3 + y4)
    value = x + y

    birth_bar = hunting_bar = death_bar = growth_bar = 0.0
    x_bar = y_bar = 1.0
    while saved:
        x, y, xa, ya, xb, yb, xc, yc = saved.pop()
        x1_bar = x4_bar = sixth * x_bar
        y1_bar = y4_bar = sixth * y_bar
        x2_bar = x3_bar = 2.0 * x1_bar
        y2_bar = y3_bar = 2.0 * y1_bar

        xy = xc * yc
        birth_bar += xc * x4_bar
        hunting_bar -= xy * x4_bar
        growth_bar += xy * y4_bar
        death_bar -= yc * y4_bar
        dx = (birth - hunting * yc) * x4_bar + growth * yc * y4_bar
        dy = (growth * xc - death) * y4_bar - hunting * xc * x4_bar
        x_bar += dx
        y_bar += dy
        x3_bar += h * dx
        y3_bar += h * dy

        xy = xb * yb
        birth_bar += xb * x3_bar
        hunting_bar -= xy * x3_bar
        growth_bar += xy * y3_bar
        death_bar -= yb * y3_bar
        dx = (birth - hunting * yb) * x3_bar + growth * yb * y3_bar
        dy = (growth * xb - death) * y3_bar - hunting * xb * x3_bar
        x_bar += dx
        y_bar += dy
        x2_bar += half * dx
        y2_bar += half * dy

        xy = xa * ya
        birth_bar += xa * x2_bar
        hunting_bar -= xy * x2_bar
        growth_bar += xy * y2_bar
        death_bar -= ya * y2_bar
        dx = (birth - hunting * ya) * x2_bar + growth * ya * y2_bar
        dy = (growth * xa - death) * y2_bar - hunting * xa * x2_bar
        x_bar += dx
        y_bar += dy
        x1_bar += half * dx
        y1_bar += half * dy

        xy = x * y
        birth_bar += x * x1_bar
        hunting_bar -= xy * x1_bar
        growth_bar += xy * y1_bar
        death_bar -= y * y1_bar
        x_bar += (birth - hunting * y) * x1_bar + growth * y * y1_bar
        y_bar += (growth * x - death) * y1_bar - hunting * x * x1_bar
    return value, (birth_bar, hunting_bar, death_bar, growth_bar)


def runge_kutta_arrays(p, start, h, steps):
    half = 0.5 * h
    sixth = h / 6.0
    saved = []
    u = start
    for _ in range(steps):
        k1 = rates_of_array(u, p)
        ua = u + half * k1
        k2 = rates_of_array(ua, p)
        ub = u + half * k2
        k3 = rates_of_array(ub, p)
        uc = u + h * k3
        k4 = rates_of_array(uc, p)
        saved.append((u, ua, ub, uc))
        u = u + sixth * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    value = np.sum(u)

    p_bar = np.zeros_like(p)
    u_bar = np.ones_like(u)
    while saved:
        u, ua, ub, uc = saved.pop()
        k1_bar = sixth * u_bar
        k3_bar = 2.0 * k1_bar
        stage_bar = rates_bar(uc, p, k1_bar, p_bar)
        u_bar += stage_bar
        k2_bar = k3_bar.copy()
        k3_bar += h * stage_bar
        stage_bar = rates_bar(ub, p, k3_bar, p_bar)
        u_bar += stage_bar
        k2_bar += half * stage_bar
        stage_bar = rates_bar(ua, p, k2_bar, p_bar)
        u_bar += stage_bar
        k1_bar += half * stage_bar
        u_bar += rates_bar(u, p, k1_bar, p_bar)
    return value, p_bar


def rates_bar(u, p, k_bar, p_bar):
    """Add to p_bar and give the adjoint of u."""
    x, y = u
    birth, hunting, death, growth = p
    x_rate_bar, y_rate_bar = k_bar
    xy = x * y
    p_bar[0] += x * x_rate_bar
    p_bar[1] -= xy * x_rate_bar
    p_bar[2] -= y * y_rate_bar
    p_bar[3] += xy * y_rate_bar
    return np.array(
        [
            (birth - hunting * y) * x_rate_bar + growth * y * y_rate_bar,
            (growth * x - death) * y_rate_bar - hunting * x * x_rate_bar,
        ]
    )
