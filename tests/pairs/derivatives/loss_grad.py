import numpy as np


def loss_grad(params, x, y):
    """Gradient of tests.pairs.classics.loss with respect to params."""
    # forward
    w1, b1, w2, b2 = params
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2

    # backward
    # return np.mean(np.logaddexp(0.0, z) - y * z)
    z_bar = (np.exp(z - np.logaddexp(0.0, z)) - y) / z.size
    # z = h @ w2 + b2
    w2_bar = h.T @ z_bar
    b2_bar = np.sum(z_bar, axis=0)
    # h = np.tanh(x @ w1 + b1)
    a_bar = (z_bar @ w2.T) * (1.0 - h * h)
    w1_bar = x.T @ a_bar
    b1_bar = np.sum(a_bar, axis=0)
    return [w1_bar, b1_bar, w2_bar, b2_bar]
