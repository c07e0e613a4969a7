"""What is there on some paths only, and what is outside: programs that show both."""
import operator
import types
from collections import Counter, OrderedDict, defaultdict, deque

import numpy as np

from tests.features.record import feature, refused

X = 0.7
V = np.array([0.4, 0.9, 1.3])


def first_in_the_loop(x):
    total = 0.0
    for i in range(3):
        if i > 0:
            total += (x * i - before) ** 2  # noqa: F821
        before = x**i  # noqa: F841
    return total


def buffer_in_the_loop(v):
    total = 0.0
    for i in range(4):
        if i == 0:
            buffer = np.zeros(len(v))
        buffer[i % 3] += v[0] * i
        buffer *= v
        total += np.sum(buffer**2)
    return total


class Smoother:
    def push(self, value):
        if not hasattr(self, 'state'):
            self.state = np.zeros(2)
        self.state[0] += value
        self.state = self.state * 0.5 + value
        return np.sum(self.state)


def set_in_the_loop(x):
    smoother, total = Smoother(), 0.0
    for i in range(3):
        total += smoother.push(x * i) ** 2
    return total


def set_in_the_loop_array(v):
    smoother, total = Smoother(), 0.0
    for item in v:
        total += smoother.push(item) * item
    return total


def changes_its_class(x):
    state, total = Growing(), 0.0
    for _ in range(4):
        total += state.value(x)
        state = state.following()
    return total


class Growing:
    def value(self, x):
        return x * x

    def following(self):
        return Falling()


class Falling:
    def value(self, x):
        return 1.0 / x

    def following(self):
        return Growing()


def lines_of_text(x):
    lines, total = [], 0.0
    for i in range(3):
        lines.append('high' if x * i > 0.6 else 'low')
    for line in lines:
        total += x if line.upper() == 'HIGH' else x * x
    return total * len('-'.join(lines))


def lines_of_text_array(v):
    lines = []
    for item in v:
        lines.append('high' if item > 0.6 else 'low')
    return np.sum(v) * sum(1.0 for line in lines if line.startswith('h'))


def largest(*values):
    return max(values) * values[0]


def starred_array(v):
    return largest(*v) + largest(*[2.0 * item for item in v])


def run_time_slices(v):
    items = []
    for item in v:
        items.append(item * item)
    items[1:] = [item * 2.0 for item in items[1:]]
    return sum(items[:2]) * items[-1]


def any_and_all(x):
    tests = [x > 0.1, x < 2.0]
    if all(tests) and any((x > 5.0, tests[0])):
        return x * x
    return x


def any_and_all_array(v):
    tests = [item > 0.5 for item in v]
    return np.sum(v) * (2.0 if any(tests) else 1.0) * (3.0 if all(tests) else 1.0)


class Length:
    def __init__(self, value):
        self.value = value

    def __mul__(self, other):
        return Length(self.value * other.value)


def operator_functions(x):
    product = operator.mul(Length(x), Length(2.0 * x))
    return operator.add([product.value], [x])[0] * operator.sub(x, 0.2)


SETTINGS = types.SimpleNamespace(rate=0.5, step=0)


def replaced_global(x):
    global SETTINGS
    SETTINGS = types.SimpleNamespace(rate=x, step=1)
    return SETTINGS.rate * x + SETTINGS.step


def counter():
    count, total = 0, 0.0

    def push(value):
        nonlocal count, total
        if count == 2:
            count, total = 0, 0.0
        count += 1
        total += value * value
        return total / count

    return push


push = counter()


def closure_with_state(x):
    push(x)
    return push(2.0 * x) * x


SHARED = [1.0, 2.0]
HOLDER = {'values': SHARED, 'scale': 2.0}


def one_by_two_names(x):
    SHARED[:] = [x, x * x]
    HOLDER['values'].append(x)
    return sum(SHARED) * HOLDER['scale']


TABLE = np.ones(3)
TABLES = {'first': TABLE}


def one_array_by_two_names(v):
    table = TABLE
    table[...] = v
    table *= 2.0
    return np.sum(TABLES['first'] * v)


RECENT = deque([1.0, 2.0], maxlen=2)
CALLS = Counter()
GROUPS = defaultdict(list)
ORDER = OrderedDict(first=1.0)
NAMES = {'a'}


def collections_outside(x):
    GROUPS.clear()
    CALLS.clear()
    RECENT.append(x)
    RECENT.append(x * x)
    CALLS['here'] += 2
    GROUPS['x'].append(x)
    ORDER['second'] = x
    NAMES.add('b')
    total = sum(RECENT) * CALLS['here'] + GROUPS['x'][0] * len(NAMES)
    return total + sum(ORDER.values()) * x


def collections_outside_array(v):
    RECENT.clear()
    for item in v:
        RECENT.append(item * item)
    return sum(RECENT) * np.sum(v)


class Registry:
    known = []

    def __init__(self, value):
        self.known.append(value)


class Named(Registry):
    pass


def data_of_a_class(x):
    Registry.known.clear()
    Registry(x)
    Named(x * x)
    return sum(Named.known) * len(Registry.known)


def viewed(v):
    WHOLE[1] += v[0]
    return np.sum(PART * v[1:])


WHOLE = np.ones(3)
PART = WHOLE[1:]


FEATURES = [
    feature('variables that only some iterations bind', (first_in_the_loop, X),
            (buffer_in_the_loop, V)),
    feature('attributes that only some iterations set', (set_in_the_loop, X),
            (set_in_the_loop_array, V)),
    feature('objects that change their class in a loop', (changes_its_class, X)),
    feature('lists of text, and methods of text that is decided while it runs',
            (lines_of_text, X), (lines_of_text_array, V)),
    feature('stars for arrays and lists of any length', (starred_array, V)),
    feature('slices of lists of any length', (run_time_slices, V)),
    feature('`any` and `all` of lists', (any_and_all, X), (any_and_all_array, V)),
    feature('`operator.mul` and its like', (operator_functions, X)),
    feature('global objects that are replaced', (replaced_global, X)),
    feature('closures from outside with state of their own', (closure_with_state, X)),
    feature('one list, object or array that has several names', (one_by_two_names, X),
            (one_array_by_two_names, V)),
    feature('collections outside that change', (collections_outside, X),
            (collections_outside_array, V)),
    feature('data of classes that changes', (data_of_a_class, X)),
]

REFUSED = [
    refused('views of arrays from outside that are written', viewed, V),
]

# Programs of these features that are refused yet.
NOT_YET: frozenset = frozenset()
