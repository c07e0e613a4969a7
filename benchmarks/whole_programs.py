"""Time gradients of whole programs with SciPy, as they stand, beside autograd's.

python -m benchmarks.whole_programs [NAME ...]

The programs are those of tests/scipy_programs/whole. For autograd, if it is installed,
their imports of NumPy and SciPy are exchanged for its own; what it lacks is a dash, and
another gradient than ours `differs`. Times are medians of interleaved rounds; the first
call is in a process that has run the program.
"""

import argparse
import importlib
import re
import statistics
import subprocess
import sys
import time
import types
import warnings
from collections.abc import Callable, Sequence
from operator import truediv
from pathlib import Path

import numpy as np

import tangentlite as tl
from tests.support.measure import flat

FOLDER = Path(__file__).parents[1] / "tests/scipy_programs/whole"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
ROUNDS, SECONDS = 15, 0.02


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each program."""
    parser = argparse.ArgumentParser("benchmarks.whole_programs")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--first", choices=NAMES, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"there is no program {', '.join(sorted(unknown))}")
    if options.first:
        print(first_call(options.first))
        return 0
    print(f"{'program':24}{'primal ms':>10}{'ours':>8}{'autograd':>10}{'first s':>9}")
    for name in options.names or NAMES:
        print(line(name), flush=True)
    return 0


def line(name: str) -> str:
    """Return the times of one program, as multiples of its own."""
    program = importlib.import_module(f"tests.scipy_programs.whole.{name}")
    ours = tl.grad(program.objective)
    calls = {"primal": lambda: program.objective(program.START)}
    calls["ours"] = lambda: ours(program.START)
    theirs = by_autograd(name, flat(ours(program.START)))
    if callable(theirs):
        calls["autograd"] = theirs
    seconds = timed(calls)
    shown = {"autograd": theirs} | {
        who: f"{statistics.median(map(truediv, seconds[who], seconds['primal'])):.2f}"
        for who in calls
    }
    command = [sys.executable, "-m", "benchmarks.whole_programs", "--first", name]
    first = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    primal = 1e3 * statistics.median(seconds["primal"])
    times = f"{primal:10.3f}{shown['ours']:>8}{shown['autograd']:>10}"
    return f"{name:24}{times}{float(first):9.2f}"


def first_call(name: str) -> float:
    """Return the seconds of the first gradient behind a run of the program."""
    program = importlib.import_module(f"tests.scipy_programs.whole.{name}")
    program.objective(program.START)
    begun = time.perf_counter()
    tl.grad(program.objective)(program.START)
    return time.perf_counter() - begun


def by_autograd(name: str, want: np.ndarray) -> Callable | str:
    """Return a call of autograd's gradient, or in a word why there is none."""
    text = (FOLDER / f"{name}.py").read_text()
    text = re.sub(r"\b(import|from) (numpy|scipy)\b", r"\1 autograd.\2", text)
    whole = re.compile(r"^import autograd\.scipy(\.\w+)+$", re.MULTILINE)
    text = whole.sub(_under_its_name, text)
    module = types.ModuleType(name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            autograd = importlib.import_module("autograd")
            exec(compile(text, name, "exec"), vars(module))
            gradient = autograd.grad(module.objective)
            found = flat(gradient(module.START))
    except Exception:  # whatever it is, it has no gradient of this program
        return "-"
    if found.shape != want.shape or not np.allclose(found, want, rtol=1e-6, atol=1e-9):
        return "differs"
    return lambda: gradient(module.START)


def _under_its_name(found: re.Match) -> str:
    """Return an import that binds `scipy` to autograd's."""
    return f"{found[0]}\nfrom autograd import scipy"


def timed(calls: dict[str, Callable]) -> dict[str, list[float]]:
    """Return the seconds of one call of each in interleaved rounds."""
    counts = {}
    for who, call in calls.items():
        call()
        begun = time.perf_counter()
        call()
        counts[who] = max(1, int(SECONDS / (time.perf_counter() - begun)))
    seconds: dict[str, list[float]] = {who: [] for who in calls}
    for _ in range(ROUNDS):
        for who, call in calls.items():
            begun = time.perf_counter()
            for _ in range(counts[who]):
                call()
            seconds[who].append((time.perf_counter() - begun) / counts[who])
    return seconds


if __name__ == "__main__":
    sys.exit(main())
