"""Time gradients through SciPy's solvers and integrators beside differences and JAX.

python -m benchmarks.solvers [--only NAME ...] [--rounds N]

For each program are printed: by how many numbers it is differentiated, microseconds of
the primal, in multiples of it the value with its gradient by tangentlite, by central
differences, and by JAX (jit, on the same processor), where it is installed and the
solver or its equation is written out (`solver_peers`): Newton's method in place of
SciPy's, which for fits begins nearer to the solution, so that its times say what a
compiled program costs rather than what the same steps do.

Errors are relative to the gradient by tangentlite: with a tight tolerance for equations
of motion; of other programs it is the same gradient, so that ours has no error to show
and those of the others are differences from it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy import integrate, optimize

import tangentlite as tl
from benchmarks.harness import timed
from benchmarks.nesting import named

TIMES = np.linspace(0.0, 10.0, 50)
GRID = np.linspace(0.0, 2.0, 30)
DATA = 2.0 * np.exp(-1.3 * GRID) + 0.05 * np.sin(9.0 * GRID)
SECONDS = 0.05  # of calls in each round
TITLES = ("by", "µs", "ours", "differences", "JAX", "error", "differences", "JAX")


def lotka(t, y, a, b, c, d):
    return np.array([a * y[0] - b * y[0] * y[1], -c * y[1] + d * y[0] * y[1]])


def by_brentq(p, tolerance):
    root = optimize.brentq(lambda x: x**3 + p[0] * x - p[1], 0.0, 9.0, xtol=tolerance)
    return root**2


def by_newton(p, tolerance):
    return optimize.newton(lambda x: x**3 + p[0] * x - p[1], 1.0, tol=tolerance) ** 2


def by_root_scalar(p, tolerance):
    found = optimize.root_scalar(
        lambda x: x**3 + p[0] * x - p[1], bracket=(0.0, 9.0), xtol=tolerance
    )
    return found.root**2


def by_fsolve(p, tolerance):
    def f(z):
        return np.array([z[0] ** 2 + z[1] - p[0], z[0] - z[1] ** 2 + p[1]])

    return np.sum(optimize.fsolve(f, np.ones(2), xtol=tolerance) ** 2)


def by_root(p, tolerance):
    return np.sum(optimize.root(lambda z: z**3 + p * z - 1.0, np.ones(4)).x ** 2)


def by_fixed_point(p, tolerance):
    found = optimize.fixed_point(
        lambda z: np.cos(p * z) / 2.0, np.ones(4), xtol=tolerance
    )
    return np.sum(found**2)


def by_minimize(p, tolerance):
    loss = lambda z: np.sum((z - p) ** 4 + z * z)  # noqa: E731
    return np.sum(
        optimize.minimize(loss, np.zeros(4), jac=tl.grad(loss), tol=tolerance).x ** 2
    )


def by_minimize_scalar(p, tolerance):
    return optimize.minimize_scalar(lambda z: (z - p[0]) ** 4 + p[1] * z * z).x ** 2


def by_least_squares(p, tolerance):
    found = optimize.least_squares(
        lambda z: z[0] * np.exp(-z[1] * GRID) - p, np.ones(2), xtol=tolerance
    )
    return np.sum(found.x**2)


def by_leastsq(p, tolerance):
    found = optimize.leastsq(
        lambda z: z[0] * np.exp(-z[1] * GRID) - p, np.ones(2), xtol=tolerance
    )
    return np.sum(found[0] ** 2)


def by_curve_fit(p, tolerance):
    popt, _ = optimize.curve_fit(
        lambda x, a, b: a * np.exp(-b * x), GRID, p, np.ones(2), xtol=tolerance
    )
    return np.sum(popt**2)


def by_quad(p, tolerance):
    return integrate.quad(
        lambda x: np.exp(-p[0] * x) * np.sin(p[1] * x), 0.0, p[2]
    )[0]


def by_quad_vec(p, tolerance):
    return np.sum(integrate.quad_vec(lambda x: np.exp(-p * x), 0.0, 2.0)[0] ** 2)


def by_dblquad(p, tolerance):
    return integrate.dblquad(
        lambda y, x: np.sin(p[0] * x * y), 0.0, p[1], 0.0, lambda x: p[2] * x
    )[0]


def by_nquad(p, tolerance):
    return integrate.nquad(
        lambda x, y: p[0] * x * np.exp(-p[1] * y), [(0.0, p[2]), (0.0, 1.0)]
    )[0]


def by_odeint(p, tolerance):
    found = integrate.odeint(
        lotka, p[4:], TIMES, (p[0], p[1], p[2], p[3]),
        tfirst=True, rtol=tolerance, atol=tolerance,
    )  # fmt: skip
    return np.sum((found - 1.0) ** 2)


def by_solve_ivp(p, tolerance):
    found = integrate.solve_ivp(
        lotka, (0.0, 10.0), p[4:], t_eval=TIMES, args=(p[0], p[1], p[2], p[3]),
        rtol=tolerance, atol=tolerance,
    )  # fmt: skip
    return np.sum((found.y - 1.0) ** 2)


RATES = np.array([1.5, 1.0, 3.0, 1.0, 1.0, 1.0])
FOUR = np.array([0.5, 0.8, 1.1, 1.4])
Case = tuple[Callable, np.ndarray, float]
PROGRAMS: Mapping[str, Case] = {
    "brentq": (by_brentq, np.array([1.5, 2.0]), 1e-12),
    "newton": (by_newton, np.array([1.5, 2.0]), 1e-10),
    "root_scalar": (by_root_scalar, np.array([1.5, 2.0]), 1e-12),
    "fsolve": (by_fsolve, np.array([2.0, 1.0]), 1e-10),
    "root": (by_root, FOUR, 1e-8),
    "fixed_point": (by_fixed_point, FOUR, 1e-10),
    "minimize": (by_minimize, FOUR, 1e-8),
    "minimize_scalar": (by_minimize_scalar, np.array([1.0, 1.2]), 1e-8),
    "least_squares": (by_least_squares, DATA, 1e-10),
    "leastsq": (by_leastsq, DATA, 1e-10),
    "curve_fit": (by_curve_fit, DATA, 1e-10),
    "quad": (by_quad, np.array([0.7, 2.0, 3.0]), 1e-8),
    "quad_vec": (by_quad_vec, FOUR, 1e-8),
    "dblquad": (by_dblquad, np.array([0.7, 1.1, 0.9]), 1e-8),
    "nquad": (by_nquad, np.array([0.7, 1.1, 0.9]), 1e-8),
    "odeint": (by_odeint, RATES, 1e-6),
    "solve_ivp 1e-3": (by_solve_ivp, RATES, 1e-3),
    "solve_ivp 1e-6": (by_solve_ivp, RATES, 1e-6),
    "solve_ivp 1e-9": (by_solve_ivp, RATES, 1e-9),
}
# Tolerances of the gradient that errors are measured beside.
TIGHT = {"odeint": 1e-12, "solve_ivp": 1e-12}


@dataclass(frozen=True)
class Measured:
    """Seconds of each way to the value and the gradient, and the errors of these."""

    count: int
    primal: float
    seconds: dict[str, float]
    errors: dict[str, float]


def main(arguments: Iterable[str] | None = None) -> int:
    """Print the table; return the exit status."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.solvers")
    options.add_argument("--only", nargs="+", default=(), metavar="NAME")
    options.add_argument("--rounds", type=int, default=7, metavar="N")
    given = options.parse_args(arguments)
    chosen = [name for name in PROGRAMS if named(name, given.only)]
    if not chosen:
        print("There are: " + "; ".join(PROGRAMS), file=sys.stderr)
        return 2
    print(f"{'':16}" + "".join(f"{title:>12}" for title in TITLES))
    for name in chosen:
        print(line(name, measured(name, given.rounds)), flush=True)
    return 0


