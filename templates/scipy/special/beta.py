"""The beta function and its logarithm."""

from scipy import special

from tangentlite.rules.registry import d, elementwise


@elementwise(special.beta)
def beta(y, a, b):
    both = special.digamma(a + b)
    d[a] = y * (special.digamma(a) - both) * d[y]
    d[b] = y * (special.digamma(b) - both) * d[y]


@elementwise(special.betaln)
def betaln(y, a, b):
    both = special.digamma(a + b)
    d[a] = (special.digamma(a) - both) * d[y]
    d[b] = (special.digamma(b) - both) * d[y]
