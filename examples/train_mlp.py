"""A neural network of one hidden layer, trained by `value_and_grad`.

Shows a training loop on real data: scikit-learn's breast-cancer table is written once
in libsvm's text format and read back as a program would find it on disk; mini-batches
go through one generated derivative of the sigmoid cross-entropy, and Adam updates the
parameters. The accuracy on a fixed split stands beside that of scikit-learn's
`MLPClassifier` of the same size, and has to be within two points of it.

Run it as `python examples/train_mlp.py [--data FOLDER]`.
"""

import argparse
import os
import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import (
    dump_svmlight_file,
    load_breast_cancer,
    load_svmlight_file,
)
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier
from tqdm import tqdm

import tangentlite as tl

HIDDEN = 16
EPOCHS = 40
BATCH = 32


def loss(w1, b1, w2, b2, x, y):
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2
    return np.mean(np.logaddexp(0.0, z) - y * z)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description="Train a small network.")
    parser.add_argument("--data", type=Path, default=cache_folder(), metavar="FOLDER")
    x, y = read_data(parser.parse_args(argv).data / "breast_cancer.svmlight")
    x, x_test, y, y_test = train_test_split(
        x, y, test_size=0.25, random_state=1, stratify=y
    )
    mean, deviation = x.mean(axis=0), x.std(axis=0)
    x, x_test = (x - mean) / deviation, (x_test - mean) / deviation

    parameters = trained(initial_parameters(x.shape[1]), x, y[:, None])
    ours = np.mean(predicted(parameters, x_test) == y_test)

    peer = MLPClassifier((HIDDEN,), activation="tanh", max_iter=1000, random_state=0)
    theirs = peer.fit(x, y).score(x_test, y_test)
    print(f"accuracy: tangentlite {ours:.3f}, MLPClassifier {theirs:.3f}")
    if abs(ours - theirs) > 0.02:
        print("the accuracies differ by more than two points", file=sys.stderr)
        return 1
    return 0


def cache_folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "tangentlite"


def read_data(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Read the table's features and labels, after writing it if it is not there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}")
        features, labels = load_breast_cancer(return_X_y=True)
        dump_svmlight_file(features, labels, str(partial), zero_based=False)
        partial.replace(path)
    features, labels = load_svmlight_file(str(path), n_features=30, zero_based=False)
    return features.toarray(), labels


def initial_parameters(features: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(0)
    w1 = rng.normal(size=(features, HIDDEN)) / np.sqrt(features)
    w2 = rng.normal(size=(HIDDEN, 1)) / np.sqrt(HIDDEN)
    return w1, np.zeros(HIDDEN), w2, np.zeros(1)


def trained(parameters, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    """Run Adam over shuffled mini-batches."""
    value_and_grad = tl.value_and_grad(loss, wrt=(0, 1, 2, 3))
    rng = np.random.default_rng(1)
    moments = [np.zeros_like(p) for p in parameters]
    squares = [np.zeros_like(p) for p in parameters]
    step = 0
    progress = tqdm(range(EPOCHS), desc="training", unit="epoch")
    for _ in progress:
        values = []
        order = rng.permutation(len(x))
        for rows in np.split(order, range(BATCH, len(x), BATCH)):
            value, gradients = value_and_grad(*parameters, x[rows], y[rows])
            step += 1
            parameters = adam(parameters, gradients, moments, squares, step)
            values.append(value)
        progress.set_postfix(loss=f"{np.mean(values):.4f}")
    return parameters


def adam(parameters, gradients, moments, squares, step, rate=1e-3):
    """Move each parameter once; the two running means are updated in place."""
    moved = []
    for p, g, m, s in zip(parameters, gradients, moments, squares):
        m += 0.1 * (g - m)
        s += 0.001 * (g * g - s)
        corrected = np.sqrt(s / (1.0 - 0.999 ** step))
        moved.append(p - rate * m / (1.0 - 0.9 ** step) / (corrected + 1e-8))
    return tuple(moved)


def predicted(parameters, x: np.ndarray) -> np.ndarray:
    w1, b1, w2, b2 = parameters
    return (np.tanh(x @ w1 + b1) @ w2 + b2)[:, 0] > 0.0


if __name__ == "__main__":
    sys.exit(main())
