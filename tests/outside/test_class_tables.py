"""Dicts from outside that have classes for keys."""
import pytest

import tangentlite as tl


class Square:
    def __init__(self, side):
        self.side = side


class Circle(Square):
    pass


AREAS = {Square: lambda one: one.side**2, Circle: lambda one: 3.0 * one.side**2}
SCALES = {Square: 2.0, Circle: 5.0}


def register(cls):
    def made(function):
        AREAS[cls] = function
        return function

    return made


@register(float)
def area_of_number(x):
    return x * x


def area(shape):
    return AREAS[type(shape)](shape) * SCALES[type(shape)]


def of_objects(x):
    return area(Square(x)) + x * area(Circle(x)) + AREAS[float](x)


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x):
        return self.factor * x * x


MODELS = {float: Scaled(2.0)}


def by_an_object(x):
    return MODELS[float](x)


def missing(x):
    try:
        return AREAS[int](x)
    except KeyError:
        return x**3


@pytest.mark.parametrize('f', [of_objects, missing, by_an_object])
def test_derivatives(f):
    tl.check_grad(f, (1.3,), order=2)


def test_what_is_registered_where_nothing_was_is_used(monkeypatch):
    gradient = tl.grad(missing)
    assert gradient(2.0) == pytest.approx(12.0)
    monkeypatch.setitem(AREAS, int, lambda x: 7.0 * x)
    assert gradient(2.0) == pytest.approx(7.0)


def test_what_is_registered_later_is_used(monkeypatch):
    gradient = tl.grad(of_objects)
    assert gradient(2.0) == pytest.approx(8.0 + 180.0 + 4.0)
    monkeypatch.setitem(AREAS, float, lambda x: 7.0 * x)
    assert gradient(2.0) == pytest.approx(8.0 + 180.0 + 7.0)
    monkeypatch.setitem(SCALES, Circle, 1.0)
    assert gradient(2.0) == pytest.approx(8.0 + 36.0 + 7.0)


def test_objects_in_a_table_may_change(monkeypatch):
    gradient = tl.grad(by_an_object)
    assert gradient(2.0) == pytest.approx(8.0)
    monkeypatch.setattr(MODELS[float], 'factor', 3.0)
    assert gradient(2.0) == pytest.approx(12.0)
