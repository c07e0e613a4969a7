"""Arrays that loops carry from round to round while they are written and shared."""
import numpy as np

from tests.programs.record import program, sample


def row_taken_by_indices(x, n):
    c = x[[0, 1]]
    s = c @ c
    c *= 0.5
    return s + np.sum(c * x[:2])


def rows_taken_in_a_loop(x, n):
    s, b = 0.0, x[:2] * 1.0
    for _ in range(2):
        b += 0.3
        b = x[np.arange(2)]
        s += np.sum(x[1:3] * b)
    return s


def two_names_for_what_a_loop_hands_on(x, n):
    b = np.sin(x)
    for _ in range(n):
        a = b
        b = a
    b *= 2.0
    return np.sum(a)


def three_names_for_what_a_loop_hands_on(x, n):
    b = np.sin(x)
    for k in range(n):
        a = b
        c = b
        b = np.cos(x) * k
    a *= 2.0
    return np.sum(c) * np.sum(b)


def names_exchanged(x, n):
    b = np.sin(x)
    a = c = b
    for _ in range(n):
        a, c, b = b, a, c
        a *= 0.7
    c *= 2.0
    return np.sum(a) + np.sum(b * a)


def handed_on_by_an_inner_loop(x, n):
    b = np.sin(x)
    for _ in range(2):
        for _ in range(n):
            a = b
            c = a
        b = c
    b *= 2.0
    return np.sum(a) + np.sum(c * x)


def handed_on_by_while(x, n):
    b, k = np.sin(x), 0
    while k < n:
        a = b
        if x[0] > 0:
            b = a
        k += 1
    a += b
    return np.sum(b)


def view_of_what_a_loop_keeps(x, n):
    b = np.sin(x)
    for _ in range(n):
        v = b[1:]
    b *= 2.0
    return np.sum(v) + np.sum(b)


def view_of_what_a_loop_replaced(x, n):
    b = np.sin(x)
    for _ in range(n):
        v = b[1:]
        b = np.cos(b)
    b *= 2.0
    v *= 3.0
    return np.sum(v) + np.sum(b)


def written_before_it_is_carried(x, n):
    s, a = 0.0, x[:n] * 1.0
    a[0] = 0.3
    for _ in range(2):
        s += np.sum(x[len(x) - n:] * a)
        a = x[:n].copy()
    return s


def added_to_itself_before_it_is_carried(x, n):
    s, c = 0.0, x[:n] * 1.0
    c[1:] += c[:-1]
    for _ in range(2):
        s += np.sum(c)
        c = x[1:n + 1]
    return s


def written_at_the_end_of_a_round(x, n):
    s, b = 0.0, x[:n]
    for _ in range(2):
        s += np.sum(b)
        b = np.sin(x[:n])
        b[0] = 0.5
        b[b > 0.25] *= 0.5
    return s


def written_recurrence(x, n):
    a = x[:n]
    for _ in range(3):
        a = x[1:n + 1] * a
        a[1:] = 0.3
    return np.sum(a)


def written_and_exchanged(x, n):
    a, b = x[:n] * 1.0, x[1:n + 1] * 1.0
    for _ in range(3):
        a = np.sin(a)
        a[1:] *= 0.3
        a, b = b, a
    return np.sum(b)


def broadcast_in_a_loop(x, n):
    a = x[:n] * 1.0
    a[0] *= 0.5
    for _ in range(2):
        a = np.broadcast_to(a, n)
    return a[0]


def added_to_in_the_next_round(x, n):
    s, i = 0.0, np.arange(2)
    b = x[:2] * 1.0
    for _ in range(2):
        s += np.sum(b)
        b[0] += 0.3
        b = x[i]
        s += np.sum(x[:2] * b)
    return s


def handed_out_of_an_inner_loop(x, n):
    a, b = x[:n] * 2.0, x[1:n + 1]
    a[0] = 0.3
    for _ in range(3):
        for j in range(3):
            b = b * x[:n]
            if a[j] > 1.1:
                continue
            b = a
        a = b
    return np.sum(a)


PROGRAMS = [
    program(function, sample(371, 5, low=0.1, high=0.6), 3)
    for function in (
        row_taken_by_indices, rows_taken_in_a_loop, two_names_for_what_a_loop_hands_on,
        three_names_for_what_a_loop_hands_on, names_exchanged,
        handed_on_by_an_inner_loop, handed_on_by_while, view_of_what_a_loop_keeps,
        view_of_what_a_loop_replaced, written_before_it_is_carried,
        added_to_itself_before_it_is_carried, written_at_the_end_of_a_round,
        written_recurrence, written_and_exchanged, broadcast_in_a_loop,
        added_to_in_the_next_round, handed_out_of_an_inner_loop)
]
