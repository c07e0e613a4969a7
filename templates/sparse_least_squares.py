"""The least solution of a sparse system, by the matrix and by the right side.

It is the product with the pseudo-inverse, whose derivative is that of Golub and
Pereyra: The differentiation of pseudo-inverses and nonlinear least squares problems
whose variables separate, SIAM J. Numer. Anal. 10 (1973), equation 4.12. It holds where
the rank stays as it is.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, constant, d, tangent
from tangentlite.runtime import (
    column_product,
    least_squares_again,
    least_squares_found,
    products_at,
    row_product,
)

constant(least_squares_found)


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
