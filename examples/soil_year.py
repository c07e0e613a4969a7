"""How well layers of soil conduct heat, from thermometers that are read for a year.

Shows a simulation of a million steps that is fitted in seconds, as its gradient is
compiled by numba (`backend="numba"`). Heat comes from the air and moves between cells
that are thicker the deeper they lie. The uppermost are a centimetre thick, so that
explicit steps have to be shorter than a minute, and a year has a million of them. Four
noisy thermometers are read every hour. L-BFGS looks for the conductivities of three
layers, for the temperature at the start, which all depths share, and for how well the
surface takes heat from the air in each month, by its wind, plants and snow. Each has to
come out within 3 per cent. What the backward sweep needs of the steps takes 0.4 GB.

Beside it stand the seconds of a gradient by other ways: the same derivative by NumPy;
differences, for which the simulation runs once more for each parameter, as numba
compiles it and by NumPy; JAX, if it is installed. What takes long by NumPy is timed for
a few days and multiplied, as every step takes equally long.

Run it as `python examples/soil_year.py [--out FOLDER] [--months NUMBER]`; it draws the
temperatures and the result into the folder. It needs numba.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import OptimizeResult, approx_fprime, minimize

import tangentlite as tl

LAYERS = {"above 10 cm": 0.8, "10 to 50 cm": 1.3, "below 50 cm": 1.9}  # W/(m K)
START = 9.0  # °C
SURFACE = [13.0, 15.0, 14.0, 12.0, 11.0, 12.0, 14.0, 16.0, 10.0, 6.0, 7.0, 11.0]
MONTH = 730  # hours
NAMES = (*LAYERS, "start", *(f"surface, month {k}" for k in range(1, 13)))  # W/(m² K)
TRUTH = np.array([*LAYERS.values(), START, *SURFACE])
GUESS = np.array([1.4, 1.4, 1.4, 11.0] + [8.0] * 12)
LEAST, MOST = GUESS / 4.0, GUESS * 2.0  # steps are stable for these
ENOUGH = 0.03  # relative error of each

THICKNESS = 0.01 * 1.1 ** np.arange(40)  # of the cells in metres, 4.4 in all
DISTANCES = 0.5 * (THICKNESS[:-1] + THICKNESS[1:])
BOTTOMS = np.cumsum(THICKNESS)
LAYER = np.searchsorted([0.1, 0.5], BOTTOMS[:-1])  # of the faces between cells
DEPTHS = (0.03, 0.12, 0.4, 1.0)
SENSORS = np.searchsorted(BOTTOMS, DEPTHS)  # the cells of the thermometers
STEPS = 115  # in an hour
CAPACITY = 2.2e6  # J/(m³ K), that of moist soil
RATE = 3600.0 / STEPS / (CAPACITY * THICKNESS)  # K that 1 W/m² brings in a step
NOISE = 0.2  # standard deviation of a reading
FEW_DAYS = 4  # for which gradients by NumPy are timed


@numba.njit(cache=True)
def simulate(parameters, air):
    """What the thermometers read each hour, a row, while the air has these degrees."""
    conductance = parameters[:3][LAYER] / DISTANCES
    u = np.full(len(RATE), parameters[3])
    flow = np.zeros(len(RATE) + 1)  # nothing flows through the lowest face
    readings = np.empty((len(air), len(SENSORS)))
    for hour in range(len(air)):
        surface = parameters[4 + hour // MONTH]
        for _ in range(STEPS):
            flow[0] = surface * (air[hour] - u[0])
            flow[1:-1] = conductance * (u[:-1] - u[1:])
            u += RATE * (flow[:-1] - flow[1:])
        readings[hour] = u[SENSORS]
    return readings


def cost(logarithms, air, observed, run=simulate):
    """The mean squared misfit in units of the noise; the parameters are positive."""
    misfit = run(np.exp(logarithms), air) - observed
    return np.mean((misfit / NOISE) ** 2)


def main(argv=None) -> int:
    arguments = parsed(argv)
    air = weather(MONTH * arguments.months)
    truth, guess = (all_of[: 4 + arguments.months] for all_of in (TRUTH, GUESS))
    observed = simulate(truth, air)
    observed += np.random.default_rng(1).normal(scale=NOISE, size=observed.shape)
    print(f"{STEPS * len(air)} steps, {observed.size} readings, {len(guess)} unknowns")

    gradient = tl.value_and_grad(cost, backend="numba")
    begun = time.perf_counter()
    gradient(np.log(guess), air, observed)
    took = time.perf_counter() - begun
    print(f"the first gradient: {took:.1f} s; it is compiled, or found on the disk")
    begun = time.perf_counter()
    fit, history = fitted(gradient, guess, air, observed)
    print(f"the fit: {time.perf_counter() - begun:.1f} s", end=", ")
    print(f"{fit.nfev} gradients, {fit.message}\n")
    agree = print_times(gradient, guess, air, observed)

    found = np.exp(fit.x)
    picture = arguments.out / "soil_year.png"
    draw(picture, air, observed, guess, found, history)
    print(f"\npicture: {picture}\n\n{'':18}    truth    start   result    error")
    errors = abs(found / truth - 1.0)
    for name, *row, error in zip(NAMES, truth, guess, found, errors):
        print(f"{name:18}" + "".join(f"{x:9.3f}" for x in row) + f"{error:9.4f}")
    # not <= instead of >, which is false of NaN
    missed = [name for name, error in zip(NAMES, errors) if not error <= ENOUGH]
    for name in missed:
        print(f"the error of {name!r} is above {ENOUGH}", file=sys.stderr)
    return 0 if agree and not missed else 1


def parsed(argv) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Find how well soil conducts heat.")
    parser.add_argument("--out", type=Path, help="folder for the picture")
    parser.add_argument("--months", type=months, default=12, metavar="NUMBER")
    arguments = parser.parse_args(argv)
    arguments.out = arguments.out or Path(tempfile.mkdtemp(prefix="soil-year-"))
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"argument --out: {error}")
    return arguments


def months(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 12")
    return int(text)


def weather(hours: int) -> np.ndarray:
    """The temperature of the air: seasons from spring on, days, and their whims."""
    time_of, random = np.arange(hours), np.random.default_rng(0)
    whim = np.zeros(hours)
    for hour in range(1, hours):
        whim[hour] = 0.985 * whim[hour - 1] + 0.6 * random.normal()
    year, day = np.sin(2.0 * np.pi * np.array([time_of / 8760, (time_of - 9) / 24]))
    return 10.0 + 10.0 * year + 5.0 * day + whim


def fitted(
    gradient: Callable, guess: np.ndarray, air: np.ndarray, observed: np.ndarray
) -> tuple[OptimizeResult, np.ndarray]:
    """The result of L-BFGS, and the cost of each iteration."""
    history = []
    limits = np.log(np.transpose([LEAST, MOST]))
    fit = minimize(
        gradient,
        np.log(guess),
        args=(air, observed),
        method="L-BFGS-B",
        jac=True,
        bounds=limits[: len(guess)],
        callback=lambda intermediate_result: history.append(intermediate_result.fun),
    )
    return fit, np.array(history)


def print_times(gradient: Callable, guess, air, observed) -> bool:
    """Print the seconds of a gradient by each way; whether all give the same."""
    hours = 24 * FEW_DAYS
    few = air[:hours], observed[:hours]
    point = np.log(guess)
    by_numpy = tl.value_and_grad(cost, backend="numpy")

    def differences(run, *data):
        return approx_fprime(point, lambda p: cost(p, *data, run=run))

    ways = {
        "this one, compiled": lambda *data: gradient(point, *data)[1],
        "the same, NumPy": lambda *data: by_numpy(point, *data)[1],
        "differences, compiled": lambda *data: differences(simulate, *data),
        "differences, NumPy": lambda *data: differences(simulate.py_func, *data),
        "JAX": gradient_by_jax(point),
    }
    print("seconds of a gradient")
    expected = gradient(point, *few)[1]
    error = 1e-3 * np.max(abs(expected))
    different = []
    for name, way in ways.items():
        if way is None:
            print(f"  {name:24}it is not installed")
            continue
        if not np.allclose(way(*few), expected, rtol=0.0, atol=error):
            different.append(name)
        if name.endswith("NumPy"):
            estimate = seconds(way, *few) * len(air) / hours
            print(f"  {name:24}{estimate:9.2f}, from {FEW_DAYS} days")
        else:
            print(f"  {name:24}{seconds(way, air, observed):9.2f}")
    for name in different:
        print(f"another gradient: {name}", file=sys.stderr)
    return not different


def seconds(way: Callable, *data: np.ndarray) -> float:
    spent = []
    for _ in range(3):
        begun = time.perf_counter()
        way(*data)
        spent.append(time.perf_counter() - begun)
    return statistics.median(spent)


def gradient_by_jax(point: np.ndarray) -> Callable | None:
    """The gradient at a point as a function of the data, written for JAX."""
    try:
        import jax
        import jax.numpy as jnp
    except ImportError:
        return None
    jax.config.update("jax_enable_x64", True)

    def simulated(parameters, air):
        conductance = parameters[:3][LAYER] / DISTANCES

        def step(u, surface, outside):
            inside = conductance * (u[:-1] - u[1:])
            above = surface * (outside - u[:1])
            flow = jnp.concatenate([above, inside, jnp.zeros(1)])
            return u + RATE * (flow[:-1] - flow[1:])

        def hourly(u, given):
            hour, outside = given
            surface = parameters[4 + hour // MONTH]
            u = jax.lax.fori_loop(0, STEPS, lambda _, u: step(u, surface, outside), u)
            return u, u[SENSORS]

        u = jnp.full(len(RATE), parameters[3])
        return jax.lax.scan(hourly, u, (jnp.arange(len(air)), air))[1]

    def cost_by_jax(logarithms, air, observed):
        misfit = simulated(jnp.exp(logarithms), air) - observed
        return jnp.mean((misfit / NOISE) ** 2)

    slopes = jax.jit(jax.grad(cost_by_jax))
    return lambda *data: np.asarray(slopes(point, *data))


def draw(path: Path, air, observed, guess, found, history):
    figure = Figure(figsize=(11, 7), layout="constrained")
    (left, right), (below, other) = figure.subplots(2, 2)
    last = slice(-min(len(air), 168), None)
    elapsed = np.arange(len(air))[last] / 24
    before, after = simulate(guess, air)[last], simulate(found, air)[last]
    left.plot(elapsed, air[last], ":", color="black", linewidth=1, label="air")
    for k, depth in enumerate(DEPTHS):
        for panel, readings in ((left, before), (right, after)):
            panel.plot(elapsed, observed[last, k], ".", color=f"C{k}", markersize=3)
            panel.plot(elapsed, readings[:, k], color=f"C{k}", label=f"{depth} m")
    left.set(title="before the fit", xlabel="day", ylabel="°C (dots: readings)")
    right.set(title="after the fit", xlabel="day")
    figure.legend(
        *left.get_legend_handles_labels(), loc="outside upper center", ncols=5
    )
    month = np.arange(1, len(found) - 3)
    below.plot(month, SURFACE[: len(month)], "o", color="black", label="truth")
    below.plot(month, guess[4:], ".", color="gray", label="start")
    below.plot(month, found[4:], "+", markersize=12, label="fitted")
    below.set(xlabel="month", ylabel="surface, W/(m² K)")
    below.legend()
    other.semilogy(history)
    other.axhline(1.0, color="black", linestyle=":", label="the noise")
    other.set(xlabel="iteration", ylabel="mean squared misfit")
    other.legend()
    for panel in (left, right, below, other):
        panel.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    sys.exit(main())
