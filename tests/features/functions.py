"""Functions and iteration: programs that show which of them are differentiated."""
import bisect
import functools
import heapq
import itertools
import logging
import math
import operator

import numpy as np

from tests.features.record import feature, refused

X = 1.3
V = np.array([0.7, -0.4, 1.2])
WEIGHTS = np.array([0.5, 1.5, -0.8])


# Parameters and arguments

def keyword_only(x):
    def power(x, *, exponent, scale=2.0):
        return scale * x ** exponent
    return power(x, exponent=3) + power(exponent=2, x=np.sin(x), scale=x)


def keyword_only_array(x):
    def blend(a, b, *, weight=0.3):
        return weight * a + (1 - weight) * b
    return np.sum(blend(x ** 2, np.sin(x)) * blend(x, x ** 3, weight=x[0]))


def positional_only(x):
    def ratio(a, b, /, c=2.0):
        return a / (b ** 2 + c)
    return ratio(x, x ** 2) * ratio(np.sin(x), 1.0, c=x)


def positional_only_array(x):
    def named(x, /, **others):
        return np.sum(x * others['x'])
    return named(x ** 2, x=np.sin(x))


def product_of(*values):
    y = 1.0
    for v in values:
        y = y * v
    return y * len(values)


def star_parameters(x):
    return product_of(x, x ** 2, np.sin(x)) + product_of() * x + product_of(*[x, 2.0])


def star_parameters_array(x):
    return np.sum(product_of(x, WEIGHTS, x)) + product_of(*x)


def weighted(x, **weights):
    total = 0.0
    for name, weight in weights.items():
        total = total + weight * (x if name == 'linear' else x ** 2)
    return total * len(weights)


def double_star_parameters(x):
    return weighted(x, linear=3.0, square=np.sin(x)) + weighted(x, other=x)


def double_star_parameters_array(x):
    options = {'linear': x, 'square': 0.5}
    return np.sum(weighted(x, **options, more=x[0]))


def mixed(a, b=2.0, *rest, scale=1.0, **others):
    return scale * (a * b + sum(rest)) + others.get('shift', 0.0)


def star_arguments(x):
    t = (x, x ** 2, np.sin(x))
    d = {'scale': x, 'shift': x ** 3}
    return mixed(*t) + mixed(*t[:1], **d) * mixed(x, *t, x, scale=2.0, shift=x)


def star_arguments_array(x):
    d = dict(scale=x[0], shift=np.sum(x ** 3))
    return mixed(*(x[1], x[2]), *[x[0] ** 2], **d)


def forwarding(function):
    def call(*args, **kwargs):
        return function(*args, **kwargs) * 2
    return call


def forwarded(x):
    return forwarding(mixed)(x, x ** 2, x, scale=np.sin(x), shift=x)


def defaults(x):
    def scaled(v, factor=3.0, power=2):
        return factor * v ** power
    return scaled(x) + scaled(x, x) * scaled(x, power=3)


def defaults_array(x):
    def shifted(v, by=x ** 2, scale=WEIGHTS):
        return np.sum((v + by) * scale)
    return shifted(x) * shifted(1.0, by=x[0])


def collect(v, into=None):
    into = [] if into is None else into
    into.append(v ** 2)
    return into


def none_default(x):
    values = collect(np.sin(x), collect(x))
    return np.sum(values[0] * values[1]) * len(collect(x))


def mutable_default(x):
    def remember(v, seen=[]):
        seen.append(v)
        return sum(seen) * len(seen)
    return remember(x) + remember(x ** 2) * remember(np.sin(x))


def mutable_default_array(x):
    def count(v, total={'n': 0.0}):
        total['n'] = total['n'] + np.sum(v)
        return total['n']
    count(x)
    count(x ** 2)
    return count(np.sin(x)) ** 2


def read_only_default(v, powers=(1, 2), weights=[0.5, 0.25]):
    return sum(w * v ** p for w, p in zip(weights, powers))


def list_default(x):
    return np.sum(read_only_default(x) * read_only_default(np.sin(x), weights=[x, 2.0]))


# Decorators

