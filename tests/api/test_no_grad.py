"""`tl.no_grad`: what is assigned in a block is constant, in both modes and nested."""
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.3, -0.4, 1.2])
stop = tl.stop_gradient


def variables(x):
    with tl.no_grad():
        s = np.sum(x * x)
        y = x
    return np.sum(s * x * y)


def variables_(x):
    return np.sum(stop(np.sum(x * x)) * x * stop(x))


def parts(x):
    z = x * 2.0
    with tl.no_grad():
        z[0] = z[1] ** 2
        z[1] += x[0]
    return np.sum(z ** 3)


def parts_(x):
    z = x * 2.0
    z[0] = stop(z[1] ** 2)
    z[1] = stop(z[1] + x[0])
    return np.sum(z ** 3)


def views(x):
    z = x * 1.0
    v = z[1:]
    with tl.no_grad():
        v[0] = x[0] * 2.0
    return np.sum(z * z * x)


def views_(x):
    z = x * 1.0
    z[1] = stop(x[0] * 2.0)
    return np.sum(z * z * x)


def in_loops(x):
    s = 0.0
    for _ in range(4):
        with tl.no_grad():
            n = np.sqrt(np.sum(x * x))
            if n > 1.0:
                c = 1.0 / n
            else:
                c = n
            for _ in range(2):
                c = c * n
        x = x * c
        s = s + np.sum(x) * n
    return s


def in_loops_(x):
    s = 0.0
    for _ in range(4):
        n = stop(np.sqrt(np.sum(x * x)))
        c = 1.0 / n if n > 1.0 else n
        for _ in range(2):
            c = c * n
        x = x * c
        s = s + np.sum(x) * n
    return s


def containers(x):
    d = {'a': x, 'l': [x * 2.0]}
    with tl.no_grad():
        d['b'] = x * 3.0
        d['l'].append(x * x)
        d['a'] = d['a'] * 1.0
    return np.sum(d['a'] * d['b'] * d['l'][0] * d['l'][1])


def containers_(x):
    return np.sum(stop(x) * stop(x * 3.0) * (x * 2.0) * stop(x * x))


def lists(x, n=4):
    out = [x[0] * x[1]]
    with tl.no_grad():
        made = [np.sum(x) * k for k in range(n)]
        for k in range(n):
            out.append(x[2] * k)
    made.append(np.sum(x))
    return sum(out) * out[0] + sum(made) * made[1] * x[1]


def lists_(x, n=4):
    out = [x[0] * x[1]]
    made = [stop(np.sum(x) * k) for k in range(n)]
    for k in range(n):
        out.append(stop(x[2] * k))
    made.append(np.sum(x))
    return sum(out) * out[0] + sum(made) * made[1] * x[1]


class Counter:
    def __init__(self, w):
        self.w, self.k = w, 0

    @tl.no_grad()
    def updated(self, x):
        self.w = self.w * x
        self.k += 1
        return self.w + x


def objects(x):
    c = Counter(x)
    y = c.updated(x)
    return np.sum(y * c.w * x) * c.k


def objects_(x):
    return np.sum(stop(x * x + x) * stop(x * x) * x)


def nested(x):
    with tl.no_grad():
        if x[0] < 0.0:
            raise ValueError('negative')
        s = np.sum(x * x)
        with tl.no_grad():
            q = x * s
        q = q * x
    return np.sum(q * x)


def nested_(x):
    return np.sum(stop(x * np.sum(x * x) * x) * x)


def returned(x):
    if x[0] > 0.0:
        with tl.no_grad():
            return np.sum(x * x) * stop(1.0)
    return np.sum(x)


def early(x):
    return returned(x) * x[0] + returned(-x) * x[1]


def early_(x):
    return stop(np.sum(x * x)) * x[0] + np.sum(-x) * x[1]


def closures(x):
    y = 1.0

    def inner():
        nonlocal y
        y = x[0] * 3.0
    with tl.no_grad():
        inner()
    return y * x[1]


def closures_(x):
    return stop(x[0] * 3.0) * x[1]


def gradients(x):
    y = x
    while np.sum(y * y) < 50.0:
        with tl.no_grad():
            g = tl.grad(lambda z: np.sum(z ** 3))(y)
        y = y + g * x
    return np.sum(y)


def gradients_(x):
    y = x
    while np.sum(y * y) < 50.0:
        y = y + stop(3.0 * y ** 2) * x
    return np.sum(y)


@tl.no_grad()
def constants(x):
    """Two results."""
    return x * x, {'a': x}


