# tests.golden_programs.softmax_cross_entropy, called with
#     z: float64[:, :]
#     labels: int64[:]

import numpy as np


def softmax_cross_entropy_grad(z, labels):
    """Gradient of tests.golden_programs.softmax_cross_entropy with respect to z.

    shifted_bar: the derivative of the result by shifted.
    """
    # forward
    t = np.max(z, axis=1, keepdims=True)
    shifted = z - t
    t1 = np.exp(shifted)

    # backward
    # return np.mean(log_sums - chosen)
    share = np.divide(1.0, labels.size)
    # chosen = shifted[np.arange(len(labels)), labels]
    shifted_bar = np.zeros_like(z)
    t2 = np.arange(len(labels))
    np.add.at(shifted_bar, (t2, labels), -share)
    # log_sums = np.log(np.sum(np.exp(shifted), axis=1))
    t2 = np.expand_dims(share / np.sum(t1, axis=1), 1)
    shifted_bar += t2 * t1
    # shifted = z - np.max(z, axis=1, keepdims=True)
    t1 = np.isnan(t)
    chosen = (z == t) | t1
    t_bar = np.sum(-shifted_bar, axis=1, keepdims=True)
    t = t_bar / np.sum(chosen, 1, keepdims=True)
    share1 = np.where(t1, np.nan, t)
    return shifted_bar + np.where(chosen, share1, 0.0)
