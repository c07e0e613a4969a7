"""Handwritten digits, told apart by a network of layers that are objects.

Shows that `tl.value_and_grad` takes a model that is an object: the gradient is a
namespace with the model's attributes, nested likewise, so that what Adam adds to
`model.layers[0].parameters["weight"]` comes from
`gradient.layers[0].parameters["weight"]`. What the layers do besides happens once in
each step: dropout draws its masks, batch normalization moves its running statistics.
The accuracy on a fixed split of scikit-learn's digits has to be at least 96 per cent,
unless fewer epochs are asked for.

Run it as `python examples/layers.py [--epochs NUMBER]`.
"""

import argparse
import sys

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import tangentlite as tl

EPOCHS = 25
BATCH = 32
ENOUGH = 0.96


class Layer:
    """What makes one batch of another; the arrays in `parameters` are learnt."""

    def __init__(self):
        self.parameters = {}
        self.training = True

    def __call__(self, x):
        return self.forward(x)

    def forward(self, x):
        raise NotImplementedError

    def train(self, training=True):
        self.training = training


class Dense(Layer):
    def __init__(self, inputs, outputs, rng):
        super().__init__()
        weight = rng.normal(scale=np.sqrt(2.0 / inputs), size=(inputs, outputs))
        self.parameters = {"weight": weight, "bias": np.zeros(outputs)}

    def forward(self, x):
        return x @ self.parameters["weight"] + self.parameters["bias"]


class ReLU(Layer):
    def forward(self, x):
        return np.maximum(x, 0.0)


class Tanh(Layer):
    def forward(self, x):
        return np.tanh(x)


class Dropout(Layer):
    def __init__(self, rate, seed):
        super().__init__()
        self.rate = rate
        self.rng = np.random.default_rng(seed)

    def forward(self, x):
        if not self.training:
            return x
        kept = self.rng.random(x.shape) >= self.rate
        return x * kept / (1.0 - self.rate)


class BatchNorm(Layer):
    """Shifts and scales columns by their statistics in the batch or, later, so far."""

    def __init__(self, size, momentum=0.1, epsilon=1e-5):
        super().__init__()
        self.momentum, self.epsilon = momentum, epsilon
        self.parameters = {"scale": np.ones(size), "shift": np.zeros(size)}
        self.running_mean = np.zeros(size)
        self.running_variance = np.ones(size)

    def forward(self, x):
        if self.training:
            mean, variance = x.mean(axis=0), x.var(axis=0)
            self.running_mean += self.momentum * (mean - self.running_mean)
            self.running_variance += self.momentum * (variance - self.running_variance)
        else:
            mean, variance = self.running_mean, self.running_variance
        normalized = (x - mean) / np.sqrt(variance + self.epsilon)
        return self.parameters["scale"] * normalized + self.parameters["shift"]


class Sequential(Layer):
    def __init__(self, *layers):
        super().__init__()
        self.layers = list(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def train(self, training=True):
        super().train(training)
        for layer in self.layers:
            layer.train(training)


def cross_entropy(scores, y):
    top = scores.max(axis=1, keepdims=True)
    log_sum_exp = top[:, 0] + np.log(np.sum(np.exp(scores - top), axis=1))
    return np.mean(log_sum_exp - scores[np.arange(len(y)), y])


def loss(model, x, y):
    return cross_entropy(model(x), y)


class Adam:
    """Moves parameters in place; `state` has two running means for each, by path."""

    def __init__(self, rate=2e-3):
        self.rate = rate
        self.step = 0
        self.state = {}

    def update(self, model, gradient):
        self.step += 1
        for path, p, g in learnt(model, gradient):
            state = self.state.setdefault(path, {"g": 0.0, "g * g": 0.0})
            state["g"] += 0.1 * (g - state["g"])
            state["g * g"] += 0.001 * (g * g - state["g * g"])
            corrected = np.sqrt(state["g * g"] / (1.0 - 0.999 ** self.step))
            moved = state["g"] / (1.0 - 0.9 ** self.step)
            p -= self.rate * moved / (corrected + 1e-8)


def learnt(layer, gradient, path=()):
    """Yield the path, the value and the derivative of each parameter."""
    for name, p in layer.parameters.items():
        yield (*path, name), p, gradient.parameters[name]
    if isinstance(layer, Sequential):
        for i, inner in enumerate(zip(layer.layers, gradient.layers)):
            yield from learnt(*inner, (*path, i))


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description="Learn to read digits, by layers.")
    parser.add_argument("--epochs", type=int, default=EPOCHS, metavar="NUMBER")
    epochs = parser.parse_args(argv).epochs

    images, digits = load_digits(return_X_y=True)
    x, x_test, y, y_test = train_test_split(
        images / 16.0, digits, test_size=0.25, random_state=0, stratify=digits
    )
    model = network(x.shape[1], 10)
    fit(model, x, y, epochs)
    result = accuracy(model, x_test, y_test)
    print(f"test accuracy: {result:.3f}")
    if epochs >= EPOCHS and result < ENOUGH:
        print(f"the accuracy is below {ENOUGH}", file=sys.stderr)
        return 1
    return 0


def network(features: int, classes: int) -> Sequential:
    rng = np.random.default_rng(0)

    def block(inputs, outputs, activation, rate):
        dropout = Dropout(rate, seed=outputs)
        return Sequential(
            Dense(inputs, outputs, rng), BatchNorm(outputs), activation, dropout
        )

    return Sequential(
        block(features, 64, ReLU(), 0.2),
        block(64, 32, Tanh(), 0.1),
        Dense(32, classes, rng),
    )


def fit(model: Layer, x: np.ndarray, y: np.ndarray, epochs: int):
    """Run Adam over shuffled mini-batches of equal size."""
    value_and_grad = tl.value_and_grad(loss, wrt="model")
    rng = np.random.default_rng(3)
    adam = Adam()
    for epoch in range(1, epochs + 1):
        values = []
        order = rng.permutation(len(x))[: len(x) - len(x) % BATCH]
        for rows in order.reshape(-1, BATCH):
            value, gradient = value_and_grad(model, x[rows], y[rows])
            adam.update(model, gradient)
            values.append(value)
        reached = accuracy(model, x, y)
        print(f"epoch {epoch:2}: loss {np.mean(values):.4f}, accuracy {reached:.3f}")


def accuracy(model: Layer, x: np.ndarray, y: np.ndarray) -> float:
    model.train(False)
    scores = model(x)
    model.train(True)
    return np.mean(np.argmax(scores, axis=1) == y)


if __name__ == "__main__":
    sys.exit(main())
