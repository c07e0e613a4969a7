"""The equations of Lotka and Volterra, fitted to noisy counts of two populations.

Shows derivatives through a solver of differential equations, the classical method of
Runge and Kutta written in plain NumPy, and how SciPy's optimisers take them. The
functions that are fitted are closures over the data. `least_squares` gets the Jacobian
of the residuals, which `jacobian` makes in forward mode, as there are fewer parameters
than residuals; `minimize` gets half the sum of their squares with its gradient, in
reverse mode. Both have to find the same minimum.

Run it as `python examples/ode_fit.py [--out FOLDER]`.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import least_squares, minimize

import tangentlite as tl

NAMES = ("alpha", "beta", "gamma", "delta", "prey(0)", "predators(0)")
TRUTH = np.array([0.55, 0.028, 0.84, 0.026, 33.0, 6.0])
START = np.array([0.75, 0.02, 0.6, 0.02, 25.0, 9.0])
NOISE = 0.05  # standard deviation of the logarithm of a count
YEARS = 20
STEPS = 10  # of the solver in a year


def rates(populations, constants):
    prey, predators = populations
    alpha, beta, gamma, delta = constants
    eaten = prey * predators
    return np.array([alpha * prey - beta * eaten, delta * eaten - gamma * predators])


def trajectory(parameters, times):
    """The populations at the times, one row each, in steps from one to the next."""
    constants, populations = parameters[:4], parameters[4:]
    rows = [populations]
    for h in times[1:] - times[:-1]:
        k1 = rates(populations, constants)
        k2 = rates(populations + h / 2 * k1, constants)
        k3 = rates(populations + h / 2 * k2, constants)
        k4 = rates(populations + h * k3, constants)
        populations = populations + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        rows.append(populations)
    return np.array(rows)


def objectives(times, counts):
    """The residuals and half the sum of their squares, as functions of logarithms.

    The parameters are positive and differ in size, so their logarithms are fitted.
    """

    def residuals(logarithms):
        populations = trajectory(np.exp(logarithms), times)[::STEPS]
        return np.log(populations / counts).ravel()

    def cost(logarithms):
        return 0.5 * np.sum(residuals(logarithms) ** 2)

    return residuals, cost


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description="Fit a model of two populations.")
    parser.add_argument("--out", type=Path, help="folder for the picture")
    folder = parser.parse_args(argv).out or Path(tempfile.mkdtemp(prefix="ode-fit-"))
    folder.mkdir(parents=True, exist_ok=True)

    times = np.linspace(0.0, YEARS, YEARS * STEPS + 1)
    counts = noisy_counts(times)
    residuals, cost = objectives(times, counts)
    start = np.log(START)
    fits = {
        "least_squares": least_squares(residuals, start, jac=tl.jacobian(residuals)),
        "minimize": minimize(tl.value_and_grad(cost), start, jac=True),
    }

    parameters = {"truth": TRUTH, "start": START}
    parameters |= {name: np.exp(fit.x) for name, fit in fits.items()}
    print_table(parameters, cost)
    for name, fit in fits.items():
        print(f"{name}: {fit.nfev} evaluations, {fit.message}")
    draw(folder / "ode_fit.png", times, counts, parameters)
    print(f"picture: {folder / 'ode_fit.png'}")

    one, other = (parameters[name] for name in fits)
    if not np.allclose(one, other, rtol=1e-3):
        print("the two fits differ by more than a thousandth", file=sys.stderr)
        return 1
    return 0


def noisy_counts(times: np.ndarray) -> np.ndarray:
    """What is observed once a year of the populations that follow the truth."""
    populations = trajectory(TRUTH, times)[::STEPS]
    noise = np.random.default_rng(0).normal(scale=NOISE, size=populations.shape)
    return populations * np.exp(noise)


def print_table(parameters: dict, cost):
    print(" " * 12 + "".join(f"{name:>15}" for name in parameters))
    for name, row in zip(NAMES, np.transpose(list(parameters.values()))):
        print(f"{name:12}" + "".join(f"{value:15.5g}" for value in row))
    costs = [cost(np.log(values)) for values in parameters.values()]
    print(f"{'cost':12}" + "".join(f"{value:15.5g}" for value in costs) + "\n")


def draw(path: Path, times: np.ndarray, counts: np.ndarray, parameters: dict):
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    panels = figure.subplots(1, 2, sharey=True)
    for axes, title, name in zip(
        panels, ("before the fit", "after the fit"), ("start", "least_squares")
    ):
        fitted = trajectory(parameters[name], times)
        true = trajectory(parameters["truth"], times)
        for column, kind in enumerate(("prey", "predators")):
            colour = f"C{column}"
            axes.plot(times, true[:, column], ":", color="black", linewidth=1)
            axes.plot(times, fitted[:, column], color=colour, label=kind)
            axes.plot(times[::STEPS], counts[:, column], "o", color=colour)
        axes.set(xlabel="year", title=title)
        axes.grid(alpha=0.3)
    panels[0].set_ylabel("animals (dots: counts, dotted: truth)")
    panels[0].legend()
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    sys.exit(main())
