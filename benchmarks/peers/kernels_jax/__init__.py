"""The kernels of tests.programs.kernels in JAX, whose arrays cannot be written.

Each is written the way XLA likes it: writes that depend on earlier ones make a scan or
a loop of `jax.lax`, independent ones become operations on whole arrays. A kernel that
JAX cannot do so says why when it is called.
"""

from benchmarks.peers.kernels_jax import (
    factorizations,
    images,
    physics,
    products,
    signals,
    solvers,
    stencils,
)

LOSSES = {
    name: loss
    for module in (
        stencils,
        factorizations,
        solvers,
        products,
        physics,
        signals,
        images,
    )
    for name, loss in vars(module).items()
    if name.endswith("_loss")
}
