"""Sparse matrices made of diagonals, of blocks and of parts of others."""
import numpy as np
from scipy import sparse

from tangentlite.rules.registry import definition, refused
from tangentlite.runtime import triangle_pattern
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.sparse.matrices import ARRAYS, CSC, CSR, EVERY


@definition(sparse.isspmatrix)
def isspmatrix(x):
    return isinstance(x, EVERY) and not isinstance(x, ARRAYS)


@definition(sparse.find)
def find(A):
    found = sparse.coo_array(sparse.csr_array(A))
    is_entry = found.data != 0.0
    return found.row[is_entry], found.col[is_entry], found.data[is_entry]


# Rows of what `dia_matrix` takes: entry j of a diagonal stands in column j.
def rows_of_diagonals(diagonals, offsets, height, width):
    longest = 0
    for offset in offsets:
        length = min(height + offset, width - offset) + max(0, offset)
        longest = max(longest, length)
    rows = ()
    for k, offset in enumerate(offsets):
        count = min(height + min(offset, 0), width - max(offset, 0))
        diagonal = np.broadcast_to(as_array(diagonals[k]), (count,))
        behind = longest - max(0, offset) - count
        row = np.concatenate((np.zeros(max(0, offset)), diagonal, np.zeros(behind)))
        rows = (*rows, row)
    return np.stack(rows)


def shape_of_diagonals(diagonals, offsets, shape):
    if shape is not None:
        return shape
    size = np.shape(np.atleast_1d(diagonals[0]))[0] + abs(offsets[0])
    return size, size


def listed(diagonals, offsets):
    if np.ndim(offsets) > 0:
        return diagonals, offsets
    if isinstance(diagonals, list | tuple) and np.ndim(diagonals[0]) > 0:
        return diagonals, (offsets,)
    return (as_array(diagonals),), (offsets,)


@definition(sparse.diags, takes_lists=True)
def diags(diagonals, offsets=0, shape=None, format=None, dtype=None):
    diagonals, offsets = listed(diagonals, offsets)
    shape = shape_of_diagonals(diagonals, offsets, shape)
    data = rows_of_diagonals(diagonals, offsets, shape[0], shape[1])
    found = sparse.dia_matrix((data, np.array(offsets)), shape, dtype)
    return found.asformat(format)


@definition(sparse.diags_array, takes_lists=True)
def diags_array(diagonals, /, *, offsets=0, shape=None, format=None, dtype=None):
    diagonals, offsets = listed(diagonals, offsets)
    shape = shape_of_diagonals(diagonals, offsets, shape)
    data = rows_of_diagonals(diagonals, offsets, shape[0], shape[1])
    found = sparse.dia_array((data, np.array(offsets)), shape, dtype)
    return found.asformat(format)


@definition(sparse.spdiags)
def spdiags(data, diags, m=None, n=None, format=None):
    height, width = m if n is None else (m, n)
    return sparse.dia_matrix((data, diags), (height, width)).asformat(format)


@definition(sparse.eye)
def eye(m, n=None, k=0, dtype=float, format=None):
    width = m if n is None else n
    ones = np.ones((1, max(0, min(m + k, width))), dtype)
    return sparse.dia_matrix((ones, np.array([k])), (m, width)).asformat(format)


@definition(sparse.identity)
def identity(n, dtype='d', format=None):
    return sparse.eye(n, n, 0, dtype, format)


if hasattr(sparse, 'eye_array'):  # of SciPy 1.11 on

    @definition(sparse.eye_array)
    def eye_array(m, n=None, *, k=0, dtype=float, format=None):
        width = m if n is None else n
        ones = np.ones((1, max(0, min(m + k, width))), dtype)
        return sparse.dia_array((ones, np.array([k])), (m, width)).asformat(format)


def places(data, rows, columns, shape, as_array):
    if as_array:
        return sparse.coo_array((data, (rows, columns)), shape)
    return sparse.coo_matrix((data, (rows, columns)), shape)


