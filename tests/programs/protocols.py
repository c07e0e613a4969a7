"""What classes say of objects: comparisons, conversions, attributes and copies."""
import copy
import dataclasses
import functools
import itertools
import types
from dataclasses import dataclass, field

import numpy as np

from tests.programs.record import program, sample


class Plain:
    def __init__(self, a):
        self.a = a


class Keywords:
    def __init__(self, **given):
        self.__dict__.update(given)


def written_through_the_dict(x):
    p = Plain(x * 2)
    held = vars(p)
    held['a'] = p.a * x
    p.a = p.a + held['a']
    p.__dict__.update(b=held['a'] * x)
    del p.__dict__['a']
    return held['b'] * (0.5 if hasattr(p, 'a') else 1.5)


def written_through_the_dict_in_a_loop(x):
    p = Keywords(a=x, b=2.0)
    for _ in range(3):
        p.__dict__['a'] = p.a * x
    if p.b > 1:
        vars(p)['a'] = p.a * p.b
    return np.sum(p.a * Keywords(**vars(p)).a)


@dataclass(order=True)
class Version:
    number: float
    minor: float = 1.0
    notes: list = field(default_factory=list, compare=False)


def fields_compared(x):
    first, second = Version(x), Version(x, notes=[1])
    total = x * 3 if first == second else x
    if Version(x) < Version(x, 2.0) and not first > second:
        total = total * x
    if Version(2 * x) != first:
        total = total + x
    if first in [Version(2 * x), second]:
        total = total * 2
    places = [Version(2 * x), Version(x)]
    return total * (1 + places.index(first)) + places.count(second) * x


def namespaces_compared(x):
    one = types.SimpleNamespace(a=x, b=1.0)
    other = types.SimpleNamespace(b=1.0, a=x)
    more = types.SimpleNamespace(a=x)
    return x * 3 * x if one == other and one != more else x


class Interval:
    """Converts itself to numbers in its own ways; it is iterated, too."""

    def __init__(self, low, high):
        self.low, self.high = low, high

    def __len__(self):
        return 5

    def __abs__(self):
        return self.high - self.low

    def __float__(self):
        return (self.low + self.high) * 0.5

    def __round__(self, digits=0):
        return self.low * 4 + digits

    def __iter__(self):
        return iter([self.low, self.high])

    def __reversed__(self):
        return iter([self.high * 7])

    def __getitem__(self, k):
        return self.low * k


class Counted:
    def __init__(self, a):
        self.a = a

    def __len__(self):
        return 3

    def __getitem__(self, k):
        return self.a * k


def converted(x):
    i = Interval(x, x * x + 2)
    total = len(i) * x + abs(i) * float(i) + round(i, 2)
    total = total + sum(i) * max(i) + list(i)[0] + next(reversed(i))
    inside = x * 3 if i.low in i else x
    return total * inside + sum(v * x for v in reversed(Counted(x)))


class Falsy:
    def __init__(self, a):
        self.a = a

    def __bool__(self):
        return False


def truth_of_objects(x):
    chosen = Falsy(x) or Plain(x * 2)
    return chosen.a * x + (0.0 if Falsy(x) else x * x) + bool(Falsy(x)) * x


class Asked:
    """Has what it is asked for, but for what it says it has not."""

    known = None

    def __init__(self, a):
        self.a = a

    @property
    def missing(self):
        raise AttributeError('missing')

    def __getattr__(self, name):
        if name == 'missing':
            raise AttributeError(name)
        return self.a * len(name)


class Slotted:
    __slots__ = ('a', 'b')

    def __init__(self, a):
        self.a = a


def attributes_asked_for(x):
    asked, slotted = Asked(x), Slotted(x)
    total = asked.two * x if asked.known is None else x
    total = total * 2 if hasattr(asked, 'anything') else total
    total = total * 3 if hasattr(slotted, 'b') else total + x
    slotted.b = x * x
    total = total + slotted.b if hasattr(slotted, 'b') else total
    return total + getattr(asked, 'other', x) + getattr(slotted, 'c', x * 5)


class Cached:
    def __init__(self, a):
        self.a = a

    @functools.lru_cache  # noqa: B019
    def tripled(self):
        return self.a * 3

    __add__ = functools.partialmethod(lambda self, other: self.a * other)


def methods_of_other_kinds(x):
    return Cached(x).tripled() * (Cached(x) + x)


class Copied:
    def __init__(self, a, parts):
        self.a, self.parts = a, parts

    def __copy__(self):
        return Copied(self.a * 3, self.parts)


@dataclass
class Node:
    weight: float
    inner: object = None


def copies(x):
    one = Copied(x, [x])
    other, deep = copy.copy(one), copy.deepcopy(one)
    other.parts[0] = other.parts[0] * x
    deep.parts[0] = deep.parts[0] + x
    total = other.a * one.parts[0] + deep.parts[0] * deep.a
    node = Node(x, Node(x * x, one))
    weights = dataclasses.asdict(node)['inner']
    weight, (inner, kept) = dataclasses.astuple(node)
    kept.a = kept.a * 2
    return total + weights['weight'] * weight + inner * one.a


class Money:
    def __init__(self, a):
        self.a = a

    def __add__(self, other):
        return Money(self.a + other.a)

    def __radd__(self, other):
        return Money(self.a + other)


def objects_added(x):
    return sum([Money(x), Money(x * x)]).a * sum([Money(x)], start=2.0).a


def pairs_and_types(x):
    z = x * (1 + 2j)
    total = x * 3 if type(z) is complex else x * x
    for a, b in itertools.combinations([x, 2 * x, 3.0], r=2):
        total = total + a * b
    for row in itertools.permutations([x, 2.0], r=1):
        total = total * row[0]
    return total * (2 if isinstance(frozenset([1]), set) else 1)


def lists_given_to_numpy(x):
    pair = [x, 2 * x]
    total = np.sum(pair) + np.max((x, x * x)) * np.mean(pair)
    return total + np.std([x, 1.0, pair[1]]) + np.prod(pair)


def draws_of_lists(x):
    rng = np.random.default_rng(0)
    noise = rng.normal(size=[2, 3]) + rng.normal([1.0, 2.0, 3.0], 0.5)
    return np.sum(noise * x) * rng.integers(1, 5)


U = sample(991, 3, low=0.2)

PROGRAMS = [
    program(written_through_the_dict, 1.3),
    program(written_through_the_dict, U, name='written_through_the_dict_of_array'),
    program(written_through_the_dict_in_a_loop, 1.3),
    program(written_through_the_dict_in_a_loop, U, name='dict_of_arrays_in_a_loop'),
    program(fields_compared, 1.3),
    program(namespaces_compared, 1.3),
    program(converted, 1.3),
    program(truth_of_objects, 1.3),
    program(truth_of_objects, U, name='truth_of_objects_of_arrays'),
    program(attributes_asked_for, 1.3),
    program(attributes_asked_for, U, name='attributes_asked_for_of_arrays'),
    program(methods_of_other_kinds, 1.3),
    program(methods_of_other_kinds, U, name='methods_of_other_kinds_of_arrays'),
    program(copies, 1.3),
    program(copies, U, name='copies_of_arrays'),
    program(objects_added, 1.3),
    program(objects_added, U, name='objects_added_of_arrays'),
    program(pairs_and_types, 1.3),
    program(lists_given_to_numpy, 1.3),
    program(draws_of_lists, U),
]
