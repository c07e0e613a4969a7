"""Products and patterns of sparse matrices, as helpers of generated code.

A matrix has numbers `data` at places that do not change: those of each row stand one
after the other, of row i from `indptr[i]` on, in the columns `indices`. When the shape
of a result is tried with integers that are no pattern (`indptr` does not start with 0)
there are only zeros; what numbers of entries a result has, its rule says (`counts`).
"""

from __future__ import annotations

import importlib

import numpy as np


def is_pattern(data, indices, indptr):
    """Return whether indptr says which of the entries stand in each row.

    >>> is_pattern(np.ones(2), np.array([0, 2]), np.array([0, 1, 2]))
    True
    >>> is_pattern(np.ones(2), np.array([0, 2]), np.array([1, 2, 2]))
    False
    """
    if is_no_pattern(indptr) or not len(data) == len(indices) == indptr[-1]:
        return False
    return bool(np.all(np.diff(indptr) >= 0))


def has_repeats(indices, indptr):
    """Return whether several entries of a row stand in one column.

    >>> has_repeats(np.array([1, 0, 1]), np.array([0, 2, 3]))
    False
    >>> has_repeats(np.array([1, 0, 1]), np.array([0, 3]))
    True
    """
    if is_no_pattern(indptr):
        return False
    rows = row_numbers(indices, indptr)
    rises = (np.diff(indices) > 0) | (np.diff(rows) > 0)
    if np.all(rises):  # in order, as most are
        return False
    order = np.lexsort((indices, rows))
    same = (np.diff(indices[order]) == 0) & (np.diff(rows[order]) == 0)
    return bool(np.any(same))


def row_product(data, indices, indptr, columns, x):
    """Return the product of a sparse matrix and a vector or dense matrix.

    >>> pattern = np.array([0, 2, 1]), np.array([0, 2, 3])
    >>> row_product(np.array([1.0, 2.0, 3.0]), *pattern, 3, np.array([1.0, 10.0, 9.0]))
    array([19., 30.])
    """
    if is_no_pattern(indptr):
        shape = (len(indptr) - 1, *np.shape(x)[1:])
        return np.zeros(shape, _dtype_of_product(data, x))
    return matrix_of(data, indices, indptr, columns) @ x


def column_product(data, indices, indptr, columns, y):
    """Return the product of a transposed sparse matrix and a vector or dense matrix.

    >>> pattern = np.array([0, 2, 1]), np.array([0, 2, 3])
    >>> column_product(np.array([1.0, 2.0, 3.0]), *pattern, 3, np.array([1.0, 10.0]))
    array([ 1., 30.,  2.])
    """
    if is_no_pattern(indptr):
        return np.zeros((columns, *np.shape(y)[1:]), _dtype_of_product(data, y))
    return matrix_of(data, indices, indptr, columns).T @ y


def products_at(indices, indptr, y, x):
    """Return y[i] * x[j] for the places of a matrix; of rows of matrices the sums.

    >>> pattern = np.array([0, 2, 1]), np.array([0, 2, 3])
    >>> products_at(*pattern, np.array([1.0, 10.0]), np.array([2.0, 3.0, 4.0]))
    array([ 2.,  4., 30.])
    """
    if is_no_pattern(indptr):
        return np.zeros(len(indices), np.result_type(y, x))
    left, right = y[row_numbers(indices, indptr)], x[indices]
    return left * right if left.ndim == 1 else np.einsum("ij,ij->i", left, right)


def sums_at(values, places, count):
    """Return an array of `count` entries, of values added at places.

    >>> sums_at(np.array([1.0, 2.0, 3.0]), np.array([0, 2, 0]), 3)
    array([4., 0., 2.])
    """
    sums = np.zeros(count, np.asarray(values).dtype)
    np.add.at(sums, places, values)
    return sums


def dense_matrix(data, indices, indptr, columns):
    """Return a sparse matrix as an array.

    >>> dense_matrix(np.array([1.0, 2.0]), np.array([1, 0]), np.array([0, 1, 2]), 2)
    array([[0., 1.],
           [2., 0.]])
    """
    if is_no_pattern(indptr):
        return np.zeros((len(indptr) - 1, columns), _dtype_of_product(data, data))
    return matrix_of(data, indices, indptr, columns).toarray()


def entries_at(dense, indices, indptr):
    """Return the entries of an array at the places of a sparse matrix."""
    if is_no_pattern(indptr):
        return np.zeros(len(indices), np.asarray(dense).dtype)
    return dense[row_numbers(indices, indptr), indices]


def row_numbers(indices, indptr):
    """Return the rows of the entries of a matrix.

    >>> row_numbers(np.array([0, 2, 1]), np.array([0, 2, 3]))
    array([0, 0, 1])
    """
    if is_no_pattern(indptr):
        return np.zeros(len(indices), indptr.dtype)
    numbers = np.arange(len(indptr) - 1, dtype=indptr.dtype)
    return np.repeat(numbers, np.diff(indptr))


