"""Which cases return at once, and which keep one return for all."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import Array
from tangentlite.pretty.spelling.return_early import return_early
from tests.optimize.rewriting import becomes, case, keeps_meaning, stays


@pytest.mark.parametrize(('before', 'after'), [
    ('if c:\n    r = a\nelse:\n    r = b\nreturn r',
     'if c:\n    return a\nreturn b'),
    ('if c:\n    r = a\n    s = b\nelse:\n    r = b\n    s = a * b\nreturn (r, s)',
     'if c:\n    return (a, b)\nreturn (b, a * b)'),
    ('if c:\n    d = a + b\n    r = d * d\nelse:\n    r = b\nreturn r',
     'if c:\n    d = a + b\n    return d * d\nreturn b'),
    ('if c:\n    r = a\nelif flag:\n    r = b\nelse:\n    r = e\nreturn r',
     'if c:\n    return a\nif flag:\n    return b\nreturn e'),
    ('if c:\n    r = a\nelse:\n    r = b\n    x[0] = a\nreturn (r, x)',
     'if c:\n    return (a, x)\nr = b\nx[0] = a\nreturn (r, x)'),
])
def test_cases(before, after):
    becomes(return_early, before, after)


@pytest.mark.parametrize('text', [
    # a value is read by the one behind it
    'if c:\n    r = a + b\n    s = r * r\nelse:\n    r = b\n    s = a\nreturn (r, s)',
    # a name that is returned twice
    'if c:\n    r = a + b\nelse:\n    r = b\nreturn (r, r)',
    # it reads what the next line binds anew
    'r = a; s = b\nif c:\n    r = s + a\n    s = b * b\nelse:\n    s = a\n'
    'return (r, s)',
    'r = a; s = b\nif c:\n    s = r + a\n    r = s\nelse:\n    s = a\nreturn (r, s)',
])
def test_meaning(text):
    keeps_meaning(return_early, text)


@pytest.mark.parametrize(('text', 'facts'), [
    case('no other case', 'r = b\nif c:\n    r = a\nreturn r'),
    case('nothing that is returned', 'if c:\n    s = a\nelse:\n    s = b\nreturn a'),
    case('a loop at the end',
         'if c:\n    for i in range(n):\n        r = a\nelse:\n    r = b\nreturn r'),
    case('written last', 'if c:\n    x[0] = a\nelse:\n    x[0] = b\nreturn x'),
    case('popped',
         'if c:\n    r = saved.pop()\nelse:\n    r = others.pop()\nreturn r'),
    case('something between', 'if c:\n    r = a\nelse:\n    r = b\nx[0] = r\nreturn r'),
])
def test_stays(text, facts):
    stays(return_early, text, **facts)


def test_what_a_function_captures_is_bound():
    text = """
    if c:
        y = x * a
    else:
        y = x
    def pullback(u):
        v = u * y
        return v
    return (y, pullback)
    """
    stays(return_early, text, pullback=None, y=Array('float64', (3,)))


def huber(r, delta):
    if abs(r) <= delta:
        return 0.5 * r * r
    elif r > 0:
        return delta * (r - 0.5 * delta)
    return delta * (-r - 0.5 * delta)


@pytest.mark.parametrize(('r', 'want'), [(0.5, 0.5), (2.0, 1.0), (-3.0, -1.0)])
@pytest.mark.parametrize('kind', [float, np.float64, np.float32])
def test_numbers(r, want, kind):
    got = tl.grad(huber)(kind(r), 1.0)
    assert got == want
    assert np.asarray(got).dtype == np.asarray(kind(r)).dtype
    value, pullback = tl.vjp(huber, kind(r), kind(1.0))
    assert value == huber(kind(r), kind(1.0))
    assert pullback(value)[0] == want * value
    assert pullback(2.0 * value)[0] == 2.0 * want * value


def same_for_both(x, y, c):
    if c > 0.0:
        return np.sum(x + y)
    elif c > -1.0:
        return np.sum(x) - c
    return np.sum(x - y) * 1.0


@pytest.mark.parametrize('c', [1.0, -0.5, -2.0])
def test_results_of_a_case_share_no_memory(c):
    x, y = np.ones(3), np.ones(3)
    seed = np.array(1.0)
    for derivative in (tl.grad, tl.autodiff):
        given = {} if derivative is tl.grad else {'init_grad': seed}
        one, other = derivative(same_for_both, wrt=(0, 1))(x, y, c, **given)
        arrays = [one, other, x, y, seed]
        for place, array in enumerate(arrays[:2]):
            assert array.flags.writeable
            for later in arrays[place + 1 :]:
                assert not np.shares_memory(array, later)


def handed_on(x, y, c):
    if c:
        return x
    return y * 2.0


@pytest.mark.parametrize('c', [True, False])
def test_a_seed_that_is_handed_on_is_copied(c):
    x, seed = np.ones(3), np.full(3, 2.0)
    for got in tl.autodiff(handed_on, wrt=(0, 1))(x, x, c, init_grad=seed):
        assert not np.shares_memory(got, seed)
    tangent = tl.autodiff(handed_on, mode='forward')(x, x, c, seed)
    assert not np.shares_memory(tangent, seed)


def late(x, y):
    if y > 0.0:
        late_one = x * x
    else:
        early = x
    if x > 2.0:
        return late_one * early
    return late_one


def test_a_variable_without_a_value_still_raises():
    assert tl.grad(late)(1.5, 1.0) == 3.0
    for x, y in ((1.5, -1.0), (2.5, 1.0), (2.5, -1.0)):
        with pytest.raises(UnboundLocalError):
            tl.grad(late)(x, y)
