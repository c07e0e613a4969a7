"""Plain spellings of adjoints, and what keeps NumPy's functions."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.pretty.spelling.spell_plainly import spell_plainly
from tests.optimize.rewriting import becomes, case, stays

NUMPY = Scalar('float64', False)


@pytest.mark.parametrize(('before', 'after'), [
    ('u = np.broadcast_to(1.0, y.shape); v = u * y; return v',
     'u = np.ones_like(y); v = u * y; return v'),
    ('u = np.full(y.shape, 1.0); return u', 'u = np.ones_like(y); return u'),
    ('a_bar = 0.0; a_bar = a_bar + a; return a_bar',
     'a_bar = 0.0; a_bar += a; return a_bar'),
    ('a_bar = 0.0; a_bar = b - a + a_bar; return a_bar',
     'a_bar = 0.0; a_bar += b - a; return a_bar'),
    ('a_bar = 0.0; a_bar = a_bar - a; a_bar = a_bar + b; return a_bar',
     'a_bar = 0.0; a_bar += b - a; return a_bar'),
    ('a_bar = 0.0; a_bar = a_bar - a; a_bar = a_bar - b; return a_bar',
     'a_bar = 0.0; a_bar -= a + b; return a_bar'),
])
def test_spell_plainly(before, after):
    becomes(spell_plainly, before, after, nested=True)


def test_the_size_of_what_was_averaged():
    kinds = {'u': Array('float64', (3,)), 'u_bar': Array('float64', (3,))}
    becomes(spell_plainly,
            'u = np.copy(x); u_bar = y / x.size; return (u, u_bar)',
            'u = np.copy(x); u_bar = y / u.size; return (u, u_bar)',
            nested=True, **kinds)


@pytest.mark.parametrize(('text', 'facts'), [
    case('another number', 'x_bar = np.broadcast_to(2.0, y.shape); return x_bar'),
    case('single precision', 'x_bar = np.full(y.shape, 1.0); return x_bar',
         {'y': Array('float32', (3,))}),
    case('any rank', 'x_bar = np.full(y.shape, 1.0); return x_bar',
         {'y': Array('float64', None)}),
    case('no axes', 'x_bar = np.full(y.shape, 1.0); return x_bar',
         {'y': Array('float64', ())}),
    case('zero for an array', 'y = 0.0; x_bar = np.full(y.shape, 1.0); return x_bar'),
    case('an array of its own', 'x_bar = x_bar + y; return x_bar'),
    case('twice', 'a_bar = 0.0; a_bar = a_bar + a_bar; return a_bar'),
    case('subtracted', 'a_bar = 0.0; a_bar = a - a_bar; return a_bar'),
    case('reads what it changes',
         'a_bar = 0.0; a_bar += a; a_bar += b * a_bar; return a_bar'),
    case('an array in two steps', 'x_bar += y; x_bar += z; return x_bar'),
    case('other sizes', 'u = y[1:]; u_bar = z / x.size; return (u, u_bar)',
         dict.fromkeys(('u', 'u_bar'), Array('float64', (2,)))),
    case('a product with a size',
         'u = np.copy(x); u_bar = y * x.size; return (u, u_bar)',
         dict.fromkeys(('u', 'u_bar'), Array('float64', (3,)))),
    case('zero for what was averaged',
         'u = 0.0; u_bar = y / x.size; return (u, u_bar)',
         dict.fromkeys(('u', 'u_bar'), Array('float64', (3,)))),
    case('no value yet', 'u_bar = y / x.size; u = np.copy(x); return (u, u_bar)',
         dict.fromkeys(('u', 'u_bar'), Array('float64', (3,)))),
    case('a value in a branch alone',
         'if c:\n    u = np.copy(x)\nu_bar = y / x.size; return u_bar',
         dict.fromkeys(('u', 'u_bar'), Array('float64', (3,)))),
])
def test_stays(text, facts):
    stays(spell_plainly, text, nested=True, **facts)


@pytest.mark.parametrize('text', [
    'z = np.divide(1.0, n) * y; return z',
    'z = np.broadcast_to(1.0, y.shape); return z',
    'y[0] = np.divide(1.0, s) * a; return y',
    's_bar = 0.0; s_bar += a; s_bar += b; return s_bar',
    's_bar = a + s_bar + b; return s_bar',
    'if np.divide(1.0, s) * a < b:\n    d = a\nelse:\n    d = b\nreturn d',
])
def test_the_primal_keeps_its_arithmetic(text):
    stays(spell_plainly, text, primal='z y s_bar d', nested=True, s=NUMPY, a=NUMPY)


def inverse_of_a_constant(x, s, z):
    return x * x + np.sum(np.divide(1.0, s) * z)


def inverse_in_a_loop(x, s, z):
    y = z
    for _ in range(3):
        y = np.divide(1.0, s) * y
    return np.sum(y) * x


def inverse_in_a_result(x, s, z):
    return np.divide(1.0, s) * np.sum(z) + x * x


def inverse_in_a_test(x, s, z):
    if np.divide(1.0, s) * z[0] > z[1]:
        return x * (np.divide(1.0, s) * z[2])
    return x


def adjoint_by_name(x, s, z):
    s_bar = 0.0
    for v in z:
        s_bar += v * x
        s_bar += v * v * 0.7
        s_bar = v * 0.1 + s_bar - v * s
    return s_bar


@pytest.mark.parametrize('function', [
    inverse_of_a_constant, inverse_in_a_loop, inverse_in_a_result, inverse_in_a_test,
    adjoint_by_name,
])
@pytest.mark.parametrize('mode', ['reverse', 'forward', 'pullback'])
def test_values_are_those_of_the_primal_to_the_last_bit(function, mode):
    generator = np.random.default_rng(5)
    for _ in range(20):
        x, s = generator.uniform(0.1, 3.0, 2)
        z = generator.normal(size=9)
        if mode == 'reverse':
            value, _ = tl.value_and_grad(function)(x, s, z)
        elif mode == 'forward':
            value, _ = tl.jvp(function, (x, s, z), (1.0, 0.0, z))
        else:
            value, _ = tl.vjp(function, x, s, z)
        assert value == function(x, s, z)


def by_number(x, n):
    return np.sum(x * x) / n


@pytest.mark.parametrize('n', [0.0, np.float64(0.0), np.int64(0), 0])
def test_by_zero(n):
    """NumPy's numbers divided by zero are infinite, and the text raises nothing."""
    with np.errstate(all='ignore'):
        gradient = tl.grad(by_number)(np.array([1.0, -2.0]), n)
    np.testing.assert_array_equal(gradient, [np.inf, -np.inf])


