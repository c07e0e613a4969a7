"""`tl.custom_vjp` and `tl.custom_jvp`: derivatives by plain functions."""
import functools
import gc
import inspect
import linecache
import weakref

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.api.rules.linearity import Tried
from tangentlite.rules.registry import d

X = np.array([0.3, -0.4])


@tl.custom_jvp
def log1pexp(x):
    """The logarithm of 1 + exp(x)."""
    return np.log1p(np.exp(x))


def log1pexp_jvp(primals, tangents):
    x, = primals
    x_dot, = tangents
    return log1pexp(x), x_dot / (1.0 + np.exp(-x))


log1pexp.defjvp(log1pexp_jvp)


@tl.custom_jvp(nondiff='n')
def power(x, y, n=2):
    return x ** n * y


power.defjvp(lambda n, p, t: (p[0] ** n * p[1],
                              n * p[0] ** (n - 1) * p[1] * t[0] + p[0] ** n * t[1]))


@tl.custom_vjp(nondiff=('g',))
def applied(g, x, a):
    return g(x) * a


def applied_fwd(g, x, a):
    return g(x) * a, {'x': x, 'rest': (a, g(x))}


def applied_bwd(g, residuals, v):
    a, value = residuals['rest']
    return v * a * tl.elementwise_grad(g)(residuals['x']), np.sum(v * value)


applied.defvjp(applied_fwd, applied_bwd)


class Kept:
    def __init__(self, x):
        self.x = x


@tl.custom_vjp
def two(x, pair):
    return np.sin(x), x[0] * pair[0] + pair[1]


def two_bwd(residuals, v):
    kept, pair = residuals
    first, second = v
    at_0 = np.zeros_like(kept.x)
    at_0[0] = second * pair[0]
    return first * np.cos(kept.x) + at_0, (second * kept.x[0], second)


two.defvjp(lambda x, pair: (two(x, pair), (Kept(x), pair)), two_bwd)


@tl.custom_vjp
def clipped(x, limit=1.0):
    return x


clipped.defvjp(lambda x, limit: (x, limit),
               lambda limit, v: (np.clip(v, -limit, limit), None))


def of_a_sum(x):
    return np.sum(log1pexp(x) ** 2)


def of_a_power(x, y):
    return np.sum(power(x, y, n=3) * power(y, x))


def of_a_function(x, a):
    s = 0.0
    for k in range(3):
        if k != 1:
            s += np.sum(applied(np.sin, x, a * k))
    return s


def of_two(x, a):
    s, t = two(x, (a, 2.0 * a))
    return np.sum(s * s) * t


def of_one_of_two(x, a):
    return two(x, (a, a))[1] ** 2


@pytest.mark.parametrize('f, args, modes', [
    (of_a_sum, (X,), ('reverse', 'forward')),
    (of_a_sum, (0.3,), ('reverse', 'forward')),
    (of_a_power, (X, X + 1.0), ('reverse', 'forward')),
    (of_a_function, (X, 2.0), ('reverse',)),
    (of_two, (X, 2.0), ('reverse',)),
    (of_one_of_two, (X, 2.0), ('reverse',)),
])
def test_against_differences(f, args, modes):
    wrt = tuple(range(len(args)))
    tl.check_grad(f, args, wrt=wrt, modes=modes)


def test_second_derivatives_in_every_nesting():
    def plain(x):
        return np.sum(np.log1p(np.exp(x)) ** 2)

    def all_of(f):
        return [tl.hvp(f, (X,), (X,))[0],
                tl.grad(lambda x: np.sum(tl.grad(f)(x) ** 2))(X),
                tl.grad(lambda x: tl.jvp(f, (x,), (X,))[1])(X),
                tl.jvp(lambda x: tl.jvp(f, (x,), (X,))[1], (X,), (X,))[1]]
    for one, other in zip(all_of(of_a_sum), all_of(plain)):
        np.testing.assert_allclose(one, other, rtol=1e-12)


def test_reverse_over_reverse_of_a_vjp():
    found = tl.grad(lambda x: np.sum(tl.grad(of_two)(x, 2.0) ** 2))(X)
    plain = tl.grad(lambda x: np.sum(tl.grad(
        lambda x: np.sum(np.sin(x) ** 2) * (x[0] * 2.0 + 4.0))(x) ** 2))(X)
    np.testing.assert_allclose(found, plain, rtol=1e-12)


def test_the_rule_is_what_counts():
    assert tl.grad(log1pexp)(100.0) == 1.0
    assert tl.grad(lambda x: clipped(x) ** 2)(3.0) == 1.0
    np.testing.assert_array_equal(
        tl.grad(lambda x: np.sum(clipped(x, limit=0.5) ** 2))(X), [0.5, -0.5])
    assert tl.grad(of_a_sum)(X.astype('f4')).dtype == np.float32


