"""Orthogonal polynomials, by their argument (DLMF 18.9).

Their slopes are polynomials of the family with larger parameters, which is finite at
the ends of the interval. SciPy's are zero at a degree of -1, but for Hermite's.
"""

import numpy as np
from scipy import special

from tangentlite.rules.registry import constant, d, definition, elementwise

constant(
    special.roots_legendre, special.roots_chebyt, special.roots_chebyu,
    special.roots_chebyc, special.roots_chebys, special.roots_laguerre,
    special.roots_hermite, special.roots_hermitenorm, special.roots_sh_legendre,
    special.roots_sh_chebyt, special.roots_sh_chebyu,
)  # fmt: skip


@elementwise(special.eval_legendre)
def eval_legendre(y, n, x):
    d[x] = d[y] * special.eval_gegenbauer(n - 1, 1.5, x)


@elementwise(special.eval_sh_legendre)
def eval_sh_legendre(y, n, x):
    d[x] = d[y] * 2.0 * special.eval_gegenbauer(n - 1, 1.5, 2.0 * x - 1.0)


@elementwise(special.eval_chebyt)
def eval_chebyt(y, n, x):
    d[x] = d[y] * n * special.eval_chebyu(n - 1, x)


@elementwise(special.eval_chebyu)
def eval_chebyu(y, n, x):
    d[x] = d[y] * 2.0 * special.eval_gegenbauer(n - 1, 2.0, x)


@elementwise(special.eval_chebyc)
def eval_chebyc(y, n, x):
    d[x] = d[y] * n * special.eval_chebys(n - 1, x)


@elementwise(special.eval_chebys)
def eval_chebys(y, n, x):
    d[x] = d[y] * special.eval_gegenbauer(n - 1, 2.0, 0.5 * x)


@elementwise(special.eval_sh_chebyt)
def eval_sh_chebyt(y, n, x):
    d[x] = d[y] * 2.0 * n * special.eval_sh_chebyu(n - 1, x)


@elementwise(special.eval_sh_chebyu)
def eval_sh_chebyu(y, n, x):
    d[x] = d[y] * 4.0 * special.eval_gegenbauer(n - 1, 2.0, 2.0 * x - 1.0)


@elementwise(special.eval_gegenbauer)
def eval_gegenbauer(y, n, alpha, x):
    d[x] = d[y] * 2.0 * alpha * special.eval_gegenbauer(n - 1, alpha + 1.0, x)


@elementwise(special.eval_jacobi)
def eval_jacobi(y, n, alpha, beta, x):
    slope = special.eval_jacobi(n - (n != 0), alpha + 1.0, beta + 1.0, x)
    d[x] = d[y] * 0.5 * (n != 0) * (n + alpha + beta + 1.0) * slope


@elementwise(special.eval_sh_jacobi)
def eval_sh_jacobi(y, n, p, q, x):
    slope = special.eval_sh_jacobi(np.maximum(n - 1, 0), p + 2.0, q + 1.0, x)
    d[x] = d[y] * n * slope


@elementwise(special.eval_laguerre)
def eval_laguerre(y, n, x):
    d[x] = d[y] * -special.eval_genlaguerre(n - 1, 1.0, x)


@elementwise(special.eval_genlaguerre)
def eval_genlaguerre(y, n, alpha, x):
    d[x] = d[y] * -special.eval_genlaguerre(n - 1, alpha + 1.0, x)


@definition(special.assoc_laguerre)
def assoc_laguerre(x, n, k=0.0):
    return special.eval_genlaguerre(n, k, x)


@elementwise(special.eval_hermite)
def eval_hermite(y, n, x):
    d[x] = d[y] * 2.0 * n * special.eval_hermite(np.maximum(n - 1, 0), x)


@elementwise(special.eval_hermitenorm)
def eval_hermitenorm(y, n, x):
    d[x] = d[y] * n * special.eval_hermitenorm(np.maximum(n - 1, 0), x)
