"""What loops over elements call: tests of sizes and places, sums as NumPy adds them."""

from __future__ import annotations

import numpy as np

from tangentlite.runtime.functions.checkpoint_schedule import (  # noqa: F401 - called by their names
    combinations,
    middle_of,
    next_snapshot,
    segment_end,
    segment_size,
    snapshot_count,
)
from tangentlite.runtime.functions.special_numbers import (  # noqa: F401 - as above
    digamma,
    digamma_of_positive,
    finite_or_zero,
    log_logistic,
    log_odds,
    logistic,
    x_log_1p_y,
    x_log_y,
)


def require_same(one, other):
    """Raise ValueError unless two sizes are equal.

    >>> require_same(2, 3)
    Traceback (most recent call last):
    ...
    ValueError: arrays of different sizes are combined
    """
    if one != other:
        raise ValueError("arrays of different sizes are combined")


def require_some(size):
    """Raise ValueError for the extreme of no entries.

    >>> require_some(0)
    Traceback (most recent call last):
    ...
    ValueError: an array without entries has no extreme
    """
    if size == 0:
        raise ValueError("an array without entries has no extreme")


def require_rows(is_contiguous):
    """Raise ValueError unless an array lies in memory row by row."""
    if not is_contiguous:
        raise ValueError("an array does not lie in memory row by row")


def require_nonzero(number):
    """Raise ZeroDivisionError for a division of Python's numbers by 0.

    >>> require_nonzero(0.0)
    Traceback (most recent call last):
    ...
    ZeroDivisionError: division by zero
    """
    if number == 0:
        raise ZeroDivisionError("division by zero")


def require_power(base, exponent):
    """Raise ValueError for a power that Python does not have as a real number."""
    if base == 0 and exponent < 0 or base < 0 and exponent != np.floor(exponent):
        raise ValueError("a power is no real number")


def as_python(result, argument):
    """Return the result of a function of math, which raises where NumPy has inf or nan.

    >>> bool(as_python(np.exp(2.0), 2.0) == np.exp(2.0))
    True
    """
    if not np.isfinite(result) and np.isfinite(argument):
        raise ValueError("a function of math is not defined here")
    return result


def stop():
    """Raise where the program does."""
    raise ValueError("the program raises an error")


def place_in(index, size):
    """Return an index of an axis, counted from its start.

    >>> place_in(-1, 3)
    2
    """
    if index < 0:
        index += size
    if index < 0 or index >= size:
        raise IndexError("an index is out of bounds")
    return index


def as_signed(number):
    """Return an unsigned integer as a signed one, which numba adds to others.

    >>> as_signed(np.uint64(3))
    np.int64(3)
    """
    if number > 9223372036854775807:
        raise IndexError("an index is out of bounds")
    return np.int64(number)


def require_inside(start, stop, size):
    """Raise IndexError unless the places from a start to a stop are in an axis.

    >>> require_inside(0, 3, 3)
    >>> require_inside(5, 4, 3)
    """
    if start < stop and (start < 0 or stop > size):
        raise IndexError("an index is out of bounds")


