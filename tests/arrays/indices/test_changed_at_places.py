"""Elements that functions change at places: `ufunc.at`, masks, tables of places."""

import numpy as np
import pytest

from tests.support.numeric import at, require_derivatives, require_refused


def functions_in_an_array(x):
    fn = np.sin if x > 1 else np.cos
    return np.sum(fn + x)


I, J = np.array([0, 0, 1]), np.array([1, 1, 2])


def entries(x):
    return np.array([x * 1.013, x * 1.31, x * 1.18])


def subtracted_at_a_tuple(x):
    y = entries(x)
    m = np.ones((3, 3)) * y[0]
    np.subtract.at(m, (np.array([0, 0]), np.array([1, 1])), 1.0)
    return (m * m).sum()


def multiplied_at_a_mask(x):
    y = entries(x)
    m = np.ones(3) * y[0] * y
    np.multiply.at(m, y > 1.0, 2.0)
    return (m * m).sum()


def multiplied_at_a_tuple(x):
    y = entries(x)
    m = np.ones((3, 3)) * y[0]
    np.multiply.at(m, (np.array([0, 0]), np.array([1, 2])), y[0])
    return (m * m).sum()


def negated_at_a_mask(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.negative.at(m, m > 1.2)
    return (m * m * m).sum()


def subtracted_at_captured_places(x):
    y = entries(x)
    m = np.ones((3, 3)) * y[0]
    np.subtract.at(m, (I, J), y[:3])
    return (m * m * m).sum()


def one_value_for_all(x):
    y = entries(x)
    m = y * y
    np.multiply.at(m, [0, 1, 1], y[1:2])
    return (m * m * m).sum()


def rows_changed(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, [0, 1, 1], y)
    return (m * m * m).sum()


def changed_at_slices(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, (slice(0, 2), [0, 1, 1]), y)
    np.power.at(m, (..., 1), y)
    np.maximum.at(m, slice(1, 3), 1.3 * x)
    np.minimum.at(m, 1, y[::-1])
    np.divide.at(m, (1, 2), y[1])
    return (m * m * m).sum()


def changed_at_numbers(x):
    y = entries(x)
    m = y * y
    np.multiply.at(m, 1, y[0])
    np.subtract.at(m, 2, y[0])
    np.negative.at(m, (0,))
    return (m * m * m).sum()


def negated_again(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.negative.at(m, (np.array([0, 0, 1]), np.array([1, 1, 1])))
    np.negative.at(m, np.array([[0, 1], [1, 1]]))
    return (m * m * m).sum()


def changed_at_masks(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, m > 1.2, x)
    np.power.at(m, (y > 1.1,), 2)
    np.subtract.at(m, (y > 1.1, 0), np.array([x]))
    np.multiply.at(m, [True, False, True], y)
    np.subtract.at(m, [True, False, True], y)
    np.subtract.at(m, np.array([[0, 1], [1, 1]]), y)
    return (m * m * m).sum()


def new_axis_in_at(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, (slice(None), None, [0, 0]), y[:, None, None])
    return (m**3).sum()


def lists_in_a_tuple(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, ([0, 0, 2], [1, 1, -1]), y)
    np.subtract.at(m, ([0, 0, 2], [1, 1, -1]), y)
    return (m**3).sum()


def rows_at_a_table_of_places(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, np.array([[0, 1], [1, 1]]), y)
    np.multiply.at(m, np.array([[0, 1], [1, 1]]), x)
    return (m * m * m).sum()


def elements_at_a_table_of_places(x):
    y = entries(x)
    m = y * y
    np.multiply.at(m, np.array([[0, 1], [1, 1]]), x)
    np.divide.at(m, np.array([[0, 1], [1, 1]]), np.outer(y[:2], y[1:]))
    return (m * m * m).sum()


def lists_of_places_and_flags(x):
    m = np.ones((3, 3)) * x
    return m[[[0, 1], [2, 2]]].mean() + len(m[[True, False, True]]) * x


def flags_in_many_places(x):
    m = np.ones((3, 3)) * x
    m = m * m[[[True, False, True], [True, True, False], [True, True, True]]].mean()
    m[[True, False, True]] *= 3 * x
    m[[[0, 1], [0, 2]], 1] *= x
    return m[1, [True, False, True]].mean() + m.mean()


def flags_that_are_not_known(x):
    m = np.ones((3, 3)) * x
    i = np.array([0.0, 1, 2])
    return (
        m[[i.dtype == bool, True, x > 1]].mean() * len(m[[x > 1, True, False]])
        + m.mean()
    )


def counted_in_a_table(x):
    m = np.ones((2, 2)) * x
    m[0, 1] = 0
    flags = m > 0.5
    s = len(np.flatnonzero(flags)) * x**2 + len(np.where(flags)[0]) * x
    for i, j in np.argwhere(flags):
        s = s + m[i, j] ** 2
    for i, j in zip(*flags.nonzero()):
        s = s * m[i, j]
    return s


def places_in_a_loop(x):
    m = np.ones((2, 2)) * x
    for k in np.flatnonzero(m > 0.5):
        p = np.unravel_index(k, (2, 2))
        m[p] = m[p] ** 2
    return (m * m * m).sum()


PROGRAMS = [
    *at(
        (0.9126, 1.7),
        subtracted_at_a_tuple, multiplied_at_a_mask, multiplied_at_a_tuple,
        negated_at_a_mask, subtracted_at_captured_places, one_value_for_all,
        rows_changed, changed_at_slices, changed_at_numbers, negated_again,
        changed_at_masks, new_axis_in_at, lists_in_a_tuple,
        rows_at_a_table_of_places, elements_at_a_table_of_places,
        lists_of_places_and_flags, flags_in_many_places,
        flags_that_are_not_known, counted_in_a_table, places_in_a_loop,
    ),
]  # fmt: skip


@pytest.mark.one_in(8, always=("flags_that_are_not_known-0.9",))
@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (functions_in_an_array, 2.5, "not supported on a function"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
