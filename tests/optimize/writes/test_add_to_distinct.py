"""When `np.add.at` is `+=`, and when not."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import Array
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.optimize.writes.add_to_distinct import add_to_distinct
from tests.optimize.rewriting import (
    COUNT,
    becomes,
    body_text,
    case,
    core,
    layout,
    stays,
)

COUNTS, ONE = Array("int64", (3,)), Array("int64", (1,))
SOME = Array("int64", (Symbol("k"),))
MANY = Array("int64", (Symbol("n", plural=True),))
KNOWN = {"rows": COUNTS, "labels": COUNTS, "n": COUNT}
START = "rows = np.arange(3)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.add.at(m, (rows, labels), a)", "m[rows, labels] += a"),
        ("np.add.at(m, (labels, rows), a)", "m[labels, rows] += a"),
        ("np.add.at(x, rows, y)", "x[rows] += y"),
        ("np.add.at(m, (rows, i), y)", "m[rows, i] += y"),
        ("np.add.at(m, rows, a)", "m[rows] += a"),
        (
            "for i in range(n):\n    np.add.at(x, rows, y)",
            "for i in range(n):\n    x[rows] += y",
        ),
    ],
)
def test_distinct_places(before, after):
    text = "{}\n{}\nreturn (m, x)"
    becomes(
        add_to_distinct, text.format(START, before), text.format(START, after), **KNOWN
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("any places", f"{START}; np.add.at(m, (labels, labels), a)"),
        case("counts that are written", f"{START}; rows[0] = 1; np.add.at(x, rows, y)"),
        case("counts from one on", "rows = np.arange(1, n); np.add.at(x, rows, y)"),
        case(
            "bound twice",
            f"{START}; rows = np.negative(rows); np.add.at(x, rows, y)",
        ),
        case(
            "one number that is repeated",
            f"{START}; np.add.at(m, (rows, labels), a)",
            {"rows": ONE},
        ),
        case(
            "a number of numbers that may be one",
            f"{START}; np.add.at(m, (rows, labels), a)",
            {"rows": SOME, "labels": MANY},
        ),
        case(
            "an array of two axes",
            f"{START}; np.add.at(m, (rows, labels), a)",
            {"labels": Array("int64", (3, 3))},
        ),
    ],
)
def test_places_that_may_be_met_twice(text, facts):
    stays(add_to_distinct, f"{text}; return (m, x)", **{**KNOWN, **facts})


@pytest.mark.parametrize("rows", [SOME, MANY])
def test_sizes_that_go_together(rows):
    text = f"{START}; {{}}; return m"
    before, after = "np.add.at(m, (rows, labels), a)", "m[rows, labels] += a"
    found = add_to_distinct(core(text.format(before), rows=rows, labels=SOME, n=COUNT))
    assert body_text(found) == layout(text.format(after))


def chosen(z, labels):
    rows = np.arange(len(labels))
    return np.sum(z[rows, labels] ** 2) + np.sum(z[rows] ** 3)


@pytest.mark.parametrize("labels", [[0, 2, 1, 0], [1], [2, 2]])
def test_numbers(labels):
    tl.check_grad(chosen, (np.linspace(-1.0, 1.5, 12).reshape(4, 3), np.array(labels)))


def test_one_row_for_all():
    def same_row(z, labels):
        return np.sum(z[np.arange(1), labels] ** 2)

    z = np.linspace(-1.0, 1.5, 12).reshape(4, 3)
    tl.check_grad(same_row, (z, np.array([1, 1, 2])))
