import math
import numpy as np


def energy_grad(x, mass, soft):
    """Gradient of tests.pairs.stencils.energy with respect to x and mass.

    x_bar: the derivative of the result by x.
    """
    # forward
    saved = []
    for i in range(len(x)):
        for j in range(i):
            d = x[i] - x[j]
            r = math.sqrt(d @ d + soft * soft)
            saved.append((d, r, mass[i] * mass[j] / r))

    # backward
    x_bar = np.zeros_like(x)
    mass_bar = np.zeros_like(mass)
    for i in reversed(range(len(x))):
        for j in reversed(range(i)):
            # total = total - mass[i] * mass[j] / r
            d, r, a = saved.pop()
            b_bar = np.divide(-1.0, r)
            mass_bar[j] += mass[i] * b_bar
            mass_bar[i] += b_bar * mass[j]
            r_bar = a / r
            # r = math.sqrt(d @ d + soft * soft)
            d_bar = r_bar / r * d
            # d = x[i] - x[j]
            x_bar[j] -= d_bar
            x_bar[i] += d_bar
    return x_bar, mass_bar
