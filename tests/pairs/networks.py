"""Networks and a mixture: an LSTM, a dict of parameters, broadcasting, logsumexp."""
import numpy as np


def sigmoid(a):
    return 1.0 / (1.0 + np.exp(-a))


def lstm(xs, h, c, w, u, b):
    """Squared norm of the last hidden state of an LSTM cell run over xs."""
    n = len(h)
    for x in xs:
        a = x @ w + h @ u + b
        i = sigmoid(a[:n])
        f = sigmoid(a[n:2 * n])
        o = sigmoid(a[2 * n:3 * n])
        g = np.tanh(a[3 * n:])
        c = f * c + i * g
        s = np.tanh(c)
        h = o * s
    return h @ h


def lstm_grad(xs, h, c, w, u, b):
    """Gradient of lstm with respect to w, u and b."""
    # forward
    n = len(h)
    h_saved = []
    c_saved = []
    gates_saved = []
    s_saved = []
    for x in xs:
        h_saved.append(h)
        a = x @ w + h @ u + b
        i = sigmoid(a[:n])
        f = sigmoid(a[n:2 * n])
        o = sigmoid(a[2 * n:3 * n])
        g = np.tanh(a[3 * n:])
        gates_saved.append((i, f, o, g))
        c_saved.append(c)
        c = f * c + i * g
        s = np.tanh(c)
        s_saved.append(s)
        h = o * s

    # backward
    w_bar = np.zeros_like(w)
    u_bar = np.zeros_like(u)
    b_bar = np.zeros_like(b)
    c_bar = np.zeros_like(c)
    # return h @ h
    h_bar = 2.0 * h
    for x in reversed(xs):
        i, f, o, g = gates_saved.pop()
        # h = o * s
        s = s_saved.pop()
        o_bar = h_bar * s
        s_bar = h_bar * o
        # s = np.tanh(c)
        c_bar = c_bar + s_bar * (1.0 - s * s)
        # c = f * c + i * g
        c = c_saved.pop()
        f_bar = c_bar * c
        i_bar = c_bar * g
        g_bar = c_bar * i
        c_bar = c_bar * f
        a_bar = np.empty(4 * n)
        # g = np.tanh(a[3 * n:])
        a_bar[3 * n:] = g_bar * (1.0 - g * g)
        # o = sigmoid(a[2 * n:3 * n])
        a_bar[2 * n:3 * n] = o_bar * o * (1.0 - o)
        # f = sigmoid(a[n:2 * n])
        a_bar[n:2 * n] = f_bar * f * (1.0 - f)
        # i = sigmoid(a[:n])
        a_bar[:n] = i_bar * i * (1.0 - i)
        # a = x @ w + h @ u + b
        h = h_saved.pop()
        w_bar += np.outer(x, a_bar)
        u_bar += np.outer(h, a_bar)
        b_bar += a_bar
        h_bar = u @ a_bar
    return w_bar, u_bar, b_bar


def mlp(params, x, labels):
    """Mean cross-entropy of a two-layer network with a leaky hidden layer."""
    rows = np.arange(len(labels))
    a = x @ params["w1"] + params["b1"]
    h = np.where(a > 0.0, a, 0.1 * a)
    z = h @ params["w2"] + params["b2"]
    z = z - np.max(z, axis=1, keepdims=True)
    e = np.exp(z)
    total = np.sum(e, axis=1)
    return np.mean(np.log(total) - z[rows, labels])


def mlp_grad(params, x, labels):
    """Gradient of mlp with respect to params."""
    # forward
    rows = np.arange(len(labels))
    a = x @ params["w1"] + params["b1"]
    h = np.where(a > 0.0, a, 0.1 * a)
    z = h @ params["w2"] + params["b2"]
    z = z - np.max(z, axis=1, keepdims=True)
    e = np.exp(z)
    total = np.sum(e, axis=1)

    # backward: the shift by the maximum does not change the result
    # return np.mean(np.log(total) - z[rows, labels])
    z_bar = e / total[:, None]
    z_bar[rows, labels] -= 1.0
    z_bar /= len(labels)
    # z = h @ params["w2"] + params["b2"]
    h_bar = z_bar @ params["w2"].T
    # h = np.where(a > 0.0, a, 0.1 * a)
    a_bar = np.where(a > 0.0, h_bar, 0.1 * h_bar)
    # a = x @ params["w1"] + params["b1"]
    return {
        "w1": x.T @ a_bar,
        "b1": np.sum(a_bar, axis=0),
        "w2": h.T @ z_bar,
        "b2": np.sum(z_bar, axis=0),
    }


