"""Which divisions are written with the operator, and which stay np.divide."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.optimize.algebra.divide_plainly import divide_plainly
from tests.optimize.rewriting import VECTOR, becomes, case, keeps_meaning, stays

PYTHON, NUMPY = Scalar("float64", True), Scalar("float64", False)
EITHER = Scalar("float64", None)
SINGLE = Array("float32", (3,))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s = np.divide(1.0, n); t = s * x; u = t * y; return u",
         "s = np.divide(1.0, n); t = x / n; u = t * y; return u"),
        ("s = np.divide(1.0, n); t = x * s; return t",
         "s = np.divide(1.0, n); t = x / n; return t"),
        ("t = np.divide(x, n); return t", "t = x / n; return t"),
        ("t = np.divide(a, b); return t", "t = a / b; return t"),
        # a number more than the operation of arrays would cost
        ("s = np.divide(0.5, n); t = s * a; return t",
         "s = np.divide(0.5, n); t1 = 0.5 * a; t = t1 / n; return t"),
    ],
)
def test_operators(before, after):
    kinds = {"a": NUMPY, "b": NUMPY, "s": PYTHON}
    wide = "x" in before
    becomes(divide_plainly, before, after, t=VECTOR if wide else NUMPY, **kinds)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("Python's numbers", "t = np.divide(1.0, a); return t", {"a": PYTHON}),
        case("either", "t = np.divide(1.0, a); return t", {"a": EITHER}),
        case("times Python's", "s = np.divide(1.0, n); t = s * a; return t",
             {"a": PYTHON, "s": PYTHON, "t": NUMPY}),
        case("read twice",
             "s = np.divide(1.0, n); t = s * x; u = s * y; return (t, u)"),
        case("bound again", "s = np.divide(1.0, n); n = 4; t = s * x; return t"),
        case("of arrays by another number",
             "s = np.divide(0.5, n); t = s * x; return t"),
        # NumPy's number is of double precision, what Python's divides of single
        case("single precision", "s = np.divide(1.0, n); t = s * x; return t",
             {"x": SINGLE}),
        case("the primal's", "t = np.divide(x, n); return t", {"primal": "t"}),
    ],
)
def test_stays(text, facts):
    stays(divide_plainly, text, **facts)


def test_what_is_written_between():
    text = "t = np.divide(1.0, w); w[0] = a; u = t * x; return u"
    keeps_meaning(divide_plainly, text)


def root(x):
    return np.sqrt(np.sum(x))


def mean(x):
    return np.mean(x) ** 2


@pytest.mark.parametrize("function", [root, mean])
def test_at_zero_and_of_nothing_nothing_is_raised(function):
    gradient = tl.grad(function)
    wanted = 0.25 if function is root else 2.0
    np.testing.assert_allclose(gradient(np.array([1.0, 3.0])), [wanted] * 2)
    with np.errstate(all="ignore"):
        assert gradient(np.zeros(2)).shape == (2,)
