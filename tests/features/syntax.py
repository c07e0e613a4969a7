"""Statements and expressions: programs that show which of them are differentiated."""
import contextlib
import warnings

import numpy as np

from tests.features.record import feature, refused

X = 1.3
V = np.array([0.7, -0.4, 1.2])
SPD = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, -0.2], [0.1, -0.2, 1.8]])
INDEFINITE = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, 0.5], [0.0, 0.5, 1.0]])

SCALE = 1.7
WEIGHTS = np.array([0.5, 1.5, -0.8])
CONFIG = {'power': 3, 'shift': 0.4}
last = 0.0
cache = np.zeros(3)


class Negative(Exception):
    pass


class TooLarge(ValueError):
    pass


class Block:
    def __init__(self, factor):
        self.factor = factor
        self.closed = False

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.closed = True
        return False

    def scale(self, x):
        return self.factor * x


class Scope:
    def __init__(self, state, factor):
        self.state = state
        self.factor = factor

    def __enter__(self):
        self.state.append(self.state[-1] * self.factor)
        return self.state

    def __exit__(self, kind, error, trace):
        self.state[0] = self.state.pop() + self.state[0]


class Ignore:
    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.kinds)


@contextlib.contextmanager
def scaled(x, factor):
    yield x * factor


@contextlib.contextmanager
def restored(settings, name, value):
    old = settings[name]
    settings[name] = value
    try:
        yield settings
    finally:
        settings[name] = old


class Point:
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Circle:
    def __init__(self, radius):
        self.radius = radius


def root(x):
    if x < 0:
        raise ValueError('negative')
    return x ** 0.5


def positive(x):
    if x < 0:
        raise Negative('below zero', x)
    return x * x


# Branches and loops

def if_elif_else(x):
    if x > 2:
        y = x ** 2
    elif x > 1:
        y = np.sin(x) * x
    else:
        y = -x
    return y * y


def if_on_elements(x):
    total = 0.0
    for v in x:
        if v > 1:
            total += v ** 3
        elif v > 0:
            total += np.sin(v)
        else:
            total += np.exp(v)
    return total


def conditional_expression(x):
    y = x ** 3 if x > 1 else np.cos(x)
    return (y if y < 0 else 2 * y) + x


def conditional_expression_sum(x):
    return np.sum(x ** 2 if x[0] > 0 else x) * (x[1] if x[1] > 0 else x[2] ** 2)


def chained_comparison(x):
    if 0 < x < 1:
        return x
    if 1 <= x < 2 != 3:
        return x ** 3
    return -x


def chained_comparison_array(x):
    return sum(v ** 2 if -1 < v < 1 else np.sin(v) for v in x)


def boolean_operators(x):
    if x > 1 and not x > 2 or x < -5:
        return x ** 2 * np.exp(-x)
    return x


def boolean_operands(x):
    zero = 0.0 * x
    a = zero or x ** 2
    b = x and np.sin(x)
    c = None or x * 3
    return a * b + c


def boolean_operands_array(x):
    scale = x[0] > 5 and 3.0 or 2.0
    first = [] or [x, x ** 2]
    return np.sum(first[1] * scale) + np.sum(np.tanh(first[0]))


def while_loop(x):
    y = x
    while y < 20:
        y = y * x + 1
    return y


def while_array(x):
    y = x
    n = 0
    while np.sum(y ** 2) < 50 and n < 20:
        y = 1.5 * y + np.sin(x)
        n += 1
    return np.sum(y)


def while_else(x):
    y = x
    while y < 5:
        y = y * 2
        if y < 0:
            break
    else:
        y = y ** 2
    return y


def while_else_broken(x):
    i = 0
    y = x
    while i < 5:
        y = np.sin(y) + x
        if i == 2:
            break
        i += 1
    else:
        y = y * 100
    return np.sum(y)


def for_else(x):
    y = x
    for i in range(3):
        y = y * x
        if y > 100:
            break
    else:
        y = np.sin(y)
    return y


def for_else_array(x):
    for v in x:
        if v < 0:
            found = v ** 3
            break
    else:
        found = 0.0
    for v in x:
        if v > 10:
            break
    else:
        found = found * v
    return found * np.sum(x)


def break_continue(x):
    y = 1.0
    for i in range(10):
        if i % 2:
            continue
        if i > 6:
            break
        y = y * x + i
    return y