def test_a_result_that_is_an_argument_is_not_written():
    def f(x):
        y = clipped(x, 9.0)
        y += 1.0
        return np.sum(y * x)

    def g(x):
        y = np.copy(clipped(x, 9.0))
        y += 1.0
        return np.sum(y * x)

    with pytest.raises(tl.UnsupportedError, match='may share memory'):
        tl.grad(f)(X)
    np.testing.assert_allclose(tl.grad(g)(X), 2.0 * X + 1.0)


def test_it_stays_a_function_of_python():
    assert log1pexp(0.0) == np.log(2.0)
    assert (log1pexp.__name__, log1pexp.__doc__[:3]) == ('log1pexp', 'The')
    assert str(inspect.signature(clipped)) == '(x, limit=1.0)'


def test_a_function_that_no_module_names():
    def code_of(text):
        filename = f'<custom {len(text)}>'
        linecache.cache[filename] = len(text), None, text.splitlines(True), filename
        return compile(text, filename, 'exec')
    namespace = {'np': np, 'tl': tl, '__name__': '__main__'}
    exec(code_of(inspect.getsource(log1pexp) + inspect.getsource(log1pexp_jvp)
                 + 'log1pexp.defjvp(log1pexp_jvp)'), namespace)
    assert tl.grad(namespace['log1pexp'])(100.0) == 1.0
    assert tl.grad(tl.grad(namespace['log1pexp']))(0.0) == 0.25


def test_both_rules():
    @tl.custom_vjp
    def f(x):
        return x * x
    f.defjvp(lambda p, t: (p[0] ** 2, 2.0 * p[0] * t[0]))
    f.defvjp(lambda x: (x * x, x), lambda x, v: (5.0 * x * v,))
    f.defjvp(lambda p, t: (p[0] ** 2, 3.0 * p[0] * t[0]))
    assert tl.jvp(f, (2.0,), (1.0,)) == (4.0, 6.0)
    assert tl.grad(f)(2.0) == 10.0
    with pytest.raises(tl.CheckError):
        tl.check_grad(f, (2.0,))


@pytest.mark.parametrize('bwd, error, message', [
    (lambda r, v: (v,), tl.UnsupportedError, 'for each of 2 arguments.*1 of them'),
    (lambda r, v: v, tl.UnsupportedError, 'return a tuple'),
    (lambda r, v: (v, 1.0), tl.UnsupportedError, 'rule of f .* by y has another shape'),
    (lambda r, v: (v, v[:1]), ValueError, 'by y has another shape'),
    (lambda r, v: (v, v * 1j), tl.UnsupportedError, 'complex'),
])
def test_gradients_that_do_not_fit(bwd, error, message):
    @tl.custom_vjp
    def f(x, y):
        return x * y
    f.defvjp(lambda x, y: (x * y, None), bwd)
    with pytest.raises(error, match=message):
        tl.grad(lambda x, y: np.sum(f(x, y)), wrt=(0, 1))(X, X)


def test_a_tangent_of_another_shape():
    @tl.custom_jvp
    def f(x):
        return np.sum(x)
    f.defjvp(lambda p, t: (np.sum(p[0]), t[0]))
    with pytest.raises(tl.UnsupportedError, match='rule of f .* another shape'):
        tl.jvp(lambda x: f(x), (X,), (X,))
    with pytest.raises(tl.UnsupportedError, match='rule of f .* another shape'):
        tl.grad(lambda x: f(x))(X)


def test_what_is_refused():
    @tl.custom_vjp
    def f(x):
        return x
    for call in (lambda: tl.grad(f)(1.0), lambda: tl.grad(lambda x: f(x))(1.0)):
        with pytest.raises(tl.TangentliteError, match=r'Call f.defvjp first'):
            call()
    with pytest.raises(tl.UnsupportedError, match=r'Give one with two.defjvp'):
        tl.jvp(of_two, (X, 2.0), (X, 1.0))
    with pytest.raises(tl.UnsupportedError, match='no derivative with respect to n'):
        tl.grad(lambda n: power(2.0, 1.0, n))(3.0)
    with pytest.raises(tl.ArgumentError, match='is called with 2 arguments'):
        f.defvjp(lambda x: (x, None), lambda v: v)
    with pytest.raises(tl.ArgumentError, match='takes a Python function'):
        tl.custom_jvp(np.sin)
    with pytest.raises(tl.ArgumentError, match=r'has \*x'):
        tl.custom_jvp(lambda *x: x)
    with pytest.raises(tl.ArgumentError, match='is no parameter'):
        tl.custom_vjp(lambda x: x, nondiff='y')
    with pytest.raises(tl.UnsupportedError, match='tl.custom_vjp is not supported'):
        tl.grad(lambda x: tl.custom_vjp(lambda y: y * x)(x))(1.0)


