"""With statements and errors that are caught."""
import math
from contextlib import contextmanager, suppress

import numpy as np

from tests.programs.record import program, sample


class NotConverged(Exception):
    def __init__(self, iterations):
        self.iterations = iterations


class Timer:
    def __enter__(self):
        self.laps = 0
        return self

    def __exit__(self, *error):
        return False

    def lap(self):
        self.laps += 1


class Scaled:
    """Gives what it is made of, scaled, and swallows ArithmeticError."""

    def __init__(self, value, factor):
        self.value = value
        self.factor = factor

    def __enter__(self):
        return self.value * self.factor

    def __exit__(self, kind, error, traceback):
        return kind is not None and issubclass(kind, ArithmeticError)


@contextmanager
def section(name):
    try:
        yield
    finally:
        name.upper()


@contextmanager
def whitened(x):
    scale = np.sqrt(np.mean(x * x))
    yield x / scale


def quiet_logarithm(x):
    with np.errstate(divide='ignore', invalid='ignore'):
        y = np.where(x > 0.0, np.log(np.abs(x)), 0.0)
    return y * x


def mean_of_what_is_found(x, keys):
    table = {'a': x * x, 'b': 3.0 * x}
    total = 0.0
    for key in keys:
        with suppress(KeyError):
            total += table[key]
            total *= 1.5
    return total


def inside_a_section(x):
    with section('smooth'):
        y = x * x
        for _ in range(2):
            with section('step'):
                y = 0.5 * (y + np.roll(y, 1))
    return y * x


def value_of_a_manager(x):
    with Scaled(x, 2.0) as doubled, whitened(doubled * x) as white:
        y = doubled * white
    return y + white


def manager_that_swallows(x, y):
    result = x
    with Scaled(x * y, 0.5) as half:
        result = half * half
        result = result / 0
    return result * y


def nested_managers(x):
    with np.errstate(all='ignore'):
        with section('outer'), Timer() as timer:
            y = np.tanh(x)
            timer.lap()
            with suppress(IndexError):
                y = y * x[timer.laps]
                y = y * x[len(x)]
    return y


def returned_from_within(x):
    with section('all'):
        for v in x:
            if v > 0.5:
                with np.errstate(invalid='ignore'):
                    return v * x
        return x


def nothing_raised(x, y):
    try:
        ratio = x / y
    except ZeroDivisionError:
        ratio = 0.0
    return ratio * ratio + x


def division_by_zero(x, n):
    total = 0.0
    for k in range(n):
        try:
            total += x / k
        except ZeroDivisionError:
            total += x * x
    return total


def domain_of_the_root(x):
    try:
        y = math.sqrt(x - 2.0)
    except ValueError:
        y = -math.sqrt(2.0 - x)
    else:
        y = y + 1.0
    return y * x


def singular_or_not(a, b):
    try:
        x = np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        x = np.linalg.solve(a.T @ a + 0.1 * np.eye(len(b)), a.T @ b)
    return x * b


def singular_by_structure(x, b):
    a = np.outer([1.0, 0.0], x)
    return singular_or_not(a, b)


def gaussian_log_density(a, r):
    try:
        lower = np.linalg.cholesky(a + a.T)
    except np.linalg.LinAlgError:
        lower = np.diag(np.exp(np.diag(a)))
    z = np.linalg.solve(lower, r)
    return -0.5 * z @ z - np.sum(np.log(np.diag(lower)))


def jittered_cholesky(a, r):
    jitter = 1e-3
    for _ in range(6):
        try:
            lower = np.linalg.cholesky(0.5 * (a + a.T) + jitter * np.eye(len(r)))
            break
        except np.linalg.LinAlgError:
            jitter *= 10.0
    else:
        raise NotConverged(6)
    return np.linalg.solve(lower, r)


def looked_up_or_default(params, names):
    total = 0.0
    for k, name in enumerate(names):
        try:
            value = params[name]
        except KeyError as error:
            value = 0.5 * len(error.args)
        total += value ** (k + 1)
    return total * total


def find_root(f, x, steps):
    for _ in range(steps):
        y = x - f(x) * 0.2
        if np.max(np.abs(y - x)) < 1e-3:
            return y
        x = y
    raise NotConverged(steps)


def iteration_with_fallback(c):
    try:
        x = find_root(lambda v: v * v - c, c * c, 2)
    except NotConverged as error:
        x = find_root(lambda v: v ** 3 - c, c, 10 * error.iterations)
    return x * c


