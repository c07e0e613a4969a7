"""`raise`: a path that ends, so that nothing is joined behind it."""

from __future__ import annotations

import gast

from tangentlite import runtime
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque
from tangentlite.specialize import expressions, indexing
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.materialize import as_expression
from tangentlite.specialize.records import Atom, Known


def ends_by_raising(block: list[gast.stmt]) -> bool:
    """Whether the last statement of a block is a raise."""
    return bool(block) and isinstance(block[-1], gast.Raise)


class Raised(Exception):  # noqa: N818 - a signal, not an error
    """The path that is walked ends here: what it raises was emitted."""


class Caught(Exception):  # noqa: N818 - a signal, not an error
    """An exception is raised that a try statement around catches."""

    def __init__(self, type_: type, value: object) -> None:
        super().__init__()
        self.type = type_
        self.value = value


def run_raise(b: Builder, node: gast.Raise) -> None:
    """Emit the exception that a statement raises, if nothing around catches it."""
    if node.exc is None:
        raise b.error("raise without an exception is not supported.", "Name it.", node)
    value = expressions.evaluate(b, node.exc)
    error = as_expression(b, value)
    type_ = BaseException
    if isinstance(value, Known) and isinstance(value.value, type):
        error, type_ = build.call(error), value.value
    elif isinstance(value, Atom) and isinstance(value.kind, Opaque):
        type_ = value.kind.type or BaseException
    raise_known(b, type_, value, node)
    callee = b.references.function(runtime.raise_error)
    b.add(build.effect(build.call(callee, [error]), b.line))
    raise Raised


def raise_known(b: Builder, type_: type, value: object, node: gast.AST | None) -> None:
    """Go to the handler of an exception, if there is one."""
    for depth, classes in reversed(b.tries):
        if not any(issubclass(type_, cls) for cls in classes):
            continue
        if depth != b.depth and b.unrollable:
            raise indexing.NeedsUnrolling
        if depth != b.depth:
            raise b.error(
                f"whether {type_.__name__} is raised here is known only when the "
                "program runs; catching it is not supported yet.",
                "Return a flag, or test for it with an if statement.",
                node,
            )
        raise Caught(type_, value)