def break_continue_array(x):
    total = 0.0
    for i in range(3):
        for j in range(3):
            if i == j:
                continue
            if j > i:
                break
            total += x[i] * x[j] ** 2
    return total


def early_return(x):
    for i in range(5):
        x = x * 1.5
        if x > 3:
            return x ** 2 * i
    return x


def early_return_array(x):
    for i, v in enumerate(x):
        if v < 0:
            return v ** 2 * x[i + 1]
    return 0.0


def changed_loop_variable(x):
    y = 0.0
    for v in [1.0, 2.0, 3.0]:
        v = v * x
        y += v ** 2
    return y * v


def pass_and_ellipsis(x):
    if x > 0:
        pass
    else:
        ...
    for _ in range(3):
        pass
    return x ** 2 * _


def debug(x):
    if __debug__:
        x = x ** 2
    return np.sum(np.sin(x))


# Exceptions

def nothing_raised(x):
    try:
        y = np.sin(x)
    except ValueError:
        y = x * 100
    return np.sum(y * x)


def own_exception(x):
    try:
        y = x ** 2
        if x > 1:
            raise Negative
        y = y * 100
    except Negative:
        y = y * np.sin(x)
    return y


def own_exception_array(x):
    y = np.zeros(3)
    try:
        for i in range(3):
            if x[i] < 0:
                raise TooLarge('no')
            y[i] = x[i] ** 2
    except (KeyError, ValueError):
        y[1:] = x[1:] ** 3
    return np.sum(y)


def raised_in_a_call(x):
    try:
        y = root(-x)
    except ValueError:
        y = root(x) * 3
    return y


def raised_in_a_call_array(x):
    total = 0.0
    for v in x:
        try:
            total += root(v)
        except ValueError:
            total += v ** 2
    return total


def zero_division(x):
    n = 0
    try:
        y = x ** 2
        y = 1.0 / n
    except ZeroDivisionError:
        y = y * np.sin(x)
    return y


def guarded_division(x, scale):
    try:
        y = x / scale
    except ZeroDivisionError:
        y = x ** 3
    return y * x


def linalg_error(x):
    a = INDEFINITE + np.diag(x) * 0.1
    try:
        factor = np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        factor = np.linalg.cholesky(a + 3.0 * np.eye(3))
    return np.sum(factor ** 3)


def jittered(x):
    a = np.array([[1.0, 2.0], [2.0, 1.0]]) * x
    jitter = 0.5
    while True:
        try:
            factor = np.linalg.cholesky(a + jitter * np.eye(2))
            break
        except np.linalg.LinAlgError:
            jitter *= 2.1
    return np.sum(np.linalg.inv(factor))


def key_error(x):
    table = {'a': x ** 2}
    try:
        y = table['b']
    except KeyError:
        y = table['a'] * x
    return y


def key_error_array(x):
    total = 0.0
    table = {0: x[0] ** 2, 2: np.sin(x[2])}
    for i in range(3):
        try:
            total += table[i]
        except KeyError:
            total += x[i] ** 3
    return total


def index_error(x):
    values = [x, x ** 2]
    y = 1.0
    try:
        for i in range(5):
            y = y * values[i]
    except IndexError:
        y = y + np.sin(x)
    return y


def index_error_array(x):
    total = 0.0
    i = 0
    while True:
        try:
            total += x[i] ** 2 * (i + 1)
        except IndexError:
            break
        i += 1
    return total


def type_and_attribute_error(x):
    try:
        y = x + 'text'
    except TypeError:
        y = x ** 2
    try:
        y = y * x.missing
    except AttributeError:
        y = y * np.cos(x)
    return y


def shape_error(x):
    try:
        y = x + np.ones(2)
    except ValueError:
        y = x * WEIGHTS
    return np.sum(y ** 2)


def loop_in_try(x):
    s, k = x, 0
    try:
        while k < 20:
            k += 1
            s = s * 0.8
            if s < 0.3:
                raise ValueError(s * s, k)
            s = s * 0.9
    except ValueError as problem:
        return s + problem.args[0] * problem.args[1]
    return s


def diverging(x, rate):
    u, k = np.copy(x), 0
    while np.max(np.abs(u)) > 0.1:
        k += 1
        u = u - rate * u * u * x
        if np.max(np.abs(u)) > 1.4:
            raise OverflowError
        if k > 30:
            raise TimeoutError
    return u


