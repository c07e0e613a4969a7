"""Systems, eigenvalues and norms of sparse matrices: scipy.sparse.linalg.

The derivative of a solution solves a system with the transposed matrix in the same way.
"""
import types

import numpy as np
from scipy import sparse
from scipy.linalg import expm as exponential
from scipy.sparse import linalg

from tangentlite.rules.registry import definition, refused
from tangentlite.runtime import (
    exponential_product,
    iterated_solution,
    sparse_eigenvalues,
    sparse_exponential,
    sparse_singular_values,
    sparse_solution,
)
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.sparse.matrices import ARRAYS, CSC, CSR, EVERY
from tangentlite.templates.subscripts import refuse


# A matrix of compressed columns is the transpose of one of rows.
def solved(A, b, turned, method):
    if isinstance(b, EVERY):
        refuse('a sparse right side', 'Use b.toarray().')
    whole = A if isinstance(A, CSC + CSR) else as_matrix(A).tocsc()
    return sparse_solution(
        whole.data, whole.indices, whole.indptr, as_array(b),
        isinstance(whole, CSC) != turned, method,
    )  # fmt: skip


@definition(linalg.spsolve)
def spsolve(A, b, permc_spec=None, use_umfpack=True):
    if not isinstance(b, EVERY) and np.ndim(b) == 2 and np.shape(b)[1] == 1:
        return solved(A, as_array(b)[:, 0], False, 'direct')
    return solved(A, b, False, 'direct')


@definition(linalg.spsolve_triangular)
def spsolve_triangular(
    A, b, lower=True, overwrite_A=False, overwrite_b=False, unit_diagonal=False
):
    turned = isinstance(A, CSC)
    method = 'lower' if lower != turned else 'upper'
    return solved(A, b, False, f'unit {method}' if unit_diagonal else method)


@definition(linalg.factorized)
def factorized(A):
    whole = as_matrix(A).tocsc()

    def solve(rhs, trans='N'):
        if trans == 'H':
            refuse("solve with trans='H'", "Use trans='T', with conjugates.")
        return solved(whole, rhs, trans == 'T', 'direct')

    return solve


@definition(linalg.splu)
def splu(
    A, permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None,
    options=None,
):  # fmt: skip
    return types.SimpleNamespace(solve=linalg.factorized(A), shape=A.shape)


# As a matrix with an entry at every place.
def entries_of(dense):
    height, width = np.shape(dense)
    columns = np.tile(np.arange(width, dtype=np.int32), height)
    starts = np.arange(height + 1, dtype=np.int32) * width
    return sparse.csr_array((np.ravel(dense), columns, starts), (height, width))


# Of an operator its matrix, a product for each column: a system with the transpose,
# and the derivative by what `matvec` reads, ask for no `rmatvec` then.
def columns_of(A):
    return np.stack([A.matvec(column) for column in np.eye(A.shape[1])], 1)


def as_matrix(A):
    if isinstance(A, EVERY):
        return A
    if isinstance(A, linalg.LinearOperator):
        return entries_of(columns_of(A))
    return entries_of(as_array(A))


def of_arrays(A, settings):
    return settings if isinstance(A, EVERY) else (*settings, ('dense', True))


def iteration(method, A, b, x0, settings):
    whole = as_matrix(A)
    settings = of_arrays(A, settings)
    if not isinstance(whole, CSC):
        whole = whole.tocsr()
    b = as_array(b)
    if np.ndim(b) == 2:
        refuse('a right side of two axes', 'Use b[:, 0].')
    return iterated_solution(
        whole.data, whole.indices, whole.indptr, b, method, x0,
        isinstance(whole, CSC), settings,
    )  # fmt: skip


def without(M, callback):
    if M is not None:
        refuse('a solution with a preconditioner', 'Leave out M, or use spsolve.')
    if callback is not None:
        refuse('a solution with a callback', 'Leave it out.')


def tolerances(rtol, atol, maxiter):
    return ('rtol', rtol), ('atol', atol), ('maxiter', maxiter)


