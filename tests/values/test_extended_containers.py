"""Classes of the user's that extend dict and list."""
import types

import numpy as np
import pytest

import tangentlite as tl


class AttrDict(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


class Table(dict):
    scale = 3.0

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self.extra = 2.0

    def __getitem__(self, name):
        return super().__getitem__(name) * 2

    def __missing__(self, key):
        return 0.0

    def total(self):
        return sum(self.values()) * self.scale * self.extra


class Items(list):
    def total(self):
        return sum(self) * 2

    def append(self, value):
        super().append(value * 2)


# In an object: what looks for tests asks the members of a module for attributes.
HELD = types.SimpleNamespace(settings=AttrDict(a=2.0, b=AttrDict(c=3.0)))
NUMBERS = Items([1.0, 2.0, 3.0])
TABLE = Table(a=1.0)


def with_items_as_attributes(t):
    made = AttrDict(a=t)
    made.b = t * t
    made['c'] = made.a * made.b
    rest = sum(value for key, value in made.items() if key != 'a')
    return made.c + len(made) * t + rest


def with_methods_of_its_own(t):
    made = Table(a=t, b=t**2)
    made.update(c=t)
    plain = dict(made)['a'] + made.get('b') + ('a' in made) * t
    return made['a'] * made.total() + plain + made['z'] * t


def of_a_list(t):
    made = Items([t, 2 * t])
    made.append(t)
    made.extend([t])
    made += [t**2]
    return made.total() * made[0] + made[-1] * len(made) + sum(made[1:3]) + max(made)


def sorted_and_compared(t):
    made = Items([2 * t, t, 3 * t])
    made.sort()
    return made[0] * t + (made == [t, 2 * t, 3 * t]) * t


def made_outside(t):
    given = HELD.settings
    settings = given.a * t + given['b']['c'] * t**2 + given.b.c * t
    return settings + NUMBERS.total() * t + NUMBERS[1] * t


def named(a=0.0, b=0.0):
    return a * b


def unpacked(t):
    return named(**AttrDict(a=t, b=2 * t))


def changed_in_a_loop(t):
    made = AttrDict(a=t)
    for key in list(made):
        made[key + '2'] = made[key] * 2
    copied = made.copy()
    copied['a'] = 0.0
    joined = (made | {'z': t})['z'] * isinstance(made, dict)
    return made['a2'] * made.pop('a') + joined


class Strict(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Pair:
    def __init__(self, first):
        self.first = first

    def keys(self):
        return ['first', 'second']

    def __getitem__(self, key):
        return self.first if key == 'first' else 2.0 * self.first


def whether_there_is_one(t):
    made = Strict(a=t * t)
    scale = getattr(made, 'scale', 3.0)
    return made.b if hasattr(made, 'b') else made.a * scale


def area(first, second):
    return first * second


def as_keywords(t):
    joined = {**AttrDict(first=t), 'second': 2.0 * t}
    return area(**joined) + area(**Pair(t * t)) * {**Pair(t)}['second']


@pytest.mark.parametrize('program', [
    whether_there_is_one, as_keywords,
    with_items_as_attributes, with_methods_of_its_own, of_a_list, made_outside,
    unpacked, changed_in_a_loop, sorted_and_compared,
])  # fmt: skip
def test_derivatives(program):
    tl.check_grad(program, (1.5,), order=2)
    assert tl.value_and_grad(program)(1.5)[0] == program(1.5)


def of_settings(t, settings):
    return settings['a'] * t + settings.b.c * t**2


def test_as_arguments():
    tl.check_grad(of_settings, (1.5, HELD.settings), order=2)
    assert tl.grad(of_settings, 1)(1.5, HELD.settings) == {'a': 1.5, 'b': {'c': 2.25}}


def test_as_results():
    def made(t):
        return AttrDict(a=t, b=Items([t]))

    value, slope = tl.jvp(made, (2.0,), (1.0,))
    assert type(value) is type(slope) is AttrDict
    assert type(slope.b) is Items
    assert value == {'a': 2.0, 'b': [2.0]}
    assert slope == {'a': 1.0, 'b': [1.0]}


def test_written_by_the_function():
    held = AttrDict(a=1.0)

    def writes(t):
        held.a = t * 2
        return held.a * t

    assert tl.grad(writes)(1.5) == 6.0
    assert held == {'a': 3.0}


def test_one_that_reads_its_items_in_another_way_is_refused_from_outside():
    with pytest.raises(tl.UnsupportedError) as caught:
        tl.grad(lambda t: TABLE['a'] * t)(1.5)
    assert str(caught.value).startswith(__file__)
    np.testing.assert_equal(TABLE['a'], 2.0)
