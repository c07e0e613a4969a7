"""`try`: what it is known now to raise is caught, and what may be raised is refused."""

from __future__ import annotations

import gast

from tangentlite.specialize import access, expressions, raising, statements
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.values import is_static, static_value

# What only statements that are walked raise, so that it is known whether they do.
_KNOWN = (LookupError, AttributeError, StopIteration)


def run_try(b: Builder, node: gast.Try) -> None:
    """Walk a try statement whose exceptions are known when it is walked."""
    handlers = [(_classes(b, handler), handler) for handler in node.handlers]
    for classes, handler in handlers:
        _require_known(b, classes, handler)
    _require_no_exits(b, node)
    caught = None
    mark = len(b.block)
    b.tries.append((b.depth, tuple(c for classes, _ in handlers for c in classes)))
    try:
        statements.run_block(b, node.body)
    except raising.Caught as found:
        caught = found
    finally:
        b.tries.pop()
    _require_no_indices(b, handlers, b.block[mark:])
    try:
        if caught is None:
            statements.run_block(b, node.orelse)
        else:
            _handle(b, handlers, caught)
    except (raising.Raised, raising.Caught):
        statements.run_block(b, node.finalbody)
        raise
    statements.run_block(b, node.finalbody)


def _require_no_exits(b: Builder, node: gast.Try) -> None:
    for inner in gast.walk(node):
        if isinstance(inner, (gast.Return, gast.Break, gast.Continue)):
            raise b.error(
                "return, break and continue inside of try are not supported yet.",
                "Set a variable there, and leave behind the try statement.",
                inner,
            )


def _require_no_indices(b: Builder, handlers: list, block: list[gast.stmt]) -> None:
    """Refuse indices that NumPy may find wrong where that would be caught."""
    catches = any(
        issubclass(IndexError, cls) for classes, _ in handlers for cls in classes
    )
    reads = any(
        isinstance(node, gast.Subscript)
        for statement in block
        for node in gast.walk(statement)
    )
    if catches and reads:
        raise b.error(
            "an index of an array may be found wrong when the program runs; catching "
            "that is not supported yet.",
            "Test the index with an if statement.",
            handlers[0][1],
        )


def _handle(b: Builder, handlers: list, caught: raising.Caught) -> None:
    for classes, handler in handlers:
        if issubclass(caught.type, classes):
            if handler.name is not None:
                name = getattr(handler.name, "id", handler.name)
                _require_unread(b, handler, name)
                access.bind(b, name, caught.value)
            statements.run_block(b, handler.body)
            return
    raise caught


def _require_unread(b: Builder, handler: gast.ExceptHandler, name: str) -> None:
    for statement in handler.body:
        for node in gast.walk(statement):
            if isinstance(node, gast.Name) and node.id == name:
                raise b.error(
                    "what an exception holds is not supported yet.",
                    "Keep it in a variable before you raise.",
                    node,
                )


def _classes(b: Builder, handler: gast.ExceptHandler) -> tuple[type, ...]:
    if handler.type is None:
        return (BaseException,)
    value = expressions.evaluate(b, handler.type)
    if not is_static(value):
        raise b.error("this exception is not known here.", "Name its class.", handler)
    known = static_value(value)
    return known if isinstance(known, tuple) else (known,)


def _require_known(b: Builder, classes: tuple, handler: gast.ExceptHandler) -> None:
    """Refuse to catch what NumPy or Python may raise when the program runs."""
    for cls in classes:
        users = cls.__flags__ & (1 << 9) and cls.__module__ != "numpy.linalg"
        if not (issubclass(cls, _KNOWN) or users):
            raise b.error(
                f"{cls.__name__} may be raised when the program runs; catching it is "
                "not supported yet.",
                "Test for it with an if statement.",
                handler,
            )
