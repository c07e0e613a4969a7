"""Programs that the tests of the linked view show, and their arguments."""
import numpy as np

import tangentlite as tl


def rod(u, k, steps):
    for _ in range(steps):
        u[1:-1] += k * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return u[len(u) // 2]


def network(w, b, x, y):
    h = np.tanh(x @ w + b)
    z = np.sum(h, axis=1)
    return np.mean(np.logaddexp(0.0, z) - y * z)


def branch(x, threshold):
    y = np.sin(x) * x
    if y > threshold:
        y = np.log(y)
    else:
        y = 0.5 * y * y
    return y * x


def wave(x, w):
    """One layer, of which '<b>' is no tag."""
    return np.sin(w * x)


def layers(w, x, n: int):
    for _ in range(n):
        x = wave(x, w) + x
    return np.sum(x)


ROD = {'u': np.linspace(0.0, 1.0, 9), 'k': 0.25, 'steps': 3}
NETWORK = {'w': np.ones((5, 4)), 'b': np.ones(4), 'x': np.ones((7, 5)), 'y': np.ones(7)}
LAYERS = {'w': np.ones(3), 'x': np.ones(3), 'n': 2}
VIEWED = {
    'rod': (tl.grad(rod, wrt=('u', 'k')), ROD),
    'network': (tl.grad(network, wrt=('w', 'b')), NETWORK),
    'branch': (tl.grad(branch), {'x': 1.2, 'threshold': 0.5}),
    'layers': (tl.grad(layers), LAYERS),
    'pushed': (tl.autodiff(layers, mode='forward'), LAYERS | {'w_dot': np.ones(3)}),
    'nested': (tl.grad(tl.grad(branch)), {'x': 1.2, 'threshold': 0.5}),
}
