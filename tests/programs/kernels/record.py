"""The record of one kernel: its scalar-valued driver and arguments of two sizes."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Kernel:
    """A driver, and what makes its arguments: `inputs(*size)`, new ones at each call.

    The driver lets the kernel write into its arguments. `wrt` are the positions of the
    float arguments, `size` is for benchmarks and `small_size` for tests.
    """

    name: str
    loss: Callable[..., float]
    inputs: Callable[..., tuple]
    wrt: tuple[int, ...]
    size: tuple[int, ...]
    small_size: tuple[int, ...]
