"""Functions whose results are kept by `functools.lru_cache` and `cache`."""

import functools

import numpy as np
import pytest

from tests.support.numeric import at, require_derivatives, require_refused


def fibonacci(x):

    @functools.lru_cache(None)
    def fib(n):
        return x if n < 2 else fib(n - 1) + 0.5 * fib(n - 2)

    return fib(6)


def power(x):

    @functools.cache
    def p(n):
        return 1.0 if n == 0 else x * p(n - 1)

    return p(3)


def shortest_path(x):

    @functools.cache
    def p(i, j):
        if i == 0 or j == 0:
            return x
        return min(p(i - 1, j), p(i, j - 1)) + x * x

    return p(2, 2)


def cache_cleared(x):

    @functools.lru_cache
    def p(a):
        return a * x

    r = p(2.0) + p(3.0)
    p.cache_clear()
    return r


@functools.lru_cache
def kept_array(n):
    y = np.zeros(n)
    for i in range(n):
        y[i] = 0.5 * i
    return y


def reads_kept_array(x):
    return np.sum(kept_array(3) * x) + kept_array(3)[1] * x * x


def impure_cache(x):
    calls = [0]

    @functools.cache
    def doubled(a):
        calls[0] += 1
        return a * x

    return doubled(2.0) + doubled(2.0) + calls[0] * x


def writes_kept_array(x):
    part = kept_array(4)[1:3]
    part += x
    return np.sum(kept_array(4)) * x


generator = np.random.default_rng(0)


@functools.lru_cache
def kept_draw(n):
    return generator.standard_normal() * n


def draws_once(x):
    return x * kept_draw(1) + kept_draw(1)


@functools.lru_cache
def kept_print(n):
    print("called with", n)
    return 2.0 * n


def prints_once(x):
    return x * kept_print(1) + kept_print(1)


@functools.lru_cache
def kept(n):
    return n


def global_cache_cleared(x):
    kept.cache_clear()
    return x * kept(2)


def cache_asked(x):
    return x * kept.cache_info().hits


@functools.lru_cache
def halves(v, n=1):
    return v * (n / 2 if isinstance(n, float) else n // 2)


def kept_by_position(x):
    return halves(x, 3) + halves(x, 3.0)


def kept_by_name(x):
    return halves(x, n=3) + halves(x, n=3.0)


def kept_fine(x):
    return halves(x) - halves(0) + halves(x, 3) * halves(x, n=5)


SCALE = 1.0


class Scale:
    def get(self):
        return SCALE


OF_ALL = Scale()


@functools.lru_cache
def scaled(n):
    return OF_ALL.get() * n


# What a method reads was overlooked where a builtin type has one of the same name.
def binds_what_a_kept_method_reads(x):
    global SCALE
    SCALE = 2.0
    first = scaled(3.0)
    SCALE = x
    return first * x + scaled(3.0)


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        fibonacci, power, shortest_path, cache_cleared, reads_kept_array,
    ),
    *at((0.9126, 1.7), kept_fine),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (impure_cache, 0.7, "a function whose results are kept"),
    (writes_kept_array, 0.7, "returns an array that is written later"),
    (draws_once, 0.7, "changes what others see, prints or draws"),
    (prints_once, 0.7, "changes what others see, prints or draws"),
    (global_cache_cleared, 2.5, "cache_clear.. is not supported"),
    (cache_asked, 2.5, "cache_info.. is not supported"),
    (kept_by_position, 2.5, "equal values of several types"),
    (kept_by_name, 2.5, "equal values of several types"),
    (binds_what_a_kept_method_reads, 2.5, "may read what changes"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
