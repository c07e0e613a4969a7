"""Covariances column by column, a Cholesky factor, and shortest paths."""

import numpy as np


def covariance(data):
    """Sum of squared covariances, each computed once."""
    n, m = data.shape
    centered = data - np.mean(data, axis=0)
    result = np.zeros((m, m))
    for i in range(m):
        row = centered[:, i] @ centered[:, i:] / (n - 1.0)
        result[i:, i] = row
        result[i, i:] = row
    return np.sum(result**2)


def correlation(data):
    """Sum of squared correlations, each computed once."""
    n, m = data.shape
    deviations = np.std(data, axis=0)
    scaled = (data - np.mean(data, axis=0)) / (np.sqrt(n) * deviations)
    result = np.eye(m)
    for i in range(m - 1):
        row = scaled[:, i] @ scaled[:, i + 1 :]
        result[i + 1 :, i] = row
        result[i, i + 1 :] = row
    return np.sum(result**2)


def data_inputs(n, m):
    random = np.random.default_rng(0)
    return (random.standard_normal((n, m)) @ random.uniform(-1.0, 1.0, (m, m)),)


def cholesky(matrix):
    """Sum of sines of the Cholesky factor of the symmetric part of a matrix."""
    return np.sum(np.sin(np.linalg.cholesky(0.5 * (matrix + matrix.T))))


def cholesky_inputs(n):
    random = np.random.default_rng(0)
    m = random.uniform(-1.0, 1.0, (n, n))
    return (m @ m.T / n + np.eye(n),)


def shortest_paths(distances):
    """Sum of squared shortest paths between all pairs of nodes (Floyd and Warshall)."""
    paths = distances
    for k in range(len(distances)):
        paths = np.minimum(paths, np.add.outer(paths[:, k], paths[k]))
    return np.sum(paths**2)


def shortest_paths_inputs(n):
    return (np.random.default_rng(0).uniform(0.1, 2.0, (n, n)),)
