"""Pseudoinverses and least squares.

Golub and Pereyra, The differentiation of pseudo-inverses and nonlinear least squares
problems whose variables separate (1973), equation 4.12: for matrices whose rank does
not change. Singular values that are cut off are taken to stay cut off; of those that
are not 0, cut off by a bound that the user gives, `cut_off` says what they add to it.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, constant, d, definition, tangent
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.linalg import adjoint_of, hermitian_part, transposed

constant(np.linalg.matrix_rank)

# The cut-off of np.linalg.lstsq, which works in double precision.
EPSILON = float(np.finfo(float).eps)


@adjoint(np.linalg.pinv)
def pinv(y, a, rcond=None, hermitian=False, *, rtol=np._NoValue):
    matrix = as_read(a) if hermitian else a
    gradient = pinv_adjoint(y, matrix, d[y])
    bound = bound_of(rcond, rtol)
    if bound is not None:
        u, s, vh = values_and_vectors(matrix)
        inner = vh @ conjugated(d[y]) @ u
        gradient = gradient + conjugated(u @ cut_off(inner, s, bound) @ vh)
    d[a] = hermitian_part(gradient) if hermitian else gradient
    d[rcond] = 0.0
    d[rtol] = 0.0


@tangent(np.linalg.pinv)
def pinv_tangent(y, a, rcond=None, hermitian=False, *, rtol=np._NoValue):
    if np.ndim(d[a]) == 0:  # the bound alone moves
        d[y] = np.zeros_like(y)
    else:
        matrix = as_read(a) if hermitian else a
        change = hermitian_part(d[a]) if hermitian else d[a]
        bound = bound_of(rcond, rtol)
        d[y] = pinv_change(y, matrix, change)
        if bound is not None:
            u, s, vh = values_and_vectors(matrix)
            inner = cut_off(adjoint_of(u) @ change @ adjoint_of(vh), s, bound)
            d[y] = d[y] + adjoint_of(vh) @ inner @ adjoint_of(u)


# The singular vectors of values that are but rounding are not determined: 0 here, as
# nothing that is read of them counts.
def values_and_vectors(a):
    u, s, vh = np.linalg.svd(a, False)
    is_value = s > 100.0 * np.finfo(s.dtype).eps * s[..., :1]
    u = np.where(np.expand_dims(is_value, -2), u, 0.0)
    return u, s, np.where(np.expand_dims(is_value, -1), vh, 0.0)


# Of a Hermitian matrix NumPy reads the lower triangle.
def as_read(a):
    return np.tril(a) + adjoint_of(np.tril(a, -1))


# The bound under which singular values are cut off, relative to the largest; None for
# one that leaves out what is 0 but for rounding.
def bound_of(rcond, rtol):
    if rcond is None and rtol is not np._NoValue:
        return rtol
    return rcond


def inverse_of_rank(a, rcond):
    """The pseudoinverse where all that is cut off is 0 but for rounding."""
    return np.linalg.pinv(a, rcond)


@adjoint(inverse_of_rank)
def inverse_of_rank_adjoint(y, a, rcond):
    d[a] = pinv_adjoint(y, a, d[y])
    d[rcond] = 0.0


@tangent(inverse_of_rank)
def inverse_of_rank_tangent(y, a, rcond):
    d[y] = pinv_change(y, a, d[a])


def pinv_adjoint(y, a, y_bar):
    seed = adjoint_of(y_bar)
    left = seed @ conjugated(y) @ transposed(y)
    right = transposed(y) @ conjugated(y) @ seed
    left = left - transposed(y) @ (transposed(a) @ left)
    right = right - (right @ transposed(a)) @ transposed(y)
    return left + right - transposed(y) @ y_bar @ transposed(y)


def pinv_change(y, a, change):
    turned = adjoint_of(change)
    left = y @ adjoint_of(y) @ turned
    right = turned @ adjoint_of(y) @ y
    return left - (left @ a) @ y + right - y @ (a @ right) - y @ change @ y


# With the change of a, or the adjoint of its pseudoinverse, in the bases of the
# singular vectors: what singular values that are cut off, but not 0, add in these
# bases. Noferini, A formula for the Frechet derivative of a generalized matrix function
# (2017), theorem 4.1: the Hermitian and the skew part times divided differences.
def cut_off(inner, s, bound):
    largest = s[..., :1]
    is_kept = s > np.expand_dims(bound, -1) * largest  # in double precision, as NumPy
    is_lost = ~is_kept & (s > 100.0 * np.finfo(s.dtype).eps * largest)
    pairs = np.expand_dims(is_kept, -1) & np.expand_dims(is_lost, -2)
    kept, lost = np.expand_dims(s, -1), np.expand_dims(s, -2)
    ratio = np.where(pairs, lost / np.where(pairs, kept, 1.0), 0.0)
    weights = ratio / np.where(pairs, kept * kept - lost * lost, 1.0)
    straight = weights + transposed(weights)
    turned = ratio * weights
    return straight * inner + (turned + transposed(turned)) * adjoint_of(inner)


def pseudoinverse(a, rcond):
    if rcond is None:
        return inverse_of_rank(a, EPSILON * np.maximum(np.shape(a)[0], np.shape(a)[1]))
    return np.linalg.pinv(a, np.maximum(rcond, EPSILON))


# NumPy leaves the squares of the residuals out where the rank is less than the columns,
# or the rows are no more than these.
@definition(np.linalg.lstsq)
def lstsq(a, b, rcond=None):
    x, squares, rank, s = with_all_squares(a, b, rcond)
    is_full = (rank == np.shape(a)[1]) & (rank < np.shape(a)[0])
    return x, squares[: np.size(squares) * is_full], rank, s


def with_all_squares(a, b, rcond):
    """Least squares with a number for each column of b, 0 where NumPy has none."""
    x, squares, rank, s = np.linalg.lstsq(a, b, rcond)
    return x, np.resize(squares, np.size(b[:1])), rank, s


@adjoint(with_all_squares, equal_rows=('a', 'b'))
def least_squares(y, a, b, rcond):
    x, _, _, _ = y
    x_bar, squares_bar, _, s_bar = d[y]
    of_b = 0.0
    gradient = 0.0
    if np.ndim(x_bar) > 0:
        inverse = pseudoinverse(a, rcond)
        gradient, of_b = solution_adjoint(x, a, b, inverse, x_bar)
        if rcond is not None:
            u, s, vh = values_and_vectors(a)
            inner = outer(vh @ conjugated(x_bar), transposed(u) @ conjugated(b))
            bound = np.maximum(rcond, EPSILON)
            added = conjugated(u @ cut_off(inner, s, bound) @ vh)
            gradient = gradient + added
    if np.ndim(squares_bar) > 0:
        weights = squares_bar if np.ndim(b) == 2 else np.sum(squares_bar)
        rows = conjugated(b - a @ x) * (2.0 * weights)
        of_b = sum_of(of_b, rows)
        gradient = sum_of(gradient, -outer(rows, x))
    if np.ndim(s_bar) > 0:
        u, _, vh = np.linalg.svd(a, False)
        gradient = sum_of(gradient, conjugated((u * s_bar) @ vh))
    d[a] = gradient
    d[b] = of_b
    d[rcond] = 0.0


@tangent(with_all_squares)
def least_squares_tangent(y, a, b, rcond):
    x, _, _, _ = y
    inverse = pseudoinverse(a, rcond)
    x_dot = solution_change(x, a, b, inverse, d[a], d[b])
    s_dot = 0.0
    change = d[b]
    if np.ndim(d[a]) > 0:
        change = d[b] - d[a] @ x
        u, s, vh = values_and_vectors(a)
        turned = adjoint_of(u) @ d[a] @ adjoint_of(vh)
        s_dot = np.real(np.diagonal(turned))
        if rcond is not None:
            inner = cut_off(turned, s, np.maximum(rcond, EPSILON))
            x_dot = x_dot + adjoint_of(vh) @ (inner @ (adjoint_of(u) @ b))
    products = 2.0 * np.real(np.sum(conjugated(b - a @ x) * change, 0))
    d[y] = x_dot, np.atleast_1d(products), 0.0, s_dot


def solution_adjoint(x, a, b, inverse, x_bar):
    rows = transposed(inverse) @ x_bar
    left = outer(b - a @ x, conjugated(inverse) @ rows)
    right = outer(adjoint_of(inverse) @ x, x_bar - transposed(a) @ rows)
    return conjugated(left + right) - outer(rows, x), rows


def solution_change(x, a, b, inverse, a_change, b_change):
    if np.ndim(a_change) == 0:
        return inverse @ b_change
    change = b_change - a_change @ x
    turned = adjoint_of(a_change)
    along = turned @ (adjoint_of(inverse) @ x)
    moved = change + adjoint_of(inverse) @ (turned @ (b - a @ x))
    return inverse @ (moved - a @ along) + along


def sum_of(so_far, more):
    return more if np.ndim(so_far) == 0 else so_far + more


def outer(a, b):
    return np.outer(a, b) if np.ndim(a) == 1 else a @ b.T


def solution(a, b, rcond):
    """The solution where all that is cut off is 0 but for rounding."""
    return np.linalg.lstsq(a, b, rcond)[0]


@adjoint(solution)
def solution_rule(x, a, b, rcond):
    d[a], d[b] = solution_adjoint(x, a, b, inverse_of_rank(a, rcond), d[x])
    d[rcond] = 0.0


@tangent(solution)
def solution_tangent(x, a, b, rcond):
    d[x] = solution_change(x, a, b, inverse_of_rank(a, rcond), d[a], d[b])
