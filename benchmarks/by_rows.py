"""Measure sums over rows of dask: what a partition costs, rows a second, memory.

python -m benchmarks.by_rows [--only PART ...] [--most-rows N] [--quick]

The parts are `overhead`, what a partition costs beside its text, by scheduler; `speed`,
rows a second by the number of workers; `memory`, the peak above the start for 10^5 to
`--most-rows` rows (10^7) that are generated where they are used; and `simulation`, the
task graph on 10 to 10,000 workers, played through with costs that are measured here,
and what binds there. All of a logistic regression on five columns.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import dask
import dask.array as da
import numpy as np

import tangentlite as tl
from benchmarks import report
from benchmarks.simulated_cluster import Costs, bounds, seconds
from examples.logistic_by_rows import TRUTH, Memory, generated, loss
from tangentlite import dask as tld

PARTS = ("overhead", "speed", "memory", "simulation")
W = TRUTH
ROWS = 100_000  # of a partition


def main(arguments: Sequence[str] = ()) -> int:
    """Print the tables; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.by_rows")
    parser.add_argument("--only", nargs="+", default=PARTS, choices=PARTS)
    parser.add_argument("--most-rows", type=int, default=10**7, metavar="N")
    parser.add_argument("--quick", action="store_true", help="few and small")
    parser.add_argument("--peak-of", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.peak_of is not None:
        print(*peak(given.peak_of))
        return 0
    tables: dict[str, Callable[[], Iterator[dict[str, str]]]] = {
        "overhead": lambda: overhead(100 if given.quick else 1000),
        "speed": lambda: speed(5 if given.quick else 40),
        "memory": lambda: memory(10**5 if given.quick else given.most_rows),
        "simulation": lambda: simulation(given.quick),
    }
    for part in given.only:
        print(f"\n{part}")
        for number, row in enumerate(tables[part](), 1):
            report.show(row, number)
    return 0


def overhead(count: int) -> Iterator[dict[str, str]]:
    """Yield what a partition costs beside the call of its text, for empty work."""
    x, y = in_memory(10 * count, 10)
    text, held = tl.value_and_grad(loss), blocks(x, y, 50)
    _, bare = timed(lambda: [text(W, *block, 1.0) for block in held])
    for name, client in schedulers((("sync", 1), ("threads", 2), ("cluster", 2))):
        by_rows = tld.value_and_grad(loss, over=("x", "y"), client=client)
        built = tld.value_and_grad(loss, over=("x", "y"), compute=False)
        given = x, y
        if client is not None:
            given = client.persist(generated(10 * count, 10))
        by_rows(W, *given, 1.0)
        start = time.process_time()
        _, whole = timed(lambda: by_rows(W, *given, 1.0), 5)  # noqa: B023
        processor = (time.process_time() - start) / 5
        _, building = timed(lambda: built(W, x, y, 1.0), 5)  # noqa: B023
        yield {
            "scheduler": name,
            "partitions": str(count),
            "µs each": f"{1e6 * (whole / count - bare / 50):.0f}",
            "processor µs, less workers'": f"{1e6 * processor / count:.0f}",
            "of that building the graph": f"{1e6 * building / count:.0f}",
        }


def speed(count: int) -> Iterator[dict[str, str]]:
    """Yield rows a second by the number of workers, of rows in memory and generated."""
    names = [("threads", 1), ("threads", 2), ("cluster", 1), ("cluster", 2)]
    for name, client in schedulers((*names, ("cluster", 4))):
        cells = {"scheduler": name}
        by_rows = tld.value_and_grad(loss, over=("x", "y"), client=client)
        for title in ("in memory", "generated"):
            x, y = generated(count * ROWS, ROWS)
            if title == "in memory":
                x, y = dask.persist(x, y) if client is None else client.persist((x, y))
            by_rows(W, x, y, 1.0)
            _, whole = timed(lambda: by_rows(W, x, y, 1.0))  # noqa: B023
            cells[f"million rows/s, {title}"] = f"{count * ROWS / whole / 1e6:.2f}"
        yield cells


def memory(most: int) -> Iterator[dict[str, str]]:
    """Yield peaks of memory, each of a process of its own."""
    rows = 10**5
    while rows <= most:
        command = [sys.executable, "-m", "benchmarks.by_rows", "--peak-of", str(rows)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found, took = map(float, done.stdout.split())
        yield {
            "rows": f"{rows:.0e}",
            "partitions": str(-(-rows // ROWS)),
            "all rows MB": f"{48e-6 * rows:.0f}",
            "peak above the start MB": f"{found:.0f}",
            "s": f"{took:.1f}",
        }
        rows *= 10


def peak(rows: int) -> tuple[float, float]:
    """Return the peak of memory above the start in MB, and the time of one pass."""
    by_rows = tld.value_and_grad(loss, over=("x", "y"))
    with dask.config.set(scheduler="threads", num_workers=2):
        by_rows(W, *generated(1000, 500), 1.0)  # what is imported and generated once
        with Memory(every=0.002) as memory:
            _, took = timed(lambda: by_rows(W, *generated(rows, ROWS), 1.0), 1)
    return memory.most, took


def simulation(quick: bool) -> Iterator[dict[str, str]]:
    """Yield how long sums of ten partitions a worker take on clusters of any size."""
    costs = measured_costs(200 if quick else 1000)
    for name, value in costs._asdict().items():
        print(f"{name}: {1e6 * value:.0f} µs")
    print()
    sizes = (10, 100) if quick else (10, 100, 1000, 10_000)
    for rows in (ROWS, 10 * ROWS, 100 * ROWS):
        each = costs._replace(partition=costs.partition * rows / ROWS)
        for workers in sizes:
            count = 10 * workers
            whole = seconds(workers, count, each)
            ideal = count * each.partition / workers
            least = bounds(workers, count, each)
            yield {
                "rows of a partition": f"{rows:.0e}",
                "workers": str(workers),
                "partitions": str(count),
                "s": f"{whole:.2f}",
                "efficiency": f"{ideal / whole:.2f}",
                **{f"{n} s": f"{v:.2f}" for n, v in least._asdict().items()},
                "binds": least.binding,
                "without a tree s": f"{seconds(workers, count, each, count):.2f}",
            }


def measured_costs(count: int) -> Costs:
    """Measure what a partition, an addition, a task and a transfer take here."""
    from tangentlite.dask.shipped_steps import added

    x, y = in_memory(ROWS, ROWS)
    one = tld.value_and_grad(loss, over=("x", "y"), scheduler="sync")
    _, partition = timed(lambda: one(W, x, y, 1.0), 20)
    _, addition = timed(lambda: [added(W, W) for _ in range(1000)])
    built = tld.value_and_grad(loss, over=("x", "y"), compute=False)
    x, y = in_memory(10 * count, 10)
    _, building = timed(lambda: built(W, x, y, 1.0))
    ((_, client),) = schedulers((("cluster", 2),), keep=True)
    with contextlib.closing(client.cluster), client:
        tasks = [dask.delayed(int, pure=False)(n) for n in range(count)]
        start = time.process_time()
        client.gather(client.compute(tasks))
        idle = time.process_time() - start  # of the client and the scheduler
        sending = transfer(client)
    return Costs(partition, addition / 1000, idle / count, sending, building / count)


def transfer(client: Any) -> float:
    """Measure what a worker takes to fetch a gradient from another one."""
    workers = list(client.scheduler_info()["workers"])
    found: list[list[float]] = [[], []]
    for _ in range(100):
        held = client.submit(np.zeros, 6, workers=workers[:1], pure=False)
        held.result()
        for times, worker in zip(found, workers):
            start = time.perf_counter()
            client.submit(len, held, workers=[worker], pure=False).result()
            times.append(time.perf_counter() - start)
    here, there = map(min, found)
    return max(there - here, 0.0)


def schedulers(
    asked: Sequence[tuple[str, int]], keep: bool = False
) -> Iterator[tuple[str, Any]]:
    """Yield a title and a client for each, None where dask is set up otherwise."""
    for name, workers in asked:
        title = f"{name}, {workers}" if workers > 1 or name != "sync" else name
        if name != "cluster":
            with dask.config.set(scheduler=name, num_workers=workers):
                yield title, None
            continue
        from distributed import Client, LocalCluster

        # Workers that are ended while the machine is busy complain.
        options = {"silence_logs": logging.CRITICAL, "dashboard_address": None}
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, **options)
        client = Client(cluster)
        yield title, client
        if not keep:
            client.close()
            cluster.close()


def in_memory(rows: int, partition: int) -> tuple[da.Array, da.Array]:
    return dask.persist(*generated(rows, partition), scheduler="threads")


def blocks(x: da.Array, y: da.Array, count: int) -> list[tuple[Any, Any]]:
    return [
        tuple(dask.compute(x.blocks[n], y.blocks[n], scheduler="sync"))
        for n in range(count)
    ]


def timed(function: Callable[[], Any], times: int = 3) -> tuple[Any, float]:
    """Return a result, and the least of the times that it took."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        result = function()
        found.append(time.perf_counter() - start)
    return result, min(found)


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(main(sys.argv[1:]))
