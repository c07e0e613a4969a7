"""A recurrent network that learns to write like a text, letter by letter.

Shows reverse mode through time. The parameters are dicts and lists, two gated
recurrent units (GRU) on top of each other; the loss is summed in a loop over a window
of the text and keeps the hidden states of all times in a dict. It hands the last ones
on by `has_aux`, so that the next window starts where this one ended. Gradients are
clipped by their norm, and Adagrad moves the parameters. The text is the licence of
this project by default; every now and then a sample is printed. The loss of the last
windows has to be at most 0.9 nats a letter, unless another text or fewer steps are
asked for.

Run it as `python examples/char_rnn.py [--text FILE] [--steps NUMBER]`.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from tqdm import tqdm

import tangentlite as tl

TEXT = Path(__file__).parents[1] / "LICENSE"
EMBEDDED = 24  # numbers that stand for a letter
HIDDEN = (64, 64)  # sizes of the recurrent units
BATCH = 16  # places of the text that are read at once
WINDOW = 25  # letters through which derivatives go back
STEPS = 400
SMOOTHNESS = 1e-2  # weight of the changes of the upper hidden state
LIMIT = 5.0  # of the norm of a gradient
RATE = 0.05
SAMPLES = 4  # in the course of training
ENOUGH = 0.9


def loss(params, state, text):
    """The mean cross-entropy of what comes next, and the hidden state at the end.

    The text has a row for each time and a column for each place. What the upper unit
    changes from one time to the next counts, too, which makes it remember for long.
    """
    hidden = {-1: state}
    total = 0.0
    for t in range(len(text) - 1):
        hidden[t] = advanced(params, hidden[t - 1], text[t])
        total += cross_entropy(scores(params, hidden[t]), text[t + 1])
        total += SMOOTHNESS * np.mean((hidden[t][-1] - hidden[t - 1][-1]) ** 2)
    return total / (len(text) - 1), hidden[t]


def advanced(params, state, letters):
    """The hidden states after the letters, one for each unit."""
    x = params["embedding"][letters]
    states = []
    for cell, h in zip(params["cells"], state):
        x = gru(cell, x, h)
        states.append(x)
    return states


def gru(cell, x, h):
    update = sigmoid(affine(cell["update"], x, h))
    reset = sigmoid(affine(cell["reset"], x, h))
    candidate = np.tanh(affine(cell["candidate"], x, reset * h))
    return h + update * (candidate - h)


def affine(gate, x, h):
    return x @ gate["input"] + h @ gate["hidden"] + gate["bias"]


def sigmoid(x):
    return 0.5 * (1.0 + np.tanh(0.5 * x))


def scores(params, state):
    return state[-1] @ params["output"]["weight"] + params["output"]["bias"]


def cross_entropy(z, letters):
    z = z - z.max(axis=1, keepdims=True)
    right = z[np.arange(len(letters)), letters]
    return np.mean(np.log(np.exp(z).sum(axis=1)) - right)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description="Learn to write like a text.")
    parser.add_argument("--text", type=Path, default=TEXT, metavar="FILE")
    parser.add_argument("--steps", type=int, default=STEPS, metavar="NUMBER")
    arguments = parser.parse_args(argv)
    if arguments.steps < 1:
        parser.error("argument --steps: there has to be one at least")

    text = " ".join(arguments.text.read_text(encoding="utf-8").split())
    if len(text) < BATCH * (WINDOW + 1):
        parser.error(f"argument --text: {arguments.text} is too short")
    alphabet = sorted(set(text))
    params = initial_parameters(len(alphabet))
    print(f"{len(text)} letters, {len(alphabet)} different ones")
    values = train(params, text, alphabet, arguments.steps)
    reached = np.mean(values[-50:])
    print(f"loss: {np.mean(values[:5]):.3f} at first, {reached:.3f} at last")
    judged = arguments.text == TEXT and arguments.steps >= STEPS
    if judged and not reached <= ENOUGH:  # not reached > ENOUGH, false of NaN
        print(f"the loss is above {ENOUGH}", file=sys.stderr)
        return 1
    return 0


def initial_parameters(letters: int) -> dict:
    rng = np.random.default_rng(0)

    def weight(rows, columns):
        return rng.normal(size=(rows, columns)) / np.sqrt(rows)

    def gate(inputs, size):
        return {
            "input": weight(inputs, size),
            "hidden": weight(size, size),
            "bias": np.zeros(size),
        }

    return {
        "embedding": rng.normal(size=(letters, EMBEDDED)),
        "cells": [
            {name: gate(inputs, size) for name in ("update", "reset", "candidate")}
            for inputs, size in zip((EMBEDDED, *HIDDEN), HIDDEN)
        ],
        "output": {"weight": weight(HIDDEN[-1], letters), "bias": np.zeros(letters)},
    }


def at_rest(places: int) -> list[np.ndarray]:
    return [np.zeros((places, size)) for size in HIDDEN]


def train(params: dict, text: str, alphabet: list[str], steps: int) -> list[float]:
    """Run Adagrad over windows that follow each other; returns the losses."""
    value_and_grad = tl.value_and_grad(loss, wrt="params", has_aux=True)
    rows = len(text) // BATCH
    codes = np.searchsorted(alphabet, list(text[: rows * BATCH]))
    codes = codes.reshape(BATCH, rows).T
    squares = mapped(np.zeros_like, params)
    rng = np.random.default_rng(1)
    start, state = 0, at_rest(BATCH)
    values = []
    with tqdm(range(1, steps + 1), desc="training", unit="step") as progress:
        for step in progress:
            if start + WINDOW >= rows:
                start, state = 0, at_rest(BATCH)
            window = codes[start : start + WINDOW + 1]
            (value, state), gradient = value_and_grad(params, state, window)
            mapped(adagrad, params, clipped(gradient, LIMIT), squares)
            start += WINDOW
            values.append(value)
            progress.set_postfix(loss=f"{np.mean(values[-50:]):.3f}", refresh=False)
            if step % max(steps // SAMPLES, 1) == 0:
                written = sample(params, alphabet, 160, rng)
                progress.write(f"step {step}, loss {value:.3f}: {written}")
    return values


def mapped(function, tree, *others):
    """Call the function with the corresponding arrays of trees of dicts and lists."""
    if isinstance(tree, dict):
        return {
            name: mapped(function, item, *(other[name] for other in others))
            for name, item in tree.items()
        }
    if isinstance(tree, list):
        return [mapped(function, *items) for items in zip(tree, *others)]
    return function(tree, *others)


def clipped(gradient: dict, limit: float) -> dict:
    """The gradient, made shorter if the norm of all its arrays together is larger."""
    squares = []
    mapped(lambda g: squares.append(np.sum(g * g)), gradient)
    scale = limit / max(np.sqrt(sum(squares)), limit)
    return mapped(lambda g: scale * g, gradient)


def adagrad(p: np.ndarray, g: np.ndarray, square: np.ndarray):
    square += g * g
    p -= RATE * g / (np.sqrt(square) + 1e-8)


def sample(params, alphabet, length, rng, temperature=0.7) -> str:
    """What the network writes, each letter being drawn and then read."""
    state, code = at_rest(1), rng.integers(len(alphabet))
    written = []
    for _ in range(length):
        state = advanced(params, state, np.array([code]))
        z = scores(params, state)[0] / temperature
        probabilities = np.exp(z - z.max())
        code = rng.choice(len(alphabet), p=probabilities / probabilities.sum())
        written.append(alphabet[code])
    return "".join(written)


if __name__ == "__main__":
    sys.exit(main())
