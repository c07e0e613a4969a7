import numpy as np


def lstm_grad(xs, h, c, w, u, b):
    """Gradient of tests.pairs.networks.lstm with respect to w, u and b.

    w_bar: the derivative of the result by w.
    It is for 2 * h.shape[0] == xs.shape[0], h.shape[0] == c.shape[0] == u.shape[0],
    xs.shape[1] == w.shape[0] and 4 * h.shape[0] == w.shape[1] == u.shape[1] ==
    b.shape[0].
    """
    # forward
    n = len(h)
    saved = []
    h_saved = []
    c_saved = []
    for x in xs:
        c_saved.append(c)
        h_saved.append(h)
        a = x @ w + h @ u + b
        e = np.exp(-a[:n])
        i = 1.0 / (1.0 + e)
        e1 = np.exp(-a[n:2 * n])
        f = 1.0 / (1.0 + e1)
        e2 = np.exp(-a[2 * n:3 * n])
        o = 1.0 / (1.0 + e2)
        g = np.tanh(a[3 * n:])
        c = f * c + i * g
        s = np.tanh(c)
        saved.append((e, i, e1, f, e2, o, g, s))
        h = o * s

    # backward
    # return h @ h
    h_bar = 2.0 * h
    w_bar = np.zeros_like(w)
    u_bar = np.zeros_like(u)
    b_bar = np.zeros_like(b)
    c_bar = np.zeros_like(h)
    for j in reversed(range(len(xs))):
        # s = np.tanh(c)
        e, i, e1, f, e2, o, g, s = saved.pop()
        c_bar += o * h_bar * (1.0 - s * s)
        # c = f * c + i * g
        i_bar = c_bar * g
        g_bar = i * c_bar
        c = c_saved.pop()
        f_bar = c_bar * c
        c_bar *= f
        # g = np.tanh(a[3 * n:])
        a_bar = np.zeros(b.shape)
        a_bar[3 * n:] = g_bar * (1.0 - g * g)
        # o = sigmoid(a[2 * n:3 * n])
        a_bar[2 * n:3 * n] += h_bar * s * o * o * e2
        # f = sigmoid(a[n:2 * n])
        a_bar[n:2 * n] += f_bar * f * f * e1
        # i = sigmoid(a[:n])
        a_bar[:n] += i_bar * i * i * e
        # a = x @ w + h @ u + b
        w_bar += np.outer(xs[j], a_bar)
        h = h_saved.pop()
        u_bar += np.outer(h, a_bar)
        b_bar += a_bar
        h_bar = u @ a_bar
    return w_bar, u_bar, b_bar
