"""Derivatives that programs call, generated once for all walks of a program.

A walk restarts when it learns something new; if the texts of its callees changed then,
its findings about them would be new each time.
"""

from __future__ import annotations

from collections.abc import Mapping

from tangentlite.ir.kept import once
from tangentlite.modes.request import Request
from tangentlite.options import Options
from tangentlite.pipeline import Generated, draft, finished, one_run


def generate(
    request: Request,
    kinds: Mapping[str, object],
    extra: Mapping[str, object],
    options: Options,
) -> Generated:
    """Generate, compile and load the derivative for the kinds of its arguments."""
    with one_run():
        return _generated(request, *map(_pairs, (kinds, extra)), options)


def _pairs(kinds: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    return tuple(kinds.items())


@once
def _generated(
    request: Request, kinds: tuple, extra: tuple, options: Options
) -> Generated:
    return finished(draft(request, dict(kinds), dict(extra)), options)
