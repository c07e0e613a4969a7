"""Linear equations for matrices.

The adjoint of a linear map is its transpose, so that of a solution solves the equation
of the transposed matrices: Kao and Hennequin, Automatic differentiation of Sylvester,
Lyapunov, and algebraic Riccati equations (2020).
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.linalg import adjoint_of, transposed


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
