"""Maxima that are subtracted for safety: left out of derivatives where they cancel."""

import numpy as np
import pytest

import tangentlite as tl

S = np.array([[0.3, -1.2, 2.0], [1.0, 0.9, -0.4]])
W = np.array([[1.0, -2.0, 0.5], [0.7, 0.1, 3.0]])


def softmax_by_rows(s):
    e = np.exp(s - np.max(s, 1)[:, None])
    return np.sum(e / np.sum(e, 1)[:, None] * W)


def softmax_of_last_axis(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return np.sum(e / e.sum(axis=-1, keepdims=True) * W)


def softmax_by_columns(s):
    e = np.exp(s - np.max(s, axis=0))
    return np.sum(W * (e / np.sum(e, axis=0)))


def one_shift_for_all(s):
    e = np.exp(s - np.max(s))
    return np.sum(e / np.sum(e, 1, keepdims=True) * W)


def shift_in_place(s):
    z = s * 1.5
    z -= np.max(z, 1, keepdims=True)
    return np.sum(W * (z - np.log(np.sum(np.exp(z), 1, keepdims=True))))


def log_sum_exp(s):
    m = np.max(s, 1)
    return np.sum((np.log(np.sum(np.exp(s - m[:, None]), 1)) + m) * W[:, 0])


def log_mean_exp(s):
    m = np.max(s)
    return m + np.log(np.mean(np.exp(s - m)))


def soft_minimum(s):
    m = np.min(s)
    return m - np.log(np.sum(np.exp(-(s - m))))


def ratio_of_sums(s):
    m = np.max(s)
    e = np.exp(s - m)
    return np.sum(e * W) / np.sum(e)


def in_a_loop(s):
    total = 0.0
    for i in range(2):
        m = np.max(s[i])
        total = total + np.log(np.sum(np.exp(s[i] - m))) + m
    return total


LABELS = np.array([2, 0])


def cross_entropy(s):
    z = s - np.max(s, axis=1, keepdims=True)
    rows = np.arange(len(LABELS))
    return np.mean(np.log(np.sum(np.exp(z), axis=1)) - z[rows, LABELS])


def likelihood_of_classes(s):
    e = np.exp(s - np.max(s, axis=1, keepdims=True))
    p = e / np.sum(e, axis=1, keepdims=True)
    return np.sum(p[np.arange(2), LABELS])


def chosen_from_columns(s):
    e = np.exp(s - np.max(s, axis=0))
    return np.sum(e[[1, 0, 1], np.arange(3)] / np.sum(e, axis=0))


def kept_axis_taken_off(s):
    m = np.max(s, axis=-1, keepdims=True)
    return np.sum((np.log(np.sum(np.exp(s - m), axis=-1)) + m[..., 0]) * W[:, 0])


def kept_axis_of_columns(s):
    m = np.max(s, axis=0, keepdims=True)
    return np.sum((np.log(np.sum(np.exp(s - m), axis=0)) + m[0, :]) * W[1])


def some_columns(s):
    z = s - np.max(s, axis=1, keepdims=True)
    log = np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    return np.sum((log - z[:, 1:]) * W[:, 1:])


CANCEL = (
    cross_entropy, likelihood_of_classes, chosen_from_columns, kept_axis_taken_off,
    kept_axis_of_columns, some_columns,
    softmax_by_rows, softmax_of_last_axis, softmax_by_columns, one_shift_for_all,
    shift_in_place, log_sum_exp, log_mean_exp, soft_minimum, ratio_of_sums, in_a_loop,
)  # fmt: skip


def shift_is_returned(s):
    m = np.max(s)
    return np.log(np.sum(np.exp(s - m))) + 2.0 * m


def never_added_again(s):
    return np.log(np.sum(np.exp(s - np.max(s))))


def shifts_of_columns_in_rows(s):
    e = np.exp(s - np.max(s, 0))
    return np.sum(e / np.sum(e, 1)[:, None] * W)


def half_a_shift(s):
    m = np.max(s)
    return np.log(np.sum(np.exp(s - 0.5 * m))) + m


def sum_of_shifted(s):
    return np.sum(s - np.max(s))


def shift_of_a_square(s):
    m = np.max(s)
    y = s - m
    return np.sum(y * y)


def clipped_on_the_way(s):
    m = np.max(s)
    e = np.maximum(np.exp(s - m), 0.2)
    return np.sum(e * W) / np.sum(e)


def kept_across_a_loop(s):
    m = np.max(s)
    total = 0.0
    for i in range(2):
        total = total + np.sum(np.exp(s[i] - m)) * m
    return total


def element_set(s):
    z = s[0] - np.max(s[0])
    z[0] = 0.0
    e = np.exp(z)
    p = e / np.sum(e)
    return p @ p


def masked(s):
    z = s[0] - np.max(s[0])
    z[s[0] < 0.5] = -1.0
    e = np.exp(z)
    p = e / np.sum(e)
    return p @ p


def set_after_its_sum(s):
    e = np.exp(s[1] - np.max(s[1]))
    total = np.sum(e)
    e[0] = 0.3
    return np.sum(e / total * s[1])


def shift_is_written(s):
    m = np.max(s, axis=0)
    e = np.exp(s - m)
    m[1] = 0.5
    return np.sum(np.log(np.sum(e, axis=0)) + m)


def rows_in_another_order(s):
    z = s - np.max(s, axis=1, keepdims=True)
    return np.sum(np.log(np.sum(np.exp(z), axis=1)) * W[:, 0] - z[[1, 0], LABELS])


def rows_that_are_written(s):
    z = s - np.max(s, axis=1, keepdims=True)
    rows = np.arange(2)
    rows[0] = 1
    return np.sum(W[:, 0] * (np.log(np.sum(np.exp(z), axis=1)) - z[rows, LABELS]))


def rows_from_one(s):
    z = s - np.max(s, axis=1, keepdims=True)
    rows = np.arange(1, 2)
    return np.sum(np.log(np.sum(np.exp(z), axis=1)) - z[rows, 0])


def one_row(s):
    z = s - np.max(s, axis=1, keepdims=True)
    return np.sum(np.log(np.sum(np.exp(z), axis=1)) - z[0, 1])


def one_row_by_a_count(s):
    z = s - np.max(s, axis=1, keepdims=True)
    return np.sum(np.log(np.sum(np.exp(z), axis=1)) - z[np.arange(1), 0])


def axes_exchanged(s):
    m = np.max(s[:2, :2], axis=1)
    log = np.log(np.sum(np.exp(s[:2, :2] - m[:, None]), axis=1))
    return np.sum((log[None, :] + m[:, None]) * W[:2, :2])


def some_rows(s):
    z = s - np.max(s, axis=1, keepdims=True)
    log = np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    return np.sum(W[:, :1] * (log - z[:1, 1:2]))


STAY = (
    rows_in_another_order, rows_that_are_written, rows_from_one, one_row,
    one_row_by_a_count, axes_exchanged, some_rows,
    shift_is_returned, never_added_again, shifts_of_columns_in_rows, half_a_shift,
    sum_of_shifted, shift_of_a_square, clipped_on_the_way, kept_across_a_loop,
    element_set, masked, set_after_its_sum, shift_is_written,
)  # fmt: skip


@pytest.mark.one_in(5)
@pytest.mark.parametrize("f", CANCEL + STAY)
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_against_central_differences(f, mode):
    tl.check_grad(f, (S,), modes=(mode,))


@pytest.mark.one_in(9)
@pytest.mark.parametrize("f", CANCEL + STAY)
def test_second_order(f):
    tl.check_grad(lambda s: np.sum(tl.grad(f)(s) * W), (S,))


@pytest.mark.parametrize("f", CANCEL)
def test_no_adjoint_of_the_shift(f):
    assert "==" not in tl.grad(f).source_for(S)


@pytest.mark.parametrize("f", STAY)
def test_adjoint_of_the_shift(f):
    assert "==" in tl.grad(f).source_for(S)


def test_ties_do_not_matter():
    s = np.array([1.0, 1.0, 0.0])
    weights = np.exp(s) / np.sum(np.exp(s))
    np.testing.assert_allclose(tl.grad(log_mean_exp)(s), weights, rtol=1e-14)
