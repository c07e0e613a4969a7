"""Dicts, lists, objects and functions of the program as arguments of custom rules."""
import dataclasses
import functools
import typing

import numpy as np
import pytest

import tangentlite as tl

X, W = np.array([0.3, -0.4]), np.array([[1.0, 0.5], [-0.2, 0.7]])


@dataclasses.dataclass
class Params:
    w: np.ndarray
    b: float
    name: str = 'layer'


class Pair(typing.NamedTuple):
    u: float
    v: np.ndarray


@tl.custom_vjp(nondiff='act')
def layer(act, p, x, scale=1.0):
    return act(p['w'] @ x + p['b']) * scale


def layer_fwd(act, p, x, scale):
    return layer(act, p, x, scale), (p, x, scale)


def layer_bwd(act, residuals, v):
    p, x, scale = residuals
    s = tl.elementwise_grad(act)(p['w'] @ x + p['b']) * v * scale
    return {'w': np.outer(s, x), 'b': s}, p['w'].T @ s, None


layer.defvjp(layer_fwd, layer_bwd)


def layers(w, b, x):
    p = {'w': w, 'b': b}
    hidden = layer(np.tanh, p, x)
    return np.sum(layer(lambda z: z * z * 0.5, p, hidden, scale=2.0) ** 2)


@tl.custom_jvp
def mixed(o, n, items):
    assert type(o) is Params and type(n) is Pair and type(items) is list
    return o.w * o.b * n.u + n.v * items[0] + items[1][0]


@mixed.defjvp
def mixed_jvp(primals, tangents):
    o, n, items = primals
    od, nd, itemsd = tangents
    found = od.w * o.b * n.u + o.w * od.b * n.u + o.w * o.b * nd.u
    return mixed(o, n, items), (
        found + nd.v * items[0] + n.v * itemsd[0] + itemsd[1][0])


def of_objects(w, b, u, v):
    return np.sum(mixed(Params(w, b), Pair(u, v), [b, (u * b, 'text')]) ** 2)


@tl.custom_vjp
def norm(o):
    return np.sum(o.w ** 2) * o.b


norm.defvjp(lambda o: (norm(o), o),
            lambda o, v: (Params(2.0 * v * o.w * o.b, None),))


@pytest.mark.parametrize('f, args, modes', [
    (layers, (W, X, X), ('reverse',)),
    (of_objects, (X, 1.2, 0.7, 2.0 * X), ('reverse', 'forward')),
])
def test_against_differences(f, args, modes):
    wrt = tuple(range(len(args)))
    tl.check_grad(f, args, wrt=wrt[-1:], modes=modes, order=2)
    with tl.options(optimize=False):
        tl.check_grad(f, args, wrt=wrt, modes=modes)
    gradient = tl.grad(f)
    given = [np.resize(a, [3] * np.ndim(a)).astype('f4') for a in args]
    exact, found = gradient(*[a.astype('f8') for a in given]), gradient(*given)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, exact, rtol=1e-4)


def test_gradients_have_the_structure():
    found = tl.grad(lambda p: layers(p['w'], p['b'], X))({'w': W, 'b': X})
    expected = tl.grad(layers, wrt=(0, 1))(W, X, X)
    np.testing.assert_allclose(found['w'], expected[0])
    np.testing.assert_allclose(found['b'], expected[1])
    of_object = tl.grad(lambda o: norm(o) * o.b)(Params(X, 3.0))
    np.testing.assert_allclose(of_object.w, 2.0 * X * 9.0)
    np.testing.assert_allclose(of_object.b, np.sum(X ** 2) * 3.0)  # None: zero


def test_saved_text_runs_alone():
    namespace: dict = {}
    exec(tl.grad(layers).standalone({'w': W, 'b': X, 'x': X}), namespace)
    np.testing.assert_allclose(namespace['layers_grad'](W, X, X),
                               tl.grad(layers)(W, X, X), rtol=1e-12)


@tl.custom_vjp(nondiff='step')
def fixed_point(step, a):
    z = 1.0
    for _ in range(60):
        z = step(z, a)
    return z


fixed_point.defvjp(
    lambda step, a: (lambda z: (z, (z, a)))(fixed_point(step, a)),
    lambda step, r, v: (v * tl.grad(step, wrt=1)(*r) / (1.0 - tl.grad(step)(*r)),))


