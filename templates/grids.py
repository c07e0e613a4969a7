"""Arrays broadcast against each other, grids, and the positions of entries."""
import numpy as np

from tangentlite.rules.registry import constant, definition, formula

constant(
    np.broadcast_shapes, np.indices, np.ravel_multi_index,
    np.tril_indices, np.triu_indices, np.tril_indices_from, np.triu_indices_from,
    np.diag_indices, np.diag_indices_from,
)  # fmt: skip


@definition(np.mask_indices)
def mask_indices(n, mask_func, k=0):
    return np.nonzero(mask_func(np.ones((n, n), int), k) != 0)


@definition(np.broadcast_arrays)
def broadcast_arrays(*args):
    shapes = ()
    for array in args:
        shapes = shapes + (np.shape(array),)
    shape = np.broadcast_shapes(*shapes)
    results = ()
    for array in args:
        results = results + (np.broadcast_to(array, shape),)
    return results


# A vector along an axis of its own.
def along_one(x, axis, rank):
    others = tuple(range(axis)) + tuple(range(axis + 1, rank))
    return np.expand_dims(x, others) if rank > 1 else x


@definition(np.ix_)
def ix_(*args):
    results = ()
    for k, places in enumerate(args):
        row = np.asarray(places)
        if np.ndim(row) != 1:
            raise ValueError('Cross index must be 1 dimensional')
        if row.dtype == bool:
            row = np.flatnonzero(row)
        results = results + (along_one(row, k, len(args)),)
    return results


# The first two axes of the result are exchanged for 'xy'.
@formula(np.meshgrid)
def meshgrid(*xi, sparse=False, indexing='xy'):
    rank = len(xi)
    vectors = ()
    shape = ()
    for x in xi:
        vectors = vectors + (x if np.ndim(x) == 1 else np.ravel(x),)
        shape = shape + np.shape(vectors[-1])
    if indexing == 'xy' and rank > 1:
        shape = (shape[1], shape[0]) + shape[2:]
    results = ()
    for k, x in enumerate(vectors):
        axis = 1 - k if indexing == 'xy' and rank > 1 and k < 2 else k
        row = along_one(x, axis, rank)
        results = results + (row if sparse else np.broadcast_to(row, shape),)
    return results
