"""Functions of square matrices: the exponential, roots, logarithms, sines.

The derivative of f at A along E is the upper right block of f at ((A, E), (0, A)):
Higham, Functions of Matrices (2008), theorem 3.6. Its adjoint is that at the transpose.
The logarithm and powers have their branch cut at the negative numbers, where they take
the eigenvalues of real triangular blocks to be real; rounding must not move these.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import stop_gradient
from tangentlite.templates.linalg import transposed
from tangentlite.templates.subscripts import refuse


# The direction is scaled to the size of the matrix: beside a larger one its digits are
# lost (Al-Mohy and Higham, SIAM J. Matrix Anal. Appl. 31, 2009, section 3).
def along(function, a, e, *more):
    size = stop_gradient(of_size(e) / of_size(a))
    upper = np.concatenate((a, e / size), -1)
    whole = np.concatenate((upper, np.concatenate((np.zeros_like(a), a), -1)), -2)
    count = np.shape(a)[-1]
    return size * function(whole, *more)[..., :count, count:]


def of_size(a):
    largest = np.max(np.abs(a), (-2, -1), initial=0.0, keepdims=True)
    return np.where(largest == 0.0, 1.0, largest)


# The adjoint is that at the transpose turned around, which of a matrix of blocks has
# zeros under the diagonal, as the matrix itself.
def turned(a):
    return np.flip(a, (-2, -1))


# Along the parts of a complex direction of a real matrix, which so stays real.
def change_along(function, a, e, *more):
    if np.iscomplexobj(e) and not np.iscomplexobj(a):
        real = along(function, a, np.real(e), *more)
        return real + 1j * along(function, a, np.imag(e), *more)
    return along(function, a, e, *more)


def register(function, **effects):
    @adjoint(function, **effects)
    def matrix_function(y, A):
        d[A] = along(function, transposed(A), d[y])

    @tangent(function)
    def matrix_function_tangent(y, A):
        d[y] = along(function, A, d[A])


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


# Half precision does not hold the numbers that the method multiplies by.
def exponential_change(a, e):
    if np.ndim(a) == 2:
        return linalg.expm_frechet(a * np.float32(1.0), e, compute_expm=False)
    return along(linalg.expm, a, e)


@formula(linalg.expm_frechet)
def expm_frechet(A, E, method=None, compute_expm=True, check_finite=True):
    change = along(linalg.expm, A, E)
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


# Of a = s n, with the sign s that is its own inverse, n ds + ds n = da - s da s.
@adjoint(linalg.signm)
def signm(y, A, disp=True):
    keep_result(disp)
    root = transposed(y @ A)
    seed = linalg.solve_sylvester(root, root, d[y])
    d[A] = seed - transposed(y) @ seed @ transposed(y)


@tangent(linalg.signm)
def signm_tangent(y, A, disp=True):
    keep_result(disp)
    root = y @ A
    d[y] = linalg.solve_sylvester(root, root, d[A] - y @ d[A] @ y)


@adjoint(linalg.logm, real_or_complex=True)
def logm(y, A, disp=True):
    keep_result(disp)
    d[A] = turned(change_along(linalg.logm, turned(transposed(A)), turned(d[y])))


@tangent(linalg.logm)
def logm_tangent(y, A, disp=True):
    keep_result(disp)
    d[y] = change_along(linalg.logm, A, d[A])


# The power 1 is the matrix itself. Of no entries there is no logarithm.
@adjoint(linalg.fractional_matrix_power, may_view='A', real_or_complex=True)
def fractional_matrix_power(y, A, t):
    if np.size(A) == 0:
        d[A] = d[y]
        d[t] = 0.0
    else:
        power = linalg.fractional_matrix_power
        d[A] = turned(change_along(power, turned(transposed(A)), turned(d[y]), t))
        d[t] = np.sum(d[y] * (linalg.logm(A) @ y))


@tangent(linalg.fractional_matrix_power)
def fractional_matrix_power_tangent(y, A, t):
    change = 0.0
    if np.size(A) == 0:
        d[y] = d[A]
    else:
        if np.ndim(d[A]) > 0:
            change = change_along(linalg.fractional_matrix_power, A, d[A], t)
        d[y] = change + d[t] * (linalg.logm(A) @ y)
