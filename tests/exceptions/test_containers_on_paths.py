"""Lists, dicts and objects of a `try` body that is left for handlers further out."""
from dataclasses import dataclass

import pytest

from tests.support.numeric import require_derivatives


@dataclass
class Pair:
    first: float
    second: float


def to_a_handler_further_out(x, c, d):
    try:
        try:
            held = [x, x]
            if c > 0:
                raise ValueError
            held[0] = 2 * x
            if d > 0:
                raise IndexError
        except IndexError:
            held[1] = 7 * x
    except ValueError:
        held[1] = 5 * x
    return held[0] * held[1]


def of_a_dict(x, c, d):
    try:
        try:
            held = {'a': x, 'b': x}
            if c > 0:
                raise ValueError
            held['a'] *= x
            if d > 0:
                raise IndexError
            held['a'] = 3 * x
        except IndexError:
            held['b'] = held['a'] * x
    except ValueError:
        held['b'] *= 5
    return held['a'] * held['b']


def of_an_object(x, c, d):
    try:
        try:
            held = Pair(x, x)
            if c > 0:
                raise ValueError
            held.first = 2 * x
            if d > 0:
                raise IndexError
            held.first *= x
        except IndexError:
            held.second = 7 * x
    except ValueError:
        held.second = 5 * x
    return held.first * held.second


def by_a_quotient(x, c, d):
    try:
        try:
            held = [x, [x]]
            held[1][0] = x / max(c, 0.0)
            held[0] = 2 * x
            if d > 0:
                raise IndexError
        except IndexError:
            held[1][0] = 7 * x
    except ZeroDivisionError:
        held[1][0] = 5 * x
    return held[0] * held[1][0]


def named_twice(x, c, d):
    try:
        try:
            held = [x]
            if c > 0:
                other = held
                raise ValueError
            other = [3 * x]
            if d > 0:
                raise IndexError
            other[0] *= x
        except IndexError:
            held[0] = 7 * x
    except ValueError:
        other[0] = 5 * x
    return held[0] * other[0]


@pytest.mark.parametrize('c', [-1.0, 1.0])
@pytest.mark.parametrize('d', [-1.0, 1.0])
@pytest.mark.parametrize('f', [
    to_a_handler_further_out, of_a_dict, of_an_object, by_a_quotient, named_twice,
])  # fmt: skip
def test_derivatives(f, c, d):
    require_derivatives(lambda x: f(x, c, d), 1.3)
