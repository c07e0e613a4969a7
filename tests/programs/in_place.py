"""Assignments and operators that write into arrays, by every kind of index."""
import numpy as np

from tests.programs.record import program, sample

BINS = np.array([0, 2, 2, 1])


def elements(x):
    y = np.ones(6)
    y[0] = x[1] * x[2]
    y[-1] = y[0] * x[0]
    y[2] = y[-1] + y[0]
    return y


def slices_of_any_step(x):
    y = np.zeros(6)
    y[1:4] = x[:3] ** 2
    y[::2] = x[3:] * y[1]
    y[4:1:-2] = x[:2] + y[:2]
    y[::-3] = x[5] * y[-2:]
    return y


def masks(x):
    y = x * x
    y[x > 1.0] = x[0]
    y[y < 0.6] *= y[0] * y[5]
    y[x < 0.7] = x[x < 0.7] * 3.0
    return y


def index_arrays_keep_the_last(x):
    y = x * 2.0
    y[BINS] = x[:4] ** 2
    y[[5, 4, 5]] = x[[0, 1, 2]]
    y[np.array([3, 1])] += y[[0, 2]]
    return y


def index_arrays_add_once(x):
    y = x * 2.0
    y[BINS] += x[:4]
    y[[0, 0]] *= x[4:]
    return y


def index_array_raised_in_a_loop(x):
    y = x * 1.0
    for i in range(2):
        x = x if i > 0 else y
    x[np.array([1])] **= 2
    return np.sum(y * y)


def rows_columns_and_all(m):
    y = np.zeros((3, 4))
    y[:] = m
    y[:, 1] = m[:, 0] * m[:, 2]
    y[1] = y[0] + y[2]
    y[..., -1] *= y[:, 1]
    y[...] += 0.5 * y * m
    y[1, ...] -= m[0]
    y[None, 2] *= 2.0
    return y


def pairs_of_index_arrays(m):
    y = m.copy()
    y[[0, 2], [1, 3]] = m[1, :2]
    y[np.arange(3), np.arange(3)] *= m[:, 3]
    y[[0, 1], 1:3] -= m[2, 2:]
    y[m > 1.4] = y[0, 0]
    return y


def chained_targets(x):
    a = np.zeros(3)
    a[0] = a[2] = t = x[0] * x[1]
    a[1:] = a[1] = t * x[2]
    return a * t


def energies(x):
    return 0.5 * np.sum(x * x), np.sum(np.cos(x))


def tuples_as_targets(x):
    kinetic, potential = np.zeros(3), np.zeros(3)
    for i in range(3):
        kinetic[i], potential[i] = energies(x * (i + 1.0))
    (kinetic[0], potential[1:]), t = (x[0], x[:2]), x[3]
    return kinetic * potential * t


def every_operator_on_elements(x):
    y = 3.0 * x
    y[0] += x[1] * y[1]
    y[1] -= x[0]
    y[2] *= y[0]
    y[3] /= x[2]
    y[4] //= x[1]
    y[5] %= x[0]
    y[0] **= x[2]
    return y


def every_operator_on_slices(x):
    y = 3.0 * x
    y[:3] += x[3:]
    y[1::2] -= x[:3]
    y[::-2] *= y[:3]
    y[2:4] /= x[:2]
    y[4:] //= x[1]
    y[2:] %= x[:4]
    y[:2] **= x[4:]
    return y


def every_operator_on_masks(x):
    y, m = 3.0 * x, x > 0.9
    y[m] += x[0]
    y[~m] -= x[~m] ** 2
    y[m] *= x[m]
    y[~m] /= x[5]
    y[m] **= x[1]
    y[y > 3.0] %= x[2]
    y[x > 1.2] //= x[3]
    return y


def every_operator_on_index_arrays(x):
    y, k = 3.0 * x, [4, 0, 3]
    y[k] += x[:3]
    y[k] -= 0.1 * x[3] * y[5]
    y[[1, 2]] *= x[k[1:]]
    y[k] /= x[3:]
    y[k] **= x[k]
    y[[1, 5]] %= x[0]
    y[[2]] //= x[1]
    return y


def every_operator_on_arrays(x):
    y = 3.0 * x
    y += x
    y -= 0.1 * x * x
    y *= x[::-1]
    y /= 1.0 + x
    y **= 1.5
    y %= x
    return y


def whole_array_floor_divided(x):
    y = 3.0 * x
    y //= x[::-1]
    return y * x