def inverse(s):
    return 1.0 / s + 2.0 / (3.0 * s)


def test_python_raises_for_its_own_numbers_alone():
    with pytest.raises(ZeroDivisionError):
        tl.value_and_grad(inverse)(0.0)
    with np.errstate(all='ignore'):
        value, gradient = tl.value_and_grad(inverse)(np.float64(0.0))
    assert (value, gradient) == (np.inf, -np.inf)


@pytest.mark.parametrize('dtype', ['float32', 'float64'])
def test_means_of_nothing(dtype):
    x = np.zeros(0, dtype)
    gradient = tl.grad(mean_of_squares)(x)
    assert gradient.shape == (0,) and gradient.dtype == x.dtype


def mean_of_squares(x):
    return np.mean(x * x)


def total(x, y):
    return np.sum(x + y)


@pytest.mark.parametrize('x', [np.ones(3, np.float32), np.ones((2, 3)), np.array(1.0)])
@pytest.mark.parametrize('y', [np.ones(3), np.ones(3, np.float32), np.ones((1, 1))])
def test_ones_are_new_arrays_of_the_argument(x, y):
    got = tl.grad(total, wrt=(0, 1))(x, y)
    size = np.broadcast(x, y).size
    for argument, gradient in zip((x, y), got, strict=True):
        assert np.asarray(gradient).dtype == argument.dtype
        np.testing.assert_array_equal(
            gradient, np.full(argument.shape, size / argument.size)
        )
        if argument.shape:
            assert gradient.flags.writeable
    assert not np.shares_memory(*got)


def scaled(x):
    return x * 3.0 + x


def test_a_seed_without_axes_keeps_its_value():
    seed = np.array(1.5)
    assert tl.autodiff(scaled)(2.0, init_grad=seed) == 6.0
    assert seed == 1.5


def changed_sizes(x):
    x = x - np.mean(x)
    x = x[1:]
    x = x / np.sqrt(np.mean(x * x))
    x = x[1:].astype(np.float32).astype(np.float64)
    return np.mean(x * x * x)


@pytest.mark.parametrize('n', [4, 7])
def test_a_name_of_several_sizes(n):
    x = np.linspace(0.3, 2.0, n) ** 2
    with tl.options(optimize=False):
        want = tl.grad(changed_sizes)(x)
    np.testing.assert_allclose(tl.grad(changed_sizes)(x), want, rtol=1e-6)
