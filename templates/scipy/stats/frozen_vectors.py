"""Distributions of vectors and matrices with their parameters, beside the normal."""

import numpy as np
from scipy import stats
from scipy.stats import _multivariate

from tangentlite.rules.registry import definition
from tangentlite.templates.scipy.stats.frozen import own


# As SciPy keeps a scale: of numbers and vectors it makes matrices.
def own_matrix(scale):
    if np.ndim(scale) == 2:
        return np.copy(scale)
    return np.diag(scale) if np.ndim(scale) == 1 else np.reshape(scale, (1, 1))


# The last probability is what the others leave.
def own_probabilities(p):
    p = np.asarray(p, dtype=float)
    last = 1.0 - np.sum(p[..., :-1], axis=-1, keepdims=True)
    return np.concatenate((p[..., :-1], last), axis=-1)


@definition(_multivariate.multivariate_t_frozen)
class StudentFrozen:
    """Student's distribution of vectors that knows its parameters."""

    __slots__ = ("allow_singular", "df", "loc", "shape")

    def __init__(self, loc=None, shape=1, df=1, allow_singular=False, seed=None):
        self.loc, self.shape, self.df = loc, own(shape), df
        self.allow_singular = allow_singular

    def logpdf(self, x):
        return stats.multivariate_t.logpdf(x, self.loc, self.shape, self.df)

    def pdf(self, x):
        return stats.multivariate_t.pdf(
            x, self.loc, self.shape, self.df, self.allow_singular
        )


@definition(type(stats.multivariate_t).__call__)
def freeze_student(self, loc=None, shape=1, df=1, allow_singular=False, seed=None):
    return _multivariate.multivariate_t_frozen(loc, shape, df, allow_singular)


class OfMatrices:
    """A distribution of matrices by degrees of freedom and a scale."""

    __slots__ = ("df", "scale")

    def __init__(self, df, scale, seed=None):
        self.df, self.scale = df, own_matrix(scale)


@definition(_multivariate.wishart_frozen)
class WishartFrozen(OfMatrices):
    """A Wishart distribution that knows its parameters."""

    __slots__ = ()

    def logpdf(self, x):
        return stats.wishart.logpdf(x, self.df, self.scale)

    def pdf(self, x):
        return stats.wishart.pdf(x, self.df, self.scale)


@definition(_multivariate.invwishart_frozen)
class InverseWishartFrozen(OfMatrices):
    """An inverse Wishart distribution that knows its parameters."""

    __slots__ = ()

    def logpdf(self, x):
        return stats.invwishart.logpdf(x, self.df, self.scale)

    def pdf(self, x):
        return stats.invwishart.pdf(x, self.df, self.scale)


@definition(type(stats.wishart).__call__)
def freeze_wishart(self, df=None, scale=None, seed=None):
    return _multivariate.wishart_frozen(df, scale)


@definition(type(stats.invwishart).__call__)
def freeze_inverse_wishart(self, df=None, scale=None, seed=None):
    return _multivariate.invwishart_frozen(df, scale)


@definition(_multivariate.matrix_normal_frozen)
class MatrixNormalFrozen:
    """A normal distribution of matrices that knows its parameters."""

    __slots__ = ("colcov", "mean", "rowcov")

    def __init__(self, mean=None, rowcov=1, colcov=1, seed=None):
        self.mean, self.rowcov, self.colcov = mean, own(rowcov), own(colcov)

    def logpdf(self, X):
        return stats.matrix_normal.logpdf(X, self.mean, self.rowcov, self.colcov)

    def pdf(self, X):
        return stats.matrix_normal.pdf(X, self.mean, self.rowcov, self.colcov)


@definition(type(stats.matrix_normal).__call__)
def freeze_matrix_normal(self, mean=None, rowcov=1, colcov=1, seed=None):
    return _multivariate.matrix_normal_frozen(mean, rowcov, colcov)


@definition(_multivariate.multinomial_frozen)
class MultinomialFrozen:
    """A multinomial distribution that knows its parameters."""

    __slots__ = ("n", "p")

    def __init__(self, n, p, seed=None):
        self.n, self.p = n, own_probabilities(p)

    def logpmf(self, x):
        return stats.multinomial.logpmf(x, self.n, self.p)

    def pmf(self, x):
        return stats.multinomial.pmf(x, self.n, self.p)


@definition(type(stats.multinomial).__call__)
def freeze_multinomial(self, n, p, seed=None):
    return _multivariate.multinomial_frozen(n, p)


if hasattr(stats, "dirichlet_multinomial"):

    @definition(_multivariate.dirichlet_multinomial_frozen)
    class DirichletMultinomialFrozen:
        """A Dirichlet multinomial distribution that knows its parameters."""

        __slots__ = ("alpha", "n")

        def __init__(self, alpha, n, seed=None):
            self.alpha, self.n = alpha, n

        def logpmf(self, x):
            return stats.dirichlet_multinomial.logpmf(x, self.alpha, self.n)

        def pmf(self, x):
            return stats.dirichlet_multinomial.pmf(x, self.alpha, self.n)

    @definition(type(stats.dirichlet_multinomial).__call__)
    def freeze_dirichlet_multinomial(self, alpha, n, seed=None):
        return _multivariate.dirichlet_multinomial_frozen(alpha, n)
