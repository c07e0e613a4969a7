import math
import numpy as np


def energy_grad(x, mass, soft):
    """Gradient of tests.pairs.stencils.energy with respect to x and mass.

    x_bar: the derivative of the result by x.
    """
    x_bar = np.zeros_like(x)
    mass_bar = np.zeros_like(mass)
    for i in reversed(range(len(x))):
        for j in reversed(range(i)):
            # total = total - mass[i] * mass[j] / r
            d = x[i] - x[j]
            r = math.sqrt(d @ d + soft * soft)
            mass_i = mass[i]
            a_bar = np.divide(-1.0, r)
            mass_bar[j] += mass_i * a_bar
            mass_j = mass[j]
            mass_bar[i] += a_bar * mass_j
            r_bar = mass_i * mass_j / r / r
            # r = math.sqrt(d @ d + soft * soft)
            d_bar = r_bar / r * d
            # d = x[i] - x[j]
            x_bar[j] -= d_bar
            x_bar[i] += d_bar
    return x_bar, mass_bar
