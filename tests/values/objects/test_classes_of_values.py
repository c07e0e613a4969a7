# ruff: noqa: E721
"""What a value is: `isinstance`, `type`, `hasattr`, `callable` and protocols."""

import functools
import itertools
import types
from collections import defaultdict, deque
from collections.abc import Callable, ItemsView, Iterator
from typing import Protocol, runtime_checkable

import numpy as np
import pytest

from tests.support.numeric import at, require_derivatives, require_refused


@functools.total_ordering
class Ordered:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    def __lt__(self, other):
        return self.v < other.v

    def is_large(self):
        return self.v > 1


@runtime_checkable
class HasV(Protocol):
    v: float


@runtime_checkable
class HasArea(Protocol):
    def area(self): ...


class Square:
    def __init__(self, v):
        self.v = v

    def area(self):
        return self.v**2

    def __getitem__(self, k):
        return self.v * 3 if isinstance(k, slice) else self.v * k


def classes_of_iterators(x):
    i, g = iter([x]), (v for v in [x])
    d = {1: x}
    facts = [
        isinstance(i, Iterator), hasattr(i, "__next__"), type(i) is type(iter([])),
        hasattr(g, "send"), isinstance(g, types.GeneratorType), not isinstance(g, list),
        isinstance(d.items(), ItemsView), isinstance(map(abs, [x]), map),
        not hasattr(map(abs, [x]), "send"), type(zip([1], iter([2]))) is zip,
        type(reversed([1])) is type(reversed([2])), type(range(3)) is range,
        isinstance(itertools.chain([1]), itertools.chain),
        type(iter(d)) is type(iter({})), isinstance(enumerate([1]), Iterator),
    ]  # fmt: skip
    return next(i) * x if False not in facts else x


def classes_of_containers(x):
    d = deque([x])
    facts = [
        hasattr(defaultdict(float), "default_factory"), isinstance(d, deque),
        d.__class__ is deque, [x].__class__ is list, {1: x}.__class__ is dict,
        not hasattr([x], "__mro__"), hasattr([x], "append"),
        {1}.__class__ is set, hasattr(slice(1), "step"), type(slice(1)) is slice,
    ]  # fmt: skip
    return x * x if False not in facts else x


def classes_of_functions(x):
    def g(y):
        return y * y

    p, o = functools.partial(pow, x), Square(x)
    facts = [
        isinstance(g, types.FunctionType), isinstance(p, functools.partial),
        isinstance(o.area, types.MethodType), callable(o.area), isinstance(g, Callable),
        callable(np.array([x]).sum), callable([x].append), callable(d_of(x).items),
        not callable(x), not callable([x]), not callable(o),
        isinstance(len, types.BuiltinFunctionType),
    ]  # fmt: skip
    return g(x) * x if False not in facts else x


def d_of(x):
    return {1: x}


def protocols(x):
    o = Square(x)
    if isinstance(o, HasV) and isinstance(o, HasArea):
        return o.area() * (1 + isinstance(Ordered(x), HasArea))
    return x


def class_made_by_type(x):
    return x * type("T", (), {"a": 2.0}).a


PROGRAMS = [
    *at(
        (0.37, 1.1, 2.3),
        classes_of_iterators, classes_of_containers, classes_of_functions,
        protocols,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (class_made_by_type, 2.5, "class made by"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
