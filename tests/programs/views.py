"""Views: what NumPy shares is shared, and what it copies is copied."""
import numpy as np

from tests.programs.record import program, sample

WEIGHTS = np.arange(1.0, 13.0)


def slice_written(x):
    y = x * 1.0
    v = y[1:4]
    v *= x[0]
    v[1] = y[0] * y[2]
    return y * x


def views_of_views(x):
    y = x * 1.0
    v = y[1:]
    w = v[::-2]
    w[0] = 2.0 * x[0]
    v += w[1]
    w[:2] *= y[:2]
    return y


def overlapping_views(x):
    y = x * 1.0
    v, w = y[:-1], y[1:]
    v *= w
    w += v
    v[1:3] = w[1:3]
    return y


def transposed(m):
    y = m * 1.0
    t = y.T
    t[1] = t[0] * t[2]
    y[0] *= t[3, 1]
    return t * t


def reshaped(x):
    y = x * 1.0
    q = y.reshape(2, 3)
    q[1] *= q[0]
    y[0] = q[1, 2]
    return q * q


def ravelled(m):
    y = m * 1.0
    r = y.ravel()
    r[2:9] *= 3.0
    np.ravel(y)[0] = r[3] * r[4]
    return y * r[0]


def ravelled_transpose_is_a_copy(m):
    y = m * 1.0
    r = y.T.ravel()
    r *= 2.0
    y[0] = r[:4]
    return np.sum(y * y) + r @ WEIGHTS


def reshaped_columns_are_a_copy(m):
    y = m * 1.0
    q = y[:, :2].reshape(-1)
    q *= y[0, 0]
    y[1:, 1] = q[4:]
    return np.sum(y * y * m) + np.sum(q)


def reshape_that_splits_a_stride(m):
    y = m * 1.0
    q = y[:, ::2].reshape(3, 2, 1)
    q *= 3.0
    return np.sum(y * y)


def flattened_in_fortran_order(m):
    y = m * 1.5
    z = y.ravel('F')
    z *= 2.0
    return np.sum(y * y) + np.sum(z * z * WEIGHTS)


def reshaped_in_fortran_order(m):
    y = m * 1.5
    q = np.reshape(y, (4, 3), 'F')
    q *= 2.0
    return np.sum(y * y) + np.sum(q * q * WEIGHTS[:3])


def fortran_order_of_a_fortran_array(m):
    y = m.T * 1.0
    r = y.ravel(order='F')
    r[1:4] *= m[0, 0]
    return np.sum(y * y * y)


def copy_of_a_transpose_is_in_rows(m):
    y = m.T.copy()
    r = y.reshape(-1)
    r[2] = 5.0 * m[0, 0]
    return np.sum(y * y)


def copy_by_function_keeps_the_order(m):
    y = np.copy(m.T)
    r = y.reshape(-1)
    r[2] = 5.0 * m[0, 0]
    return np.sum(y * y)


def axes_swapped(m):
    y = m * 1.0
    s = y.reshape(3, 2, 2).swapaxes(0, 2)
    s[1] *= s[0]
    np.swapaxes(y, 0, 1)[2] = s[0, 1]
    return y


def axes_transposed(m):
    y = m * 1.0
    t = y.reshape(2, 3, 2).transpose(1, 2, 0)
    t[0] = t[1] * t[2]
    np.transpose(t, (2, 0, 1))[1] += m[0, 1]
    return y


def axis_moved(m):
    y = m * 1.0
    t = np.moveaxis(y.reshape(2, 2, 3), 0, -1)
    t[..., 1] *= t[..., 0]
    return y


def axes_added_and_dropped(x):
    y = x * 1.0
    column = np.expand_dims(y, 1)
    column[1:] *= column[:-1].copy()
    row = y[None, :]
    row[0, 2] = x[0]
    np.squeeze(column)[3:] += np.squeeze(row, axis=0)[:3]
    return column * row[:, :2]


def flipped(x):
    y = x * 1.0
    v = np.flip(y)
    v[:2] = y[:2] * v[2:4]
    y[2:4] *= v[:2]
    return v * x


def real_part(x):
    z = x * (1.0 + 2.0j)
    v = z.real
    v *= x[::-1]
    z *= 2.0
    return np.abs(z) ** 2 + v


