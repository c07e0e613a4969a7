"""Value and gradient by tangentlite as loops that numba compiles."""

import functools
import os
import sys
import tempfile
from collections.abc import Callable

import tangentlite as tl
from benchmarks.workload import Workload

PREFIX = "tangentlite_loops_"


def contestant(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient, with nothing generated or compiled before."""
    forget_compiled()
    wrt = workload.wrt
    return tl.value_and_grad(workload.primal, wrt=wrt, backend="numba"), args


def forget_compiled() -> None:
    """Let this process compile anew; what it compiled before is gone."""
    os.environ["NUMBA_CACHE_DIR"] = own_folder().name
    tl.cache_clear(disk=True)
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        del sys.modules[name]


@functools.cache
def own_folder() -> tempfile.TemporaryDirectory:
    """Give a folder for compiled code that is removed when this process ends."""
    return tempfile.TemporaryDirectory()
