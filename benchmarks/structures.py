"""A network whose parameters are arguments, in a dict, or in objects."""

from collections.abc import Callable

import numpy as np

import tangentlite as tl
from benchmarks.workload import Workload


class Dense:
    """A layer with weights and biases."""

    def __init__(self, w, b):
        """Keep the parameters."""
        self.w, self.b = w, b

    def __call__(self, x):
        """Return the activations of a batch."""
        return np.tanh(x @ self.w + self.b)


class Network:
    """Layers, one behind the other."""

    def __init__(self, *layers):
        """Keep the layers."""
        self.layers = list(layers)

    def loss(self, x, y):
        """Return the mean squared error."""
        for layer in self.layers:
            x = layer(x)
        return np.mean((x - y) ** 2)


def plain(w1, b1, w2, b2, x, y):
    h = np.tanh(x @ w1 + b1)
    h = np.tanh(h @ w2 + b2)
    return np.mean((h - y) ** 2)


def in_a_dict(params, x, y):
    h = np.tanh(x @ params["w1"] + params["b1"])
    h = np.tanh(h @ params["w2"] + params["b2"])
    return np.mean((h - y) ** 2)


def in_objects(network, x, y):
    return network.loss(x, y)


def network_inputs(batch: int, features: int, hidden: int) -> tuple:
    """Give the parameters of a network of two layers, and a batch."""
    random = np.random.default_rng(0)
    shapes = [(features, hidden), (hidden,), (hidden, 1), (1,)]
    arrays = [0.3 * random.standard_normal(shape) for shape in shapes]
    x, y = random.standard_normal((batch, features)), random.standard_normal((batch, 1))
    return (*arrays, x, y)


def network(name: str, *size: int) -> Workload:
    """Give the plain network of a size."""
    return Workload(
        name, plain, None, (0, 1, 2, 3), network_inputs, size, small_size=(3, 2, 2)
    )


MODELS = (
    network("network batch=16", 16, 8, 4),
    network("network batch=256", 256, 64, 32),
)


def plainly(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient with the parameters as arguments."""
    tl.cache_clear()
    return tl.value_and_grad(plain, wrt=workload.wrt), args


def by_dict(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient with the parameters in a dict."""
    params = dict(zip(("w1", "b1", "w2", "b2"), args[:4], strict=True))
    return tl.value_and_grad(in_a_dict), (params, *args[4:])


def by_objects(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient with the parameters in the layers of a network."""
    layers = Network(Dense(*args[:2]), Dense(*args[2:4]))
    return tl.value_and_grad(in_objects), (layers, *args[4:])


CONTESTANTS = {"plain": plainly, "dict": by_dict, "objects": by_objects}
