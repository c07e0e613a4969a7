"""The control context of the walk: open frames, loops, branches, try statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentlite import errors
from tangentlite.ir.function import Source
from tangentlite.kinds.sizes.affine import Counter
from tangentlite.specialize.state.frame import Frame
from tangentlite.values.base import Value


def accept(b: object, node: gast.AST) -> None:
    """Ask nothing of a statement or nested expression."""


@dataclass(slots=True)
class Control:
    """The source texts, and stacks of what is around the statement being walked."""

    sources: list[Source] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    # frames whose variables functions defined inside may read
    captured: list[Frame] = field(default_factory=list)
    loops: int = 0
    # whether a hook is walked, in the backward sweep
    hooks: bool = False
    # a box for each block under `no_grad`, which holds something while that is walked
    constants: list[Any] = field(default_factory=list)
    # the counters of loops over ranges
    counters: dict[str, Counter] = field(default_factory=dict)
    # the lists that each loop around iterates over
    iterated: list[set] = field(default_factory=list)
    # how many of the loops around could be unrolled
    unrollable: int = 0
    # whether all loops are unrolled that can be; how many iterations were written out
    unrolls: bool = False
    written_out: int = 0
    # how many blocks around may not run; the branches and try statements around
    depth: int = 0
    scopes: list[Any] = field(default_factory=list)
    tries: list[Any] = field(default_factory=list)
    # the exceptions of the handlers around
    handled: list[Value] = field(default_factory=list)
    # the check of what is emitted inside a try statement
    check: Callable = accept
    # errors that count only if the last round of a fixpoint has them (paths.attempt)
    unreached: list[errors.UnsupportedError] = field(default_factory=list)
    # how many names have kinds that are final as far as sizes go
    settled: int = 0
    # equalities of sizes that a conditional block proves, by its first statement
    proved: dict[int, tuple[gast.stmt, list]] = field(default_factory=dict)

    def is_constant(self) -> bool:
        """Whether what is assigned here has no derivative."""
        return any(box.items[0].static_value() is not None for box in self.constants)

    def is_certain(self) -> bool:
        """Whether what is walked runs in each call, which ends with what it raises."""
        return self.depth == 0 and not self.tries


@contextmanager
def pushed(stack: list, item: object) -> Iterator[None]:
    """Push an item for the duration of a block."""
    stack.append(item)
    try:
        yield
    finally:
        stack.pop()


@contextmanager
def outside(control: Control, target: Any, tries: int | None = None) -> Iterator[None]:
    """Walk in the frame of a try statement, with so many of the try stack open."""
    inner = control.frames, control.tries
    control.frames = control.frames[: target.frames]
    control.tries = control.tries[:tries]
    try:
        yield
    finally:
        control.frames, control.tries = inner