# Rows of blocks, of which some are None.
def assembled(blocks, format):
    as_array = False
    columns_of = ()
    for j in range(len(blocks[0])):
        width = None
        for row in blocks:
            if row[j] is not None and width is None:
                width = row[j].shape[1]
        columns_of = (*columns_of, width)
    data, rows, columns = (), (), ()
    top = 0
    for row in blocks:
        height = None
        left = 0
        for j, block in enumerate(row):
            if block is not None:
                found = sparse.coo_array(block)
                as_array = as_array or isinstance(block, ARRAYS)
                data = (*data, found.data)
                rows = (*rows, found.row + top)
                columns = (*columns, found.col + left)
                height = block.shape[0]
            left = left + columns_of[j]
        top = top + height
    whole = places(
        np.concatenate(data), np.concatenate(rows), np.concatenate(columns),
        (top, left), as_array,
    )  # fmt: skip
    return whole.asformat(format)


@definition(sparse.bmat, takes_lists=True)
def bmat(blocks, format=None, dtype=None):
    return assembled(blocks, format)


if hasattr(sparse, 'block_array'):  # of SciPy 1.11 on

    @definition(sparse.block_array, takes_lists=True)
    def block_array(blocks, *, format=None, dtype=None):
        return sparse.coo_array(assembled(blocks, 'coo')).asformat(format)


def format_of(blocks, format):
    rows, columns = True, True
    for block in blocks:
        rows = rows and isinstance(block, CSR)
        columns = columns and isinstance(block, CSC)
    if format is None and rows:
        return 'csr'
    return 'csc' if format is None and columns else format


@definition(sparse.hstack, takes_lists=True)
def hstack(blocks, format=None, dtype=None):
    return assembled((blocks,), format_of(blocks, format))


@definition(sparse.vstack, takes_lists=True)
def vstack(blocks, format=None, dtype=None):
    rows = ()
    for block in blocks:
        rows = (*rows, (block,))
    return assembled(rows, format_of(blocks, format))


@definition(sparse.block_diag, takes_lists=True)
def block_diag(mats, format=None, dtype=None):
    as_array = False
    data, rows, columns = (), (), ()
    top, left = 0, 0
    for matrix in mats:
        as_array = as_array or isinstance(matrix, ARRAYS)
        block = matrix if isinstance(matrix, EVERY) else sparse.csr_array(matrix)
        found = block.tocoo()
        data = (*data, found.data)
        rows = (*rows, found.row + top)
        columns = (*columns, found.col + left)
        top = top + block.shape[0]
        left = left + block.shape[1]
    whole = places(
        np.concatenate(data), np.concatenate(rows), np.concatenate(columns),
        (top, left), as_array,
    )  # fmt: skip
    return whole.asformat(format)


@definition(sparse.kron)
def kron(A, B, format=None):
    as_array = isinstance(A, ARRAYS) or isinstance(B, ARRAYS)
    left = A.tocoo() if isinstance(A, EVERY) else sparse.coo_matrix(A)
    right = B.tocoo() if isinstance(B, EVERY) else sparse.coo_matrix(B)
    height, width = right.shape
    data = np.outer(left.data, right.data)
    rows = np.add.outer(left.row * height, right.row)
    columns = np.add.outer(left.col * width, right.col)
    shape = left.shape[0] * height, left.shape[1] * width
    whole = places(
        np.ravel(data), np.ravel(rows), np.ravel(columns), shape, as_array
    )
    return whole.asformat(format)


@definition(sparse.kronsum)
def kronsum(A, B, format=None):
    height, width = A.shape[0], B.shape[0]
    left = sparse.kron(sparse.eye(width), A, 'csr')
    return (left + sparse.kron(B, sparse.eye(height), 'csr')).asformat(format)


def triangle(A, k, format, lower):
    whole = A.tocsr() if isinstance(A, EVERY) else sparse.csr_matrix(A)
    indices, indptr, found = triangle_pattern(
        whole.indices, whole.indptr, whole.shape[1], k, lower
    )
    part = whole._rows(whole.data[found], indices, indptr, whole.shape)
    return part.asformat('coo' if format is None else format)


@definition(sparse.tril)
def tril(A, k=0, format=None):
    return triangle(A, k, format, True)


@definition(sparse.triu)
def triu(A, k=0, format=None):
    return triangle(A, k, format, False)


refused(
    'Make the matrix outside of the function, and pass it.',
    *(
        getattr(sparse, name)
        for name in ('random', 'random_array', 'rand', 'load_npz', 'save_npz')
        if hasattr(sparse, name)
    ),
)