@definition(linalg.cg)
def cg(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
    without(M, callback)
    return iteration('cg', A, b, x0, tolerances(rtol, atol, maxiter))


@definition(linalg.cgs)
def cgs(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
    without(M, callback)
    return iteration('cgs', A, b, x0, tolerances(rtol, atol, maxiter))


@definition(linalg.bicg)
def bicg(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
    without(M, callback)
    return iteration('bicg', A, b, x0, tolerances(rtol, atol, maxiter))


@definition(linalg.bicgstab)
def bicgstab(
    A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None
):
    without(M, callback)
    return iteration('bicgstab', A, b, x0, tolerances(rtol, atol, maxiter))


@definition(linalg.gmres)
def gmres(
    A, b, x0=None, *, rtol=1e-05, atol=0.0, restart=None, maxiter=None, M=None,
    callback=None, callback_type=None,
):  # fmt: skip
    without(M, callback)
    settings = (*tolerances(rtol, atol, maxiter), ('restart', restart))
    return iteration('gmres', A, b, x0, settings)


@definition(linalg.minres)
def minres(
    A, b, x0=None, *, rtol=1e-05, shift=0.0, maxiter=None, M=None, callback=None
):
    without(M, callback)
    if shift != 0.0:
        refuse('minres with a shift', 'Subtract it from the matrix.')
    return iteration('minres', A, b, x0, (('rtol', rtol), ('maxiter', maxiter)))


# A dense result as a matrix of the kind that SciPy makes of one like A.
def made_of(dense, A):
    if isinstance(A, ARRAYS):
        kind = sparse.csr_array if isinstance(A, CSR) else sparse.csc_array
    else:
        kind = sparse.csr_matrix if isinstance(A, CSR) else sparse.csc_matrix
    return kind(dense)


@definition(linalg.inv)
def inv(A):
    whole = A.tocsc()
    dense = solved(whole, np.eye(whole.shape[0]), False, 'direct')
    return made_of(dense, A)


@definition(linalg.expm)
def expm(A):
    if not isinstance(A, EVERY):
        return exponential(as_array(A))
    whole = A if isinstance(A, CSC) else A.tocsr()
    found = sparse_exponential(
        whole.data, whole.indices, whole.indptr, isinstance(whole, CSC)
    )
    return made_of(found, A)


@definition(linalg.norm)
def norm(x, ord=None, axis=None):
    if axis is not None:
        refuse('norms of the rows or columns of a sparse matrix', 'Use toarray().')
    if ord is None or ord == 'fro' or ord == 'f':
        return np.linalg.norm(x._merged().data)
    rows = sparse.csr_array(abs(x))
    if ord == np.inf:
        return np.max(rows.sum(1))
    if ord == 1:
        return np.max(rows.sum(0))
    refuse('this norm of a sparse matrix', "Use 'fro', 1 or np.inf.")


@definition(linalg.expm_multiply)
def expm_multiply(A, B):
    turned = isinstance(A, CSC)
    whole = A if turned else as_matrix(A).tocsr()
    return exponential_product(
        whole.data, whole.indices, whole.indptr, as_array(B), turned
    )


@definition(linalg.eigsh)
def eigsh(
    A, k=6, M=None, sigma=None, which='LM', v0=None, ncv=None, maxiter=None, tol=0,
    return_eigenvectors=True,
):  # fmt: skip
    if M is not None:
        refuse('eigsh with M', 'Use scipy.linalg.eigh of arrays.')
    whole = A if isinstance(A, CSC) else as_matrix(A).tocsr()
    settings = (
        ('k', k), ('sigma', sigma), ('which', which), ('ncv', ncv),
        ('maxiter', maxiter), ('tol', tol),
    )  # fmt: skip
    w, v = sparse_eigenvalues(whole.data, whole.indices, whole.indptr, settings)
    return (w, v) if return_eigenvectors else w


@definition(linalg.svds)
def svds(
    A, k=6, ncv=None, tol=0, which='LM', v0=None, maxiter=None,
    return_singular_vectors=True,
):  # fmt: skip
    whole = as_matrix(A).tocsr()
    settings = (
        ('k', k), ('ncv', ncv), ('tol', tol), ('which', which), ('maxiter', maxiter),
    )  # fmt: skip
    u, s, vt = sparse_singular_values(
        whole.data, whole.indices, whole.indptr, whole.shape[1], settings
    )
    return (u, s, vt) if return_singular_vectors else s


refused(
    'Use eigsh of a symmetric matrix, or np.linalg.eigvals of an array.', linalg.eigs
)
refused('Use scipy.sparse.linalg.norm(A, 1).', linalg.onenormest)
refused(
    'Use a sparse matrix, or np.linalg.lstsq of an array.',
    linalg.lobpcg, linalg.spilu,
)  # fmt: skip
