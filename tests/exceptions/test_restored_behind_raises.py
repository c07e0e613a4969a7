"""What `finally` and exits of `with` restore outside, where a raise leaves."""
import contextlib
import types

import numpy as np
import pytest

import tangentlite as tl


def a_list():
    rate = [0.1]

    def f(x):
        rate[0] = x
        try:
            if x > 1.0:
                raise ValueError('large')
            return rate[0] * x
        finally:
            rate[0] = 0.1

    return f, rate


def a_class_of_managers():
    o = types.SimpleNamespace(rate=0.1, entered=0)

    class Rate:
        def __init__(self, value):
            self.value = value

        def __enter__(self):
            self.old, o.rate = o.rate, self.value
            o.entered += 1

        def __exit__(self, *error):
            o.rate = self.old

    def f(x):
        with Rate(x):
            if x > 1.0:
                raise ValueError('large')
            y = x * o.rate
        return y + o.rate * x

    return f, vars(o)


def a_generator():
    settings = {'rate': 0.1, 'log': 0}

    @contextlib.contextmanager
    def changed(value):
        old, settings['rate'] = settings['rate'], value
        try:
            yield
        finally:
            settings['rate'] = old
            settings['log'] += 1

    def f(x):
        with changed(x):
            y = x * settings['rate']
            if x > 1.0:
                raise ValueError('large')
        return y + settings['rate'] * x

    return f, settings


def a_stack():
    stack = []

    def f(x):
        stack.append(x)
        try:
            assert x < 1.0, 'large'
            return x * len(stack)
        finally:
            stack.pop()

    return f, stack


def an_array():
    w = np.ones(2)

    def f(x):
        old = w.copy()
        try:
            w[...] *= x
            if np.sum(w) > 3.0:
                raise ValueError('large')
            return np.sum(w) * x
        finally:
            w[...] = old

    return f, w


def a_counter_around_a_call():
    o = types.SimpleNamespace(depth=0, deepest=0)

    def inner(x, n):
        o.depth += 1
        o.deepest = max(o.deepest, o.depth)
        try:
            if n == 0:
                return x
            if x > 3.0:
                raise ValueError('large')
            return inner(x * 1.5, n - 1) * x
        finally:
            o.depth -= 1

    return lambda x: inner(x, 3), vars(o)


@pytest.mark.parametrize('make', [
    a_list, a_class_of_managers, a_generator, a_stack, an_array,
    a_counter_around_a_call,
])  # fmt: skip
@pytest.mark.parametrize('derive', [
    tl.value_and_grad, lambda f: lambda x: tl.jvp(f, (x,), (1.0,)),
], ids=['reverse', 'forward'])  # fmt: skip
def test_what_is_restored(make, derive):
    f, state = make()
    g, other = make()
    derivative = derive(g)
    for x in (0.5, 4.0, 0.7):
        try:
            expected = f(x)
        except (ValueError, AssertionError) as error:
            with pytest.raises(type(error), match='large'):
                derivative(x)
        else:
            value, slope = derivative(x)
            assert value == expected
            h = 1e-6
            steps = [make()[0](x + s) for s in (h, -h)]
            assert slope == pytest.approx((steps[0] - steps[1]) / (2 * h), rel=1e-6)
        np.testing.assert_equal(other, state)
