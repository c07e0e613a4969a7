# ruff: noqa: B007, B008, F821, F841
"""Programs that once gave a wrong number or failed inside, each the smallest found."""

import re

import numpy as np
import pytest

import tangentlite as tl


def written_after_a_branch_and_equal_to_another(x):
    n = 2
    z = (x[::-1] * 0.9) * 1.0
    if z[-1] > 1.1:
        z *= np.where(x > 0.5, x, x * 0.3)
    y = (x[::-1] * 0.9) * 1.0
    z[n % 5] -= z[1]
    return np.sum(y * np.arange(1.0, 6.0)) + np.sum(z * z)


def equal_adjoints_one_scattered_into(x):
    n = 2
    w = x
    for e in x[:3]:
        if n > 3:
            w = x * 0.8
    return w[2] * 0.5 + np.sum(w * x)


def equal_tangents_written_apart(x):
    y = x * 1.0
    z = np.zeros(5)
    w = x
    z[np.array([0, 2, 1])] = y[::2] * w[-3:]
    w = y * 0.8
    return np.sum(z * z) + np.sum(w * x)


def carried_value_changed_in_a_branch(x):
    a = x[0]
    s = x[1]
    for k in range(2):
        if k >= 0:
            a = a * x[2]
        s = s + a * a * np.sin(a)
    return s * a


def zeros_of_another_dtype_of_what_lends_its_shape(x):
    y = x * 2.0
    places = np.zeros_like(y, int)
    places[1:] = 3.7
    return np.sum(x[places] * x)


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


def index_array_overwritten_later(x):
    i = np.array([0, 1])
    z = x[i] ** 2
    i[0] = 3
    return np.sum(z)


def mask_overwritten_later(x):
    m = np.array([True, True, False, False, False])
    y = x * x
    y[m] *= 2
    m[0] = False
    return np.sum(y)


def index_array_overwritten_in_a_loop(x):
    i = np.zeros(2, int)
    s = 0.0
    for k in range(3):
        i[0] = k
        i[1] += 1
        s = s + np.sum(x[i] ** 2)
    return s


def list_as_index_of_a_write(x):
    y = np.zeros((3, 3))
    y[[0, 2]] = x[:3] * x[0]
    return np.sum(y * y * y)


def slice_and_list_as_index_of_a_write(x):
    y = np.zeros((5, 2))
    y[:, [0, 1]] = x[:, None]
    return np.sum(y * y * y)


def loop_kept_for_its_variable(x):
    for i in range(2):
        pass
    return x[0] * x[0] * i


def joined_array_written_afterwards(x):
    y = x * 1.0
    z = np.zeros(5)
    s = x[0] * 0.5
    w = x
    if y[-1] > 0.3:
        z[1] = w[-1]
    else:
        z = (x * x * 0.5) * 1.0
    z[4] -= s
    return np.sum(z * z)


def array_as_default(x, n=np.array([1.0, 2.0, 3.0, 4.0, 5.0])):
    return np.sum(x * n)


def result_overwritten(x):
    y = np.exp(x)
    y[0] += 5.0
    return np.sum(y)


def infinite_literal(x):
    return np.sum(np.minimum(x, 1e999) * x)


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


def list_shortened_after_it_was_added_up(x):
    items = []
    for i in range(4):
        items.append(x[i] * x[i + 1])
    y = sum(items) * sum(items)
    last = items.pop()
    return y + last * items.pop()


def append_shares_memory(x):
    kept = []
    u = x * 1.0
    kept.append(u)
    u[0] = 5.0
    return np.sum(kept[0])


def out_argument(x):
    u = x * 1.0
    np.exp(x, out=u)
    return np.sum(u)


def halved_first(u):
    u[0] = u[0] * 0.5
    return u[0]


def writes_in_a_condition(x):
    u = x * 1.0
    while halved_first(u) > 0.1:
        u = u * 1.0
    return np.sum(u)


def cleared_and_added_to_by_its_view(x):
    y = x * 1.0
    t = y[:-1]
    y[1:] = 0.0
    y[1:] += t
    return np.sum(y * y)


def cleared_and_added_to_backwards(x):
    y = x * 1.0
    t = y[::-1]
    y[:] = 0.0
    y += t
    return np.sum(y * x)


