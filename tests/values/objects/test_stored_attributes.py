"""Attributes that a data descriptor of the class keeps under its own name."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import copied


class Checked:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, owner, cls=None):
        return self if owner is None else owner.__dict__[self.name] * 1.5

    def __set__(self, owner, value):
        owner.__dict__[self.name] = value * 2.0


class Model:
    scale, shift = Checked(), Checked()

    def __init__(self, scale, shift):
        self.scale, self.shift = scale, shift


class WithProperty:
    @property
    def scale(self):
        return self.__dict__['scale'] ** 2

    @scale.setter
    def scale(self, value):
        self.__dict__['scale'] = value + 1.0


MODEL = Model(3.0, np.ones(2))
PROPERTY = WithProperty()
PROPERTY.scale = 1.5


def read(x):
    return np.sum(x * MODEL.scale * MODEL.shift) * PROPERTY.scale


def of_argument(model):
    return model.scale * np.sum(model.shift)


def made_inside(x):
    return of_argument(Model(x[0], x))


@pytest.mark.parametrize(('function', 'args'), [
    (read, (np.ones(2),)), (of_argument, (MODEL,)), (made_inside, (np.ones(2),)),
])  # fmt: skip
def test_derivatives(function, args):
    tl.check_grad(function, args)
    assert tl.value_and_grad(function)(*args)[0] == function(*args)


def written(x, model):
    model.scale = x
    return model.scale * np.sum(model.shift)


def test_what_is_written():
    want, got = copied((MODEL, MODEL))
    value = written(2.0, want)
    assert tl.value_and_grad(written)(2.0, got) == (value, 3.0 * np.sum(got.shift))
    assert got.__dict__['scale'] == want.__dict__['scale'] == 4.0
