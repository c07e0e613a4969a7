"""Functions that call POT, Python Optimal Transport."""

import numpy as np
import ot
from ot import utils

from tests.libraries.listed import Calls

CALLS = Calls()

rng = np.random.default_rng(3)
A, B = rng.normal(size=(4, 2)), rng.normal(size=(5, 2))
WEIGHTS, OTHERS = np.full(4, 0.25), np.full(5, 0.2)
COST = ((A[:, None] - B) ** 2).sum(axis=2)
U, V = rng.normal(size=6), rng.normal(size=6)


@CALLS.at(A, B)
def cost(a, b):
    return ot.dist(a, b)


@CALLS.at(A, B)
def euclidean(a, b):
    return utils.euclidean_distances(a, b, squared=True)


@CALLS.at(COST)
def sinkhorn(cost_matrix):
    return ot.sinkhorn(WEIGHTS, OTHERS, cost_matrix, 0.5, numItermax=10, warn=False)


@CALLS.at(COST)
def sinkhorn_knopp(cost_matrix):
    return ot.bregman.sinkhorn_knopp(
        WEIGHTS, OTHERS, cost_matrix, 0.5, numItermax=5, stopThr=0.0, warn=False
    )


@CALLS.at(COST)
def sinkhorn_log(cost_matrix):
    return ot.bregman.sinkhorn_log(
        WEIGHTS, OTHERS, cost_matrix, 0.5, numItermax=5, stopThr=0.0, warn=False
    )


@CALLS.at(U, V)
def wasserstein(u, v):
    return ot.wasserstein_1d(u, v, p=2)


@CALLS.at(A)
def sliced(a):
    return ot.sliced_wasserstein_distance(a, B, n_projections=5, seed=0)


@CALLS.at(A.T @ A)
def bures(covariance):
    symmetric = (covariance + covariance.T) / 2.0
    return ot.gaussian.bures_distance(symmetric, np.eye(2))


@CALLS.at(U)
def projection(v):
    return utils.proj_simplex(v)


@CALLS.at(A)
def kernel(a):
    return utils.kernel(a, B, sigma=0.8)


@CALLS.at(COST)
def exact(cost_matrix):
    return ot.emd2(WEIGHTS, OTHERS, cost_matrix)


@CALLS.at(U)
def logsumexp(x):
    return ot.backend.get_backend(U).logsumexp(x)
