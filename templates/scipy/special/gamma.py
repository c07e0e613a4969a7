"""The gamma function and its like."""

from scipy import special

from tangentlite.rules.registry import d, elementwise


@elementwise(special.gammaln)
def gammaln(y, x):
    d[x] = special.digamma(x) * d[y]


@elementwise(special.gamma)
def gamma(y, x):
    d[x] = y * special.digamma(x) * d[y]


@elementwise(special.digamma)
def digamma(y, x):
    d[x] = special.polygamma(1, x) * d[y]


@elementwise(special.polygamma)
def polygamma(y, n, x):
    d[x] = special.polygamma(n + 1, x) * d[y]
