"""Variables that only some steps of a checkpointed loop bind, and functions in it."""

import functools

import numpy as np
import pytest

import tangentlite as tl


def in_one_step(x, n):
    for i in tl.checkpointed(range(n)):
        if i == 3:
            last = 2.0 * x
        x = 1.1 * np.sin(x)
    return x * last


def read_in_the_loop(x, n):
    total = 0.0
    for i in tl.checkpointed(range(n)):
        if i % 2 == 0:
            last = x * np.ones(2), x
        if i > 2:
            total = total + last[0] @ last[0] * x
        x = 1.1 * np.sin(x)
    return last[1] + total


def in_front_of_a_break(x, n):
    for _ in tl.checkpointed(range(n)):
        if x > 0.55:
            last = 2.0 * x
            break
        x = 1.1 * np.sin(x) + 0.02
    return x * last


def in_a_while_loop(x, n):
    while tl.checkpointed(x < n):
        if x > 1.0:
            last = 2.0 * x
        x = 1.2 * x
    return x * last


def in_loops_around_each_other(x, n):
    for _ in tl.checkpointed(range(3)):
        for i in tl.checkpointed(range(n)):
            if i % 3 == 2:
                last = 2.0 * x
            x = 1.1 * np.sin(x)
        x = x + 0.1 * last
    return x


def before_another_loop(x, n):
    for i in tl.checkpointed(range(n)):
        if i > 2:
            y = x * x
        x = 1.1 * np.sin(x)
    for _ in tl.checkpointed(range(n)):
        y = y + x * y
    return x * y


def functions_in_the_loop(x, n):
    def doubled(f):
        @functools.wraps(f)
        def wrapper(*args):
            return 2.0 * f(*args)

        return wrapper

    for i in tl.checkpointed(range(n)):

        def power(y, k):
            return y if k == 0 else y * power(y, k - 1)

        @doubled
        def square(y):
            return y * y

        x = x + 0.01 * power(x, i) * square(x)
    return x


def read_by_a_function_of_its_own_name(x, n):
    def loss(x):
        return x**2 + sum(x for x in [1.0])

    slope = lambda x: 2.0 * x + loss(x)  # noqa: E731
    for _ in tl.checkpointed(range(n)):
        x = x - 0.01 * slope(x)
    return loss(x)


@pytest.mark.parametrize("f", [
    in_one_step, read_in_the_loop, in_front_of_a_break, in_a_while_loop,
    in_loops_around_each_other, before_another_loop, functions_in_the_loop,
    read_by_a_function_of_its_own_name,
])  # fmt: skip
def test_derivatives(f):
    tl.check_grad(f, (0.5, 6))
    found = tl.grad(f)(0.5, 6)
    with tl.options(optimize=False):
        assert tl.grad(f)(0.5, 6) == pytest.approx(found, rel=1e-12)


def test_it_is_unbound_where_no_step_bound_it():
    assert "steps_bwd(" in tl.grad(in_one_step).source_for(0.5, 6)
    for call in (in_one_step, tl.grad(in_one_step)):
        with pytest.raises(UnboundLocalError, match="'last'"):
            call(0.5, 2)


def a_dict(x, n):
    for i in tl.checkpointed(range(n)):
        if i == 3:
            last = {"x": x}
        x = 1.1 * np.sin(x)
    return last["x"]


def with_slots(x, n):
    for i in tl.checkpointed(range(n), slots=2):
        if i == 3:
            last = x
        x = 1.1 * np.sin(x)
    return last * x


def read_in_the_middle(x, n):
    def outer():
        def inner(y):
            return x * y

        return inner(2.0)

    for _ in tl.checkpointed(range(n)):
        x = 1.1 * np.sin(x) + outer() * 0.1
    return x


def bound_elsewhere(x, n):
    def change():
        nonlocal x
        x = 2.0 * x

    for _ in tl.checkpointed(range(n)):
        x = 1.1 * np.sin(x)
        change()
    return x


@pytest.mark.parametrize("f", [read_in_the_middle, bound_elsewhere])
def test_functions_that_read_it_are_refused(f):
    with pytest.raises(tl.UnsupportedError, match="x, which this checkpointed loop"):
        tl.grad(f)(0.5, 6)


@pytest.mark.parametrize(("f", "message"), [
    (a_dict, "last, which some steps .* is a dict, and has no value in front"),
    (with_slots, "no value of the same structure in front of it"),
])  # fmt: skip
def test_errors(f, message):
    with pytest.raises(tl.UnsupportedError, match=message) as caught:
        tl.grad(f)(0.5, 6)
    assert "Bind it in front of the loop" in str(caught.value)