def loop_in_a_call_in_try(x):
    total = 0.0
    for rate in (0.3, 1.9):
        try:
            total = total + np.sum(diverging(x, rate) ** 2)
        except OverflowError:
            total = total * x[0] + np.sum(x ** 3)
        except TimeoutError:
            total = total + np.sum(x * x)
    return total


def try_in_loop(x):
    y = 1.0
    for i in range(4):
        try:
            y = y * x
            if i % 2:
                raise Negative
            y = y + 10
        except Negative:
            y = np.sin(y)
    return y


def try_in_loop_array(x):
    y = x * 1.0
    for v in [0.5, -1.0, 2.0]:
        try:
            y = y * 1.5
            y = y + np.sin(x) * positive(v)
            y = y ** 2
        except Negative:
            y = y - x
    return np.sum(y)


def overwritten_before_raise(x):
    y = x * 1.0
    try:
        y[0] = x[1] * x[2]
        y[1:] *= y[0]
        raise RuntimeError
    except RuntimeError:
        y[2] = y[2] * y[1]
    return np.sum(y)


def try_finally(x):
    y = x
    try:
        y = y ** 2
    finally:
        y = y * np.sin(x)
    return y


def finally_in_loop(x):
    y = x
    for i in range(4):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            y = y * x
        finally:
            y = y + np.cos(x) * i
    return np.sum(y)


def all_clauses(x):
    log = []
    for v in (x, -x):
        try:
            y = positive(v)
        except Negative:
            log.append(v ** 3)
        else:
            log.append(np.sin(y))
        finally:
            log.append(v * 0.5 + len(log) * x)
    return log[0] * log[1] + log[2] * log[3]


def all_clauses_array(x):
    total = 0.0
    for v in x:
        try:
            y = positive(v)
        except Negative as error:
            y = np.exp(error.args[1])
        else:
            y = y * 3
        finally:
            total = total * 0.5 + v
        total += y
    return total


def return_in_try(x):
    try:
        return positive(x) * np.sin(x)
    except Negative:
        return x


def return_in_except(x):
    try:
        y = np.sum(x) ** 2
        positive(-1.0)
        return y
    except Negative:
        return y * x[0]


def return_in_finally(x):
    store = [x]
    try:
        store[0] = x ** 2
        return store
    finally:
        store[0] = store[0] * np.sin(x)


def returned_through_finally(x):
    y = return_in_finally(x)
    return np.sum(y[0])


def break_in_try(x):
    y = x
    for i in range(6):
        try:
            if i == 1:
                continue
            if i == 4:
                break
            y = y * x + 0.1
        except ValueError:
            y = 0.0
    return y


def break_in_except(x):
    total = 0.0
    for v in x:
        try:
            total += positive(v)
        except Negative:
            break
    for v in x:
        try:
            total += positive(v) * x[1]
        except Negative:
            continue
        total = total * 1.5
    return total


def exception_arguments(x):
    try:
        raise Negative('value', x ** 2)
    except Negative as error:
        y = error.args[1] * len(error.args)
    return y * x


def exception_arguments_array(x):
    total = 0.0
    for v in x:
        try:
            raise ValueError(v * v, x[0])
        except ValueError as error:
            square, first = error.args
            total += square * first
    return total


class Failed(Exception):
    def __init__(self, best, steps):
        super().__init__('failed')
        self.best = best
        self.steps = steps


def descend(x):
    y = x
    for i in range(5):
        y = y - 0.1 * np.sin(y)
        if i == 3:
            raise Failed(y, i)
    return x


def exception_attributes(x):
    try:
        y = descend(x)
    except Failed as failed:
        y = failed.best ** 2 * failed.steps
    return np.sum(y)


def kept_exceptions(x):
    errors = []
    for v in (x, -x * x):
        try:
            positive(np.sum(v))
        except Negative as error:
            errors.append(error)
    return errors[0].args[1] * len(errors)


def argument_through_finally(x):
    y = x
    try:
        try:
            positive(np.sum(-x * x))
        finally:
            y = x ** 2
    except Negative as error:
        y = y * error.args[1]
    return np.sum(y)


def context_of_exception(x):
    try:
        positive(np.sum(-x * x))
    except Negative:
        try:
            raise KeyError(x ** 2)
        except KeyError as error:
            y = error.args[0] * (2 if isinstance(error.__context__, Negative) else 3)
    return np.sum(y)


