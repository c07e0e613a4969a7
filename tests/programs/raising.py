"""Errors not raised, assertions, labels, deletions and other statements."""
# ruff: noqa: PIE790, UP031, UP032
import io
import math

import numpy as np

from tests.programs.record import program, sample

GRAVITY = 9.81


class ModelError(Exception):
    """Something about the model is wrong."""


class StepTooLarge(ModelError):
    def __init__(self, step, limit):
        super().__init__(f'step {step:.3g} exceeds {limit}')
        self.step = step


def kinetic_energy(mass: float, speed: float) -> float:
    """Return the kinetic energy of a body.

    Raises ValueError for a mass that is not positive.
    """
    if mass <= 0:
        raise ValueError(f'mass must be positive, not {mass}')
    if not math.isfinite(speed):
        raise ValueError('speed must be finite') from None
    return 0.5 * mass * speed ** 2


def weighted_least_squares(a: np.ndarray, b: np.ndarray, w: np.ndarray) -> np.ndarray:
    if a.ndim != 2:
        raise TypeError('expected a matrix, not an array of shape %s' % (a.shape,))
    rows, columns = a.shape
    if b.shape != (rows,) or w.shape != (rows,):
        raise ValueError('shapes {} and {} differ'.format(a.shape, b.shape))
    if np.any(w < 0):
        raise ValueError('negative weights')
    return np.linalg.solve(a.T @ (w[:, None] * a), a.T @ (w * b))


def adaptive_euler(y, h):
    for step in range(5):
        slope = -y * abs(y)
        if abs(h * slope) > 10.0:
            raise StepTooLarge(h * slope, 10.0)
        elif y < 0:
            raise ModelError(f'negative state in step {step}')
        y = y + h * slope
    return y


def checked(value, low, high):
    if low <= value <= high:
        return value
    else:
        raise StepTooLarge(value, high) from ValueError(low)


def callee_that_may_raise(x, y):
    ratio = checked(x / y, 0.0, 5.0)
    return checked(ratio * ratio, 0.0, 25.0) + x


def elementwise_checks(x):
    out = np.empty_like(x)
    for i, v in enumerate(x):
        out[i] = checked(v, -2.0, 2.0) ** 2 * x[i - 1]
    return out


def asserted(x, n):
    assert n > 0, f'{n} terms'
    total = 0.0
    for k in range(n):
        term = x ** k / math.factorial(k)
        assert abs(term) < 100.0, f'term {k} is {term!r} at {x:.2f}'
        total += term
    assert isinstance(total, float)
    return total


def asserted_array(p):
    q = p / np.sum(p)
    assert np.isclose(q.sum(), 1.0), 'not normalized: %r' % (q,)
    assert q.shape == p.shape and np.all(q > 0)
    return -np.sum(q * np.log(q))


def deleted_names(x):
    a = x * x
    b = math.sin(a)
    del a
    c = b * x
    del b, x
    return c * c


def deleted_items(x):
    work = {'double': x * 2.0, 'square': x * x, 'label': 'run'}
    del work['label']
    parts = [x[0], x[1], x[2] * x[0]]
    del parts[1]
    scaled = work['double'] * len(parts)
    del work['double']
    return scaled * work['square'] * sum(parts)


def labelled(x, y):
    label = f'{x:.3f} and {y!r:>10}'
    title = 'x=%g, y=%5.2f' % (x, y)
    note = '{:.1e} of {name}'.format(x * y, name='product')
    return x * y * len(label[:3]) + (x if title and note else y)


def label_as_a_key(x, k):
    table = {f'layer{i}': x * (i + 1) for i in range(3)}
    table['bias_%d' % k] = np.sin(x)
    return table[f'layer{k}'] * table[f'bias_{k}']


def logged(x, rate):
    out = io.StringIO()
    for i in range(3):
        x = x - rate * (x ** 3 - x)
        print('step', i, x, f'{np.max(x):.4f}', file=out)
        out.write('%s\n' % x)
    return x


def logged_scalar(x):
    lines = []
    total = 0.0
    for i in range(4):
        total += math.cos(i * x)
        lines.append(f'{i}: {total:+.4f}')
    report = '\n'.join(lines)
    if not report.startswith('0'):
        raise AssertionError(report)
    return total * len(lines)


def annotated(x: float, y: 'float' = 0.4) -> float:
    a: float
    b: float = x * y
    if b > 0.0:
        a = b * b
    else:
        a = -b
    scale: int = 3
    return a * scale + b


