"""Which sums of counters and lengths stand where they are read, and which do not."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import ListOf, Scalar
from tangentlite.pretty.spelling.repeat_indices import repeat_indices
from tests.optimize.rewriting import NUMBER, VECTOR, becomes, case, stays
from tests.support.numeric import central_gradient

COUNT = Scalar('int64', True)
COUNTS = {'t': COUNT, 't1': COUNT}


@pytest.mark.parametrize(('before', 'after'), [
    ('t = i - 1; a = x[t]; b = y[t]; return a * b',
     'a = x[i - 1]; b = y[i - 1]; return a * b'),
    ('t = len(x)\nfor i in range(t):\n    y[i] = a\nreturn y',
     'for i in range(len(x)):\n    y[i] = a\nreturn y'),
    ('for i in range(n):\n    t = i + 1\n    y[t] = a\nreturn y',
     'for i in range(n):\n    y[i + 1] = a\nreturn y'),
])
def test_repeat_indices(before, after):
    facts = {'n': COUNT, **COUNTS, 'a': NUMBER, 'b': NUMBER, 'x': VECTOR, 'y': VECTOR}
    becomes(repeat_indices, before, after, nested=True, **facts)


@pytest.mark.parametrize(('text', 'facts'), [
    case("a user's variable", 'j = i - 1; a = x[j]; b = y[j]; d = a + b; return d'),
    case('bound again', 't = i - 1; i = i + 1; a = x[t]; return a'),
    case('bound in a loop behind',
         't = j - 1\nfor j in range(n):\n    a = x[t]\nreturn y'),
    case('bound twice', 't = i - 1; t = i + 1; a = x[t]; return a'),
    case('read three times in a loop',
         'for i in range(n):\n    t = i - 1\n    a = x[t]\n    b = y[t]\n'
         '    d = z[t]\nreturn y'),
    case('a while loop',
         't = n - 1\nwhile i < t:\n    i = i + 1\nreturn i'),
    case('a function inside',
         't = n - 1\ndef pullback(u):\n    v = u[t]\n    return v\nreturn pullback',
         {'pullback': None, 'v': NUMBER}),
    case('lengths in loops', 't = len(x)\nfor i in range(n):\n    y[i] = t\nreturn y'),
    case('a product', 't = i * 2; a = x[t]; return a'),
    case('a sum of numbers', 't = a - 1.0; b = x * t; return b',
         {'t': NUMBER, 'b': VECTOR}),
    case('read before, in the next iteration',
         't = 0\nfor i in range(n):\n    a = x[t]\n    t = i + 1\nreturn y',
         {'joined': 't'}),
    case('a list that grows',
         't = len(saved); saved.append(a); b = x[t]; return b',
         {'saved': ListOf(NUMBER), 'b': NUMBER}),
    case('a list that shrinks',
         't = len(saved); a = saved.pop(); b = x[t]; return b',
         {'saved': ListOf(NUMBER), 'a': NUMBER, 'b': NUMBER}),
])
def test_stays(text, facts):
    stays(repeat_indices, text, **{**COUNTS, **facts})


def growing(x):
    made = []
    y = x[len(made)] * 2.0
    made.append(y)
    y = x[len(made)] * y
    made.append(y)
    while len(made) < 3:
        made.append(made[len(made) - 1] * x[len(made)])
    last = made.pop() * made[len(made) - 1]
    return last * y * x[len(made)]


def neighbours(x):
    total = 0.0
    i, j = 0, len(x) - 1
    while i < j:
        total = total + x[i] * x[j] * x[i + 1]
        i = i + 1
        j = j - 1
    for k in range(1, len(x)):
        total = total + x[k - 1] * x[k] * x[-k]
    return total


@pytest.mark.parametrize('function', [growing, neighbours])
@pytest.mark.parametrize('n', [3, 4])
def test_numbers(function, n):
    x = np.linspace(0.5, 1.5, n)
    want, = central_gradient(function, (x,), (0,))
    np.testing.assert_allclose(tl.grad(function)(x), want, rtol=1e-8, atol=1e-9)
    tangent = tl.autodiff(function, mode='forward')(x, x)
    np.testing.assert_allclose(tangent, want @ x, rtol=1e-8)
