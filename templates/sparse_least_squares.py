"""The least solution of a sparse system, by the matrix and by the right side.

It is the product with the pseudo-inverse, whose derivative is that of Golub and
Pereyra: The differentiation of pseudo-inverses and nonlinear least squares problems
whose variables separate, SIAM J. Numer. Anal. 10 (1973), equation 4.12. It holds where
the rank stays as it is.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import (
    column_product,
    least_squares_again,
    least_squares_found,
    no_derivative,
    products_at,
    row_product,
    turned_pattern,
)

ESTIMATED = 'an iteration has no derivative of what it estimates'


@formula(least_squares_found)
def found(
    data, indices, indptr, columns, b, damp, x0, method, turned=False, settings=()
):
    x = least(data, indices, indptr, columns, b, damp, x0, turned)
    left = b - multiplied(data, indices, indptr, columns, x, turned)
    of_rows = np.linalg.norm(left)
    whole = of_rows
    if not is_undamped(damp):
        beside = np.linalg.norm(x if x0 is None else x - x0)
        whole = np.hypot(of_rows, damp * beside)
    fixed = no_derivative(ESTIMATED, data, b)
    if method == 'lsmr':
        return x, 0, 0, whole, fixed, fixed, fixed, fixed
    return x, 0, 0, of_rows, whole, fixed, fixed, fixed, fixed, fixed * x


# Not where it may be another number: the second derivative by it is not zero there.
def is_undamped(damp):
    return isinstance(damp, int) and damp == 0


# Where it is damped, of the matrix with a diagonal below it.
def least(data, indices, indptr, columns, b, damp, x0, turned):
    if x0 is not None:
        change = b - multiplied(data, indices, indptr, columns, x0, turned)
        moved = least(data, indices, indptr, columns, change, damp, None, turned)
        return x0 + moved
    if is_undamped(damp):
        return least_squares_again(data, indices, indptr, columns, b, turned)
    if turned:
        height = np.shape(indptr)[0] - 1
        pattern, starts, places = turned_pattern(indices, indptr, columns)
        return damped(data[places], pattern, starts, height, b, damp)
    return damped(data, indices, indptr, columns, b, damp)


def damped(data, indices, indptr, width, b, damp):
    places = np.arange(width, dtype=np.int32)
    longer = np.concatenate((data, damp * np.ones(width)))
    pattern = np.concatenate((indices, places))
    starts = np.concatenate((indptr, np.shape(data)[0] + 1 + places))
    zeros = np.zeros(width)
    return least_squares_again(
        longer, pattern, starts, width, np.concatenate((b, zeros))
    )


def multiplied(data, indices, indptr, columns, x, turned):
    if turned:
        return column_product(data, indices, indptr, columns, x)
    return row_product(data, indices, indptr, columns, x)


def pairs_at(indices, indptr, left, right, turned):
    if turned:
        return products_at(indices, indptr, right, left)
    return products_at(indices, indptr, left, right)


@adjoint(least_squares_again, equal_rows=('data', 'indices'))
def solution(y, data, indices, indptr, columns, b, turned=False):
    back = least_squares_again(data, indices, indptr, columns, d[y], not turned)
    d[b] = back
    of_inverse = least_squares_again(data, indices, indptr, columns, back, turned)
    of_solution = least_squares_again(data, indices, indptr, columns, y, not turned)
    left = b - multiplied(data, indices, indptr, columns, y, turned)
    beside = d[y] - multiplied(data, indices, indptr, columns, back, not turned)
    d[data] = (
        pairs_at(indices, indptr, left, of_inverse, turned)
        + pairs_at(indices, indptr, of_solution, beside, turned)
        - pairs_at(indices, indptr, back, y, turned)
    )


@tangent(least_squares_again)
def solution_tangent(y, data, indices, indptr, columns, b, turned=False):
    moved = d[data]
    if np.ndim(moved) == 0:
        d[y] = least_squares_again(data, indices, indptr, columns, d[b], turned)
    else:
        left = b - multiplied(data, indices, indptr, columns, y, turned)
        of_left = multiplied(moved, indices, indptr, columns, left, not turned)
        of_solution = least_squares_again(
            data, indices, indptr, columns, y, not turned
        )
        added = multiplied(moved, indices, indptr, columns, of_solution, not turned)
        change = (
            d[b]
            - multiplied(moved, indices, indptr, columns, y, turned)
            + least_squares_again(
                data, indices, indptr, columns, of_left, not turned
            )
            - multiplied(data, indices, indptr, columns, added, turned)
        )
        again = least_squares_again(data, indices, indptr, columns, change, turned)
        d[y] = again + added
