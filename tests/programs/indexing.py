"""Reads through integers, slices, None, ellipsis, integer arrays and masks."""
import numpy as np

from tests.programs.record import program, sample

NEIGHBOURS = np.array([1, 2, 0, 1, 1])
STENCIL = (-2, -1, 1, 2)
EMBEDDED = np.array([[3, 0], [0, 0], [2, 1]])


def elements(x):
    return x[0] * x[-1] + np.sin(x[1]) - x[2] / (1.0 + x[0] ** 2)


def matrix_elements(a):
    return a[0, 0] * a[1, 1] - a[0, 1] * a[-1, 0] + a[1][0] * a[0][-1] ** 2


def stepped_slices(x):
    return x[::2] * x[1::2] + x[::-2] - x[-3::-1][:3] * 0.5


def reversed_product(x):
    return x * x[::-1] + x[::-1][::-1] ** 3


def trapezoid(y, t):
    return np.sum((t[1:] - t[:-1]) * (y[1:] + y[:-1])) / 2


def second_differences(u):
    return u[2:] - 2.0 * u[1:-1] + u[:-2]


def new_axes(x, y):
    table = x[:, None] * y[None, :]
    cube = table[..., None] + x[None, None, :]
    return cube[0, ..., 1] + y[np.newaxis, :][0]


def ellipsis_reads(c):
    return c[..., 0] * c[0, ...][1, None, :2] + c[..., 1:, :].sum() + c[...][1, :, 1]


def repeated_positions(x):
    return x[[0, 0, 2]] * np.array([1.0, 10.0, 100.0])


def gather_by_constant(x):
    y = x[NEIGHBOURS]
    return np.sum(y * y * np.arange(5.0)) + y[-1]


def index_argument(x, index):
    picked = x[index]
    return picked[:, None] * picked


def embedding(table):
    rows = table[EMBEDDED]
    return np.tanh(rows.sum(axis=1)) @ np.ones(table.shape[1])


def paired_indices(a):
    i = np.array([0, 1, 1, 2])
    j = np.array([2, 0, 0, 1])
    return a[i, j] * a[j, i] + a[i, 0]


def mixed_indices(a):
    return a[1:, [0, 2, 2]] + a[np.array([2, 0]), ::-1] * a[0, 1]


def masked_mean(x):
    m = x > 0.0
    return np.sum(x[m] ** 2) / np.sum(m) - x[~m].min()


def masks_combined(x, y):
    inside = (x > -0.8) & (y < 0.9)
    outside = (x < -1.0) | (y > 1.0)
    return np.sum(x[inside] * y[inside]) + np.sum(np.exp(y[outside]))


def two_dimensional_mask(a):
    return np.prod(1.0 + a[a > 0.3] ** 2) + a[a[:, 0] > 0.0].sum()


def boolean_list_mask(x):
    return x[[True, False, True, True]] ** 2 * x[1]


def empty_reads(x, k):
    nothing = x[k:k]
    return np.sum(nothing) + nothing.sum() * x[0] + np.sum(x[k:]) * x[k]


def moving_average(x, width):
    s = 0.0
    for i in range(len(x) - width + 1):
        window = x[i:i + width]
        s += np.mean(window) ** 2
    return s


def bilinear(image, r, c):
    i = int(r)
    j = int(c)
    fr = r - i
    fc = c - j
    top = image[i, j] * (1 - fc) + image[i, j + 1] * fc
    bottom = image[i + 1, j] * (1 - fc) + image[i + 1, j + 1] * fc
    return top * (1 - fr) + bottom * fr


def trace_and_antitrace(a):
    n = a.shape[0]
    k = np.arange(n)
    return np.sum(a[k, k]) * np.sum(a[k, n - 1 - k] ** 2)


def upper_triangle(a):
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(i, a.shape[1]):
            s += a[i, j] * np.cos(a[j, i])
    return s


def offsets(x):
    n = len(x)
    s = 0.0
    for i in range(n):
        for k in STENCIL:
            s = s + x[i] * x[(i + k) % n] / (1.0 + k * k)
    return s


def index_of_index(x, order):
    s = 0.0
    for k in range(len(order)):
        s += x[order[order[k]]] * (k + 1)
    return s * x[order[0]]


def scalar_from_zero_dimensional(x):
    y = x.reshape(())
    return y[()] ** 2 + y


def column_ratios(a):
    first = a[:, 0:1]
    last = a[:, -1]
    return a[:, 1:-1] / first - last[:, None]


def strided_input(x):
    return x[1:] * x[:-1] + x[0, ::2].sum()


PROGRAMS = [
    program(elements, sample(101, 3)),
    program(matrix_elements, sample(102, 2, 2)),
    program(stepped_slices, sample(103, 6)),
    program(reversed_product, sample(104, 4)),
    program(trapezoid, sample(105, 5), np.array([0.0, 0.4, 0.5, 1.1, 2.0])),
    program(second_differences, sample(106, 6)),
    program(new_axes, sample(107, 3), sample(108, 3)),
    program(ellipsis_reads, sample(109, 2, 2, 3)),
    program(repeated_positions, sample(110, 3)),
    program(gather_by_constant, sample(111, 3)),
    program(index_argument, sample(112, 4), np.array([3, 1, 3])),
    program(embedding, sample(113, 4, 3)),
    program(paired_indices, sample(114, 3, 3)),
    program(mixed_indices, sample(115, 3, 3)),
    program(masked_mean, np.array([0.4, -0.9, 1.3, 0.2, -0.1])),
    program(masks_combined, sample(117, 8), sample(118, 8)),
    program(two_dimensional_mask, sample(119, 3, 4)),
    program(boolean_list_mask, sample(120, 4)),
    program(empty_reads, sample(121, 4), 2),
    program(moving_average, sample(122, 7), 3),
    program(bilinear, sample(123, 4, 5), 1.3, 2.6),
    program(trace_and_antitrace, sample(124, 3, 3)),
    program(upper_triangle, sample(125, 3, 3)),
    program(offsets, sample(126, 5)),
    program(index_of_index, sample(127, 4), np.array([2, 0, 3, 0])),
    program(scalar_from_zero_dimensional, sample(128, 1)),
    program(column_ratios, sample(129, 2, 4, low=0.4)),
    program(strided_input, sample(130, 6, 8)[::-2, 1::3]),
    program(strided_input, np.asfortranarray(sample(131, 3, 2)), name='fortran_input'),
]
