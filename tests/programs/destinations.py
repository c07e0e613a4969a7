"""Destinations given to NumPy, functions that write, flat iterators, mixed dtypes."""
import numpy as np

from tests.programs.record import program, sample

BINS = np.array([0, 2, 2, 1])


def out_of_a_function(x):
    y = np.empty(6)
    np.sin(x, out=y)
    np.multiply(y, x, out=y)
    np.add(y[:-1], x[1:], out=y[1:])
    return y


def out_by_position(x):
    y, z = np.zeros(6), np.ones(3)
    np.exp(x, y)
    np.multiply(y[:3], x[3:], z)
    np.subtract(y, 0.5, y)
    np.square(z, y[::2])
    return y


def out_is_the_result(x):
    y = np.zeros(6)
    z = np.cos(x, out=y)
    z[0] = y[1] * x[2]
    return y * z


def out_where(x):
    y = x * 3.0
    np.log(x, out=y, where=x > 0.8)
    np.divide(1.0, y, out=y, where=y > 1.0)
    return y


def out_of_a_product(a, x):
    y, c = np.zeros(3), np.empty((3, 3))
    np.dot(a, x, out=y)
    np.matmul(a, a.T, out=c)
    np.dot(c, y, y)
    return c @ y


def out_of_an_outer_product(x):
    c = np.zeros((6, 6))
    np.outer(x, x, c)
    np.outer(x[:2], x, out=c[2:4])
    return c @ x


def out_of_clip(x):
    y = x * 2.0
    np.clip(y, 1.0, 2.0, out=y)
    np.maximum(y, x[::-1], out=y)
    y.clip(x[0], 2.0 * x[1], y)
    return y * x


def out_of_running_sums(x):
    y = np.zeros(6)
    np.cumsum(x, out=y)
    y.cumsum(out=y)
    np.cumprod(y[:3], out=y[3:])
    return y


def out_of_reductions(m):
    s, t = np.zeros(4), np.zeros(3)
    np.sum(m, axis=0, out=s)
    m.sum(1, out=t)
    np.mean(m * m, axis=1, out=t)
    np.max(m, axis=0, out=s)
    np.sum(m[:2], 0, None, s[:])
    return np.outer(t, s)


def out_with_derivative_zero(x):
    y = x * 1.0
    np.floor(x * 2.3, y)
    np.rint(3.0 * x[:3], out=y[:3])
    return y * x


def rounded_by_position(x):
    y = x * 1.0
    np.round(x[:4] * 2, 0, y[:4])
    return y * x


def out_of_a_comparison(x):
    m = x > 0.9
    np.logical_not(m, m)
    np.less(x[:2], x[2:4], out=m[:2])
    return x[m] * x[0]


def out_of_argmax(x):
    i = np.array(3)
    np.argmax(x, 0, i)
    return x[i] * x[0]


def out_in_a_loop(x):
    y, work = x * 1.0, np.empty(6)
    for _ in range(3):
        np.multiply(y, y, out=work)
        np.subtract(1.0, work, out=work)
        work *= x
        y, work = work, y
    return y


def added_at(x):
    y = np.zeros(3)
    np.add.at(y, BINS, x[:4])
    np.add.at(y, [0, 0], x[4] * y[1])
    return y * y


def added_at_a_view(x):
    y = x * 1.0
    v = y[::2]
    np.add.at(v, [0, 0, 1], x[:3])
    return y * x


def other_functions_at(x):
    y = x * 2.0
    np.subtract.at(y, BINS, x[:4])
    np.multiply.at(y, [1, 1, 4], x[2:5])
    np.divide.at(y, [3, 3], x[1])
    np.negative.at(y, [0, 5])
    return y


def copied_to(x):
    y, z = np.empty(6), np.zeros((2, 3))
    np.copyto(y, x * x)
    np.copyto(y[1:], x[:-1] * y[0])
    np.copyto(z, y[:3])
    return y * z.ravel()


def copied_where(x):
    y = x * 2.0
    np.copyto(y, x ** 3, where=x > 0.8)
    np.copyto(y, y[0], where=y > 3.0)
    return y


def put(x):
    y = x * 2.0
    np.put(y, [0, 4, 0], x[1:4] ** 2)
    y.put([1, -1], y[0])
    return y


def placed(x):
    y = x * 2.0
    np.place(y, x > 0.8, x[:2])
    return y * x


def put_by_a_mask(x):
    y = x * 2.0
    np.putmask(y, x > 0.8, x * x)
    np.putmask(y, y < 1.2, y[::-1].copy())
    return y


def diagonal_filled(m, x):
    y = m * 1.0
    np.fill_diagonal(y, x[:3] ** 2)
    np.fill_diagonal(y[:, 1:], y[0, 0])
    return y @ x[:4]


def put_along_an_axis(m, x):
    y = m * 1.0
    order = np.argsort(m, axis=1)
    np.put_along_axis(y, order[:, :1], x[:3, None] * y[:, :1], axis=1)
    return y


def filled(x):
    y = x * 1.0
    y[1:4].fill(x[0] * y[5])
    z = np.zeros(6)
    z.fill(y[2])
    return y * z


def sorted_in_place(x):
    y = x * x
    y.sort()
    y[::2].sort()
    y[0] *= y[3]
    return y * x


def rows_sorted_in_place(m):
    y = m * 1.0
    y.sort(axis=0)
    y.sort()
    return y * m