def reraised(x):
    y = x
    try:
        try:
            y = y ** 2
            positive(-y)
        except Negative:
            y = y * np.sin(x)
            raise
    except Negative:
        y = y + x
    return y


def reraised_array(x):
    total = 0.0
    for v in x:
        try:
            try:
                total += positive(v)
            except Negative:
                total += v ** 3
                raise
            finally:
                total *= 0.9
        except Negative:
            total += np.cos(v)
    return total


def raised_from(x):
    try:
        try:
            y = {'a': x}['b']
        except KeyError as error:
            raise ValueError(x ** 2) from error
    except ValueError as error:
        y = error.args[0] * (3 if isinstance(error.__cause__, KeyError) else 5)
    return y


def raised_from_array(x):
    try:
        try:
            positive(x[1])
        except Negative as error:
            raise TooLarge('no') from error
    except TooLarge:
        y = x ** 2
    return np.sum(y * WEIGHTS)


def nested_handlers(x):
    y = x
    try:
        try:
            y = y * x
            raise KeyError('k')
        except ValueError:
            y = y * 100
        finally:
            y = np.sin(y)
    except LookupError:
        y = y * x
    return y


def assertion(x):
    assert x > 0, 'positive'
    y = x ** 2
    assert isinstance(y, float) and y != 0, f'{y}'
    return y * np.sin(x)


def assertion_array(x):
    assert x.shape == (3,)
    assert np.all(np.isfinite(x)), x
    return np.sum(x ** 3)


def caught_assertion(x):
    try:
        assert x < 0, x
        y = x
    except AssertionError:
        y = x ** 3
    return y


# With

def errstate(x):
    with np.errstate(divide='ignore', invalid='ignore'):
        y = np.log(x) * x
    return y ** 2


def errstate_array(x):
    with np.errstate(divide='ignore', invalid='ignore'):
        y = np.where(x > 0, np.log(np.where(x > 0, x, 1.0)), x ** 2)
    return np.sum(y * x)


def suppress_raised(x):
    y = x
    with contextlib.suppress(ValueError, KeyError):
        y = y ** 2
        y = y * root(-x)
        y = y * 100
    return y * np.sin(x)


def suppress_nothing(x):
    y = x
    with contextlib.suppress(ValueError):
        y = np.sin(y) * x
    return np.sum(y)


def suppress_in_loop(x):
    total = 0.0
    for v in x:
        with contextlib.suppress(Negative):
            total = total + v
            total = total * positive(v)
    return total


def nullcontext(x):
    with contextlib.nullcontext(x ** 2) as y:
        z = y * x
    return np.sum(z)


def catch_warnings(x):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        y = np.exp(-x ** 2)
    return np.sum(y)


def own_block(x):
    with Block(x ** 2) as block:
        y = block.scale(np.sin(x))
    return y * (2 if block.closed else 5)


def own_block_array(x):
    state = [x]
    with Scope(state, x) as values:
        values[-1] = np.sin(values[-1])
    return np.sum(state[0] * x)


def own_block_ignores(x):
    y = x
    with Ignore(Negative, KeyError):
        y = y ** 2
        raise Negative
    with Ignore(Negative):
        y = y * np.sin(x)
    return y


def two_blocks(x):
    with Block(x) as a, Block(a.factor ** 2) as b:
        y = a.scale(b.scale(x))
    return y


def returned_from_block(x):
    with Block(x ** 2) as block:
        for i in range(3):
            if i == 1:
                return np.sum(block.scale(x)) * i
    return 0.0


def generator_block(x):
    with scaled(x, 3.0) as y:
        z = y ** 2
    return z * x


def generator_block_array(x):
    settings = {'gain': x, 'offset': 1.0}
    with restored(settings, 'gain', np.sin(x)) as inside:
        y = inside['gain'] * x
    return np.sum(y * settings['gain'])


# match

def match_literal(x, kind):
    match kind:
        case 'sin':
            return np.sin(x)
        case 'square' | 'pow':
            return x ** 2
        case 3:
            return x ** 3
        case None:
            return np.exp(x)
        case _:
            return x


def match_literals(x):
    total = 0.0
    for kind in ('sin', 'pow', 3, None, 'other'):
        total = total * 0.5 + match_literal(x, kind)
    return np.sum(total)