def skips_what_fails(x):
    total = 0.0
    for v in x:
        try:
            y = math.log(v)
        except ValueError:
            continue
        total += y * v
    return total


def finally_accumulates(x):
    total = 0.0
    for k in range(4):
        try:
            if k == 2:
                raise NotConverged(k)
            total = total + x[k] ** 2
        except NotConverged as error:
            total = total * error.iterations
        finally:
            total += x[-1]
    return total


def returned_from_a_try(x):
    cost = 0.0
    for k in range(5):
        try:
            cost += x ** k
            if cost > 2.0:
                return cost * x
        finally:
            cost *= 1.1
    return cost


def returned_by_a_handler(x, i):
    try:
        return x[i] * x
    except IndexError:
        return x[-1] * x * x


def nested_handlers(x, table):
    try:
        try:
            y = x * table['missing']
        except KeyError:
            y = x * table['number'] / 0
    except ZeroDivisionError:
        y = x * table['number']
    else:
        y = x
    return y * y


def several_kinds(x):
    total = 0.0
    for key in (0, 'name', 7, 2, None):
        try:
            total = total * 0.5 + x[key] ** 2
        except (IndexError, KeyError) as e:
            total += x[1] if isinstance(e, IndexError) else x[0]
        except (TypeError, ValueError):
            total -= 1.0
    return total


def raised_again(x):
    def inverse(v, eps):
        try:
            return 1.0 / (v * eps)
        except ZeroDivisionError:
            if eps == 0.0:
                raise
            return v

    def safe(v, eps):
        try:
            return inverse(v, eps)
        except ZeroDivisionError as error:
            raise NotConverged(3) from error

    try:
        return safe(x, 0.5) * safe(x, 0.0)
    except NotConverged as error:
        return x * x * error.iterations


def partly_done(x):
    y = x.copy()
    try:
        y[0] = y[0] * y[1]
        y[1] = y[2] ** 2
        y[9] = 1.0
        y[2] = 5.0
    except IndexError:
        y[3] = y[0] * y[3]
    return y


def variances(e, omega, alpha):
    n = len(e)
    h = np.empty(n)
    h[0] = np.mean(e**2)
    for t in range(1, n):
        h[t] = omega + alpha * e[t - 1] ** 2 + 0.5 * h[t - 1]
    return h


def loop_in_what_is_tried(theta, r):
    mu, *rest = theta
    try:
        h = variances(r - mu, *rest)
    except TypeError as error:
        raise ValueError('wrong parameters') from error
    return np.mean(np.log(h))


V = sample(1401, 4, low=0.3, high=1.2)
A = sample(1402, 3, 3)
B = sample(1403, 3)
ROTATED = np.array([[0.2, 0.5, 0.1], [0.4, -0.3, 0.2], [0.1, 0.3, 0.4]])

PROGRAMS = [
    program(quiet_logarithm, V),
    program(mean_of_what_is_found, 0.7, ('a', 'c', 'b')),
    program(inside_a_section, V),
    program(value_of_a_manager, V),
    program(manager_that_swallows, 0.7, 1.3),
    program(nested_managers, V),
    program(returned_from_within, V),
    program(nothing_raised, 0.7, 1.3),
    program(division_by_zero, 0.7, 4),
    program(domain_of_the_root, 0.7),
    program(domain_of_the_root, 2.9, name='domain_of_the_root_inside'),
    program(singular_or_not, A, B),
    program(singular_by_structure, np.array([0.4, 0.9]), np.array([0.3, -0.8])),
    program(gaussian_log_density, A + 3.0 * np.eye(3), B),
    program(gaussian_log_density, ROTATED, B, name='gaussian_log_density_fallback'),
    program(jittered_cholesky, ROTATED, B),
    program(looked_up_or_default, {'a': 0.7, 'b': 1.2}, ('a', 'z', 'b')),
    program(iteration_with_fallback, 1.7),
    program(iteration_with_fallback, V, name='iteration_of_arrays'),
    program(skips_what_fails, [0.7, -0.4, 1.9]),
    program(finally_accumulates, V),
    program(returned_from_a_try, 0.8),
    program(returned_by_a_handler, V, 1),
    program(returned_by_a_handler, V, 6, name='returned_by_a_handler_at_last'),
    program(nested_handlers, 0.7, {'number': 1.5}, wrt=(0,)),
    program(several_kinds, [0.7, -0.4, 1.9]),
    program(raised_again, 0.7),
    program(partly_done, V),
    program(loop_in_what_is_tried, np.array([0.05, 0.2, 0.1]), V, wrt=(0,)),
]
