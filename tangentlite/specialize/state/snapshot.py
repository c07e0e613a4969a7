"""Where the walk stood: to go back there, and walk again."""

from __future__ import annotations

from tangentlite.builder.builder import Builder
from tangentlite.specialize.state.frame import Mark, State


def mark(b: Builder) -> Mark:
    """Return where the walk stands, to go back to it."""
    live = b.frame.live if b.frames else frozenset()
    heap = b.heap
    state = b.state if b.frames else State({}, dict(heap.contents), 0)
    return Mark(
        state,
        live,
        len(b.block),
        len(b.frames),
        b.line,
        b.loops,
        frozenset(heap.fixed),
        len(b.scopes[-1].sites) if b.scopes else 0,
        len(b.captured),
        b.sizes.copy_of_tables(),
        len(b.required.next),
    )


def back_to(b: Builder, mark: Mark) -> None:
    """Forget what was emitted, bound and proved since a mark.

    What is proved again is required of the operations that are walked then.
    """
    b.sizes.back_to(mark.sizes)
    del b.required.next[mark.required :]
    while b.scopes and len(b.scopes[-1].sites) > mark.sites:
        b.scopes[-1].sites.pop().context.__exit__(None, None, None)
    del b.block[mark.size :], b.frames[mark.depth :], b.captured[mark.captured :]
    b.line, b.loops = mark.line, mark.loops
    b.heap.fixed = set(mark.fixed)
    if b.frames:
        b.state, b.frame.live = mark.state, mark.live
    else:
        b.heap.contents = dict(mark.state.contents)