def match_sequence(x):
    match (x, x ** 2, 3.0):
        case (a,):
            y = a
        case (a, b):
            y = a * b
        case (a, b, c):
            y = a * b ** 2 * c
    return y


def match_star(x):
    match list(x):
        case []:
            return 0.0
        case [first, *rest]:
            return first ** 2 * sum(rest) + rest[1] ** 3


def match_mapping(x):
    match {'kind': 'poly', 'x': x, 'power': 3}:
        case {'kind': 'exp', 'x': v}:
            y = np.exp(v)
        case {'kind': 'poly', 'x': v, **rest}:
            y = v ** rest['power']
    return np.sum(y)


def area(shape):
    match shape:
        case Point(a, y=b):
            return a * b
        case Circle(radius=r) if r < 0:
            return r
        case Circle(radius=r):
            return 3.0 * r ** 2
        case [*parts]:
            return sum(area(part) for part in parts)


def match_class(x):
    return area(Circle(x)) * area(Point(x, np.sin(x)))


def match_class_array(x):
    shapes = [Circle(x[0]), Point(x[1], x[2]), [Circle(x[1]), Point(x[0], x[2])]]
    return area(shapes)


def match_guard(x):
    match x:
        case v if v < 0:
            return v
        case float(v) if v > 1:
            return v ** 3
        case v:
            return np.sin(v)


def match_capture(x):
    match [(x[0], 'a'), (x[1], 'b')]:
        case [(p, 'b'), _]:
            return p
        case [(p, 'a' as name), (q, ('a' | 'b') as other)]:
            return p ** 2 * np.sin(q) * (2 if name == other else 3)


# Names

def walrus(x):
    if (y := x ** 2) > 1:
        return y * np.sin(x)
    return y


def walrus_while(x):
    n = 0
    y = x
    while (s := np.sum(y ** 2)) < 20 and (n := n + 1) < 10:
        y = y * 1.5 + np.sin(x)
    return s


def walrus_leaks(x):
    squares = [last_one := x * i for i in range(4)]
    return sum(squares) * last_one


def walrus_leaks_array(x):
    any((found := v) < 0 for v in x)
    kept = [w for v in x if (w := v ** 2) > 0.3]
    return found ** 3 * sum(kept) + w


def deleted(x):
    y = x ** 2
    z = y * x
    del y
    y = np.sin(x)
    return z * y


def deleted_items(x):
    values = [x, x ** 2, np.sin(x), x ** 3]
    table = {'a': values[1], 'b': values[2]}
    del values[1], table['a']
    del values[:1]
    return np.sum(values[0] * values[1]) * len(table)


def annotated(x: float) -> float:
    """The square of `x`, times its sine."""
    y: float = x ** 2
    z: float
    z = np.sin(x)
    return y * z


def annotated_array(x: np.ndarray, power: int = 3) -> 'float':
    """A sum of powers."""
    total: float = 0.0
    parts: list[float] = []
    for v in x:
        parts.append(v ** power)
    total = sum(parts, total)
    return total


def imported(x):
    import math
    from math import sin as sine
    return sine(x) * math.exp(x)


def imported_array(x):
    import numpy
    import numpy.linalg as la
    from numpy import tanh
    return la.norm(tanh(x)) * numpy.sum(x)


def global_read(x):
    return SCALE * x ** CONFIG['power'] + CONFIG['shift'] * x


def global_read_array(x):
    return np.sum(WEIGHTS * x ** 2) * SCALE


def global_write(x):
    global last
    last = x ** 2
    scale_last(3.0)
    return last * x


def scale_last(factor):
    global last
    last = last * factor


def global_write_array(x):
    global cache
    cache = np.zeros(3)
    cache[:2] = x[:2] ** 2
    cache += x
    return np.sum(cache ** 2)


def nonlocal_write(x):
    total = x

    def add(v):
        nonlocal total
        total = total * v + x

    add(2.0)
    add(x)
    return total


def nonlocal_array(x):
    count, state = 0, x

    def step():
        nonlocal state, count
        state = np.sin(state) + x
        count += 1
        return count

    while step() < 3:
        state = state * 1.1
    return np.sum(state) * count


def starred(x):
    a, *b, c = [x, x ** 2, np.sin(x), x ** 3]
    *d, = b
    return a * d[0] + d[1] * c


