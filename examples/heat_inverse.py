"""The first temperatures of a plate and its conductivity, from sensors that read later.

Shows reverse mode through a simulation that writes into its arrays: the heat equation
in two dimensions by explicit steps, each of which changes the plate in place, the rim
being kept at 0. Noisy sensors read the plate at some times. L-BFGS looks for the
temperature of every cell at the start and for the logarithm of the conductivity, more
than a thousand numbers, and one call of the generated derivative takes about as long as
three simulations. Many fields of temperatures explain the readings, as heat that has
spread leaves few traces; among them the objective prefers smooth ones. The conductivity
has to come out within 5 per cent, the field with an error of at most a fifth of its
norm; a field of zeros, from which the search starts, has an error as large as the norm.

Run it as `python examples/heat_inverse.py [--out FOLDER] [--size CELLS]
[--iterations LIMIT]`; it draws the fields and the convergence into the folder.
"""

import argparse
import math
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import OptimizeResult, minimize
from tqdm import tqdm

import tangentlite as tl

CONDUCTIVITY = 1.0  # the truth; density times heat capacity is 1
GUESS = 0.5  # of the conductivity, where the search starts
LEAST, MOST = 0.2, 2.0  # conductivities among which it searches
END = 0.03  # of the observation; heat crosses the plate in a time of about 1
READINGS = 20  # of each sensor, evenly spread over that time
SENSORS = 11  # in a row and in a column
NOISE = 0.01  # standard deviation of a reading; the shapes have temperatures near 1
SMOOTHNESS = 10.0  # weight of the squared differences of neighbouring cells
ENOUGH = {"conductivity": 0.05, "field": 0.2}  # relative errors


def diffuse(u, fourier_number):
    """Move heat between neighbouring cells for one step, in place; the rim stays.

    The Fourier number is that of the step: how much moves for a difference of 1.
    """
    u[1:-1, 1:-1] += fourier_number * (
        u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1]
    )


def simulate(u0, conductivity, sensors, every):
    """What the sensors read, a row each time, in a plate that starts with u0."""
    n = len(u0)
    u = np.zeros((n + 2, n + 2))
    u[1:-1, 1:-1] = u0
    rows, columns = sensors
    readings = np.empty((READINGS, len(rows)))
    dt = END / (READINGS * every)
    fourier_number = conductivity * dt * (n + 1) ** 2
    for i in range(READINGS):
        for _ in range(every):
            diffuse(u, fourier_number)
        readings[i] = u[rows, columns]
    return readings


def objective(observed, n, sensors, every):
    """What is to become small: the misfit to the readings, and the roughness."""

    def cost(parameters):
        u0, conductivity = unpacked(parameters, n)
        misfit = simulate(u0, conductivity, sensors, every) - observed
        down = u0[1:] - u0[:-1]
        across = u0[:, 1:] - u0[:, :-1]
        roughness = np.sum(down ** 2) + np.sum(across ** 2)
        return 0.5 * np.sum((misfit / NOISE) ** 2) + 0.5 * SMOOTHNESS * roughness

    return cost


def unpacked(parameters, n):
    return parameters[1:].reshape(n, n), np.exp(parameters[0])


def main(argv=None) -> int:
    arguments = parsed(argv)
    n, folder = arguments.size, arguments.out

    truth = warm_shapes(n)
    sensors, every = sensor_grid(n), steps_between_readings(n)
    observed = simulate(truth, CONDUCTIVITY, sensors, every)
    observed += np.random.default_rng(0).normal(scale=NOISE, size=observed.shape)
    print(f"{READINGS * every} steps, {observed.size} readings, {n * n + 1} unknowns\n")
    print_adjoint(truth, sensors, every)

    start = np.zeros((n, n))
    cost = objective(observed, n, sensors, every)
    fit, history = fitted(cost, start, arguments.iterations)
    field, conductivity = unpacked(fit.x, n)
    pictures = folder / "heat_fields.png", folder / "heat_convergence.png"
    draw_fields(pictures[0], truth, start, field, sensors)
    draw_convergence(pictures[1], history)
    print(f"{fit.nit} iterations, {fit.nfev} evaluations, {fit.message}")
    print(f"pictures: {pictures[0]}, {pictures[1]}\n")

    print("relative error        start     result")
    errors = {
        "conductivity": [abs(k / CONDUCTIVITY - 1.0) for k in (GUESS, conductivity)],
        "field": [distance(u0, truth) for u0 in (start, field)],
    }
    for name, (before, after) in errors.items():
        print(f"{name:14}{before:13.4f}{after:11.4f}")
    # not <= instead of >, which is false of NaN
    missed = [name for name, limit in ENOUGH.items() if not errors[name][1] <= limit]
    for name in missed:
        print(f"the error of the {name} is above {ENOUGH[name]}", file=sys.stderr)
    return 1 if missed else 0


