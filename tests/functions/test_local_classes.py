"""Classes that are defined inside of functions."""
import abc
import collections
import dataclasses
import functools

import numpy as np
import pytest

import tangentlite as tl


def reads_variables_of_the_function(t):
    class Point:
        """A point."""

        scale = 2.0

        def __init__(self, a):
            self.a = a

        def squared(self):
            return self.a**2 * self.scale * t

        @property
        def half(self):
            return self.a / 2

        @half.setter
        def half(self, value):
            self.a = 2 * value

        @staticmethod
        def thrice(x):
            return 3 * x

        @classmethod
        def of(cls, x):
            return cls(x * x)

        def __add__(self, other):
            return Point(self.a + other.a)

    point = Point(t) + Point.of(t)
    point.half = point.half * 0.9
    return point.squared() + point.half + Point.thrice(t)


def extends_another(t):
    class Base(abc.ABC):
        def __init__(self, a):
            super().__init__()
            self.a = a

        @abc.abstractmethod
        def value(self): ...

        def both(self):
            return self.value() * self.a

    class Derived(Base):
        def __init__(self, a, b):
            super().__init__(a)
            self.b = b

        def value(self):
            return self.a**2 * self.b

    made = Derived(t, 2 * t)
    return made.both() if isinstance(made, Base) else t


def is_decorated(t):
    @dataclasses.dataclass(frozen=True)
    class Pair:
        x: float
        y: float = 2.0

        def norm(self):
            return np.sqrt(self.x**2 + self.y**2)

    @functools.total_ordering
    class Sized:
        def __init__(self, size):
            self.size = size

        def __eq__(self, other):
            return self.size == other.size

        def __lt__(self, other):
            return self.size < other.size

    return Pair(t).norm() * Pair(x=t, y=t).norm() * (Sized(1) >= Sized(0))


def stands_in_a_loop(t):
    total = 0.0
    for i in range(3):
        class Sum:
            def __init__(self):
                self.value = 0.0

            def add(self, value):
                self.value += value * i  # noqa: B023

        made = Sum()
        for value in (t, t * t):
            made.add(value)
        total += made.value
    return total


def made_by_another(t):
    class Line:
        def __call__(self, x):
            return x * t

        def __getitem__(self, i):
            if i > 2:
                raise IndexError
            return t * i

    return Line()


def is_returned_by_another(t):
    line = made_by_another(t)
    return line(t) + sum(line)


def is_an_exception(t):
    class Negative(ValueError):
        pass

    try:
        if t < 1.0:
            raise Negative('small')
        return t * t
    except Negative:
        return 3.0 * t


def is_a_list_of_nodes(t):
    class Node:
        __slots__ = ('behind', 'value')

        def __init__(self, value, behind=None):
            self.value, self.behind = value, behind

    head = None
    for i in range(3):
        head = Node(i * t, head)
    total = 0.0
    while head is not None:
        total, head = total * 0.5 + head.value, head.behind
    return total * t


def makes_named_tuples(t):
    Pair = collections.namedtuple('Pair', 'a b', defaults=[3.0])
    return Pair(t).a * Pair(t).b * Pair(1.0, t)._replace(a=t).a


def has_computed_members(t):
    class Local:
        scale = t**2
        table = {'a': np.sin(t)}

        def get(self):
            return t * self.scale + Local.table['a']

    total = Local.scale
    for _ in range(2):
        Local.table['a'] *= t
        total += Local().get()
    return total


def has_private_names(t):
    class Base:
        __scale = 2.0

        def __init__(self):
            self.__value = t

        def get(self):
            return self.__value * self.__scale

    class Derived(Base):
        def __init__(self):
            super().__init__()
            self.__value = 5.0

    return Derived().get() * t


def has_functions_as_methods(t):
    def own(self):
        return t

    class Point:
        count = lambda *given: t * (1 + len(given))  # noqa: E731
        value = own

    return Point().count() * Point().value()


def swallows_exceptions(t):
    class Guard:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, trace):
            return kind is ValueError

    with Guard():
        raise ValueError('it')
    return t * t


@pytest.mark.parametrize('function', [
    has_private_names, has_functions_as_methods, swallows_exceptions,
    has_computed_members, reads_variables_of_the_function, extends_another,
    is_decorated, stands_in_a_loop, is_returned_by_another, is_an_exception,
    is_a_list_of_nodes, makes_named_tuples,
])  # fmt: skip
@pytest.mark.parametrize('t', [0.7, 1.3])
def test_derivatives(function, t):
    tl.check_grad(function, (t,), order=2)


def computes_a_member_from_others(t):
    class Point:
        scale = 2.0 * t
        both = scale + t

    return Point.both


def sets_a_member(t):
    class Point:
        scale = 2.0

    Point.scale = t
    return Point.scale


def is_the_result(t):
    class Point:
        def __init__(self, a):
            self.a = a

    return Point(t)


def runs_statements(t):
    class Point:
        for _ in range(3):
            pass

    return t


def has_another_decorator(t):
    @functools.lru_cache
    class Point:
        pass

    return t


def runs_code_for_subclasses(t):
    class Base:
        def __init_subclass__(cls):
            raise ValueError('no subclasses')

    return t


def has_a_descriptor(t):
    class Doubled:
        def __get__(self, owner, cls):
            return 2 * t

    class Point:
        value = Doubled()

    return Point().value


def raises_its_own_exception(t):
    class Large(Exception):
        pass

    if t > 1.0:
        raise Large(t)
    return t


REFUSED = {
    runs_code_for_subclasses: '__init_subclass__', has_a_descriptor: 'a descriptor in',
    raises_its_own_exception: 'which is defined in the function, leaves it',
    computes_a_member_from_others: 'computed from others',
    sets_a_member: 'scale of a class',
    is_the_result: 'objects of the class', runs_statements: 'statements, besides',
    has_another_decorator: 'a decorator of a class',
}  # fmt: skip


@pytest.mark.parametrize('function', REFUSED, ids=lambda f: f.__name__)
def test_refusals(function):
    with pytest.raises(tl.UnsupportedError, match=REFUSED[function]) as caught:
        tl.jvp(function, (2.0,), (1.0,))
    assert str(caught.value).startswith(__file__)
