"""The order in which Python evaluates parts of expressions, and which it skips."""

import random

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives


class IdsOfIds:
    def __init__(self):
        self.n = 0

    def new(self):
        self.n += 1
        return self.n


def key_before_value(x):
    ids = IdsOfIds()
    d = {ids.new(): ids.new() * x}
    return sum(k + v for k, v in d.items())


def key_that_registers(x):
    d = {}

    def reg(n):
        d[n] = len(d)
        return n

    e = {reg("a"): len(d), reg("b"): len(d)}
    return x * e["a"] + e["b"]


def comprehension_key_before_value(x):
    log = []

    def k(i):
        log.append(f"k{i}")
        return i

    def v(i):
        log.append(f"v{i}")
        return x * i

    d = {k(i): v(i) for i in range(2)}
    print(log)
    return d[1]


def chain_that_stops(x):
    n = 0

    def tick():
        nonlocal n
        n += 1
        return n * x

    ok = 5.0 < x < tick()  # noqa: F841
    return x**2 + n


def chain_that_may_stop(x):
    v = [x, 2.0, 3 * x]
    t = 0.0
    for i in range(5):
        ok = i < 2 < v[i]
        t += x if ok else x * x
    return t


def shift_andor(u):
    u[0] = u[0] + 1.0
    return u[0] > 100


def value_of_or_in_condition(x):
    u = x.copy()
    if (shift_andor(u) or 3.0) > 2.0:
        return u[0] ** 2
    return u[1]


def relax_relax(u):
    u *= 0.5
    return u[0]


def value_of_and_in_condition(x):
    u = x.copy()
    t = 0.0
    while (v := relax_relax(u) and u[1]) > 0.1:
        t += v
    return t + v * 10


class BoxOfBoxes:
    def __init__(self, v):
        self.v = v

    def plus(self, w):
        return self.v + w


def bump_boxes(u):
    u[0] += 1.0
    return BoxOfBoxes(u[0])


def first_boxes(u):
    return u[0]


def callee_before_arguments(x):
    u = x.copy()
    if bump_boxes(u).plus(first_boxes(u)) > 2 * x[0] + 1.5:
        return u[0] ** 2
    return u[1]


def known_value_of_or(x):
    n = 3
    if (n or x) > 2:
        return x * x
    return x


def known_list_of_or(x):
    n = [1.0, x]
    if (n or [4.0])[0] > 2:
        return x * x
    return x * (n and 2.0)


def value_before_its_format(x):
    log = []

    def g(n, v):
        log.append(n)
        return v

    s = f"{g('f1', x):.{g('f2', 3)}f}"
    print(log, s)
    return x * len(s)


def first_mixed(u):
    return u[0]


def args_mixed(u):
    u[0] += 1.0
    return (u[0], u[1])


def add_mixed(a, b, c=0.0):
    return a + b + c


def starred_before_named(x):
    u = x.copy()
    if add_mixed(*args_mixed(u), c=first_mixed(u)) > 3.0 and not (
        first_mixed(u) > 5 or u[1] > 3
    ):
        return u[0] ** 2
    return u[1]


def bump_npcall(u):
    u[0] += 1.0
    return u


def steps_of_a_loop(x):
    u = x.copy()
    while np.linalg.norm(bump_npcall(u)) < 4.0 and np.sum(bump_npcall(u)) < 20:
        u[1] *= 1.1
    return np.sum(u**2)


def bump_sub(u):
    u[0] += 1.0
    return 1


def index_that_writes(x):
    u = x.copy()
    if u[bump_sub(u)] + u[0] > 1.0:
        return u[0] ** 2
    return u[1]


log_of_function_that_logs_in_condition = []


def g_of_function_that_logs_in_condition(v):
    log_of_function_that_logs_in_condition.append(
        "g_of_function_that_logs_in_condition"
    )
    return v


def function_that_logs_in_condition(x):
    log_of_function_that_logs_in_condition.clear()
    a = 1.0 if g_of_function_that_logs_in_condition(x) > 0.95 else 2.0
    return a * x


class StOfPropertyThatMayBeSkipped:
    def __init__(self, *v):
        self.v = list(v)

    @property
    def top(self):
        return self.v.pop(0)


def property_that_may_be_skipped(x):
    s = StOfPropertyThatMayBeSkipped(x, 2.0, 3.0)
    y = x
    if x < 0.7 or s.top > 0.1:
        y += 2
    return y + len(s.v)


class StOfOperatorThatMayBeSkipped:
    def __init__(self, *v):
        self.v = list(v)

    def __lt__(self, o):
        return self.v.pop() < o


def operator_that_may_be_skipped(x):
    s = StOfOperatorThatMayBeSkipped(x, 2.0, 3.0)
    y = x
    if x > 0.7 and s < 100:
        y += 3
    return y + len(s.v)


