"""Inverses of distribution functions by a shape, and others without a derivative.

A distribution function has no elementary derivative by its degrees of freedom, its
counts and other shapes. What solves it for one of them changes by each parameter with
the inverse of that derivative: no rule names any, so that who asks for one is refused.
So is that of zeta, of which SciPy has no derivative by the exponent.
"""

from scipy import special

from tangentlite.rules.registry import adjoint, elementwise, tangent


@elementwise(special.bdtrik, special.nbdtrik)
def count_of_binomial(k, y, n, p):
    pass


@elementwise(special.bdtrin, special.nbdtrin)
def trials_of_binomial(n, k, y, p):
    pass


@elementwise(special.pdtrik)
def pdtrik(k, p, m):
    pass


@elementwise(special.gdtrib)
def gdtrib(b, a, p, x):
    pass


@elementwise(special.btdtria)
def btdtria(a, p, b, x):
    pass


@elementwise(special.btdtrib)
def btdtrib(b, a, p, x):
    pass


@elementwise(special.chdtriv)
def chdtriv(v, p, x):
    pass


@elementwise(special.stdtridf)
def stdtridf(df, p, t):
    pass


@elementwise(special.fdtridfd)
def fdtridfd(dfd, dfn, p, x):
    pass


@elementwise(special.chndtridf)
def chndtridf(df, x, p, nc):
    pass


@elementwise(special.nctdtridf)
def nctdtridf(df, p, nc, t):
    pass


@elementwise(special.ncfdtridfd)
def ncfdtridfd(dfd, dfn, p, nc, f):
    pass


@elementwise(special.ncfdtridfn)
def ncfdtridfn(dfn, p, dfd, nc, f):
    pass


@elementwise(special.zetac)
def zetac(y, x):
    pass


# The parameter c makes the spheroidal equation another one.
@elementwise(special.pro_cv, special.obl_cv)
def characteristic_value(y, m, n, c):
    pass


@adjoint(special.pro_cv_seq, special.obl_cv_seq)
def characteristic_values(y, m, n, c):
    pass


@tangent(special.pro_cv_seq, special.obl_cv_seq)
def characteristic_values_tangent(y, m, n, c):
    pass
