"""Traps 66, 67, 75 to 87, 96 and 102: containers, control flow, functions, state."""
# ruff: noqa: B007, B023
import functools
import itertools

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.5, 1.5, 2.0])


def shared_row(x):
    rows = [x * 1.0, x * 2.0, x * 3.0]
    rows[1] = rows[0]
    rows[1][0] = 7 * x[1]
    return np.sum(rows[0] * rows[1] * x)


def closure_that_writes(x):
    y = x * 1.0

    def write(k):
        y[k] = x[k] ** 2 * y[k - 1]

    write(1)
    write(2)
    return np.sum(y * y)


def endless_with_continue(x):
    k, s = 0, 0.0
    while True:
        k += 1
        if k % 2:
            continue
        s = s + x[k % 3] * k
        if k > 6:
            break
    else:
        s = 100.0
    for j in range(5):
        s = s * x[0]
    else:
        s = s + x[1]
    return s * k + j


def of_different_structure(x):
    def values(v):
        if v > 1:
            return v, v * 2
        return v * 3, 1.0

    a, b = values(x[1])
    return a * b


def caught_in_a_loop(x):
    s = 0.0
    for k in range(3):
        try:
            s = s + x[k]
            if k == 1:
                raise KeyError('one')
            s = s + x[k] ** 2
        except KeyError:
            s = s * x[0]
        finally:
            s = s + 1.0
    return s


def late_binding_and_nonlocal(x):
    functions = [lambda v: v * k for k in range(3)]
    count = 0.0

    def increase():
        nonlocal count
        count += x[0]
        return count

    increase()
    increase()
    return functions[0](x[1]) + count * count


def generators_and_next(x):
    def squares():
        for v in x:
            yield v * v

    it = iter(x)
    a, b = next(it), next(it)
    return sum(squares()) * a + b + next(it, 0.0) + next(it, 4.0)


def deleted_and_walrus(x):
    y = x[0]
    del y
    y = x[1]
    z = [w := v * 2 for v in x]
    return y * w + sum(z)


def counted(x):
    for k in itertools.count():
        if k >= 2:
            break
    s = 0.0
    for k in itertools.count(1, 2):
        s = s + x[k % 3] / k
        if k > 6:
            break
    return s * k


def checked(x):
    assert x[0] > 0, f'{x[0]} is not positive'
    if x[1] < 0:
        raise ValueError('negative')
    return np.log(x[0]) * x[1]


@pytest.mark.parametrize('function', [
    shared_row, closure_that_writes, endless_with_continue, of_different_structure,
    caught_in_a_loop, late_binding_and_nonlocal, generators_and_next,
    deleted_and_walrus, counted, checked,
])
def test_traps(function):
    tl.check_grad(function, (X,), order=2)


def test_trap_81_what_the_primal_raises():
    with pytest.raises(AssertionError, match='-0.5 is not positive'):
        tl.grad(checked)(-X)
    with pytest.raises(ValueError, match='negative'):
        tl.grad(checked)(X * [1, -1, 1])


def flagged(x, mode):
    if mode not in ('sum', 'mean'):
        raise ValueError(f'no mode {mode!r}')
    return np.sum(x) if mode == 'sum' else np.mean(x)


def test_trap_81_what_is_known_to_raise():
    gradient = tl.grad(flagged)
    assert list(gradient(X, 'sum')) == [1.0, 1.0, 1.0]
    with pytest.raises(ValueError, match="no mode 'max'"):
        gradient(X, 'max')


def test_trap_83_captured_values_change():
    k = 2.0

    def scaled(x):
        return k * x

    gradient = tl.grad(scaled)
    assert gradient(1.0) == 2.0
    k = 3.0
    assert gradient(1.0) == 3.0


class Model:
    scale = 2.0

    def __init__(self, w):
        self.w = w

    @staticmethod
    def square(x):
        return x * x

    @classmethod
    def scaled(cls, x):
        return cls.scale * x

    @property
    def double(self):
        return 2.0 * self.w

    def __call__(self, x):
        return self.scaled(self.square(x)) * self.double


class Child(Model):
    def __call__(self, x):
        return super().__call__(x) + self.w * x


@functools.cache
def binomial(n, k):
    return 1 if k in (0, n) else binomial(n - 1, k - 1) + binomial(n - 1, k)


def twice(f):
    @functools.wraps(f)
    def wrapper(*args, **keywords):
        return 2.0 * f(*args, **keywords)
    return wrapper


@twice
def decorated(x, y=3.0):
    return x * y * binomial(4, 2)


def test_trap_87_decorators_methods_and_objects():
    assert tl.grad(decorated)(1.0) == 36.0
    assert tl.grad(decorated, wrt='y')(1.0, y=1.0) == 12.0
    assert tl.grad(functools.partial(decorated, 2.0), wrt='y')(5.0) == 24.0
    child = Child(0.5)
    assert tl.grad(child)(3.0) == 2.0 * 2.0 * 3.0 + 0.5
    assert tl.grad(Model.square)(3.0) == 6.0
    assert tl.grad(child.scaled)(3.0) == 2.0
    Model.scale = 4.0
    try:
        assert tl.grad(child.scaled)(3.0) == 4.0
    finally:
        Model.scale = 2.0
