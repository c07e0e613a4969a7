# tests.golden_programs.pair_energy, called with
#     positions: float64[:, :]

import numpy as np


def pair_energy_grad(positions):
    """Gradient of tests.golden_programs.pair_energy with respect to positions."""
    # forward
    differences = positions[:, None, :] - positions[None, :, :]
    squares = np.sum(differences ** 2, axis=-1)
    q = 1.0 / (1.0 + squares)

    # backward
    # squares = np.sum(differences ** 2, axis=-1)
    differences_bar = 2 * (-(q * q))[:, :, None] * differences
    # differences = positions[:, None, :] - positions[None, :, :]
    a_bar = -np.sum(differences_bar, axis=0, keepdims=True)
    return np.sum(differences_bar, axis=1) + a_bar[0, :, :]