@pytest.mark.parametrize('of', [tl.custom_vjp, tl.adjoint])
def test_functions_of_one_code_have_their_own_rules(of):
    def made(k):
        def f(x):
            return x * 1.0
        if of is tl.adjoint:
            @tl.adjoint(f)
            def f_adjoint(y, x):
                d[x] = k * d[y]
        else:
            f = tl.custom_vjp(f)
            f.defvjp(lambda x: (x, None), lambda r, v: (k * v,))
        return f, lambda x: 2.0 * f(x)
    for k in (2.0, 3.0):
        f, around = made(k)
        assert (tl.grad(f)(1.0), tl.grad(around)(1.0)) == (k, 2.0 * k)


def test_rules_die_with_their_function():
    def made():
        @tl.custom_jvp
        def f(x):
            return x * x
        f.defjvp(lambda p, t: (p[0] ** 2, 2.0 * p[0] * t[0]))
        assert tl.grad(f)(2.0) == 4.0
        root = tl.implicit(lambda a: a, lambda z, a: z - a)
        assert tl.grad(root)(2.0) == 1.0
        return weakref.ref(f), weakref.ref(root)
    dead = made()
    gc.collect()
    assert [one() for one in dead] == [None, None]


def test_saved_text_runs_alone():
    namespace: dict = {}
    exec(tl.grad(of_a_sum).standalone({'x': X}), namespace)
    np.testing.assert_allclose(namespace['of_a_sum_grad'](X), tl.grad(of_a_sum)(X))


def test_what_wraps_a_function_with_a_rule_has_no_rule():
    def twice(f):
        @functools.wraps(f)
        def g(*args):
            return f(*args) + f(*args)
        return g

    @tl.custom_jvp
    def square(x):
        return x * x
    early = twice(square)
    square.defjvp(lambda p, t: (p[0] ** 2, 2.0 * p[0] * t[0]))
    root = twice(tl.implicit(lambda a: np.sqrt(a), lambda z, a: z * z - a))
    for f, x, expected in [(early, 2.0, 8.0), (twice(square), 2.0, 8.0),
                           (root, 4.0, 0.5)]:
        assert tl.grad(f)(x) == expected
        assert tl.jvp(f, (x,), (1.0,))[1] == expected


@pytest.mark.parametrize('rule', [
    lambda p, t: (p[0] ** 2, t[0] ** 2),
    lambda p, t: (p[0] ** 2, abs(2 * p[0] * t[0])),
    lambda p, t: (p[0] ** 2, 2 * p[0] * t[0] + 1.0),
    lambda p, t: (p[0] ** 2, np.clip(t[0], -0.1, 0.1)),
])
@pytest.mark.parametrize('x', [3.0, np.float32(3.0), np.ones(2), 1.0 + 2.0j])
def test_a_tangent_that_is_not_linear(rule, x):
    if isinstance(x, complex):
        rule = not_linear
    @tl.custom_jvp
    def f(x):
        return x ** 2
    f.defjvp(rule)

    def program(x):
        return np.sum(np.abs(f(x)))
    for call in (lambda: tl.grad(program)(x), lambda: tl.jvp(f, (x,), (x,))):
        with pytest.raises(tl.UnsupportedError, match='not linear') as raised:
            call()
        line = rule.__code__.co_firstlineno
        assert f'test_custom_rules.py:{line}:' in str(raised.value)
        assert raised.value.trail[-1].line == line


def not_linear(p, t):
    return p[0] ** 2, t[0] * t[0]


def test_not_linear_in_one_of_several_tangents():
    @tl.custom_jvp(nondiff='n')
    def f(n, p, x):
        return p['a'] ** n * x
    @f.defjvp
    def rule(n, primals, tangents):
        (p, x), (p_dot, x_dot) = primals, tangents
        return f(n, p, x), np.sqrt(np.abs(p_dot['a'] * x_dot))
    with pytest.raises(tl.UnsupportedError, match='that rule .the rule of f. returns'):
        tl.grad(lambda x: f(2, {'a': x}, x))(2.0)
    with pytest.raises(tl.UnsupportedError, match='goes to defvjp'):
        tl.jvp(lambda x: f(2, {'a': x}, x), (2.0,), (1.0,))


def test_linear_rules_are_tried_once_for_each_kind(monkeypatch):
    tried = []
    is_linear = Tried._is_linear
    monkeypatch.setattr(
        Tried, '_is_linear', lambda *given: tried.append(1) or is_linear(*given))
    @tl.custom_jvp
    def root(x):
        return np.sqrt(x)
    @root.defjvp
    def by_differences(primals, tangents):
        (x,), (t,) = primals, tangents
        return np.sqrt(x), (np.sqrt(x + 1e-6 * t) - np.sqrt(x - 1e-6 * t)) / 2e-6
    def total(x):
        return np.sum(root(x) * root(2.0 * x))
    assert np.isclose(tl.jvp(total, (4.0,), (1.0,))[1], np.sqrt(2.0))
    assert np.isclose(tl.grad(total)(4.0), np.sqrt(2.0))
    assert len(tried) == 1
    np.testing.assert_allclose(tl.grad(total)(np.full(2, 4.0)), np.sqrt(2.0))
    assert len(tried) == 2
