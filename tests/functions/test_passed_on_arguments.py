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
    'product': lambda f: tl.jvp(f, (2.0, 3.0), (1.0, 0.5))[1],
}


@pytest.mark.parametrize('name', DERIVATIVES)
def test_by_places(name):
    require_derivatives(passing_on(DERIVATIVES[name]), 1.5)


# Outside these are the parameters of `inner`; inside `a` would be all that `*a` takes.
@pytest.mark.parametrize(('name', 'message'), [
    ('a', "which of them 'a' is, is not known"),
    ('b', "no parameter 'b' to differentiate"),
])
def test_by_a_name_they_are_refused(name, message):
    program = passing_on(lambda f: tl.grad(f, wrt=name)(2.0, 3.0))
    assert program(1.5) in (18.0, 6.0)
    with pytest.raises((tl.UnsupportedError, tl.ArgumentError), match=message):
        tl.grad(program)(1.5)
