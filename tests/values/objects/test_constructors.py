"""Classes with a `__new__`, also those that extend named tuples; `dir` of objects."""

import abc
import functools
from collections import namedtuple

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import at, require_derivatives


class Doubled:
    def __new__(cls, x):
        self = super().__new__(cls)
        self.y = 2.0 * x
        return self

    def __init__(self, x):
        self.x = x * x


class Inherited(Doubled):
    def product(self):
        return self.x * self.y


class Single:
    made = None

    def __new__(cls):
        if cls.made is None:
            cls.made = object.__new__(cls)
        return cls.made


class Other:
    def __new__(cls, x):
        return Doubled(x)

    def __init__(self, x):
        raise AssertionError("Python calls it for objects of the class alone")


class Part:
    def __new__(cls, x):
        return object.__new__(Whole)

    def __init__(self, x):
        self.x = x


class Whole(Part):
    def __init__(self, x):
        self.x = x ** 3


class Pair(namedtuple("Pair", "a b")):
    __slots__ = ()

    def __new__(cls, a, b=None):
        b = a * a if b is None else b
        return super().__new__(cls, a, b)

    @classmethod
    def unit(cls):
        return cls(1.5)

    @property
    def product(self):
        return self.a * self.b

    def __add__(self, other):
        return Pair(self.a + other.a, self.b + other.b)


PAIR = Pair(3.0)


def attributes_of_new(x):
    return Doubled(x).y * Doubled(x).x


def inherited(x):
    return Inherited(x).product()


def singleton(x):
    Single().value = x
    return Single().value * x


def of_another_class(x):
    return Other(x).x


def of_a_subclass(x):
    return Part(x).x


def named_tuple(x):
    first, second = Pair(x)
    return Pair(x).product + Pair.unit().a * first * second


def from_outside(x):
    return PAIR.product * x + len(PAIR) * x ** 2


def made_of_items(x):
    return Pair(x)._replace(b=3.0).product * Pair._make((x, x)).product


def operators(x):
    return (Pair(x) + Pair(1.0, x)).product


class Scales:
    scale_b = 3.0

    def __init__(self, a):
        self.scale_a = a

    @property
    def scale_c(self):
        return 2.0 * self.scale_a


class MoreScales(Scales):
    scale_d = 1.5


def names(x):
    scales = MoreScales(x)
    return sum(getattr(scales, n) for n in dir(scales) if n.startswith("scale_")) * x


def names_of_a_class(x):
    return len([name for name in dir(MoreScales) if name.startswith("scale_")]) * x


def classes_of_numbers(x):
    if type(x) is dict or type(x) in (list, tuple):
        return x.items()
    return x if np.iterable(x) or x is not x else x ** 3


def names_of_functions(x):
    return x ** 2 if (np.sin.__name__, len.__name__) == ("sin", "len") else x


@pytest.mark.parametrize(
    ("function", "x"),
    at(
        [0.7],
        attributes_of_new,
        inherited,
        singleton,
        of_another_class,
        of_a_subclass,
        named_tuple,
        from_outside,
        made_of_items,
        operators,
        names,
        names_of_a_class,
        classes_of_numbers,
        names_of_functions,
    ),
)
def test_derivatives(function, x):
    require_derivatives(function, x)


def of_pair(x, pair):
    return x * pair.product


def test_named_tuples_are_arguments_and_results():
    assert tl.grad(of_pair, wrt="pair")(2.0, PAIR) == (18.0, 6.0)
    found = tl.autodiff(lambda x: Pair(x), mode="forward")(2.0, 1.0)
    assert found == (1.0, 4.0) and type(found) is Pair


def test_the_number_of_items_is_asked():
    with pytest.raises(tl.errors.UnsupportedError, match="Expected 2 arguments, got 1"):
        tl.grad(lambda x: Pair._make((x,)).a)(1.0)


def of_some_paths(x):
    scales = Scales(x)
    if x > 0.0:
        scales.scale_e = x
    return len(dir(scales)) * x


def test_names_that_are_not_known_are_refused():
    with pytest.raises(tl.errors.UnsupportedError, match="set on some paths only"):
        tl.grad(of_some_paths)(1.0)
    with pytest.raises(tl.errors.UnsupportedError, match=r"dir\(\) of this"):
        tl.grad(lambda x: len(dir()) * x)(1.0)


class Calling(type):
    def __call__(cls, x):
        made = super().__call__(x)
        made.x = 7.0 * x
        return made


class Called(metaclass=Calling):
    def __new__(cls, x):
        return super().__new__(cls)

    def __init__(self, x):
        self.x = x


class Kept:
    @functools.lru_cache  # noqa: B019
    def __new__(cls, x):
        return object.__new__(cls)


class Sometimes:
    def __new__(cls, x):
        return object.__new__(cls) if x > 3.0 else None

    def __init__(self, x):
        self.x = x


class Abstract(abc.ABC):
    def __new__(cls, x):
        return super().__new__(cls)

    @abc.abstractmethod
    def value(self):
        """It has none."""


@pytest.mark.parametrize(
    ("cls", "what"),
    [
        (Called, "the metaclass of Called defines __call__"),
        (Kept, "__new__ of Kept, which is no plain function"),
        (Sometimes, "__new__ of Sometimes returns"),
        (Abstract, "Abstract is abstract"),
    ],
)
def test_constructors_that_are_refused(cls, what):
    with pytest.raises(tl.errors.UnsupportedError, match=what):
        tl.grad(lambda x: cls(x).x)(2.0)
