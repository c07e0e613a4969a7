"""Assignment expressions and match statements."""
import math
from collections import namedtuple
from dataclasses import dataclass

import numpy as np

from tests.programs.record import program, sample

Lens = namedtuple('Lens', 'focal distance')


@dataclass
class Spring:
    stiffness: float
    rest: float = 0.0


@dataclass
class Damper:
    rate: float


def energy_barrier(x):
    if (gap := x * x - 0.3) > 0.0:
        return gap * math.exp(-gap)
    return -2.0 * gap


def clipped_residual(x, y):
    if (size := np.linalg.norm(r := x - y)) > 1.0:
        return r / size
    return r * size


def heron_square_root(a):
    guess = 1.0 + 0.5 * a
    while abs(step := (guess * guess - a) / (2.0 * guess)) > 1e-12:
        guess -= step
    return guess


def damped_fixed_point(w, b):
    h = np.zeros(3)
    count = 0
    while (change := np.tanh(w @ h + b) - h) @ change > 1e-4 and count < 6:
        h = h + 0.7 * change
        count += 1
    return h * count + change


def last_accepted(samples):
    accepted = [y for s in samples if (y := s * s) > 0.2]
    return sum(accepted) + 3.0 * y


def running_total(x):
    total = 0.0
    partial = [total := total + v for v in x]
    return np.array(partial) * total


def in_an_argument(x):
    value = math.hypot(s := math.sin(x), c := 2.0 * math.cos(x))
    return value * s + c


def in_a_call_with_arrays(x):
    centred = np.sum((d := x - np.mean(x)) ** 2) / (n := len(x))
    return d / np.sqrt(centred) * n


def first_over_a_threshold(x):
    if any((hit := v) > 0.5 for v in x):
        return hit * hit + x[0]
    return x[0]


def in_a_conditional_expression(x, y):
    return (d := x - y) * d if (s := x + y) > 1.0 else s * s


def in_a_subscript_and_a_tuple(x):
    y = x * x
    first = y[(i := 1)] * y[i + 1]
    pair = ((a := first * 2.0), a * a)
    return pair[1] - pair[0] * i / a


def activation_by_name(x, name):
    match name:
        case 'relu':
            return np.maximum(x, 0.0)
        case 'silu' | 'swish':
            return x / (1.0 + np.exp(-x))
        case None:
            return x
        case _:
            return np.tanh(x)


def order_of_a_scheme(y, steps, order):
    h = 0.8 / steps
    for _ in range(steps):
        k1 = -y * y
        match order:
            case 1:
                y += h * k1
            case 2:
                y += h * -(y + 0.5 * h * k1) ** 2
            case other:
                y += h * k1 / other
    return y


def shape_of_data(x):
    match x.shape:
        case (n,):
            return x * n
        case (n, m) if n == m:
            return np.trace(x) * x[0]
        case (n, m):
            return np.sum(x, axis=0) * n / m
        case _:
            raise ValueError(f'{x.ndim} axes')


def command_with_captures(x, commands):
    for command in commands:
        match command:
            case ('scale', factor):
                x = x * factor
            case ('shift', dx, dy):
                x = x * dx + dy
            case ('reset',):
                x = 0.5 * x
            case ['powers', *exponents]:
                x = sum(x ** e for e in exponents)
    return x


def horner_by_stars(coefficients, t):
    def value(items):
        match items:
            case []:
                return 0.0
            case [first, *rest]:
                return first + t * value(rest)

    return value(coefficients)


def ends_of_a_list(x):
    parts = [x[0] * x[1], x[1], x[2] ** 2, x[3]]
    match parts:
        case [first, *middle, last]:
            return first * last + sum(middle) * len(middle)


def option_dict(x, options):
    match options:
        case {'kind': 'ridge', 'weight': weight}:
            return weight * np.sum(x * x)
        case {'kind': 'elastic', 'ratio': ratio, **rest}:
            smooth = np.sum(np.sqrt(x * x + rest.get('eps', 1e-2)))
            return ratio * smooth + (1.0 - ratio) * np.sum(x * x)
        case {}:
            return np.sum(x)


def parameters_in_a_dict(params, t):
    match params:
        case {'rate': k, 'offset': c}:
            return c + np.exp(-k * t)
        case {'rate': k}:
            return np.exp(-k * t)


def force_of_parts(x, k, c):
    total = 0.0
    for part in (Spring(k, rest=0.2), Damper(c), Spring(2.0 * k)):
        match part:
            case Spring(stiffness=s, rest=0.0):
                total -= s * x
            case Spring(s, r):
                total -= s * (x - r)
            case Damper(rate):
                total -= rate * x ** 3
    return total


