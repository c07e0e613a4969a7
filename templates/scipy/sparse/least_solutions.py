"""Least squares with sparse matrices: `lsqr` and `lsmr`.

The derivative is that of the least solution, which a further iteration finds to all its
digits; where it is damped, that of the matrix with a diagonal below it.
"""
import numpy as np
from scipy.sparse import linalg

from tangentlite.rules.registry import definition
from tangentlite.runtime import (
    least_squares_again,
    least_squares_found,
    no_derivative,
    valued,
)
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.sparse.matrices import CSC
from tangentlite.templates.scipy.sparse.solving import as_matrix, of_arrays
from tangentlite.templates.subscripts import refuse


def right_side(whole, b):
    b = as_array(b)
    if np.iscomplexobj(whole.data) or np.iscomplexobj(b):
        refuse('least squares of complex numbers', 'Stack real and imaginary parts.')
    if np.ndim(b) != 1:
        refuse('a right side of two axes', 'Use b[:, 0].')
    return b


def least(rows, b, damp, x0):
    if x0 is not None:
        return x0 + least(rows, b - rows @ x0, damp, None)
    height, width = rows.shape
    if damp == 0.0:
        return least_squares_again(rows.data, rows.indices, rows.indptr, width, b)
    places = np.arange(width, dtype=np.int32)
    data = np.concatenate((rows.data, damp * np.ones(width)))
    indices = np.concatenate((rows.indices, places))
    starts = np.concatenate((rows.indptr, np.shape(rows.data)[0] + 1 + places))
    longer = np.concatenate((b, np.zeros(width)))
    return least_squares_again(data, indices, starts, width, longer)


def length_left(rows, b, damp, x, x0):
    of_rows = np.linalg.norm(b - rows @ x)
    if damp == 0.0:
        return of_rows
    return np.hypot(of_rows, damp * np.linalg.norm(x if x0 is None else x - x0))


def found_of(method, whole, b, x0, settings):
    if isinstance(whole, CSC):
        return least_squares_found(
            whole.data, whole.indices, whole.indptr, whole.shape[0], b, method, x0,
            True, settings,
        )  # fmt: skip
    rows = whole.tocsr()
    return least_squares_found(
        rows.data, rows.indices, rows.indptr, rows.shape[1], b, method, x0, False,
        settings,
    )  # fmt: skip


@definition(linalg.lsqr)
def lsqr(
    A, b, damp=0.0, atol=1e-6, btol=1e-6, conlim=1e8, iter_lim=None, show=False,
    calc_var=False, x0=None,
):  # fmt: skip
    whole = as_matrix(A)
    b = right_side(whole, b)
    settings = (
        ('damp', damp), ('atol', atol), ('btol', btol), ('conlim', conlim),
        ('iter_lim', iter_lim), ('show', show), ('calc_var', calc_var),
    )  # fmt: skip
    found = found_of('lsqr', whole, b, x0, of_arrays(A, settings))
    rows = whole.tocsr()
    x = valued(found[0], least(rows, b, damp, x0))
    fixed = no_derivative('lsqr has no derivative of what it estimates', rows.data, b)
    return (
        x, found[1], found[2], valued(found[3], np.linalg.norm(b - rows @ x)),
        valued(found[4], length_left(rows, b, damp, x, x0)), found[5] + fixed,
        found[6] + fixed, found[7] + fixed, found[8] + fixed, found[9] + fixed,
    )  # fmt: skip


@definition(linalg.lsmr)
def lsmr(
    A, b, damp=0.0, atol=1e-6, btol=1e-6, conlim=1e8, maxiter=None, show=False,
    x0=None,
):  # fmt: skip
    whole = as_matrix(A)
    b = right_side(whole, b)
    settings = (
        ('damp', damp), ('atol', atol), ('btol', btol), ('conlim', conlim),
        ('maxiter', maxiter), ('show', show),
    )  # fmt: skip
    found = found_of('lsmr', whole, b, x0, of_arrays(A, settings))
    rows = whole.tocsr()
    x = valued(found[0], least(rows, b, damp, x0))
    fixed = no_derivative('lsmr has no derivative of what it estimates', rows.data, b)
    return (
        x, found[1], found[2], valued(found[3], length_left(rows, b, damp, x, x0)),
        found[4] + fixed, found[5] + fixed, found[6] + fixed, found[7] + fixed,
    )  # fmt: skip