PROGRAMS = [
    writes_in_a_condition,
    cleared_and_added_to_by_its_view,
    cleared_and_added_to_backwards,
    list_shortened_after_it_was_added_up,
    written_after_a_branch_and_equal_to_another,
    equal_adjoints_one_scattered_into,
    equal_tangents_written_apart,
    carried_value_changed_in_a_branch,
    carried_value_in_a_second_condition,
    zeros_of_another_dtype_of_what_lends_its_shape,
    carried_index_changed_in_a_branch,
    index_array_overwritten_later,
    mask_overwritten_later,
    index_array_overwritten_in_a_loop,
    list_as_index_of_a_write,
    slice_and_list_as_index_of_a_write,
    loop_kept_for_its_variable,
    joined_array_written_afterwards,
    array_as_default,
    result_overwritten,
    infinite_literal,
    tuples_kept_in_a_list,
    append_shares_memory,
    out_argument,
]


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_derivatives(program, optimize):
    x = np.array([0.9, 1.3, 0.4, 2.1, 0.7])
    with tl.options(optimize=optimize):
        tl.check_grad(program, (x,), order=2)
        value, _ = tl.value_and_grad(program)(x)
    assert value == program(x)


def bound_in_a_loop_that_may_not_run(x, n):
    for i in range(n):
        y = x * i
    return y


def test_unbound_variable_raises_what_python_raises():
    assert tl.grad(bound_in_a_loop_that_may_not_run)(1.0, 3) == 2.0
    with pytest.raises(UnboundLocalError):
        tl.grad(bound_in_a_loop_that_may_not_run)(1.0, 0)


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


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    "program", [first_bound_in_a_later_trip, read_from_the_trip_before]
)
def test_variables_of_later_trips(program, optimize):
    with tl.options(optimize=optimize):
        tl.check_grad(program, (1.3, 4), order=2)


def never_bound_before_it_is_read(x, n):
    for k in range(n):
        if k > 0:
            x = x * c
            c = c + 1.0
    return x


def test_variable_that_no_trip_binds():
    with pytest.raises(tl.UnsupportedError, match="c has no value here"):
        tl.grad(never_bound_before_it_is_read)(1.0, 3)


def ends_without_a_return(x):
    if x > 1.0:
        return x * x


def test_path_without_a_result():
    assert tl.grad(ends_without_a_return)(2.0) == 4.0
    with pytest.raises(TypeError, match="ends_without_a_return returned None"):
        tl.grad(ends_without_a_return)(0.5)


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


@pytest.mark.parametrize(
    "program", [array_kept_for_its_shape, array_replaced_in_a_branch]
)
def test_second_order_of_written_arrays(program):
    tl.check_grad(program, (np.array([0.5, 0.9, 0.7, 0.6, 0.8]),), order=2)


def sorted_in_place(x):
    y = x * 1.0
    y.sort()
    return y[0]


def test_a_sort_in_place():
    assert list(tl.grad(sorted_in_place)(np.array([3.0, 2.0]))) == [0.0, 1.0]


def resized_in_place(x):
    y = x * 1.0
    y.resize(3)
    return y[0]


def test_resize_is_refused():
    with pytest.raises(tl.UnsupportedError, match="'resize' is not supported"):
        tl.grad(resized_in_place)(np.array([3.0, 2.0]))


def changed_by_functions(x, v):
    y = 2.0 * x
    np.sin.at(y, [0, 1, 0])
    np.hypot.at(y, [0, 1], v)
    return np.sum(y * y)


def test_changes_by_functions():
    args = (np.array([0.3, 0.7, 1.1]), np.array([0.4, 0.9]))
    tl.check_grad(changed_by_functions, args, order=2)


def added_to_the_flat_form(y, v):
    y.flat += v


def transpose(y, v):
    y.T = v


def shape(y, v):
    y.shape = (2, 1)


def named_imaginary_part(y, v):
    part = y.imag
    part[0] = v[1]
    return y[0] * part[0]


def imaginary_part_of_what_was_swapped(y, v):
    z = y * 2.0
    for i in range(3):
        part = z.imag
        z = np.conj(z) * i
        part[1:] = v[0]
    return z


REAL, COMPLEX = np.array([3.0, 2.0]), np.array([1.0 + 2.0j, 3.0])


@pytest.mark.parametrize(('change', 'y', 'what', 'instead'), [
    (added_to_the_flat_form, REAL, "to 'flat' of arrays", 'y[...] += v'),
    (transpose, REAL, "'T' of arrays", 'y.T[...] = v'),
    (shape, REAL, "'shape' of arrays", 'y = y.reshape(shape)'),
    (imaginary_part_of_what_was_swapped, COMPLEX, 'that a loop', 'z.imag[...] = v'),
])
def test_changes_without_a_rule_say_what_to_write_instead(change, y, what, instead):
    with pytest.raises(tl.UnsupportedError, match=re.escape(what)) as caught:
        tl.autodiff(change, wrt='v', mode='forward')(y, REAL, REAL)
    assert f'\nWrite {instead}' in str(caught.value)


