"""The record of one workload, and the choice of some by their names."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Workload:
    """A program to differentiate, its inputs and its hand-written derivative.

    `inputs(*size)` makes the arguments that are timed and `inputs(*small_size)` those
    that are checked by central differences. `by_hand` takes the arguments of `primal`
    and gives (value, gradient); the gradient is a tuple where `wrt` is one. It is None
    where nobody has written one. A primal that `writes` does so into its arguments.
    """

    name: str
    primal: Callable
    by_hand: Callable | None
    wrt: int | tuple[int, ...]
    inputs: Callable[..., tuple]
    size: tuple = ()
    small_size: tuple = ()
    writes: bool = False


def named(
    fragments: Iterable[str], workloads: Iterable[Workload]
) -> tuple[Workload, ...]:
    """Give the workloads whose names contain one of `fragments`, or all for none.

    Raises ValueError for a fragment that is in no name.
    """
    wanted = tuple(fragments)
    every = tuple(workloads)
    for fragment in wanted:
        if not any(fragment in workload.name for workload in every):
            names = ", ".join(workload.name for workload in every)
            raise ValueError(f"no workload is called {fragment!r}; there are {names}")
    return tuple(
        workload
        for workload in every
        if not wanted or any(fragment in workload.name for fragment in wanted)
    )
