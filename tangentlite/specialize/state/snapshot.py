"""Snapshots of the state of the walk, restored to walk a statement another way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tangentlite.specialize.state.frame import State
from tangentlite.values.heap import Cell

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder


class speculate:  # noqa: N801 - read as a function
    """Walk speculatively: the state is restored where one of some signals is raised.

    As in `with speculate(b, NeedsUnrolling) as walk: return rolled()`, behind which
    stands what else to do: `walk.failed` is the signal.
    """

    def __init__(self, b: Builder, *signals: type[Exception]) -> None:
        self.failed: Any = None
        self._b, self._signals = b, signals

    def __enter__(self) -> speculate:
        self._before = take(self._b)
        return self

    def __exit__(self, type_: type | None, raised: object, trace: object) -> bool:
        if not isinstance(raised, self._signals):
            return False
        restore(self._b, self._before)
        self.failed = raised
        return True


@contextmanager
def dry_run(b: Builder) -> Iterator[None]:
    """Walk to see the effects, and restore the state."""
    before = take(b)
    yield
    restore(b, before)


@dataclass(frozen=True)
class Snapshot:
    """The state of the walk, and the heights of its stacks."""

    state: State
    live: frozenset[str]
    fixed: frozenset[Cell]
    line: int
    block: int
    frames: int
    captured: int
    tries: int
    unreached: int
    sites: int
    sizes: dict[str, Any]
    required: int


def take(b: Builder) -> Snapshot:
    """Return a snapshot, for `restore`."""
    heap, control = b.heap, b.control
    return Snapshot(
        state=b.state if control.frames else State({}, dict(heap.contents), 0),
        live=b.frame.live if control.frames else frozenset(),
        fixed=frozenset(heap.fixed),
        line=b.line,
        block=len(b.block),
        frames=len(control.frames),
        captured=len(control.captured),
        tries=len(control.tries),
        unreached=len(control.unreached),
        sites=len(control.scopes[-1].sites) if control.scopes else 0,
        sizes=b.sizes.copy_of_tables(),
        required=len(b.required.next),
    )


def restore(b: Builder, before: Snapshot) -> None:
    """Forget what was emitted, bound and proved since a snapshot.

    What is proved again is required of the operations that are walked then.
    """
    control = b.control
    b.sizes.back_to(before.sizes)
    del b.required.next[before.required :]
    while control.scopes and len(control.scopes[-1].sites) > before.sites:
        control.scopes[-1].sites.pop().context.__exit__(None, None, None)
    del b.block[before.block :], control.frames[before.frames :]
    del control.captured[before.captured :], control.tries[before.tries :]
    del control.unreached[before.unreached :]
    b.line = before.line
    b.heap.fixed = set(before.fixed)
    if control.frames:
        b.state, b.frame.live = before.state, before.live
    else:
        b.heap.contents = dict(before.state.contents)
