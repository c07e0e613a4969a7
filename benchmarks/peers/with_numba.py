"""Value and gradient by tangentlite as loops that numba compiles."""

from collections.abc import Callable

import tangentlite as tl
from benchmarks.workload import Workload


def contestant(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient, with nothing generated before.

    What was compiled for another copy of the program may be loaded from the disk.
    """
    tl.cache_clear()
    wrt = workload.wrt
    return tl.value_and_grad(workload.primal, wrt=wrt, backend="numba"), args