def conjugate_of_a_real_array(x):
    y = x * 1.0
    z = y.conj()
    z *= x[0]
    return y * y


def conjugate_by_function_is_a_copy(x):
    y = x * 1.0
    z = np.conj(y)
    z *= x[0]
    return y * z


def rows_of_a_loop(m):
    y = m * 1.0
    for row in y:
        row *= row[0]
        row[1:] += row[:-1]
    return y


def rows_counted(m):
    y = m * 1.0
    for i, row in enumerate(y):
        row[i] = np.sum(row) * m[i, 0]
        y[0] += 0.1 * row
    return y


def rows_of_two_arrays(m):
    y, z = m * 1.0, m * m
    for row, other in zip(y, z[::-1]):
        row *= other
        other[1] = row[0] * row[2]
    return y * z


def columns_of_a_loop(m):
    y = m * 1.0
    before = y[:, 0]
    for column in y.T:
        column *= before
        before = column
    return y


def copies_keep_their_entries(x):
    y = x * 1.0
    v, c = y[1:4], y[1:4].copy()
    y[2] = x[0] * c[0]
    c[2] *= v[1]
    return v * c


def array_copies(x):
    y = x * 1.0
    a, b = np.array(y), np.asarray(y)
    b[0] = a[1] * x[2]
    a[1:] *= y[:-1]
    return a * b


def astype_without_a_copy(x):
    y = x * 1.0
    z = y.astype(float, copy=False)
    z *= 2.0
    w = y.astype(float)
    w *= x
    return y * y * w


def argument_with_gaps(x):
    r = x.reshape(-1)
    r *= 2.0
    return np.sum(x * x)


def argument_reversed(x):
    x[0] = 2.0 * x[1]
    r = x.ravel()
    r += 1.0
    return np.sum(x * x)


def callee_given_gaps(m):
    y = m * 1.0
    t = argument_with_gaps(y[::2, 1:]) + argument_with_gaps(y[1])
    return t * np.sum(y * m)


def views_of_what_a_loop_makes(x):
    for i in range(2):
        y = x * x
        v = y[:-1]
        y[0] = 0.5 * x[i]
    return np.sum(v * v)


def diagonal_of_what_is_written(m):
    y = m * 1.0
    d = np.diagonal(y)
    total = np.sum(d * d)
    y[0, 0] = 2.0 * y[1, 2]
    return total + np.sum(d ** 3)


def diagonal_read_in_a_loop(m):
    y = m * 1.0
    d = np.diagonal(y, 1)
    for i in range(2):
        y[i, i + 1] *= d[1 - i]
        y[i] += np.sin(d[i])
    return np.sum(d ** 3) + np.sum(y * y)


V = sample(311, 6, low=0.4, high=1.6)
M = sample(312, 3, 4, low=0.4, high=1.6)
GAPS = sample(313, 4, 6, low=0.4, high=1.6)[::2, ::2]

OF_A_VECTOR = (
    slice_written, views_of_views, overlapping_views, reshaped, axes_added_and_dropped,
    flipped, real_part, conjugate_of_a_real_array, conjugate_by_function_is_a_copy,
    copies_keep_their_entries, array_copies, astype_without_a_copy,
    views_of_what_a_loop_makes)
OF_A_MATRIX = (
    transposed, ravelled, ravelled_transpose_is_a_copy, reshaped_columns_are_a_copy,
    reshape_that_splits_a_stride, flattened_in_fortran_order, reshaped_in_fortran_order,
    fortran_order_of_a_fortran_array, copy_of_a_transpose_is_in_rows,
    copy_by_function_keeps_the_order, axes_swapped, axes_transposed, axis_moved,
    rows_of_a_loop, rows_counted, rows_of_two_arrays, columns_of_a_loop,
    callee_given_gaps, diagonal_of_what_is_written, diagonal_read_in_a_loop)

PROGRAMS = [
    *[program(function, V) for function in OF_A_VECTOR],
    *[program(function, M) for function in OF_A_MATRIX],
    program(argument_with_gaps, GAPS),
    program(argument_with_gaps, M.T, name='argument_in_fortran_order'),
    program(argument_reversed, V[::-1]),
]
