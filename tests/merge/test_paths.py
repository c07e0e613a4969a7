"""What one path makes or changes, and what is read of it behind."""
import contextlib
import copy
import functools
import math

import numpy as np
import pytest

import tangentlite as tl


class Plain:
    pass


HELD, TABLE = Plain(), {'k': 1.0}


def attribute_in_a_branch(x):
    if x > 1.0:
        HELD.v = x
    return HELD.v * x


def attribute_in_a_loop(x):
    for _ in range(2):
        HELD.v = HELD.v * x
    return HELD.v


def item_in_a_handler(x):
    try:
        if x > 1.0:
            raise ValueError
    except ValueError:
        TABLE['k'] = x * x
    return TABLE['k'] * x


def attribute_on_one_path(x):
    if x > 1.0:
        y = x
    else:
        HELD.v = x * x
        y = 1.0
    return HELD.v * y


def list_in_a_list(x):
    rows = []
    for _ in range(2):
        row = [x]
        rows.append(row)
        row[0] = x * x
    return rows[0][0]


def one_list_twice(x):
    row = [x]
    rows = [row for _ in range(2)]
    row[0] = x * x
    return rows[1][0]


def left_in_finally(x):
    def steps():
        try:
            yield x
            yield x * x
        finally:
            pass
    total = 0.0
    for v in steps():
        total += v
        break
    return total


def left_in_with(x):
    def steps():
        with contextlib.nullcontext():
            yield x * x
            yield x
    for v in steps():
        return v


def chosen_function(x):
    f = lambda k=x: k  # noqa: E731
    if x > 1.0:
        f = lambda k=x * x: k  # noqa: E731
    return f()


def chosen_closure(x):
    def maker(k):
        return lambda: k
    f = maker(x)
    if x > 1.0:
        f = maker(x * x)
    return f()


def multiplied(a, b):
    return a * b


def made_in_a_branch(x):
    flag = False
    if x > 1.0:
        items, held = [x * 3], Plain()
        held.part = items
        by = functools.partial(multiplied, x * x)
        flag = True
    if flag:
        held.part[0] = held.part[0] * x
        return by(items[0])
    return x


def chosen_partial(x):
    if x > 1.0:
        f = functools.partial(multiplied, x * x)
    else:
        f = functools.partial(multiplied, x * 3.0)
    return f(x)


def generator_in_a_branch(x):
    if x > 1.0:
        steps = (x * i for i in range(3))
        next(steps)
    y = x
    if x > 1.0:
        y = sum(steps)
    return y


def negative_power(x):
    z = 0.0 if x > 1.0 else x
    try:
        return z ** -1
    except ZeroDivisionError:
        return x * x


def beyond_the_end(x):
    a = np.ones(2) * x
    try:
        a[2] += x
    except IndexError:
        a[1] = x * x
    return np.sum(a)


def too_large(x):
    try:
        return x * int(abs(x) * float('inf'))
    except OverflowError:
        return x * x


def appended_in_try(x):
    items = [x]
    try:
        if x > 1.0:
            raise ValueError
        items.append(x * x)
    except ValueError:
        pass
    return sum(items)


def logged(x):
    items = []
    for k in range(3):
        try:
            items.append(x * k)
            items.append(math.log(x - k))
        except ValueError:
            items.append(x)
    return sum(items)


def relaxed(u, x):
    u[0] = u[0] * 0.5 + x * 0.1
    return u[0]


def condition_that_writes_in_with(x):
    u = np.array([4.0 * x, x])
    with contextlib.nullcontext():
        while relaxed(u, x) > x:
            pass
    return u[0] * u[1]


def while_in_try(x):
    y = x
    for _ in range(2):
        try:
            while y * y < 20:
                y = y * 1.5 + x
            if y < 0:
                return x
        except ValueError:
            break
    return y


def returned_from_loops_in_try(x):
    v = x
    for k in range(3):
        try:
            if v * k > 1:
                return v * k
            for j in range(2):
                if v * j > 0.9:
                    return v * v
        finally:
            v = v * 1.1
    return v


def bound_in_an_inner_loop(x):
    for k in range(3):
        factor = 1.0 if k > 5 else 0.5
        if k > 1:
            found = x * k
            break
        for j in range(2):
            if x * j > 0.9:
                found = x * x
    return found * factor + found


def kept_by_an_inner_loop(x):
    for k in range(3):
        if k == 1:
            found = x * k
        for j in range(2):
            if k == 2:
                break
            found = x * x * (j + k)
        if k > 0:
            found = found * x
    return found


def started(function, x):
    HELD.v, TABLE['k'] = 1.0, 1.0
    return function(x), (HELD.v, TABLE['k'])


@pytest.mark.parametrize('x', [0.7, 1.3, 2.6])
@pytest.mark.parametrize('function', [
    attribute_in_a_branch, attribute_in_a_loop, item_in_a_handler,
    attribute_on_one_path, list_in_a_list, one_list_twice, left_in_finally,
    left_in_with, chosen_function, chosen_closure, made_in_a_branch, chosen_partial,
    generator_in_a_branch, negative_power, beyond_the_end, too_large, appended_in_try,
    logged, condition_that_writes_in_with, while_in_try, returned_from_loops_in_try,
    bound_in_an_inner_loop, kept_by_an_inner_loop,
])
def test_derivatives_and_what_is_left_behind(function, x):
    step = 1e-6
    value, state = started(function, x)
    up, down = (started(function, x + h)[0] for h in (step, -step))
    (got, reverse), found = started(tl.value_and_grad(function), x)
    assert (got, found) == (pytest.approx(value, rel=1e-12), state)
    assert reverse == pytest.approx((up - down) / (2 * step), rel=1e-6)
    forward = tl.autodiff(function, mode='forward')
    slope, found = started(lambda x: forward(x, 1.0), x)
    assert slope == pytest.approx(reverse, rel=1e-12) and found == state


def returned_in_finally(x):
    try:
        return x
    finally:
        return x * x  # noqa: B012


def unpacked(x):
    items = [v for v in [x, 2.0 * x, 3.0 * x] if v > 2.0]
    a, b = items
    return a * b


def test_what_is_refused_or_raised():
    with pytest.raises(tl.UnsupportedError, match='inside of finally'):
        tl.grad(returned_in_finally)(1.3)
    assert tl.grad(unpacked)(1.3) == pytest.approx(2 * 1.3 * 6)
    with pytest.raises(ValueError, match='too many values to unpack'):
        tl.grad(unpacked)(2.6)
    with pytest.raises(ValueError, match='not enough values to unpack'):
        tl.grad(unpacked)(0.7)


class Doubled:
    def __init__(self, a):
        self.a = a

    def __deepcopy__(self, memo):
        return Doubled(self.a * 2)


def deeply_copied(x):
    return copy.deepcopy(Doubled(x)).a * x


@pytest.mark.parametrize(('function', 'what'), [
    (deeply_copied, 'defines __deepcopy__'),
])
def test_what_has_effects_that_are_not_seen_is_refused(function, what):
    with pytest.raises(tl.UnsupportedError, match=what):
        tl.grad(function)(1.3)
