"""Refusals in generators and loops over them name the line that is walked."""

import itertools

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.errors import Place, TangentliteError
from tangentlite.tracebacks.frames import shorten


def pairs(x, limit):
    for a, b in itertools.product(range(2), range(2)):
        if x[a] + x[b] < limit:
            yield a


def sliced_by_pairs(k, x):
    total = np.zeros(4)
    for a in pairs(x, 2.5):
        s = slice(a, a + 2)
        total[s] += k
    return np.sum(total ** 2)


def counted(x):
    for i in range(3):
        yield i * x


def refused_in_the_body(x):
    total = 0.0
    for value in counted(x):
        total += {1}.no_method(value)
    return total


def refused_behind_a_library_generator(x):
    total = 0.0
    for a, b in itertools.product([x], [1.0, x]):
        def inner(u):
            return np.no_function(u)
        total += inner(a * b)
    return total


CASES = [
    (sliced_by_pairs, (1.0, np.array([1.0, 2.0])), ['sliced_by_pairs', 'pairs'],
     'if x[a] + x[b] < limit:'),
    (refused_in_the_body, (2.0,), ['refused_in_the_body'],
     'total += {1}.no_method(value)'),
    (refused_behind_a_library_generator, (2.0,),
     ['refused_behind_a_library_generator'] * 2, 'return np.no_function(u)'),
]  # fmt: skip


@pytest.mark.parametrize('f, args, functions, line', CASES)
def test_places(f, args, functions, line):
    with pytest.raises(tl.UnsupportedError) as caught:
        tl.grad(f)(*args)
    assert [place.function for place in caught.value.trail] == functions
    where, shown = str(caught.value).splitlines()[:2]
    assert where.startswith(__file__) and shown.strip() == line
    assert caught.traceback[-1].name == functions[-1]


@pytest.mark.parametrize('place', [(9, 4, 0), (0, 0, 0), (3, -1, -1)])
def test_showing_an_error_raises_nothing(place):
    error = TangentliteError('refused')
    error.trail = (Place(__file__, 'f', *place),)
    shorten(error)
    assert error.__traceback__.tb_frame.f_code.co_name == 'f'