def read_flat(m):
    t = m.flat[1] * m.flat[6]
    for i in range(12):
        t = 0.5 * t + m.T.flat[i] ** 2 * i
    return t * m.flat[2:5]


def written_flat(m):
    y = m * 1.0
    y.flat[1] = m[0, 0] * y.flat[7]
    y.flat[::5] *= m[:, 1]
    y.T.flat[1] = m[2, 3]
    y.flat[[2, 3]] = m[1, :2]
    return y


def numbers_that_are_none(x):
    y = x * 1.0
    y[1] = np.nan
    np.nan_to_num(y, copy=False, nan=2.0)
    y[0] = np.inf
    np.nan_to_num(y[:3], copy=False, posinf=3.0)
    return y * x


def doubles_into_singles(s, x):
    y = s * 2.0
    y[0] = x[0] * x[1]
    y[1:3] = x[1:3] * s[1:3]
    y[3:] += x[3:]
    return y


def singles_into_doubles(s, x):
    y = x * 2.0
    y[::2] *= s[:3]
    y[1] = s[4]
    return y


def integers_stop_the_derivative(x):
    n = np.zeros(6, int)
    n[:] = 3.0 * x
    n[0] = x[1] * 10.0
    return n * x


def complex_buffer(x):
    z = np.zeros(6, complex)
    z[:] = x
    z[1:] *= 1.0 + 2.0j * x[0]
    z[0] += 1j * x[5]
    return np.abs(z) ** 2 + z.real


def parts_of_a_buffer(x):
    z = np.zeros(6, complex)
    z.real[:] = x * x
    z.imag[1:] = x[:-1]
    z.imag[0] += x[2] * z[0].real
    return np.abs(z) ** 2


def parts_as_attributes(x):
    z = x * (1.0 + 2.0j)
    z.imag = x ** 2
    z.imag *= z.real[::-1]
    z.real = 0.5
    z.real += z.imag
    return (z * z[2]).real + z.imag


def imaginary_elements_of_a_loop(x):
    z, w = np.zeros(6, complex), x * 1j
    for i in range(1, 6):
        z.imag[i] = x[i] * z.imag[i - 1] + w[i].imag
        np.imag(w)[i - 1] -= x[i] * z[i - 1].real
        z.real[i] += w.imag[i]
        z, w = w, z
    return (z * w).imag


def imaginary_part_by_name(x):
    z = x * (2.0 + 1j)
    w = x * 3.0j
    part = z.imag
    for i in range(1, 4):
        part[1:] = x[0] * i  # of what z was before the loop
        z, w = w, z * 1.0
    return (z * z).imag + w.real


def imaginary_parts_of_views(m):
    z = m + 0j
    z[::2].imag = m[1:] * m[0]
    z.T[1].imag[::-1] += m[:, 2]
    z[1:, 1:].imag **= 2
    z.imag[[0, 0, 2], [1, 1, 3]] += m[1, :3]
    return (z * z).imag + z.real


def real_part_of_a_real_array(x):
    y = x * 1.0
    y.real = x[::-1] ** 2
    y.real[1:] *= x[0]
    return y * x


def flat_form_assigned(m):
    y = np.zeros((3, 4))
    y.flat = m.T * m[0, 0]
    w = np.ones((2, 2))
    w.flat = m[1, 1]
    return y * m + np.sum(w)


def entries_of_the_flat_form(m):
    y, s = m * 1.0, 0.0
    for k, v in enumerate(y.T.flat):
        s += v * v * k
        y[2, 3] += v  # seen when its turn comes
    return s * v


def arrays_in_an_order(m):
    y = np.array(m, order='F')
    y[0] *= y[1]
    w = np.asarray(y * 2.0, order='C')
    return np.sum(w, axis=0) * y


V = sample(331, 6, low=0.4, high=1.6)
M = sample(332, 3, 4, low=0.4, high=1.6)
A = sample(333, 3, 3)
S = sample(334, 6, low=0.4, high=1.6).astype(np.float32)

OF_A_VECTOR = (
    out_of_a_function, out_by_position, out_is_the_result, out_where,
    out_of_an_outer_product, out_of_clip, out_of_running_sums, out_with_derivative_zero,
    rounded_by_position, out_of_a_comparison, out_of_argmax, out_in_a_loop, added_at,
    added_at_a_view, other_functions_at, copied_to, copied_where, put, placed,
    put_by_a_mask, filled, sorted_in_place, numbers_that_are_none,
    integers_stop_the_derivative, complex_buffer, parts_of_a_buffer,
    parts_as_attributes, imaginary_elements_of_a_loop, imaginary_part_by_name,
    real_part_of_a_real_array)
OF_A_MATRIX = (out_of_reductions, rows_sorted_in_place, read_flat, written_flat,
    imaginary_parts_of_views, flat_form_assigned, entries_of_the_flat_form,
    arrays_in_an_order)

PROGRAMS = [
    *[program(function, V) for function in OF_A_VECTOR],
    *[program(function, M) for function in OF_A_MATRIX],
    program(out_of_a_product, A, V[:3]),
    program(diagonal_filled, M, V),
    program(diagonal_filled, M, V, wrt=(1,), name='diagonal_of_a_constant_filled'),
    program(put_along_an_axis, M, V),
    program(doubles_into_singles, S, V),
    program(singles_into_doubles, S, V),
]
