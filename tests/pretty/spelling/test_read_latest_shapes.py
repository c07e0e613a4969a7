"""Whose shape is read: that of the latest array of a variable, if it is the same."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import Array
from tangentlite.pretty.spelling.read_latest_shapes import read_latest_shapes
from tests.optimize.rewriting import FLAG, SINGLE, VECTOR, becomes, case, stays
from tests.support.numeric import central_gradient

COPY = {'x1': VECTOR}


@pytest.mark.parametrize(('before', 'after'), [
    ('x1 = np.copy(x); t = np.zeros_like(x); return (t, x1)',
     'x1 = np.copy(x); t = np.zeros_like(x1); return (t, x1)'),
    ('x1 = x * a; t = np.zeros(x.shape); return (t, x1)',
     'x1 = x * a; t = np.zeros(x1.shape); return (t, x1)'),
    ('x1 = x * a; d = a / x.size; return (d, x1)',
     'x1 = x * a; d = a / x1.size; return (d, x1)'),
    ('x1 = x * a\nn = len(x)\nfor i in range(n):\n    x1[i] = a\nreturn x1',
     'x1 = x * a\nn = len(x1)\nfor i in range(n):\n    x1[i] = a\nreturn x1'),
])
def test_borrow_shapes(before, after):
    becomes(read_latest_shapes, before, after, nested=True, t=VECTOR, **COPY)


@pytest.mark.parametrize(('text', 'facts'), [
    case('its values are read as well',
         'x1 = x * a; t = np.zeros_like(x); u = x * t; return (u, x1)'),
    case('another variable', 'z = x * a; t = np.zeros_like(x); return (t, z)'),
    case('read before', 't = np.zeros_like(x); x1 = t * a; return (t, x1)'),
    case('another size', 'x1 = x[1:]; t = np.zeros_like(x); return (t, x1)',
         {'x1': Array('float64', (2,))}),
    case('another rank', 'x1 = m @ m; t = np.zeros_like(x); return (t, x1)',
         {'x1': Array('float64', (3, 3))}),
    case('another dtype', 'x1 = x * a; t = np.zeros_like(x); return (t, x1)',
         {'x1': SINGLE}),
    case('bound in a branch',
         'if c:\n    x1 = x * a\nt = np.zeros_like(x)\nreturn t', {'c': FLAG}),
    case('bound in a loop',
         'for i in range(n):\n    x1 = x * a\nt = np.zeros_like(x)\nreturn t'),
    case('no axes', 'x1 = x * a; t = np.zeros_like(x); return (t, x1)',
         dict.fromkeys(('x', 'x1', 't'), Array('float64', ()))),
    case('any rank', 'x1 = x * a; t = np.zeros_like(x); return (t, x1)',
         dict.fromkeys(('x', 'x1', 't'), Array('float64', None))),
])
def test_stays(text, facts):
    stays(read_latest_shapes, text, **{'t': VECTOR, **COPY, **facts})


def overwritten(x):
    x = np.copy(x)
    x[0] = x[1] * x[2]
    w = np.zeros(x.shape)
    w += x
    x = x * w
    x = x[1:]
    return np.sum(x * np.ones_like(x)) / len(x)


@pytest.mark.parametrize('n', [3, 5])
def test_numbers(n):
    x = np.linspace(0.5, 1.5, n)
    got = tl.grad(overwritten)(x)
    want, = central_gradient(overwritten, (x,), (0,))
    np.testing.assert_allclose(got, want, rtol=1e-8, atol=1e-9)
    single = tl.grad(overwritten)(x.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, want, rtol=1e-5)
