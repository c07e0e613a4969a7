"""Handwritten digits, told apart by a network whose parameters are a nested dict.

Shows that `tl.value_and_grad` takes the parameters as they stand: the gradient is a
dict like the parameters, and Adam, written for such dicts below, needs no list of
names. The network is trained on mini-batches of scikit-learn's digits; its accuracy on
a fixed split has to be at least 96 per cent.

Run it as `python examples/digits.py [--out FOLDER]`; it draws the confusion matrix
into the folder.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import load_digits
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from tqdm import tqdm

import tangentlite as tl

HIDDEN = 64
EPOCHS = 30
BATCH = 32
ENOUGH = 0.96


def scores(params, x):
    h = np.tanh(x @ params["hidden"]["w"] + params["hidden"]["b"])
    return h @ params["output"]["w"] + params["output"]["b"]


def loss(params, x, y):
    """The cross-entropy of the softmax of the scores, y being the right digits."""
    z = scores(params, x)
    z = z - np.max(z, axis=1, keepdims=True)
    log_softmax = z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    return -np.mean(log_softmax[np.arange(len(y)), y])


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description="Learn to read digits.")
    parser.add_argument("--out", type=Path, help="folder for the picture")
    folder = parser.parse_args(argv).out or Path(tempfile.mkdtemp(prefix="digits-"))
    folder.mkdir(parents=True, exist_ok=True)

    images, digits = load_digits(return_X_y=True)
    x, x_test, y, y_test = train_test_split(
        images / 16.0, digits, test_size=0.25, random_state=0, stratify=digits
    )
    params = trained(initial_parameters(x.shape[1], 10), x, y)
    predicted = np.argmax(scores(params, x_test), axis=1)
    accuracy = np.mean(predicted == y_test)
    draw(folder / "digits.png", confusion_matrix(y_test, predicted), accuracy)
    print(f"accuracy: {accuracy:.3f}")
    print(f"picture: {folder / 'digits.png'}")
    if accuracy < ENOUGH:
        print(f"the accuracy is below {ENOUGH}", file=sys.stderr)
        return 1
    return 0


def initial_parameters(features: int, classes: int) -> dict:
    rng = np.random.default_rng(0)
    sizes = {"hidden": (features, HIDDEN), "output": (HIDDEN, classes)}
    return {
        name: {"w": rng.normal(size=size) / np.sqrt(size[0]), "b": np.zeros(size[1])}
        for name, size in sizes.items()
    }


def trained(params: dict, x: np.ndarray, y: np.ndarray) -> dict:
    """Run Adam over shuffled mini-batches."""
    value_and_grad = tl.value_and_grad(loss)
    rng = np.random.default_rng(1)
    moments, squares = zeros_like(params), zeros_like(params)
    step = 0
    progress = tqdm(range(EPOCHS), desc="training", unit="epoch")
    for _ in progress:
        values = []
        order = rng.permutation(len(x))
        for rows in np.split(order, range(BATCH, len(x), BATCH)):
            value, gradient = value_and_grad(params, x[rows], y[rows])
            step += 1
            adam(params, gradient, moments, squares, step)
            values.append(value)
        progress.set_postfix(loss=f"{np.mean(values):.4f}")
    return params


def zeros_like(params):
    if isinstance(params, dict):
        return {name: zeros_like(item) for name, item in params.items()}
    return np.zeros_like(params)


def adam(params, gradient, moments, squares, step, rate=2e-3):
    """Move all arrays of nested dicts, and their running means, in place."""
    for name, p in params.items():
        g, m, s = gradient[name], moments[name], squares[name]
        if isinstance(p, dict):
            adam(p, g, m, s, step, rate)
            continue
        m += 0.1 * (g - m)
        s += 0.001 * (g * g - s)
        corrected = np.sqrt(s / (1.0 - 0.999 ** step))
        p -= rate * m / (1.0 - 0.9 ** step) / (corrected + 1e-8)


def draw(path: Path, counts: np.ndarray, accuracy: float):
    figure = Figure(figsize=(5.5, 5), layout="constrained")
    axes = figure.add_subplot()
    # The colours tell the mistakes apart, which are few beside what is right.
    axes.imshow(counts - np.diag(np.diag(counts)), cmap="Oranges", vmin=0, vmax=5)
    for (row, column), count in np.ndenumerate(counts):
        if count:
            weight = "bold" if row == column else "normal"
            axes.text(column, row, count, ha="center", va="center", weight=weight)
    axes.set(
        xlabel="read as",
        ylabel="digit",
        xticks=range(len(counts)),
        yticks=range(len(counts)),
        title=f"{accuracy:.1%} of {counts.sum()} digits are read correctly",
    )
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    sys.exit(main())