def starred_array(x):
    first, *rest = x
    *_, last_one = rest
    row = [*rest, first, *x[:1]]
    return first * rest[0] ** 2 + last_one * row[2] + sum(row)


def chained_assignment(x):
    a = b = x ** 2
    b = b * x
    c = d = e = a + b
    return a * b + c * d * e


def chained_assignment_array(x):
    a = b = x * 1.0
    a[0] = x[1] ** 2
    c = d = [x[0]]
    c.append(x[2])
    return np.sum(b ** 2) * d[1]


def swap(x):
    a, b = x, x ** 2
    a, b = b, a + b
    (a, [b, c]) = b, [a, x]
    return a * b ** 2 + c


def swap_array(x):
    y = x * 1.0
    y[0], y[1] = y[1], y[0]
    y[1], y[2] = y[2] * y[0], y[1]
    return np.sum(y * WEIGHTS)


def fibonacci(x):
    a, b = x, 1.0
    for _ in range(5):
        a, b = b, a * x + b
    return b


def augmented(x):
    y = x
    y += x ** 2
    y *= y
    y -= 0.3 * x
    y /= x + 2
    y **= 2
    return y


def augmented_integers(x):
    n = 7
    n //= 2
    n <<= 2
    n |= 1
    n ^= 8
    n &= 7
    n %= 4
    n >>= 0
    n -= -2
    return x ** n


def augmented_array(x):
    y = x * 1.0
    z = y
    y += 1.0
    y *= x
    y[1:] -= x[:2] ** 2
    y[0] **= 3
    y /= 2.0
    return np.sum(z ** 2)


def augmented_items(x):
    table = {'a': [x, 2.0 * x], 'b': x}
    table['a'][0] *= x
    table['a'] += [x ** 2]
    table['b'] -= np.sin(x)
    return np.sum(table['a'][0] * table['a'][2] * table['b'])


def augmented_matmul(x):
    y = np.diag(x)
    y = y + 0.1
    y @= y + np.eye(3)
    return np.sum(y ** 2)


# Expressions

def printed(x):
    y = x ** 2
    print('y is', y, end='')
    print(f'{x:.3f}', sep='')
    return np.sum(y * np.sin(x))


def labels(x):
    names = [f'{x:.2f} and {x!r}', '%s %.3f' % ('x', x), f'at {x}']
    names.append('value: ' + str(x))
    return x ** 2 * (len(names) if names[1].startswith('x') else 1)


def labels_array(x):
    title = f'{x}' + '%r' % x[0]
    for i, v in enumerate(x):
        title += f' {i}: {v:.3f}'
    return np.sum(x ** 2) if title else 0.0


def built_keys(x):
    table = {f'x{i}': x * i for i in range(4)}
    table['%s_%d' % ('y', 2)] = np.sin(x)
    return np.sum(table['x3'] * table['y_2'] * table[f'x{len(table) - 3}'])


def lambdas(x):
    square = lambda v: v * v  # noqa: E731
    shift = lambda v, by=x: v + by  # noqa: E731
    return square(shift(np.sin(x))) + (lambda *t: t[0] * t[1])(x, x)


def lambdas_array(x):
    steps = [lambda v: v * 2, lambda v: np.sin(v) + x, lambda v: v ** 2]
    y = x
    for step in steps:
        y = step(y)
    return np.sum(y)


def slices(x):
    return np.sum(x[1:] * x[:-1]) + np.sum(x[::-1] * WEIGHTS) + x[-1] ** 2 * x[slice(0, 2)][1]


def slices_matrix(x):
    y = np.stack([x * i for i in range(1, 5)])
    z = y[1::2, :2] * y[:2, -2:]
    y[0] = y[1, ::-1] ** 2
    return np.sum(z ** 2) + np.sum(y[0] * x)


def sequence_slices(x):
    values = [x ** i for i in range(6)]
    pair = tuple(values)[-2:]
    return sum(values[1:5:2]) * values[::-1][0] + pair[0]


def ellipsis_and_newaxis(x):
    y = np.stack([x, x ** 2])[..., np.newaxis] * x
    return np.sum(y[..., 0] * y[0, ..., 1]) + np.sum(y[..., :2, 1] ** 2)


def masks(x):
    y = x ** 2
    y[x < 0] = np.sin(x[x < 0])
    y[[0, 2]] *= x[[2, 0]]
    return np.sum(y[x > 0]) * y[1]


