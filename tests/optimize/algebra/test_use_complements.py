"""When h * e becomes 1 - h, and what logistic functions have as derivatives."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.optimize.algebra.use_complements import use_complements
from tests.optimize.rewriting import becomes, case, stays

LOGISTIC = "t = 1.0 + x; u = 1.0 / t; y_bar = 1.0 - u; x_bar = y_bar * y_bar; "


def test_the_factor_on_either_side():
    becomes(
        use_complements,
        LOGISTIC + "v = x * w; z = u * v; return z, x_bar",
        LOGISTIC + "v = x * w; z = w * y_bar; return z, x_bar",
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("a complement that nobody computes",
             "t = 1.0 + x; u = 1.0 / t; v = y * u; z = v * x; return z"),
        case("a complement that is computed in a branch",
             "t = 1.0 + x; u = 1.0 / t\nif c:\n    y_bar = 1.0 - u\n    x[0] = a\n"
             "v = y * u; z = v * x; return z"),
        case("another sum", "t = 2.0 + x; u = 1.0 / t; v = y * u; z = v * x; return z"),
        case("another quotient",
             "t = 1.0 + x; u = y / t; v = y * u; z = v * x; return z"),
        case("another factor", LOGISTIC + "v = y * u; z = v * w; return z"),
        case("a product that is read again",
             LOGISTIC + "v = y * u; z = v * x; w = z + v; return w"),
        case("the primal's own", LOGISTIC + "v = y * u; z = v * x; return z",
             {"primal": "t u v z"}),
        case("another factor that is written in between",
             LOGISTIC + "z = np.copy(y); v = z * u; z[0] = a; w = v * x; "
             "return w, x_bar"),
        case("what is written in between",
             "x_bar = np.copy(x); t = 1.0 + x_bar; u = 1.0 / t; x_bar[0] = 2.0; "
             "v = y * u; z = v * x_bar; return z"),
    ],
)  # fmt: skip
def test_stays(text, facts):
    stays(use_complements, text, **facts)


def logistic(x):
    return 1.0 / (1.0 + np.exp(-x))


def cross_entropy(x):
    p, y = logistic(x), np.array([1.0, 0.0])
    return -np.sum(y * np.log(p) + (1.0 - y) * np.log(1.0 - p))


def test_cross_entropy():
    x = np.array([0.3, -2.0])
    assert "1.0 / (1.0 + np.exp(-x))" in tl.grad(cross_entropy).source_for(x)
    want = logistic(x) - np.array([1.0, 0.0])
    np.testing.assert_allclose(tl.grad(cross_entropy)(x), want, rtol=1e-14)
    tl.check_grad(cross_entropy, (x,), order=2)


def test_digits_of_small_derivatives():
    x = np.array([10.0, 30.0, 40.0])
    slope = tl.grad(lambda y: np.sum(logistic(y)))(x)
    np.testing.assert_allclose(slope, np.exp(-x) * logistic(x) ** 2, rtol=1e-14)


def test_second_order():
    x = np.array([0.3, -2.0])
    h = logistic(x)
    want = np.diag(h * (1.0 - h) * (1.0 - 2.0 * h))
    got = tl.hessian(lambda y: np.sum(logistic(y)))(x)
    np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-14)
