"""Loops left early: break, continue, else clauses and `while True`."""
# ruff: noqa: B007
import math

import numpy as np

from tests.programs.record import program, sample

TOLERANCE = 1e-10


def newton_with_break(a, x):
    for _ in range(50):
        step = (x ** 3 - a) / (3 * x * x)
        x = x - step
        if abs(step) < TOLERANCE:
            break
    return x


def babylonian_forever(a):
    x = a
    while True:
        following = 0.5 * (x + a / x)
        if abs(following - x) < 1e-12:
            break
        x = following
    return x * following


def exponential_series(x, limit):
    term, total, k = 1.0, 0.0, 0
    while True:
        total += term
        k += 1
        if k > limit:
            break
        term *= x / k
        if abs(term) < 1e-14:
            break
    return total


def first_above(x, level):
    found = 0.0
    for value in x:
        if value > level:
            found = value
            break
    return found * found


def first_above_or_default(x, level):
    for i in range(len(x)):
        if x[i] > level:
            found = 2.0 * x[i] - level
            break
    else:
        i = -1
        found = level ** 2
    return found + x[i]


def skip_negatives(x):
    total = 0.0
    for value in x:
        if value < 0:
            continue
        total += math.sqrt(value) * value
    return total


def continue_in_while(x, n):
    i = 0
    y = x
    while i < n:
        i += 1
        if i % 2 == 0:
            continue
        y = y + np.sin(i * y)
    return y * i


def first_passage(increments, drift, barrier):
    """The time, interpolated inside its step, at which the walk meets the barrier."""
    position = 0.0
    time = 0.0
    for dw in increments:
        previous = position
        position = position + drift + dw
        if position >= barrier:
            time += (barrier - previous) / (position - previous)
            break
        time += 1.0
    return time + 0.1 * position


def escape_time(re, im, limit):
    zr = zi = 0.0
    for n in range(limit):
        zr, zi = zr * zr - zi * zi + re, 2.0 * zr * zi + im
        r2 = zr * zr + zi * zi
        if r2 > 16.0:
            break
    return n + 1 - np.log2(0.5 * np.log(r2))


def several_breaks(x):
    y = x[0]
    for i in range(1, len(x)):
        if y > 3.0:
            y = y / 3.0
            break
        y = y * 1.5 + x[i]
        if y < -1.0:
            y = -y * y
            break
        if i == 4:
            break
        y += 0.1
    return y * i


def break_inside_nested_ifs(x, patience):
    best = x[0]
    waited = 0
    for value in x[1:]:
        if value > best:
            if value > 1.2:
                best = 1.2 + math.log(value / 1.2)
                break
            best = value
            waited = 0
        else:
            waited += 1
            if waited >= patience:
                best *= 0.9
                break
    return best + waited


def continue_and_break(x):
    a = 0.0
    b = 1.0
    for i, value in enumerate(x):
        if i == 0:
            continue
        if value > 1.4:
            break
        a += value * x[i - 1]
        if value < 0:
            continue
        b *= 1.0 + value
    return a * b


def loop_variable_after_break(x):
    for i, (left, right) in enumerate(zip(x, x[1:])):
        if left < 0 < right:
            break
    return i - left / (right - left)


def bisection_with_break(a):
    """The root of exp(-x) - a*x by bisection, then one Newton step for the slope."""
    low, high = 0.0, 2.0
    for _ in range(60):
        middle = (low + high) / 2
        residual = math.exp(-middle) - a * middle
        if abs(residual) < 1e-3:
            break
        if residual > 0:
            low = middle
        else:
            high = middle
    return middle + (math.exp(-middle) - a * middle) / (math.exp(-middle) + a)


def while_else_always(x):
    n = 0
    y = x
    while y < 4.0:
        y = y * 1.6 + 0.1
        n += 1
    else:
        y = math.log(y)
    return y + n


def zero_trips_with_else(x, n):
    y = 0.5
    for i in range(n):
        y = y * x
        if y > 100.0:
            break
    else:
        y = y + x * x
    while n > 3:
        y *= 0.5
        break
    else:
        y = np.sin(y)
    return y


