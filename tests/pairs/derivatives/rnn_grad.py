import numpy as np


def rnn_grad(xs, h, w, v):
    """Gradient of tests.pairs.classics.rnn with respect to w.

    w_bar: the derivative of the result by w.
    It is for xs.shape[1] == h.shape[0], h.shape[1] == w.shape[0] == w.shape[1] ==
    v.shape[1] and xs.shape[2] == v.shape[0].
    """
    # forward
    h_saved = []
    for x in xs:
        h_saved.append(h)
        h = np.tanh(h @ w + x @ v)

    # backward
    # return np.sum(h)
    w_bar = np.zeros_like(w)
    h_bar = np.ones_like(h)
    for _ in xs:
        # h = step(h, x, w, v)
        a_bar = h_bar * (1.0 - h * h)
        h = h_saved.pop()
        w_bar += h.T @ a_bar
        h_bar = a_bar @ w.T
    return w_bar
