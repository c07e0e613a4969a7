# tests.golden_programs.pair_energy, called with
#     positions: float64[:, :]

import numpy as np


def pair_energy_grad(positions):
    """Gradient of tests.golden_programs.pair_energy with respect to positions.

    For a variable v, v_bar is the derivative of the result with respect to v.
    """
    # forward
    t = positions[:, None, :]
    differences = t - positions[None, :, :]
    squares = np.sum(differences ** 2, axis=-1)
    t1 = 1.0 + squares

    # backward
    # 156: squares = np.sum(differences ** 2, axis=-1)
    t2 = np.expand_dims(-(1.0 / t1 / t1), -1) * 2
    differences_bar = t2 * differences
    # 155: differences = positions[:, None, :] - positions[None, :, :]
    t_bar = -differences_bar
    positions_bar = np.zeros_like(positions)
    t_bar1 = np.sum(t_bar, axis=0, keepdims=True)
    positions_bar[None, :, :] += t_bar1
    t_bar2 = np.sum(differences_bar, axis=1, keepdims=True)
    positions_bar[:, None, :] += t_bar2
    return positions_bar
