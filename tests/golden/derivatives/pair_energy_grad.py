# tests.golden_programs.pair_energy, called with
#     positions: float64[:, :]

import numpy as np


def pair_energy_grad(positions):
    """Gradient of tests.golden_programs.pair_energy with respect to positions.

    positions_bar: the derivative of the result by positions.
    """
    # forward
    part = positions[None, :, :]
    differences = positions[:, None, :] - part
    squares = np.sum(differences ** 2, axis=-1)
    part = 1.0 / (1.0 + squares)

    # backward
    # squares = np.sum(differences ** 2, axis=-1)
    part = 2 * (-(part * part))[:, :, None]
    differences_bar = part * differences
    # differences = positions[:, None, :] - positions[None, :, :]
    part_bar = -np.sum(differences_bar, axis=0, keepdims=True)
    positions_bar = part_bar[0, :, :]
    positions_bar1 = np.sum(differences_bar, axis=1)
    return positions_bar + positions_bar1
