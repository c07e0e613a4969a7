# tests.golden_programs.softmax_cross_entropy, called with
#     z: float64[:, :]
#     labels: int64[:]

import numpy as np


def softmax_cross_entropy_grad(z, labels):
    """Gradient of tests.golden_programs.softmax_cross_entropy with respect to z.

    shifted_bar: the derivative of the result by shifted.
    """
    # forward
    part = np.max(z, axis=1, keepdims=True)
    shifted = z - part
    part1 = np.exp(shifted)

    # backward
    # return np.mean(log_sums - chosen)
    share = np.divide(1.0, labels.size)
    # chosen = shifted[np.arange(len(labels)), labels]
    shifted_bar = np.zeros_like(z)
    part2 = np.arange(len(labels))
    np.add.at(shifted_bar, (part2, labels), -share)
    # log_sums = np.log(np.sum(np.exp(shifted), axis=1))
    part2 = np.expand_dims(share / np.sum(part1, axis=1), 1)
    shifted_bar += part2 * part1
    # shifted = z - np.max(z, axis=1, keepdims=True)
    part1 = np.isnan(part)
    chosen = (z == part) | part1
    part_bar = np.sum(-shifted_bar, axis=1, keepdims=True)
    part = part_bar / np.sum(chosen, 1, keepdims=True)
    share = np.where(part1, np.nan, part)
    return shifted_bar + np.where(chosen, share, 0.0)
