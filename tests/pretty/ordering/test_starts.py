"""The order of what adjoints start from, and what must not change places."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.pretty.ordering.order_lines import order_lines
from tests.optimize.rewriting import (
    NUMBER,
    VECTOR,
    becomes,
    case,
    stays,
)
from tests.support.numeric import central_gradient

# The parameters are x, y and a, in the order in which they are read at first.
READ = 'b = np.sum(x); d = np.sum(y); e = a * b'


@pytest.mark.parametrize(('before', 'after'), [
    ('y_bar = np.zeros_like(y); x_bar = np.zeros_like(x)',
     'x_bar = np.zeros_like(x); y_bar = np.zeros_like(y)'),
    # what is returned comes before what is not
    ('a_bar = 0.0; x_bar = np.zeros_like(x); y_bar = np.zeros_like(y)',
     'x_bar = np.zeros_like(x); y_bar = np.zeros_like(y); a_bar = 0.0'),
    ('s_bar = 1.0; a_bar = 0.0; x_bar = np.ones_like(x); y_bar = np.zeros_like(y)',
     'x_bar = np.ones_like(x); y_bar = np.zeros_like(y); a_bar = 0.0; s_bar = 1.0'),
    # bound twice, in that order
    ('x_bar = 0.0; y_bar = 0.0; x_bar = 1.0', 'x_bar = 0.0; x_bar = 1.0; y_bar = 0.0'),
])
def test_order_of_terms(before, after):
    end = 'return (d, e, x_bar, y_bar)'
    before, after = (lines(f'{READ}; {text}; {end}') for text in (before, after))
    becomes(order_lines, before, after)


@pytest.mark.parametrize(('text', 'facts'), [
    case('in order', 'x_bar = np.zeros_like(x); y_bar = np.zeros_like(y)'),
    case('something between', 'y_bar = np.zeros_like(y); y[0] = a; x_bar = 0.0'),
    case('an array that is made in the shape of the one before',
         'y_bar = np.zeros_like(y); x_bar = np.zeros_like(y_bar)'),
    case('an array of a shape that the next line binds anew',
         'x_bar = np.copy(x); y_bar = np.zeros_like(x_bar); x_bar = 0.0'),
    case('what is no adjoint', 's = 0.0; x_bar = np.zeros_like(x)'),
])
def test_stays(text, facts):
    end = 'return (d, e, x_bar, y_bar)'
    stays(order_lines, lines(f'{READ}; {text}; {end}'), x_bar=VECTOR, y_bar=VECTOR,
          s=NUMBER, **facts)


def lines(text):
    """Each statement as a line of its own, as the user's are."""
    return text.replace('; ', '\n')


def test_starts_in_branches():
    text = ('if c:\n    {}\nelse:\n    x_bar = x * a\n    y_bar = y * a\n'
            'return (x_bar, y_bar)')
    starts = ['y_bar = np.zeros_like(y)', 'x_bar = np.zeros_like(x)']
    becomes(order_lines, lines(READ) + '\n' + text.format('\n    '.join(starts)),
            lines(READ) + '\n' + text.format('\n    '.join(reversed(starts))))


def adjoints_by_name(y, x):
    """Variables of the user's that are called as adjoints are."""
    for _ in range(2):
        y_bar = x * 2.0
        x_bar = np.zeros_like(y_bar) + 3.0 * y
        y_bar = 0.0
        s_bar = np.ones_like(x)
        y = y * 0.5 + x_bar * s_bar + y_bar
    return np.sum(y * x)


def test_numbers():
    y, x = np.linspace(0.5, 1.5, 3), np.linspace(1.2, 0.7, 3)
    got = tl.grad(adjoints_by_name, wrt=(0, 1))(y, x)
    want = central_gradient(adjoints_by_name, (y, x), (0, 1))
    for one, other in zip(got, want, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-8)