def compressed(rows, columns, shape):
    """Return the pattern of entries at places, and which of it each belongs to.

    >>> compressed(np.array([1, 0, 1]), np.array([0, 1, 0]), (2, 2))
    (array([1, 0], dtype=int32), array([0, 1, 2], dtype=int32), array([1, 0, 1]))
    """
    height, width = shape
    rows, columns = np.asarray(rows, np.int64), np.asarray(columns, np.int64)
    for name, places, size in (("row", rows, height), ("column", columns, width)):
        if len(places) and (places.max() >= size or places.min() < 0):
            raise ValueError(f"a {name} index is not in a matrix of shape {shape}")
    keys, inverse = np.unique(rows * width + columns, return_inverse=True)
    indptr = np.searchsorted(keys, width * np.arange(height + 1))
    return _narrow(keys % width), _narrow(indptr), inverse.reshape(-1)


def shape_of_places(rows, columns):
    """Return the shape of the least matrix that has some places."""
    return int(np.max(rows)) + 1, int(np.max(columns)) + 1


def nonzero_places(dense):
    """Return the pattern of the entries of an array that are not zero."""
    height, width = np.shape(dense)
    rows, columns = np.nonzero(dense)
    indptr = np.searchsorted(rows, np.arange(height + 1))
    return _narrow(columns), _narrow(indptr)


def turned_pattern(indices, indptr, columns):
    """Return the pattern of the transpose, and the places its entries come from.

    >>> turned_pattern(np.array([0, 2, 1]), np.array([0, 2, 3]), 3)
    (array([0, 1, 0], dtype=int32), array([0, 1, 2, 3], dtype=int32), array([0, 2, 1]))
    """
    if is_no_pattern(indptr):
        places = np.zeros(len(indices), np.int64)
        return places.astype(np.int32), np.zeros(columns + 1, np.int32), places
    return _taken_apart(_numbered(indices, indptr, columns).tocsc())


def picked_pattern(indices, indptr, columns, key):
    """Return the pattern of rows and columns that an index picks.

    It is `(indices, indptr, places, columns)`; places are those the entries come from.
    """
    if is_no_pattern(indptr):
        return *_no_entries(indptr), columns
    found = _numbered(indices, indptr, columns)[key].tocsr()
    return *_taken_apart(found), found.shape[1]


def triangle_pattern(indices, indptr, columns, k, lower):
    """Return the pattern of a triangle, and the places its entries come from."""
    sparse = importlib.import_module("scipy.sparse")
    if is_no_pattern(indptr):
        return _no_entries(indptr)
    whole = _numbered(indices, indptr, columns)
    found = sparse.tril(whole, k) if lower else sparse.triu(whole, k)
    return _taken_apart(found.tocsr())


def places_of_diagonal(indices, indptr, columns, k):
    """Return the places of the entries on a diagonal, and where on it they are."""
    if is_no_pattern(indptr):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    rows = row_numbers(indices, indptr)
    places = np.flatnonzero(indices - rows == k)
    return places, rows[places].astype(np.int64) - max(0, -k)


def places_of_entry(indices, indptr, columns, row, column):
    """Return the places of the entries at a row and column: one or none."""
    if is_no_pattern(indptr):
        return np.zeros(0, np.int64)
    height = len(indptr) - 1
    if not (-height <= row < height and -columns <= column < columns):
        raise IndexError(f"index ({row}, {column}) out of range")
    row, column = row % height, column % columns
    first = indptr[row]
    return first + np.flatnonzero(indices[first : indptr[row + 1]] == column)


def places_of_entries(indices, indptr, columns, row, column):
    """Return the places of the entries at rows and columns, and which each is of.

    >>> pattern = np.array([0, 2, 1]), np.array([0, 2, 3])
    >>> places_of_entries(*pattern, 3, np.array([1, 0, 0]), np.array([1, 1, 2]))
    (array([2, 1]), array([0, 2]))
    """
    if is_no_pattern(indptr):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    height = len(indptr) - 1
    row, column = np.asarray(row, np.int64), np.asarray(column, np.int64)
    for asked, size in ((row, height), (column, columns)):
        if len(asked) and not (-size <= np.min(asked) and np.max(asked) < size):
            raise IndexError("an index of a sparse matrix is out of range")
    keys = row_numbers(indices, indptr).astype(np.int64) * columns + indices
    order = np.argsort(keys, kind="stable")
    wanted = row % height * columns + column % columns
    starts = np.searchsorted(keys, wanted, "left", order)
    counts = np.searchsorted(keys, wanted, "right", order) - starts
    of = np.repeat(np.arange(len(wanted)), counts)
    first = np.cumsum(counts) - counts
    return order[np.arange(len(of)) + np.repeat(starts - first, counts)], of


def matched_products(indices, indptr, indices_2, indptr_2, columns):
    """Return how the entries of a product of matrices are sums of products.

    It is `(left, right, places, indices, indptr)`: the product of the entries `left` of
    the first matrix and `right` of the second is added at `places` of the pattern.
    """
    if is_no_pattern(indptr) or is_no_pattern(indptr_2):
        found, starts, left = _no_entries(indptr)
        return left, left, left, found, starts
    if len(indices) and indices.max() >= len(indptr_2) - 1:
        raise ValueError("dimension mismatch")
    counts = np.diff(indptr_2)[indices]
    left = np.repeat(np.arange(len(indices)), counts)
    starts = np.cumsum(counts) - counts
    right = np.arange(len(left)) - np.repeat(starts - indptr_2[indices], counts)
    rows = row_numbers(indices, indptr)[left]
    shape = len(indptr) - 1, columns
    pattern, starts, places = compressed(rows, indices_2[right], shape)
    return left, right, places, pattern, starts


