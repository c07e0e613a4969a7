# ruff: noqa: B007
"""Attributes of functions, wrappers that count, and names of functions."""

import functools

import pytest

from tests.support.numeric import at, require_derivatives, require_refused


def attributes_of_function(x):

    def inner(y):
        return y * x

    inner.__name__ = "foo"
    inner.calls = 0
    inner.calls += 1
    return inner(x) * (inner.calls + 1)


def counted(f):

    @functools.wraps(f)
    def w(*a):
        w.calls += 1
        return f(*a)

    w.calls = 0
    return w


def counting_calls(x):
    g = counted(lambda y: y * y)
    return g(x) + g(x + 1) * g.calls


def memory_of_function(x):

    def memo(n):
        if n in memo.c:
            return memo.c[n]
        r = x if n < 2 else memo(n - 1) * memo(n - 2)
        memo.c[n] = r
        return r

    memo.c = {}
    return memo(4)


def sum_in_attribute(x):

    def w():
        w.n += x

    w.n = 0.0
    w()
    w()
    return w.n * x


def name_of_function(x):

    def f(y):
        """doc"""
        return y * x

    return (
        f(x)
        if f.__name__ == "f" and f.__doc__ == "doc" and (not hasattr(f, "q"))
        else 0.0
    )


def attributes_on_paths(x):

    def f(y):
        return y * x

    if x > 0:
        f.k = 2 * x
    else:
        f.k = x * x
    f.m = x
    f.l = [x]
    f.l.append(2 * x)
    f.l[0] *= 3
    return f.k * f.m + getattr(f, "zz", 3.0) + sum(f.l)


def functions_in_a_loop(x):
    fs = []
    for i in range(2):

        def g(v):
            return v * x

        g.c = i * x + 1
        fs.append(g)
    return fs[0].c * fs[1].c + fs[0](x)


def functions_made_twice(x):

    def mk(c):

        def g(v):
            g.n += 1
            return v * x * c

        g.n = 0
        return g

    a, b = (mk(1.0), mk(2.0))
    a(x)
    a(x)
    b(x)
    s = 0.0
    for k in range(3):
        s += a(x) * b(x)
    return s * a.n + b.n * x


def attribute_in_loop(x):

    def f(y):
        f.t = f.t + y * x
        return y

    f.t = 0.0
    n = 0
    while n < 4:
        f(n * x)
        n += 1
    return f.t


def name_of_wrapper(x):
    return x * len(counted(lambda y: y).__name__)


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        attributes_of_function, counting_calls, memory_of_function,
        sum_in_attribute, name_of_function, attributes_on_paths,
        functions_in_a_loop, functions_made_twice, attribute_in_loop,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (name_of_wrapper, 0.7, "__name__ of a function that is defined here"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