def arithmetic(x):
    y = -x + +x ** 2 - (x / 3) * 2 ** x
    return y ** 2 + x % 0.7 + x // 0.4 * x


def matrix_product(x):
    a = np.outer(x, x) + np.eye(3)
    return x @ a @ np.sin(x)


def evaluation_order(x):
    log = []

    def note(v):
        log.append(v)
        return v * len(log)

    y = note(x) - note(x ** 2) * note(np.sin(x))
    return y * log[1] * len(log)


def nested_ternary_in_call(x):
    return max(x ** 2, 1.0) * min(x, 5.0 if x > 1 else 0.1) + abs(-x ** 3)


def is_and_in(x):
    scale = None
    names = ('a', 'b')
    if scale is None and 'a' in names and 'c' not in names:
        scale = x ** 2
    return np.sum(scale * x) if scale is not None else 0.0


async def waits(x):
    return x ** 2


async def awaits(x):
    return await waits(x)


def awaited(x):
    task = awaits(x)
    try:
        task.send(None)
    except StopIteration as stop:
        return stop.value


def active_set(x):
    values = {x, x ** 2, 3.0}
    return sum(values)


def executed(x):
    space = {'x': x}
    exec('y = x ** 2', space)
    return space['y']


def evaluated(x):
    return eval('x ** 2')


def local_names(x):
    y = x ** 2
    return np.sum(locals()['y'])


def global_names(x):
    globals()['last'] = x ** 2
    return last * x


