"""`raise`: a path that ends, so that nothing is joined behind it."""

from __future__ import annotations

import gast

from tangentlite import runtime
from tangentlite.ir import build
from tangentlite.specialize import expressions
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.materialize import as_expression
from tangentlite.specialize.values import Known


def ends_by_raising(block: list[gast.stmt]) -> bool:
    """Whether the last statement of a block is a raise."""
    return bool(block) and isinstance(block[-1], gast.Raise)


class Raised(Exception):  # noqa: N818 - a signal, not an error
    """The path that is walked ends here: what it raises was emitted."""


def run_raise(b: Builder, node: gast.Raise) -> None:
    """Emit the exception that a statement raises."""
    if node.exc is None:
        raise b.error("raise without an exception is not supported here.", "", node)
    value = expressions.evaluate(b, node.exc)
    callee = b.references.function(runtime.raise_error)
    error = as_expression(b, value)
    if isinstance(value, Known) and isinstance(value.value, type):
        error = build.call(error)
    b.add(build.effect(build.call(callee, [error]), b.line))
    raise Raised