def test_a_function_of_the_program():
    def root(a, k):
        def step(z, a):
            return k * (z + a / z)
        return fixed_point(step, a)
    assert abs(tl.grad(lambda a: root(a, 0.5))(4.0) - 0.25) < 1e-12
    found = tl.grad(tl.grad(lambda a: root(a, 0.5)))(4.0)
    assert abs(found + 1.0 / 32.0) < 1e-9
    assert abs(tl.grad(lambda a: fixed_point(functools.partial(
        lambda k, z, a: k * (z + a / z), 0.5), a))(4.0) - 0.25) < 1e-12
    with pytest.raises(tl.UnsupportedError, match='captured by a function'):
        tl.grad(lambda k: root(4.0, k))(0.5)


class Layer:
    def __init__(self, w, name):
        self.w, self.name = w, name

    @tl.custom_vjp
    def forward(self, x):
        return np.tanh(self.w * x)

    def forward_fwd(self, x):
        y = self.forward(x)
        return y, (self, x, y)

    def forward_bwd(residuals, v):
        self, x, y = residuals
        s = v * (1.0 - y * y)
        return Layer(np.sum(s * x), None), s * self.w

    forward.defvjp(forward_fwd, forward_bwd)

    @tl.custom_jvp(nondiff='self')
    def scaled(self, x):
        return len(self.name) * x

    @scaled.defjvp
    def scaled_jvp(self, primals, tangents):
        return self.scaled(primals[0]), len(self.name) * tangents[0]

    @tl.custom_jvp
    @staticmethod
    def cube(x):
        return x ** 3

    @cube.defjvp
    def cube_jvp(primals, tangents):
        return primals[0] ** 3, 3.0 * primals[0] ** 2 * tangents[0]


def test_methods():
    def f(w, x):
        made = Layer(w, 'ab')
        return np.sum(made.forward(x) * Layer.cube(x))
    tl.check_grad(f, (2.0, X), modes='reverse', order=2)
    known = Layer(2.0, 'abc')
    tl.check_grad(lambda x: np.sum(known.scaled(x) * known.cube(x)), (X,), order=2)
    slope = tl.grad(lambda o: np.sum(o.forward(X)))(known).w
    np.testing.assert_allclose(slope, np.sum(X * (1.0 - np.tanh(2.0 * X) ** 2)))
    expected = 2.0 * (1.0 - np.tanh(0.6) ** 2)
    np.testing.assert_allclose(tl.grad(known.forward)(0.3), expected)
    assert (Layer.cube(2.0), tl.grad(Layer.cube)(2.0)) == (8.0, 12.0)


def wrapped(f):
    @functools.wraps(f)
    def g(*args, **keywords):
        return f(*args, **keywords)
    return g


@tl.custom_jvp(nondiff='n')
@wrapped
@wrapped
def power(x, n=2):
    return x ** n


@power.defjvp
@wrapped
def power_jvp(n, primals, tangents):
    x, = primals
    return power(x, n), n * x ** (n - 1) * tangents[0]


def test_chains_of_wraps():
    assert tl.grad(power)(2.0) == 4.0
    assert tl.grad(lambda x: power(x, n=3))(2.0) == 12.0
    assert tl.jvp(wrapped(power), (2.0,), (1.0,))[1] == 4.0
    tl.check_grad(lambda x: power(x, 3) * x, (0.5,), order=2)


def refused_rule(gradient):
    @tl.custom_vjp
    def f(p):
        return p['x'] * 2.0
    f.defvjp(lambda p: (p['x'] * 2.0, None), lambda r, v: (gradient,))
    return lambda x: f({'x': x})


@pytest.mark.parametrize('gradient, error, words', [
    ({'x': 1.0, 'y': 2.0}, tl.UnsupportedError, 'the backward rule of f .* by p_x'),
    ({'y': 2.0}, tl.UnsupportedError, "raises|'x'"),
    (np.ones(2), tl.UnsupportedError, 'the backward rule of f .* by p_x'),
    ({'x': np.ones(2)}, tl.UnsupportedError, 'by p_x has another shape'),
])
def test_gradients_of_another_structure(gradient, error, words):
    with pytest.raises(error, match=words):
        tl.grad(refused_rule(gradient))(1.0)


def test_what_holds_itself_is_refused():
    @tl.custom_vjp
    def f(o):
        return o.w * 2.0
    f.defvjp(lambda o: (o.w * 2.0, None), lambda r, v: (None,))

    def g(x):
        o = Params(x, 1.0)
        o.name = o
        return f(o)
    with pytest.raises(tl.UnsupportedError, match='holds itself'):
        tl.grad(g)(1.0)


@tl.custom_vjp
def corners(a):
    return a[0][0] * a[1][1]


corners.defvjp(
    lambda a: (a[0][0] * a[1][1], a),
    lambda a, c: ([(c * a[1][1], None), [None, c * a[0][0]]],))


