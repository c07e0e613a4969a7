"""Linear equations for matrices, and those of Riccati.

The adjoint of a linear map is its transpose, so that of a solution solves the equation
of the transposed matrices: Kao and Hennequin, Automatic differentiation of Sylvester,
Lyapunov, and algebraic Riccati equations (2020).
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.linalg import adjoint_of, transposed
from tangentlite.templates.subscripts import refuse


# a x + x b = q
@adjoint(linalg.solve_sylvester)
def solve_sylvester(x, a, b, q):
    seed = linalg.solve_sylvester(transposed(a), transposed(b), d[x])
    d[a] = -seed @ transposed(x)
    d[b] = -transposed(x) @ seed
    d[q] = seed


@tangent(linalg.solve_sylvester)
def solve_sylvester_tangent(x, a, b, q):
    change = d[q]
    if np.ndim(d[a]) > 0:
        change = change - d[a] @ x
    if np.ndim(d[b]) > 0:
        change = change - x @ d[b]
    d[x] = linalg.solve_sylvester(a, b, change)


# a x + x a^H = q
@adjoint(linalg.solve_continuous_lyapunov)
def solve_continuous_lyapunov(x, a, q):
    seed = linalg.solve_continuous_lyapunov(transposed(a), d[x])
    d[a] = -seed @ transposed(x) - conjugated(transposed(seed) @ x)
    d[q] = seed


@tangent(linalg.solve_continuous_lyapunov)
def solve_continuous_lyapunov_tangent(x, a, q):
    if np.ndim(d[a]) == 0:
        change = d[q]
    else:
        change = d[q] - d[a] @ x - x @ adjoint_of(d[a])
    d[x] = linalg.solve_continuous_lyapunov(a, change)


# x = a x a^H + q
@adjoint(linalg.solve_discrete_lyapunov)
def solve_discrete_lyapunov(x, a, q, method=None):
    seed = linalg.solve_discrete_lyapunov(transposed(a), d[x], method)
    of_left = seed @ conjugated(a) @ transposed(x)
    d[a] = of_left + conjugated(transposed(seed) @ a @ x)
    d[q] = seed


@tangent(linalg.solve_discrete_lyapunov)
def solve_discrete_lyapunov_tangent(x, a, q, method=None):
    if np.ndim(d[a]) == 0:
        change = d[q]
    else:
        change = d[q] + d[a] @ x @ adjoint_of(a) + a @ x @ adjoint_of(d[a])
    d[x] = linalg.solve_discrete_lyapunov(a, change, method)


def keep_standard(a, e, s):
    if e is not None or s is not None:
        refuse('a generalized Riccati equation', 'Leave out e and s.')
    if np.iscomplexobj(a):
        refuse('a Riccati equation of complex matrices')


def symmetric_part(a):
    return 0.5 * (a + a.T)


# a' x + x a - x b r^-1 b' x + q = 0, of symmetric x, q and r. With the gain k = r^-1 b'
# x a change of x solves the Lyapunov equation of the closed loop a - b k.
@adjoint(linalg.solve_continuous_are)
def solve_continuous_are(x, a, b, q, r, e=None, s=None, balanced=True):
    keep_standard(x, e, s)
    gain = linalg.solve(r, b.T @ x)
    closed = a - b @ gain
    seed = linalg.solve_continuous_lyapunov(closed, -symmetric_part(d[x]))
    d[a] = 2.0 * x @ seed
    d[b] = -2.0 * x @ seed @ gain.T
    d[q] = seed
    d[r] = gain @ seed @ gain.T


@tangent(linalg.solve_continuous_are)
def solve_continuous_are_tangent(x, a, b, q, r, e=None, s=None, balanced=True):
    keep_standard(x, e, s)
    gain = linalg.solve(r, b.T @ x)
    closed = a - b @ gain
    change = 0.5 * d[q]
    if np.ndim(d[a]) > 0:
        change = change + x @ d[a]
    if np.ndim(d[b]) > 0:
        change = change - x @ d[b] @ gain
    if np.ndim(d[r]) > 0:
        change = change + 0.5 * gain.T @ d[r] @ gain
    d[x] = linalg.solve_continuous_lyapunov(closed.T, -change - change.T)


# x = a' x a - a' x b k + q with the gain k = (r + b' x b)^-1 b' x a.
@adjoint(linalg.solve_discrete_are)
def solve_discrete_are(x, a, b, q, r, e=None, s=None, balanced=True):
    keep_standard(x, e, s)
    gain = linalg.solve(r + b.T @ x @ b, b.T @ x @ a)
    closed = a - b @ gain
    seed = linalg.solve_discrete_lyapunov(closed, symmetric_part(d[x]))
    d[a] = 2.0 * x @ closed @ seed
    d[b] = -2.0 * x @ closed @ seed @ gain.T
    d[q] = seed
    d[r] = gain @ seed @ gain.T


@tangent(linalg.solve_discrete_are)
def solve_discrete_are_tangent(x, a, b, q, r, e=None, s=None, balanced=True):
    keep_standard(x, e, s)
    gain = linalg.solve(r + b.T @ x @ b, b.T @ x @ a)
    closed = a - b @ gain
    change = 0.5 * d[q]
    if np.ndim(d[a]) > 0:
        change = change + closed.T @ x @ d[a]
    if np.ndim(d[b]) > 0:
        change = change - closed.T @ x @ d[b] @ gain
    if np.ndim(d[r]) > 0:
        change = change + 0.5 * gain.T @ d[r] @ gain
    d[x] = linalg.solve_discrete_lyapunov(closed.T, change + change.T)
