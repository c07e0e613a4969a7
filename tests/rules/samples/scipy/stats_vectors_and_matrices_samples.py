"""Samples of distributions of vectors of counts, and of matrices."""
import numpy as np
from scipy import stats

from tests.rules.samples.sample import sample, spread

COUNTS = np.array([2, 0, 3])
SHARES = np.array([0.2, 0.5, 0.3])
WEIGHTS = np.array([1.3, 2.0, 0.8])
A, B = np.array([[1.2, 0.4], [0.4, 0.9]]), np.array([[0.8, -0.3], [-0.3, 1.4]])
C = np.diag([0.7, 1.1, 0.6])
ROOTS = 'a = x0 @ x0.T + np.eye(2)\nb = x2 @ x2.T + np.eye(2)\n'
X = spread(2, 3)
SHAPE = np.array([[2.0, 0.3], [0.3, 1.5]])
TALL = 'root = x2 @ x2.T + np.eye(2)\n'
COVARIANCES = 'rows = x2 @ x2.T + np.eye(2)\ncolumns = x3 @ x3.T + np.eye(3)\n'


def of_counts():
    """Samples of both masses of distributions of counts."""
    for name in ('logpmf', 'pmf'):
        yield sample(getattr(stats.multinomial, name), COUNTS, 5, SHARES, wrt=(2,))
        if hasattr(stats, 'dirichlet_multinomial'):
            method = getattr(stats.dirichlet_multinomial, name)
            yield sample(method, COUNTS, WEIGHTS, 5, wrt=(1,))


def of_matrices():
    """Samples of both densities of distributions of matrices."""
    for name in ('logpdf', 'pdf'):
        for kind in ('wishart', 'invwishart'):
            body = f'{ROOTS}return scipy.stats.{kind}.{name}(a, x1, b)'
            yield sample(getattr(getattr(stats, kind), name), A, 4.3, B, body=body)
        method = getattr(stats.multivariate_t, name)
        for points in (X.T, X.T[0]):
            body = f'{TALL}return scipy.stats.multivariate_t.{name}(x0, x1, root, x3)'
            yield sample(method, points, WEIGHTS[:2], B, 3.4, body=body)
        yield sample(method, X.T, None, SHAPE, 3.4, wrt=(0, 3))
        method = getattr(stats.matrix_normal, name)
        call = f'scipy.stats.matrix_normal.{name}(x0, x1, rows, columns)'
        given = X, spread(2, 3, start=8), B, C
        yield sample(method, *given, body=f'{COVARIANCES}return {call}')
        yield sample(method, X, spread(2, 3, start=8))


SAMPLES = [
    *of_counts(),
    *of_matrices(),
    sample(stats.multinomial.logpmf, np.array([COUNTS, COUNTS[::-1]]), 5, SHARES,
           wrt=(2,)),
]  # fmt: skip
