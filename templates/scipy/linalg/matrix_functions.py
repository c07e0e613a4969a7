"""Functions of square matrices: the exponential, roots, logarithms, sines.

The derivative of f at A along E is the upper right block of f at ((A, E), (0, A)):
Higham, Functions of Matrices (2008), theorem 3.6. Its adjoint is that at the transpose.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.templates.linalg import transposed
from tangentlite.templates.subscripts import refuse


def with_direction(a, e):
    upper = np.concatenate((a, e), -1)
    return np.concatenate((upper, np.concatenate((np.zeros_like(a), a), -1)), -2)


def upper_right(a):
    count = np.shape(a)[-1] // 2
    return a[..., :count, count:]


def register(function, **effects):
    @adjoint(function, **effects)
    def matrix_function(y, A):
        whole = function(with_direction(transposed(A), d[y]))
        d[A] = upper_right(whole)

    @tangent(function)
    def matrix_function_tangent(y, A):
        d[y] = upper_right(function(with_direction(A, d[A])))


register(linalg.cosm)
register(linalg.sinm)
register(linalg.tanm)
register(linalg.coshm)
register(linalg.sinhm)
register(linalg.tanhm)


@adjoint(linalg.expm)
def expm(y, A):
    d[A] = exponential_change(transposed(A), d[y])


@tangent(linalg.expm)
def expm_tangent(y, A):
    d[y] = exponential_change(A, d[A])


def exponential_change(a, e):
    if np.ndim(a) == 2:
        return linalg.expm_frechet(a, e, compute_expm=False)
    return upper_right(linalg.expm(with_direction(a, e)))


@formula(linalg.expm_frechet)
def expm_frechet(A, E, method=None, compute_expm=True, check_finite=True):
    change = upper_right(linalg.expm(with_direction(A, E)))
    return (linalg.expm(A), change) if compute_expm else change


def keep_result(disp):
    if not disp:
        refuse('a matrix function with disp=False', 'Leave out disp.')


# Of a real matrix the root and the logarithm are real if they can be.
@adjoint(linalg.sqrtm, real_or_complex=True)
def sqrtm(y, A, disp=True, blocksize=64):
    keep_result(disp)
    root = transposed(y)
    d[A] = linalg.solve_sylvester(root, root, d[y])


@tangent(linalg.sqrtm)
def sqrtm_tangent(y, A, disp=True, blocksize=64):
    keep_result(disp)
    d[y] = linalg.solve_sylvester(y, y, d[A])


@adjoint(linalg.logm, real_or_complex=True)
def logm(y, A, disp=True):
    keep_result(disp)
    d[A] = upper_right(linalg.logm(with_direction(transposed(A), d[y])))


@tangent(linalg.logm)
def logm_tangent(y, A, disp=True):
    keep_result(disp)
    d[y] = upper_right(linalg.logm(with_direction(A, d[A])))


# The power 1 is the matrix itself.
@adjoint(linalg.fractional_matrix_power, may_view='A', real_or_complex=True)
def fractional_matrix_power(y, A, t):
    whole = with_direction(transposed(A), d[y])
    d[A] = upper_right(linalg.fractional_matrix_power(whole, t))
    d[t] = np.sum(d[y] * (linalg.logm(A) @ y))


@tangent(linalg.fractional_matrix_power)
def fractional_matrix_power_tangent(y, A, t):
    change = 0.0
    if np.ndim(d[A]) > 0:
        whole = with_direction(A, d[A])
        change = upper_right(linalg.fractional_matrix_power(whole, t))
    d[y] = change + d[t] * (linalg.logm(A) @ y)