def decorated(x):
    y, d = constants(x)
    return np.sum(y * d['a'] * x)


def decorated_(x):
    return np.sum(stop(x * x) * stop(x) * x)


PAIRS = [(f, globals()[f'{f.__name__}_']) for f in (
    variables, parts, views, in_loops, containers, lists, objects, nested, early,
    closures, gradients, decorated)]


@pytest.mark.parametrize('f, plain', PAIRS)
def test_what_is_assigned_is_constant(f, plain):
    same = np.testing.assert_allclose
    same(f(X), plain(X))
    same(tl.grad(f)(X), tl.grad(plain)(X), rtol=1e-12)
    same(tl.jvp(f, (X,), (X,)), tl.jvp(plain, (X,), (X,)), rtol=1e-12)
    same(*(tl.grad(lambda x, g=g: np.sum(tl.grad(g)(x) ** 2))(X) for g in (f, plain)),
         rtol=1e-12)


@pytest.mark.parametrize('f, plain', PAIRS[::3])
def test_unoptimised_and_saved(f, plain):
    with tl.options(optimize=False):
        np.testing.assert_allclose(tl.grad(f)(X), tl.grad(plain)(X), rtol=1e-12)
    namespace: dict = {}
    exec(tl.grad(f).standalone({'x': X}), namespace)
    found = namespace[f'{f.__name__}_grad'](X)
    np.testing.assert_allclose(found, tl.grad(plain)(X), rtol=1e-12)
    short = X.astype('f4')
    assert tl.grad(f)(short).dtype == np.float32


def test_it_is_a_decorator():
    assert (constants.__name__, constants.__doc__) == ('constants', 'Two results.')
    with pytest.raises(tl.ArgumentError, match='decorates a function'):
        tl.no_grad()(3.0)


def test_what_is_refused():
    def alias(x):
        w = x * 1.0
        with tl.no_grad():
            t = w
        t[0] = x[1]
        return np.sum(w * x) + np.sum(t * w)

    def at(x):
        w = x * 1.0
        with tl.no_grad():
            np.add.at(w, [0, 0], x[1])
        return np.sum(w)

    def leaves(x):
        with tl.no_grad(x):
            y = x
        return np.sum(y)
    for f, words in [(alias, 'may share memory'), (at, 'repeated indices'),
                     (leaves, 'takes no arguments')]:
        with pytest.raises(tl.UnsupportedError, match=words):
            tl.grad(f)(X)


class Pair(NamedTuple):
    first: object
    second: object


def stopped_containers(x):
    a, b = tl.stop_gradient((x, x * x))
    held = tl.stop_gradient({'a': x, 'b': [x, {'c': 2.0 * x}], 'n': 3, 'none': None})
    pair = tl.stop_gradient(Pair(x, [x]))
    items = [x]
    other = tl.stop_gradient(items)
    items.append(100.0)
    return (a + b + held['a'] * held['b'][1]['c'] * held['n']
            + pair.first * pair.second[0] + len(other) * other[0]) * x


@pytest.mark.parametrize('x', [2.0, np.float32(2.0)])
def test_containers_are_stopped(x):
    expected = 2.0 + 4.0 + 24.0 + 4.0 + 2.0
    assert stopped_containers(x) == 2.0 * expected
    assert tl.grad(stopped_containers)(x) == expected
    assert tl.jvp(stopped_containers, (x,), (1.0,)) == (2.0 * expected, expected)
    assert tl.grad(tl.grad(stopped_containers))(x) == 0.0
    namespace: dict = {}
    exec(tl.grad(stopped_containers).standalone({'x': 2.0}), namespace)
    assert namespace['stopped_containers_grad'](2.0) == expected


def test_containers_of_arrays_and_arguments_are_stopped():
    def f(params):
        fixed = tl.stop_gradient(params)
        return np.sum(fixed['w'] * params['w']) + fixed['b'] * params['b'] ** 2
    found = tl.grad(f)({'w': np.array([1.0, 2.0]), 'b': 3.0})
    np.testing.assert_array_equal(found['w'], [1.0, 2.0])
    assert found['b'] == 18.0


def test_containers_are_stopped_in_numba():
    pytest.importorskip('numba')

    def f(x):
        a, b = tl.stop_gradient([x, x * x])
        return a * b * x
    assert tl.grad(f, backend='numba')(2.0) == 8.0


def test_a_class_is_no_block():
    def f(x):
        with tl.no_grad:
            y = x * x
        return x * y
    with pytest.raises(tl.UnsupportedError, match=r'Call it: `with no_grad\(\):`'):
        tl.grad(f)(2.0)
