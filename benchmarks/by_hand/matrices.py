"""Derivatives of covariances, of a Cholesky factor and of shortest paths."""

import numpy as np
import scipy.linalg


def covariance(data):
    n, m = data.shape
    centered = data - np.mean(data, axis=0)
    result = np.zeros((m, m))
    for i in range(m):
        row = centered[:, i] @ centered[:, i:] / (n - 1.0)
        result[i:, i] = row
        result[i, i:] = row
    # The matrix is symmetric, and so is the derivative by it.
    data_bar = centered @ ((4.0 / (n - 1.0)) * result)
    data_bar -= np.mean(data_bar, axis=0)
    return np.sum(result**2), data_bar


def correlation(data):
    n, m = data.shape
    deviations = np.std(data, axis=0)
    divisors = np.sqrt(n) * deviations
    scaled = (data - np.mean(data, axis=0)) / divisors
    result = np.eye(m)
    for i in range(m - 1):
        row = scaled[:, i] @ scaled[:, i + 1 :]
        result[i + 1 :, i] = row
        result[i, i + 1 :] = row
    value = np.sum(result**2)
    result *= 4.0
    np.fill_diagonal(result, 0.0)
    data_bar = scaled @ result
    data_bar -= np.mean(data_bar, axis=0)
    data_bar -= scaled * np.einsum("ij,ij->j", data_bar, scaled)
    data_bar /= divisors
    return value, data_bar


def cholesky(matrix):
    factor = np.linalg.cholesky(0.5 * (matrix + matrix.T))
    inner = np.tril(factor.T @ np.cos(factor))
    np.fill_diagonal(inner, 0.5 * np.diag(inner))
    right = scipy.linalg.solve_triangular(factor, inner.T, trans=1, lower=True)
    gradient = scipy.linalg.solve_triangular(factor, right.T, trans=1, lower=True)
    return np.sum(np.sin(factor)), 0.5 * (gradient + gradient.T)


def shortest_paths(distances):
    paths = distances
    saved = []
    for k in range(len(distances)):
        through = np.add.outer(paths[:, k], paths[k])
        saved.append((paths < through, paths == through))
        paths = np.minimum(paths, through)
    value = np.sum(paths**2)
    paths_bar = 2.0 * paths
    for k in reversed(range(len(distances))):
        is_direct, is_equal = saved.pop()
        direct_bar = np.where(is_direct, paths_bar, 0.0)
        if is_equal.any():
            direct_bar[is_equal] = 0.5 * paths_bar[is_equal]
        paths_bar -= direct_bar
        rows_bar = np.add.reduce(paths_bar, 0)
        columns_bar = np.add.reduce(paths_bar, 1)
        paths_bar = direct_bar
        paths_bar[k] += rows_bar
        paths_bar[:, k] += columns_bar
    return value, paths_bar
