"""Functions that tools make with `exec`, of which no text is left."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.frontend.forwarders import forwarder

X = np.array([0.5, 1.5])


def scaled(x, factor=2.0, *more, power=2, **named):
    return factor * np.sum(x**power) + sum(more) + sum(named.values())


def made(text, file='<string>'):
    namespace = {'scaled': scaled}
    exec(compile(text, file, 'exec'), namespace)
    return namespace['f']


FORWARDING = [
    'def f(x): return scaled(x)',
    'def f(x, factor=3.0): return scaled(x, factor)',
    'def f(x, *more): return scaled(x, 1.5, *more)',
    'def f(x, /, *, power=3): return scaled(x, power=power)',
    'def f(x, **named): return scaled(x, power=2, **named)',
]


@pytest.mark.parametrize('text', FORWARDING)
@pytest.mark.parametrize('file', ['<string>', __file__])
def test_what_hands_its_arguments_on(text, file):
    function = made(text, file)
    tl.check_grad(function, (X,))
    assert tl.value_and_grad(function)(X)[0] == function(X)


def test_in_a_class():
    class Model:
        __call__ = made('def f(self, x, *more): return scaled(x, *more)')

    model = Model()
    tl.check_grad(lambda x: model(x, x[0], 0.5), (X,))


@pytest.mark.parametrize('text', [
    'def f(x): return scaled(x + 1)', 'def f(x): return scaled(x[0])',
    'def f(x):\n    if x: return scaled(x)\n    return scaled(2)',
    'def f(*x): return scaled(x)', 'def f(*x): return scaled(*x[::-1])',
    'def f(x): return scaled(scaled(x))', 'def f(x): return scaled(1e400)',
    'def f(x, **y): return scaled(x, y)', 'def f(x): scaled(x); return scaled(x)',
    'def f(x): return scaled(x) or x', 'f = lambda x: scaled(x)',
])  # fmt: skip
def test_what_does_more_is_refused(text):
    function = made(text)
    assert forwarder(function.__code__) is None
    with pytest.raises(tl.UnsupportedError, match='cannot be found'):
        tl.grad(function)(X)
