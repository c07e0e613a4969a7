"""Sums over rows of dask's collections: the gradient of all rows at once."""

import dataclasses

import numpy as np
import pytest

import tangentlite as tl

pytest.importorskip("dask", reason="dask is not installed")

import dask
import dask.array as da
import dask.bag as db

from tangentlite import dask as tld
from tangentlite.api.structures.flatten import flatten

RNG = np.random.default_rng(0)
X = RNG.normal(size=(103, 3))
Y = (X[:, 0] + RNG.normal(size=103) > 0.0).astype(float)
W = np.array([0.5, -1.0, 0.25])
RATE = 0.5


def logistic(w, x, y):
    z = x @ w
    return np.sum(np.logaddexp(0.0, z) - y * z)


@dataclasses.dataclass(frozen=True)
class Line:
    slope: np.ndarray
    offset: float
    name: str = "line"


def of_line(line, x, y):
    return np.sum((x @ line.slope + line.offset - y) ** 2)


def of_dict(p, x, y):
    return np.sum(np.tanh(x @ p["w"][0] + p["b"]) * y)


def of_number(a, x):
    return np.sum(np.sin(a * x))


def of_two(w, b, x, y, *, scale=2.0):
    return scale * np.sum((x @ w + b - y) ** 2)


def rated(w, x):
    return RATE * np.sum((x @ w) ** 2)


def chunked(*arrays, rows=20):
    found = [da.from_array(one, chunks=(rows, *one.shape[1:])) for one in arrays]
    return found if len(found) > 1 else found[0]


def assert_same(found, expected):
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(flatten(one)[0], flatten(other)[0], rtol=1e-12)