def measured(name: str, rounds: int) -> Measured:
    """Time all ways to a gradient in turn, so that they share what disturbs them."""
    from benchmarks.solver_peers import by_jax

    program, p, tolerance = PROGRAMS[name]
    both = tl.value_and_grad(program)
    ways: dict[str, Callable] = {
        "ours": lambda: both(p, tolerance),
        "differences": lambda: differences(program, p, tolerance),
    }
    if (peer := by_jax(name.split()[0], p, tolerance)) is not None:
        ways["JAX"] = peer
    every = {"primal": lambda: program(p, tolerance), **ways}
    tight = TIGHT.get(name.split()[0])
    exact = both(p, tight or tolerance)[1]
    found = {key: way()[1] for key, way in ways.items()}
    scale = np.max(np.abs(exact))
    errors = {k: float(np.max(np.abs(g - exact)) / scale) for k, g in found.items()}
    if tight is None:
        del errors["ours"]  # it is what the others are compared with
    numbers = {k: max(1, int(SECONDS / timed(f, [()]))) for k, f in every.items()}
    times: dict[str, list[float]] = {key: [] for key in every}
    for _ in range(rounds):
        for key, function in every.items():
            times[key].append(timed(function, [()] * numbers[key]))
    medians = {key: statistics.median(own) for key, own in times.items()}
    return Measured(p.size, medians.pop("primal"), medians, errors)


def differences(f: Callable, p: np.ndarray, tolerance: float) -> tuple:
    """Return the value and the gradient by central differences."""
    step, found = 1e-5, np.zeros(p.size)
    for k in range(p.size):
        moved = np.zeros(p.size)
        moved[k] = step
        found[k] = (f(p + moved, tolerance) - f(p - moved, tolerance)) / (2.0 * step)
    return f(p, tolerance), found


def line(name: str, found: Measured) -> str:
    """Return a row of the table."""
    ways = ("ours", "differences", "JAX")
    cells = [f"{found.count:12d}{1e6 * found.primal:12.0f}"]
    for way in ways:
        seconds = found.seconds.get(way)
        cells.append(f"{seconds / found.primal:12.1f}" if seconds else f"{'-':>12}")
    for way in ways:
        error = found.errors.get(way)
        cells.append(f"{'-':>12}" if error is None else f"{error:12.0e}")
    return f"{name:16}" + "".join(cells)


if __name__ == "__main__":
    sys.exit(main())
