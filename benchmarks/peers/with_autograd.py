"""Value and gradient by autograd."""

import math
from collections.abc import Callable
from types import SimpleNamespace

import autograd
import autograd.numpy as anp

from benchmarks.peers.rebind import rebound
from benchmarks.workloads import Workload


def contestant(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient of `workload` by autograd."""
    version = rebound(workload.primal, REPLACEMENTS)
    return autograd.value_and_grad(version, argnum=workload.wrt), args


def convolution(images, kernel):
    _, rows, columns, _ = images.shape
    y = 0.0
    for i in range(3):
        for j in range(3):
            window = images[:, i : i + rows - 2, j : j + columns - 2, :]
            y = y + anp.matmul(window, kernel[i, j])
    return 0.5 * anp.sum(y * y)


def lower_triangles(factors, k, d):
    columns = []
    start = d
    for i in range(d):
        stop = start + d - i - 1
        zeros = anp.zeros((k, i + 1))
        columns.append(anp.concatenate([zeros, factors[:, start:stop]], axis=1))
        start = stop
    return anp.stack(columns, axis=-1)


REPLACEMENTS = {
    "np": anp,
    "math": SimpleNamespace(log=anp.log, sin=anp.sin, sqrt=anp.sqrt, pi=math.pi),
    "convolution": convolution,
    "lower_triangles": lower_triangles,
}