def doubled(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return 2.0 * function(*args, **kwargs) + args[0]
    return inner


def squared(function):
    def inner(x):
        return function(x) ** 2
    return inner


def repeated(times, damp=1.0):
    def decorate(function):
        @functools.wraps(function)
        def inner(x):
            for _ in range(times):
                x = damp * function(x)
            return x
        return inner
    return decorate


def registered(function):
    function.label = 'registered'
    return function


@doubled
def decorated(x):
    return np.sum(np.sin(x) * x)


@squared
def decorated_without_wraps(x):
    return np.sum(np.sin(x) * x)


@repeated(3, damp=0.9)
def decorated_with_arguments(x):
    return np.sin(x) + x ** 2


@doubled
@repeated(2)
@registered
def decorated_thrice(x):
    return x * np.cos(x)


def calls_decorated(x):
    return np.sum(decorated(x) * decorated_with_arguments(x) + decorated_without_wraps(x))


def decorated_inside(x):
    @squared
    @doubled
    def inner(v):
        return v * np.sin(x)
    return np.sum(inner(x))


# functools and operator

def partial(x):
    cube = functools.partial(pow, exp=3)
    scaled = functools.partial(mixed, x, scale=x)
    again = functools.partial(scaled, shift=2.0 * x)
    return scaled(x) * again(np.sin(x), x) + cube(x)


def partial_array(x):
    norm = functools.partial(np.sum, axis=0)
    shifted = functools.partial(np.add, x ** 2)
    steps = [functools.partial(np.multiply, w) for w in (x, 2.0)]
    return norm(shifted(np.sin(x))) * np.sum(steps[0](steps[1](x)))


def heap(x):
    queue = [(3.0, x), (1.0, x ** 2)]
    heapq.heapify(queue)
    heapq.heappush(queue, (2.0, np.sin(x)))
    first, second = heapq.heappop(queue), heapq.heappop(queue)
    return first[1] * second[1] + heapq.nsmallest(1, [5, 4])[0] * queue[0][1]


def heap_array(x):
    queue = []
    for k, v in enumerate(x):
        heapq.heappush(queue, (-k, v * (k + 1)))
    return np.sum(x) * heapq.heappop(queue)[1]


def bisected(x):
    edges = [0.0, 1.0, 2.0, 4.0]
    k = bisect.bisect_right(edges, 1.5)
    return x * edges[k] + x ** 2 * bisect.bisect([1, 3, 5], 4)


def bisected_array(x):
    k = bisect.bisect_left([1, 2, 4, 8], 4)
    return np.sum(x[k] ** 2 * x)


def grouped(x):
    words = ['ab', 'ac', 'b', 'ca']
    total = x
    for letter, group in itertools.groupby(words, key=lambda word: word[0]):
        total = total * x + len(list(group)) * (2.0 if letter == 'a' else 1.0)
    return total


def grouped_array(x):
    sums = {k: sum(v for _, v in group)
            for k, group in itertools.groupby(enumerate(x), key=lambda pair: pair[0] // 2)}
    return sums[0] * sums[1]


@functools.singledispatch
def measure(value):
    return value * 2.0


@measure.register
def _(value: list):
    return sum(measure(item) for item in value) * value[0]


@measure.register
def _(value: tuple):
    return value[0] * value[1]


def dispatched(x):
    return measure(x) * measure([x, x ** 2]) + measure((x, 3.0))


def dispatched_array(x):
    return np.sum(measure(x) * measure((x, np.sin(x))))


def logged(x):
    log = logging.getLogger(__name__)
    y = x ** 2
    log.debug('y is %s', y)
    logging.info(f'twice that is {2 * y}')
    return y * x


def logged_array(x):
    for k, v in enumerate(x):
        logging.getLogger('tests').debug('item %d: %.3f', k, v)
    return np.sum(x ** 3)


def counting(x):
    def step(v):
        step.calls += 1
        step.last = v * step.calls
        return step.last

    step.calls = 0
    return step(x) * step(x ** 2) + step.calls * step.last


def counting_array(x):
    def norm(v):
        norm.seen = [*getattr(norm, 'seen', []), np.sum(v ** 2)]
        return np.sqrt(norm.seen[-1])

    return norm(x) * norm(np.sin(x)) + norm.seen[0]


@functools.cache
def polynomial(x, n):
    return 1.0 if n == 0 else x * polynomial(x, n - 1) + n


@functools.cache
def table_entry(n):
    return math.sqrt(n + 1)


def cached(x):
    return polynomial(x, 4) * polynomial(x, 2)


def cached_constants(x):
    return np.sum(x ** 2 * table_entry(3) + np.sin(x) * table_entry(7))


def reduced(x):
    values = [x, x ** 2, np.sin(x)]
    a = functools.reduce(lambda s, v: s * v + x, values)
    b = functools.reduce(operator.mul, values, 2.0)
    return a * b


def reduced_array(x):
    return functools.reduce(lambda s, v: np.sin(s) + v * s, x, 1.0)


def from_operator(x):
    y = operator.add(operator.mul(x, x), operator.neg(np.sin(x)))
    y = operator.truediv(y, operator.pow(x, 3)) if operator.gt(x, 1) else x
    return y * operator.itemgetter(1)([x, x ** 2]) - operator.sub(x, 1.0)


def from_operator_array(x):
    a = np.outer(x, x) + np.eye(3)
    y = operator.matmul(a, operator.getitem(a, 0))
    first, last = operator.itemgetter(0, -1)(y)
    total = operator.attrgetter('T')(a)[1, 2] * first
    return total + last * functools.reduce(operator.add, x ** 2)


def operator_in_place(x):
    y = x * 1.0
    z = operator.iadd(y, 1.0)
    values = [y, x]
    operator.setitem(values, 1, x ** 2)
    return np.sum(z * y * values[1])


def operator_table(x):
    table = {'+': operator.add, '*': operator.mul, '-': lambda a, b: a - b ** 2}
    y = x
    for symbol in '+*-':
        y = table[symbol](y, np.sin(x))
    return np.sum(y)


# map, filter, zip and their kind

def mapped(x):
    values = list(map(lambda v: v * x, [1.0, x, 3.0]))
    return sum(map(np.sin, values)) * sum(map(operator.mul, values, [x, 2.0]))


def mapped_array(x):
    squares = map(lambda v: v ** 2, x)
    first = next(squares)
    return first * sum(squares) + max(map(np.sin, x))


def filtered(x):
    kept = list(filter(lambda v: v > 1, [x, x ** 2, -x, np.sin(x)]))
    return kept[0] * kept[1] * len(kept) + sum(filter(None, [0.0, x, 0.0]))


def filtered_array(x):
    return sum(v ** 2 for v in filter(lambda v: v > 0, x)) * x[1]


def zipped(x):
    total = 0.0
    for a, b, c in zip([x, x ** 2, x ** 3], (1.0, x), range(5)):
        total += a * b * (c + 1)
    return total


def zipped_strictly(x):
    powers = (x ** k for k in range(1, 4))
    return np.sum(sum(a * b for a, b in zip(powers, (1.0, x, 2.0), strict=True)))


def asserted(x):
    np.testing.assert_array_less(x, 100.0)
    np.testing.assert_allclose(x, x, err_msg=f'not {np.array_repr(np.asarray(x))}')
    return np.sum(x ** 2)


def zipped_array(x):
    pairs = list(zip(x, x[1:]))
    firsts, seconds = zip(*pairs)
    return sum(a * b ** 2 for a, b in pairs) * len(pairs) + firsts[0] * seconds[1]


def enumerated(x):
    total = 0.0
    for i, (a, b) in enumerate(zip([x, 2.0], [np.sin(x), x]), start=1):
        total += a ** i * b
    return total


def enumerated_array(x):
    total = 0.0
    for i, v in enumerate(x):
        total = total * 0.5 + v ** (i + 1)
    return total


def reversed_order(x):
    y = 1.0
    for v in reversed([x, 2.0, np.sin(x)]):
        y = y * x + v
    for i in reversed(range(1, 3)):
        y = y * x + i
    return y


def reversed_array(x):
    y = 0.0
    for i, v in reversed(list(enumerate(x))):
        y = y * v + np.sin(v) * i
    return y


def totals(x):
    values = [x, x ** 2, -x]
    return sum(v ** 2 for v in values) * max(v for v in values) - min(np.sin(v) for v in values)


def totals_array(x):
    total = sum((v * w for v, w in zip(x, WEIGHTS)), x[0] ** 2)
    if any(v < 0 for v in x) and not all(v > 0 for v in x):
        total = total * max(v ** 2 for v in x)
    return total * math.prod(v for v in x)


def sorted_values(x):
    values = sorted([x ** 2, np.sin(x), -x], reverse=True)
    return values[0] * values[1] + values[2] ** 3


def sorted_array(x):
    return sum(v * i for i, v in enumerate(sorted(v ** 2 for v in x))) * sorted(x)[0]


# Iterators and generators

def powers(x, n):
    y = 1.0
    for _ in range(n):
        y = y * x
        yield y


def tree(values):
    if len(values) == 1:
        yield values[0] ** 2
    else:
        yield from tree(values[:1])
        yield np.sin(values[1])
        yield from tree(values[1:])


def unbounded(x):
    y = x
    while True:
        yield y
        y = np.sin(y) + x


def generator(x):
    total = 0.0
    for i, y in enumerate(powers(x, 4)):
        total += y * i
    return total


def generator_array(x):
    first, *rest = powers(x, 3)
    return np.sum(first * rest[1]) + np.sum(list(powers(x, 2)))


def delegating_generator(x):
    return sum(v * (i + 1) for i, v in enumerate(tree([x, x ** 2, x ** 3])))


def delegating_generator_array(x):
    return sum(v * (i + 1) for i, v in enumerate(tree(x)))


def unbounded_generator(x):
    steps = unbounded(x)
    total = next(steps)
    for y in steps:
        total = total * y
        if np.sum(total) > 5:
            break
    return np.sum(total * next(steps))


def interleaved_generators(x):
    a, b = unbounded(x), powers(x, 5)
    y = next(a) * next(b)
    y = y * next(b) + next(a)
    y = y * next(b) * next(a)
    return np.sum(y)


def generator_that_returns(x):
    def inner(n):
        total = 0.0
        for i in range(n):
            total += x ** i
            yield total
        return total * x

    def outer():
        result = yield from inner(3)
        yield result ** 2

    *_, before, last = outer()
    return np.sum(last * before)


def lazy_generator(x):
    scale = [x]

    def values():
        for i in range(3):
            yield scale[0] * i

    total = 0.0
    for v in values():
        total += v
        scale[0] = scale[0] * np.sin(x)
    return np.sum(total)


def grown(values, x):
    while True:
        values[0] = values[0] * x
        yield values[0]


def generators_in_zip(x):
    values, others = [x], [1.0 * x]
    pairs = list(zip(grown(values, np.sin(x)), range(2)))
    more = list(zip(range(2), grown(others, np.sin(x))))
    return np.sum(pairs[1][0] * values[0] + more[1][1] * others[0])


def generators_that_stop(x):
    values = [x]
    if any(np.sum(v ** 2) < 1 for v in grown(values, np.sin(x))):
        values.append(x)
    for v in grown(values, 2.0):
        if np.sum(v ** 2) > 9:
            break
    return np.sum(values[0] * values[-1])


def generator_expression(x):
    squares = (v ** 2 for v in [x, 2.0, np.sin(x)] if v < 1.9)
    first = next(squares)
    return first * sum(squares)


def generator_expression_array(x):
    scale = 1.0
    scaled = (v * scale for v in x)
    scale = x[0]
    return sum(scaled) * sum(x[i] * x[j] for i in range(3) for j in range(i))


def iterators(x):
    values = iter([x, x ** 2, np.sin(x)])
    y = next(values)
    for v in values:
        y = y * v + 1
    return y * next(values, x)


def iterators_array(x):
    pairs = iter(x)
    total = 0.0
    for a in pairs:
        total += a * next(pairs, x[1]) ** 2
    return total


def next_with_default(x):
    found = next((v for v in [x, x ** 2, x ** 3] if v > 1.5), 0.0)
    missing = next((v for v in [x, x ** 2] if v > 100), np.sin(x))
    return found * missing


def next_with_default_array(x):
    found = next((i for i, v in enumerate(x) if v < 0), None)
    return x[found] ** 2 * next((v for v in x if v > 50), x[0])


def sentinel_iterator(x):
    values = [0.0, x, x ** 2, x ** 3]
    total = 1.0
    for v in iter(values.pop, 0.0):
        total = total * v + 1
    return total


# Comprehensions

def list_comprehension(x):
    values = [v * x for v in [x, 2.0, -1.0] if v > 0]
    table = [[i * x + j for j in range(3) if j != i] for i in range(3)]
    return values[0] * values[1] + sum(v ** 2 for row in table for v in row)


def list_comprehension_array(x):
    signs = [v ** 2 if v > 0 else np.sin(v) for v in x]
    pairs = [a * b for i, a in enumerate(x) if i for b in x[:i] if b > 0]
    rows = np.array([[v * w for w in x] for v in signs])
    return sum(signs) * sum(pairs) + np.sum(rows ** 2)


def dict_comprehension(x):
    table = {name: x ** i for i, name in enumerate('abc') if i}
    scaled = {name + name: v * x for name, v in table.items()}
    return np.sum(scaled['cc'] * table['b'] + len(scaled) * x)


def set_comprehension(x):
    indices = {i % 2 for i in range(4)}
    return np.sum(sum(x ** (i + 2) for i in sorted(indices)))


# itertools

def product(x):
    total = 0.0
    for a, b in itertools.product([x, 2.0], [np.sin(x), x ** 2]):
        total = total * 0.5 + a * b
    for i, j in itertools.product(range(2), repeat=2):
        total += x ** (i + j)
    return total


def product_array(x):
    return sum(a * b ** 2 for a, b in itertools.product(x, x[:2]))


def chained(x):
    total = 1.0
    for v in itertools.chain([x, 2.0], (np.sin(x),)):
        total = total * v + x
    return total


def chained_array(x):
    rows = [[x[0], x[1] ** 2], [x[2]]]
    return sum(v ** 2 * i for i, v in enumerate(itertools.chain.from_iterable(rows), 1))


def accumulated(x):
    sums = list(itertools.accumulate([x, x ** 2, np.sin(x)]))
    products = list(itertools.accumulate([x, 2.0, x], lambda a, b: a * b + x))
    return sums[2] * products[2] + sums[1]


def accumulated_array(x):
    products = itertools.accumulate(x, operator.mul, initial=x[0])
    return sum(p * (i + 1) for i, p in enumerate(products)) + sum(itertools.accumulate(x)) ** 2


def sliced(x):
    values = [x ** i for i in range(6)]
    picked = list(itertools.islice(values, 1, None, 2))
    return sum(picked) * next(itertools.islice(values, 2, 3))


def sliced_array(x):
    return np.sum(sum(itertools.islice(unbounded(x), 1, 4)) * x)


def taken_while(x):
    values = [x, x ** 2, x ** 6, 1.0]
    taken = list(itertools.takewhile(lambda v: v < 2, values))
    dropped = list(itertools.dropwhile(lambda v: v < 2, values))
    return taken[1] * dropped[0] + len(taken) * x


def taken_while_array(x):
    return sum(v ** 2 for v in itertools.takewhile(lambda v: v > 0, x)) * x[1]


def pairwise(x):
    return sum(a * b ** 2 for a, b in itertools.pairwise([x, np.sin(x), x ** 2]))


def pairwise_array(x):
    total = 1.0
    for a, b in itertools.pairwise(x):
        total = total * (b - a) + a ** 2
    return total


def combined(x):
    pairs = list(itertools.combinations([x, x ** 2, np.sin(x)], 2))
    return sum(a / b for a, b in pairs) * len(pairs)


def combined_array(x):
    total = sum(a * b for a, b in itertools.combinations(x, 2))
    for a, b in itertools.permutations(x, 2):
        total += a * b ** 2
    return total


def repeated_and_counted(x):
    total = 0.0
    for v, i in zip(itertools.repeat(x, 3), itertools.count(1)):
        total += v ** i
    for v, w in zip([x, x ** 2, x ** 3], itertools.cycle([1.0, x])):
        total += v * w
    return np.sum(total)


def longest(x):
    total = 0.0
    for a, b in itertools.zip_longest([x, x ** 2, np.sin(x)], [x], fillvalue=2.0 * x):
        total += a * b
    return total


def starmapped(x):
    pairs = [(v, i) for i, v in enumerate(x)]
    return sum(itertools.starmap(lambda v, i: v ** (i + 1), pairs)) ** 2


# Calls

def power(x, n):
    return 1.0 if n == 0 else x * power(x, n - 1) + np.sin(x)


def recursion(x):
    return power(x, 4)


def recursive_sum(x):
    if len(x) == 1:
        return x[0] ** 2
    return np.sin(x[0]) * recursive_sum(x[1:]) + recursive_sum(x[:-1])


def halving(x):
    return x ** 2 if x < 1 else x * halving(x / 2)


def even(x, n):
    return x if n == 0 else np.sin(odd(x, n - 1)) + x


def odd(x, n):
    return 0.5 * x if n == 0 else even(x, n - 1) * x


def mutual_recursion(x):
    return np.sum(even(x, 4))


def local_recursion(x):
    def walk(node):
        if isinstance(node, list):
            return sum(walk(child) for child in node) * x
        return node ** 2
    return walk([x, [2.0, x], [[x]]])


def local_recursion_array(x):
    def step(y, n):
        if n == 0:
            return y
        return step(y * np.sin(x) + x, n - 1)
    return np.sum(step(x, 3))


def multiplier(factor):
    def multiply(v):
        return factor * v
    return multiply


def compose(*functions):
    def composed(v):
        for function in functions:
            v = function(v)
        return v
    return composed


def returned_functions(x):
    double, by_x = multiplier(2.0), multiplier(x)
    return compose(np.sin, by_x, double, multiplier(x ** 2))(x)


def returned_functions_array(x):
    steps = [multiplier(v) for v in x]
    return np.sum(compose(*steps)(x)) + np.sum(steps[1](x ** 2))


def curried(x):
    return (lambda a: lambda b: lambda c: a * b ** 2 + c * x)(x)(np.sin(x))(x ** 3)


def functions_in_dict(x):
    table = {'sin': np.sin, 'square': lambda v: v * v, 'scale': multiplier(x)}
    y = x
    for name in ('scale', 'sin', 'square'):
        y = table[name](y) + 1
    return np.sum(y)


ACTIVATIONS = {'tanh': np.tanh, 'softplus': lambda v: np.log1p(np.exp(v))}


def functions_in_global_dict(x, kind):
    return np.sum(ACTIVATIONS[kind](x) * x)


def functions_as_arguments(x):
    def twice(function, v):
        return function(function(v))

    def derivative(function, at, step=0.1):
        return (function(at + step) - function(at - step)) / (2 * step)

    return np.sum(twice(np.sin, x) * derivative(lambda v: v ** 3, x))


def late_binding(x):
    functions = []
    for i in range(3):
        functions.append(lambda v: v * (i + 1) + x)
    return sum(f(x ** 2) for f in functions)


def late_binding_array(x):
    scale = 1.0

    def scaled(v):
        return v * scale

    y = scaled(x)
    scale = x[0] ** 2
    return np.sum(y * scaled(x))


def early_binding(x):
    functions = [lambda v, i=i: v ** i for i in range(1, 4)]
    return np.sum(functions[0](x) * functions[1](x) + functions[2](x))


def early_binding_array(x):
    functions = []
    for w in x:
        def add(v, w=w):
            return np.sum(v * w)
        functions.append(add)
    return functions[0](x) * functions[2](x ** 2)


def captured_default(x):
    y = x ** 2

    def inner(v, y=y):
        return v * y

    y = np.sin(x)
    return inner(x) + inner(y)


def captured_default_array(x):
    def outer(v=x):
        def inner(w=v ** 2):
            return np.sum(w * v)
        return inner() + inner(v)
    return outer() * outer(np.sin(x))


def captured_list(x):
    log = []

    def record(v):
        log.append(v)
        return v * len(log)

    y = record(x) + record(x ** 2)
    return y * log[1] + sum(log)


def captured_array(x):
    y = np.zeros(3)

    def write(i, v):
        y[i] = v
        y[2] += v ** 2

    for i in range(2):
        write(i, x[i] * x[2])
    return np.sum(y * x)


def counter(start, factor):
    state = start

    def step():
        nonlocal state
        state = state * factor + 1
        return state

    return step


def closure_with_state(x):
    a, b = counter(x, 2.0), counter(1.0, x)
    a()
    b()
    return np.sum(a() * b() + b())


def many_results(x):
    def split(v):
        return v ** 2, [np.sin(v), {'cube': v ** 3}]
    square, (sine, rest) = split(x)
    return np.sum(square * sine + rest['cube'])


def shadowed(x):
    def inner(x):
        x = x ** 2
        return x
    sum = inner(x) * x
    return np.sum(sum)


def function_attributes(x):
    def step(v):
        step.calls += 1
        return v * x + step.calls
    step.calls = 0
    return np.sum(step(step(x)))


def hashed(x):
    return x * hash(x)


def sent(x):
    def values():
        y = x
        while True:
            v = yield y
            y = y * v
    steps = values()
    next(steps)
    return steps.send(x) + steps.send(2.0)


def thrown(x):
    def values():
        try:
            yield x
        except ValueError:
            yield x ** 2
    steps = values()
    return next(steps) * steps.throw(ValueError)


def method_caller(x):
    total = operator.methodcaller('sum')
    return total(x ** 2) * operator.methodcaller('cumsum', axis=0)(x)[1]


def nearest(points, target):
    for point in points:
        if abs(point - target) < 0.2:
            return point


def ends_without_result(x):
    far, near = nearest([x, 2 * x], 9.0), nearest([x, 2 * x], 2.5)
    return x if near is None else near * (3.0 if far is None else far)


def ends_without_result_array(x):
    found = nearest(x, 1.1)
    return np.sum(x) if found is None else found ** 2


def tally(value, seen=[]):
    seen.append(value)
    return sum(seen) - sum(seen[:-1])


def changed_default(x):
    return tally(x) * tally(x ** 2)


def add_up(value, total=np.zeros(3)):
    total += value
    return value * 2


def changed_default_array(x):
    return np.sum(add_up(x) ** 2)


TOTAL = {'calls': 0}


def counts_down(n, x):
    TOTAL['calls'] += 1
    return x if n <= 0.5 else x * counts_down(n - x, x)


def recursion_with_effects(x):
    return counts_down(3.0 * x, x)


@functools.lru_cache
def half(n, x):
    return x * (n / 2 if isinstance(n, float) else n // 2)


def kept_for_others(x):
    return half(3, x) + half(3.0, x)


FEATURES = [
    feature('keyword-only parameters', (keyword_only, X), (keyword_only_array, V)),
    feature('positional-only parameters', (positional_only, X), (positional_only_array, V)),
    feature('`*args`', (star_parameters, X), (star_parameters_array, V)),
    feature('`**kwargs`', (double_star_parameters, X), (double_star_parameters_array, V)),
    feature('calls with `*` and `**`', (star_arguments, X), (star_arguments_array, V)),
    feature('`*args` and `**kwargs` that are passed on', (forwarded, X), (forwarded, V)),
    feature('defaults', (defaults, X), (defaults_array, V), (none_default, X), (none_default, V),
            (list_default, X), (list_default, V)),
    feature('a default that is changed', (mutable_default, X), (mutable_default_array, V)),
    feature('decorators with `functools.wraps`', (decorated, X), (decorated, V)),
    feature('decorators without `functools.wraps`', (decorated_without_wraps, X),
            (decorated_without_wraps, V)),
    feature('decorators with arguments', (decorated_with_arguments, X),
            (decorated_with_arguments, V)),
    feature('several decorators', (decorated_thrice, X), (decorated_thrice, V)),
    feature('calls of decorated functions', (calls_decorated, X), (calls_decorated, V)),
    feature('decorators of nested functions', (decorated_inside, X), (decorated_inside, V)),
    feature('`functools.partial`', (partial, X), (partial_array, V)),
    feature('`functools.lru_cache` and `cache`', (cached, X), (cached_constants, V)),
    feature('`functools.reduce`', (reduced, X), (reduced_array, V)),
    feature('`functools.singledispatch`', (dispatched, X), (dispatched_array, V)),
    feature('`heapq`', (heap, X), (heap_array, V)),
    feature('`bisect`', (bisected, X), (bisected_array, V)),
    feature('`logging`', (logged, X), (logged_array, V)),
    feature('`operator`', (from_operator, X), (from_operator_array, V), (operator_table, X),
            (operator_table, V)),
    feature('`operator.iadd` and `setitem`', (operator_in_place, X), (operator_in_place, V)),
    feature('`operator.methodcaller`', (method_caller, V)),
    feature('`map`', (mapped, X), (mapped_array, V)),
    feature('`filter`', (filtered, X), (filtered_array, V)),
    feature('`zip`, with unequal lengths', (zipped, X), (zipped_array, V)),
    feature('`enumerate`', (enumerated, X), (enumerated_array, V)),
    feature('`reversed`', (reversed_order, X), (reversed_array, V)),
    feature('`sum`, `max`, `min`, `any`, `all` over generators', (totals, X), (totals_array, V)),
    feature('`sorted`', (sorted_values, X), (sorted_array, V)),
    feature('generator functions', (generator, X), (generator_array, V)),
    feature('generators without an end', (unbounded_generator, X), (unbounded_generator, V)),
    feature('several generators at once', (interleaved_generators, X),
            (interleaved_generators, V)),
    feature('generators that see later changes', (lazy_generator, X), (lazy_generator, V)),
    feature('generators in `zip`', (generators_in_zip, X), (generators_in_zip, V)),
    feature('generators that are left early', (generators_that_stop, X),
            (generators_that_stop, V)),
    feature('`yield from`', (delegating_generator, X), (delegating_generator_array, V)),
    feature('the result of `yield from`', (generator_that_returns, X),
            (generator_that_returns, V)),
    feature('generator expressions', (generator_expression, X), (generator_expression_array, V)),
    feature('`iter` and `next`', (iterators, X), (iterators_array, V)),
    feature('`next` with a default', (next_with_default, X), (next_with_default_array, V)),
    feature('`iter` with a sentinel', (sentinel_iterator, X)),
    feature('list comprehensions', (list_comprehension, X), (list_comprehension_array, V)),
    feature('dict comprehensions', (dict_comprehension, X), (dict_comprehension, V)),
    feature('set comprehensions', (set_comprehension, X), (set_comprehension, V)),
    feature('`itertools.product`', (product, X), (product_array, V)),
    feature('`itertools.chain`', (chained, X), (chained_array, V)),
    feature('`itertools.accumulate`', (accumulated, X), (accumulated_array, V)),
    feature('`itertools.islice`', (sliced, X), (sliced_array, V)),
    feature('`itertools.takewhile` and `dropwhile`', (taken_while, X), (taken_while_array, V)),
    feature('`itertools.pairwise`', (pairwise, X), (pairwise_array, V)),
    feature('`itertools.combinations` and `permutations`', (combined, X), (combined_array, V)),
    feature('`itertools.repeat`, `count`, `cycle`', (repeated_and_counted, X),
            (repeated_and_counted, V)),
    feature('`itertools.groupby`', (grouped, X), (grouped_array, V)),
    feature('`itertools.zip_longest` and `starmap`', (longest, X), (starmapped, V)),
    feature('recursion', (recursion, X), (halving, 3.3), (recursive_sum, V)),
    feature('mutual recursion', (mutual_recursion, X), (mutual_recursion, V)),
    feature('recursion of nested functions', (local_recursion, X), (local_recursion_array, V)),
    feature('functions that return functions', (returned_functions, X), (curried, X),
            (returned_functions_array, V)),
    feature('functions in dicts', (functions_in_dict, X), (functions_in_dict, V),
            (functions_in_global_dict, X, 'softplus'), (functions_in_global_dict, V, 'tanh')),
    feature('functions as arguments', (functions_as_arguments, X), (functions_as_arguments, V)),
    feature('closures that see later assignments', (late_binding, X), (late_binding_array, V)),
    feature('closures that keep a value by a default', (early_binding, X), (early_binding, V),
            (early_binding_array, V), (captured_default, X), (captured_default_array, V)),
    feature('closures that write captured lists and arrays', (captured_list, X),
            (captured_array, V)),
    feature('closures with a state', (closure_with_state, X), (closure_with_state, V)),
    feature('`zip(…, strict=True)` of iterators', (zipped_strictly, X), (zipped_strictly, V)),
    feature('assertions of `numpy.testing`', (asserted, X), (asserted, V)),
    feature('several results', (many_results, X), (many_results, V)),
    feature('names that hide others', (shadowed, X), (shadowed, V)),
    feature('attributes of nested functions', (counting, X), (counting_array, V)),
    feature('attributes of functions', (function_attributes, X), (function_attributes, V)),
    feature('functions that end without a result on some paths', (ends_without_result, X),
            (ends_without_result_array, V)),
    feature('lists and arrays as defaults, changed by the function', (changed_default, X),
            (changed_default_array, V)),
]

REFUSED = [
    refused('recursions that change what is outside', recursion_with_effects, X),
    refused('`lru_cache` and equal arguments of several types', kept_for_others, X),
    refused('functions without source or rule', hashed, X),
    refused('`send` to a generator', sent, X),
    refused('`throw` into a generator', thrown, X),
]

# Programs of these features that are refused yet.
NOT_YET = frozenset({
    'unbounded_generator',
    'generator_that_returns', 'generator_expression',
    'sentinel_iterator',
})
