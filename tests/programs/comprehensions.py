"""Comprehensions and generator expressions."""
import numpy as np

from tests.programs.record import program, sample


def squares(x):
    return sum([v * v for v in x])


def chosen_products(x):
    return sum(v * w for v, w in zip(x, x[1:]) if v > 0.4)


def two_loops(x):
    n = len(x)
    return np.array([x[i] * x[j] for i in range(n) for j in range(i) if i != 2])


def table_by_number(x):
    d = {k: x[k] * 2 for k in range(3)}
    return d[0] * d[2]


def table_of_items(x):
    p = {'a': x[0], 'b': x[1:]}
    q = {key: value * 2 for key, value in p.items()}
    return q['a'] * q['b']


def any_stops(x):
    if any(v > 0.8 for v in x):
        return x[0] * x[0]
    return x[1]


def all_in_a_condition(x):
    s = 0.0
    while all(v < 5.0 for v in x) and s < 100.0:
        x = x * 1.5
        s += x[0]
    return s


def largest_and_smallest(x):
    return max(v * v for v in x) + min([np.sin(v) for v in x])


def of_known_arrays(x):
    parts = [x[:2], x[1:3], x]
    return sum(np.sum(w * w) for w in parts)


def stacked(x):
    a = np.stack([np.roll(x, k) for k in range(3)])
    return a[0] * a[1] * a[2]


def powers(x):
    functions = [lambda t, k=k: t ** k for k in (1, 2, 3)]
    return sum(f(x[0]) for f in functions)


def bound_again_in_a_loop(x):
    y = x * 1.0
    for _ in range(2):
        y = np.array([y[i] * y[i - 1] for i in range(len(y))])
    return y


def counted(x):
    return x * sum(1 for v in x if v > 0.5)


def over_a_table(x):
    m = [[1.0, 2.0], [3.0, 4.0]]
    return sum(m[i][j] * x[j] for i in range(2) for j in range(2))


def names_of_their_own(x):
    k = 5
    t = [k + 0 for k in range(3)]
    return x * k * t[1]


SCALE = 3.0


def name_of_a_global_inside(x):
    return x * sum([v * SCALE for SCALE, v in enumerate(x)]) * SCALE


def name_of_a_global_in_a_function_inside(x):
    def weighted(y):
        total = sum([v * SCALE for SCALE, v in enumerate(y)])
        return total * SCALE

    return x * weighted(x)


def pairs_of_arrays_and_numbers(x):
    layers = [(x[:2], x[2]), (x[1:3], x[3])]
    return sum(np.sum(w) * c for w, c in layers)


def often_empty(x):
    return x + sum([v for v in x if v > 10])


def list_given_to_functions(x):
    items = [v ** 2 for v in x]
    return np.mean(items) + np.dot(items, x) + np.linalg.norm(items) * np.sum(items)


def list_of_arrays_given_to_functions(x):
    rows = [v * x for v in x]
    return np.sum(rows, axis=0) * np.mean(rows, axis=1) * np.trace(rows)


def writes_inside(x):
    def push(u, k):
        u[k] *= u[k - 1]
        return u[k]

    y = x * 1.0
    return np.sum(y) * sum([push(y, k) for k in range(3)]) + y[0]


V = sample(381, 4, low=0.3, high=1.2)

PROGRAMS = [
    program(function, V)
    for function in (
        squares, chosen_products, two_loops, table_by_number, table_of_items, any_stops,
        all_in_a_condition, largest_and_smallest, of_known_arrays, stacked, powers,
        bound_again_in_a_loop, counted, over_a_table, names_of_their_own,
        name_of_a_global_inside, name_of_a_global_in_a_function_inside,
        pairs_of_arrays_and_numbers, often_empty, list_given_to_functions,
        list_of_arrays_given_to_functions, writes_inside)
]
