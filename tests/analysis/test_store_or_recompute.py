"""The plan of what the tape saves and what is computed again, on small bodies."""

import gast
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.analysis.store_or_recompute import plan
from tangentlite.ir.example import function_of
from tests.support.numeric import assert_close, central_gradient

ARITHMETIC = 0.5


def planned(text: str, needed: str, stored: str = "") -> tuple[str, str]:
    """What a plan saves and computes again, where calls are never computed again."""

    def cost(statement: gast.Assign) -> float | None:
        return None if isinstance(statement.value, gast.Call) else ARITHMETIC

    kinds = dict.fromkeys("abcikstxy", "number")
    body = function_of(text, **kinds).body
    reads = {one.targets[0].id: one for one in function_of(stored, **kinds).body}
    found = plan(body, needed.split(), cost, reads)
    again = "; ".join(gast.unparse(one).strip() for one in found.recomputed)
    return " ".join(found.saved), again


@pytest.mark.parametrize(
    ("text", "needed", "saved", "again"),
    [
        pytest.param(
            "a = x * y; b = a + x", "b", "", "a = x * y; b = a + x", id="as dear"
        ),
        pytest.param("a = x * y; b = a + x; c = b - y", "c", "c", "", id="dearer"),
        pytest.param(
            "a = x + y; b = a * a", "b", "", "a = x + y; b = a * a", id="read twice"
        ),
        pytest.param(
            "a = x + y; b = a * a; c = b * b", "c", "c", "", id="both read twice"
        ),
        pytest.param(
            "a = x * y; b = a + x; c = b[1:]",
            "c",
            "",
            "a = x * y; b = a + x; c = b[1:]",
            id="a slice, which would keep its array alive",
        ),
        pytest.param(
            "s = np.sin(x); a = 1.0 - s; b = 4.0 * s",
            "a b",
            "s",
            "a = 1.0 - s; b = 4.0 * s",
            id="what two are made of",
        ),
        pytest.param("s = np.sin(x); a = 1.0 - s", "a", "a", "", id="of one alone"),
    ],
)
def test_what_costs_less(text, needed, saved, again):
    assert planned(text, needed) == (saved, again)


def test_names_of_other_blocks_are_saved():
    assert planned("a = x * y", "x a") == ("x", "a = x * y")


@pytest.mark.parametrize(
    "text", ["a = 2.0 * x; x = x + 1.0", "if c:\n    x = 0.5\na = 2.0 * x"]
)
def test_what_the_next_iteration_binds_again_is_saved(text):
    assert planned(text, "x a") == ("x", "a = 2.0 * x")


def test_copies_into_phis_are_saved():
    assert planned("a = 2.0 * x; y = a", "y") == ("y", "")


def test_values_are_read_after_the_places_that_hold_them_are_known():
    text = "t = np.sin(x); i = k + 1; y[i] = t"
    assert planned(text, "t", "t = y[i]") == ("", "i = k + 1; t = y[i]")


def place_computed_later(x, n):
    y = np.zeros(2 * n)
    for k in range(n):
        t = np.sin(x[k])
        i = 2 * k + 1
        y[i] = t
        y[i - 1] = t * t * x[k]
    return np.sum(y * y)


@pytest.mark.parametrize("optimize", [True, False])
def test_places_computed_after_the_value(optimize):
    x = np.linspace(0.3, 1.1, 3)
    with tl.options(optimize=optimize):
        value, got = tl.value_and_grad(place_computed_later)(x, 3)
    assert_close(value, place_computed_later(x, 3))
    want = central_gradient(lambda x: place_computed_later(x, 3), (x,), (0,))
    assert_close(got, want[0])
