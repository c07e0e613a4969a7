"""A recurrent network that predicts the next character of a text."""

import numpy as np


def lstm(cells, ends, start, text):
    """Give the mean negative log-likelihood of the bits of a text, character a row.

    Each layer has two rows of `cells`, weights and biases, and two rows of `start`, its
    hidden state and its memory. The rows of `ends` scale the input, scale the output
    and shift it.
    """
    state = start.copy()
    total = 0.0
    for t in range(len(text) - 1):
        x = ends[0] * text[t]
        for i in range(0, len(state), 2):
            state[i], state[i + 1] = lstm_cell(
                cells[i], cells[i + 1], state[i], state[i + 1], x
            )
            x = state[i]
        y = ends[1] * x + ends[2]
        scores = y - np.log(2.0 + np.sum(np.exp(y)))
        total += np.sum(scores * text[t + 1])
    return -total / ((len(text) - 1) * text.shape[1])


def lstm_cell(weights, biases, hidden, memory, x):
    """Give the next hidden state and memory of one layer."""
    n = len(hidden)
    gates = np.concatenate((x, hidden, x, hidden)) * weights + biases
    forget = sigmoid(gates[:n])
    admit = sigmoid(gates[n : 2 * n])
    emit = sigmoid(gates[2 * n : 3 * n])
    change = np.tanh(gates[3 * n :])
    memory = forget * memory + admit * change
    return emit * np.tanh(memory), memory


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def lstm_inputs(layers, bits, steps):
    random = np.random.default_rng(0)
    return (
        random.uniform(-1.0, 1.0, (2 * layers, 4 * bits)),
        random.uniform(-1.0, 1.0, (3, bits)),
        random.uniform(-1.0, 1.0, (2 * layers, bits)),
        random.integers(0, 2, (steps + 1, bits)).astype(float),
    )
