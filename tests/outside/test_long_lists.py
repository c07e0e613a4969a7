"""Long lists of objects from outside, to which the program appends."""

import numpy as np
import pytest

import tangentlite as tl


class Observer:
    pass


OBSERVER = Observer()
LISTENERS = []
HELD = Observer()


def reset():
    LISTENERS[:] = [(OBSERVER, None) for _ in range(100)]
    HELD.listeners = [OBSERVER] * 70


def in_a_loop(x):
    for _ in range(3):
        LISTENERS.append((OBSERVER, 'a'))
        x = 2.0 * x
    return x


def number(x):
    LISTENERS.append(float(x))
    return x * x


def of_an_object(x):
    if x > 0.0:
        HELD.listeners.append(OBSERVER)
    return x**3


def reached_twice(x):
    listeners = LISTENERS
    listeners.append('a')
    LISTENERS.append('b')
    return 3.0 * x


def of_dicts(x):
    for k in range(2):
        LISTENERS.append({'step': k, 'value': float(x), 'rest': [x, (x * x, 'b')]})
        x = x * x
    return x


def of_copies(x):
    y = x * np.ones(2)
    LISTENERS.append({'eval': len(LISTENERS), 'y': y.copy(), 'row': (y[0], 2.0 * y)})
    y[0] = 0.0
    LISTENERS.append(y.tolist())
    return np.sum(y * y)


def counted(x):
    first = len(LISTENERS)
    LISTENERS.append('a')
    second = len(LISTENERS)
    LISTENERS.append(second)
    return x * (second - first) if len(LISTENERS) % 2 == 0 else x


def array_that_is_kept(x):
    y = x * np.ones(2)
    LISTENERS.append(y)
    return 2.0 * np.sum(x * y)


def in_a_dict(x):
    y = x * np.ones(2)
    LISTENERS.append({'y': y, 'rest': (y[1:], y)})
    return np.sum(y * y)


@pytest.mark.parametrize(
    'function',
    [
        in_a_loop, number, of_an_object, reached_twice, of_dicts, of_copies, counted,
        array_that_is_kept, in_a_dict,
    ],  # fmt: skip
)
@pytest.mark.parametrize('mode', ['reverse', 'forward'])
def test_what_is_appended(function, mode):
    reset()
    value = function(2.0)
    want = LISTENERS[100:], HELD.listeners[70:]
    assert any(want)
    reset()
    if mode == 'reverse':
        got = tl.value_and_grad(function)(2.0)[0]
    else:
        got = tl.jvp(function, (2.0,), (1.0,))[0]
    assert got == value
    assert repr((LISTENERS[100:], HELD.listeners[70:])) == repr(want)
    reset()
    tl.check_grad(function, (2.0,), modes=(mode,))


def test_an_argument_stays():
    def function(x, given):
        given.append(OBSERVER)
        return x * x

    given = [Observer() for _ in range(70)]
    assert tl.grad(function)(3.0, given) == 6.0
    assert len(given) == 70


def read_before(x):
    first = LISTENERS[0]
    LISTENERS.append(OBSERVER)
    return x if first else 2.0 * x


def in_try(x):
    try:
        LISTENERS.append(1.5)
        y = x
    except ValueError:
        y = 2.0 * x
    return y


def test_what_is_appended_in_a_try_statement_is_there_once():
    reset()
    assert tl.grad(in_try)(0.5) == 1.0
    assert LISTENERS[100:] == [1.5]


def written_later(x):
    y = 2.0 * x
    LISTENERS.append(y)
    y += x
    return y


def object_that_is_kept(x):
    LISTENERS.append(Observer())
    return 2.0 * x


def changed_later(x):
    entry = {'x': float(x[0])}
    LISTENERS.append(entry)
    entry['y'] = 2.0
    return 2.0 * x


def taken_off(x):
    LISTENERS.append(OBSERVER)
    LISTENERS.pop()
    return 2.0 * x


@pytest.mark.parametrize(('function', 'what'), [
    (read_before, 'this object cannot be indexed yet'),
    (written_later, 'this appends an array, which the function writes'),
    (object_that_is_kept, 'what the program makes itself is not appended'),
    (changed_later, 'this statement changes a dict that may be one of several'),
    (taken_off, "the method 'pop' is not supported on a long list"),
])  # fmt: skip
def test_what_is_refused(function, what):
    reset()
    with pytest.raises(tl.UnsupportedError, match=what):
        tl.grad(lambda x: np.sum(function(x)))(np.ones(2))
    assert len(LISTENERS) == 100