@pytest.mark.parametrize(
    ("loss", "parameters"),
    [
        (logistic, W),
        (of_line, Line(W, 0.5)),
        (of_dict, {"w": [W], "b": 0.5}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_sum_is_that_of_all_rows(loss, parameters):
    found = tld.value_and_grad(loss, over=("x", "y"))(parameters, *chunked(X, Y))
    expected = tl.value_and_grad(loss)(parameters, X, Y)
    assert type(found[1]) is type(expected[1])
    assert getattr(found[1], "name", None) is None
    if isinstance(parameters, Line):
        found, expected = ((v, [g.slope, g.offset]) for v, g in (found, expected))
    assert_same(found, expected)


def test_numbers_several_parameters_and_keywords():
    value, gradient = tld.value_and_grad(of_number, over="x")(0.3, chunked(X))
    assert_same((value, gradient), tl.value_and_grad(of_number)(0.3, X))
    by_rows = tld.value_and_grad(of_two, over=("x", "y"), wrt=("b", "w"))
    x, y = chunked(X, Y)
    found = by_rows(W, 0.5, y=y, x=x, scale=3.0)
    expected = tl.value_and_grad(of_two, wrt=("b", "w"))(W, 0.5, X, Y, scale=3.0)
    assert_same(found, expected)
    assert_same(
        by_rows(W, 0.5, x, y), tl.value_and_grad(of_two, ("b", "w"))(W, 0.5, X, Y)
    )
    gradient = tld.grad(of_two, over=("x", "y"), wrt="b")(W, 0.5, x, y)
    np.testing.assert_allclose(gradient, tl.grad(of_two, "b")(W, 0.5, X, Y))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    "rows",
    [
        (103,),
        (100, 3),
        (34, 69),
        (1,) * 103,
        (0, 50, 0, 52, 1),
        (2,) * 51 + (1,),
        (3, 100),
    ],
    ids=lambda rows: str(rows)[:12],
)
def test_partitions_of_any_lengths_and_dtypes(rows, dtype):
    x, y, w = (one.astype(dtype) for one in (X, Y, W))
    given = [da.from_array(one, chunks=(rows, *one.shape[1:])) for one in (x, y)]
    value, gradient = tld.value_and_grad(logistic, over=("x", "y"))(w, *given)
    expected = tl.value_and_grad(logistic)(w, x, y)
    assert value.dtype == gradient.dtype == dtype
    tolerance = 1e-12 if dtype == "float64" else 1e-5
    np.testing.assert_allclose(value, expected[0], rtol=tolerance)
    np.testing.assert_allclose(gradient, expected[1], rtol=tolerance, atol=tolerance)


def test_chunks_are_aligned():
    expected = tl.value_and_grad(logistic)(W, X, Y)
    by_rows = tld.value_and_grad(logistic, over=("x", "y"))
    y = da.from_array(Y, chunks=13)
    assert_same(by_rows(W, da.from_array(X, chunks=(20, 2)), y), expected)
    assert_same(by_rows(W, chunked(X), da.from_array(Y, chunks=103)), expected)


def test_rows_of_unknown_number():
    x, y = chunked(X, Y)
    kept = X[:, 0] > 0.0
    keep = x[:, 0] > 0.0
    expected = tl.value_and_grad(logistic)(W, X[kept], Y[kept])
    by_rows = tld.value_and_grad(logistic, over=("x", "y"))
    assert np.isnan(x[keep].shape[0])
    assert_same(by_rows(W, x[keep], y[keep]), expected)
    # some partitions become empty, others keep one row
    order = np.argsort(X[:, 0])
    x, y = chunked(X[order], Y[order], rows=3)
    few = x[:, 0] > np.sort(X[:, 0])[95]
    expected = tl.value_and_grad(logistic)(W, X[order][96:], Y[order][96:])
    assert_same(by_rows(W, x[few], y[few]), expected)
    with pytest.raises(ValueError, match="all partitions .* are empty"):
        by_rows(W, x[few & False], y[few & False])


def columns(rows):
    return np.array([row["x"] for row in rows]), np.array([row["y"] for row in rows])


ROWS = [{"x": x, "y": y} for x, y in zip(X, Y)]


@pytest.mark.parametrize("count", [1, 7, 60])
def test_bags(count):
    bag = db.from_sequence(ROWS, npartitions=count).map(dict)
    by_rows = tld.value_and_grad(
        logistic, over=("x", "y"), read=columns, scheduler="sync"
    )
    assert_same(by_rows(W, bag), tl.value_and_grad(logistic)(W, X, Y))
    bag = bag.filter(lambda row: row["x"][0] > 1.0)  # some are empty, or of one row
    expected = tl.value_and_grad(logistic)(W, X[X[:, 0] > 1.0], Y[X[:, 0] > 1.0])
    assert_same(by_rows(W, bag), expected)
    with pytest.raises(tl.ArgumentError, match="empty"):
        by_rows(W, bag.filter(lambda row: False))


def test_dataframes():
    pytest.importorskip("pandas", reason="dask.dataframe needs pandas")
    pytest.importorskip("pyarrow", reason="dask.dataframe needs pyarrow")
    import dask.dataframe as dd
    import pandas

    frame = pandas.DataFrame({"a": X[:, 0], "b": X[:, 1], "c": X[:, 2], "y": Y})
    frame = dd.from_pandas(frame, npartitions=5)

    def read(part):
        return part[["a", "b", "c"]].to_numpy(), part["y"].to_numpy()

    by_rows = tld.value_and_grad(logistic, over=("x", "y"), read=read)
    assert_same(by_rows(W, frame), tl.value_and_grad(logistic)(W, X, Y))
    expected = tl.value_and_grad(logistic)(W, X[X[:, 0] > 0.0], Y[X[:, 0] > 0.0])
    assert_same(by_rows(W, frame[frame.a > 0.0]), expected)


def test_one_array_of_all_columns():
    both = chunked(np.column_stack([X, Y]))
    by_rows = tld.value_and_grad(
        logistic, over=("x", "y"), read=lambda part: (part[:, :-1], part[:, -1])
    )
    assert_same(by_rows(W, both), tl.value_and_grad(logistic)(W, X, Y))
    assert str(by_rows.__signature__) == "(w, x)"


def test_term_without_rows_is_added_once():
    def penalty(w):
        return 0.5 * np.sum(w**2)

    x, y = chunked(X, Y)
    value, gradient = tl.value_and_grad(logistic)(W, X, Y)
    found = tld.value_and_grad(logistic, over=("x", "y"), plus=penalty)(W, x, y)
    assert_same(found, (value + penalty(W), gradient + W))

    by_rows = tld.value_and_grad(
        of_two, over=("x", "y"), wrt=("w", "b"), plus=lambda b: b**2
    )
    value, gradient = tl.value_and_grad(of_two, wrt=("w", "b"))(W, 0.5, X, Y)
    found = by_rows(W, 0.5, x, y)
    assert_same(found, (value + 0.25, (gradient[0], gradient[1] + 1.0)))
    found = tld.value_and_grad(logistic, over=("x", "y"), plus=lambda: 3.0)(W, x, y)
    value, gradient = tl.value_and_grad(logistic)(W, X, Y)
    assert_same(found, (value + 3.0, gradient))


def test_delayed_objects_go_into_graphs():
    x, y = chunked(X, Y)
    by_rows = tld.value_and_grad(logistic, over=("x", "y"), compute=False)
    value, gradient = by_rows(W, x, y)
    found = dask.compute(value, gradient, (gradient * 2.0).sum())
    expected = tl.value_and_grad(logistic)(W, X, Y)
    assert_same(found[:2], expected)
    assert found[2] == pytest.approx(2.0 * np.sum(expected[1]))
    gradient = tld.grad(logistic, over=("x", "y"), compute=False)(W, x, y)
    np.testing.assert_allclose(gradient.compute(scheduler="sync"), expected[1])


def test_optimisers_take_it():
    optimize = pytest.importorskip("scipy.optimize")

    def penalty(w):
        return 0.5 * np.sum(w**2)

    def whole(w):
        return logistic(w, X, Y) + penalty(w)

    by_rows = tld.value_and_grad(logistic, over=("x", "y"), plus=penalty)
    x, y = chunked(X, Y)
    given = {"jac": True, "method": "L-BFGS-B"}
    found = optimize.minimize(by_rows, np.zeros(3), args=(x, y), **given)
    expected = optimize.minimize(tl.value_and_grad(whole), np.zeros(3), **given)
    np.testing.assert_allclose(found.x, expected.x, rtol=1e-6)


def test_two_runs_give_the_same_bits():
    x, y = chunked(RNG.normal(size=(5000, 3)), RNG.normal(size=5000), rows=70)
    results = [
        tld.value_and_grad(logistic, over=("x", "y"), scheduler=name)(W, x, y)
        for name in ("sync", "threads", "threads")
    ]
    for value, gradient in results[1:]:
        assert value == results[0][0]
        np.testing.assert_array_equal(gradient, results[0][1])


def test_numbers_of_the_module_are_those_of_the_call(monkeypatch):
    by_rows = tld.value_and_grad(rated, over="x")
    for rate in (0.5, 0.75, 1, 1.0):
        monkeypatch.setitem(globals(), "RATE", rate)
        expected = tl.value_and_grad(rated)(W, X)
        assert_same(by_rows(W, chunked(X)), expected)


def test_captured_arrays_travel_as_they_are():
    table = np.arange(5000.0)

    def loss(w, x):
        return np.sum((x @ w) * table[3])

    by_rows = tld.value_and_grad(loss, over="x")
    assert_same(by_rows(W, chunked(X)), tl.value_and_grad(loss)(W, X))
    table[3] = 7.0
    assert_same(by_rows(W, chunked(X)), tl.value_and_grad(loss)(W, X))


def test_compiled_by_numba():
    pytest.importorskip("numba")
    by_rows = tld.value_and_grad(
        logistic, over=("x", "y"), backend="numba", scheduler="sync"
    )
    expected = tl.value_and_grad(logistic)(W, X, Y)
    assert_same(by_rows(W, *chunked(X, Y, rows=50)), expected)


def test_repr_says_what_it_is():
    by_rows = tld.value_and_grad(logistic, over=("x", "y"))
    text = "<value_and_grad of logistic with respect to w, by rows of x, y>"
    assert repr(by_rows) == text
    assert by_rows.derivative is tl.value_and_grad(logistic)
