"""Derivative of the recurrent network."""

import numpy as np

from benchmarks.primals.recurrent import sigmoid


def lstm(cells, ends, start, text):
    state = start.copy()
    layers, n = state.shape
    steps = len(text) - 1
    total = 0.0
    saved = []
    keep = saved.append
    for t in range(steps):
        x = ends[0] * text[t]
        for i in range(0, layers, 2):
            hidden = state[i]
            memory = state[i + 1].copy()
            inputs = np.concatenate((x, hidden, x, hidden))
            gates = inputs * cells[i] + cells[i + 1]
            forget = sigmoid(gates[:n])
            admit = sigmoid(gates[n : 2 * n])
            emit = sigmoid(gates[2 * n : 3 * n])
            change = np.tanh(gates[3 * n :])
            new_memory = forget * memory + admit * change
            bent = np.tanh(new_memory)
            x = emit * bent
            keep((inputs, forget, admit, emit, change, memory, bent))
            state[i] = x
            state[i + 1] = new_memory
        y = ends[1] * x + ends[2]
        e = np.exp(y)
        normalizer = 2.0 + np.sum(e)
        keep((x, e, normalizer))
        total += np.sum((y - np.log(normalizer)) * text[t + 1])
    count = steps * n
    value = -total / count

    total_bar = -1.0 / count
    cells_bar = np.zeros_like(cells)
    ends_bar = np.zeros_like(ends)
    state_bar = np.zeros_like(state)
    gates_bar = np.empty(4 * n)
    for t in range(steps - 1, -1, -1):
        x, e, normalizer = saved.pop()
        y_bar = total_bar * text[t + 1]
        e *= np.add.reduce(y_bar) / normalizer
        y_bar -= e
        ends_bar[1] += y_bar * x
        ends_bar[2] += y_bar
        x_bar = y_bar * ends[1]
        for i in range(layers - 2, -1, -2):
            inputs, forget, admit, emit, change, memory, bent = saved.pop()
            x_bar += state_bar[i]
            memory_bar = 1.0 - bent * bent
            memory_bar *= emit
            memory_bar *= x_bar
            memory_bar += state_bar[i + 1]
            gates_bar[:n] = memory_bar * memory * forget * (1.0 - forget)
            gates_bar[n : 2 * n] = memory_bar * change * admit * (1.0 - admit)
            gates_bar[2 * n : 3 * n] = x_bar * bent * emit * (1.0 - emit)
            gates_bar[3 * n :] = memory_bar * admit * (1.0 - change * change)
            memory_bar *= forget
            state_bar[i + 1] = memory_bar
            cells_bar[i + 1] += gates_bar
            inputs *= gates_bar
            cells_bar[i] += inputs
            inputs_bar = gates_bar * cells[i]
            x_bar = inputs_bar[:n] + inputs_bar[2 * n : 3 * n]
            state_bar[i] = inputs_bar[n : 2 * n] + inputs_bar[3 * n :]
        x_bar *= text[t]
        ends_bar[0] += x_bar
    return value, (cells_bar, ends_bar)
