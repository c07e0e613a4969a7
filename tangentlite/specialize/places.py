"""Where in the user's text an error is."""

from __future__ import annotations

import sysconfig
from collections.abc import Sequence
from pathlib import Path

import gast

from tangentlite.ir.function import LINES_PER_SOURCE, Source
from tangentlite.specialize.frame import Frame


def place_of(
    sources: Sequence[Source],
    frames: Sequence[Frame],
    line: int,
    node: gast.AST | None,
) -> tuple[str, str, int]:
    """Return the place of a node, or of the statement being walked: file, line, column.

    The second item is the text of that line, the third a column in it.
    """
    number, line, column = _position(sources, frames, line, node)
    source = sources[number]
    text = source.line(line)
    if column is None:
        column = len(text) - len(text.lstrip())
    return f"{source.filename}:{line}:{column + 1}", text, column


def _position(sources, frames, line: int, node) -> tuple[int, int, int | None]:
    for frame in frames:  # of functions of the library, where it calls them
        if sources[frame.source].name.startswith("tangentlite.specialize."):
            return *divmod(frame.line, LINES_PER_SOURCE), None
    # Of a template, the user sees the statement that the rule was applied to.
    for frame in reversed(frames):
        source = sources[frame.source]
        if not source.generated:
            if node is not None and frame is frames[-1]:
                place = source.first - 1 + node.lineno
                return frame.source, place, node.col_offset + frame.column
            break
    return *divmod(line, LINES_PER_SOURCE), None


def with_call(sources: Sequence[Source], frames: Sequence[Frame], instead: str) -> str:
    """Add to an advice which call took the walk into an installed package, if it is."""
    if not frames or not _is_installed(sources[frames[-1].source]):
        return instead
    outer = next(frame for frame in frames if _is_installed(sources[frame.source]))
    number, line = divmod(outer.line, LINES_PER_SOURCE)
    return (
        f"{instead}\n".lstrip()
        + f"That is in {outer.name}, called at {sources[number].filename}:{line}: give "
        f"{outer.name} a rule of its own (tl.adjoint, tl.tangent), or call "
        f"tl.numerical({outer.name})."
    )


def _is_installed(source: Source) -> bool:
    if source.generated or not source.filename:
        return False
    roots = {sysconfig.get_path(kind) for kind in ("purelib", "platlib", "stdlib")}
    return any(Path(source.filename).is_relative_to(root) for root in roots)
