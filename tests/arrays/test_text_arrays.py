"""Arrays of text and bytes as constants and arguments, and fields of records."""

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.5, 1.2, -0.7])
NAMES = np.array(["a", "b", "a"])
BYTES = np.array([b"a", b"b", b"a"])
RECORDS = np.array(
    [(1.0, 2, "a"), (3.0, 4, "b"), (5.0, 6, "a")],
    dtype=[("w", float), ("n", int), ("name", "U3")],
)
ONE = RECORDS[1]


def compared(x):
    return np.sum(x[NAMES == "a"] ** 2)


def bytes_compared(x):
    return np.sum(x[BYTES == b"a"] ** 2)


def made_inside(x):
    names = np.array([["a", "b"], ["b", "a"], ["a", "a"]])
    return np.sum(np.where(names[:, 0] == "a", x, x**2) ** 2)


def entry_by_entry(x):
    s = 0.0
    for i in range(len(x)):
        if NAMES[i] == "a":
            s += x[i] ** 2
    for name, v in zip(NAMES, x):
        s += v**3 if name == "b" else v
    return s


def looked_up(x):
    table = {"a": 1.0, "b": 2.0}
    return sum(table[name] * v**2 for name, v in zip(NAMES, x))


def sets_of_names(x):
    chosen = np.isin(NAMES, ["a", "c"])
    kinds, inverse = np.unique(NAMES, return_inverse=True)
    sums = np.zeros(len(kinds))
    np.add.at(sums, inverse, x)
    return np.sum(x[chosen] ** 2) + np.sum(sums**3)


def fields(x):
    inside = np.sum(x[RECORDS["name"] == "a"] ** 2)
    return np.sum(x**2 * RECORDS["w"]) * RECORDS.size + RECORDS["n"][1] * inside


def field_of_one(x):
    return ONE["w"] * x[0] ** 2


@pytest.mark.parametrize(
    "f",
    [
        compared, bytes_compared, made_inside, entry_by_entry, looked_up,
        sets_of_names, fields, field_of_one,
    ],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_derivatives_are_those_of_differences(f):
    tl.check_grad(f, (X,), order=2)


def test_arguments_may_hold_text():
    def f(x, names, key):
        return np.sum(x[names == key] ** 2)

    gradient = tl.grad(f)
    for names, key in ((NAMES, "a"), (BYTES, b"a"), (NAMES.astype("U7"), "a")):
        for _ in range(2):
            assert np.allclose(gradient(X, names, key), 2 * X * (NAMES == "a"))
    assert np.allclose(gradient(X, NAMES, "c"), 0.0)
    assert np.allclose(gradient(X, np.array([1, 2, 1]), 2), 2 * X * (NAMES == "b"))
    tl.check_grad(f, (X, NAMES, "a"), wrt="x", order=2)


def test_records_as_arguments_are_refused():
    with pytest.raises(tl.ArgumentError, match=r"Pass its fields: r\['w'\]"):
        tl.grad(lambda x, r: np.sum(x * r["w"]))(X, RECORDS)


def test_items_of_records_are_refused():
    def f(x):
        return np.sum(x) * RECORDS[1]["w"]

    with pytest.raises(tl.UnsupportedError, match="Read the field first"):
        tl.grad(f)(X)


def test_other_records_under_the_name_are_read():
    global RECORDS
    before = RECORDS
    gradient = tl.grad(fields)
    first = gradient(X)
    try:
        RECORDS = RECORDS[::-1].copy()
        assert not np.allclose(gradient(X), first)
        tl.check_grad(fields, (X,))
    finally:
        RECORDS = before
    assert np.allclose(gradient(X), first)
