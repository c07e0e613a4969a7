"""Which of the peers can be measured here."""

from importlib import import_module, util

from benchmarks.fresh import Contestant

# The first is tangentlite itself, as loops that numba compiles.
PEERS = ("numba", "autograd", "jax", "torch")
# Those for which there are versions of the kernels.
KERNEL_PEERS = ("numba", "jax")


def installed_peers() -> dict[str, Contestant]:
    """Give the contestant of every peer that is installed; no other is imported."""
    return {
        name: import_module(f"benchmarks.peers.with_{name}").contestant
        for name in PEERS
        if util.find_spec(name)
    }
