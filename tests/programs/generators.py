"""Generator functions, iterators, itertools and what consumes them."""
import itertools
import math
from itertools import accumulate, chain, combinations, islice, product

import numpy as np

from tests.programs.record import program, sample


def powers_of(x, n):
    term = 1.0
    for k in range(n):
        yield term
        term = term * x / (k + 1)


def series_from_a_generator(x):
    return sum(powers_of(x, 6)) * max(powers_of(-x, 4))


def newton_iterates(x, c):
    while True:
        yield x
        x = x - (x * x - c) / (2.0 * x)


def infinite_with_break(c):
    previous = 0.0
    for x in newton_iterates(1.0, c):
        if abs(x - previous) < 1e-3:
            break
        previous = x
    return x * previous


def states_of_a_flow(u, rate):
    n = 0
    while n < 3:
        u = u + rate * (np.roll(u, 1) - u)
        n += 1
        yield u


def yields_arrays(u, rate):
    energy = 0.0
    for state in states_of_a_flow(u, rate):
        energy += np.sum(state ** 2)
    return state * energy


def last_of_a_list(u, rate):
    states = list(states_of_a_flow(u, rate))
    return states[-1] * states[0] + np.sum(np.stack(states), axis=0)


def leapfrog(x, v, dt):
    """Yield time, position and speed."""
    t = 0.0
    for _ in range(4):
        v -= 0.5 * dt * math.sin(x)
        x += dt * v
        v -= 0.5 * dt * math.sin(x)
        t += dt
        yield t, x, v


def yields_tuples(x, v, dt):
    action = 0.0
    for t, position, speed in leapfrog(x, v, dt):
        action += (0.5 * speed ** 2 + math.cos(position)) * dt * t
    return action, position


def with_state(x):
    def smoothed(values, alpha):
        mean = None
        for v in values:
            mean = v if mean is None else alpha * v + (1.0 - alpha) * mean
            yield mean

    return np.array([m * v for m, v in zip(smoothed(x, x[0]), x)])


def leaves_of(tree):
    if isinstance(tree, (tuple, list)):
        for part in tree:
            yield from leaves_of(part)
    else:
        yield tree


def yields_from_itself(x, y):
    tree = (x, [y, (x * y, 2.0)], ())
    return sum(v * v * k for k, v in enumerate(leaves_of(tree), start=1))


def yields_from_others(w, x):
    def layers():
        yield np.tanh
        yield from (np.sin, lambda z: z * x)
        yield np.tanh

    for f in layers():
        x = f(w @ x)
    return x


def read_by_hand(x):
    steps = powers_of(x, 4)
    first = next(steps)
    second = next(steps)
    rest = sum(steps)
    return first + second * rest + next(steps, x * x)


def pairs_by_one_iterator(x):
    it = iter(x)
    total = 0.0
    for a, b in zip(it, it):
        total += a * b * b
    return total + next(it, 0.5)


def first_found(x):
    large = next((v for v in x if v > 0.6), 0.0)
    missing = next((v for v in x if v > 6.0), x[-1])
    return large * large * missing * x


def expression_consumed_later(x):
    scale = 1.0
    scaled = (scale * v for v in x)
    scale = x[0] * 2.0
    first = next(scaled)
    return first * sum(scaled)


def pipeline(x):
    logs = (math.log(v) for v in x)
    weighted = (0.5 ** k * v for k, v in enumerate(logs))
    kept = (v for v in weighted if v < 0.3)
    return math.exp(sum(v * v for v in kept))


def nested_with_conditions(x):
    n = len(x)
    rows = [[x[i] * x[j] if i > j else 0.5 * x[i] for j in range(n) if j != 1]
            for i in range(n) if i % 2 == 0]
    return np.array(rows) * sum(v for row in rows for v in row if v > 0.4)


def sets_and_dicts(x, labels):
    groups = sorted({label for label in labels})  # noqa: C416
    means = {g: sum(v for v, k in zip(x, labels) if k == g) / labels.count(g)
             for g in groups}
    return sum((v - means[k]) ** 2 for v, k in zip(x, labels)) * len(set(labels))


def centred_groups(x, labels):
    means = {g: np.mean(x[[i for i, k in enumerate(labels) if k == g]])
             for g in {*labels}}
    return np.array([v * means[k] for v, k in zip(x, labels)])


def reductions_of_generators(x):
    ranked = sorted(v * v for v in x)
    spread = max(ranked) - min(v for v in x)
    if any(v < 0 for v in ranked) or not all(v < 9.0 for v in ranked):
        return spread
    low, *_, high = tuple(math.sqrt(v + 1.0) for v in ranked)
    return spread * low + high * ranked[1]


def ranked_arrays(x):
    rows = [x * k for k in (1.0, 3.0, 2.0)]
    ranked = sorted(rows, key=lambda row: -np.sum(row))
    return ranked[0] * ranked[1] - max(rows, key=np.sum) * min(x)


