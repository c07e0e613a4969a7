"""Distributions with their parameters, as `scipy.stats.norm(mu, sigma)` is one."""

from __future__ import annotations

from typing import Any


class Frozen:
    """What calling a distribution makes: its methods know the parameters."""

    def __init__(self, distribution: Any, *parameters: Any, **named: Any) -> None:
        self.dist = distribution
        self.args = parameters
        self.kwds = named

    def logpdf(self, x):
        return self.dist.logpdf(x, *self.args, **self.kwds)

    def pdf(self, x):
        return self.dist.pdf(x, *self.args, **self.kwds)

    def logpmf(self, k):
        return self.dist.logpmf(k, *self.args, **self.kwds)

    def pmf(self, k):
        return self.dist.pmf(k, *self.args, **self.kwds)

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

    def var(self):
        return self.dist.var(*self.args, **self.kwds)

    def std(self):
        return self.dist.std(*self.args, **self.kwds)

    def entropy(self):
        return self.dist.entropy(*self.args, **self.kwds)