def bound_in_one_branch(x, y):
    if x > 1.0:
        extra = x * y
    total = x + y
    for k in range(3):
        if k == 1:
            bonus = total * x
        if k == 2 and x > 1.0:
            total = total + extra
            break
        total = total * 0.9
    return total * bonus

def converging_product(x):
    """Wallis-like product of sin(x) / x, with a counter that bounds it."""
    product = x
    k = 0
    converged = False
    while not converged:
        k += 1
        factor = 1.0 - (x / (k * np.pi)) ** 2
        product *= factor
        if k == 6:
            break
        converged = abs(1.0 - factor) < 1e-3
    return product


def secant_method(a, b):
    fa = math.cos(a) - a * b
    x0, x1 = a, b
    for _ in range(20):
        f1 = math.cos(x1) - x1 * b
        if abs(f1) < 1e-3:
            break
        x0, x1, fa = x1, x1 - f1 * (x1 - x0) / (f1 - fa), f1
    else:
        x1 = 0.0
    return x1


def pass_and_break(x):
    for k in range(3):
        if k == 0:
            pass
        elif k == 1:
            x = np.sin(x)
        else:
            break
        x = x * 2.0
    while x > 0:
        x = x * x
        break
    return x


PROGRAMS = [
    program(newton_with_break, 2.7, 1.1),
    program(babylonian_forever, 3.1),
    program(exponential_series, 0.7, 30),
    program(exponential_series, 0.7, 4, name='exponential_series_limited'),
    program(first_above, np.array([0.3, -0.4, 1.2, 1.4]), 0.9),
    program(first_above, np.array([0.3, -0.4, 0.2]), 0.9, wrt=(0,),
            name='first_above_none'),
    program(first_above_or_default, np.array([0.3, -0.4, 1.2, 1.4]), 0.9),
    program(first_above_or_default, np.array([0.3, -0.4, 0.2]), 0.9,
            name='first_above_default'),
    program(skip_negatives, np.array([0.3, -0.4, 1.2, -1.4, 0.8])),
    program(continue_in_while, 0.4, 5),
    program(first_passage, sample(501, 6, low=-0.2, high=0.6), 0.3, 1.15),
    program(first_passage, sample(502, 3, low=-0.2, high=0.6), 0.3, 9.0,
            wrt=(0, 1), name='first_passage_never'),
    program(escape_time, 0.7, 0.9, 40),
    program(several_breaks, np.array([0.3, 0.7, 1.2, 1.4, 0.8, 0.2, 0.1])),
    program(several_breaks, np.array([0.3, -0.2, -2.2, 1.4, 0.8, 0.2, 0.1]),
            name='several_breaks_negative'),
    program(several_breaks, np.array([0.3, -0.2, 0.2, -0.4, 0.8, 0.2, 0.1]),
            name='several_breaks_counter'),
    program(break_inside_nested_ifs, np.array([0.3, 0.7, 0.2, 1.7, 0.6]), 2),
    program(break_inside_nested_ifs, np.array([0.3, 0.7, 0.2, 0.4, 1.9]), 2,
            name='break_inside_nested_ifs_patience'),
    program(continue_and_break, np.array([0.6, 0.7, -0.4, 1.1, 1.8, 0.2])),
    program(loop_variable_after_break, np.array([0.6, 0.7, -0.4, -0.9, 1.1, 1.8])),
    program(bisection_with_break, 1.3),
    program(while_else_always, 0.7),
    program(zero_trips_with_else, 0.7, 0),
    program(zero_trips_with_else, 0.7, 4, name='trips_then_break'),
    program(zero_trips_with_else, 7.3, 5, name='both_loops_break'),
    program(bound_in_one_branch, 1.3, 0.4),
    program(bound_in_one_branch, 0.7, 0.4, name='bound_in_the_other_branch'),
    program(converging_product, 0.6),
    program(secant_method, 0.3, 1.0),
    program(pass_and_break, 0.8),
]