def matrix_product_in_place(a, b):
    c = a * 1.0
    c @= b
    c[:2] @= a
    return c


def sums_with_the_neighbour(x):
    y = x * 1.0
    y[1:] += y[:-1]
    y[:-1] *= y[1:]
    y[2:] -= y[:-2] * y[1:-1]
    return y


def overlapping_reversed(x, a):
    y = x * 1.0
    y[:4] += a * np.flip(y[:4])
    y[::-1] = y * x
    y[1:5] = y[4:0:-1]
    return y


def edges_copied_from_the_inside(m):
    p = np.zeros((3, 4))
    p[1:-1, 1:-1] = m[0, :2]
    for _ in range(2):
        p[:, -1] = p[:, -2]
        p[0, :] = p[1, :] ** 2
        p[:, 0] = p[:, 1] * m[:, 3]
        p[1:-1, 1:-1] += 0.25 * (p[1:-1, 2:] + p[1:-1, :-2] - p[:-2, 1:-1])
    return p


def rows_and_parts_swapped(m):
    y = m * 1.0
    y[0], y[2, ::-1] = y[2] * y[1], y[0].copy()
    y[[0, 1]] = y[[1, 0]]
    y[0, 0], y[1, 1] = y[1, 1], y[0, 0]
    y[:, [0, 3]] = y[:, [3, 0]] * 2.0
    return y


def second_order_recurrence(x, a, b):
    y = np.empty(6)
    y[:2] = x[:2]
    for i in range(2, 6):
        y[i] = a * y[i - 1] + b * y[i - 2] * x[i]
    return y


def downward_recurrence(x, c):
    y = np.zeros(6)
    for i in range(4, -1, -1):
        y[i] = (x[i] - c * y[i + 1]) / (1.0 + y[i + 1] ** 2)
    return y


def shrinking_slices(x):
    y, t = x * 1.0, 0.0
    while len(y) > 1:
        y[1:] *= y[:-1]
        y = y[1:]
        t += y[0]
    return t


def differences_of_growing_order(x):
    y = x * x
    for k in range(1, 4):
        y[k:] = y[k:] - y[k - 1:-1]
    return y


def factor_by_triangular_loops(a):
    low = a @ a.T + np.eye(3)
    for i in range(3):
        for j in range(i + 1):
            for k in range(j):
                low[i, j] -= low[i, k] * low[j, k]
            low[i, j] = low[i, j] / low[j, j] if i > j else np.sqrt(low[i, i])
        low[i, i + 1:] = 0.0
    return low


def relaxed_until_still(x):
    y, change = x * 1.0, 1.0
    while change > 1e-10:
        old = y.copy()
        y[1:-1] = 0.3 * (y[:-2] + np.tanh(y[2:]))
        change = np.max(np.abs(y - old))
    return y


def write_behind_two_tests(x):
    y = x * 1.0
    if x[0] > 0:
        if x[1] > 5:
            y[1] += np.sin(y[2])
        else:
            y[0] *= y[3]
    return np.sum(y * y)


V = sample(301, 6, low=0.4, high=1.6)
M = sample(302, 3, 4, low=0.4, high=1.6)
A = sample(303, 3, 3, low=0.4, high=1.6)
B = sample(304, 3, 3)

OF_A_VECTOR = (
    elements, slices_of_any_step, masks, index_arrays_keep_the_last,
    index_arrays_add_once, index_array_raised_in_a_loop, chained_targets,
    tuples_as_targets, every_operator_on_elements, every_operator_on_slices,
    every_operator_on_masks, every_operator_on_index_arrays, every_operator_on_arrays,
    whole_array_floor_divided, sums_with_the_neighbour, shrinking_slices,
    differences_of_growing_order, relaxed_until_still, write_behind_two_tests)
OF_A_MATRIX = (rows_columns_and_all, pairs_of_index_arrays,
               edges_copied_from_the_inside, rows_and_parts_swapped)

PROGRAMS = [
    *[program(function, V) for function in OF_A_VECTOR],
    *[program(function, M) for function in OF_A_MATRIX],
    program(matrix_product_in_place, A, B),
    program(overlapping_reversed, V, 0.7),
    program(overlapping_reversed, V, 0.7, wrt=(1,), name='overlapping_by_factor'),
    program(second_order_recurrence, V, 0.8, 0.5),
    program(second_order_recurrence, V, 0.8, 0.5, wrt=(1,), name='one_coefficient'),
    program(downward_recurrence, V, 0.6),
    program(factor_by_triangular_loops, B),
]
