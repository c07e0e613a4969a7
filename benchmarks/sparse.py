"""Time sparse Jacobians and Hessians, and solvers that use them.

The table of docs/howto/derivatives/sparse.md is what it prints.

python -m benchmarks.sparse [--quick] [--no-peers]

For each program how long its pattern takes to find and its columns to color, then a
call of the function and one of the sparse matrix, as medians. Then whole solutions, and
other ways to one of the matrices (`sparse_peers`), with those by JAX and casadi where
they are installed. All are seconds of the processor.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence

import numpy as np
from scipy import integrate
from scipy.sparse import eye_array
from scipy.sparse.linalg import spsolve

import tangentlite as tl
from benchmarks import cells, sparse_peers

ROUNDS = 25
SLOW = 0.1  # seconds of a call that is timed in few rounds
EXACT = 1e-6  # differences are off by 1e-8
HEADER = (
    "| program | unknowns | first call ms | colors | f µs | matrix µs | matrix / f |"
)


def bratu(u):
    r = 2.0 * u - np.exp(u) / (u.size + 1) ** 2
    r[1:] -= u[:-1]
    r[:-1] -= u[1:]
    return r


def five_points(x):
    n = int(np.sqrt(x.size))
    u = x.reshape(n, n)
    r = 4.0 * u + u**3
    r[1:] -= u[:-1]
    r[:-1] -= u[1:]
    r[:, 1:] -= u[:, :-1]
    r[:, :-1] -= u[:, 1:]
    return r


def brusselator(t, y):
    u, v = y[0::2], y[1::2]
    c = 0.02 * (u.size + 1) ** 2
    du = 1.0 + u * u * v - 4.0 * u - 2.0 * c * u
    dv = 3.0 * u - u * u * v - 2.0 * c * v
    du[1:] += c * u[:-1]
    du[:-1] += c * u[1:]
    dv[1:] += c * v[:-1]
    dv[:-1] += c * v[1:]
    du[0] += c
    du[-1] += c
    dv[0] += 3.0 * c
    dv[-1] += 3.0 * c
    rates = np.empty(y.size)
    rates[0::2] = du
    rates[1::2] = dv
    return rates


def brusselator_start(size: int) -> np.ndarray:
    """Give concentrations along a line, two for each place."""
    places = np.linspace(0.0, 1.0, size // 2)
    u = 1.0 + np.sin(2.0 * np.pi * places)
    return np.ravel(np.column_stack([u, np.full(size // 2, 3.0)]))


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def arrow(x):
    return np.sum(x[0] * x[1:] ** 2) + np.sum(x**4)


def main(arguments: Sequence[str] = ()) -> int:
    """Print the tables."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.sparse")
    options.add_argument("--quick", action="store_true", help="small sizes, few rounds")
    options.add_argument(
        "--peers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="JAX and casadi, as far as they are installed",
    )
    given = options.parse_args(arguments)
    share, rounds = (100, 2) if given.quick else (1, ROUNDS)
    matrices(share, rounds)
    solutions(share)
    ways(share, rounds, given.peers)
    return 0


