"""Samples of distributions of vectors."""
import numpy as np
from scipy import stats

from tests.rules.samples.sample import sample, spread

POINTS, MEAN = spread(4, 3), spread(3, start=7)
COVARIANCE = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, -0.2], [0.1, -0.2, 1.0]])
ROOT = 'root = x2 @ x2.T + np.eye(3)\n'
SHARES = np.array([0.2, 0.5, 0.3])

SAMPLES = [
    sample(stats.multivariate_normal.logpdf, POINTS, MEAN, 1.0),
    sample(stats.multivariate_normal.logpdf, POINTS, MEAN, np.array([0.5, 1.0, 2.0])),
    sample(stats.multivariate_normal.logpdf, POINTS[0], MEAN, 1.7),
    *(
        sample(
            getattr(stats.multivariate_normal, name), points, MEAN, COVARIANCE,
            body=f'{ROOT}return scipy.stats.multivariate_normal.{name}(x0, x1, root)')
        for name in ('logpdf', 'pdf')
        for points in (POINTS, POINTS[0], POINTS[:1], spread(2, 2, 3))
    ),
    *(
        sample(stats.multivariate_normal.logpdf, *arguments)
        for arguments in (
            (spread(4),), (0.3, 0.2, 1.7), (spread(4), 0.2, 1.7), (POINTS[:, :1],),
            (spread(4), np.array([0.2]), np.array([1.7])),
            (spread(4), 0.2, np.array([[1.7]])), (spread(2, 2, 3), MEAN, 1.7),
        )
    ),
    sample(stats.multivariate_normal.pdf, POINTS, None, COVARIANCE, wrt=(0,)),
    sample(
        stats.multivariate_normal.logpdf, spread(2),
        body='a = np.array([[0.4, 1.2], [-0.7, 0.3], [0.9, -0.2]])\nreturn '
        'scipy.stats.multivariate_normal.logpdf(a @ x0, np.zeros(3), a @ a.T, True)',
    ),
    sample(
        stats.multivariate_normal.logpdf, np.array([0.4, 0.0]), np.zeros(2),
        np.array([1.7, 0.0]), True, wrt=(),
    ),
    *(
        sample(
            getattr(stats.dirichlet, name), SHARES, np.array([1.3, 2.0, 0.8]),
            wrt=(1,))
        for name in ('logpdf', 'pdf')
    ),
]  # fmt: skip
