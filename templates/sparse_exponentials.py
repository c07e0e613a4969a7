"""The exponential of a sparse matrix times an array, by both.

The derivative by the matrix is that of Taylor polynomials of the matrix, shifted and
scaled, step by step, as Al-Mohy and Higham form them: Computing the action of the
matrix exponential, SIAM J. Sci. Comput. 33 (2011), algorithm 3.2. Any shift gives the
same.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, constant, d, formula, tangent
from tangentlite.runtime import (
    column_product,
    exponential_product,
    exponential_steps,
    products_at,
    row_product,
    sparse_exponential,
)

constant(exponential_steps)


@formula(sparse_exponential)
def whole_exponential(data, indices, indptr, turned=False):
    ones = np.eye(np.shape(indptr)[0] - 1)
    return exponential_product(data, indices, indptr, ones, turned)


# Of the matrix less a number on its diagonal, or of its transpose.
def multiplied(data, indices, indptr, x, turned, shift):
    size = np.shape(x)[0]
    if turned:
        return column_product(data, indices, indptr, size, x) - shift * x
    return row_product(data, indices, indptr, size, x) - shift * x


def pairs_at(indices, indptr, left, right, turned):
    if turned:
        return products_at(indices, indptr, right, left)
    return products_at(indices, indptr, left, right)


# With terms b_j = A b_{j-1} / (s j) of a step, whose sum y begins the next, those of
# the adjoint are c_j = y_bar + A^T c_{j+1} / (s (j + 1)), and A_bar sums
# c_j b_{j-1}^T / (s j).
@adjoint(exponential_product, equal_rows=('data', 'indices'))
def exponential(y, data, indices, indptr, b, turned=False):
    d[b] = exponential_product(data, indices, indptr, d[y], not turned)
    steps, degree, shift = exponential_steps(data, indices, indptr)
    growth = np.exp(shift / steps)
    terms = []
    start = b
    for _ in range(steps):
        term = start
        for j in range(degree):
            terms.append(term)
            moved = multiplied(data, indices, indptr, term, turned, shift)
            term = moved * (1.0 / (steps * (j + 1)))
            start = start + term
        start = start * growth
    gradient = 0.0 * data
    end_bar = d[y]
    for _ in range(steps):
        end_bar = end_bar * growth
        term_bar = end_bar
        for j in range(degree):
            share = term_bar * (1.0 / (steps * (degree - j)))
            term = terms.pop()
            gradient = gradient + pairs_at(indices, indptr, share, term, turned)
            moved = multiplied(data, indices, indptr, share, not turned, shift)
            term_bar = end_bar + moved
        end_bar = term_bar
    d[data] = gradient


@tangent(exponential_product)
def exponential_tangent(y, data, indices, indptr, b, turned=False):
    if np.ndim(d[data]) == 0:
        d[y] = exponential_product(data, indices, indptr, d[b], turned)
    else:
        steps, degree, shift = exponential_steps(data, indices, indptr)
        growth = np.exp(shift / steps)
        start, change = b, d[b] + 0.0 * b
        for _ in range(steps):
            term, term_dot = start, change
            for j in range(degree):
                factor = 1.0 / (steps * (j + 1))
                of_matrix = multiplied(d[data], indices, indptr, term, turned, 0.0)
                of_term = multiplied(data, indices, indptr, term_dot, turned, shift)
                term_dot = (of_matrix + of_term) * factor
                moved = multiplied(data, indices, indptr, term, turned, shift)
                term = moved * factor
                start = start + term
                change = change + term_dot
            start, change = start * growth, change * growth
        d[y] = change