def unequal_lengths(x):
    total = 0.0
    for v, w, k in zip(x, x[1:], range(10)):
        total += v * w ** k
    return total * sum(a * b for a, b in zip((2.0, 3.0, 4.0), x[:2]))


def transposed_by_zip(x, y):
    rows = [(x, 1.0, y), (x * y, 2.0, x), (y * y, 0.5, x)]
    first, weights, last = zip(*rows)
    columns = [list(c) for c in zip(*rows)]
    return sum(a * w * b for a, w, b in zip(first, weights, last)) + columns[2][0]


def columns_of_arrays(a):
    return np.array([sum(v * w for v, w in zip(*(column, column[::-1]))) * a[0, 0]
                     for column in zip(*a)])


def backwards(x):
    h = np.zeros(2)
    for k, v in reversed(list(enumerate(x, start=1))):
        h = np.tanh(h * v + x[:2] / k)
    for v in reversed(x):
        h = h * v
    return h


def over_a_grid(x, y):
    total = 0.0
    for (i, j), sign in zip(product(range(2), repeat=2), itertools.cycle((1.0, -0.5))):
        total += sign * x ** i * y ** j
    return total * sum(a * b for a, b in product([x, y], [1.0, x * y]))


def chained_parameters(w, b):
    penalty = sum(np.sum(p * p) for p in chain([w], (b, b * 2.0)))
    rows = chain.from_iterable([row, row * b] for row in w)
    return penalty * sum(rows)


def cumulated(x):
    sums = list(accumulate(x))
    products = list(accumulate(x, lambda p, v: p * v + 0.1, initial=1.0))
    return np.array(sums) * products[-1] + np.array(products[1:])


def discounted(rewards, gamma):
    factors = accumulate(itertools.repeat(gamma, 3), lambda a, b: a * b, initial=1.0)
    return sum(f * r for f, r in zip(factors, rewards))


def some_of_many(c):
    def logistic_map(x):
        while True:
            x = 3.2 * x * (1.0 - x)
            yield x

    tail = islice(logistic_map(c), 2, 5)
    return sum(v * v for v in tail) + sum(islice((c, c * c, 3.0), 2))


def counted_terms(x):
    total = x * 0.0
    for n in itertools.count(1, 2):
        term = (-1) ** (n // 2) * x ** n / math.factorial(n)
        if n > 9:
            break
        total += term
    return total * x


def pair_potential(positions):
    energy = 0.0
    for p, q in combinations(positions, 2):
        d = p - q
        energy += 1.0 / np.sqrt(d @ d + 0.1)
    return energy


def path_length(x, y):
    points = [(0.0, 0.0), (x, y), (x * y, 1.0), (2.0, x)]
    total = 0.0
    for (a, b), (c, d) in itertools.pairwise(points):
        total += math.hypot(c - a, d - b)
    return total


def table_of_names(x, names):
    table = dict(zip(names, x))
    squares = dict((name, v * v) for name, v in table.items())  # noqa: C402
    return table['a'] * squares['c'] + sum(squares.values()) * len(table)


def left_early(x):
    def scan(values):
        total = 0.0
        for v in values:
            total = total + v * v
            if total > 1.5:
                return
            yield total * v

    return sum(scan(x)) * x


V = sample(1601, 5, low=0.3, high=1.2)
A = sample(1602, 3, 3)

PROGRAMS = [
    *(program(function, 0.7)
      for function in (
        series_from_a_generator, read_by_hand, some_of_many, counted_terms)),
    *(program(function, 0.7, 1.3)
      for function in (
        yields_from_itself, transposed_by_zip, over_a_grid, path_length)),
    *(program(function, V)
      for function in (
        with_state, pairs_by_one_iterator, first_found, expression_consumed_later,
        nested_with_conditions, ranked_arrays, backwards, cumulated, left_early)),
    program(infinite_with_break, 1.7),
    program(yields_arrays, V, 0.3),
    program(last_of_a_list, V, 0.3),
    program(yields_tuples, 0.7, 0.2, 0.1),
    program(yields_from_others, A, sample(1603, 3)),
    program(pipeline, [0.7, 1.9, 0.4]),
    program(sets_and_dicts, [0.7, -0.4, 1.9, 0.3], ('b', 'a', 'b', 'c'), wrt=(0,)),
    program(centred_groups, V, [1, 0, 1, 2, 0], wrt=(0,)),
    program(reductions_of_generators, [0.7, -0.4, 1.9, 0.3]),
    program(unequal_lengths, V),
    program(columns_of_arrays, A),
    program(chained_parameters, sample(1604, 2, 3), sample(1605, 3)),
    program(discounted, [0.7, -0.4, 1.9, 0.3], 0.9),
    program(pair_potential, sample(1606, 4, 2)),
    program(counted_terms, V, name='counted_terms_of_arrays'),
    program(table_of_names, V, 'abcde'),
]
