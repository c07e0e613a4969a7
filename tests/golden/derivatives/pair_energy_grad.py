# tests.golden_programs.pair_energy, called with
#     positions: float64[:, :]

import numpy as np


def pair_energy_grad(positions):
    """Gradient of tests.golden_programs.pair_energy with respect to positions.

    positions_bar: the derivative of the result by positions.
    """
    # forward
    t = positions[None, :, :]
    differences = positions[:, None, :] - t
    squares = np.sum(differences ** 2, axis=-1)
    t = 1.0 / (1.0 + squares)

    # backward
    # squares = np.sum(differences ** 2, axis=-1)
    t = 2 * (-(t * t))[:, :, None]
    differences_bar = t * differences
    # differences = positions[:, None, :] - positions[None, :, :]
    t_bar = -np.sum(differences_bar, axis=0, keepdims=True)
    positions_bar = t_bar[0, :, :]
    positions_bar1 = np.sum(differences_bar, axis=1)
    return positions_bar + positions_bar1
