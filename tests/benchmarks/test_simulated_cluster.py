"""The task graph that is played through: its tasks are dask's, its times add up."""

import numpy as np
import pytest

pytest.importorskip("dask", reason="dask is not installed")

import dask.array as da

from benchmarks.simulated_cluster import Costs, bounds, seconds, tree_of
from tangentlite import dask as tld

FREE = Costs(0.0, 0.0, 0.0, 0.0, 0.0)


def squares(w, x):
    return np.sum((w * x) ** 2)


@pytest.mark.parametrize("count", [1, 2, 8, 9, 65, 200])
def test_the_tree_is_that_of_the_graph(count):
    x = da.ones(2 * count, chunks=2)
    value, _ = tld.value_and_grad(squares, over="x", compute=False)(1.0, x)
    names = [str(key) for key in dict(value.__dask_graph__()) if "squares-" in str(key)]
    sums = [name for name in names if name.startswith("('sum of")]
    tasks = tree_of(count)
    assert len(sums) == len(tasks) - count
    assert sorted(part for parts in tasks for part in parts) == [*range(len(tasks) - 1)]


def test_times_add_up():
    work = FREE._replace(partition=2.0)
    assert seconds(1, 10, work) == 20.0
    assert seconds(10, 10, work) == 2.0
    assert seconds(3, 10, work) == 8.0
    assert seconds(1, 10, work._replace(addition=0.5)) == 20.0 + 0.5 * 12
    assert seconds(100, 10, FREE._replace(scheduling=1.0)) == 13.0
    assert seconds(100, 10, FREE._replace(building=1.0)) == 13.0
    # a chain of one partition and two additions of up to eight
    assert seconds(10, 10, work._replace(sending=0.5)) == 2.0 + 8 * 0.5 + 2 * 0.5


@pytest.mark.parametrize("workers", [1, 7, 100])
def test_no_bound_is_passed(workers):
    costs = Costs(0.02, 1e-5, 3e-4, 1e-3, 5e-5)
    found = seconds(workers, 300, costs)
    least = bounds(workers, 300, costs)
    assert max(least.workers, least.scheduler) <= found * (1.0 + 1e-9)
    assert found <= sum(least) * 1.5
    assert bounds(1, 300, costs).binding == "workers"
    assert bounds(300, 300, costs._replace(scheduling=0.01)).binding == "scheduler"
    assert bounds(300, 300, costs._replace(sending=0.5)).binding == "tree"
