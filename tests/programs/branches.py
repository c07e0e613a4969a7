"""Branches on data and flags, conditional expressions, and/or, chained comparison."""
import numpy as np

from tests.programs.record import program, sample

LIMIT = 0.75
METHOD = 'midpoint'


def huber(r, delta):
    if abs(r) <= delta:
        loss = 0.5 * r * r
    else:
        loss = delta * (abs(r) - 0.5 * delta)
    return loss


def three_ways(x, y):
    if x < -1.0:
        z = x * y
    elif x < 1.0:
        z = np.sin(x) + y
    else:
        z = y ** 2 / x
    return z * z


def only_if(x):
    y = x
    if y > LIMIT:
        y = LIMIT + np.log(y / LIMIT)
    return y * y


def nested_branches(x, y):
    r = 0.0
    if x > 0:
        if y > 0:
            r = x * y
        else:
            r = x - y
            if x + y > 0:
                r = r * r
    else:
        r = x / (1.0 + y * y)
    return r + x


def branch_in_loop(x):
    s = 0.0
    for i in range(len(x)):
        if x[i] > 0.0:
            s = s + x[i] ** 2
        else:
            s = s * 0.5 - x[i]
    return s


def branch_on_index(x):
    s = 1.0
    for i in range(len(x)):
        if i % 3 == 0:
            s *= x[i]
        elif i % 3 == 1:
            s += np.sin(x[i])
        else:
            s -= s * x[i]
    return s


def loop_in_branch(x, n):
    y = x * 1.0
    if np.sum(x) > 0:
        for i in range(n):
            y = y * x + i
    else:
        k = 0
        while k < n:
            y = np.cos(y) * x
            k += 1
    return y


def carried_branch_variable(x):
    last_positive = 0.1
    s = 0.0
    for v in x:
        if v > 0:
            last_positive = v
        s += last_positive * v
    return s * last_positive


def running_maximum(x):
    best = x[0]
    where = 0
    for i in range(1, len(x)):
        if x[i] > best:
            best = x[i]
            where = i
    return best * x[where - 1] + where


def conditional_expression(x, y):
    a = x * y if x > y else y - x
    b = (a if a < 1 else 1.0 / a) if x > 0 else a * a
    return a + b * (2.0 if y > 0 else x)


def conditional_arguments(x, flag):
    y = np.sum(x ** 2 if flag else x, axis=0 if x.ndim == 2 else None)
    return y * (x.mean() if not flag else x.max())


def and_or_values(x, y):
    a = x and y
    b = x or y
    c = (x > 0 and y) or x * 2.0
    d = (x < 0 and y < 0) or y
    return a * b + c * d


def boolean_operators(x, y, z):
    if x > 0 and y > 0 or not z > 0:
        r = x * z
    else:
        r = y - z
    if not (x < y and y < z):
        r = r * r
    return r


def chained_comparison(x, low, high):
    r = x * low
    if low < x < high:
        r = x ** 2
    if 0.0 <= low <= x != high > 0:
        r += high * x
    return r


def flags_and_none(x, scale=None, squared=False, method='trapezoid'):
    y = x
    if scale is not None:
        y = y * scale
    if squared:
        y = y ** 2
    if method == METHOD:
        y = y + 1.0
    elif method == 'trapezoid':
        y = y - x ** 3
    return y.sum()


def branch_on_shape(x):
    if x.ndim == 1:
        y = np.outer(x, x)
    else:
        y = x
    if len(x) > 2 and y.shape[0] == y.shape[1]:
        y = y @ y
    return y


def branch_on_whole_array(x):
    if x.min() > -2.0 and np.max(x) > 0.5:
        y = x * x
    else:
        y = x
    return y


def sign_function(x):
    s = 1.0 if x > 0 else (-1.0 if x < 0 else 0.0)
    return s * x * x


def piecewise_spline(t, x0, x1, x2):
    if t < 0.5:
        u = 2 * t
        a, b = x0, x1
    else:
        u = 2 * t - 1
        a, b = x1, x2
    return a * (1 - u) ** 2 + b * u ** 2


def branch_changes_trip_count(x):
    n = 2
    if x > 0.5:
        n = 4
    y = x
    for _ in range(n):
        if y > 1.0:
            y = y / (1.0 + y)
        else:
            y = y + 0.6 * x
    return y


def adaptive_steps(x):
    t = 0.0
    h = 0.3
    y = x
    while t < 1.0:
        slope = -y * y
        if abs(h * slope) > 0.12:
            h = h * 0.7
        else:
            y = y + h * slope
            t = t + h
            h = h * 1.1
    return y


def assigned_in_both(x):
    if x[0] > x[1]:
        p, q = x[0], x[1]
    else:
        p, q = x[1], x[0]
    if p > 0:
        result = np.array([p, q])
    else:
        result = np.zeros(2)
    return result * p


def golden_section(centre, width):
    a = centre - width
    b = centre + 2.0 * width
    for _ in range(6):
        c = b - 0.618 * (b - a)
        e = a + 0.618 * (b - a)
        if (c - centre) ** 2 < (e - centre) ** 2:
            b = e
        else:
            a = c
    return 0.5 * (a + b)


PROGRAMS = [
    program(huber, 0.3, 1.0),
    program(huber, -2.0, 1.0, name='huber_outside'),
    program(three_ways, -1.7, 0.4),
    program(three_ways, 0.3, 0.4, name='three_ways_middle'),
    program(three_ways, 1.8, 0.4, name='three_ways_last'),
    program(only_if, 0.4),
    program(only_if, 1.4, name='only_if_taken'),
    program(nested_branches, 0.8, -0.3),
    program(nested_branches, 0.8, 0.3, name='nested_branches_positive'),
    program(branch_in_loop, sample(401, 5)),
    program(branch_on_index, sample(402, 5)),
    program(loop_in_branch, np.array([0.4, 1.1, -0.3]), 3),
    program(loop_in_branch, np.array([0.4, -1.1, -0.3]), 3,
            name='loop_in_other_branch'),
    program(carried_branch_variable, np.array([-0.4, 0.7, -1.1, 0.3, -0.2])),
    program(running_maximum, np.array([0.2, 0.9, -0.3, 1.4, 0.5])),
    program(conditional_expression, 1.2, 0.7),
    program(conditional_expression, -0.4, 0.7, name='conditional_expression_2'),
    program(conditional_arguments, sample(403, 2, 3), True),
    program(conditional_arguments, sample(404, 3), False,
            name='conditional_arguments_1d'),
    program(and_or_values, 0.6, 1.4),
    program(and_or_values, -0.6, -1.4, name='and_or_values_negative'),
    program(boolean_operators, 0.5, 0.9, 1.3),
    program(boolean_operators, -0.5, 0.9, 0.3, name='boolean_operators_else'),
    program(chained_comparison, 0.9, 0.3, 1.7),
    program(flags_and_none, sample(405, 3)),
    program(flags_and_none, sample(406, 3), 1.5, True, 'midpoint', name='flags_given'),
    program(branch_on_shape, sample(407, 3)),
    program(branch_on_shape, sample(408, 3, 2), name='branch_on_shape_matrix'),
    program(branch_on_whole_array, np.array([0.4, 0.9, -0.3])),
    program(sign_function, -0.7),
    program(piecewise_spline, 0.8, 0.3, -0.4, 1.1),
    program(branch_changes_trip_count, 0.7),
    program(adaptive_steps, 0.9),
    program(assigned_in_both, np.array([0.3, 1.2])),
    program(golden_section, 0.43, 1.17),
]
