"""Straight lines, loops, branches, a network, elements, a stencil, calls, an object."""
from types import SimpleNamespace

import numpy as np


def f(x1, x2):
    return np.log(x1) + x1 * x2 - np.sin(x2)


def f_grad(x1, x2):
    """Gradient of f with respect to x1 and x2."""
    x1_bar = np.divide(1.0, x1) + x2
    x2_bar = x1 - np.cos(x2)
    return x1_bar, x2_bar


def f_jvp(x1, x2, x1_dot, x2_dot):
    """Tangent of f with respect to x1 and x2."""
    return np.divide(x1_dot, x1) + x1_dot * x2 + x1 * x2_dot - np.cos(x2) * x2_dot


def logistic(x, n):
    l = x
    for _ in range(n):
        l = 4.0 * l * (1.0 - l)
    return l


def logistic_grad(x, n):
    """Gradient of logistic with respect to x."""
    # forward
    l = x
    l_saved = []
    for _ in range(n):
        l_saved.append(l)
        l = 4.0 * l * (1.0 - l)

    # backward
    l_bar = 1.0
    for _ in range(n):
        # l = 4.0 * l * (1.0 - l)
        l = l_saved.pop()
        l_bar = 4.0 * l_bar * (1.0 - l) - 4.0 * l * l_bar
    return l_bar


def logistic_jvp(x, n, x_dot):
    """Tangent of logistic with respect to x."""
    l = x
    l_dot = x_dot
    for _ in range(n):
        l_dot = 4.0 * l_dot * (1.0 - l) - 4.0 * l * l_dot
        l = 4.0 * l * (1.0 - l)
    return l_dot


def newton_sqrt(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


def newton_sqrt_grad(a):
    """Gradient of newton_sqrt with respect to a."""
    # forward
    x = a
    x_saved = []
    while abs(x * x - a) > 1e-12:
        x_saved.append(x)
        x = 0.5 * (x + a / x)

    # backward
    a_bar = 0.0
    x_bar = 1.0
    while x_saved:
        # x = 0.5 * (x + a / x)
        x = x_saved.pop()
        a_bar += 0.5 * x_bar / x
        x_bar = 0.5 * x_bar - 0.5 * x_bar * (a / x) / x
    return a_bar + x_bar


def huber(r, delta):
    if abs(r) <= delta:
        return 0.5 * r * r
    return delta * (abs(r) - 0.5 * delta)


def huber_grad(r, delta):
    """Gradient of huber with respect to r."""
    if abs(r) <= delta:
        return r
    return delta * np.sign(r)


def first_above(xs, limit):
    total = 0.0
    for x in xs:
        if x > limit:
            break
        total = total + x * x
    return total


def first_above_grad(xs, limit):
    """Gradient of first_above with respect to xs."""
    # forward
    trips = 0
    for x in xs:
        if x > limit:
            break
        trips += 1

    # backward
    xs_bar = np.zeros_like(xs)
    for i in reversed(range(trips)):
        # total = total + x * x
        xs_bar[i] += 2.0 * xs[i]
    return xs_bar


def loss(params, x, y):
    w1, b1, w2, b2 = params
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2
    return np.mean(np.logaddexp(0.0, z) - y * z)


def loss_grad(params, x, y):
    """Gradient of loss with respect to params."""
    # forward
    w1, b1, w2, b2 = params
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2

    # backward
    # return np.mean(np.logaddexp(0.0, z) - y * z)
    z_bar = (np.exp(z - np.logaddexp(0.0, z)) - y) / z.size
    # z = h @ w2 + b2
    h_bar = z_bar @ w2.T
    w2_bar = h.T @ z_bar
    b2_bar = np.sum(z_bar, axis=0)
    # h = np.tanh(x @ w1 + b1)
    a_bar = h_bar * (1.0 - h * h)
    w1_bar = x.T @ a_bar
    b1_bar = np.sum(a_bar, axis=0)
    return [w1_bar, b1_bar, w2_bar, b2_bar]


def weighted(x):
    s = 0.0
    for i in range(len(x)):
        s += np.sin(x[i]) * x[i]
    return s


def weighted_grad(x):
    """Gradient of weighted with respect to x."""
    x_bar = np.zeros_like(x)
    for i in reversed(range(len(x))):
        x_i = x[i]
        x_bar[i] += np.cos(x_i) * x_i + np.sin(x_i)
    return x_bar


def heat(u, c, steps):
    u = u.copy()
    for _ in range(steps):
        u[1:-1] = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def heat_grad(u, c, steps):
    """Gradient of heat with respect to u."""
    # forward
    u = u.copy()
    for _ in range(steps):
        u[1:-1] = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])

    # backward
    # return np.sum(u * u)
    u_bar = 2.0 * u
    for _ in range(steps):
        # u[1:-1] = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        inner_bar = u_bar[1:-1].copy()
        u_bar[1:-1] -= 2.0 * c * inner_bar
        u_bar[2:] += c * inner_bar
        u_bar[:-2] += c * inner_bar
    return u_bar


def step(h, x, w, v):
    return np.tanh(h @ w + x @ v)


def rnn(xs, h, w, v):
    for x in xs:
        h = step(h, x, w, v)
    return np.sum(h)


def rnn_grad(xs, h, w, v):
    """Gradient of rnn with respect to w."""
    # forward
    h_saved = []
    for x in xs:
        h_saved.append(h)
        h = np.tanh(h @ w + x @ v)

    # backward
    # return np.sum(h)
    h_bar = np.ones_like(h)
    w_bar = np.zeros_like(w)
    for _ in xs:
        # h = step(h, x, w, v)
        a_bar = h_bar * (1.0 - h * h)
        h = h_saved.pop()
        w_bar += h.T @ a_bar
        h_bar = a_bar @ w.T
    return w_bar


class Affine:
    def __init__(self, w, b):
        self.w = w
        self.b = b

    def __call__(self, x):
        return x @ self.w + self.b


def fit(model, x, y):
    r = model(x) - y
    return np.sum(r ** 2)


def fit_grad(model, x, y):
    """Gradient of fit with respect to model."""
    # forward
    r = x @ model.w + model.b - y

    # backward
    r_bar = 2.0 * r
    return SimpleNamespace(w=x.T @ r_bar, b=np.sum(r_bar, axis=0))


def waves(*shape):
    """Numbers of either sign."""
    return np.sin(1.7 * np.arange(1.0, 1.0 + np.prod(shape))).reshape(shape)


CASES = (
    (f, (0, 1), (2.0, 5.0)),
    (logistic, (0,), (0.2, 4)),
    (newton_sqrt, (0,), (2.0,)),
    (huber, (0,), (2.5, 1.0)),
    (huber, (0,), (-0.5, 1.0)),
    (first_above, (0,), (np.array([0.5, 1.0, 3.0, 2.0]), 2.0)),
    (loss, (0,), (
        [waves(3, 4), waves(4), waves(4, 1), waves(1)], waves(6, 3), np.abs(waves(6, 1))
    )),
    (weighted, (0,), (waves(5),)),
    (heat, (0,), (waves(7), 0.1, 3)),
    (rnn, (2,), (waves(5, 2, 3), waves(2, 4), waves(4, 4), waves(3, 4))),
    (fit, (0,), (Affine(waves(3, 2), waves(2)), waves(5, 3), waves(5, 2))),
)  # fmt: skip
