"""What travels to workers: text that needs no tangentlite, also when one is lost."""

import dataclasses
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

pytest.importorskip("dask", reason="dask is not installed")

import cloudpickle
import dask.array as da
import dask.bag as db

import tangentlite as tl
from tangentlite import dask as tld

RNG = np.random.default_rng(0)
X = RNG.normal(size=(103, 3))
Y = RNG.normal(size=103)
W = np.array([0.5, -1.0, 0.25])


@dataclasses.dataclass
class Line:
    slope: np.ndarray
    offset: float


def squares(w, x, y):
    return np.sum((x @ w - y) ** 2)


def of_line(line, x, y):
    return np.sum((x @ line.slope + line.offset - y) ** 2)


def collections(rows=20):
    return da.from_array(X, chunks=(rows, 3)), da.from_array(Y, chunks=rows)


# Runs a graph that is given pickled, where tangentlite cannot be imported.
ALONE = """\
import pickle, sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("tangentlite", "gast", "astor"):
            raise ImportError(f"{name} is generated where it should only run")

sys.meta_path.insert(0, Refused())
delayed = pickle.load(sys.stdin.buffer)
value, gradient = (one.compute(scheduler="sync") for one in delayed)
assert not any(name.partition(".")[0] == "tangentlite" for name in sys.modules)
pickle.dump((value, gradient), sys.stdout.buffer)
"""


def test_workers_need_no_tangentlite(tmp_path):
    x, y = collections()
    by_rows = tld.value_and_grad(squares, over=("x", "y"), compute=False)
    delayed = by_rows(W, x, y)
    done = subprocess.run(
        [sys.executable, "-c", ALONE],
        input=cloudpickle.dumps(delayed),
        cwd=tmp_path,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    value, gradient = pickle.loads(done.stdout)
    expected = tld.value_and_grad(squares, over=("x", "y"), scheduler="sync")(W, x, y)
    assert value == expected[0]
    np.testing.assert_array_equal(gradient, expected[1])


def test_steps_are_pickled_again_where_they_arrive():
    from tangentlite.dask.shipped_steps import Steps

    text = "def twice(x):\n    return 2.0 * x, x\n"
    steps = Steps("twice", [(text, "twice", {})], ["x"], [], ("x",), None, 1, {})
    there = pickle.loads(pickle.dumps(steps))
    assert type(there) is not Steps and type(there).__module__.startswith("by_rows_")
    again = pickle.loads(pickle.dumps(there))
    assert type(again) is type(there)
    assert again(0, 0, None, {}, np.ones(1))[0] == 2.0
    total = pickle.loads(pickle.dumps(again.total))
    assert total([(1.0, 2.0, None), None, (3.0, 4.0, None)], {}) == (4.0, 6.0, None)


def unaligned(array):
    """The same array, from a byte on where no number should begin."""
    memory = np.empty(array.nbytes + 1, "uint8")[1:]
    found = memory.view(array.dtype).reshape(array.shape, copy=False)
    found[...] = array
    return found


def test_memory_is_laid_out_alike():
    from tangentlite.dask.shipped_steps import laid_out

    moved, columns = unaligned(X), np.asfortranarray(X)
    assert not moved.flags.aligned
    views = X[::2, ::2], np.broadcast_to(1.0, (3, 2)), columns.T[:2, 1:]
    given = [moved, {"w": (moved, 2.0)}, Line(moved, 0.5), *views]
    found = laid_out(given)
    for one in (found[0], found[1]["w"][0], found[2].slope, *found[3:]):
        assert one.flags.aligned and one.flags.c_contiguous
    np.testing.assert_array_equal(found[2].slope, X)
    np.testing.assert_array_equal(found[5], views[2])
    assert given[2].slope is moved and found[1]["w"][1] == 2.0
    line = Line(X, 0.5)
    assert laid_out(line) is line and laid_out(X) is X and laid_out(columns) is columns


def test_by_rows_is_pickled_as_what_makes_it():
    by_rows = tld.value_and_grad(squares, over=("x", "y"), scheduler="sync")
    expected = by_rows(W, *collections())
    found = pickle.loads(cloudpickle.dumps(by_rows))(W, *collections())
    assert found[0] == expected[0]


def test_processes():
    x, y = collections(60)
    line = Line(W, 0.5)
    by_rows = tld.value_and_grad(of_line, over=("x", "y"), scheduler="processes")
    value, gradient = by_rows(line, x, y)
    expected = tl.value_and_grad(of_line)(line, X, Y)
    assert type(gradient) is Line
    assert value == pytest.approx(expected[0])
    np.testing.assert_allclose(gradient.slope, expected[1].slope)


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster:
        with distributed.Client(cluster) as client:
            yield client


def refuse_generation():
    import sys

    class Refused:
        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] in ("tangentlite", "gast", "astor"):
                raise ImportError(f"{name} is imported on a worker")

    for name in [*sys.modules]:
        if name.partition(".")[0] in ("tangentlite", "gast", "astor"):
            del sys.modules[name]
    sys.meta_path.insert(0, Refused())


