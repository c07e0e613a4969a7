"""Time value and gradient on a GPU: NumPy on the processor, CuPy, and JAX.

python -m benchmarks.gpu [--quick]

CuPy's arrays go into the same derivatives as NumPy's, which find CuPy's functions by
NumPy's protocols; nothing is compiled but CuPy's own kernels. JAX compiles the program
with its gradient for the device (jit). Arrays are on the device before the clock
starts, and a call ends when the device has finished. Where no device is found for a
library, or it is not installed, its column says so.
"""

import argparse
import importlib
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

os.environ.pop("JAX_PLATFORMS", None)  # set for the benchmarks on the processor

import tangentlite as tl  # noqa: E402
from benchmarks import report  # noqa: E402
from benchmarks.checks import check, leaves  # noqa: E402

ROUNDS = 15
TOLERANCE = 1e-8  # sums are added up in another order


@dataclass(frozen=True)
class Device:
    """A library with a device: how arrays get there and back, and how one waits.

    Without one, `missing` says why.
    """

    missing: str = ""
    put: Callable = np.asarray
    get: Callable = np.asarray
    wait: Callable[[object], None] = lambda result: None
    name: str = ""


def entries(x, xp=np):
    y = xp.sin(x) * xp.exp(-x * x)
    return xp.sum(xp.sqrt(1.0 + y * y) * xp.log(2.0 + y))


def logistic_regression(w, rows, labels, xp=np):
    margins = labels * (rows @ w)
    return xp.sum(xp.log1p(xp.exp(-margins))) + 0.01 * xp.sum(w * w)


def network(w1, w2, w3, x, xp=np):
    hidden = xp.maximum(x @ w1, 0.0)
    hidden = xp.maximum(hidden @ w2, 0.0)
    return xp.mean((hidden @ w3) ** 2)


def heat(u, steps, xp=np):
    for _ in range(steps):
        inner = u[1:-1, 1:-1]
        around = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
        inner = inner + 0.2 * (around - 4.0 * inner)
        u = xp.pad(inner, 1)
    return xp.sum(u * u)


def programs(scale: float) -> Iterator[tuple[str, Callable, tuple, tuple[int, ...]]]:
    """Yield names, programs, arguments, and by which of these they are differentiated.

    Sizes are multiplied by the scale.
    """
    rng = np.random.default_rng(0)

    def size(n: int) -> int:
        return max(int(n * scale), 4)

    yield "entries of an array", entries, (rng.random(size(20_000_000)),), (0,)
    rows = rng.standard_normal((size(2_000_000), 50))
    labels = np.sign(rng.standard_normal(len(rows)))
    yield "logistic regression", logistic_regression, (np.zeros(50), rows, labels), (0,)
    n = size(2048)
    weights = [
        rng.standard_normal(shape) / n**0.5 for shape in ((n, n), (n, n), (n, 8))
    ]
    batch = rng.standard_normal((n, n))
    yield "network", network, (*weights, batch), (0, 1, 2)
    yield "heat, 50 steps", heat, (rng.random((size(2000), size(2000))), 50), (0,)


def cupy_device() -> Device:
    """Return CuPy's device."""
    try:
        cupy = importlib.import_module("cupy")
        count = cupy.cuda.runtime.getDeviceCount()
    except ImportError:
        return Device("not installed")
    except Exception as error:  # CuPy has a type for each of CUDA's errors
        return Device(f"no device: {str(error).splitlines()[0]}")
    if not count:
        return Device("no device")
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()

    def wait(result: object) -> None:
        cupy.cuda.get_current_stream().synchronize()

    return Device("", cupy.asarray, cupy.asnumpy, wait, name)


def jax_device() -> Device:
    """Return JAX's device, in double precision as NumPy's."""
    try:
        jax = importlib.import_module("jax")
    except ImportError:
        return Device("not installed")
    jax.config.update("jax_enable_x64", True)
    try:
        (device, *_) = jax.devices("gpu")
    except RuntimeError:
        return Device("no device")
    name = str(device.device_kind)
    put = partial(jax.device_put, device=device)
    return Device("", put, np.asarray, jax.block_until_ready, name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each program."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.gpu")
    options.add_argument("--quick", action="store_true", help="small sizes, few rounds")
    quick = options.parse_args(arguments).quick
    devices = {"cupy": cupy_device(), "jax": jax_device()}
    for library, device in devices.items():
        print(f"{library}: {device.missing or device.name}")
    cases = programs(0.001 if quick else 1.0)
    for number, case in enumerate(cases, 1):
        report.show(line(*case, devices, 2 if quick else ROUNDS), number)
    return 0


def line(
    name: str,
    f: Callable,
    args: tuple,
    wrt: tuple[int, ...],
    devices: Mapping[str, Device],
    rounds: int,
) -> Mapping[str, str]:
    """Return the cells of a line: milliseconds of NumPy, and how often that goes in."""
    derivative = tl.value_and_grad(f, wrt=wrt)
    calls = {"numpy": (partial(derivative, *args), Device())}
    for library, device in devices.items():
        if device.missing:
            continue
        given = [device.put(x) if isinstance(x, np.ndarray) else x for x in args]
        own = derivative if library == "cupy" else in_jax(f, args, wrt)
        calls[library] = partial(own, *given), device
    expected = leaves(derivative(*args))
    for call, device in calls.values():
        found = [device.get(part) for part in parts_of(call())]
        check(found, expected, TOLERANCE)
    times = {name: statistics.median(t) for name, t in timed(calls, rounds).items()}
    own = times["numpy"]
    cells = {"workload": name, "numpy ms": f"{1e3 * own:.2f}"}
    for library, device in devices.items():
        shown = device.missing.partition(":")[0]
        cells[library] = shown or f"{times[library] / own:.3f}"
    return cells


def in_jax(f: Callable, args: tuple, wrt: tuple[int, ...]) -> Callable:
    """Return value and gradient as JAX compiles them; numbers are constants."""
    jax = importlib.import_module("jax")
    static = tuple(k for k, x in enumerate(args) if not isinstance(x, np.ndarray))
    own = jax.value_and_grad(partial(f, xp=jax.numpy), argnums=wrt)
    return jax.jit(own, static_argnums=static)


def parts_of(result: object) -> list:
    """Return the arrays and numbers of a value and its gradient."""
    if isinstance(result, (tuple, list)):
        return [part for one in result for part in parts_of(one)]
    return [result]


def timed(
    calls: Mapping[str, tuple[Callable, Device]], rounds: int
) -> Mapping[str, list[float]]:
    """Return the seconds of calls, one of each in a round, until they have finished."""
    spent: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, (call, device) in calls.items():
            start = time.perf_counter()
            device.wait(call())
            spent[name].append(time.perf_counter() - start)
    return spent


if __name__ == "__main__":
    sys.exit(main())