def last_of(start, stop, step):
    """Return the last number of a range, for an empty one the one before its first.

    >>> last_of(0, 10, 3), last_of(9, 0, -3), last_of(2, 2, 1)
    (9, 3, 1)
    """
    sign = 1 if step > 0 else -1
    return start + ((stop - start + step - sign) // step - 1) * step


def pairwise_sum(x):
    """Return the sum of a vector, in the order of NumPy: halves of more than 128.

    >>> import numpy as np
    >>> x = np.sin(np.arange(1000.0))
    >>> bool(pairwise_sum(x) == np.sum(x))
    True
    """
    size = x.shape[0]
    start = size - size  # 0 would be another type, for which numba compiles again
    if size == 0:
        return x.dtype.type(0)
    if size <= 128:
        return sum_in_lanes(x, start, size)
    left = np.empty(64, x.dtype)
    right = np.empty(64, np.int64)  # the sizes of parts to come, 0 for one in hand
    depth = start
    while True:
        while size > 128:
            half = size // 2
            half -= half % 8
            right[depth] = size - half
            depth += 1
            size = half
        total = sum_in_lanes(x, start, size)
        start += size
        while depth > 0 and right[depth - 1] == 0:
            depth -= 1
            total = left[depth] + total
        if depth == 0:
            return total
        left[depth - 1] = total
        size = right[depth - 1]
        right[depth - 1] = 0


def sum_in_lanes(x, start, size):
    """Return the sum of some entries, at least one, in eight lanes."""
    if size < 8:
        total = x[start]
        for i in range(start + 1, start + size):
            total += x[i]
        return total
    a, b, c, d = x[start], x[start + 1], x[start + 2], x[start + 3]
    e, f, g, h = x[start + 4], x[start + 5], x[start + 6], x[start + 7]
    whole = start + size - size % 8
    for i in range(start + 8, whole, 8):
        a += x[i]
        b += x[i + 1]
        c += x[i + 2]
        d += x[i + 3]
        e += x[i + 4]
        f += x[i + 5]
        g += x[i + 6]
        h += x[i + 7]
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for i in range(whole, start + size):
        total += x[i]
    return total


def dot_of_rows(x, y):
    """Return the product of two vectors, added up in any order when it is compiled.

    >>> dot_of_rows(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    np.float64(11.0)
    """
    require_same(x.shape[0], y.shape[0])
    total = x.dtype.type(0)
    for i in range(x.shape[0]):
        total += x[i] * y[i]
    return total


def solve_lower_rows(factor, b):
    """Replace b by the solution of a lower triangular system.

    >>> b = np.array([[2.0], [3.0]])
    >>> solve_lower_rows(np.array([[2.0, 0.0], [1.0, 1.0]]), b)
    >>> b.ravel().tolist()
    [1.0, 2.0]
    """
    size, columns = b.shape
    for i in range(size):
        for j in range(i):
            for k in range(columns):
                b[i, k] -= factor[i, j] * b[j, k]
        for k in range(columns):
            b[i, k] /= factor[i, i]


def solve_upper_rows(factor, b):
    """Replace b by the solution of the system of a lower triangle's transpose.

    >>> b = np.array([[4.0], [2.0]])
    >>> solve_upper_rows(np.array([[2.0, 0.0], [1.0, 1.0]]), b)
    >>> b.ravel().tolist()
    [1.0, 2.0]
    """
    size, columns = b.shape
    for i in range(size - 1, -1, -1):
        for k in range(columns):
            b[i, k] /= factor[i, i]
        for j in range(i):
            for k in range(columns):
                b[j, k] -= factor[i, j] * b[i, k]


def pull_back_cholesky(factor, change):
    """Replace the gradient by a Cholesky factor by that by the matrix, row by row.

    Murray, Differentiation of the Cholesky decomposition (2016), section 4.2.

    >>> change = np.array([[0.0, 0.0], [0.0, 1.0]])
    >>> pull_back_cholesky(np.array([[2.0, 0.0], [1.0, 1.0]]), change)
    >>> change.tolist()
    [[0.125, -0.25], [-0.25, 0.5]]
    """
    size = len(change)
    for i in range(size - 1, -1, -1):
        for below in range(i + 1, size):
            change[below, i] /= factor[i, i]
            change[i, i] -= change[below, i] * factor[below, i]
            for j in range(i):
                change[i, j] -= change[below, i] * factor[below, j]
                change[below, j] -= change[below, i] * factor[i, j]
        change[i, i] /= 2.0 * factor[i, i]
        for j in range(i):
            change[i, j] -= 2.0 * change[i, i] * factor[i, j]
    for i in range(size):
        for j in range(i):
            change[i, j] *= 0.5
            change[j, i] = change[i, j]


def vector_exp(x):
    """Return e**x, in operations that processors do on several numbers at once.

    x = k log 2 + r with |r| <= log(2) / 2, after Cody and Waite (Software Manual for
    the Elementary Functions, 1980, chapter 6); a Taylor polynomial for e**r.

    >>> x = np.linspace(-700.0, 700.0, 1001)
    >>> error = [vector_exp(one) / np.exp(one) - 1.0 for one in x]
    >>> bool(np.max(np.abs(error)) < 1e-15)
    True
    """
    inside = min(max(x, -746.0), 711.0)
    # The last bits of this sum are k, to the nearest integer.
    shifted = inside * 1.4426950408889634 + 6755399441055744.0
    k = shifted - 6755399441055744.0
    r = inside - k * 0.693145751953125 - k * 1.4286068203094172e-06
    # By pairs (Estrin's scheme), which do not wait for each other.
    a = 1.0 / 6.0 + r * (1.0 / 24.0)
    b = 1.0 / 120.0 + r * (1.0 / 720.0)
    c = 1.0 / 5040.0 + r * (1.0 / 40320.0)
    d = 1.0 / 362880.0 + r * (1.0 / 3628800.0)
    e = 1.0 / 39916800.0 + r * (1.0 / 479001600.0)
    square = r * r
    fourth = square * square
    p = a + b * square + (c + d * square + e * fourth) * fourth
    p = (p * r + 0.5) * square + r + 1.0
    whole = np.float64(shifted).view(np.int64) - 0x4338000000000000
    half = whole >> 1
    # 2**k in two factors, as it may be less than the least normal number.
    one = np.int64(half + 1023 << 52).view(np.float64)
    other = np.int64(whole - half + 1023 << 52).view(np.float64)
    found = p * one * other
    return x if x != x else found


def vector_tanh(x):
    """Return the hyperbolic tangent, in operations on several numbers at once.

    A rational function for small arguments (Moshier, Cephes, 1989, tanh.c).

    >>> x = np.linspace(-20.0, 20.0, 1002)
    >>> error = [vector_tanh(one) / np.tanh(one) - 1.0 for one in x]
    >>> bool(np.max(np.abs(error)) < 1e-15)
    True
    """
    size = min(abs(x), 20.0)  # where it is 1
    z = size * size
    p = -0.9643991794250523 * z - 99.28772310019186
    p = p * z - 1614.6876844170845
    q = (z + 112.81167849163293) * z + 2235.4883906010045
    q = q * z + 4844.063053251255
    grown = vector_exp(2.0 * size) + 1.0
    # One division for both, as divisions take longest.
    is_small = size < 0.625
    ratio = (z * p if is_small else -2.0) / (q if is_small else grown)
    base = size if is_small else 1.0
    found = np.copysign(base + base * ratio, x)
    return x if x != x else found


def vector_log(x):
    """Return the natural logarithm, in operations on several numbers at once.

    The polynomial of fdlibm (Sun Microsystems, 1993, e_log.c).

    >>> x = np.geomspace(1e-300, 1e300, 1000)
    >>> error = [vector_log(one) - np.log(one) for one in x]
    >>> bool(np.max(np.abs(error) / np.abs(np.log(x))) < 1e-15)
    True
    """
    is_small = x < 2.2250738585072014e-308
    scaled = x * 18014398509481984.0 if is_small else x
    bits = np.float64(scaled).view(np.int64)
    # The mantissa between sqrt(1/2) and sqrt(2).
    shifted = bits + (0x3FF0000000000000 - 0x3FE6A09E667F3BCD)
    k = np.float64((shifted >> 52) - 1023) - (54.0 if is_small else 0.0)
    low = (shifted & 0x000FFFFFFFFFFFFF) + 0x3FE6A09E667F3BCD
    f = np.int64(low).view(np.float64) - 1.0
    s = f / (2.0 + f)
    z = s * s
    r = 0.1479819860511659 * z + 0.1531383769920937
    r = r * z + 0.1818357216161805
    r = r * z + 0.2222219843214978
    r = r * z + 0.2857142874366239
    r = r * z + 0.3999999999940942
    r = (r * z + 0.6666666666666735) * z
    square = 0.5 * f * f
    low_part = s * (square + r) + k * 1.9082149292705877e-10
    found = k * 0.6931471803691238 - (square - low_part - f)
    if x > 1.7976931348623157e308 or x != x:
        return x
    return found if x > 0.0 else (-np.inf if x == 0.0 else np.nan)


def prange(*ends):
    """Return a range whose numbers numba gives to several threads.

    >>> list(prange(2))
    [0, 1]
    """
    return range(*ends)
