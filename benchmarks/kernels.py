"""The kernels that write into their arguments, as workloads, and the forward mode.

The programs and their sizes are those of tests.programs.kernels; the versions for JAX
are in benchmarks.peers.kernels_jax.
"""

from collections.abc import Callable

import tangentlite as tl
from benchmarks.checks import direction_of
from benchmarks.workload import Workload
from tests.programs.kernels.all import ALL_KERNELS

KERNELS = tuple(
    Workload(
        kernel.name,
        kernel.loss,
        by_hand=None,
        wrt=kernel.wrt,
        inputs=kernel.inputs,
        size=kernel.size,
        small_size=kernel.small_size,
        writes=True,
    )
    for kernel in ALL_KERNELS
)


def forward(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare the derivative along one direction, with nothing generated before."""
    tl.cache_clear()
    derivative = tl.autodiff(workload.primal, wrt=workload.wrt, mode="forward")
    return derivative, (*args, *direction_of(workload, args))
