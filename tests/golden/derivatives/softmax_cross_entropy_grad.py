# tests.golden_programs.softmax_cross_entropy, called with
#     z: float64[:, :]
#     labels: int64[:]

import numpy as np


def softmax_cross_entropy_grad(z, labels):
    """Gradient of tests.golden_programs.softmax_cross_entropy with respect to z."""
    # forward
    a = np.max(z, axis=1, keepdims=True)
    shifted = z - a
    exp_shifted = np.exp(shifted)
    b = np.arange(len(labels))

    # backward
    # return np.mean(log_sums - chosen)
    share = np.divide(1.0, labels.size)
    chosen_bar = -share
    # chosen = shifted[np.arange(len(labels)), labels]
    shifted_bar = np.zeros_like(z)
    np.add.at(shifted_bar, (b, labels), chosen_bar)
    # log_sums = np.log(np.sum(np.exp(shifted), axis=1))
    shifted_bar1 = np.expand_dims(share / np.sum(exp_shifted, axis=1), 1) * exp_shifted
    shifted_bar += shifted_bar1
    # shifted = z - np.max(z, axis=1, keepdims=True)
    c = np.isnan(a)
    chosen = (z == a) | c
    count = np.sum(chosen, 1, keepdims=True)
    a = np.sum(-shifted_bar, axis=1, keepdims=True) / count
    return np.where(chosen, np.where(c, np.nan, a), 0.0) + shifted_bar
