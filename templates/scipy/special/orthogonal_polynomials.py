"""Orthogonal polynomials, by their argument (DLMF 18.9).

Their slopes are polynomials of the family with larger parameters, which is finite at
the ends of the interval.
"""

from scipy import special

from tangentlite.rules.registry import constant, d, definition, elementwise

constant(
    special.roots_legendre, special.roots_chebyt, special.roots_chebyu,
    special.roots_chebyc, special.roots_chebys, special.roots_laguerre,
    special.roots_hermite, special.roots_hermitenorm, special.roots_sh_legendre,
    special.roots_sh_chebyt, special.roots_sh_chebyu,
)  # fmt: skip


# The degree below one that is not 0, for which the slope has the factor 0.
def below(n):
    return n - (n != 0)


@elementwise(special.eval_legendre)
def eval_legendre(y, n, x):
    d[x] = d[y] * (n != 0) * special.eval_gegenbauer(below(n), 1.5, x)


@elementwise(special.eval_sh_legendre)
def eval_sh_legendre(y, n, x):
    d[x] = d[y] * 2.0 * (n != 0) * special.eval_gegenbauer(below(n), 1.5, 2.0 * x - 1.0)


@elementwise(special.eval_chebyt)
def eval_chebyt(y, n, x):
    d[x] = d[y] * n * special.eval_chebyu(below(n), x)


@elementwise(special.eval_chebyu)
def eval_chebyu(y, n, x):
    d[x] = d[y] * 2.0 * (n != 0) * special.eval_gegenbauer(below(n), 2.0, x)


@elementwise(special.eval_chebyc)
def eval_chebyc(y, n, x):
    d[x] = d[y] * n * special.eval_chebys(below(n), x)


@elementwise(special.eval_chebys)
def eval_chebys(y, n, x):
    d[x] = d[y] * (n != 0) * special.eval_gegenbauer(below(n), 2.0, 0.5 * x)


@elementwise(special.eval_sh_chebyt)
def eval_sh_chebyt(y, n, x):
    d[x] = d[y] * 2.0 * n * special.eval_sh_chebyu(below(n), x)


@elementwise(special.eval_sh_chebyu)
def eval_sh_chebyu(y, n, x):
    d[x] = d[y] * 4.0 * (n != 0) * special.eval_gegenbauer(below(n), 2.0, 2.0 * x - 1.0)


@elementwise(special.eval_gegenbauer)
def eval_gegenbauer(y, n, alpha, x):
    slope = special.eval_gegenbauer(below(n), alpha + 1.0, x)
    d[x] = d[y] * 2.0 * (n != 0) * alpha * slope


@elementwise(special.eval_jacobi)
def eval_jacobi(y, n, alpha, beta, x):
    slope = special.eval_jacobi(below(n), alpha + 1.0, beta + 1.0, x)
    d[x] = d[y] * 0.5 * (n != 0) * (n + alpha + beta + 1.0) * slope


@elementwise(special.eval_sh_jacobi)
def eval_sh_jacobi(y, n, p, q, x):
    slope = special.eval_sh_jacobi(below(n), p + 2.0, q + 1.0, x)
    d[x] = d[y] * n * slope


@elementwise(special.eval_laguerre)
def eval_laguerre(y, n, x):
    d[x] = -d[y] * (n != 0) * special.eval_genlaguerre(below(n), 1.0, x)


@elementwise(special.eval_genlaguerre)
def eval_genlaguerre(y, n, alpha, x):
    d[x] = -d[y] * (n != 0) * special.eval_genlaguerre(below(n), alpha + 1.0, x)


@definition(special.assoc_laguerre)
def assoc_laguerre(x, n, k=0.0):
    return special.eval_genlaguerre(n, k, x)


@elementwise(special.eval_hermite)
def eval_hermite(y, n, x):
    d[x] = d[y] * 2.0 * n * special.eval_hermite(below(n), x)


@elementwise(special.eval_hermitenorm)
def eval_hermitenorm(y, n, x):
    d[x] = d[y] * n * special.eval_hermitenorm(below(n), x)
