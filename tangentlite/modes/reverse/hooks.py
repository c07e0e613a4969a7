"""Hooks: what a program does with a cotangent, in the backward sweep."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tangentlite import errors, runtime
from tangentlite.builder.builder import Builder
from tangentlite.modes.rules.operation import Operation
from tangentlite.specialize.functions import side_effects
from tangentlite.specialize.state import restart


@contextmanager
def run_backwards(b: Builder, operation: Operation) -> Iterator[None]:
    """Fill a rule; if it is that of a hook, refuse what would come too late.

    The walk of the primal has ended: what a hook did to its variables would be lost.
    """
    if operation.function is not runtime.hooked:
        yield
        return
    before, start, line = b.state, len(b.block), b.line
    b.control.hooks = True
    try:
        yield
    except errors.UnsupportedError as error:
        b.line = line
        what = "what runs here in the backward sweep is not supported."
        raise b.error(what, f"{_ALLOWED}\nInside it:\n{error}") from None
    except restart.Restart:
        raise _changing(b, line) from None
    finally:
        b.control.hooks = False
    if side_effects.writes_elsewhere(b.block[start:]) or side_effects.changes_cells(
        b, before
    ):
        raise _changing(b, line)


def _changing(b: Builder, line: int) -> Exception:
    b.line = line
    return b.error(
        "what runs here in the backward sweep changes a variable, an array or an "
        "object of the program.",
        _ALLOWED,
    )


_ALLOWED = (
    "It may replace the cotangent, print, raise, and append to a list that is a global "
    "or captured variable."
)
