"""When two variables change places in one statement, and when not."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.pretty.spelling.spell_swaps import spell_swaps
from tests.optimize.rewriting import becomes, case, stays
from tests.support.numeric import central_gradient


@pytest.mark.parametrize(('before', 'after'), [
    ('t = u; u = v; v = t; return (u, v)', 'u, v = v, u; return (u, v)'),
    ('t = u; saved.append(a); u = v; v = t; return (u, v)',
     'saved.append(a); u, v = v, u; return (u, v)'),
    ('t = u; v = u * a; u = v; v = t; return (u, v)',
     'v = u * a; u, v = v, u; return (u, v)'),
    ('t = u; u[0] = a; u = v; v = t; return (u, v)',
     'u[0] = a; u, v = v, u; return (u, v)'),
    ('for i in range(n):\n    t = u\n    u = v\n    v = t\nreturn (u, v)',
     'for i in range(n):\n    u, v = v, u\nreturn (u, v)'),
])
def test_spell_swaps(before, after):
    becomes(spell_swaps, before, after)


@pytest.mark.parametrize(('text', 'facts'), [
    case('the first is bound between', 't = u; u = x; u = v; v = t; return (u, v)'),
    case('bound in a branch',
         't = u\nif c:\n    u = x\nu = v\nv = t\nreturn (u, v)'),
    case('a value that is read again', 't = u; u = v; v = t; return (u, v, t)'),
    case('read between', 't = u; w = t * x; u = v; v = t; return (u, v, w)'),
    case('bound twice', 't = x; t = u; u = v; v = t; return (u, v)'),
    case('not next to each other', 't = u; u = v; w = u * x; v = t; return (u, v, w)'),
    case('in another block', 't = u\nif c:\n    u = v\n    v = t\nreturn (u, v)'),
    case('three in a round', 't = u; u = v; v = w; w = t; return (u, v, w)'),
    case('the wrong way', 't = u; v = t; u = v; return (u, v)'),
])
def test_stays(text, facts):
    stays(spell_swaps, text, **facts)


def rounds(u, v):
    for k in range(3):
        t = u
        u = v * 0.5
        v = t * u
        u, v = v, u
        u[k] = v[k] * 2.0
    t_ = u
    u = v
    v = t_
    v = v * 1.0
    v[0] = u[1]
    return np.sum(u * v * v)


@pytest.mark.parametrize('n', [3, 4])
def test_numbers(n):
    u, v = np.linspace(0.5, 1.5, n), np.linspace(1.2, 0.7, n)
    want = central_gradient(rounds, (u, v), (0, 1))
    for got, one in zip(tl.grad(rounds, wrt=(0, 1))(u, v), want, strict=True):
        np.testing.assert_allclose(got, one, rtol=1e-8)
    tangent = tl.autodiff(rounds, wrt=(0, 1), mode='forward')(u, v, v, u)
    np.testing.assert_allclose(tangent, want[0] @ v + want[1] @ u, rtol=1e-8)