def parsed(argv) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Find where a plate was warm.")
    parser.add_argument("--out", type=Path, help="folder for the pictures")
    parser.add_argument("--size", type=at_least(SENSORS), default=40, metavar="CELLS")
    parser.add_argument("--iterations", type=at_least(1), default=200, metavar="LIMIT")
    arguments = parser.parse_args(argv)
    arguments.out = arguments.out or Path(tempfile.mkdtemp(prefix="heat-inverse-"))
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"argument --out: {error}")
    return arguments


def at_least(least: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` on."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a whole number from {least} on"
            )
        return int(text)

    return read


def warm_shapes(n: int) -> np.ndarray:
    """A disc, a bar and a ring with soft edges."""
    x, y = np.meshgrid(centres(n), centres(n))
    disc = 0.16 - np.hypot(x - 0.27, y - 0.3)
    bar = np.minimum(0.28 - abs(y - 0.5), 0.08 - abs(x - 0.72))
    ring = 0.055 - abs(np.hypot(x - 0.28, y - 0.73) - 0.12)
    shapes = ((1.0, disc), (0.7, bar), (0.85, ring))
    return sum(warmth / (1.0 + np.exp(-60.0 * inside)) for warmth, inside in shapes)


def centres(n: int) -> np.ndarray:
    return np.arange(1, n + 1) / (n + 1)


def sensor_grid(n: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows and the columns of the sensors among the cells and the rim."""
    line = np.linspace(1, n, SENSORS).round().astype(int)
    rows, columns = np.meshgrid(line, line, indexing="ij")
    return rows.ravel(), columns.ravel()


def steps_between_readings(n: int) -> int:
    # Explicit steps are stable as long as the Fourier number is at most a quarter.
    return math.ceil(MOST * END * (n + 1) ** 2 / (0.25 * READINGS))


def print_adjoint(u0: np.ndarray, sensors, every: int):
    """Print what takes derivatives by the readings back to the parameters."""
    derivative = tl.autodiff(simulate, wrt=("u0", "conductivity"))
    print(derivative.source_for(u0, CONDUCTIVITY, sensors, every))


def fitted(cost, start: np.ndarray, limit: int) -> tuple[OptimizeResult, np.ndarray]:
    """The result of L-BFGS, and by iteration the objective and the conductivity."""
    parameters = np.concatenate([[np.log(GUESS)], start.ravel()])
    history = [(cost(parameters), GUESS)]
    progress = tqdm(total=limit, desc="fitting", unit="iteration")

    def record(intermediate_result: OptimizeResult):
        conductivity = np.exp(intermediate_result.x[0])
        history.append((intermediate_result.fun, conductivity))
        progress.set_postfix(conductivity=f"{conductivity:.4f}", refresh=False)
        progress.update()

    with progress:
        fit = minimize(
            tl.value_and_grad(cost),
            parameters,
            method="L-BFGS-B",
            jac=True,
            bounds=[(np.log(LEAST), np.log(MOST))] + [(None, None)] * start.size,
            callback=record,
            options={"maxiter": limit, "maxcor": 20},
        )
    return fit, np.array(history)


def distance(field: np.ndarray, truth: np.ndarray) -> float:
    return np.linalg.norm(field - truth) / np.linalg.norm(truth)


def draw_fields(path: Path, truth, start, field, sensors):
    figure = Figure(figsize=(12, 4.2), layout="constrained")
    panels = figure.subplots(1, 3, sharey=True)
    fields = {"truth, and the sensors": truth, "start": start, "result": field}
    for axes, (title, u0) in zip(panels, fields.items()):
        image = axes.imshow(u0, cmap="inferno", vmin=0.0, vmax=truth.max())
        axes.set(title=title, xlabel="column")
    panels[0].plot(sensors[1] - 1, sensors[0] - 1, ".", color="white", markersize=2)
    panels[0].set_ylabel("row")
    figure.colorbar(image, ax=panels, label="temperature at the start", shrink=0.8)
    figure.savefig(path, dpi=120)


def draw_convergence(path: Path, history: np.ndarray):
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.semilogy(history[:, 0])
    left.set(xlabel="iteration", ylabel="objective")
    right.plot(history[:, 1], label="fitted")
    right.axhline(CONDUCTIVITY, color="black", linestyle=":", label="truth")
    right.set(xlabel="iteration", ylabel="conductivity")
    right.legend()
    for axes in (left, right):
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    sys.exit(main())