def imported_there():
    import sys

    names = [name for name in sys.modules if name.startswith("tangentlite")]
    return names, [name for name in sys.modules if name.startswith("by_rows_")]


def test_a_cluster_whose_workers_cannot_generate(client):
    # By value: the module of the tests imports tangentlite.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        client.run(refuse_generation)
        x, y = collections()
        by_rows = tld.value_and_grad(squares, over=("x", "y"), client=client)
        expected = tld.value_and_grad(squares, over=("x", "y"), scheduler="sync")
        for w in (W, 2.0 * W):
            value, gradient = by_rows(w, x, y)
            assert value == expected(w, x, y)[0]
            np.testing.assert_array_equal(gradient, expected(w, x, y)[1])
        # as dask is set up: with a client this is the cluster
        value, gradient = tld.value_and_grad(squares, over=("x", "y"))(W, x, y)
        assert value == expected(W, x, y)[0]
        # where arrays are on the workers already, they stay there
        held = client.persist((x, y))
        assert by_rows(W, *held)[0] == expected(W, x, y)[0]
        for names, ours in client.run(imported_there).values():
            assert not names
            assert len(ours) == 1
    finally:
        cloudpickle.unregister_pickle_by_value(sys.modules[__name__])


@pytest.mark.slow
def test_a_worker_that_is_killed_while_it_runs():
    distributed = pytest.importorskip("distributed")

    def read(rows):
        time.sleep(0.1)  # so that all are at work when one is killed
        return np.array([row[0] for row in rows]), np.array([row[1] for row in rows])

    pairs = [(x, y) for x, y in zip(np.tile(X, (4, 1)), np.tile(Y, 4))]
    bag = db.from_sequence(pairs, npartitions=100)
    given = {"over": ("x", "y"), "read": read}
    expected = tld.value_and_grad(squares, scheduler="threads", **given)(W, bag)
    options = {"n_workers": 4, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster:
        with distributed.Client(cluster) as client:
            pids = client.run(os.getpid)
            by_rows = tld.value_and_grad(squares, client=client, **given)
            by_rows(W, bag)  # what read gives is known now
            finished = []

            def kill():
                time.sleep(1.0)
                finished.append(sum(map(len, client.has_what().values())))
                os.kill(next(iter(pids.values())), signal.SIGKILL)

            killer = threading.Thread(target=kill)
            killer.start()
            value, gradient = by_rows(W, bag)
            killer.join()
            assert finished[0] > 4
            # the nanny has started another one in its place
            assert set(client.run(os.getpid).values()) != set(pids.values())
    assert value == expected[0]
    np.testing.assert_array_equal(gradient, expected[1])
    np.testing.assert_allclose(value, 4.0 * squares(W, X, Y))
