"""A logistic regression on more rows than memory holds, by dask and SciPy's L-BFGS.

The rows are generated where they are used, a partition at a time, anew in each
evaluation, and never stand in memory together: the curve of the memory shows it. The
gradient of all of them is a sum over partitions, which `tangentlite.dask` adds up; the
penalty on the weights has no rows, so that it is given as a term of its own. At the end
the weights are compared with those that the labels were drawn by.

Run it as `python examples/logistic_by_rows.py [--rows N] [--partition ROWS]
[--workers N] [--cluster] [--out FOLDER]`; 10^8 rows take some minutes. It needs
`'.[dask,examples]'`.
"""

import argparse
import contextlib
import sys
import tempfile
import threading
import time
from pathlib import Path

import dask
import dask.array as da
import numpy as np
import psutil
from dask.callbacks import Callback
from matplotlib.figure import Figure
from scipy.optimize import minimize
from tqdm import tqdm

from tangentlite import dask as tld

TRUTH = np.array([-0.5, 1.0, -2.0, 0.5, 0.0, 1.5])  # the first one is the offset
PENALTY = 1e-6  # weight of the squared weights, beside the mean over rows
SAMPLES = 0.05  # seconds between looks at the memory


def loss(w, x, y, count):
    """The mean over all rows, as a sum: each row is divided by how many there are."""
    z = x @ w[1:] + w[0]
    return np.sum(np.logaddexp(0.0, z) - y * z) / count


def penalty(w):
    return PENALTY * np.sum(w[1:] ** 2)


def main(argv=()) -> int:
    given = parsed(argv)
    x, y = generated(given.rows, given.partition)
    count = x.numblocks[0]
    print(
        f"{given.rows} rows in {count} partitions; all of them would take "
        f"{(x.nbytes + y.nbytes) / 1e6:.0f} MB"
    )
    with contextlib.ExitStack() as stack:
        client = scheduler(given, stack)
        objective = tld.value_and_grad(
            loss, over=("x", "y"), plus=penalty, client=client
        )
        memory = stack.enter_context(Memory())
        fit = fitted(objective, x, y, stack.enter_context(Progress(count, client)))
    errors = standard_errors(given.rows)
    print(f"\n{fit.nit} iterations, {fit.nfev} evaluations in {memory.seconds:.1f} s")
    print(f"loss {fit.fun:.6f}; at the truth it would be about {entropy():.6f}")
    print("  truth     found  standard errors off")
    for truth, found, error in zip(TRUTH, fit.x, errors):
        print(f"{truth:7.3f} {found:9.5f} {(found - truth) / error:8.2f}")
    print(f"memory: {memory.most:.0f} MB above the start at most")
    draw(memory, (x.nbytes + y.nbytes) / 1e6, given.out / "logistic_by_rows.png")
    print(f"picture in {given.out}")
    return int(not fit.success)


def generated(rows: int, partition: int) -> tuple[da.Array, da.Array]:
    """Rows and labels, of which each partition is made when a task needs it."""
    random = da.random.default_rng(0)
    x = random.normal(size=(rows, len(TRUTH) - 1), chunks=(partition, -1))
    drawn = random.uniform(size=rows, chunks=partition)
    y = da.blockwise(labels, "i", x, "ij", drawn, "i", dtype=float, concatenate=True)
    return x, y


