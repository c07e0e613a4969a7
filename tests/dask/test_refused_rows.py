"""What sums over rows refuse, and what errors inside partitions say."""

import re

import numpy as np
import pytest

import tangentlite as tl

pytest.importorskip("dask", reason="dask is not installed")

import dask.array as da
import dask.bag as db

from tangentlite import dask as tld

W = np.ones(3)
X = da.ones((10, 3), chunks=(4, 3))
Y = da.ones(10, chunks=4)


def squares(w, x, y):
    return np.sum((x @ w - y) ** 2)


def mean(w, x):
    return np.mean(x @ w)


def penalised(w, x):
    return np.sum(x @ w) + 0.5 * np.sum(w**2)


def neighbours(w, x):
    z = x @ w
    return np.sum((z[1:] - z[:-1] - 1.0) ** 2)


def logarithms(w, x):
    z = x @ w
    for v in z:
        if v > 5.0:
            raise ValueError(f"{v} is too much")
    return np.sum(np.log(1.0 + z * z))


def starred(w, *x):
    return np.sum(x[0] @ w)


def applied(w, x, function):
    return np.sum(function(x @ w))


def doubled(z):
    return 2.0 * z


def call(loss=squares, over=("x", "y"), args=(W, X, Y), **settings):
    return tld.value_and_grad(loss, over, **settings)(*args)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"over": ("x", "z")}, "must name parameters of squares, each once.*w, x, y"),
        ({"over": ()}, "it must name parameters"),
        ({"over": ("x", "x")}, "each once"),
        ({"over": ("w", "x")}, "with respect to w, which has rows"),
        ({"wrt": "x"}, "with respect to x, which has rows"),
        ({"over": "x"}, r"y is a collection of dask, .*over=\('x', 'y'\)"),
        ({"args": (W, np.ones((10, 3)), Y)}, "x is numpy.ndarray, no dask array"),
        ({"args": (W, X, [1.0] * 10)}, "y is list, no dask array"),
        ({"args": (W, X, Y[:8])}, "differ in their rows: x has 10, y has 8"),
        ({"args": (W, X[X[:, 0] > 0], Y[:8][Y[:8] > 0])}, "x has 3, y has 2, and"),
        ({"args": (W, X, Y.sum())}, "without axes"),
        ({"args": (W, X.map_blocks(np.ma.array), Y)}, "chunks that are MaskedArray"),
        ({"args": (W, db.range(9, 3), Y)}, "x is dask.Bag, no dask array.*read="),
        ({"args": (W, X)}, "missing 1 required positional argument: 'y'"),
        ({"read": tuple, "args": (W, [1.0])}, "x is list, .*no collection of dask"),
        ({"read": 3}, "read is 3; it must be a function"),
        ({"plus": lambda x: 0.0}, "plus takes x.*that have no rows: w"),
        ({"plus": lambda *w: 0.0}, "plus takes w"),
        ({"loss": starred, "over": "x"}, "takes any number of arguments as x"),
        ({"loss": applied, "over": "x", "args": (W, X, doubled)},
         "takes the function doubled as function"),
        ({"loss": lambda w, x, y: x @ w}, "needs a function with a real scalar result"),
    ],
    ids=lambda value: re.sub(r"\W+", "-", value)[:30] if isinstance(value, str) else "",
)  # fmt: skip
def test_what_is_refused(given, message):
    with pytest.raises(tl.TangentliteError) as caught:
        call(**given)
    assert re.search(message, str(caught.value), re.DOTALL)


@pytest.mark.parametrize("loss", [mean, penalised, neighbours])
def test_what_is_no_sum_over_rows(loss):
    x = da.from_array(np.random.default_rng(0).normal(size=(100, 3)), chunks=(30, 3))
    message = f"{loss.__name__} is no sum over rows: of 30 rows it is "
    with pytest.raises(ValueError, match=message) as caught:
        tld.grad(loss, over="x")(W, x)
    note = "In partition 0 of 4, counted from 0, x: float64[30, 3]."
    assert note in caught.value.__notes__
    with pytest.raises(ValueError, match="is no sum over rows: of (30|10) "):
        tld.grad(loss, over="x", read=lambda block: block)(W, x)
    with pytest.raises(ValueError, match="is no sum over rows: of 2 "):
        tld.grad(loss, over="x")(W, x.rechunk((2, 3)))


ROWS = np.random.default_rng(0).normal(size=(1000, 3))
CYCLE = np.sin(2 * np.pi * np.arange(1000) / 32)


def shifted(w, x):
    return np.sum((x @ w) ** 2) - 0.5 * np.sum(w)


def shrunk(w, x):
    return np.sum((x @ w) ** 2) + 1e3 * np.sum(w**2)


def logarithm_of_mean(w, x):
    return np.log(np.sum(np.exp(x @ w))) - np.log(len(x))


def penalised_part(p, x):
    return np.sum((x @ p["w"]) ** 2) + 0.5 * p["b"]


@pytest.mark.parametrize(
    ("loss", "w"),
    [
        (mean, 0.0 * W),
        (shifted, 0.0 * W),
        (shrunk, 1e-8 * W),
        (logarithm_of_mean, 0.0 * W),
        (penalised_part, {"w": W, "b": 0.0}),
    ],
)
@pytest.mark.parametrize("rows", [125, 3])
def test_what_a_value_of_zero_does_not_show_to_be_no_sum(loss, w, rows):
    x = da.from_array(ROWS, chunks=(rows, 3))
    with pytest.raises(ValueError, match="is no sum over rows: of (64|3) rows "):
        tld.grad(loss, over="x")(w, x)


