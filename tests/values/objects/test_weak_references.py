"""Weak references: those that are called, and those that are kept outside."""

import types
import weakref

import numpy as np
import pytest

import tangentlite as tl

LISTENERS = []


class Part:
    def __init__(self, x, told=True):
        self.x = x
        if told:
            LISTENERS.append((weakref.ref(self.twice.__func__), weakref.ref(self)))

    def twice(self):
        return self.x * 2.0


KNOWN = Part(3.0, told=False)


def made_inside(x):
    return np.sum(Part(x).twice())


def of_what_stays(x):
    LISTENERS.append(weakref.ref(KNOWN))
    LISTENERS.append(weakref.ref(made_inside))
    return x * KNOWN.x


@pytest.mark.parametrize(('function', 'living'), [
    (made_inside, [(True, False)]), (of_what_stays, [True, True]),
])  # fmt: skip
def test_what_is_kept(function, living):
    for derivative in (function, tl.grad(function), tl.vjp):
        LISTENERS.clear()
        derivative(*((function, 1.5) if derivative is tl.vjp else (1.5,)))
        assert [lives(one) for one in LISTENERS] == living
    LISTENERS.clear()
    tl.check_grad(function, (1.5,))


def lives(reference):
    if isinstance(reference, tuple):
        return tuple(map(lives, reference))
    return reference() is not None


def kept_beside(x):
    part = Part(x)
    LISTENERS.append(part)
    return part.twice()


def returned(x):
    return types.SimpleNamespace(part=Part(x))


@pytest.mark.parametrize('function', [kept_beside, returned])
def test_objects_that_stay_beside_a_reference_are_refused(function):
    with pytest.raises(tl.UnsupportedError, match='and a weak reference to it are'):
        tl.jvp(function, (1.5,), (1.0,))


def told_when_it_is_gone(x):
    part = Part(x, told=False)
    reference = weakref.ref(part, LISTENERS.append)
    return reference().twice()


def test_a_function_that_is_called_when_the_object_is_gone_is_refused():
    with pytest.raises(tl.UnsupportedError, match='calls when its object is gone'):
        tl.grad(told_when_it_is_gone)(1.5)


class Attributes:
    def method(self, x):
        return self.scale * x


def parts_of_a_method(x):
    made = Attributes()
    made.scale = x
    method = made.method
    return method.__func__(made, x) + method.__self__.scale


def test_parts_of_methods():
    tl.check_grad(parts_of_a_method, (1.5,))
