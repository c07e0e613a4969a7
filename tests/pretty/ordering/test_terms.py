"""Terms and factors in order: what becomes of an expression, and when it stays."""
from dataclasses import replace

import gast
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.emit.text.printer import print_expression
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.kind import Array
from tangentlite.pretty.ordering.in_order import in_order
from tangentlite.pretty.ordering.terms import ordered
from tests.optimize.rewriting import SINGLE, becomes, case, stays
from tests.support.numeric import central_gradient


@pytest.mark.parametrize(('before', 'after'), [
    ('a + -b', 'a - b'),
    ('-a + b', 'b - a'),
    ('-a + -b', '-a - b'),
    ('a - -b', 'a + b'),
    ('a - (b - c)', 'a - b + c'),
    ('a + (b + (c + d))', 'a + b + c + d'),
    ('a - (b + -c * d)', 'a - b + c * d'),
    ('b + a', 'b + a'),
    ('b + s', 's + b'),
    ('a + a', '2.0 * a'),
    ('a * b + a * b', '2.0 * a * b'),
    ('a - b - b', 'a - 2.0 * b'),
    ('2.0 * (a * b)', '2.0 * a * b'),
    ('a * (2.0 * b)', '2.0 * b * a'),
    ('2.0 * (0.5 * a)', 'a'),
    ('2.0 * -a', '-(2.0 * a)'),
    # neither is a power of two: the digits of a product of both would differ
    ('0.3 * (0.7 * a)', '0.3 * 0.7 * a'),
    ('2.0 * (a / b)', '2.0 * a / b'),
])
def test_orders(before, after):
    found = ordered(gast.parse(before, mode='eval').body, 's')
    assert print_expression(found) == print_expression(
        gast.parse(after, mode='eval').body
    )


@pytest.mark.parametrize('text', [
    'a[i + (j - 1)]',
    'a ** (b + -c)',
    'f(a + -b)',
    'a @ (b @ c)',
    'a * (b + c)',
    'a / (b / c)',
    'f(a) + f(a)',  # what is called twice may differ
    'a[i] + a[i]',
    '-a + 1.0',
    '2 * (3 * a)',
])
def test_stays(text):
    found = ordered(gast.parse(text, mode='eval').body)
    assert print_expression(found) == print_expression(
        gast.parse(text, mode='eval').body
    )


def test_what_it_makes_has_the_same_value():
    generator = np.random.default_rng(3)
    for _ in range(300):
        text = drawn(generator, 4)
        names = dict(zip('abcs', generator.uniform(0.5, 2.0, 4), strict=True))
        found = print_expression(ordered(gast.parse(text, mode='eval').body, 's'))
        np.testing.assert_allclose(
            eval(found, names), eval(text, names), rtol=1e-9, atol=1e-9
        )


def drawn(generator: np.random.Generator, depth: int) -> str:
    kind = generator.integers(0, 7) if depth else 0
    if kind < 2:
        return str(generator.choice(['a', 'b', 'c', 's', '2.0', '0.5', '0.3']))
    if kind == 2:
        return f'(-{drawn(generator, depth - 1)})'
    sides = drawn(generator, depth - 1), drawn(generator, depth - 1)
    return f'({sides[0]} {"+-**"[kind - 3]} {sides[1]})'


def steps(function):
    def step(statement):
        return in_order(function, map_blocks(statement, lambda b: list(map(step, b))))

    return replace(function, body=tuple(map(step, function.body)))


def test_adjoints_are_put_in_order():
    becomes(steps, 'x_bar = y + (z - w); return x_bar',
            'x_bar = y + z - w; return x_bar', nested=True)
    becomes(steps, 'x_bar = y + y; return x_bar', 'x_bar = 2.0 * y; return x_bar')


@pytest.mark.parametrize(('text', 'facts'), [
    case("the primal's", 'z = x + (y - w); return z', {'primal': 'z'}),
    case("the primal's place", 'y[0] = a + (b - d); return y', {'primal': 'y'}),
    case('a result of its own', 'x_bar = 2.0 * (0.5 * y); return x_bar'),
    case('a result of its own twice', 'x_bar = 0.5 * y + 0.5 * y; return x_bar'),
    case('several ranks', 'k_bar = m + (x + y); return k_bar'),
    case('numbers are cheaper', 'x_bar = x + (a + b); return x_bar'),
    case('complex', 'z = w + (u - v); return z',
         dict.fromkeys('zwuv', Array('complex128', (3,)))),
    case('flags', 'z = w + w; return z', dict.fromkeys('zw', Array('bool', (3,)))),
    case('counters in arrays', 'z = w + w; return z',
         dict.fromkeys('zw', Array('int64', (3,)))),
    case('counters', 'j = i + (n - 1); return j'),
    case('a counter twice', 'j = i + i; return j'),
    case('a half twice', 'a_bar = 2.0 * (0.5 * i); return a_bar'),
])
def test_statements_stay(text, facts):
    stays(steps, text, nested=True, **facts)


def test_single_precision_stays_single():
    kinds = {'x': SINGLE, 'y': SINGLE, 'x_bar': SINGLE}
    becomes(steps, 'x_bar = x + -2.0 * y; return x_bar',
            'x_bar = x - 2.0 * y; return x_bar', nested=True, **kinds)


def product(x, n):
    return n * x


@pytest.mark.parametrize('x', [1.5, np.float64(1.5), np.float32(1.5), np.array(1.5)])
@pytest.mark.parametrize('n', [3, np.int32(3), 0])
def test_derivatives_by_factors_that_are_whole(x, n):
    gradient = tl.grad(product)(x, n)
    assert gradient == n
    assert np.asarray(gradient).dtype == np.asarray(x).dtype


def mean_of_signs(x, y):
    z = x - (y - x * y) - y
    return np.sum(z * z - (z + -x)) / z.size


@pytest.mark.parametrize('n', [2, 5])
def test_numbers(n):
    x, y = np.linspace(0.5, 1.0, n), np.linspace(-1.0, 2.0, n)
    for got, want in zip(tl.grad(mean_of_signs, wrt=(0, 1))(x, y),
                         central_gradient(mean_of_signs, (x, y), (0, 1)), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-8, atol=1e-9)

