"""Data structures: programs that show which of them are differentiated."""
import collections
import copy
import dataclasses
import enum
import itertools
import types
import typing
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field

import numpy as np

from tests.features.record import feature, refused

X = 1.3
V = np.array([0.7, -0.4, 1.2])
WEIGHTS = np.array([0.5, 1.5, -0.8])


# Lists

def append_and_extend(x):
    values = [x]
    values.append(x ** 2)
    values.extend([np.sin(x), 2.0])
    values.extend(v * x for v in values[:2])
    values += (x, values[0])
    return values[1] * values[2] + values[4] * values[5] * len(values)


def append_in_loop(x):
    values = []
    for i, v in enumerate(x):
        if v > 0:
            values.append(v ** 2)
        values.append(np.sin(v) * i)
    return sum(values) * values[0] + len(values) * values[-1]


def popped(x):
    values = [x, x ** 2, x ** 3, np.sin(x)]
    last = values.pop()
    first = values.pop(0)
    return last * first + values.pop(-1) * values[0]


def stack(x):
    todo = [(x, 0)]
    total = 0.0
    while todo:
        v, depth = todo.pop()
        if depth < 3:
            todo.append((v * x, depth + 1))
            todo.append((np.sin(v), depth + 2))
        total = total * 0.5 + v
    return np.sum(total)


def inserted(x):
    values = [x, x ** 2]
    values.insert(0, np.sin(x))
    values.insert(2, 2.0 * x)
    values.insert(-1, x ** 3)
    return np.sum(values[0] * values[1] + values[2] * values[3] ** 2)


def removed(x):
    values = ['a', 'b', 'c', 'b']
    values.remove('b')
    y = x ** values.index('b')
    numbers = [3, 1, 2]
    numbers.remove(1)
    return np.sum(y * sum(x ** n for n in numbers) * values.count('b'))


def removed_active(x):
    values = [x, x ** 2, np.sin(x)]
    values.remove(x ** 2)
    return values[1] * values[0] * (values.index(x) + 1)


def sorted_in_place(x):
    values = [x ** 2, np.sin(x), x, -x]
    values.sort()
    values.sort(key=lambda v: v ** 2, reverse=True)
    return values[0] * values[1] ** 2 + values[-1]


def sorted_in_place_array(x):
    values = [v ** 2 for v in x]
    values.sort(reverse=True)
    return values[0] * values[1] + values[2] ** 2


def reversed_in_place(x):
    values = [x, 2.0, np.sin(x), x ** 2]
    values.reverse()
    values[1:3] = reversed(values[1:3])
    return np.sum(values[0] * values[1] ** 2 + values[3] * 2)


def item_assignment(x):
    values = [0.0] * 4
    for i in range(4):
        values[i] = x ** i
    values[-1] = values[1] * values[2]
    values[0], values[1] = values[1], np.sin(values[3])
    return np.sum(values[0] * values[1])


def slice_assignment(x):
    values = [x, 1.0, 2.0, x ** 2]
    values[1:3] = [np.sin(x), x, x ** 3]
    values[:1] = []
    values[::2] = [values[1], 3.0]
    return values[0] * values[1] + values[2] * values[3]


def cleared(x):
    values = [x, x ** 2]
    old = values
    kept = values[:]
    values.clear()
    old.append(np.sin(x))
    return np.sum(values[0] * kept[1])


def concatenated(x):
    values = [x] + [x ** 2, 2.0] * 2 + [np.sin(x)]
    pair = (x,) * 3 + (1.0,)
    return np.sum(values[3] * values[-1] + pair[2] * len(values) * pair[3])


def repeated_list(x):
    rows = [[x, 0.0]] * 2
    rows[0][1] = x ** 2
    return np.sum(rows[1][1] * rows[1][0])


def two_names(x):
    values = [x]
    other = values
    other.append(x ** 2)
    values[0] = np.sin(x)
    other = other + [x]
    other[1] = 5.0
    return np.sum(values[1] * other[0] * len(values))


def nested_lists(x):
    table = [[x * i + j for j in range(3)] for i in range(2)]
    table[0][1] = table[1][2] * x
    table[1].append(table[0])
    table[1][3][0] = np.sin(x)
    return table[0][0] * table[0][1] + table[1][1]


