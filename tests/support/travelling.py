"""What the tests of pickling import by name, here and in other processes."""

import functools

import numpy as np

import tangentlite as tl


def cube(x, p=3.0):
    """The sum of powers."""
    return np.sum(x**p)


def powers(x):
    return x**3


def of_many(x, *rest):
    return np.sum(x * rest[0] + rest[1] ** 2)


@functools.partial(tl.grad, wrt=(0, 2))
def decorated_of_many(x, *rest):
    return of_many(x, *rest)


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

    def of_many(self, *rest):
        return of_many(self.rate, *rest)

    def __call__(self, x):
        return self.loss(x)


def called(derivative, *args):
    """What a child process does with a derivative."""
    return derivative(*args)