def mlp_jvp(params, x, labels, params_dot):
    """Tangent of mlp with respect to params."""
    rows = np.arange(len(labels))
    a = x @ params["w1"] + params["b1"]
    a_dot = x @ params_dot["w1"] + params_dot["b1"]
    h = np.where(a > 0.0, a, 0.1 * a)
    h_dot = np.where(a > 0.0, a_dot, 0.1 * a_dot)
    z = h @ params["w2"] + params["b2"]
    z_dot = h_dot @ params["w2"] + h @ params_dot["w2"] + params_dot["b2"]
    z = z - np.max(z, axis=1, keepdims=True)
    e = np.exp(z)
    total = np.sum(e, axis=1)
    return np.mean(np.sum(e * z_dot, axis=1) / total - z_dot[rows, labels])


def logsumexp(a):
    top = np.max(a, axis=-1, keepdims=True)
    return np.log(np.sum(np.exp(a - top), axis=-1)) + top[..., 0]


def mixture(x, mu, log_sigma, logits):
    """Log-likelihood, up to a constant, of a mixture of normal distributions."""
    sigma = np.exp(log_sigma)
    d = (x[:, None] - mu) / sigma
    logp = logits - log_sigma - 0.5 * d * d
    return np.sum(logsumexp(logp)) - len(x) * logsumexp(logits)


def mixture_grad(x, mu, log_sigma, logits):
    """Gradient of mixture with respect to mu, log_sigma and logits."""
    # forward
    sigma = np.exp(log_sigma)
    d = (x[:, None] - mu) / sigma
    logp = logits - log_sigma - 0.5 * d * d

    # backward
    # return np.sum(logsumexp(logp)) - len(x) * logsumexp(logits)
    logp_bar = np.exp(logp - logsumexp(logp)[:, None])
    logits_bar = -len(x) * np.exp(logits - logsumexp(logits))
    # logp = logits - log_sigma - 0.5 * d * d
    weight = np.sum(logp_bar, axis=0)
    logits_bar = logits_bar + weight
    log_sigma_bar = -weight
    d_bar = -logp_bar * d
    # d = (x[:, None] - mu) / sigma
    mu_bar = -np.sum(d_bar, axis=0) / sigma
    # sigma = np.exp(log_sigma)
    log_sigma_bar = log_sigma_bar - np.sum(d_bar * d, axis=0)
    return mu_bar, log_sigma_bar, logits_bar


CASES = (
    (lstm, (3, 4, 5), (
        np.sin(np.arange(12.0)).reshape(4, 3),
        np.array([0.1, -0.2]),
        np.array([0.3, 0.4]),
        np.cos(np.arange(24.0)).reshape(3, 8),
        0.5 * np.sin(1.0 + np.arange(16.0)).reshape(2, 8),
        np.linspace(-0.3, 0.4, 8),
    )),
    (mlp, (0,), (
        {
            "w1": np.sin(np.arange(12.0)).reshape(3, 4),
            "b1": np.linspace(-0.2, 0.3, 4),
            "w2": np.cos(np.arange(12.0)).reshape(4, 3),
            "b2": np.array([0.1, -0.1, 0.2]),
        },
        np.sin(2.0 + np.arange(15.0)).reshape(5, 3),
        np.array([0, 2, 1, 1, 0]),
    )),
    (mixture, (1, 2, 3), (
        np.linspace(-2.0, 3.0, 7),
        np.array([-1.0, 0.5, 2.0]),
        np.array([0.1, -0.3, 0.2]),
        np.array([0.2, 0.0, -0.4]),
    )),
)