@tl.custom_vjp
def last_row(a):
    return a[1][0] * a[1][1]


last_row.defvjp(
    lambda a: (a[1][0] * a[1][1], a),
    lambda a, c: ([None, [c * a[1][1], c * a[1][0]]],))


@pytest.mark.parametrize('f', [corners, last_row])
def test_none_within_a_gradient_is_zero(f):
    rows = [[1.0, 2.0], [3.0, 4.0]]
    expected = [[4.0, 0.0], [0.0, 1.0]] if f is corners else [[0.0, 0.0], [4.0, 3.0]]
    np.testing.assert_array_equal(tl.grad(f)(rows), expected)
    np.testing.assert_array_equal(tl.grad(f)(np.array(rows)), expected)
    tl.check_grad(lambda a: f(a) ** 2, (np.array(rows),), modes='reverse', order=2)


@tl.custom_vjp
def product_of_pair(pair):
    return pair[0] * pair[1]


product_of_pair.defvjp(
    lambda pair: (pair[0] * pair[1], pair), lambda pair, c: ([None, c * pair[0]],))


@pytest.mark.parametrize('pair', [[3.0, 2.0], (3.0, 2.0), np.array([3.0, 2.0])])
def test_none_for_an_item_is_zero(pair):
    found = tl.grad(product_of_pair)(pair)
    assert type(found) is type(pair)
    assert list(found) == [0.0, 3.0]


def test_none_within_a_tangent_is_zero():
    @tl.custom_jvp
    def last(a):
        return np.array([7.0, a[1] ** 2])
    last.defjvp(lambda p, t: (last(p[0]), [None, 2 * p[0][1] * t[0][1]]))
    x = np.array([1.0, 3.0])
    value, moved = tl.jvp(last, (x,), (x,))
    np.testing.assert_array_equal(moved, [0.0, 18.0])
    np.testing.assert_array_equal(tl.grad(lambda a: np.sum(last(a)))(x), [0.0, 6.0])

    @tl.custom_jvp
    def both(a):
        return a, a * a
    both.defjvp(lambda p, t: (both(p[0]), (t[0], None)))
    assert tl.jvp(lambda a: sum(both(a)), (2.0,), (1.0,)) == (6.0, 1.0)
    assert tl.grad(lambda a: sum(both(a)))(2.0) == 1.0


def test_a_list_of_another_length_with_none():
    @tl.custom_vjp
    def f(a):
        return a[0]
    f.defvjp(lambda a: (a[0], None), lambda r, c: ([None, None, c],))
    with pytest.raises((ValueError, tl.UnsupportedError), match='another shape'):
        tl.grad(f)(np.ones(2))


class Scale:
    def __init__(self, factor):
        self.factor = factor

    @tl.custom_jvp
    def of(self, x):
        return self.factor * x

    @of.defjvp
    def of_jvp(primals, tangents):
        (self, x), (self_dot, x_dot) = primals, tangents
        return self.of(x), self_dot.factor * x + self.factor * x_dot


@tl.custom_jvp
def product_of_dict(d):
    return d['a'] * np.sum(d['b']) * d['n']


@product_of_dict.defjvp
def product_of_dict_jvp(primals, tangents):
    (d,), (d_dot,) = primals, tangents
    summed, moved = np.sum(d['b']), np.sum(d_dot['b'])
    found = d_dot['a'] * summed * d['n'] + d['a'] * moved * d['n']
    return product_of_dict(d), found + d['a'] * summed * d_dot['n']


@pytest.mark.parametrize('f', [
    lambda k: Scale(k).of(3.0) ** 2,
    lambda k: Scale(3.0).of(k) ** 2,
    lambda k: product_of_dict({'a': k, 'b': 3.0, 'n': 2}) ** 2,
    lambda k: product_of_dict({'a': 1.5, 'b': X * k, 'n': 2}) ** 2,
    lambda k: product_of_dict({'a': k, 'b': X, 'n': k}),
])
def test_constants_beside_what_moves_have_tangent_zero(f):
    slope = (f(2.0 + 1e-6) - f(2.0 - 1e-6)) / 2e-6
    assert tl.grad(f)(2.0) == pytest.approx(slope)
    assert tl.jvp(f, (2.0,), (1.0,))[1] == pytest.approx(slope)
    turned = (tl.grad(f)(2.0 + 1e-6) - tl.grad(f)(2.0 - 1e-6)) / 2e-6
    assert tl.hessian(f)(2.0) == pytest.approx(turned, rel=1e-6)
