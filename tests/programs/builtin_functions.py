"""Builtins on active values, and lists that the function appends to and pops from."""
import math

import numpy

from tests.programs.record import program, sample

THRESHOLDS = [0.2, 0.6, 1.0]
PAIRS = ((1.0, 0.5), (2.0, -0.25), (3.0, 0.125))


def largest_and_smallest(x, y, z):
    return max(x, y) * min(y, z) + max(x, y, z) - min(x * y, 0.3, z)


def max_of_constant(x):
    return max(0.0, x) + max(x, 2.0) * min(1.0, x)


def clipped_by_builtins(x, low, high):
    return max(low, min(x, high)) ** 2 + x


def absolute_values(x, v):
    return abs(x) * abs(v).sum() + abs(x - 2.0)


def builtin_sum_of_array(x):
    return sum(x) ** 2 + sum(x * x, 1.0)


def builtin_sum_of_list(a, b):
    return sum([a, b, a * b]) + sum((a, 1.0, b), 0.5) * a


def builtin_pow(x, y):
    return pow(x, 2) + pow(x, y) + pow(2.0, y) + math.pow(x, 1.5)


def rounding(x, y):
    return round(x) * y + round(y, 1) * x + int(x * 3) * y + float(y) * float(2)


def lengths(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i] / len(x)
    return s * float(len(x[0]) if x.ndim > 1 else 1)


def appended_then_stacked(x, w):
    hidden = []
    h = x
    for i in range(3):
        h = numpy.tanh(h @ w + i)
        hidden.append(h)
    return numpy.stack(hidden).sum(axis=0) * hidden[-1]


def appended_then_array(x):
    values = []
    for i in range(4):
        values.append(x ** (i + 1) / (i + 1))
    return numpy.array(values)


def appended_then_summed(x):
    terms = [1.0]
    for k in range(1, 5):
        terms.append(terms[-1] * x / k)
    return sum(terms) * len(terms)


def concatenated_list(x, y):
    parts = [x, y[:2]]
    parts.append(x * y)
    parts.append(numpy.array([x[0], 1.0]))
    return numpy.concatenate(parts)


def push_and_pop(x):
    stack = []
    for v in x:
        stack.append(v * v)
        if v > 0.0:
            stack.append(v)
    s = 0.0
    while stack:
        s = 0.5 * s + numpy.sin(stack.pop())
    return s


def reverse_polish(a, b, c):
    """(a + b) * c - a on a stack."""
    stack = [a, b]
    stack.append(stack.pop() + stack.pop())
    stack.append(c)
    right = stack.pop()
    left = stack.pop()
    stack.append(left * right)
    stack.append(a)
    right = stack.pop()
    return stack.pop() - right


def conditionally_appended(x):
    kept = []
    for v in x:
        if v > 0.25:
            kept.append(numpy.log(v))
    total = 0.0
    for k, value in enumerate(kept):
        total += (k + 1) * value
    return total / len(kept)


def adams_bashforth(y, h):
    slopes = [-y * y]
    y = y + h * slopes[0]
    for k in range(4):
        slopes.append(-y * y)
        y = y + h * (1.5 * slopes[-1] - 0.5 * slopes[k])
    return y


def loops_over_lists_and_tuples(x):
    s = 0.0
    for limit in THRESHOLDS:
        if x > limit:
            s += (x - limit) ** 2
    for c, e in PAIRS:
        s += c * x ** 2 * math.exp(-e * x)
    for factor in [1.0, x, x * x]:
        s = s * 0.9 + factor
    for term in (x, 2.0):
        s -= 0.1 * term * term
    return s


def enumerates(x, y):
    s = 0.0
    for i, v in enumerate(x):
        s += (i + 1) * v * y[i]
    for i, v in enumerate(y, start=1):
        s *= 1.0 + v / (i + 3.0)
    for i, (u, v) in enumerate(zip(x, reversed(y))):
        s += numpy.cos(u * v) * i
    return s


def reversed_things(x):
    s = 1.0
    for v in reversed(x):
        s = s * v + 0.3
    for i in reversed(range(len(x))):
        s = s + x[i] * i
    for c in reversed(THRESHOLDS):
        s = s * c
    return s


def unequal_zip(x, y):
    s = 0.0
    for a, b, k in zip(x, y, range(10)):
        s += a * b ** k
    return s


def list_of_rows(a):
    rows = []
    for row in a:
        rows.append(row / numpy.sqrt(numpy.sum(row ** 2)))
    g = 0.0
    for i in range(len(rows)):
        for j in range(i):
            g = g + (rows[i] @ rows[j]) ** 2
    return g


def array_literals(x, y):
    c, s = numpy.cos(x), numpy.sin(x)
    rotation = numpy.array([[c, -s], [s, c]])
    v = numpy.array((y, 1.0))
    return rotation @ v + numpy.stack([v, 2.0 * v])[:, 0]


def sum_as_local(x):
    sum = 0.0
    len = x.shape[0]
    for i in range(len):
        sum += x[i] ** 2
    max = sum / len
    return max * sum


def minimum_over_loop(x):
    best = float('inf')
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            best = min(best, (x[i] - x[j]) ** 2 + 0.1 * x[i])
    return best


def reductions_of_arrays(x):
    return max(x) * min(x) + max([x[0] * x[1], x[2], 0.1])


PROGRAMS = [
    program(largest_and_smallest, 0.5, 1.4, 0.9),
    program(max_of_constant, 0.7),
    program(clipped_by_builtins, 0.8, 0.1, 1.5),
    program(clipped_by_builtins, 1.8, 0.1, 1.5, name='clipped_above'),
    program(absolute_values, -0.8, sample(601, 3)),
    program(builtin_sum_of_array, sample(602, 4)),
    program(builtin_sum_of_list, 0.6, 1.3),
    program(builtin_pow, 1.4, 2.2),
    program(rounding, 1.3, 0.77),
    program(lengths, sample(603, 3)),
    program(lengths, sample(604, 2, 3), name='lengths_of_matrix'),
    program(appended_then_stacked, sample(605, 3), sample(606, 3, 3)),
    program(appended_then_array, 0.8),
    program(appended_then_summed, 1.2),
    program(concatenated_list, sample(607, 3), sample(608, 3)),
    program(push_and_pop, sample(609, 4)),
    program(reverse_polish, 0.4, 1.1, 0.7),
    program(conditionally_appended, numpy.array([0.5, -0.2, 1.3, 0.9, 0.1])),
    program(adams_bashforth, 0.9, 0.2),
    program(loops_over_lists_and_tuples, 0.8),
    program(enumerates, sample(610, 3), sample(611, 3)),
    program(reversed_things, sample(612, 3)),
    program(unequal_zip, sample(613, 4), sample(614, 3, low=0.3)),
    program(list_of_rows, sample(615, 3, 2)),
    program(array_literals, 0.6, 1.2),
    program(sum_as_local, sample(616, 3)),
    program(minimum_over_loop, numpy.array([0.5, -0.2, 1.3, 0.9, 0.1])),
    program(reductions_of_arrays, sample(617, 3)),
]
