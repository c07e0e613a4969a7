"""Source locations of errors: the line and the expression of the user's text."""

from __future__ import annotations

import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import gast

from tangentlite import errors
from tangentlite.ir.function import LINES_PER_SOURCE, Source
from tangentlite.specialize.state.control import Control
from tangentlite.specialize.state.frame import Frame
from tangentlite.tracebacks.origins import users_line


@dataclass(frozen=True)
class Pending:
    """An error of a statement whose expression is not known yet (`point_at`)."""

    frame: Frame | None
    source: Source
    what: str
    instead: str


def error_at(
    control: Control,
    called_from: Mapping[int, int],
    line: int,
    node: gast.AST | None,
    what: str,
    instead: str,
) -> errors.UnsupportedError:
    """Return an error that points at a node, or at the statement being walked.

    Inside a library it points at the call of the user's, and says last what is inside.
    """
    frames = control.frames
    # What is made of the whole result has no line: it is that of the function.
    line = line or next((one.first for one in control.sources[-1:]), 0)
    steps = _steps(control, called_from, line)
    frame, source, number = steps[-1]
    known = node if frames and frame is frames[-1] else None
    trail = [_place(*step, None) for step in steps[:-1]]
    trail.append(_place(frame, source, number, known))
    entered = _first_installed([source for _, source, _ in steps])
    if entered:
        inside = _message(source, trail[-1], what, instead)
        name = _title(steps[entered][1])
        what = f"{name} cannot be differentiated."
        instead = (
            f"Give {name} a rule of its own (tl.adjoint, tl.tangent), or call "
            f"tl.numerical({name}), or for its effect alone tl.callback({name}, ...). "
            f"Inside it:\n{inside}"
        )
        frame, source, _ = steps[entered - 1]
        del trail[entered:]
        known = None
    error = errors.UnsupportedError(_message(source, trail[-1], what, instead))
    error.trail = tuple(trail)
    if known is None:
        error.pending = Pending(frame, source, what, instead)
    return error


def point_at(
    error: errors.TangentliteError,
    control: Control,
    called_from: Mapping[int, int],
    line: int,
    node: gast.AST,
) -> None:
    """Narrow the location of an error from a statement to a node in it.

    An error without a location gets that of the node.
    """
    sources, frames = control.sources, control.frames
    of_template = sources[frames[-1].source].generated
    if not error.trail and not (
        isinstance(error, errors.UnplacedError) and of_template
    ):
        what, _, instead = str(error).partition("\n")
        placed = error_at(control, called_from, line, node, what, instead)
        error.args, error.trail = placed.args, placed.trail
    pending, frame = error.pending, frames[-1]
    if pending is None or pending.frame is not frame:
        return
    number = pending.source.first - 1 + node.lineno
    place = _place(frame, pending.source, number, node)
    error.args = (_message(pending.source, place, pending.what, pending.instead),)
    error.trail = (*error.trail[:-1], place)
    error.pending = None


Step = tuple[Frame | None, Source, int]


def _steps(control: Control, called_from: Mapping[int, int], line: int) -> list[Step]:
    """Return the user's stack: each function, and its current line.

    Frames of templates and polyfills are hidden: the user sees the statement that they
    are applied to. A loop over a generator is walked inside out: in its body the frame
    of the generator does not count.
    """
    sources, frames = control.sources, control.frames
    if len(frames) == 1 and line // LINES_PER_SOURCE != frames[0].source:
        return _first_calls(
            control, called_from, line
        )  # behind the walk of the function
    lines = [*(frame.line for frame in frames[1:]), line]
    steps: list[Step] = []
    hidden = False
    for frame, position in zip(frames, lines):
        before = [known for known, _, _ in steps]
        if sources[frame.source].is_walked:
            hidden = True
        elif frame in before:
            del steps[before.index(frame) :]
            hidden = False
        if hidden:
            continue
        number, place = divmod(position, LINES_PER_SOURCE)
        shown = not sources[frame.source].generated and not sources[number].is_made
        if shown and place:
            steps.append((frame, sources[number], place))
    return steps or _first_calls(control, called_from, line)


def _first_calls(
    control: Control, called_from: Mapping[int, int], line: int
) -> list[Step]:
    """Return the first call of the function of a line, and where that was called."""
    steps: list[Step] = []
    met: set[int] = set()
    while True:
        number, place = divmod(line, LINES_PER_SOURCE)
        met.add(number)
        steps.insert(0, (None, control.sources[number], place))
        line = called_from.get(number, 0)
        caller = line // LINES_PER_SOURCE
        if not line % LINES_PER_SOURCE or caller in met:
            return steps


def _place(
    frame: Frame | None, source: Source, line: int, node: gast.AST | None
) -> errors.Place:
    function = _title(source)
    text = source.line(line)
    if node is None:
        code = text.split(" #")[0].rstrip().removesuffix(":").encode()
        column, end = len(code) - len(code.lstrip()), len(code)
        return errors.Place(source.filename, function, line, column, end)
    line = source.first - 1 + node.lineno
    indent = frame.column if frame else 0
    column, end = node.col_offset + indent, len(source.line(line).encode())
    if getattr(node, "end_lineno", None) == node.lineno:
        end = node.end_col_offset + indent
    return errors.Place(source.filename, function, line, column, max(column, end))


def _title(source: Source) -> str:
    """Return the name of a function without that of its module."""
    return source.name.rpartition(".")[2]


def _message(source: Source, place: errors.Place, what: str, instead: str) -> str:
    """Lay out a message; of a derivative's line it shows that of the user's first."""
    text = source.line(place.line)
    column, end = (_character(text, k) for k in (place.column, place.end))
    where = f"{place.filename}:{place.line}:{column + 1}"
    of, number = users_line(source, place.line)
    if of.generated or of is source:
        return errors.describe(where, text, column, what, instead, end)
    shown = of.line(number)
    indent = len(shown) - len(shown.lstrip())
    inside = errors.describe(where, text, column, "the derivative of it.", "", end)
    said = f"{of.filename}:{number}:{indent + 1}"
    return errors.describe(
        said, shown, indent, what, f"{instead}\n{inside}".strip(), len(shown.rstrip())
    )


def _character(text: str, column: int) -> int:
    """Return the character at a byte offset in a line."""
    return len(text.encode()[:column].decode(errors="ignore"))


def _first_installed(sources: Sequence[Source]) -> int:
    """Return which function is the first of a library that the user has called."""
    if _is_installed(sources[0]):
        return 0
    return next((k for k, one in enumerate(sources) if _is_installed(one)), 0)


def _is_installed(source: Source) -> bool:
    if source.generated or not source.filename:
        return False
    roots = {sysconfig.get_path(kind) for kind in ("purelib", "platlib", "stdlib")}
    path = Path(source.filename)
    # Of another environment, or of a user's own folder.
    elsewhere = not _FOLDERS.isdisjoint(path.parts)
    return elsewhere or any(path.is_relative_to(root) for root in roots)


_FOLDERS = frozenset({"site-packages", "dist-packages"})
