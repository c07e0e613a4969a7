"""Operands of unequal shape: (1,) and (n, 1) axes, scalars, 0-d arrays; dtypes."""
import numpy as np

from tests.programs.record import program, sample

COLUMN = np.array([[0.5], [1.5], [-1.0]])
SINGLE = np.array([0.5, 2.0], dtype=np.float32)


def operators(x, y):
    return (x + y) * (x - y) / (2.0 + y * y) - y * x


def operators_reversed(x, y):
    return (y - x) / (3.0 + x * x) * (y + x) + x / (2.0 + y * y)


def powers(x, y):
    return x ** y + np.power(y, 2) * x ** 2


def remainders(x, y):
    return x % y + x // y * y


def binary_functions(x, y):
    z = np.maximum(x, y) * np.logaddexp(x, y)
    return z + np.minimum(y, 2.0 * x) * np.multiply(x, y)


def scalar_with_array(x, s):
    return s + x * s - s / (2.0 + x ** 2) + (x - s) ** 2 + s ** 2 * x + x / s


def scalar_base_and_exponent(x, s):
    return s ** x + (1.0 + x * x) ** s - np.maximum(s, x)


def column_times_row(x):
    return (x.reshape(3, 1) * x).sum()


def column_plus_row(x):
    c = x[:, None]
    return np.sum(np.sin(c + x) * c, axis=0)


def with_larger_ones(x):
    return np.sum((x + np.ones((4, 3))) ** 2, axis=0)


def where_broadcasts(x, y, s):
    return np.where(x > 0.0, y * s, x) + np.where(y > 0.0, s, x * y)


def clip_broadcasts(x, low):
    return np.clip(x, low, 1.2) * low


def bias_of_one(x, w, b):
    return np.tanh(x @ w + b)


def different_rank(x, y, z):
    return x * y + z - y * z * x


def broadcast_to_rows(x, y):
    return np.broadcast_to(x, (2, 3)) * y + np.broadcast_to(x[0], (3,))


def reduced_then_broadcast(a):
    return a - a.mean(axis=0) + a * a.sum(axis=1, keepdims=True) / np.sum(a ** 2)


def augmented_by_smaller(x, y, s):
    r = x * 1.0
    r += y
    r *= s
    r -= y * s
    r /= 2.0 + y ** 2
    return r


def broadcast_into_slices(x, s):
    r = np.zeros((2, 3))
    r[:, 1:] = x[1:]
    r[0] += s
    r[1, :2] *= s + x[0]
    r += x
    return r


def scalar_becomes_array(x, s):
    y = s
    for row in x:
        y = y * 0.5 + row
    return y * s


def changes_rank(h, w, more):
    y = h @ w
    y = np.tanh(y)[None] + more
    return y.sum(axis=(0, 1))


def constant_column(x):
    return np.sum(COLUMN * x, axis=1) + (COLUMN + x)[1, 0]


def single_and_double(x, y):
    z = x * y + SINGLE
    return z * np.float64(2.0) + 0.5 * x


def single_with_python_floats(x, s):
    return np.sum(np.sin(x) * s + 2.0) / len(x) * x


def mean_over_axes(a, b):
    return np.mean(a * b, axis=(0, 2)) * np.mean(b) + np.sum(a, axis=-1).mean(0)


def zero_dimensional_products(x, y):
    return np.sum(y * x) * x + x ** 2 * y


def matrix_vector_shapes(a, x):
    return (a @ x)[:, None] * (x @ a.T) + np.dot(x, a.T) @ a @ x


def empty_arrays(x, y):
    return np.sum(x * 2.0) + np.sum(x[None] * y) + np.sum(y ** 2)


VECTOR = sample(701, 3, low=0.3)
ROW = sample(702, 1, 3, low=0.3)
STANDING = sample(703, 2, 1, low=0.3)
MATRIX = sample(704, 2, 3, low=0.3)
ONE = sample(705, 1, low=0.3)
SCALAR = 0.83

PROGRAMS = [
    program(operators, ONE, VECTOR, name='operators_one_vector'),
    program(operators, MATRIX, VECTOR, name='operators_matrix_vector'),
    program(operators, ROW, STANDING, name='operators_row_column'),
    program(operators, STANDING, MATRIX, name='operators_column_matrix'),
    program(operators, SCALAR, MATRIX, name='operators_scalar_matrix'),
    program(operators, np.array(0.4), MATRIX, name='operators_zero_dimensional'),
    program(operators_reversed, VECTOR, ONE, name='operators_vector_one'),
    program(operators_reversed, MATRIX, ROW, name='operators_matrix_row'),
    program(operators_reversed, VECTOR, STANDING, name='operators_vector_column'),
    program(operators_reversed, SCALAR, VECTOR, name='operators_scalar_vector'),
    program(powers, MATRIX, VECTOR),
    program(powers, STANDING, ROW, name='powers_column_row'),
    program(powers, SCALAR, MATRIX, name='powers_scalar_matrix'),
    program(remainders, MATRIX, SCALAR),
    program(remainders, ONE, VECTOR, name='remainders_one_vector'),
    program(binary_functions, ROW, STANDING),
    program(binary_functions, SCALAR, VECTOR, name='binary_functions_scalar'),
    program(binary_functions, MATRIX, ONE, name='binary_functions_one'),
    program(scalar_with_array, MATRIX, 1.7),
    program(scalar_with_array, SCALAR, VECTOR, name='scalar_with_array_exchanged'),
    program(scalar_base_and_exponent, VECTOR, 1.4),
    program(column_times_row, np.array([2.0, 2.0, 2.0])),
    program(column_plus_row, VECTOR),
    program(with_larger_ones, VECTOR),
    program(where_broadcasts, sample(706, 2, 1), sample(707, 3), 0.7),
    program(clip_broadcasts, sample(708, 2, 3), sample(709, 3, low=-0.9, high=0.3)),
    program(bias_of_one, sample(710, 4, 3), sample(711, 3, 1), ONE),
    program(bias_of_one, sample(712, 4, 3), sample(713, 3, 2), sample(714, 2),
            name='bias_of_two'),
    program(different_rank, sample(715, 2, 1, 3), sample(716, 4, 1), sample(717, 3)),
    program(broadcast_to_rows, VECTOR, STANDING),
    program(reduced_then_broadcast, MATRIX),
    program(augmented_by_smaller, MATRIX, VECTOR, 1.3),
    program(augmented_by_smaller, MATRIX, STANDING, ONE, name='augmented_by_column'),
    program(broadcast_into_slices, VECTOR, 1.3),
    program(scalar_becomes_array, MATRIX, 0.6, wrt=(0,)),
    program(scalar_becomes_array, MATRIX, 0.6, name='active_scalar_becomes_array'),
    program(changes_rank, sample(718, 2, 3), sample(719, 3, 2), sample(720, 2)),
    program(constant_column, ROW),
    program(constant_column, VECTOR, name='constant_column_vector'),
    program(single_and_double, np.array([0.4, -0.9], dtype=np.float32), sample(721, 2)),
    program(single_with_python_floats, np.array([0.4, -0.9, 1.1], dtype=np.float32),
            0.7),
    program(mean_over_axes, sample(722, 2, 3, 2), sample(723, 3, 1)),
    program(zero_dimensional_products, np.array(1.3), VECTOR),
    program(matrix_vector_shapes, MATRIX, VECTOR),
    program(empty_arrays, np.zeros((0,)), np.zeros((3, 0))),
]
