"""
A recurrent network that remembers
==================================

A sequence of numbers, in which two are marked: at the end the network has to say their
sum. It must keep the first over all steps between. The loop over time writes the states
into an array, and the gradient comes back through all of them.
"""

import matplotlib.pyplot as plt
import numpy as np

import tangentlite as tl

LENGTH, HIDDEN, BATCH = 12, 24, 64


def states(model, sequences):
    """The hidden state after each step, of each sequence."""
    length, batch = sequences.shape[:2]
    hidden = np.zeros((length + 1, batch, HIDDEN))
    for t in range(length):
        both = np.concatenate([sequences[t], hidden[t]], axis=1)
        gate = 1.0 / (1.0 + np.exp(-(both @ model["gate"] + model["keep"])))
        new = np.tanh(both @ model["new"])
        hidden[t + 1] = gate * new + (1.0 - gate) * hidden[t]
    return hidden


def loss(model, sequences, sums):
    answers = states(model, sequences)[-1] @ model["answer"]
    return np.mean((answers - sums) ** 2)


# %%
# Tasks
# -----

rng = np.random.default_rng(0)


def tasks(count):
    numbers = rng.uniform(0.0, 1.0, (LENGTH, count))
    marks = np.zeros((LENGTH, count))
    every = np.arange(count)
    marks[rng.integers(LENGTH // 2, size=count), every] = 1.0
    marks[rng.integers(LENGTH // 2, LENGTH, size=count), every] = 1.0
    return np.stack([numbers, marks], axis=2), np.sum(numbers * marks, axis=0)


start = {
    "gate": 0.3 * rng.normal(size=(2 + HIDDEN, HIDDEN)),
    "keep": np.full(HIDDEN, -1.0),
    "new": 0.3 * rng.normal(size=(2 + HIDDEN, HIDDEN)),
    "answer": 0.3 * rng.normal(size=HIDDEN),
}
arguments = tasks(BATCH)

# %%
# Adam
# ----

gradient = tl.value_and_grad(loss)
model = start
first, second = tl.map(np.zeros_like, start), tl.map(np.zeros_like, start)
history = []
for step in range(1, 801):
    value, slope = gradient(model, *tasks(BATCH))
    rate = 0.01 * np.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step)
    first = tl.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
    second = tl.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, slope)
    model = tl.map(
        lambda w, m, v: w - rate * m / (np.sqrt(v) + 1e-8), model, first, second
    )
    history.append(value)
print(f"loss {history[0]:.3f} before, {np.mean(history[-50:]):.5f} after {step} steps")

# %%
# What it keeps while it reads
# ----------------------------

sequences, sums = tasks(200)
hidden = states(model, sequences)
figure, (left, middle, right) = plt.subplots(
    1, 3, figsize=(11, 3.6), layout="constrained"
)
left.semilogy(history, linewidth=0.6)
left.axhline(1 / 6, color="k", linestyle=":", label="always 1")
left.set(xlabel="step", ylabel="mean squared error")
left.legend()
image = middle.imshow(hidden[:, 0].T, cmap="RdBu_r", vmin=-1, vmax=1, aspect="auto")
for t in np.flatnonzero(sequences[:, 0, 1]):
    middle.axvline(t + 0.5, color="k", linewidth=1)
middle.set(xlabel="step (lines: marked numbers)", ylabel="unit", title="hidden states")
figure.colorbar(image, ax=middle)
right.plot(sums, hidden[-1] @ model["answer"], ".")
right.plot([0, 2], [0, 2], "k", linewidth=0.8)
right.set(xlabel="sum", ylabel="answer", aspect="equal")
plt.show()
