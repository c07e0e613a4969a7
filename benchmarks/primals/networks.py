"""Networks: two perceptrons, a convolution layer, attention."""

import math

import numpy as np


def perceptron(w1, b1, w2, b2, x, y):
    """Cross-entropy of a network with one hidden layer and two classes."""
    h = 1.0 / (1.0 + np.exp(-(x @ w1 + b1)))
    p = 1.0 / (1.0 + np.exp(-(h @ w2 + b2)))
    return -np.mean(y * np.log(p) + (1.0 - y) * np.log(1.0 - p))


def perceptron_inputs(batch, features, hidden):
    random = np.random.default_rng(0)
    return (
        0.1 * random.standard_normal((features, hidden)),
        np.zeros(hidden),
        0.1 * random.standard_normal((hidden, 1)),
        np.zeros(1),
        random.standard_normal((batch, features)),
        (random.random((batch, 1)) > 0.5).astype(float),
    )


def classifier(w1, b1, w2, b2, w3, b3, x, labels):
    """Cross-entropy of a network with two hidden layers; labels are rows of 0 and 1."""
    h1 = np.tanh(x @ w1 + b1)
    h2 = np.tanh(h1 @ w2 + b2)
    z = h2 @ w3 + b3
    z = z - np.max(z, 1, keepdims=True)
    normalizer = np.log(np.sum(np.exp(z), 1, keepdims=True))
    return -np.sum(labels * (z - normalizer)) / x.shape[0]


def classifier_inputs(batch, features, hidden1, hidden2, classes):
    random = np.random.default_rng(0)
    return (
        0.05 * random.standard_normal((features, hidden1)),
        np.zeros(hidden1),
        0.05 * random.standard_normal((hidden1, hidden2)),
        np.zeros(hidden2),
        0.05 * random.standard_normal((hidden2, classes)),
        np.zeros(classes),
        random.random((batch, features)),
        np.eye(classes)[random.integers(0, classes, batch)],
    )


def convolution(images, kernel):
    """Half the squared sum of a 3x3 convolution of (batch, row, column, channel)."""
    batch, rows, columns, _ = images.shape
    y = np.zeros((batch, rows - 2, columns - 2, kernel.shape[3]))
    for i in range(3):
        for j in range(3):
            y += images[:, i : i + rows - 2, j : j + columns - 2, :] @ kernel[i, j]
    return 0.5 * np.sum(y * y)


def convolution_inputs(batch, side, channels_in, channels_out):
    random = np.random.default_rng(0)
    return (
        random.standard_normal((batch, side, side, channels_in)),
        0.1 * random.standard_normal((3, 3, channels_in, channels_out)),
    )


def attention(q, k, v):
    s = q @ k.T / math.sqrt(q.shape[1])
    e = np.exp(s - np.max(s, 1)[:, None])
    p = e / np.sum(e, 1)[:, None]
    o = p @ v
    return np.sum(o * o)


def attention_inputs(length, width):
    random = np.random.default_rng(0)
    return tuple(random.standard_normal((length, width)) for _ in range(3))