def labels(x: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    return (drawn < 1.0 / (1.0 + np.exp(-x @ TRUTH[1:] - TRUTH[0]))).astype(float)


def fitted(objective, x, y, progress):
    """Minimise by L-BFGS; each evaluation is one pass over all rows."""

    def evaluated(w):
        value, gradient = objective(w, x, y, float(len(x)))
        progress.evaluated(value)
        return value, gradient

    start = np.zeros(len(TRUTH))
    return minimize(evaluated, start, jac=True, method="L-BFGS-B", tol=1e-10)


def scheduler(given, stack):
    """A client of a local cluster if one is asked for, else None for threads."""
    if not given.cluster:
        stack.enter_context(
            dask.config.set(scheduler="threads", num_workers=given.workers)
        )
        return None
    from distributed import Client, LocalCluster

    cluster = LocalCluster(n_workers=given.workers, threads_per_worker=1)
    return stack.enter_context(Client(stack.enter_context(cluster)))


class Progress(Callback):
    """A bar of the partitions of an evaluation; on a cluster, of evaluations alone."""

    def __init__(self, partitions: int, client: object) -> None:
        total, unit = (None, "pass") if client else (partitions, "partition")
        self.bar = tqdm(total=total, unit=f" {unit}", smoothing=0.0)
        self.passes = 0
        super().__init__(posttask=self._finished)

    def _finished(self, key, *rest) -> None:
        # One key of a partition is a pair that is named after the function.
        if isinstance(key, tuple) and key[0].startswith("loss-"):
            self.bar.update()

    def evaluated(self, value: float) -> None:
        self.passes += 1
        self.bar.set_postfix_str(f"evaluation {self.passes}, loss {value:.6f}")
        if self.bar.total is None:
            self.bar.update()
        else:
            self.bar.reset()

    def __exit__(self, *error) -> None:
        super().__exit__(*error)
        self.bar.close()


class Memory:
    """What this process and its children take, above the start, as time goes on."""

    def __init__(self, every: float = SAMPLES) -> None:
        self.every = every

    def __enter__(self):
        self.process, self.times, self.sizes = psutil.Process(), [], []
        self.start, self.at_start = time.perf_counter(), self._size()
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *error) -> None:
        self.is_over.set()
        self.thread.join()
        self.seconds, self.most = self.times[-1], max(self.sizes)

    def _watch(self) -> None:
        while True:
            self.times.append(time.perf_counter() - self.start)
            self.sizes.append((self._size() - self.at_start) / 1e6)
            if self.is_over.wait(self.every):
                return

    def _size(self) -> int:
        found = 0
        for one in (self.process, *self.process.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                found += one.memory_info().rss
        return found


def standard_errors(rows: int) -> np.ndarray:
    """How far estimates are from the truth, from the Fisher information of a row."""
    x = np.random.default_rng(1).normal(size=(200_000, len(TRUTH) - 1))
    x = np.column_stack([np.ones(len(x)), x])
    p = 1.0 / (1.0 + np.exp(-x @ TRUTH))
    information = (x.T * (p * (1.0 - p))) @ x / len(x)
    return np.sqrt(np.diag(np.linalg.inv(information)) / rows)


def entropy() -> float:
    """The loss of a row that the truth itself would have in the mean."""
    drawn = np.random.default_rng(2).normal(size=1_000_000)
    z = TRUTH[0] + np.linalg.norm(TRUTH[1:]) * drawn
    return float(np.mean(np.logaddexp(0.0, z) - z / (1.0 + np.exp(-z))))


def draw(memory: Memory, whole: float, file: Path) -> None:
    figure = Figure(figsize=(7.0, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(memory.times, memory.sizes, label="taken above the start")
    axes.axhline(whole, color="tab:red", ls="--", label="all rows at once")
    axes.set(xlabel="seconds", ylabel="memory (MB)", yscale="symlog", ylim=(0, None))
    axes.legend()
    figure.savefig(file, dpi=150)


def parsed(argv) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Fit a logistic regression by rows.")
    parser.add_argument("--rows", type=positive, default=1_000_000)
    parser.add_argument("--partition", type=positive, default=100_000, metavar="ROWS")
    parser.add_argument("--workers", type=positive, default=2, metavar="N")
    parser.add_argument("--cluster", action="store_true", help="of worker processes")
    parser.add_argument("--out", type=Path, help="folder for the picture")
    arguments = parser.parse_args(argv)
    arguments.out = arguments.out or Path(tempfile.mkdtemp(prefix="logistic-by-rows-"))
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"argument --out: {error}")
    return arguments


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