def matrices(share: int, rounds: int) -> None:
    """Print what patterns and matrices cost, program by program."""
    print(HEADER)
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, make, f, size, before in (
        ("Bratu", tl.sparse_jacobian, bratu, 10**5, ()),
        ("five points", tl.sparse_jacobian, five_points, 10**4, ()),
        ("Brusselator", tl.sparse_jacobian, brusselator, 10**4, (0.0,)),
        ("Rosenbrock", tl.sparse_hessian, rosenbrock, 10**4, ()),
        ("arrow", tl.sparse_hessian, arrow, 10**4, ()),
    ):
        x = np.random.default_rng(0).uniform(0.5, 1.5, size // share)
        first, colors, plain, sparse = seconds(make, f, (*before, x), rounds)
        print(
            f"| {name} | {x.size} | {1e3 * first:.1f} | {colors} | {1e6 * plain:.0f} | "
            f"{1e6 * sparse:.0f} | {sparse / plain:.1f} |"
        )


def solutions(share: int) -> None:
    """Print what whole solutions cost."""
    print("\n| solution | unknowns | s | matrices |\n|---|---:|---:|---:|")
    for name, solve in (
        ("Brusselator by BDF to t = 10", stiff_equations),
        ("chained Rosenbrock by a trust region", trust_region),
    ):
        size = 10**4 // share
        begin = time.process_time()
        matrices = solve(size)
        print(f"| {name} | {size} | {time.process_time() - begin:.2f} | {matrices} |")


def ways(share: int, rounds: int, peers: bool) -> None:
    """Print what one matrix costs by us and by others, dashes where not installed."""
    u = np.random.default_rng(0).uniform(0.5, 1.5, 10**4 // share)
    plain = statistics.median(timed(bratu, (u,)) for _ in range(rounds))
    print("\n| Bratu by | unknowns | first ms | µs | matrix / f | error |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, (package, make) in sparse_peers.ways().items():
        found = (cells.MISSING,) * 4
        asked = peers or package in ("numpy", "scipy")
        if asked and sparse_peers.is_installed(package):
            first, later, error = by_way(make, u, rounds)
            found = (
                f"{1e3 * first:.1f}",
                f"{1e6 * later:.0f}",
                f"{later / plain:.1f}",
                accuracy(error),
            )
        print(f"| {name} | {u.size} | " + " | ".join(found) + " |", flush=True)


def accuracy(error: float) -> str:
    """Give the largest error of an entry, a word if the matrix is another one."""
    if error == 0.0:
        return "0"
    return f"{error:.0e}" if error < EXACT else "differs"


def by_way(make: Callable, u: np.ndarray, rounds: int) -> tuple[float, float, float]:
    """Give the seconds of a first call, the median of later ones, and the error."""
    begin = time.process_time()
    call, read = make(bratu, u)
    result = call()
    first = time.process_time() - begin
    error = abs(read(result) - sparse_peers.exact(u)).max()
    del result
    once = timed(call, ())
    rounds = min(rounds, 2) if once > SLOW else rounds
    later = statistics.median(timed(call, ()) for _ in range(rounds))
    return first, later, float(error)


def seconds(
    make: Callable, f: Callable, args: tuple, rounds: int
) -> tuple[float, int, float, float]:
    """Give the seconds of a first call, the colors, and the median of later calls.

    The products have been generated before, by a call with other arguments.
    """
    wrt = len(args) - 1
    x = args[-1]
    small = x[:4].copy()
    make(f, wrt=wrt)(*args[:-1], small)
    matrix = make(f, wrt=wrt)
    first = timed(matrix, args)
    plain, sparse = [], []
    for _ in range(rounds):
        plain.append(timed(f, args))
        sparse.append(timed(matrix, args))
    return first, matrix.colors, statistics.median(plain), statistics.median(sparse)


def timed(f: Callable, args: tuple) -> float:
    """Give the seconds that a call computes, without those of other processes."""
    begin = time.process_time()
    f(*args)
    return time.process_time() - begin


def stiff_equations(size: int) -> int:
    """Solve the Brusselator without a pattern; give how many Jacobians it needed."""
    matrix = tl.sparse_jacobian(brusselator, wrt=1)
    start = brusselator_start(size)
    found = integrate.solve_ivp(brusselator, (0.0, 10.0), start, "BDF", jac=matrix)
    assert found.success
    return found.njev


def trust_region(size: int) -> int:
    """Minimize by Newton steps that are damped until they fit (Levenberg 1944).

    Gives how many Hessians it needed.
    """
    gradient, hessian = tl.grad(rosenbrock), tl.sparse_hessian(rosenbrock)
    x, damping, matrices = np.full(size, 0.5), 1.0, 0
    value, slope = rosenbrock(x), gradient(x)
    while np.abs(slope).max() > 1e-8:
        curvature, matrices = hessian(x), matrices + 1
        while True:
            damped = curvature + damping * eye_array(size, format="csr")
            step = spsolve(damped.tocsc(), -slope)
            foreseen = -(slope @ step + 0.5 * step @ (curvature @ step))
            gained = value - rosenbrock(x + step)
            if foreseen > 0.0 and gained > 0.1 * foreseen:
                break
            damping *= 4.0
        damping *= 0.2 if gained > 0.7 * foreseen else 1.0
        x = x + step
        value, slope = rosenbrock(x), gradient(x)
    assert np.abs(x - 1.0).max() < 1e-4
    return matrices


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
