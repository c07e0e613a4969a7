"""Least squares with sparse matrices: `lsqr` and `lsmr`.

The derivative is that of the least solution, which further iterations find to all their
digits.
"""
import numpy as np
from scipy.sparse import linalg

from tangentlite.rules.registry import definition
from tangentlite.runtime import least_squares_found
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.sparse.matrices import CSC
from tangentlite.templates.scipy.sparse.solving import as_matrix, of_arrays
from tangentlite.templates.subscripts import refuse


def found_of(method, A, b, damp, x0, settings):
    whole = as_matrix(A)
    b = as_array(b)
    if np.iscomplexobj(whole.data) or np.iscomplexobj(b):
        refuse('least squares of complex numbers', 'Stack real and imaginary parts.')
    if np.ndim(b) != 1:
        refuse('a right side of two axes', 'Use b[:, 0].')
    settings = of_arrays(A, settings)
    if isinstance(whole, CSC):
        return least_squares_found(
            whole.data, whole.indices, whole.indptr, whole.shape[0], b, damp, x0,
            method, True, settings,
        )  # fmt: skip
    rows = whole.tocsr()
    return least_squares_found(
        rows.data, rows.indices, rows.indptr, rows.shape[1], b, damp, x0, method,
        False, settings,
    )  # fmt: skip


@definition(linalg.lsqr)
def lsqr(
    A, b, damp=0, atol=1e-6, btol=1e-6, conlim=1e8, iter_lim=None, show=False,
    calc_var=False, x0=None,
):  # fmt: skip
    settings = (
        ('atol', atol), ('btol', btol), ('conlim', conlim), ('iter_lim', iter_lim),
        ('show', show), ('calc_var', calc_var),
    )  # fmt: skip
    return found_of('lsqr', A, b, damp, x0, settings)


@definition(linalg.lsmr)
def lsmr(
    A, b, damp=0, atol=1e-6, btol=1e-6, conlim=1e8, maxiter=None, show=False,
    x0=None,
):  # fmt: skip
    settings = (
        ('atol', atol), ('btol', btol), ('conlim', conlim), ('maxiter', maxiter),
        ('show', show),
    )  # fmt: skip
    return found_of('lsmr', A, b, damp, x0, settings)
