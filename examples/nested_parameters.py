"""A small network in nested parameters, fitted to a curve by SciPy's L-BFGS-B.

Shows parameters as one is used to write them, a dict of a list of objects, where the
optimiser wants a vector: `flatten` gives it, with the way back. The gradient has the
structure of the parameters, `unflatten.flat` makes it a vector.

Run it as `python examples/nested_parameters.py`.
"""

import argparse
import sys
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

WIDTHS = (1, 12, 12, 1)


@dataclass
class Layer:
    weights: np.ndarray
    offsets: np.ndarray


def predicted(params, x):
    *hidden, last = params["layers"]
    for layer in hidden:
        x = np.tanh(x @ layer.weights + layer.offsets)
    return params["scale"] * (x @ last.weights + last.offsets)


def loss(params, x, y):
    return np.mean((predicted(params, x) - y) ** 2)


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description="Fit a network to a curve.")
    parser.parse_args(argv)

    rng = np.random.default_rng(0)
    x = np.linspace(-2.0, 2.0, 80)[:, None]
    y = np.sin(3.0 * x) * np.exp(-0.3 * x)

    start = initial(rng)
    vector, unflatten = tl.flatten(start)
    value_and_gradient = tl.value_and_grad(loss)

    def objective(vector):
        value, gradient = value_and_gradient(unflatten(vector), x, y)
        return value, unflatten.flat(gradient)

    options = {"maxiter": 400}
    fit = minimize(objective, vector, jac=True, method="L-BFGS-B", options=options)
    fitted = unflatten(fit.x)
    print(f"{len(vector)} parameters, {fit.nit} steps")
    print(f"loss {loss(start, x, y):.4f} at the start, {loss(fitted, x, y):.2e} fitted")
    sizes = tl.map(lambda leaf: float(np.max(np.abs(leaf))), fitted)
    for number, layer in enumerate(sizes["layers"]):
        print(f"layer {number}: weights up to {layer.weights:.2f}")
    if loss(fitted, x, y) > 1e-3:
        print("the network does not fit the curve", file=sys.stderr)
        return 1
    return 0


def initial(rng) -> dict:
    layers = [layer(rng, *sizes) for sizes in zip(WIDTHS, WIDTHS[1:])]
    return {"scale": 1.0, "layers": layers}


def layer(rng, rows: int, columns: int) -> Layer:
    weights = rng.normal(scale=1.0 / np.sqrt(rows), size=(rows, columns))
    return Layer(weights, np.zeros(columns))


if __name__ == "__main__":
    sys.exit(main())
