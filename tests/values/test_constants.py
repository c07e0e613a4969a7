# ruff: noqa: B006, B008
"""What is no number: ranges, text, members, slices, and defaults of other functions."""

import enum
import functools

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.5, 1.2, -0.7])
UP, DOWN = range(3), range(2, -1, -1)
RANGES = {"r": range(1, 3), "list": [range(2), range(1, 3)]}
ITEMS = zip([1.0, 2.0], [3.0, 4.0])


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Side(enum.StrEnum):
    LEFT = "left"


class Holder:
    places = range(3)

    def __init__(self):
        self.own = range(2)

    def weighted(self, u, w=np.array([1.0, 2.0, 3.0])):
        return np.sum(u * w)


HOLDER = Holder()


def ranges_outside(x):
    s = 0.0
    for i in UP:
        s += x[i] ** 2
    for i, v in zip(DOWN, x):
        s += v * x[i]
    for part in RANGES["list"]:
        s += sum(x[i] * x[j] for i in part for j in RANGES["r"])
    return s + x[UP[1]] * len(DOWN) + np.sum(x[list(UP)] ** 3) * DOWN.start


def ranges_of_classes(x):
    return sum(x[i] ** 2 for i in Holder.places) + sum(x[i] ** 3 for i in HOLDER.own)


def range_by_default(x, places=range(3)):
    return sum(x[i] ** 2 for i in places)


def weigh(f):
    def weighed(u, w=np.array([1.0, 2.0, 3.0]), *, k=[1.0, 2.0], t=(2.0, np.ones(3))):
        return f(u * w * t[1]) * k[1] * t[0]

    return weighed


@weigh
def decorated(u):
    return np.sum(u**2)


TABLE = {"weighed": weigh(np.sum)}
PARTIAL = functools.partial(weigh(np.sum), w=np.ones(3))


def defaults_of_decorators(x):
    return decorated(x) ** 2 + TABLE["weighed"](x) ** 2


def defaults_of_methods(x):
    return HOLDER.weighted(x) ** 3


def defaults_and_partial(x):
    return PARTIAL(x) ** 2


def defaults_of_nested_functions(x):
    def g(u, w=np.ones(3), v=x * 2, i=slice(0, 2), r=range(2)):
        return np.sum((u * w * v)[i]) + sum(u[k] for k in r)

    return g(x) ** 2 + g(x, x)


@pytest.mark.parametrize(
    "f",
    [
        ranges_outside, ranges_of_classes, range_by_default, defaults_of_decorators,
        defaults_of_methods, defaults_and_partial, defaults_of_nested_functions,
        weigh(np.sum),
    ],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_derivatives_are_those_of_differences(f):
    tl.check_grad(f, (X,), wrt=0, order=2)


def test_a_range_is_known_by_its_items():
    gradient = tl.grad(lambda x, r: sum(x[i] ** 2 for i in r))
    for places in (range(3), range(1), range(2, 0, -1), range(3), range(0)):
        expected = np.zeros(3)
        expected[list(places)] = 2 * X[list(places)]
        assert np.allclose(gradient(X, places), expected)


def test_captured_functions_keep_their_own_defaults():
    for k in (1.0, 2.0):
        g = weigh_by(k)
        assert np.allclose(tl.grad(lambda x: g(x))(X), [k, k, k])  # noqa: B023
    gradient = tl.grad(lambda x: g(x))
    assert np.allclose(gradient(X), 2.0)
    g.__defaults__ = (np.zeros(3),)
    assert np.allclose(gradient(X), 0.0)


def weigh_by(k):
    def g(u, w=k * np.ones(3)):
        return np.sum(u * w)

    return g


def test_defaults_by_keyword_are_those_of_the_call():
    def g(u, *, k=np.ones(3)):
        return np.sum(u * k)

    gradient = tl.grad(lambda x: g(x))
    assert np.allclose(gradient(X), 1.0)
    g.__kwdefaults__["k"] = 2 * np.ones(3)
    assert np.allclose(gradient(X), 2.0)
    g.__kwdefaults__["k"][:] = 3.0
    assert np.allclose(gradient(X), 3.0)


def test_a_captured_default_that_is_written_stays_written():
    def make():
        def g(u, w=np.zeros(3)):
            w += 1.0
            return np.sum(u * w)

        return g

    g, twin = make(), make()
    gradient = tl.grad(lambda x: g(x))
    for k in (1.0, 2.0, 3.0):
        assert np.allclose(gradient(X), k)
        twin(X)
    assert np.allclose(g.__defaults__[0], twin.__defaults__[0])


def test_every_kind_of_constant_goes_through_one_derivative():
    def f(x, s):
        return np.sum(x**2) if s is None else x[0]

    gradient = tl.grad(f)
    others = [
        np.str_("a"), "a", Side.LEFT, b"a", np.bytes_(b"a"), np.bool_(True), True, 1,
        np.datetime64("2020"), np.timedelta64(1, "D"), ..., slice(2), np.dtype(float),
        np.float32, np.sin, Colour.RED, Colour.BLUE, range(2), (1, 2), ["a"],
        np.array("a"), NotImplemented, memoryview(b"a"), 2.0, np.ones(2),
    ]  # fmt: skip
    for _ in range(2):
        for other in others:
            assert np.allclose(gradient(X, other), [1.0, 0.0, 0.0]), repr(other)
        assert np.allclose(gradient(X, None), 2 * X)


def test_text_is_text_whatever_its_class():
    def f(x, s):
        return np.sum(x**2) if s == "left" else x[0]

    gradient = tl.grad(f)
    for s in ("left", np.str_("left"), Side.LEFT, "left"):
        assert np.allclose(gradient(X, s), 2 * X)
    for s in ("right", np.str_("right")):
        assert np.allclose(gradient(X, s), [1.0, 0.0, 0.0])


def test_iterators_outside_are_refused():
    def f(x):
        return sum(a * b * x[0] for a, b in ITEMS)

    with pytest.raises(tl.UnsupportedError, match="Make a list of it outside"):
        tl.grad(f)(X)
