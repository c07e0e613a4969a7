"""Nested functions, lambdas, and functions kept in variables and containers."""
# ruff: noqa: B023, E731
import math

import numpy as np

from tests.programs.record import program, sample

ACTIVATIONS = {'tanh': np.tanh, 'softplus': lambda z: np.log1p(np.exp(z)),
               'identity': lambda z: z}
BASIS = [math.sin, math.cos, lambda t: t * t]
twice, halved = (lambda t: 2.0 * t), (lambda t: 0.5 * t)


def reads_outer_variables(x, y):
    def energy(v):
        return 0.5 * x * v * v + y

    return energy(x + y) * energy(0.3)


def reads_the_latest_binding(x):
    scale = x

    def scaled(v):
        return scale * v

    first = scaled(2.0)
    scale = x * x
    return first + scaled(3.0)


def nested_call_each_other(x, a):
    def inner(v):
        return np.sin(a * v)

    def outer(v):
        return inner(v) + inner(inner(v) * x)

    return outer(x) * inner(a)


def two_levels_of_nesting(x, y):
    def first(u):
        def second(v):
            return u * v + x * y

        return second(u) + second(y)

    return first(x) - first(2.0)


def defined_in_a_loop(x):
    total = 0.0
    for k in range(3):
        def term(v):
            return v ** (k + 1) + total

        total = total * 0.5 + term(x) * term(0.5)
    return total


def defined_in_a_branch(x, y):
    if x > y:
        def combine(u, v):
            return u * v
    else:
        def combine(u, v):
            return u - v / y
    return combine(x, y) + combine(y, 0.7)


def loop_inside_nested(w, x, n):
    def step(h):
        for _ in range(n):
            h = np.tanh(w @ h + x)
        return h

    return np.sum(step(step(x)) ** 2)


def early_return_inside_nested(x, limit):
    def clipped(v):
        if v > limit:
            return limit + 0.1 * (v - limit)
        return v

    total = 0.0
    for v in x:
        total += clipped(v) * clipped(v * v)
    return total


def residual_of_parameters(params, x, y):
    def model(t):
        return params['a'] * np.exp(-params['b'] * t)

    residual = model(x) - y
    return np.sum(residual * residual)


def writes_inside_nested(x, rate):
    def diffused(u):
        new = u.copy()
        new[1:-1] = u[1:-1] + rate * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        return new

    return diffused(diffused(x)) * x


def lambda_variable(x, y):
    square = lambda v: v * v
    mixed = lambda u, v=0.5: u * v + x
    return square(x) * mixed(y) + mixed(square(y), v=x)


def two_on_a_line(x):
    f, g = (lambda v: v * v + x), (lambda v: np.cos(v) * x)
    return f(g(x)) - g(f(0.3))


def lambda_called_at_once(x, y):
    return (lambda u, v: u * v - y)(x, y) + (lambda: x * x)()


def late_and_early_binding(x):
    late = []
    early = []
    for k in range(3):
        late.append(lambda v: v * (k + 1))
        early.append(lambda v, k=k: v ** (k + 1))
    total = 0.0
    for f in late:
        total += f(x)
    for f in early:
        total *= f(x) + 0.5
    return total


def early_bound_active(x, y):
    scale = x * y
    f = lambda v, s=scale: s * v
    scale = x + y
    g = lambda v, s=scale: s * v
    return f(x) * g(y) + f(y, 2.0)


def stored_in_a_tuple(x):
    first, second, third = np.sin, lambda v: v * x, math.exp
    total = 0.0
    for f in (first, second, third):
        total += f(x) * total + f(0.4)
    return total


def stored_in_a_dict(x, kind):
    table = {'linear': lambda v: 2.0 * v + x, 'cubic': lambda v: v ** 3}
    return table[kind](x) + table['cubic'](x)


def table_of_activations(params, x, names):
    for (w, b), name in zip(params, names):
        x = ACTIVATIONS[name](x @ w + b)
    return np.sum(x * x)


def sum_over_a_basis(coefficients, t):
    total = 0.0
    for c, f in zip(coefficients, BASIS):
        total += c * f(t)
    return total * twice(t) - halved(total)


PAIR = (sample(701, 3, 2), 0.3), (sample(702, 2, 2), -0.1)

PROGRAMS = [
    program(reads_outer_variables, 0.7, 1.3),
    program(reads_the_latest_binding, 0.7),
    program(nested_call_each_other, 0.7, 1.3),
    program(two_levels_of_nesting, 0.7, 1.3),
    program(defined_in_a_loop, 0.7),
    program(defined_in_a_branch, 0.7, 1.3),
    program(defined_in_a_branch, 1.7, 1.3, name='defined_in_a_branch_taken'),
    program(loop_inside_nested, sample(703, 2, 2), sample(704, 2), 2),
    program(early_return_inside_nested, sample(705, 3), 0.9),
    program(residual_of_parameters, {'a': 1.2, 'b': 0.4}, sample(706, 4),
            sample(707, 4), wrt=(0, 2)),
    program(writes_inside_nested, sample(708, 5), 0.2),
    program(lambda_variable, 0.7, 1.3),
    program(two_on_a_line, 0.7),
    program(lambda_called_at_once, 0.7, 1.3),
    program(late_and_early_binding, 0.7),
    program(early_bound_active, 0.7, 1.3),
    program(stored_in_a_tuple, 0.7),
    program(stored_in_a_dict, 0.7, 'linear'),
    program(table_of_activations, PAIR, sample(709, 2, 3), ('softplus', 'tanh'),
            wrt=(0, 1)),
    program(sum_over_a_basis, [0.4, -0.7, 1.2], 0.9, wrt=(0, 1)),
    program(lambda x, y=1.5: x ** 2 * y, 0.8, name='anonymous'),
]
