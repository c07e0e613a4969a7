"""Value and gradient by PyTorch, run eagerly."""

import math
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import torch

from benchmarks.peers.rebind import rebound
from benchmarks.peers.rows import lstm_on_rows
from benchmarks.workload import Workload


def contestant(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient of `workload` by PyTorch."""
    several = isinstance(workload.wrt, tuple)
    wrt = workload.wrt if several else (workload.wrt,)
    version = rebound(workload.primal, REPLACEMENTS)
    tensors = [as_tensor(arg) for arg in args]
    for position in wrt:
        tensors[position] = torch.tensor(
            args[position], dtype=torch.float64, requires_grad=True
        )
    variables = [tensors[position] for position in wrt]

    def value_and_gradient(*arguments):
        value = version(*arguments)
        gradient = torch.autograd.grad(value, variables)
        return value.detach(), gradient if several else gradient[0]

    return value_and_gradient, tuple(tensors)


def as_tensor(arg):
    return torch.from_numpy(arg) if isinstance(arg, np.ndarray) else arg


def scalar_or_tensor(on_tensor, on_scalar):
    def function(x):
        return on_tensor(x) if isinstance(x, torch.Tensor) else on_scalar(x)

    return function


NUMPY = SimpleNamespace(
    array=torch.stack,
    concatenate=torch.cat,
    copy=torch.clone,
    cos=torch.cos,
    diag=torch.diag,
    dot=torch.dot,
    einsum=torch.einsum,
    exp=torch.exp,
    eye=lambda size: torch.eye(size, dtype=torch.float64),
    log=torch.log,
    max=torch.amax,
    mean=torch.mean,
    sin=torch.sin,
    sqrt=torch.sqrt,
    stack=torch.stack,
    sum=torch.sum,
    tanh=torch.tanh,
    trace=torch.trace,
    zeros=lambda shape: torch.zeros(shape, dtype=torch.float64),
)


def log_normal(x, mean, covariance):
    return torch.distributions.MultivariateNormal(mean, covariance).log_prob(x)


SCIPY = SimpleNamespace(
    linalg=SimpleNamespace(
        cho_factor=lambda a, lower: (torch.linalg.cholesky(a), lower),
        cho_solve=lambda factor, y: torch.cholesky_solve(y[:, None], factor[0])[:, 0],
        solve=lambda a, b, assume_a: torch.linalg.solve(a, b),
    ),
    special=SimpleNamespace(gammaln=torch.lgamma),
    stats=SimpleNamespace(multivariate_normal=SimpleNamespace(logpdf=log_normal)),
)

REPLACEMENTS = {
    "np": NUMPY,
    "scipy": SCIPY,
    "lstm": lstm_on_rows(NUMPY),
    "math": SimpleNamespace(
        log=scalar_or_tensor(torch.log, math.log),
        sin=scalar_or_tensor(torch.sin, math.sin),
        sqrt=scalar_or_tensor(torch.sqrt, math.sqrt),
        pi=math.pi,
    ),
}
