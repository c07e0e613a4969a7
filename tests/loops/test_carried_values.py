# ruff: noqa: B007, F821, F841
"""Values that loops carry, change in branches, bind anew and read behind."""

import numpy as np
import pytest

import tangentlite as tl


def carried_value_changed_in_a_branch(x):
    a = x[0]
    s = x[1]
    for k in range(2):
        if k >= 0:
            a = a * x[2]
        s = s + a * a * np.sin(a)
    return s * a


def carried_value_in_a_second_condition(x):
    a = x[0]
    s = x[0]
    for k in range(3):
        if s > 0.0:
            a = a * x[1]
        if a > 1.3:
            s = s * a
    return s * a


def carried_index_changed_in_a_branch(x):
    n = 0
    s = x[0]
    for k in range(2):
        s = s * x[n]
        n = n + 1
        if s > 0.0:
            n = n + 1
            s = s * 0.5
        s = s * x[n]
    return s * x[n]


def loop_kept_for_its_variable(x):
    for i in range(2):
        pass
    return x[0] * x[0] * i


def tuples_kept_in_a_list(x):
    s = 1.0
    kept = []
    for i in range(3):
        kept.append((s, x[i]))
        s = s * x[i] + x[i + 1]
    for i in range(3):
        a, b = kept.pop()
        s = s + a * b * i
    return s


def halved_first(u):
    u[0] = u[0] * 0.5
    return u[0]


def writes_in_a_condition(x):
    u = x * 1.0
    while halved_first(u) > 0.1:
        u = u * 1.0
    return np.sum(u)


def bound_in_a_loop_that_may_not_run(x, n):
    for i in range(n):
        y = x * i
    return y


def first_bound_in_a_later_trip(x, n):
    k = 0
    while k < n:
        if k == 1:
            c = x * k
        if k > 1:
            x = c * x
        k = k + 1
    return x


def read_from_the_trip_before(x, n):
    s = 0.0
    for k in range(n):
        if k > 0:
            s = s + c * x * c
        c = x * k + s  # noqa: F841
    return s


def never_bound_before_it_is_read(x, n):
    for k in range(n):
        if k > 0:
            x = x * c
            c = c + 1.0
    return x


def array_kept_for_its_shape(x):
    w = x
    z = np.zeros(5)
    for _ in range(2):
        for _ in range(2):
            w = z[1] * x
            z[0] -= x[1]
        z = x * 1.0
    return np.sum(w)


def array_replaced_in_a_branch(x):
    s = 0.3
    y = x * 1.0
    for i in range(3):
        y[i:] += x[i:] * x[i]
        s = s + y[i] * np.max(y)
        y[:i] = y[i]
        if s > 1:
            y = y[::-1] * 1.0
        y[i] = s
    return np.sum(y) * s


def reversed_with_an_exit(x):
    s = 0.0
    for i in reversed(range(len(x))):
        if x[i] < 0.0:
            break
        s = s + x[i] * x[i] * i
    for i, v in enumerate(reversed(x)):
        if v < 0.0:
            break
        s = s + v * i
    return s


def shape_and_rows_of_one_array(x):
    s = 0.0
    for i in range(2):
        y = x * s + x[i]
        s = s + y[0] * y[1] * np.sin(y[2])
    return s


def loop_variable_read_and_bound_again(x):
    s = x
    for j in range(2):
        for i in range(1):
            s = s + x
        s += i * x
        for i in range(2):
            s = s + x
    return s


def loop_that_only_continues(x):
    for i in range(2):
        continue
    return x * x


X = np.array([0.9, 1.3, 0.4, 2.1, 0.7])
PROGRAMS = [
    carried_value_changed_in_a_branch,
    carried_value_in_a_second_condition,
    carried_index_changed_in_a_branch,
    loop_kept_for_its_variable,
    writes_in_a_condition,
    tuples_kept_in_a_list,
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_derivatives(program, optimize):
    with tl.options(optimize=optimize):
        tl.check_grad(program, (X,), order=2)
        value, _ = tl.value_and_grad(program)(X)
    assert value == program(X)


def test_unbound_variable_raises_what_python_raises():
    assert tl.grad(bound_in_a_loop_that_may_not_run)(1.0, 3) == 2.0
    with pytest.raises(UnboundLocalError):
        tl.grad(bound_in_a_loop_that_may_not_run)(1.0, 0)


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    "program", [first_bound_in_a_later_trip, read_from_the_trip_before]
)
def test_variables_of_later_trips(program, optimize):
    with tl.options(optimize=optimize):
        tl.check_grad(program, (1.3, 4), order=2)


def test_variable_that_no_trip_binds():
    with pytest.raises(tl.UnsupportedError, match="c has no value here"):
        tl.grad(never_bound_before_it_is_read)(1.0, 3)


@pytest.mark.parametrize(
    "program", [array_kept_for_its_shape, array_replaced_in_a_branch]
)
def test_second_order_of_written_arrays(program):
    tl.check_grad(program, (np.array([0.5, 0.9, 0.7, 0.6, 0.8]),), order=2)


def test_reversed_loops_that_leave():
    x = np.array([1.0, -2.0, 3.0, 4.0, 5.0])
    np.testing.assert_allclose(
        tl.grad(reversed_with_an_exit)(x), [0.0, 0.0, 14.0, 25.0, 40.0]
    )
    tl.check_grad(reversed_with_an_exit, (x,), order=2)


def test_array_that_lends_its_shape_and_is_read_again():
    tl.check_grad(shape_and_rows_of_one_array, (np.array([0.5, 0.9, 0.7]),), order=2)


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    "program, derivative",
    [(loop_variable_read_and_bound_again, 7.0), (loop_that_only_continues, 2.74)],
)
def test_loop_variables(program, derivative, optimize):
    with tl.options(optimize=optimize):
        assert tl.grad(program)(1.37) == pytest.approx(derivative)
        tl.check_grad(program, (1.37,), order=2)