FEATURES = [
    feature('`if … elif … else`', (if_elif_else, X), (if_on_elements, V)),
    feature('conditional expressions', (conditional_expression, X),
            (conditional_expression_sum, V), (nested_ternary_in_call, X)),
    feature('chained comparisons', (chained_comparison, X), (chained_comparison_array, V)),
    feature('`and`, `or`, `not`', (boolean_operators, X)),
    feature('`and` and `or` that return operands', (boolean_operands, X),
            (boolean_operands_array, V)),
    feature('`is`, `in` and `None`', (is_and_in, X), (is_and_in, V)),
    feature('`while`', (while_loop, X), (while_array, V)),
    feature('`while … else`', (while_else, X), (while_else_broken, X), (while_else_broken, V)),
    feature('`for … else`', (for_else, X), (for_else_array, V)),
    feature('`break` and `continue`', (break_continue, X), (break_continue_array, V)),
    feature('`return` from a loop', (early_return, X), (early_return_array, V)),
    feature('a loop variable that is assigned', (changed_loop_variable, X)),
    feature('`pass` and `...`', (pass_and_ellipsis, X)),
    feature('`if __debug__`', (debug, X), (debug, V)),
    feature('`try … except`, nothing raised', (nothing_raised, X), (nothing_raised, V)),
    feature('`try … except`, one\'s own exception', (own_exception, X), (own_exception_array, V)),
    feature('an exception raised in a call', (raised_in_a_call, X), (raised_in_a_call_array, V)),
    feature('`ZeroDivisionError`', (zero_division, X), (guarded_division, X, 0),
            (guarded_division, X, 0.0), (guarded_division, X, 2.0)),
    feature('`np.linalg.LinAlgError`', (jittered, X), (linalg_error, V)),
    feature('`KeyError`', (key_error, X), (key_error_array, V)),
    feature('`IndexError`', (index_error, X), (index_error_array, V)),
    feature('`TypeError`, `AttributeError`, `ValueError` of an operation',
            (type_and_attribute_error, X), (shape_error, V)),
    feature('a loop in `try` whose body raises', (loop_in_try, X), (loop_in_a_call_in_try, V)),
    feature('`try` in a loop', (try_in_loop, X), (try_in_loop_array, X), (try_in_loop_array, V)),
    feature('items written before an exception', (overwritten_before_raise, V)),
    feature('`try … finally`', (try_finally, X), (finally_in_loop, X), (finally_in_loop, V)),
    feature('`try … except … else … finally`', (all_clauses, X), (all_clauses_array, V)),
    feature('`return` in `try`', (return_in_try, X), (return_in_except, V)),
    feature('`return` through `finally`', (returned_through_finally, X),
            (returned_through_finally, V)),
    feature('`break` and `continue` in `try`', (break_in_try, X), (break_in_except, V)),
    feature('`except … as`, with the exception\'s arguments', (exception_arguments, X),
            (exception_arguments_array, V)),
    feature('exceptions that are kept', (kept_exceptions, X), (kept_exceptions, V)),
    feature('an exception\'s arguments after `finally`', (argument_through_finally, X),
            (argument_through_finally, V)),
    feature('`__context__` of an exception', (context_of_exception, X),
            (context_of_exception, V)),
    feature('`except … as`, with the exception\'s attributes', (exception_attributes, X),
            (exception_attributes, V)),
    feature('`raise` of the caught exception', (reraised, X), (reraised_array, V)),
    feature('`raise … from`', (raised_from, X), (raised_from_array, V)),
    feature('nested `try`', (nested_handlers, X)),
    feature('`assert`', (assertion, X), (assertion_array, V), (caught_assertion, X)),
    feature('`with np.errstate`', (errstate, X), (errstate_array, V)),
    feature('`with contextlib.suppress`', (suppress_raised, X), (suppress_nothing, X),
            (suppress_nothing, V), (suppress_in_loop, V)),
    feature('`with contextlib.nullcontext`', (nullcontext, X), (nullcontext, V)),
    feature('`with warnings.catch_warnings`', (catch_warnings, X), (catch_warnings, V)),
    feature('`with` and one\'s own class', (own_block, X), (own_block_array, V)),
    feature('`with` that suppresses, one\'s own class', (own_block_ignores, X)),
    feature('`with` of two context managers', (two_blocks, X)),
    feature('`return` from `with`', (returned_from_block, X), (returned_from_block, V)),
    feature('`contextlib.contextmanager`', (generator_block, X), (generator_block_array, X),
            (generator_block_array, V)),
    feature('`match` with literals', (match_literals, X), (match_literals, V)),
    feature('`match` with sequences', (match_sequence, X), (match_star, V)),
    feature('`match` with mappings', (match_mapping, X), (match_mapping, V)),
    feature('`match` with classes', (match_class, X), (match_class_array, V)),
    feature('`match` with guards', (match_guard, X)),
    feature('`match` with captures', (match_capture, V)),
    feature('`:=`', (walrus, X), (walrus_while, V)),
    feature('`:=` in a comprehension', (walrus_leaks, X), (walrus_leaks_array, V)),
    feature('`del`', (deleted, X), (deleted_items, X), (deleted_items, V)),
    feature('type hints and docstrings', (annotated, X), (annotated_array, V)),
    feature('`locals()`', (local_names, X), (local_names, V)),
    feature('`import` in a function', (imported, X), (imported_array, V)),
    feature('globals that are read', (global_read, X), (global_read_array, V)),
    feature('globals that are written', (global_write, X), (global_write_array, V)),
    feature('`nonlocal`', (nonlocal_write, X), (nonlocal_array, V)),
    feature('starred assignment', (starred, X), (starred_array, V)),
    feature('`a = b = …`', (chained_assignment, X), (chained_assignment_array, V)),
    feature('`a, b = b, a`', (swap, X), (fibonacci, X), (swap_array, V)),
    feature('augmented assignment', (augmented, X), (augmented_integers, X), (augmented_array, V),
            (augmented_items, X), (augmented_items, V), (augmented_matmul, V)),
    feature('`print`', (printed, X)),
    feature('f-strings, `%` and `format`', (labels, X), (labels_array, V)),
    feature('f-strings and `%` that make keys', (built_keys, X), (built_keys, V)),
    feature('`lambda`', (lambdas, X), (lambdas_array, V)),
    feature('slices', (sequence_slices, X), (slices, V), (slices_matrix, V)),
    feature('`...` and `np.newaxis` in an index', (ellipsis_and_newaxis, V)),
    feature('masks and lists as an index', (masks, V)),
    feature('arithmetic', (arithmetic, X), (matrix_product, V)),
    feature('the order of evaluation', (evaluation_order, X)),
]

REFUSED = [
    refused('`async def`', awaits, X),
    refused('`await`', awaited, X),
    refused('differentiated values in a set', active_set, X),
    refused('`exec`', executed, X),
    refused('`eval`', evaluated, X),
    refused('`globals()` that is written', global_names, X),
]

# Programs of these features that are refused yet.
NOT_YET = frozenset({
    'kept_exceptions', 'context_of_exception',
    'raised_from', 'own_block_ignores',
})