def does_nothing_at_times(x):
    ...
    if x.size == 0:
        pass
    if __debug__:
        y = x * x
    else:
        y = x
    for _ in range(2):
        if np.sum(y) > 1e6:
            ...
        else:
            y = y * x
            pass
    return y


def pendulum(theta, length):
    global GRAVITY
    omega = 0.0
    for _ in range(10):
        omega -= 0.05 * GRAVITY / length * math.sin(theta)
        theta += 0.05 * omega
    return theta, omega


def counting_calls(x):
    calls = 0
    total = 0.0

    def f(v):
        nonlocal calls, total
        calls += 1
        total += v * v
        return math.exp(-v)

    y = f(x) + f(2.0 * x) * f(f(x))
    return y * calls + total


def accumulating_arrays(x):
    momentum = np.zeros_like(x)

    def step(p, gradient):
        nonlocal momentum
        momentum = 0.9 * momentum + gradient
        return p - 0.1 * momentum

    for _ in range(4):
        x = step(x, x ** 3)
    return x + momentum


def chained(x):
    a = b = x * 2.0
    b += a * x
    c = d = e = b - a
    d = d * c
    return a * b + c * d - e


def chained_arrays(x):
    grid = np.zeros((2, 3))
    grid[0] = grid[1, ::-1] = x * x
    first = last = x * 1.0
    first = first + grid[1]
    return first * last * grid[0]


def starred_names(x):
    head, *rest = [v * v for v in x]
    *start, end = x
    (a, *b), c = (rest, head)
    return a * c + sum(b) * end + start[0] * len(start)


def swapped_by_turns(x, y):
    for k in range(3):
        x, y = y, x + 0.5 * y * k
    [x, y] = [x * y, x - y]
    return x, y


def own_imports(x):
    import operator
    from math import exp
    from math import log as ln
    return operator.mul(exp(-x), ln(1.0 + x))


def own_numpy(a, b):
    import numpy as xp
    import numpy.linalg as la
    from numpy import tanh
    q = la.solve(a @ a.T + xp.eye(3), b)
    return tanh(q) * la.norm(a) + xp.sum(q)


def while_with_else(x, limit):
    n = 0
    while n < limit:
        x = 0.6 * x + 0.4 / x
        n += 1
        if x < 1.1:
            break
    else:
        x = x * 1.5
    return x * x * x


def shapes_unpacked(a):
    (rows, columns), scale = a.shape, 1.0 / a.size
    n, *_ = a[0].shape
    out = np.zeros((columns, rows))
    for i in range(rows):
        out[:, i] = a[i] * a[i - 1] * scale + n
    return out


def for_with_else(x):
    total = 0.0
    for v in x:
        if v > 5.0:
            raise ModelError(f'outlier {v}')
        for w in x:
            if w * v > 1.0:
                break
            total += w * v
        else:
            total *= 1.5
    else:
        total += x[0]
    return total * x


X = sample(1301, 4, low=0.3, high=1.2)
M = sample(1302, 3, 3)
T = sample(1303, 3)

PROGRAMS = [
    program(kinetic_energy, 1.3, 0.7),
    program(weighted_least_squares, sample(1304, 5, 2), sample(1305, 5),
            sample(1306, 5, low=0.2, high=1.0)),
    program(adaptive_euler, 0.9, 0.2),
    program(callee_that_may_raise, 0.8, 1.1),
    program(elementwise_checks, X),
    program(asserted, 0.8, 5),
    program(asserted_array, X),
    program(deleted_names, 0.7),
    program(deleted_items, T),
    program(labelled, 0.7, -1.2),
    program(label_as_a_key, T, 2),
    program(logged, X, 0.3),
    program(logged_scalar, 0.6),
    program(annotated, 0.9, 0.4),
    program(does_nothing_at_times, X),
    program(pendulum, 0.4, 1.1),
    program(counting_calls, 0.6),
    program(accumulating_arrays, X),
    program(chained, 0.8),
    program(chained_arrays, T),
    program(starred_names, [0.4, -0.7, 1.2, 0.9]),
    program(swapped_by_turns, 0.7, 1.3),
    program(own_imports, 0.9),
    program(own_numpy, M, T),
    program(while_with_else, 1.9, 10),
    program(while_with_else, 1.9, 2, name='while_with_else_taken'),
    program(shapes_unpacked, sample(1307, 2, 3)),
    program(for_with_else, X),
]