def nested_lists_array(x):
    groups = [[], []]
    for v in x:
        groups[0 if v > 0 else 1].append(v ** 2)
    return sum(groups[0]) * sum(groups[1]) + groups[0][1] ** 2


def matrix_of_lists(x):
    n = 3
    a = [[0.0] * n for _ in range(n)]
    for i, j in itertools.product(range(n), repeat=2):
        a[i][j] = x[i] * x[j] + (i == j)
    product = [[sum(a[i][k] * a[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    return sum(product[i][i] for i in range(n)) + np.sum(np.array(product)[0])


def shared_rows(x):
    rows = [x * 1.0, x ** 2, np.sin(x)]
    rows[1] = rows[0]
    rows[1][0] = x[1] * x[2]
    rows[2][1:] += rows[0][1:]
    return np.sum(rows[0] * rows[2])


def rows_of_matrix(x):
    a = np.outer(x, x)
    rows = list(a)
    rows[0][1] = 5.0 * x[0]
    for row in rows:
        row += x
    return np.sum(a ** 2)


def views(x):
    y = np.concatenate([x, x ** 2])
    table = y.reshape(2, 3)
    table[1] *= table[0]
    column = table[:, 1]
    column += 1.0
    table.T[2, 0] = x[0]
    return np.sum(y ** 2)


def index_arrays(x):
    i = np.arange(3)
    y = np.stack([x, x, x]) * 2.0
    y[i, i] = x[2]
    return np.sum(y ** 3)


def searched(x):
    values = [3, 1, 2]
    names = ['a', 'b', 'c']
    i = values.index(max(values))
    y = x ** (names.index('b') + values.count(3) + 1)
    return np.sum(y * (2.0 if 2 in values else 1.0) * (i + 1))


# Dicts

def dict_items(x):
    table = {'a': x, 'b': x ** 2, 3: np.sin(x)}
    total = 0.0
    for key, v in table.items():
        total = total * 0.5 + v * (1 if key == 'a' else x)
    for i, key in enumerate(table.keys()):
        total += table[key] * i
    first, *_ = table.values()
    return np.sum(total * first + sum(v for v in table.values()))


def dict_assignment(x):
    table = {}
    for i, name in enumerate('abcd'):
        table[name] = x ** i
    table['b'] *= table['c']
    table['a'], table['d'] = table['d'], np.sin(x)
    del table['c']
    return np.sum(table['a'] * table['b'] * table['d'] * len(table))


def dict_get(x):
    table = dict(a=x, b=x ** 2)
    y = table.get('a') * table.get('c', np.sin(x))
    if 'c' not in table and 'b' in table and table.get('d') is None:
        y = y * table['b']
    return np.sum(y)


def dict_pop(x):
    table = {'a': x, 'b': x ** 2, 'c': np.sin(x)}
    y = table.pop('b') * table.pop('z', x)
    name, last = table.popitem()
    return np.sum(y * last * (2 if name == 'c' else 1) * len(table))


def dict_setdefault(x):
    table = {'a': x}
    y = table.setdefault('a', 100.0) * table.setdefault('b', x ** 2)
    groups = {}
    for name, v in (('p', x), ('q', 2.0 * x), ('p', x ** 3)):
        groups.setdefault(name, []).append(v)
    return np.sum(y * groups['p'][1] * len(groups['p']) + groups['q'][0] * table['b'])


def dict_update(x):
    table = {'a': x, 'b': 1.0}
    table.update({'b': x ** 2}, c=np.sin(x))
    other = {**table, 'a': x ** 3} | {'c': table['c'] * 2}
    table |= {'b': other['c'] * x}
    return np.sum(table['b'] * other['a'] + other['b'] * len(other))


def dict_built(x):
    names = ['a', 'b', 'c']
    table = dict(zip(names, [x, x ** 2, np.sin(x)]))
    more = {name.upper(): v * x for name, v in table.items() if name != 'a'}
    same = dict(table)
    same['a'] = 3.0
    pairs = dict([('p', x), ('q', table['a'])])
    return np.sum(more['B'] * more['C'] * same['a'] + pairs['q'] * table['a'])


def dict_order(x):
    table = {'b': x, 'a': x ** 2}
    table['c'] = np.sin(x)
    table['b'] = x ** 3
    total = 0.0
    for name in table:
        total = total * x + table[name]
    for name in sorted(table):
        total = total * 0.5 + table[name]
    for name in reversed(table):
        total = total * 0.5 + table[name]
    return np.sum(total)


def dict_of_tuples(x):
    table = {}
    for i in range(3):
        for j in range(3):
            table[i, j] = x ** i * np.sin(x * j)
    return np.sum(table[1, 2] * table[2, 1] + table[(2, 2)])


def dict_counted(x):
    totals = {}
    for i, v in enumerate(x):
        kind = 'even' if i % 2 == 0 else 'odd'
        totals[kind] = totals.get(kind, 0.0) + v ** 2
    return totals['even'] * totals['odd']


def nested_dicts(x):
    model = {'layers': [{'w': x, 'b': 0.5}, {'w': x ** 2, 'b': x}], 'act': np.tanh}
    y = x
    for layer in model['layers']:
        y = model['act'](y * layer['w'] + layer['b'])
    model['layers'][0]['w'] = y
    return np.sum(model['layers'][0]['w'] * x)


def dict_passed(x):
    def shift(table, by):
        table['x'] = table['x'] * by
        return {**table, 'y': by}
    table = {'x': x, 'y': 2.0}
    new = shift(table, np.sin(x))
    new['x'] = new['x'] + 1
    return np.sum(table['x'] * new['y'] * new['x'] + table['y'])


# collections

def default_dict(x):
    groups = defaultdict(list)
    totals = defaultdict(float)
    for i in range(4):
        groups[i % 2].append(x ** i)
        totals[i % 2] += np.sin(x) * i
    return np.sum(groups[0][1] * groups[1][1] + totals[0] * totals[1])


def default_dict_array(x):
    table = collections.defaultdict(lambda: x[0])
    table['a'] = table['b'] * x[1] ** 2
    table['c'] += x[2] * table['a']
    return sum(table.values()) * len(table)


def queue(x):
    q = deque([x, x ** 2])
    q.append(np.sin(x))
    q.appendleft(2.0 * x)
    total = 0.0
    while q:
        total = total * x + q.popleft()
        if len(q) == 2:
            total += q.pop() * q[0]
    return np.sum(total)


def window(x):
    last = deque(maxlen=2)
    total = 0.0
    for v in [x, x ** 2, np.sin(x), x ** 3]:
        last.append(v)
        total += last[0] * last[-1]
    last.rotate(1)
    return np.sum(total * last[0] + sum(last))


def window_array(x):
    last = deque([0.0, 0.0], maxlen=2)
    total = 0.0
    for v in x:
        total += v * last[0] + v ** 2 * last[1]
        last.extendleft([v])
    return total


def counted(x):
    counts = Counter('abracadabra')
    y = x ** counts['b'] * counts['z'] + x ** counts['r'] * counts['a']
    name, n = counts.most_common(1)[0]
    return np.sum(y + np.sin(x) * n)


def counted_array(x):
    counts = Counter([0, 2, 2, 1, 2])
    counts.update([0])
    return sum(x[i] ** 2 * n for i, n in counts.items()) * x[1]


def ordered_dict(x):
    table = OrderedDict([('a', x), ('b', x ** 2), ('c', np.sin(x))])
    table.move_to_end('a')
    total = 0.0
    for name, v in table.items():
        total = total * x + v
    name, first = table.popitem(last=False)
    return np.sum(total * first)


def chain_map(x):
    table = collections.ChainMap({'a': x}, {'a': 100.0, 'b': x ** 2})
    return np.sum(table['a'] * table['b'])


def set_of_names(x):
    names = {'a', 'b'} | {'c'}
    names.add('d')
    names.discard('a')
    y = x ** len(names)
    if 'b' in names and 'a' not in names and {'b', 'c'} <= names:
        y = y * np.sin(x)
    return np.sum(y)


def set_of_indices(x):
    fixed = {1}
    free = set(range(3)) - fixed
    total = sum(x[i] ** 2 for i in sorted(free))
    for i in fixed & {1, 2}:
        total = total * x[i]
    return total * len(free ^ {0, 5})


# Tuples and records

Pair = namedtuple('Pair', 'first second')
Options = namedtuple('Options', ['scale', 'power'], defaults=[2])


class Complex(typing.NamedTuple):
    re: float
    im: float = 0.0

    def times(self, other):
        return Complex(self.re * other.re - self.im * other.im,
                       self.re * other.im + self.im * other.re)

    @property
    def size(self):
        return np.sqrt(self.re ** 2 + self.im ** 2)


def named_tuple(x):
    p = Pair(x, second=x ** 2)
    first, second = p
    q = p._replace(first=np.sin(x))
    options = Options(x)
    return np.sum(q.first * second + p[0] ** options.power * options.scale * len(p))


def typed_named_tuple(x):
    z = Complex(x, np.sin(x))
    y = z.times(z).times(Complex(x ** 2))
    return np.sum(y.size * y._replace(re=0.0).im + sum(Complex(x, x)))


def named_tuple_argument(p):
    return p.first ** 2 * np.sin(p.second) + sum(p)


def named_tuple_array(p):
    re, im = p
    return np.sum(p.times(Complex(im, re)).size) + np.sum(p._asdict()['re'] ** 2)


def tuples(x):
    t = (x, (x ** 2, [np.sin(x)]), 'name')
    a, (b, [c]), name = t
    u = t[:2] + (x,)
    return np.sum(a * b * c + u[2] * u[1][0] * len(u))


def compared(x):
    version = (3, 11)
    y = x ** 2 if version >= (3, 9) and version != (3, 10) else x
    if (x, 2.0) < (x, 3.0) and ('a', x) == ('a', x):
        y = y * np.sin(x)
    if [1, 2] < [1, 3] and (x, x) > (0.5, 7.0):
        y = y * x
    return y


def returned_tuple(x):
    return np.array([x[0] * x[1], np.sin(x[2]), x[0] ** 2])


def active_comparison(x):
    best = (-1.0, None)
    for i, v in enumerate(x):
        best = max(best, (v ** 2, i), key=lambda pair: pair[0])
    return best[0] * x[best[1]] * (2 if best > (0.1, 0) else 1)


@dataclass
class Spring:
    stiffness: float
    rest: float = 0.5

    def energy(self, x):
        return 0.5 * self.stiffness * (x - self.rest) ** 2


@dataclass(frozen=True)
class State:
    position: typing.Any
    velocity: typing.Any
    time: float = 0.0

    def step(self, h):
        return dataclasses.replace(self, position=self.position + h * self.velocity,
                                   velocity=self.velocity - h * np.sin(self.position),
                                   time=self.time + h)


@dataclass
class Log:
    entries: list = field(default_factory=list)
    totals: dict = field(default_factory=dict)
    scale: float = 2.0
    size: float = field(init=False)

    def __post_init__(self):
        self.size = self.scale ** 2

    def add(self, name, v):
        self.entries.append(v * self.scale)
        self.totals[name] = self.totals.get(name, 0.0) + v


@dataclass
class Chain:
    first: Spring
    others: list[Spring]
    origin: State = State(0.0, 1.0)


@dataclass(order=True)
class Item:
    rank: int
    value: float = field(compare=False)


def data_class(x):
    spring = Spring(x ** 2)
    stiff = Spring(stiffness=np.sin(x), rest=x)
    stiff.rest = stiff.rest * 2
    return np.sum(spring.energy(x) + stiff.energy(x ** 2))


def frozen_data_class(x):
    state = State(x, 1.0)
    for _ in range(3):
        state = state.step(0.1)
    return np.sum(state.position * state.velocity + state.time * x ** 2)


def replaced(x):
    spring = Spring(x, x ** 2)
    other = dataclasses.replace(spring, rest=np.sin(x))
    spring.stiffness = 10.0
    return np.sum(other.energy(x) * spring.energy(x))


def default_factory(x):
    log, other = Log(), Log(scale=x)
    for i in range(3):
        log.add('ab'[i % 2], x ** i)
        other.add('c', np.sin(x))
    y = log.entries[2] * other.entries[1] * log.totals['a'] * other.size
    return np.sum(y + other.totals['c'])


def nested_data_classes(x):
    chain = Chain(Spring(x), [Spring(x ** 2, x), Spring(2.0)])
    chain.others[1].stiffness = np.sin(x)
    chain.first = chain.others[0]
    chain.first.rest = chain.origin.velocity * x
    return np.sum(sum(s.energy(x ** 2) for s in [chain.first, *chain.others]))


def compared_data_classes(x):
    items = [Item(3, x), Item(1, x ** 2), Item(2, np.sin(x))]
    first, *rest = sorted(items)
    y = first.value * rest[0].value if min(items) == Item(1, 0.0) else x
    return np.sum(y * dataclasses.asdict(items[0])['value'])


def data_class_fields(x):
    spring = Spring(x, x ** 2)
    total = 0.0
    for f in dataclasses.fields(spring):
        total = total * x + getattr(spring, f.name)
    stiffness, rest = dataclasses.astuple(spring)
    return np.sum(total * stiffness * rest)


def namespace(x):
    p = types.SimpleNamespace(a=x, b=x ** 2)
    p.c = p.a * p.b
    p.a *= np.sin(x)
    q = types.SimpleNamespace(inner=p, d=x)
    q.inner.b += q.d
    return np.sum(p.a * p.b * p.c)


# Flags and types

class Kind(enum.Enum):
    SINE = 'sine'
    SQUARE = 'square'
    CUBE = 3


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3


def apply(x, kind='sine', scale=None):
    if scale is None:
        scale = 2.0
    elif not scale:
        scale = x
    if kind == 'sine':
        return scale * np.sin(x)
    return scale * x ** 2 if kind.startswith('sq') else x


def strings_and_none(x):
    y = apply(x) * apply(x, 'square', 0) + apply(x, kind='Other'.lower(), scale=x is not None)
    return np.sum(y * (apply(x, 'sq' + 'uare') if 'qu' in 'square' else 1.0))


def state_as_text(x):
    state, s, k = 'start', x, 0
    while state != 'stop':
        if state == 'start':
            s, state = s * 2, 'fall'
        elif state == 'fall':
            s = s * 0.7
            k += 1
            state = 'turn' if s < 0.9 or k > 5 else 'fall'
        else:
            s, state = s * x, 'stop'
    return s * len(state)


def text_of_each_item(x):
    def kind(v):
        if v < 0:
            return 'negative'
        return 'small' if v < 1 else 'large'

    scale = {'negative': x[0], 'small': 2.0, 'large': np.sum(x)}
    total = 0.0
    for v in x:
        name = kind(v)
        total = total + scale[name] * v * (3.0 if name in ('small', 'large') else v)
    return total


class Regime(enum.Enum):
    SLOW = 0.5
    FAST = 2.0


def member_in_a_loop(x):
    regime, total = Regime.SLOW, 0.0
    for k in range(4):
        total = total + x * regime.value * (k + 1)
        regime = Regime.FAST if total > 2.0 else Regime.SLOW
    return total * x if regime is Regime.FAST else total


def member_of_each_item(x):
    rates = {Regime.SLOW: x[0], Regime.FAST: x[2] ** 2}
    return sum(v * rates[Regime.FAST if v > 0.5 else Regime.SLOW] for v in x)


def flag_arguments(x, kind, scale):
    return np.sum(apply(x, kind, scale) * x)


def enumeration(x):
    total = 0.0
    for kind in Kind:
        if kind is Kind.SINE:
            total += np.sin(x)
        elif kind.value == 'square':
            total *= x ** 2
        elif kind == Kind['CUBE']:
            total += x ** kind.value
    return np.sum(total * x ** Level.HIGH * (Level.LOW < Level.HIGH))


class Unit(enum.Enum):
    METRE = 1.0
    FOOT = 0.3048

    @property
    def squared(self):
        return self.value ** 2

    def convert(self, v, other):
        return v * self.value / other.value


def enumeration_methods(x):
    return np.sum(Unit.FOOT.convert(x, Unit.METRE) ** 2 * Unit.FOOT.squared + x)


def enumeration_argument(x, kind, level):
    table = {Kind.SINE: np.sin, Kind.SQUARE: lambda v: v ** 2}
    y = table[kind](x) * x ** level
    match kind:
        case Kind.SQUARE:
            y = y * np.cos(x)
        case Kind.SINE:
            y = y + x
    return np.sum(y)


def depth(values):
    if isinstance(values, (list, tuple)):
        return sum(depth(v) for v in values) * 2
    if type(values) is str:
        return len(values)
    return values ** 2


def isinstance_and_type(x):
    y = depth([x, [x, 'abc'], (np.sin(x), [])])
    if isinstance(x, float) or type(x) == np.ndarray:
        y = y * x
    return np.sum(y)


def attributes_by_name(x):
    p = types.SimpleNamespace(a=x)
    p.b = x ** 2
    for name in ('a', 'b', 'c'):
        if hasattr(p, name):
            setattr(p, name, getattr(p, name) * np.sin(x))
    delattr(p, 'a')
    return np.sum(p.b * getattr(p, 'a', x) * np.cos(x))


# Copies and conversions

def copied(x):
    values = [x, [x ** 2, x]]
    shallow, slices = copy.copy(values), values[:]
    shallow[0] = np.sin(x)
    shallow[1][0] = shallow[1][0] * x
    slices[1][1] = 3.0 * x
    return np.sum(values[0] * values[1][0] * shallow[0] * list(values)[1][1])


def deep_copied(x):
    table = {'a': [x, x ** 2], 'b': Spring(x)}
    other = copy.deepcopy(table)
    other['a'][1] = other['a'][1] * np.sin(x)
    other['b'].stiffness = 3.0
    return np.sum(table['a'][1] * other['a'][1] * table['b'].stiffness * other['b'].energy(x))


def copied_dict(x):
    table = {'a': x, 'b': [x]}
    other = table.copy()
    other['a'] = x ** 2
    other['b'].append(np.sin(x))
    return np.sum(table['a'] * other['a'] * table['b'][1])


def copied_array(x):
    y = x.copy()
    z = np.copy(y)
    same = np.asarray(y)
    y[0] = x[1] ** 2
    same[1] *= 2.0
    z[2] = 1.0
    return np.sum(y ** 2 * z * copy.deepcopy(same) * np.array(y))


def copied_object(x):
    spring = Spring(x, x ** 2)
    other = copy.copy(spring)
    other.rest = np.sin(x)
    return np.sum(spring.energy(1.0) * other.energy(2.0))


def to_item(x):
    y = np.array([x, x ** 2])
    return y[1].item() * float(y[0]) + np.sum(y).item() ** 2


def to_item_array(x):
    y = (x ** 2).reshape(1, 3)
    return float(np.sum(y)) * y[0, 1].item() + y.item(2) * y.item((0, 0))


def to_list(x):
    values = (x ** 2).tolist()
    rows = np.outer(x, x).tolist()
    values.append(rows[0][1])
    return sum(values) * rows[2][0] + list(x)[1] * tuple(x)[2]


def to_float(x):
    return float(x) ** 2 + float(np.sin(x)) * float('2.5') * np.float64(x)


def to_int(x):
    n = int(x * 2)
    return x ** n * round(x) + bool(x) * x * int('3')


def to_int_array(x):
    i = int(x[2])
    return x[i] ** 2 * int(np.sum(x) * 7) + np.sum(x.astype(int) * x) + np.sum(x.astype(float))


def sorted_by_key(x):
    pairs = [('b', x), ('a', x ** 2), ('c', np.sin(x))]
    (_, first), *rest = sorted(pairs, key=lambda pair: pair[0])
    names = sorted(['ccc', 'a', 'bb'], key=len, reverse=True)
    return np.sum(first * rest[0][1] ** 2 + rest[1][1] * len(names[0]))


def sorted_by_value(x):
    pairs = [(i, v) for i, v in enumerate(x)]
    pairs.sort(key=lambda pair: -pair[1])
    order = sorted(range(3), key=lambda i: x[i] ** 2)
    return sum(v * (k + i + 1) for k, (i, v) in enumerate(pairs)) * x[order[0]] * x[order[-1]] ** 2


def extremes_by_key(x):
    values = [x, -x ** 2, np.sin(x)]
    table = {'a': x, 'b': x ** 3, 'c': 0.5}
    largest = max(values, key=abs)
    name = max(table, key=table.get)
    return largest * min(values, key=lambda v: (v - 1.2) ** 2) * table[name]


def extremes_by_key_array(x):
    i = max(range(3), key=lambda j: x[j])
    point = min([(v, v ** 2) for v in x], key=lambda pair: pair[1])
    return x[i] ** 3 * point[0] * min(x, key=abs) + max(x.tolist(), default=0.0)


def matrix(x):
    return np.sum(np.matrix([[x, 1.0], [2.0, x]]) * np.matrix([[x], [1.0]]))


def objects(x):
    y = x.astype(object)
    return np.sum(y ** 2)


def long_double(x):
    return np.longdouble(x) ** 2


def masked(x):
    y = np.ma.masked_array(x, mask=[False, True, False])
    return (y ** 2).sum()


def active_key(x):
    table = {x: x ** 2}
    return table[x]


def record_array(x):
    y = np.zeros(3, dtype=[('a', float), ('b', float)])
    y['a'] = x
    return np.sum(y['a'] ** 2)


def best_so_far(x):
    best = None
    for value in (x ** 2, np.sin(x), x ** 3):
        if best is None or value < best:
            best = value
    other = None if x < 2 else best
    return best * (x if other is None else other)


def best_so_far_array(x):
    best, place, last = None, None, None
    for i in range(len(x)):
        if best is None or x[i] > best:
            best, place = x[i], i
        last = x * x[i] if last is None else last + x[i]
    return best * x[place] + np.sum(last ** 2)


FEATURES = [
    feature('list `append`, `extend`, `+=`', (append_and_extend, X), (append_in_loop, V)),
    feature('list `pop`', (popped, X), (stack, X), (stack, V)),
    feature('list `insert`', (inserted, X), (inserted, V)),
    feature('list `remove`, `index`, `count`', (removed, X), (removed, V), (removed_active, X),
            (searched, X), (searched, V)),
    feature('list `sort`', (sorted_in_place, X), (sorted_in_place_array, V)),
    feature('list `reverse`', (reversed_in_place, X), (reversed_in_place, V)),
    feature('list items that are assigned', (item_assignment, X), (item_assignment, V)),
    feature('list slices that are assigned', (slice_assignment, X)),
    feature('list `clear`', (cleared, X), (cleared, V)),
    feature('list `+` and `*`', (concatenated, X), (concatenated, V), (repeated_list, X),
            (repeated_list, V)),
    feature('two names of a list', (two_names, X), (two_names, V)),
    feature('nested lists', (nested_lists, X), (nested_lists_array, V), (matrix_of_lists, V)),
    feature('lists of arrays that share memory', (shared_rows, V), (rows_of_matrix, V)),
    feature('views of arrays', (views, V)),
    feature('items of arrays that are assigned by arrays', (index_arrays, V)),
    feature('dict `items`, `keys`, `values`', (dict_items, X), (dict_items, V)),
    feature('dict items that are assigned and deleted', (dict_assignment, X),
            (dict_assignment, V)),
    feature('dict `get` and `in`', (dict_get, X), (dict_get, V), (dict_counted, V)),
    feature('dict `pop` and `popitem`', (dict_pop, X), (dict_pop, V)),
    feature('dict `setdefault`', (dict_setdefault, X), (dict_setdefault, V)),
    feature('dict `update`, `|`, `**`', (dict_update, X), (dict_update, V)),
    feature('`dict(…)` and dict comprehensions', (dict_built, X), (dict_built, V)),
    feature('the order of a dict', (dict_order, X), (dict_order, V)),
    feature('tuples as keys of a dict', (dict_of_tuples, X), (dict_of_tuples, V)),
    feature('nested dicts', (nested_dicts, X), (nested_dicts, V)),
    feature('dicts that a function changes', (dict_passed, X), (dict_passed, V)),
    feature('`collections.defaultdict`', (default_dict, X), (default_dict, V),
            (default_dict_array, V)),
    feature('`collections.deque`', (queue, X), (queue, V)),
    feature('`collections.deque` with `maxlen`', (window, X), (window, V), (window_array, V)),
    feature('`collections.Counter`', (counted, X), (counted, V), (counted_array, V)),
    feature('`collections.OrderedDict`', (ordered_dict, X), (ordered_dict, V)),
    feature('`collections.ChainMap`', (chain_map, X), (chain_map, V)),
    feature('sets of constants', (set_of_names, X), (set_of_names, V), (set_of_indices, V)),
    feature('`collections.namedtuple`', (named_tuple, X), (named_tuple, V)),
    feature('`typing.NamedTuple` with methods', (typed_named_tuple, X), (typed_named_tuple, V)),
    feature('named tuples as the differentiated argument', (named_tuple_argument, Pair(X, 0.4)),
            (named_tuple_array, Complex(V, np.array([0.3, 0.9, -0.5])))),
    feature('tuples', (tuples, X), (tuples, V)),
    feature('tuples and lists that are compared', (compared, X), (active_comparison, V)),
    feature('several results in an array', (returned_tuple, V)),
    feature('`dataclasses.dataclass`', (data_class, X), (data_class, V)),
    feature('frozen dataclasses', (frozen_data_class, X), (frozen_data_class, V)),
    feature('`dataclasses.replace`', (replaced, X), (replaced, V)),
    feature('`default_factory` and `__post_init__`', (default_factory, X), (default_factory, V)),
    feature('nested dataclasses', (nested_data_classes, X), (nested_data_classes, V)),
    feature('dataclasses that are compared', (compared_data_classes, X),
            (compared_data_classes, V)),
    feature('`dataclasses.fields`, `asdict`, `astuple`', (data_class_fields, X),
            (data_class_fields, V)),
    feature('`types.SimpleNamespace`', (namespace, X), (namespace, V)),
    feature('strings and `None` as flags', (strings_and_none, X), (strings_and_none, V),
            (flag_arguments, X, 'square', 0), (flag_arguments, V, 'sine', None)),
    feature('text that is decided while it runs', (state_as_text, X),
            (text_of_each_item, V)),
    feature('members of an `enum` that are decided while it runs',
            (member_in_a_loop, X), (member_of_each_item, V)),
    feature('`enum`', (enumeration, X), (enumeration, V),
            (enumeration_argument, X, Kind.SQUARE, Level.HIGH),
            (enumeration_argument, V, Kind.SINE, Level.LOW)),
    feature('`enum` with methods', (enumeration_methods, X), (enumeration_methods, V)),
    feature('`isinstance` and `type`', (isinstance_and_type, X), (isinstance_and_type, V)),
    feature('`hasattr`, `getattr`, `setattr`, `delattr`', (attributes_by_name, X),
            (attributes_by_name, V)),
    feature('`copy.copy` and slices that copy', (copied, X), (copied, V), (copied_object, X),
            (copied_object, V)),
    feature('`copy.deepcopy`', (deep_copied, X), (deep_copied, V)),
    feature('dict `copy`', (copied_dict, X), (copied_dict, V)),
    feature('array `copy`, `np.array`, `np.asarray`', (copied_array, V)),
    feature('array `item`', (to_item, X), (to_item_array, V)),
    feature('array `tolist`', (to_list, V)),
    feature('`float`', (to_float, X)),
    feature('`int`, `round`, `bool`', (to_int, X), (to_int_array, V)),
    feature('`sorted` and `sort` with `key`', (sorted_by_key, X), (sorted_by_key, V),
            (sorted_by_value, V)),
    feature('`min` and `max` with `key`', (extremes_by_key, X), (extremes_by_key_array, V)),
    feature('values that are None on some paths', (best_so_far, X), (best_so_far_array, V)),
]

REFUSED = [
    refused('`np.matrix`', matrix, X),
    refused('arrays of objects', objects, V),
    refused('`np.longdouble`', long_double, X),
    refused('masked arrays', masked, V),
    refused('structured arrays', record_array, V),
    refused('differentiated values as keys of a dict', active_key, X),
]

# Programs of these features that are refused yet.
NOT_YET = frozenset({
    'nested_lists_array',
    'active_comparison',
})
