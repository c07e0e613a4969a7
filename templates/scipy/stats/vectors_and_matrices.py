"""Distributions of vectors of counts, of matrices, and Student's of vectors."""

import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import formula
from tangentlite.runtime import no_derivative
from tangentlite.templates.subscripts import refuse


@formula(stats.multinomial.logpmf)
def multinomial_logpmf(x, n, p):
    return log_multinomial(x, n, p)


@formula(stats.multinomial.pmf)
def multinomial_pmf(x, n, p):
    return np.exp(log_multinomial(x, n, p))


# The last probability is what the others leave.
def log_multinomial(x, n, p):
    fixed = no_derivative('multinomial has no derivative by counts', x, n)
    last = 1.0 - np.sum(p[..., :-1], axis=-1, keepdims=True)
    every = np.concatenate((p[..., :-1], last), axis=-1)
    ways = special.gammaln(n + 1.0) - np.sum(special.gammaln(x + 1.0), axis=-1)
    return ways + np.sum(special.xlogy(x, every), axis=-1) + fixed


def log_dirichlet_multinomial(x, alpha, n):
    fixed = no_derivative('dirichlet_multinomial has no derivative by counts', x, n)
    whole = np.sum(alpha, axis=-1)
    ways = special.gammaln(whole) + special.gammaln(n + 1.0)
    each = special.gammaln(x + alpha) - special.gammaln(alpha)
    parts = np.sum(each - special.gammaln(x + 1.0), axis=-1)
    return ways - special.gammaln(n + whole) + parts + fixed


if hasattr(stats, 'dirichlet_multinomial'):

    @formula(stats.dirichlet_multinomial.logpmf)
    def dirichlet_multinomial_logpmf(x, alpha, n):
        return log_dirichlet_multinomial(x, alpha, n)

    @formula(stats.dirichlet_multinomial.pmf)
    def dirichlet_multinomial_pmf(x, alpha, n):
        return np.exp(log_dirichlet_multinomial(x, alpha, n))


@formula(stats.wishart.logpdf)
def wishart_logpdf(x, df, scale):
    return log_wishart(x, df, scale)


@formula(stats.wishart.pdf)
def wishart_pdf(x, df, scale):
    return np.exp(log_wishart(x, df, scale))


@formula(stats.invwishart.logpdf)
def invwishart_logpdf(x, df, scale):
    return log_inverse_wishart(x, df, scale)


@formula(stats.invwishart.pdf)
def invwishart_pdf(x, df, scale):
    return np.exp(log_inverse_wishart(x, df, scale))


def log_wishart(x, df, scale):
    require_matrices(x, scale)
    size = np.shape(scale)[0]
    power = 0.5 * (df - size - 1.0) * log_determinant(x)
    decay = 0.5 * np.trace(np.linalg.solve(scale, x))
    return power - decay - 0.5 * df * log_determinant(scale) - log_size(df, size)


def log_inverse_wishart(x, df, scale):
    require_matrices(x, scale)
    size = np.shape(scale)[0]
    power = 0.5 * (df + size + 1.0) * log_determinant(x)
    decay = 0.5 * np.trace(np.linalg.solve(x, scale))
    return 0.5 * df * log_determinant(scale) - power - decay - log_size(df, size)


def require_matrices(x, scale):
    if np.ndim(x) != 2 or np.ndim(scale) != 2:
        refuse('Wishart distributions of other than one matrix', 'Take one at a time.')


def log_determinant(a):
    return np.linalg.slogdet(a)[1]


# With the gamma function of several variables.
def log_size(df, size):
    gammas = np.sum(special.gammaln(0.5 * df - 0.5 * np.arange(size)))
    turned = 0.25 * size * (size - 1.0) * np.log(np.pi)
    return 0.5 * df * size * np.log(2.0) + gammas + turned


@formula(stats.multivariate_t.logpdf)
def multivariate_t_logpdf(x, loc=None, shape=1, df=1):
    return log_student(x, loc, shape, df)


@formula(stats.multivariate_t.pdf)
def multivariate_t_pdf(x, loc=None, shape=1, df=1, allow_singular=False):
    return np.exp(log_student(x, loc, shape, df))


def log_student(x, loc, shape, df):
    if np.ndim(shape) != 2:
        refuse('multivariate_t by a number', 'Pass shape as a matrix.')
    x = np.asarray(x, dtype=float)  # in double precision, as SciPy
    deviation = x if loc is None else x - loc
    size = np.shape(shape)[0]
    if size == 1 and np.ndim(deviation) == 1 and np.size(deviation) > 1:
        return log_student(deviation[:, None], None, shape, df)  # numbers, no vector
    columns = np.moveaxis(np.atleast_2d(deviation), -1, 0)
    whitened = np.moveaxis(np.linalg.solve(shape, columns), 0, -1)
    squares = np.sum(whitened * np.atleast_2d(deviation), axis=-1)
    gammas = special.gammaln(0.5 * (df + size)) - special.gammaln(0.5 * df)
    constant = gammas - 0.5 * size * np.log(df * np.pi) - 0.5 * log_determinant(shape)
    found = constant - 0.5 * (df + size) * np.log1p(squares / df)
    return found[0] if np.ndim(deviation) == 1 else found


@formula(stats.matrix_normal.logpdf)
def matrix_normal_logpdf(X, mean=None, rowcov=1, colcov=1):
    return log_matrix_normal(X, mean, rowcov, colcov)


@formula(stats.matrix_normal.pdf)
def matrix_normal_pdf(X, mean=None, rowcov=1, colcov=1):
    return np.exp(log_matrix_normal(X, mean, rowcov, colcov))


def log_matrix_normal(x, mean, rowcov, colcov):
    x = np.asarray(x, dtype=float)
    deviation = x if mean is None else x - mean
    rows, columns = np.shape(x)[-2], np.shape(x)[-1]
    across = rowcov * np.eye(rows) if np.ndim(rowcov) == 0 else rowcov
    along = colcov * np.eye(columns) if np.ndim(colcov) == 0 else colcov
    once = np.linalg.solve(across, deviation)
    twice = np.linalg.solve(along, np.swapaxes(once, -1, -2))
    squares = np.sum(np.swapaxes(twice, -1, -2) * deviation, axis=(-2, -1))
    sizes = columns * log_determinant(across) + rows * log_determinant(along)
    return -0.5 * (rows * columns * np.log(2.0 * np.pi) + sizes + squares)
