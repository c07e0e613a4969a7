"""Classes whose `__getattribute__` gives all attributes."""

import numpy as np
import pytest

import tangentlite as tl


class Results:
    def __init__(self, a):
        self.a = a

    def times(self, y):
        return self.a * y


class Wrapper:
    def __init__(self, wrapped):
        self._results = wrapped
        self.own = wrapped.a * 2

    def __getattribute__(self, name):
        def get(name):
            return object.__getattribute__(self, name)

        try:
            results = get('_results')
        except AttributeError:
            pass
        try:
            return get(name)
        except AttributeError:
            pass
        return getattr(results, name)

    def twice(self):
        return self.a * 2

    def __len__(self):
        return 3


class Counting(Wrapper):
    def __getattribute__(self, name):
        return 3.0 if name == 'three' else super().__getattribute__(name)


class Lengths:
    def __getattribute__(self, name):
        return float(len(name))


def found_behind(x):
    return Wrapper(Results(x)).a * x


def methods(x):
    made = Wrapper(Results(x))
    return made.twice() + made.times(x) + made.own


def asked(x):
    made = Wrapper(Results(x))
    factor = 2.0 if hasattr(made, 'b') else 3.0
    return x * len(made) * made.a * factor * getattr(made, 'c', 1.5)


def inherited(x):
    made = Counting(Results(x))
    return made.three * made.a * x


def missing(x):
    made = Wrapper(Results(x))
    try:
        return made.b
    except AttributeError:
        return made.a * x


def computed(x):
    return Lengths().name * x


class Otherwise:
    def __init__(self, x):
        self.x = x

    def __getattr__(self, name):
        return 2.0

    def own(self, name):
        try:
            return object.__getattribute__(self, name)
        except AttributeError:
            return 5.0

    def behind(self, name):
        try:
            return super().__getattribute__(name)
        except AttributeError:
            return 7.0


# The plain function does not ask `__getattr__`.
def without_getattr(x):
    made = Otherwise(x)
    return made.own('a') * made.behind('b') * made.c * made.own('x')


@pytest.mark.parametrize('function', [
    found_behind, methods, asked, inherited, missing, computed, without_getattr])
def test_derivatives(function):
    tl.check_grad(function, (1.7,))
    assert tl.value_and_grad(function)(1.7)[0] == function(1.7)


OUTSIDE = Wrapper(Results(2.0))


def test_objects_from_outside_are_refused():
    with pytest.raises(tl.UnsupportedError, match='Wrapper defines __getattribute__'):
        tl.grad(lambda x: OUTSIDE.a * x)(1.7)


class Holding:
    def __init__(self, held):
        self.held, self.scale = held, 2.0

    def unread(self, x):
        return self.scale * x * x

    def read(self, x):
        return self.held[0] * x


UNSUPPORTED = [
    np.ma.array([1.0, 2.0]),
    np.array([None, "a"], object),
    np.array([(1.0, 2)], [("a", float), ("b", int)]),
    np.ones(2, np.longdouble),
]


@pytest.mark.parametrize("held", UNSUPPORTED, ids=lambda held: str(held.dtype))
def test_what_is_not_supported_counts_where_it_is_read(held):
    assert tl.grad(Holding(held).unread)(1.5) == 6.0
    given = {"scale": 2.0, "held": held}
    assert tl.grad(lambda x, d: d["scale"] * x)(1.5, given) == 2.0
    with pytest.raises(tl.UnsupportedError, match="dtype that is not supported"):
        tl.grad(Holding(held).read)(1.5)


@pytest.mark.parametrize("held", UNSUPPORTED, ids=lambda held: str(held.dtype))
def test_it_is_not_a_constant_where_it_is_differentiated(held):
    def total(d):
        return np.sum(d["held"]) * d["scale"]

    given = {"scale": 2.0, "held": held}
    with pytest.raises(tl.UnsupportedError, match="dtype that is not supported"):
        tl.grad(total)(given)
    with pytest.raises(tl.UnsupportedError, match="dtype that is not supported"):
        tl.autodiff(total, mode="forward")(given, given)
