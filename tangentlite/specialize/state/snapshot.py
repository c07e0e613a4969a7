"""Where the walk stands: taken down, to go back there and walk again."""

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
    """Walk something that is forgotten where one of some signals is raised.

    As in `with speculate(b, NeedsUnrolling) as walk: return rolled()`, behind which
    stands what else to do: `walk.failed` is the signal.
    """

    def __init__(self, b: Builder, *signals: type[Exception]) -> None:
        self.failed: Any = None
        self._b, self._signals = b, signals

    def __enter__(self) -> speculate:
        self._mark = mark(self._b)
        return self

    def __exit__(self, type_: type | None, raised: object, trace: object) -> bool:
        if not isinstance(raised, self._signals):
            return False
        back_to(self._b, self._mark)
        self.failed = raised
        return True


@contextmanager
def forgotten(b: Builder) -> Iterator[None]:
    """Walk something to see what it does: nothing of it remains."""
    before = mark(b)
    yield
    back_to(b, before)


@dataclass(frozen=True)
class Mark:
    """Where a walk stood."""

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


def mark(b: Builder) -> Mark:
    """Return where the walk stands, to go back to it."""
    heap, control = b.heap, b.control
    return Mark(
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


def back_to(b: Builder, mark: Mark) -> None:
    """Forget what was emitted, bound and proved since a mark.

    What is proved again is required of the operations that are walked then.
    """
    control = b.control
    b.sizes.back_to(mark.sizes)
    del b.required.next[mark.required :]
    while control.scopes and len(control.scopes[-1].sites) > mark.sites:
        control.scopes[-1].sites.pop().context.__exit__(None, None, None)
    del b.block[mark.block :], control.frames[mark.frames :]
    del control.captured[mark.captured :], control.tries[mark.tries :]
    del control.unreached[mark.unreached :]
    b.line = mark.line
    b.heap.fixed = set(mark.fixed)
    if control.frames:
        b.state, b.frame.live = mark.state, mark.live
    else:
        b.heap.contents = dict(mark.state.contents)