def test_imaginary_parts_that_are_named_and_written_are_refused():
    with pytest.raises(tl.UnsupportedError, match='result of np.imag(.|\n)*z.imag'):
        tl.autodiff(named_imaginary_part, wrt='v', mode='forward')(COMPLEX, REAL, REAL)


class Holder:
    pass


HOLDER = Holder()


def held(x):
    HOLDER.last = x
    return np.sum(x)


def test_attributes_of_objects_from_outside_are_bound():
    HOLDER.last = None
    np.testing.assert_array_equal(tl.grad(held)(REAL), np.ones(len(REAL)))
    assert HOLDER.last is REAL


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


def test_reversed_loops_that_leave():
    x = np.array([1.0, -2.0, 3.0, 4.0, 5.0])
    np.testing.assert_allclose(
        tl.grad(reversed_with_an_exit)(x), [0.0, 0.0, 14.0, 25.0, 40.0]
    )
    tl.check_grad(reversed_with_an_exit, (x,), order=2)


def shape_and_rows_of_one_array(x):
    s = 0.0
    for i in range(2):
        y = x * s + x[i]
        s = s + y[0] * y[1] * np.sin(y[2])
    return s


def test_array_that_lends_its_shape_and_is_read_again():
    tl.check_grad(shape_and_rows_of_one_array, (np.array([0.5, 0.9, 0.7]),), order=2)


def products(x):
    return x * x[0]


def test_reverse_twice_takes_two_seeds():
    once = tl.autodiff(products)
    twice = tl.autodiff(once)
    x, seed = np.array([2.0, 3.0]), np.array([1.0, 10.0])
    np.testing.assert_allclose(once(x, init_grad=seed), [34.0, 20.0])
    np.testing.assert_allclose(
        twice(x, init_grad=seed, init_grad_=np.array([1.0, 0.0])), [2.0, 10.0]
    )
    np.testing.assert_allclose(twice(x), [3.0, 1.0])


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


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    "program, derivative",
    [(loop_variable_read_and_bound_again, 7.0), (loop_that_only_continues, 2.74)],
)
def test_loop_variables(program, derivative, optimize):
    with tl.options(optimize=optimize):
        assert tl.grad(program)(1.37) == pytest.approx(derivative)
        tl.check_grad(program, (1.37,), order=2)


def unpacked(x):
    a, b = x
    return (1 - a) ** 2 + 100 * (b - a * a) ** 2


def unpacked_rows(x):
    s = 0.0
    for a, b in x:
        s += a * b * b
    return s


@pytest.mark.parametrize(('function', 'shape'), [
    (unpacked, (2,)), (unpacked_rows, (4, 2))])
def test_arrays_are_unpacked_into_as_many_targets_as_they_have_items(function, shape):
    x = np.linspace(0.3, 0.9, np.prod(shape)).reshape(shape)
    tl.check_grad(function, (x,), order=2)
    assert 'a, b = ' in tl.grad(function).source_for(x)
    for count in (1, 3):
        for mode in ('reverse', 'forward'):
            other = np.ones((*shape[:-1], count))
            with pytest.raises(ValueError, match='values to unpack'):
                derivative = tl.autodiff(function, mode=mode)
                derivative(other, *([other] if mode == 'forward' else []))


@pytest.mark.parametrize(('function', 'what'), [
    (lambda x: 'text', 'text'), (lambda x: lambda: x, 'a function'),
    (lambda x: (v * x for v in (1, 2)), 'a generator'),
    (lambda x: zip([x], [x]), 'a zip')])
def test_what_is_no_number_is_refused_as_a_result(function, what):
    for mode in ('reverse', 'forward'):
        derivative = tl.autodiff(function, mode=mode)
        with pytest.raises(tl.errors.ArgumentError, match=what):
            derivative(1.0, *([1.0] if mode == 'forward' else []))


def rows_added_to_a_number(x, total):
    for k in range(len(x)):
        total = total + x[k]
    return np.sum(total * total)


def test_the_gradient_of_a_number_that_becomes_an_array_is_a_number():
    gradient = tl.grad(rows_added_to_a_number, wrt="total")(np.ones((2, 3)), 0.5)
    assert type(gradient) is np.float64 and gradient == 15.0


WEIGHT = np.array(0.7)  # without axes


def weighed(x):
    y = x
    for _ in range(2):
        y = np.sin(y)
    if y > 0.0:
        z = y * y
    else:
        z = 2.0 * y
    return WEIGHT * y + z


def test_adjoints_are_not_added_to_in_arrays_of_the_users():
    gradient = tl.grad(weighed)
    first = gradient(0.3)
    assert gradient(0.3) == first
    assert WEIGHT == 0.7
