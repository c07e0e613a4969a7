"""Densities estimated by a Gaussian around each point of a data set."""
import numpy as np
from scipy import linalg, special, stats

from tangentlite.rules.registry import definition
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import refuse


@definition(stats.gaussian_kde)
class KernelDensity:
    """Points, their weights, and the covariance of the Gaussian around each."""

    __slots__ = ("dataset", "d", "n", "factor", "covariance", "_weights")

    def __init__(self, dataset, bw_method=None, weights=None):
        dataset = as_array(dataset)
        if np.ndim(dataset) == 1:
            dataset = np.expand_dims(dataset, 0)
        self.dataset = dataset
        self.d, self.n = np.shape(dataset)
        if self.n < 2:
            raise ValueError("`dataset` input should have multiple elements")
        if weights is None:
            weights = np.ones(self.n) / self.n
        else:
            weights = as_array(weights)
            if np.shape(weights) != (self.n,):
                raise ValueError("`weights` input should be of length n")
            weights = weights / np.sum(weights)
        self._weights = weights
        squares = np.sum(weights * weights)
        self.factor = self._factor(bw_method, 1.0 / squares)
        change = dataset - np.expand_dims(dataset @ weights, -1)
        covariance = (change * weights) @ change.T / (1.0 - squares)
        self.covariance = covariance * self.factor**2

    def _factor(self, bw_method, count):
        if bw_method is None or bw_method == 'scott':
            return count ** (-1.0 / (self.d + 4))
        if isinstance(bw_method, str):
            if bw_method != 'silverman':
                refuse('this bw_method', "Use 'scott', 'silverman' or a number.")
            return (count * (self.d + 2.0) / 4.0) ** (-1.0 / (self.d + 4))
        if callable(bw_method):
            refuse('a function as bw_method', 'Pass the number that it returns.')
        return bw_method

    @property
    def weights(self):
        return self._weights

    @property
    def neff(self):
        return 1.0 / np.sum(self._weights**2)

    # The negative exponents for each point and each of the data, and what they are
    # divided by, in logarithms.
    def _exponents(self, points):
        rows = np.shape(self.dataset)[0]
        points = np.atleast_2d(as_array(points))
        if np.shape(points)[0] == 1 and rows != 1:  # one point
            points = points.T
        if np.shape(points)[0] != rows:
            raise ValueError("points have another dimension than the dataset")
        root = np.linalg.cholesky(self.covariance)
        near = linalg.solve_triangular(root, points, lower=True)
        data = linalg.solve_triangular(root, self.dataset, lower=True)
        change = np.expand_dims(near, 2) - np.expand_dims(data, 1)
        size = np.shape(self.dataset)[0] * np.log(2 * np.pi) / 2
        return -0.5 * np.sum(change**2, 0), size + np.sum(np.log(np.diag(root)))

    def evaluate(self, points):
        exponents, size = self._exponents(points)
        return np.exp(exponents) @ self._weights / np.exp(size)

    __call__ = evaluate
    pdf = evaluate

    def logpdf(self, x):
        exponents, size = self._exponents(x)
        return special.logsumexp(exponents, 1, self._weights) - size

    def integrate_box_1d(self, low, high):
        if np.shape(self.dataset)[0] != 1:
            raise ValueError("integrate_box_1d() only handles 1D pdfs")
        scale = np.sqrt(self.covariance[0, 0])
        data = self.dataset[0]
        upper = special.ndtr((high - data) / scale)
        return np.sum(self._weights * (upper - special.ndtr((low - data) / scale)))