@pytest.mark.parametrize("scale", [1.0, np.float32(1.0)])
def test_sums_of_what_cancels_are_sums(scale):
    def weighed(w, y):
        return np.sum(w * y)

    y = CYCLE.astype(type(scale))
    found = tld.grad(weighed, over="y")(scale, da.from_array(y, chunks=100))
    np.testing.assert_allclose(found, np.sum(CYCLE), rtol=1e-5)


def squared_mean(w, y):
    return np.mean((y - w) ** 2)


def test_partitions_of_one_row_are_tested_together():
    y = da.from_array(CYCLE, chunks=1)
    with pytest.raises(ValueError, match="squared_mean is no sum over rows: of 64 "):
        tld.grad(squared_mean, over="y")(0.3, y)
    bag = db.from_sequence(range(40), npartitions=40)
    read = {"read": lambda block: np.array(block, float)}
    for rows in (bag, bag.filter(lambda k: k % 13 == 2)):
        with pytest.raises(ValueError, match="squared_mean is no sum over rows: of "):
            tld.grad(squared_mean, over="y", **read)(0.3, rows)
    one = bag.filter(lambda k: k == 7)
    assert tld.grad(squared_mean, over="y", **read)(0.5, one) == pytest.approx(-13.0)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"over": 3}, "over is 3; it must name parameters of squares"),
        ({"client": 3}, "client is 3; it must be a dask.distributed.Client"),
        ({"retries": -1}, "retries is -1; it must be an integer from 0 on"),
        (
            {"retries": 2, "scheduler": "sync"},
            "only workers of dask.distributed repeat",
        ),
        ({"compute": "no"}, "compute is 'no'; it must be True or False"),
    ],
    ids=lambda value: "" if isinstance(value, str) else next(iter(value)),
)
def test_settings_that_are_none(settings, message):
    with pytest.raises(tl.ArgumentError, match=message):
        call(**settings)


def test_keywords_that_there_are_not():
    with pytest.raises(TypeError, match="unexpected keyword argument 'schedular'"):
        call(schedular="threads")


def linear(w, x):
    return np.sum(x @ w)


def test_what_is_read_is_of_one_kind():
    def read(block):
        return np.ones((len(block), 3), np.float32 if 7 in block else float)

    bag = db.from_sequence(range(12), npartitions=4)
    message = r"read gives float32\[3, 3\] for x, and float64\[rows, 3\] for the first"
    with pytest.raises(TypeError, match=message):
        tld.grad(linear, over="x", read=read, scheduler="sync")(W, bag)


def test_what_is_computed_later_is_of_the_arguments_of_the_call():
    w = np.ones(3)
    later = tld.grad(squares, over=("x", "y"), compute=False)(w, X, Y)
    w[:] = 7.0
    np.testing.assert_array_equal(
        later.compute(), tld.grad(squares, ("x", "y"))(W, X, Y)
    )


@pytest.mark.parametrize("scheduler", ["sync", "threads"])
def test_errors_name_the_partition_and_the_line(scheduler):
    rows = np.ones((10, 3))
    rows[9] = 2.0
    gradient = tld.grad(logarithms, over="x", scheduler=scheduler)
    with pytest.raises(ValueError, match="6.0 is too much") as caught:
        gradient(W, da.from_array(rows, chunks=(4, 3)))
    line, partition = caught.value.__notes__
    assert re.match(r"In the derivative of \S*logarithms:\n    ", line)
    assert 'raise ValueError(f"{v} is too much")' in line
    assert partition == "In partition 2 of 3, counted from 0, x: float64[2, 3]."


def test_partitions_that_are_not_what_dask_says():
    wrong = X.map_blocks(lambda block: block.astype("float32"), dtype="float64")
    with pytest.raises(TypeError, match="x must be float64.*not float32") as caught:
        call(args=(W, wrong, Y))
    assert any("partition" in note for note in caught.value.__notes__)
    short = Y.map_blocks(
        lambda block: block[:1], dtype="float64", chunks=(Y.chunks[0],)
    )
    with pytest.raises(ValueError, match="differ in their rows: x has ., y has 1"):
        call(args=(W, X, short))


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda rows: np.ones((4, 3)), "read gives float64.4, 3. for a partition"),
        (lambda rows: (np.ones((4, 3)),), "read gives tuple for a partition"),
        (lambda rows: (np.ones((4, 3)), [1.0]), "read gives list for y"),
        (lambda rows: (np.ones((4, 3)), np.ones(3)), "x has 4, y has 3"),
    ],
)
def test_what_read_must_give(read, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call(read=read, args=(W, db.range(10, 3)), scheduler="sync")


def test_what_cannot_be_written_is_refused_here():
    handlers = {}

    def loss(w, x):
        handlers["x"] = x
        return np.sum(x @ w)

    with pytest.raises(tl.UnsupportedError):
        call(loss, "x", (W, X))


def test_errors_of_the_compiler_name_the_partition_that_is_asked_for():
    def loss(w, x):
        return np.sum(np.unknown(x @ w))

    with pytest.raises(tl.TangentliteError, match="unknown") as caught:
        call(loss, "x", (W, X))
    assert "Asked for partition 0, x: float64[4, 3]." in caught.value.__notes__
