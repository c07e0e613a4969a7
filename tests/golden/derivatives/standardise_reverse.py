# tests.golden_programs.standardise, called with
#     x: float64[:, :]
#     init_grad: float64[:, :]

import numpy as np


def standardise_vjp(x, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.standardise with respect to x.
    """
    # forward
    centred = x - np.mean(x, axis=0)
    a = centred ** 2
    root = np.sqrt(np.mean(a, axis=0) + 0.001)

    # backward
    # return centred / np.sqrt(np.mean(centred ** 2, axis=0) + 1e-3)
    centred_bar = init_grad / root
    b = a.shape[0]
    a = 0.5 * np.einsum('ij,ij->j', centred_bar, centred / root) / root / b
    centred_bar += 2 * (-a)[None] * centred
    return np.expand_dims(-(np.sum(centred_bar, axis=0) / x.shape[0]), 0) + centred_bar
