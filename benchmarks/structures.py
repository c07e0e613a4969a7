"""Time a network whose parameters are in a dict, or in objects, beside the plain one.

python -m benchmarks.structures
"""

import statistics
from collections.abc import Callable

import numpy as np

import tangentlite as tl
from benchmarks.harness import timed

ROUNDS = 31
SIZES = ((16, 8, 4), (256, 64, 32))  # batch, features, hidden units


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


def main() -> None:
    """Print the time of each derivative, and how long it is beside the plain one."""
    print(f"{'batch':>6} {'plain us':>9} {'dict':>6} {'objects':>8}")
    for size in SIZES:
        seconds = structure_seconds(*size)
        first = seconds[0]
        ratios = [other / first for other in seconds[1:]]
        print(f"{size[0]:6d} {1e6 * first:9.1f} {ratios[0]:6.2f} {ratios[1]:8.2f}")


def structure_seconds(batch: int, features: int, hidden: int) -> list[float]:
    """Give the median seconds of value and gradient: plain, dict, objects."""
    random = np.random.default_rng(0)
    shapes = [(features, hidden), (hidden,), (hidden, 1), (1,)]
    arrays = [0.3 * random.standard_normal(shape) for shape in shapes]
    x, y = random.standard_normal((batch, features)), random.standard_normal((batch, 1))
    params = dict(zip(("w1", "b1", "w2", "b2"), arrays, strict=True))
    network = Network(Dense(*arrays[:2]), Dense(*arrays[2:]))
    repetitions = 2000 if batch < 100 else 300
    candidates: list[tuple[Callable, list[tuple]]] = [
        (tl.value_and_grad(plain, wrt=(0, 1, 2, 3)), [(*arrays, x, y)] * repetitions),
        (tl.value_and_grad(in_a_dict), [(params, x, y)] * repetitions),
        (tl.value_and_grad(in_objects), [(network, x, y)] * repetitions),
    ]
    rounds = [[timed(f, calls) for f, calls in candidates] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rounds, strict=True)]


if __name__ == "__main__":
    main()
