"""Derivatives of recurrences of one and of two numbers."""

import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def logistic_map(x, steps):
    saved = np.empty(steps)
    for t in range(steps):
        saved[t] = x
        x = 4.0 * x * (1.0 - x)

    x_bar = 1.0
    for t in range(steps - 1, -1, -1):
        x_bar *= 4.0 - 8.0 * saved[t]
    return x, x_bar


@njit(error_model="numpy", cache=True)
def runge_kutta(birth, hunting, death, growth, x, y, h, steps):
    half = 0.5 * h
    sixth = h / 6.0
    saved = np.empty((steps, 8))  # computing the stages anew takes longer
    for t in range(steps):
        x1 = birth * x - hunting * x * y
        y1 = growth * x * y - death * y
        xa, ya = x + half * x1, y + half * y1
        x2 = birth * xa - hunting * xa * ya
        y2 = growth * xa * ya - death * ya
        xb, yb = x + half * x2, y + half * y2
        x3 = birth * xb - hunting * xb * yb
        y3 = growth * xb * yb - death * yb
        xc, yc = x + h * x3, y + h * y3
        x4 = birth * xc - hunting * xc * yc
        y4 = growth * xc * yc - death * yc
        saved[t, 0], saved[t, 1], saved[t, 2], saved[t, 3] = x, y, xa, ya
        saved[t, 4], saved[t, 5], saved[t, 6], saved[t, 7] = xb, yb, xc, yc
        x += sixth * (x1 + 2.0 * x2 + 2.0 * x3 + x4)
        y += sixth * (y1 + 2.0 * y2 + 2.0 * y3 + y4)
    value = x + y

    birth_bar = hunting_bar = death_bar = growth_bar = 0.0
    x_bar = y_bar = 1.0
    for t in range(steps - 1, -1, -1):
        x, y, xa, ya = saved[t, 0], saved[t, 1], saved[t, 2], saved[t, 3]
        xb, yb, xc, yc = saved[t, 4], saved[t, 5], saved[t, 6], saved[t, 7]
        x4_bar, y4_bar = sixth * x_bar, sixth * y_bar
        xc_bar = (birth - hunting * yc) * x4_bar + growth * yc * y4_bar
        yc_bar = (growth * xc - death) * y4_bar - hunting * xc * x4_bar
        x3_bar, y3_bar = 2.0 * x4_bar + h * xc_bar, 2.0 * y4_bar + h * yc_bar
        xb_bar = (birth - hunting * yb) * x3_bar + growth * yb * y3_bar
        yb_bar = (growth * xb - death) * y3_bar - hunting * xb * x3_bar
        x2_bar, y2_bar = 2.0 * x4_bar + half * xb_bar, 2.0 * y4_bar + half * yb_bar
        xa_bar = (birth - hunting * ya) * x2_bar + growth * ya * y2_bar
        ya_bar = (growth * xa - death) * y2_bar - hunting * xa * x2_bar
        x1_bar, y1_bar = x4_bar + half * xa_bar, y4_bar + half * ya_bar
        birth_bar += x * x1_bar + xa * x2_bar + xb * x3_bar + xc * x4_bar
        death_bar -= y * y1_bar + ya * y2_bar + yb * y3_bar + yc * y4_bar
        s1, s2, s3, s4 = x * y, xa * ya, xb * yb, xc * yc
        hunting_bar -= s1 * x1_bar + s2 * x2_bar + s3 * x3_bar + s4 * x4_bar
        growth_bar += s1 * y1_bar + s2 * y2_bar + s3 * y3_bar + s4 * y4_bar
        x_bar += xa_bar + xb_bar + xc_bar
        y_bar += ya_bar + yb_bar + yc_bar
        x_bar += (birth - hunting * y) * x1_bar + growth * y * y1_bar
        y_bar += (growth * x - death) * y1_bar - hunting * x * x1_bar
    return value, (birth_bar, hunting_bar, death_bar, growth_bar)