class StOfMethodThatMayBeSkipped:
    def __init__(self, *v):
        self.v = list(v)

    def pop(self):
        return self.v.pop()


def method_that_may_be_skipped(x):
    s = StOfMethodThatMayBeSkipped(x, 2 * x, 3 * x)
    y = x
    if x > 0.7 and s.pop() > 0.1:
        y += 1
    return y + sum(s.v)


def pop_that_a_chain_may_skip(x):
    l = [1.0, 2.0, 3.0]
    y = x
    if 0.1 < x < 0.7 < l.pop():
        y += 1
    return y + len(l)


def append_that_a_filter_may_skip(x):
    l = [1.0, 2.0]
    s = sum(v for v in (1.0, 2.0) if v * x > 1.0 and l.append(v) is None)
    return s * x + len(l)


def pop_that_an_assert_may_skip(x):
    l = [1.0, 2.0]
    assert x < 0.7 or l.pop() > 0
    return x + len(l)


def shuffle_that_may_be_skipped(x):
    l = [x, 2 * x, 3 * x]
    y = x
    if x > 0.7 and random.Random(1).shuffle(l) is None:
        y += 1.0
    return y + l[0] + 5 * l[1]


def append_that_may_be_skipped(x):
    l = [x, 1.0]
    y = x
    if x > 0.7 and l.append(x * 2) is None:
        y += 1.0
    return y + sum(l) * len(l)


def print_that_may_be_skipped(x):
    y = x
    if x > 0.7 and print("hi") is None:
        y += 1
    return y


def pop_of_one_alternative(x):
    l = [3 * x, 2 * x, x]
    y = x
    if (0 if x < 0.7 else l.pop()) > 0.1:
        y += 1
    return y + sum(l)


NUMBERS = [
    shuffle_that_may_be_skipped,
    append_that_may_be_skipped,
    print_that_may_be_skipped,
    pop_of_one_alternative,
    function_that_logs_in_condition,
    property_that_may_be_skipped,
    operator_that_may_be_skipped,
    method_that_may_be_skipped,
    pop_that_a_chain_may_skip,
    append_that_a_filter_may_skip,
    pop_that_an_assert_may_skip,
    key_before_value,
    key_that_registers,
    comprehension_key_before_value,
    chain_that_stops,
    chain_that_may_stop,
    known_value_of_or,
    known_list_of_or,
    value_before_its_format,
]


def pop_of_a_list_that_grew(x):
    l = [v for v in x if v > 0.5]
    y = 0.0
    if len(l) > 2 and l.pop() > 0.7:
        y = 1.0
    return y + sum(l)


def fill_that_may_be_skipped(x):
    a = x.copy()
    y = 0.0
    if x[0] > 0.99 and a.fill(1.0) is None:
        y = 1.0
    return y + a.sum()


def added_at_that_may_be_skipped(x):
    a = x.copy()
    y = 0.0
    if x[0] > 0.7 and np.add.at(a, [0], x[1]) is None:
        y = 1.0
    return y + np.sum(a * a)


def two_pops_in_a_condition(x):
    l = [v for v in x if v > 0.5]
    y = 0.0
    for _k in range(2):
        if len(l) > 1 and l.pop() * l.pop(0) > 0.7:
            y += 1.0
    return y + sum(l)


def out_that_may_be_skipped(x):
    a = x.copy()
    y = 0.0
    if x[0] > 0.7 and np.multiply(a, 2.0, out=a)[0] > 0.5:
        y = 1.0
    if x[0] > 0.7 and (a.sort() is None):
        y = 1.0
    return y + a @ np.arange(len(x))


ARRAYS = [
    pop_of_a_list_that_grew,
    fill_that_may_be_skipped,
    added_at_that_may_be_skipped,
    two_pops_in_a_condition,
    out_that_may_be_skipped,
    value_of_or_in_condition,
    value_of_and_in_condition,
    callee_before_arguments,
    starred_before_named,
    steps_of_a_loop,
    index_that_writes,
]


@pytest.mark.parametrize("x", [0.4, 0.9, 1.3])
@pytest.mark.parametrize("function", NUMBERS, ids=lambda f: f.__name__)
def test_of_numbers(function, x, capsys):
    require_derivatives(function, x)
    capsys.readouterr()
    function(x)
    expected = capsys.readouterr().out
    tl.value_and_grad(function)(x)
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize("function", ARRAYS, ids=lambda f: f.__name__)
def test_of_arrays(function):
    x = np.array([0.4, 1.1, 0.7])
    assert tl.value_and_grad(function)(x)[0] == function(x)
    tl.check_grad(function, (x,), order=2)
