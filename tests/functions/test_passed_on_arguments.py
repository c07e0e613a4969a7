"""Derivatives, inside programs, of functions that pass on all arguments."""
import functools

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives


def passing_on(derivative):
    """A program that sums a derivative of a function with the parameters of another."""
    def program(t):
        def inner(a, b):
            return a * a * b * t

        @functools.wraps(inner)
        def outer(*a, **k):
            return inner(*a, **k)
        return np.sum(derivative(outer))
    return program


DERIVATIVES = {
    'first': lambda f: tl.grad(f)(2.0, 3.0),
    'second': lambda f: tl.grad(f, wrt=1)(2.0, 3.0),
    'by name': lambda f: tl.grad(f)(2.0, b=3.0),
    'both': lambda f: tl.grad(f, wrt=(0, 1))(2.0, 3.0),
    'by the name of a star': lambda f: tl.grad(f, wrt='a')(2.0, 3.0),
    'by another name': lambda f: tl.grad(f, wrt='b')(a=2.0, b=3.0),
    'product': lambda f: tl.jvp(f, (2.0, 3.0), (1.0, 0.5))[1],
}


@pytest.mark.parametrize('name', DERIVATIVES)
def test_by_places(name):
    require_derivatives(passing_on(DERIVATIVES[name]), 1.5)


def by_a_star(x):
    def inner(*a, **k):
        return a[0] * k.get('b', 1.0) * x
    return tl.grad(inner, wrt='a')(2.0)


def test_by_a_star_it_is_refused():
    with pytest.raises(tl.UnsupportedError, match="which of them 'a' is, is not known"):
        tl.grad(by_a_star)(1.5)