def joined_pattern(indices, indptr, indices_2, indptr_2, columns):
    """Return the pattern of a sum of two matrices, and where their entries are added.

    It is `(indices, indptr, places)`, with the places of the first matrix in front.
    """
    if is_no_pattern(indptr) or is_no_pattern(indptr_2):
        places = np.zeros(len(indices) + len(indices_2), np.int64)
        return *_no_entries(indptr)[:2], places
    if len(indptr) != len(indptr_2):
        raise ValueError("inconsistent shapes")
    rows = (row_numbers(indices, indptr), row_numbers(indices_2, indptr_2))
    shape = len(indptr) - 1, columns
    return compressed(np.concatenate(rows), np.concatenate((indices, indices_2)), shape)


def common_pattern(indices, indptr, indices_2, indptr_2, columns):
    """Return the places that two matrices share: `(indices, indptr, left, right)`."""
    if is_no_pattern(indptr) or is_no_pattern(indptr_2):
        pattern, starts, places = _no_entries(indptr)
        return pattern, starts, places, places
    if len(indptr) != len(indptr_2):
        raise ValueError("inconsistent shapes")
    keys = _keys(indices, indptr, columns), _keys(indices_2, indptr_2, columns)
    common, left, right = np.intersect1d(*keys, return_indices=True)
    starts = np.searchsorted(common, columns * np.arange(len(indptr)))
    return _narrow(common % columns), _narrow(starts), left, right


def diagonals_pattern(offsets, length, shape):
    """Return the pattern of diagonals, and where in their flat array its entries are.

    Entry j of a diagonal stands in column j, as in `scipy.sparse.dia_matrix`.
    """
    height, width = shape
    offsets = np.asarray(offsets)
    columns = np.tile(np.arange(length), len(offsets))
    rows = columns - np.repeat(offsets, length)
    inside = np.flatnonzero((rows >= 0) & (rows < height) & (columns < width))
    rows, columns = rows[inside], columns[inside]
    order = np.lexsort((columns, rows))
    indptr = np.searchsorted(rows[order], np.arange(height + 1))
    return _narrow(columns[order]), _narrow(indptr), inside[order]


def blocks_pattern(indices, indptr, blocks, shape):
    """Return the pattern of a matrix of blocks, and where in them its entries are."""
    sparse = importlib.import_module("scipy.sparse")
    if is_no_pattern(indptr):
        count, starts = np.size(blocks), np.zeros(shape[0] + 1, np.int32)
        return np.zeros(count, np.int32), starts, np.zeros(count, np.int64)
    numbers = np.arange(1, np.size(blocks) + 1).reshape(np.shape(blocks))
    return _taken_apart(sparse.bsr_matrix((numbers, indices, indptr), shape).tocsr())


def is_no_pattern(indptr):
    return len(indptr) == 0 or indptr[0] != 0


def _dtype_of_product(data, x):
    """Return the dtype of a product; that of half precision is single."""
    dtype = np.result_type(data, x)
    return np.dtype(np.float32) if dtype == np.float16 else dtype


def matrix_of(data, indices, indptr, columns):
    sparse = importlib.import_module("scipy.sparse")
    data = np.asarray(data, _dtype_of_product(data, data))
    shape = len(indptr) - 1, columns
    _require_pattern(indices, indptr, columns)
    return sparse.csr_matrix((data, indices, indptr), shape)


def _require_pattern(indices, indptr, columns):
    """Raise for places outside of a matrix, which SciPy would write or read at."""
    if not is_pattern(indices, indices, indptr):
        raise ValueError("indptr of a sparse matrix does not rise to its entries")
    if len(indices) and not (np.min(indices) >= 0 and np.max(indices) < columns):
        raise ValueError("an index of a sparse matrix is outside of its columns")


def _numbered(indices, indptr, columns):
    """Return a matrix of the numbers of its entries, from 1."""
    return matrix_of(np.arange(1, len(indices) + 1), indices, indptr, columns)


def _taken_apart(found):
    return found.indices, found.indptr, found.data - 1


def _no_entries(indptr):
    """Return a pattern of as many rows, and the places of its entries: none."""
    return np.zeros(0, np.int32), np.zeros(len(indptr), np.int32), np.zeros(0, np.int64)


def _narrow(places):
    small = len(places) == 0 or np.max(places) < 2**31
    return places.astype(np.int32 if small else np.int64)


def _keys(indices, indptr, columns):
    rows = row_numbers(indices, indptr).astype(np.int64)
    keys = rows * columns + indices
    if has_repeats(indices, indptr):
        raise ValueError("a matrix has several entries at one place: sum_duplicates()")
    return keys
