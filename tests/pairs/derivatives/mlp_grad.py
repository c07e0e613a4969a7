import numpy as np


def mlp_grad(params, x, labels):
    """Gradient of tests.pairs.networks.mlp with respect to params."""
    # forward
    w2 = params['w2']
    rows = np.arange(len(labels))
    a = x @ params['w1'] + params['b1']
    mask = a > 0.0
    h = np.where(mask, a, 0.1 * a)
    z = h @ w2 + params['b2']
    z = z - np.max(z, axis=1, keepdims=True)
    e = np.exp(z)
    total = np.sum(e, axis=1)

    # backward
    # return np.mean(np.log(total) - z[rows, labels])
    share = np.divide(1.0, labels.size)
    z_bar = np.zeros_like(z)
    z_bar[rows, labels] -= share
    # e = np.exp(z)
    z_bar += (share / total)[:, None] * e
    # z = h @ params["w2"] + params["b2"]
    w2_bar = h.T @ z_bar
    b2_bar = np.sum(z_bar, axis=0)
    h_bar = z_bar @ w2.T
    # h = np.where(a > 0.0, a, 0.1 * a)
    a_bar = np.where(mask, h_bar, 0.1 * h_bar)
    # a = x @ params["w1"] + params["b1"]
    w1_bar = x.T @ a_bar
    b1_bar = np.sum(a_bar, axis=0)
    return {'w1': w1_bar, 'b1': b1_bar, 'w2': w2_bar, 'b2': b2_bar}
