"""All kernels of all modules."""

from tests.programs.kernels import (
    factorizations,
    images,
    physics,
    products,
    signals,
    solvers,
    stencils,
)
from tests.programs.kernels.record import Kernel

ALL_KERNELS: tuple[Kernel, ...] = (
    *stencils.KERNELS,
    *factorizations.KERNELS,
    *solvers.KERNELS,
    *products.KERNELS,
    *physics.KERNELS,
    *signals.KERNELS,
    *images.KERNELS,
)
