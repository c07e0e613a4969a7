"""Time the derivatives of another checkout beside ours, workload by workload.

python -m benchmarks.beside CHECKOUT [--only NAME ...] [--quick]

Printed are the times of ours over those of the other, the peaks of memory likewise, and
whether the values of the program are the same to the last bit.
"""

import argparse
import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

FULL_ROUNDS, QUICK_ROUNDS = 25, 3


def main() -> None:
    options = _parser().parse_args()
    if options.write is not None:
        write_texts(options.write)
        return
    with tempfile.TemporaryDirectory() as folder:
        ours, others = Path(folder, "ours"), Path(folder, "others")
        for checkout, texts in ((Path.cwd(), ours), (options.checkout, others)):
            _texts_of(checkout.resolve(), texts)
        compare(ours, others, options)


def compare(ours: Path, others: Path, options: argparse.Namespace) -> None:
    """Print a line for each workload that both checkouts have."""
    import numpy as np

    from benchmarks.harness import Effort, measure, median_ratio
    from benchmarks.workload import named
    from benchmarks.workloads import WORKLOADS

    rounds = QUICK_ROUNDS if options.quick else FULL_ROUNDS
    effort = Effort(rounds, 0.02, 30.0)
    print(f"{'workload':28} {'time':>6} {'peak':>6}  value")
    for workload in named(options.only, WORKLOADS):
        texts = [folder / f"{_file_name(workload.name)}" for folder in (ours, others)]
        if not all(text.exists() for text in texts):
            continue
        first, second = map(loaded, texts)
        contestants = {
            "ours": lambda workload, args, function=first: (function, args),
            "other": lambda workload, args, function=second: (function, args),
        }
        found = measure(workload, contestants, effort)
        if found.failures:
            print(f"{workload.name:28} {found.failures}")
            continue
        values = [
            np.asarray(function(*workload.inputs(*workload.size))[0]).tobytes()
            for function in (first, second)
        ]
        one, other = found.timings["ours"], found.timings["other"]
        time = median_ratio(one, other)
        peak = one.peak_bytes / max(other.peak_bytes, 1.0)
        same = "same" if values[0] == values[1] else "differs"
        print(f"{workload.name:28} {time:6.3f} {peak:6.3f}  {same}", flush=True)


def write_texts(folder: Path) -> None:
    """Write the derivative of each workload that this checkout generates."""
    import tangentlite as tl
    from benchmarks.workloads import WORKLOADS

    folder.mkdir(parents=True, exist_ok=True)
    for workload in WORKLOADS:
        derivative = tl.value_and_grad(workload.primal, wrt=workload.wrt)
        derivative(*workload.inputs(*workload.size))
        (folder / _file_name(workload.name)).write_text(derivative.standalone())


def loaded(path: Path) -> Callable:
    """Give the last function of a file that needs NumPy alone."""
    text = path.read_text()
    names: dict = {}
    exec(compile(text, path, "exec"), names)
    functions = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
    return names[functions[-1].name]


def _texts_of(checkout: Path, folder: Path) -> None:
    command = [sys.executable, str(Path(__file__).resolve()), "--write", str(folder)]
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    subprocess.run(command, cwd=checkout, env=environment, check=True)


def _file_name(workload: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in workload) + ".py"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.beside", description=__doc__.splitlines()[0]
    )
    parser.add_argument("checkout", type=Path, nargs="?", default=Path())
    parser.add_argument("--only", nargs="+", default=(), metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="a few short rounds")
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    main()
