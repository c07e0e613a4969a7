"""When h * e becomes 1 - h, and what logistic functions have as derivatives."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.optimize.complements import use_complements
from tests.optimize.rewriting import becomes, case, stays

LOGISTIC = "t = 1.0 + x; u = 1.0 / t; "


def test_the_factor_on_either_side():
    becomes(
        use_complements,
        LOGISTIC + "v = x * w; z = u * v; return z",
        LOGISTIC + "v = x * w; t1 = 1.0 - u; z = w * t1; return z",
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("another sum", "t = 2.0 + x; u = 1.0 / t; v = y * u; z = v * x; return z"),
        case("another quotient",
             "t = 1.0 + x; u = y / t; v = y * u; z = v * x; return z"),
        case("another factor", LOGISTIC + "v = y * u; z = v * w; return z"),
        case("a product that is read again",
             LOGISTIC + "v = y * u; z = v * x; w = z + v; return w"),
        case("the primal's own", LOGISTIC + "v = y * u; z = v * x; return z",
             {"primal": "t u v z"}),
        case("what is written in between",
             "x_bar = np.copy(x); t = 1.0 + x_bar; u = 1.0 / t; x_bar[0] = 2.0; "
             "v = y * u; z = v * x_bar; return z"),
    ],
)  # fmt: skip
def test_stays(text, facts):
    stays(use_complements, text, **facts)


def logistic(x):
    return 1.0 / (1.0 + np.exp(-x))


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_saturated(mode):
    x = np.array([-1000.0, -2.0, 0.0, 3.0, 1000.0])
    h = np.array([0.0, *logistic(x[1:4]), 1.0])
    df = tl.autodiff(logistic, mode=mode)
    with np.errstate(over="ignore"):
        got = df(x) if mode == "reverse" else df(x, np.ones(5))
    np.testing.assert_allclose(got, h * (1.0 - h), rtol=1e-14)


def test_second_order():
    x = np.array([0.3, -2.0])
    h = logistic(x)
    want = np.diag(h * (1.0 - h) * (1.0 - 2.0 * h))
    got = tl.hessian(lambda y: np.sum(logistic(y)))(x)
    np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-14)
