# ruff: noqa: B007, B008, F841
"""Arrays that are written after they were read, as indices and masks too."""

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


def zeros_of_another_dtype_of_what_lends_its_shape(x):
    y = x * 2.0
    places = np.zeros_like(y, int)
    places[1:] = 3.7
    return np.sum(x[places] * x)


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


X = np.array([0.9, 1.3, 0.4, 2.1, 0.7])
PROGRAMS = [
    written_after_a_branch_and_equal_to_another,
    equal_adjoints_one_scattered_into,
    equal_tangents_written_apart,
    zeros_of_another_dtype_of_what_lends_its_shape,
    index_array_overwritten_later,
    mask_overwritten_later,
    index_array_overwritten_in_a_loop,
    list_as_index_of_a_write,
    slice_and_list_as_index_of_a_write,
    joined_array_written_afterwards,
    result_overwritten,
    append_shares_memory,
    out_argument,
    cleared_and_added_to_by_its_view,
    cleared_and_added_to_backwards,
    list_shortened_after_it_was_added_up,
    infinite_literal,
    array_as_default,
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_derivatives(program, optimize):
    with tl.options(optimize=optimize):
        tl.check_grad(program, (X,), order=2)
        value, _ = tl.value_and_grad(program)(X)
    assert value == program(X)
