"""What the tests of pickling import by name, here and in other processes."""

import functools

import numpy as np

import tangentlite as tl


def cube(x, p=3.0):
    """The sum of powers."""
    return np.sum(x**p)


def powers(x):
    return x**3


def with_aux(x):
    return np.sum(x**3), len(x)


@tl.grad
def decorated(x):
    return np.sum(x**3)


@tl.jacobian
def matrix(x):
    return x**3


@functools.lru_cache
def kept(x):
    return x**3


class Model:
    """A model that holds the derivative of a method of its own."""

    def __init__(self, rate):
        self.rate = rate
        self.slope = tl.grad(self.loss)

    def loss(self, x):
        return self.rate * np.sum(x**3)

    def __call__(self, x):
        return self.loss(x)


def called(derivative, *args):
    """What a child process does with a derivative."""
    return derivative(*args)