def lens_matrix(v, lenses):
    for lens in lenses:
        match lens:
            case Lens(distance=0.0, focal=f):
                v = np.array([v[0], v[1] - v[0] / f])
            case Lens(f, d):
                v = np.array([v[0] + d * v[1], v[1] - v[0] / f])
    return v


def scalar_or_sequence(x, y):
    def total(tree):
        match tree:
            case float() | int():
                return tree * tree
            case (left, right):
                return total(left) * 0.5 + total(right)
            case Spring(stiffness=k):
                return math.sin(k)

    return total(((x, y), (Spring(x * y), (2, x))))


def guards_on_values(x):
    match x:
        case v if v < 0.0:
            return -v
        case v if (r := v * v) < 1.0:
            return r * v
        case _:
            return 2.0 * x


def guarded_elements(x):
    out = np.zeros(len(x))
    for i, v in enumerate(x):
        match (i % 2, v):
            case (0, value) if value > 0.6:
                out[i] = value ** 3
            case (0, _):
                out[i] = 0.5 * v
            case (1, value):
                out[i] = value * x[i - 1]
    return out


def boundary_condition(u, left, right):
    new = u.copy()
    new[1:-1] = 0.25 * u[:-2] + 0.5 * u[1:-1] + 0.25 * u[2:]
    match left, right:
        case ('fixed', 'fixed'):
            pass
        case ('periodic', _) | (_, 'periodic'):
            new[0] = new[-1] = 0.5 * (u[1] + u[-2])
        case ('free', None | 'free' as kind):
            new[0], new[-1] = new[1], new[-2] if kind else u[-1] * u[0]
    return new * u


def walrus_as_subject(theta, z):
    match (n := len(theta)), theta @ z:
        case 3, score if score > 0.0:
            return np.log1p(np.exp(-score)) * n
        case _, score:
            return score * score / n


X = sample(1201, 4, low=0.3, high=1.2)
W = sample(1202, 3, 3, low=-0.5, high=0.5)
U = sample(1203, 6)
LENSES = (Lens(2.0, 0.0), Lens(-1.5, 0.4), Lens(3.0, 0.7))

PROGRAMS = [
    program(energy_barrier, 0.9),
    program(energy_barrier, 0.2, name='energy_barrier_inside'),
    program(clipped_residual, X, sample(1204, 4)),
    program(heron_square_root, 1.7),
    program(damped_fixed_point, W, sample(1205, 3)),
    program(last_accepted, [0.3, 0.8, -1.1, 0.4]),
    program(running_total, X),
    program(in_an_argument, 0.7),
    program(in_a_call_with_arrays, X),
    program(first_over_a_threshold, X),
    program(in_a_conditional_expression, 0.9, 0.4),
    program(in_a_subscript_and_a_tuple, X),
    program(activation_by_name, X, 'swish', name='activation_swish'),
    program(activation_by_name, X, None, name='activation_none'),
    program(order_of_a_scheme, 0.9, 4, 2),
    program(shape_of_data, X, name='shape_of_a_vector'),
    program(shape_of_data, W, name='shape_of_a_square'),
    program(shape_of_data, sample(1206, 2, 3), name='shape_of_a_matrix'),
    program(command_with_captures, 0.6,
            [('scale', 1.5), ('shift', 2.0, 0.1), ('reset',), ('powers', 1, 2, 3)]),
    program(horner_by_stars, [0.4, -0.7, 1.2, 0.3], 0.8, wrt=(0, 1)),
    program(ends_of_a_list, X),
    program(option_dict, U, {'kind': 'ridge', 'weight': 0.3}, wrt=(0,), name='ridge'),
    program(option_dict, U, {'kind': 'elastic', 'ratio': 0.4, 'eps': 0.05}, wrt=(0,),
            name='elastic'),
    program(parameters_in_a_dict, {'rate': 0.7, 'offset': 0.2}, X),
    program(force_of_parts, 0.6, 1.4, 0.3),
    program(lens_matrix, np.array([0.4, -0.2]), LENSES, wrt=(0,)),
    program(scalar_or_sequence, 0.7, 1.1),
    program(guards_on_values, 0.8),
    program(guards_on_values, -0.4, name='guards_on_a_negative_value'),
    program(guarded_elements, X),
    program(boundary_condition, U, 'free', 'free', name='boundary_free'),
    program(boundary_condition, U, 'fixed', 'periodic', name='boundary_periodic'),
    program(walrus_as_subject, sample(1207, 3), np.array([1.0, -0.5, 0.3]), wrt=(0,)),
]
