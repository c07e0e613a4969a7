# ruff: noqa: B007, E721
"""What a value is where it is of one class on one path and of another on another."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import central_gradient

X = np.array([0.7, 0.2, 0.9])


def product_or_flag(n, x):
    if n <= 0:
        return False
    if n > 5:
        return x[0] * product_or_flag(n - 7, x)
    return x[0]


def of_grown(n, v, x):
    if n <= 0:
        return v * x[0] if isinstance(v, int) else v * x[1] * 3
    return of_grown(n - 1, v + x[0], x)


def of_flag(n, v, x):
    if n <= 0:
        return x[0] if v is True else x[1] * 3
    return of_flag(n - 1, v, x)


def flag_or_array_by_an_expression(x, c):
    m = True if c > 0 else x > 0.5
    return np.sum(x * 2) if m is True else np.sum(x)


def no_array_found_yet(x, c):
    m = False
    for i in range(3):
        if x[i] > c:
            m = x > x[i]
    if m is not False:
        return np.sum(x[m])
    return np.sum(x) * 3


def number_or_array_is_an_array(x, c):
    y = 0.0
    if c > 0:
        y = x * 2
    if isinstance(y, np.ndarray):
        return np.sum(y * x)
    return np.sum(x) + y


def number_or_array_is_a_number(x, c):
    y = 0.0
    if c > 0:
        y = x * 2
    if isinstance(y, float):
        return np.sum(x) + y
    return np.sum(y * x)


def number_or_array_has_a_type(x, c):
    y = 0
    if c > 0:
        y = x * 2
    if type(y) is int:
        return np.sum(x) + y
    return np.sum(y * x)


def integer_or_flag(x, c):
    m = 1
    if c > 0:
        m = True
    if m is True:
        return np.sum(x) * 2
    return np.sum(x)


def flag_or_number(x, c):
    m = False
    if c > 0:
        m = x[0]
    if m is False:
        return np.sum(x) * 2
    return np.sum(x) * m


def flag_or_array_of_a_function(x, c):
    def q():
        if c > 0:
            return True
        return x > 0.5

    m = q()
    return np.sum(x * 2) if m is True else np.sum(x[m])


def flag_or_array_in_a_dict(x, c):
    d = {"m": False}
    if c > 0:
        d["m"] = x > 0.5
    return np.sum(x * 2) if d["m"] is False else np.sum(x[d["m"]])


def flag_or_array_in_a_tuple(x, c):
    m = (True, 1.0)
    if c > 0:
        m = (x > 0.5, x)
    return np.sum(x * 2) if m[0] is True else np.sum(x)


def result_of_a_number_or_array(x, c):
    y = 1.0
    if c > 0:
        y = x * 2
    z = y * 2
    if isinstance(z, float):
        return np.sum(x) * 3
    return np.sum(z)


def function_of_a_number_or_array(x, c):
    y = 1.0
    if c > 0:
        y = x * 2
    z = np.sin(y)
    if type(z) is np.ndarray:
        return np.sum(x) * 3
    return np.sum(z) + np.sum(x)


def flags_and_arrays_of_flags(x, c):
    m = True
    for i in range(3):
        m = m & (x > c)
    if m is True:
        return np.sum(x) * 2
    return np.sum(x[m])


def integer_or_float(x, c):
    y = 0
    if c > 0:
        y = x[0]
    if isinstance(y, int):
        return np.sum(x) * 3
    return np.sum(x) * y


def expression_in_a_test(x, c):
    y = 0
    for i in range(3):
        if x[i] > c:
            y += x[i]
    if isinstance(y * 2, int):
        return np.sum(x) * 3
    return np.sum(x) * y


def attribute_of_an_integer_or_float(x, c):
    y = 1
    if c > 0:
        y = x[0]
    if hasattr(y, "hex"):
        return np.sum(x) * 3
    return np.sum(x) * y


def class_of_a_number_or_array(x, c):
    y = 1.0
    if c > 0:
        y = x * 2
    if y.__class__ is float:
        return np.sum(x) * 3
    return np.sum(x * y)


def real_or_complex_number(x, c):
    y = 1.0
    if c > 0:
        y = 1j
    if np.iscomplexobj(y):
        return np.sum(x) * 3
    return np.sum(x)


def real_or_complex_array(x, c):
    y = x * 1.0
    if c > 0:
        y = x * 1j
    if np.iscomplexobj(y):
        return np.sum(x) * 3
    return np.sum(x)


def dtype_of_a_path(x, c):
    y = x * 1.0
    if c > 0:
        y = x * 1j
    if y.dtype == complex:
        return np.sum(x) * 3
    return np.sum(x)


def dtype_of_a_number_of_a_path(x, c):
    y = 0
    if c > 0:
        y = x[0]
    if np.asarray(y).dtype == float:
        return np.sum(x) * 3
    return np.sum(x)


def entry_of_one_of_two_arrays(x, c):
    y = np.arange(3)
    if c > 0:
        y = x * 2
    if isinstance(y[0], np.integer):
        return np.sum(x) * 3
    return np.sum(x)


def float_of_two_widths(x, c):
    y = np.float16(1)
    if c > 0:
        y = 1.0
    if isinstance(y, np.float16):
        return np.sum(x) * 3
    return np.sum(x)


def sum_of_nothing(x, c):
    y = sum(v for v in x if v > c)
    return np.sum(x) * 3 if isinstance(y, int) else np.sum(x) * y


def sum_of_an_empty_list(x, c):
    l = [v for v in x if v > c]
    y = sum(l)
    return np.sum(x) * 3 if isinstance(y, int) else np.sum(x) * y


def item_of_a_mixed_list(x, c):
    l = [0.5, 1, True]
    i = int(c > 0)
    y = l[i]
    return np.sum(x) * 3 if isinstance(y, int) else np.sum(x) * y


def item_of_a_grown_list(x, c):
    l = []
    for i in range(3):
        if x[i] > c:
            l.append(x[i])
        else:
            l.append(0)
    return np.sum(x) * 3 if isinstance(l[1], int) else np.sum(x) * l[1]


def array_of_a_number_or_array(x, c):
    y = 1.0
    if c > 0:
        y = x
    z = np.asarray(y)
    if isinstance(z, np.ndarray):
        return np.sum(z * x)
    return 0.0


def flag_or_number_of_a_recursive_function(x, c):
    y = product_or_flag(int(c * 2), x)
    return np.sum(x) * 3 if y is False else np.sum(x) * y


def another_class_in_each_iteration(x, c):
    s = 0
    for i in range(3):
        if isinstance(s, int):
            s = x[i] * 2
        else:
            s = s + x[i]
    return s * s


def row_of_a_mixed_list(x, c):
    l = []
    i = 0
    while i < 3:
        l.append((i, x[i] if x[i] > c else 0))
        i += 1
    s = 0.0
    for k, v in l:
        if isinstance(v, int):
            s = s + np.sum(x)
        else:
            s = s + v
    return s


def argument_of_a_call(x, c):
    y = 1
    if c > 0:
        y = x[0]

    def g(v):
        if isinstance(v, int):
            return np.sum(x) * 3
        return np.sum(x) * v

    return g(y)


def complex_literal_or_real_number(x, c):
    y = x[0]
    if c > 0:
        y = 2j
    z = x * y
    return np.sum(np.abs(z)) + np.sum(np.real(z * np.conj(y)))


def integer_or_float_for_a_recursive_function(x, c):
    y = 1
    if c > 0:
        y = x[0]
    return of_grown(int(abs(c)), y, x)


def flag_or_array_for_a_recursive_function(x, c):
    y = True
    if c > 0:
        y = x > 0.5
    return of_flag(int(abs(c)), y, x)


def flag_or_integer_for_a_recursive_function(x, c):
    y = True
    if c > 0:
        y = 2
    return of_flag(int(abs(c)), y, x)


PROGRAMS = [
    flag_or_array_by_an_expression,
    no_array_found_yet,
    number_or_array_is_an_array,
    number_or_array_is_a_number,
    number_or_array_has_a_type,
    integer_or_flag,
    flag_or_number,
    flag_or_array_of_a_function,
    flag_or_array_in_a_dict,
    flag_or_array_in_a_tuple,
    result_of_a_number_or_array,
    function_of_a_number_or_array,
    flags_and_arrays_of_flags,
    integer_or_float,
    expression_in_a_test,
    attribute_of_an_integer_or_float,
    class_of_a_number_or_array,
    real_or_complex_number,
    real_or_complex_array,
    dtype_of_a_path,
    dtype_of_a_number_of_a_path,
    entry_of_one_of_two_arrays,
    float_of_two_widths,
    sum_of_nothing,
    sum_of_an_empty_list,
    item_of_a_mixed_list,
    item_of_a_grown_list,
    array_of_a_number_or_array,
    flag_or_number_of_a_recursive_function,
    another_class_in_each_iteration,
    row_of_a_mixed_list,
    argument_of_a_call,
    complex_literal_or_real_number,
    integer_or_float_for_a_recursive_function,
    flag_or_array_for_a_recursive_function,
    flag_or_integer_for_a_recursive_function,
]


@pytest.mark.parametrize("c", [1.0, -1.0, 0.5, 5.0])
@pytest.mark.parametrize("f", PROGRAMS)
def test_programs_ask_for_the_class_of_the_path(f, c):
    value, gradient = tl.value_and_grad(f)(X, c)
    assert value == f(X, c)
    (expected,) = central_gradient(f, (X, c), [0])
    assert gradient == pytest.approx(expected, rel=1e-6, abs=1e-7)
    tangent = tl.autodiff(f, mode="forward")(X, c, x_dot=np.array([1.0, -0.5, 2.0]))
    assert tangent == pytest.approx(expected @ [1.0, -0.5, 2.0], rel=1e-6, abs=1e-7)


def length_of_a_number_is_caught(x, c):
    y = 1.0
    if c > 0:
        y = x
    try:
        n = len(y)
    except TypeError:
        n = 7
    return np.sum(x) * n


def shape_of_a_number_is_caught(x, c):
    y = 1.0
    if c > 0:
        y = x
    try:
        n = y.shape[0]
    except AttributeError:
        n = 7
    return np.sum(x) * n


@pytest.mark.parametrize(
    "f", [length_of_a_number_is_caught, shape_of_a_number_is_caught]
)
def test_whether_a_number_lacks_what_arrays_have_is_not_caught(f):
    with pytest.raises(tl.UnsupportedError, match="only when the program runs"):
        tl.grad(f)(X, -1.0)


def default_of_a_number(x, c):
    y = 1.0
    if c > 0:
        y = x
    return np.sum(x) * getattr(y, "ndim", 5)


def test_attributes_of_one_path_alone_have_no_default():
    with pytest.raises(tl.UnsupportedError, match="whether there is 'ndim'"):
        tl.grad(default_of_a_number)(X, -1.0)


def complex_step_of_a_real_array(x, c):
    y = 0.0 if c > 0 else x * 1.0
    y += 1j * x
    return np.sum(np.real(y)) + np.sum(x)


def test_a_real_array_gets_no_complex_values():
    with pytest.raises(tl.UnsupportedError, match="array of complex numbers"):
        tl.grad(complex_step_of_a_real_array)(X, -1.0)


def range_of_an_integer_or_float(x, c):
    y = 3.0 if c > 0 else 3
    s = 0.0
    for i in range(y):
        s += x[i]
    return s


def test_a_range_needs_an_integer_on_all_paths():
    with pytest.raises(tl.UnsupportedError, match="Make it an integer"):
        tl.grad(range_of_an_integer_or_float)(X, -1.0)
