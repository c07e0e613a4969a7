"""`raise`: the path ends, or goes on in the handler of a `try`."""

from __future__ import annotations

import contextlib
import types

import gast

from tangentlite import errors, handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.operations import implements
from tangentlite.specialize.outside import write_back
from tangentlite.specialize.state import paths, restart, snapshot
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import UNBOUND
from tangentlite.values.heap import Instance
from tangentlite.values.objects import exception_objects


def ends_by_raising(block: list[gast.stmt]) -> bool:
    """Whether the last statement of a block is a raise."""
    return bool(block) and isinstance(block[-1], gast.Raise)


@handlers.statement(gast.Raise)
def run_raise(b: Builder, node: gast.Raise) -> None:
    """Go to the handler of what a statement raises, or emit the raise."""
    if node.exc is not None:
        value = _evaluated(b, node.exc)
    elif b.control.handled and b.control.handled[-1] is not UNBOUND:
        value = b.control.handled[-1]
    else:
        raise b.error("raise without an exception to raise again.", "Name it.", node)
    cause = _cause(b, node)
    type_ = exception_objects.type_of(value)
    if type_ is BaseException and any(t.handlers for t in b.control.tries):
        raise paths.undecided(b, "which exception", node)
    operations.raise_known(b, type_, value, node)
    write_back.before_raising(b)
    _raise(b, value, *cause)


def _evaluated(b: Builder, node: gast.expr) -> Value:
    """Return the exception that is raised: of a class, a new one without arguments."""
    value = operations.evaluate(b, node)
    if isinstance(value, Known) and isinstance(value.value, type):
        return operations.call(b, value, [], {}, node, "t")
    return value


def _cause(b: Builder, node: gast.Raise) -> list:
    """Return the exception behind `from`, nothing if it cannot be reconstructed.

    Only who reads the traceback needs it, so it is no reason to refuse a program; it is
    constructed once more, so that its class must have no effects then.
    """
    if node.cause is None:
        return []
    with snapshot.speculate(b, errors.UnsupportedError) as walk:
        value = _evaluated(b, node.cause)
    if walk.failed:
        return []
    if isinstance(value, Instance):
        start = lookup(value.type, "__init__", None)
        simple = not isinstance(start, types.FunctionType)
    else:
        simple = isinstance(getattr(value, "kind", None), Opaque)
    return [value] if simple or isinstance(value, Known) else []


def _raise(b: Builder, value: Value, *cause: Value) -> None:
    callee = b.references.function(runtime.raise_error)
    parts = [operations.as_expression(b, value)]
    # Of an exception that is caught it may not be known how it was constructed.
    with contextlib.suppress(errors.UnsupportedError):
        parts += [operations.as_expression(b, part) for part in cause]
    b.add(build.effect(build.call(callee, parts), b.line))
    raise paths.Raised


@implements(operations.certain_error)
def always(
    b: Builder, error: Exception, instead: str, node, what: str | None = None
) -> Exception:
    """Go to the handler of an exception that is raised here, or return our error.

    In a branch or loop, which may not run, the generated code raises it.
    """
    value = exception_objects.of(b, error)
    return _known(b, value, what or f"{error}.", instead, node)


@implements(operations.raise_at_once)
def raise_at_once(b: Builder, error: Exception) -> None:
    """Go to the handler of what an operation is sure to raise, or emit the raise.

    In a condition, of which it may be skipped, the operation raises by itself.
    """
    if b.in_condition:
        return
    value = exception_objects.of(b, error)
    operations.raise_known(b, value.type, value, None)
    write_back.before_raising(b)
    _raise(b, value)


def _known(b: Builder, value: Instance, what: str, instead: str, node) -> Exception:
    """Go to the handler of an exception that is raised here, or return our error."""
    operations.raise_known(b, value.type, value, node)
    refusal = b.error(what, instead, node)
    if b.source.generated:
        return refusal
    if b.in_condition:  # in a condition, of which it may be skipped
        return restart.instead_of(b, refusal)
    if b.control.depth > 0:
        write_back.before_raising(b)
        _raise(b, value)
    return refusal
