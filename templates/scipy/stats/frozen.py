"""Distributions with their parameters, as `scipy.stats.norm(mu, sigma)` is one."""

import numpy as np
from scipy import stats
from scipy.stats import _distn_infrastructure, _multivariate

from tangentlite.rules.registry import definition


@definition(_distn_infrastructure.rv_continuous_frozen)
class ContinuousFrozen:
    """A continuous distribution; its methods know the parameters."""

    __slots__ = ("dist", "args", "kwds")

    def __init__(self, dist, *args, **kwds):
        self.dist = dist
        self.args = args
        self.kwds = kwds

    def logpdf(self, x):
        return self.dist.logpdf(x, *self.args, **self.kwds)

    def pdf(self, x):
        return self.dist.pdf(x, *self.args, **self.kwds)

    def cdf(self, x):
        return self.dist.cdf(x, *self.args, **self.kwds)

    def sf(self, x):
        return self.dist.sf(x, *self.args, **self.kwds)

    def logcdf(self, x):
        return self.dist.logcdf(x, *self.args, **self.kwds)

    def logsf(self, x):
        return self.dist.logsf(x, *self.args, **self.kwds)

    def ppf(self, q):
        return self.dist.ppf(q, *self.args, **self.kwds)

    def isf(self, q):
        return self.dist.isf(q, *self.args, **self.kwds)

    def mean(self):
        return self.dist.mean(*self.args, **self.kwds)

    def median(self):
        return self.dist.median(*self.args, **self.kwds)

    def interval(self, confidence=None):
        return self.dist.interval(confidence, *self.args, **self.kwds)

    def var(self):
        return self.dist.var(*self.args, **self.kwds)

    def std(self):
        return self.dist.std(*self.args, **self.kwds)

    def entropy(self):
        return self.dist.entropy(*self.args, **self.kwds)

    def stats(self, moments="mv"):
        return self.dist.stats(*self.args, **{**self.kwds, "moments": moments})

    def rvs(self, size=None, random_state=None):
        given = {**self.kwds, "size": size, "random_state": random_state}
        return self.dist.rvs(*self.args, **given)


@definition(_distn_infrastructure.rv_discrete_frozen)
class DiscreteFrozen(ContinuousFrozen):
    """A discrete distribution; its methods know the parameters."""

    __slots__ = ()

    def logpmf(self, k):
        return self.dist.logpmf(k, *self.args, **self.kwds)

    def pmf(self, k):
        return self.dist.pmf(k, *self.args, **self.kwds)


@definition(_distn_infrastructure.rv_generic.__call__)
def freeze(self, *args, **kwds):
    if isinstance(self, stats.rv_continuous):
        return _distn_infrastructure.rv_continuous_frozen(self, *args, **kwds)
    return _distn_infrastructure.rv_discrete_frozen(self, *args, **kwds)


# SciPy factors matrices as they are when a distribution is made; of others it keeps the
# arrays themselves.
def own(value):
    return value if value is None or np.ndim(value) == 0 else np.copy(value)


@definition(_multivariate.multivariate_normal_frozen)
class NormalFrozen:
    """A multivariate normal distribution that knows its parameters."""

    __slots__ = ("mean", "cov", "allow_singular")

    def __init__(self, mean=None, cov=1, allow_singular=False, seed=None):
        self.mean = np.zeros(np.shape(np.atleast_2d(cov))[-1]) if mean is None else mean
        self.cov = own(cov)
        self.allow_singular = allow_singular

    def logpdf(self, x):
        return stats.multivariate_normal.logpdf(
            x, self.mean, self.cov, self.allow_singular
        )

    def pdf(self, x):
        return stats.multivariate_normal.pdf(
            x, self.mean, self.cov, self.allow_singular
        )


@definition(type(stats.multivariate_normal).__call__)
def freeze_normal(self, mean=None, cov=1, allow_singular=False, seed=None):
    return _multivariate.multivariate_normal_frozen(mean, cov, allow_singular)


@definition(_multivariate.dirichlet_frozen)
class DirichletFrozen:
    """A Dirichlet distribution that knows its parameters."""

    __slots__ = ("alpha",)

    def __init__(self, alpha, seed=None):
        self.alpha = alpha

    def logpdf(self, x):
        return stats.dirichlet.logpdf(x, self.alpha)

    def pdf(self, x):
        return stats.dirichlet.pdf(x, self.alpha)


@definition(type(stats.dirichlet).__call__)
def freeze_dirichlet(self, alpha, seed=None):
    return _multivariate.dirichlet_frozen(alpha)
