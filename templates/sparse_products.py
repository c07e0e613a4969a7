"""The helpers for sparse matrices: products, sums of entries and solutions.

A matrix is its numbers and their places, which have no derivative. The derivative by
the numbers is taken at these places alone: no matrix becomes dense.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, constant, d, linear, tangent
from tangentlite.runtime import (
    blocks_pattern,
    column_product,
    common_pattern,
    compressed,
    dense_matrix,
    diagonals_pattern,
    entries_at,
    has_repeats,
    is_pattern,
    iterated_again,
    iterated_solution,
    joined_pattern,
    matched_products,
    no_derivative,
    nonzero_places,
    picked_pattern,
    places_of_diagonal,
    places_of_entries,
    places_of_entry,
    products_at,
    row_numbers,
    row_product,
    shape_of_places,
    sparse_eigenvalues,
    sparse_singular_values,
    sparse_solution,
    sums_at,
    triangle_pattern,
    turned_pattern,
)
from tangentlite.templates.subscripts import refuse

constant(blocks_pattern, has_repeats, is_pattern, row_numbers, turned_pattern)
constant(common_pattern, counts=('entries', None, 'entries', 'entries'))
constant(compressed, joined_pattern, counts=('entries', None, None))
constant(diagonals_pattern, triangle_pattern, counts=('entries', None, 'entries'))
constant(
    matched_products, counts=('products', 'products', 'products', 'entries', None)
)
constant(nonzero_places, counts=('entries', None))
constant(picked_pattern, counts=('entries', 'starts', 'entries', 'columns'))
constant(places_of_diagonal, places_of_entries, counts=('entries', 'entries'))
constant(places_of_entry, counts=('entries',))
constant(shape_of_places, counts=('rows', 'columns'))


@linear(row_product, in_=('data', 'x'), equal_rows=('data', 'indices'))
def product(y, data, indices, indptr, columns, x):
    d[data] = products_at(indices, indptr, d[y], x)
    d[x] = column_product(data, indices, indptr, np.shape(x)[0], d[y])


@linear(column_product, in_=('data', 'y'), equal_rows=('data', 'indices'))
def product_of_columns(x, data, indices, indptr, columns, y):
    d[data] = products_at(indices, indptr, y, d[x])
    d[y] = row_product(data, indices, indptr, columns, d[x])


@linear(products_at, in_=('y', 'x'))
def products(data, indices, indptr, y, x):
    d[y] = row_product(d[data], indices, indptr, np.shape(x)[0], x)
    d[x] = column_product(d[data], indices, indptr, np.shape(x)[0], y)


@linear(sums_at, in_='values', equal_rows=('values', 'places'))
def sums(y, values, places, count):
    d[values] = d[y][places]


@linear(dense_matrix, in_='data', equal_rows=('data', 'indices'))
def dense(y, data, indices, indptr, columns):
    d[data] = entries_at(d[y], indices, indptr)


@linear(entries_at, in_='dense')
def entries(data, dense, indices, indptr):
    d[dense] = dense_matrix(d[data], indices, indptr, np.shape(dense)[1])


def right_side(x, data, indices, indptr, turned, d_data, d_b):
    if np.ndim(d_data) == 0:
        return d_b
    if turned:
        return d_b - column_product(d_data, indices, indptr, np.shape(x)[0], x)
    return d_b - row_product(d_data, indices, indptr, np.shape(x)[0], x)


@adjoint(sparse_solution, equal_rows=('data', 'indices'))
def solution(x, data, indices, indptr, b, turned=False, method='direct'):
    rows = sparse_solution(data, indices, indptr, d[x], not turned, method)
    d[b] = rows
    if turned:
        gradient = -products_at(indices, indptr, x, rows)
    else:
        gradient = -products_at(indices, indptr, rows, x)
    if method == 'unit lower' or method == 'unit upper':
        gradient = np.where(row_numbers(indices, indptr) == indices, 0.0, gradient)
    d[data] = gradient


@tangent(sparse_solution)
def solution_tangent(x, data, indices, indptr, b, turned=False, method='direct'):
    moved = d[data]
    if np.ndim(moved) > 0 and (method == 'unit lower' or method == 'unit upper'):
        moved = np.where(row_numbers(indices, indptr) == indices, 0.0, moved)
    change = right_side(x, data, indices, indptr, turned, moved, d[b])
    d[x] = sparse_solution(data, indices, indptr, change, turned, method)


@adjoint(iterated_solution, equal_rows=('data', 'indices'))
def iterated(
    y, data, indices, indptr, b, method, x0=None, turned=False, settings=()
):
    x, _ = y
    rows = iterated_again(
        data, indices, indptr, d[y][0], method, not turned, settings
    )
    d[b] = rows
    if x0 is not None:
        d[x0] = 0.0
    if turned:
        d[data] = -products_at(indices, indptr, x, rows)
    else:
        d[data] = -products_at(indices, indptr, rows, x)


@tangent(iterated_solution)
def iterated_tangent(
    y, data, indices, indptr, b, method, x0=None, turned=False, settings=()
):
    x, _ = y
    change = right_side(x, data, indices, indptr, turned, d[data], d[b])
    moved = iterated_again(data, indices, indptr, change, method, turned, settings)
    d[y] = moved, 0.0


@adjoint(iterated_again, equal_rows=('data', 'indices'))
def again(x, data, indices, indptr, b, method, turned=False, settings=()):
    rows = iterated_again(data, indices, indptr, d[x], method, not turned, settings)
    d[b] = rows
    if turned:
        d[data] = -products_at(indices, indptr, x, rows)
    else:
        d[data] = -products_at(indices, indptr, rows, x)


@tangent(iterated_again)
def again_tangent(x, data, indices, indptr, b, method, turned=False, settings=()):
    change = right_side(x, data, indices, indptr, turned, d[data], d[b])
    d[x] = iterated_again(data, indices, indptr, change, method, turned, settings)


OF_VECTORS = 'eigenvectors and singular vectors of a sparse matrix have no derivative'


def keep_values(of_vectors):
    if np.ndim(of_vectors) > 0:
        refuse('eigenvectors of a sparse matrix', 'Use np.linalg.eigh of an array.')


@adjoint(sparse_eigenvalues, equal_rows=('data', 'indices'))
def eigenvalues(y, data, indices, indptr, settings=()):
    _, v = y
    w_bar, v_bar = d[y]
    keep_values(v_bar)
    d[data] = products_at(indices, indptr, v * w_bar, v)


@tangent(sparse_eigenvalues)
def eigenvalues_tangent(y, data, indices, indptr, settings=()):
    _, v = y
    moved = row_product(d[data], indices, indptr, np.shape(v)[0], v)
    d[y] = np.sum(v * moved, 0), no_derivative(OF_VECTORS, data)


@adjoint(sparse_singular_values, equal_rows=('data', 'indices'))
def singular_values(y, data, indices, indptr, columns, settings=()):
    u, _, vt = y
    u_bar, s_bar, vt_bar = d[y]
    keep_values(u_bar)
    keep_values(vt_bar)
    d[data] = products_at(indices, indptr, u * s_bar, vt.T)


@tangent(sparse_singular_values)
def singular_values_tangent(y, data, indices, indptr, columns, settings=()):
    u, _, vt = y
    moved = row_product(d[data], indices, indptr, columns, vt.T)
    fixed = no_derivative(OF_VECTORS, data)
    d[y] = fixed, np.sum(u * moved, 0), fixed
