"""`raise`, and exceptions: a path that ends, or goes on in the handler of a `try`."""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable

import gast

from tangentlite import errors, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import keep_nested
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.operations import implements
from tangentlite.specialize.exceptions import exception_handlers
from tangentlite.specialize.outside import write_back
from tangentlite.specialize.state import paths, restart, snapshot
from tangentlite.values.base import Atom, Known, Sequence
from tangentlite.values.callable_values import NONE, Partial, with_items
from tangentlite.values.heap import Instance
from tangentlite.values.literals import literal
from tangentlite.values.text import strings


def ends_by_raising(block: list[gast.stmt]) -> bool:
    """Whether the last statement of a block is a raise."""
    return bool(block) and isinstance(block[-1], gast.Raise)


def run_raise(b: Builder, node: gast.Raise) -> None:
    """Go to the handler of what a statement raises, or emit that it is raised."""
    if node.exc is not None:
        value = _evaluated(b, node.exc)
    elif b.handled:
        value = b.handled[-1]
    else:
        raise b.error("raise without an exception to raise again.", "Name it.", node)
    cause = _cause(b, node)
    type_ = type_of(value)
    if type_ is BaseException and any(t.handlers for t in b.tries):
        raise exception_handlers.undecided(b, "which exception", node)
    exception_handlers.raise_known(b, type_, value, node)
    write_back.before_raising(b)
    _raise(b, value, *cause)


def _evaluated(b: Builder, node: gast.expr) -> object:
    """Return an exception; of a class it is made without arguments."""
    value = operations.evaluate(b, node)
    if isinstance(value, Known) and isinstance(value.value, type):
        return operations.call(b, value, [], {}, node, "t")
    return value


def _cause(b: Builder, node: gast.Raise) -> list:
    """Return what stands behind `from`, nothing if it is not at hand.

    Only who reads the traceback needs it, so it is no reason to refuse a program; and
    it is made once more, so that its class must not do anything then.
    """
    if node.cause is None:
        return []
    mark = snapshot.mark(b)
    try:
        value = _evaluated(b, node.cause)
    except errors.UnsupportedError:
        snapshot.back_to(b, mark)
        return []
    if isinstance(value, Instance):
        start = lookup(value.type, "__init__", None)
        at_hand = not isinstance(start, types.FunctionType)
    else:
        at_hand = isinstance(getattr(value, "kind", None), Opaque)
    return [value] if at_hand or isinstance(value, Known) else []


def _raise(b: Builder, value: object, *cause: object) -> None:
    callee = b.references.function(runtime.raise_error)
    parts = [operations.as_expression(b, value)]
    # An exception that is caught may have been made in a way that is not known.
    with contextlib.suppress(errors.UnsupportedError):
        parts += [operations.as_expression(b, part) for part in cause]
    b.add(build.effect(build.call(callee, parts), b.line))
    raise paths.Raised


def type_of(value: object) -> type:
    """Return the class of an exception, as far as it is known."""
    if isinstance(value, Known):
        return type(value.value)
    if isinstance(value, Instance):
        return value.type
    if isinstance(value, Atom) and isinstance(value.kind, Opaque):
        return value.kind.type or BaseException
    return BaseException


@implements(operations.certain_error)
def always(b: Builder, error: Exception, instead: str, node) -> Exception:
    """Go to the handler of an exception that is raised here, or return our error.

    In a branch or loop, which may not run, the generated code raises it.
    """
    return known(b, of(b, error), f"{error}.", instead, node)


def raise_at_once(b: Builder, error: Exception) -> None:
    """Go to the handler of what an operation is sure to raise, or emit the raise.

    In a condition, of which it may be skipped, the operation raises by itself.
    """
    if b.emit is keep_nested:
        return
    value = of(b, error)
    exception_handlers.raise_known(b, value.type, value, None)
    write_back.before_raising(b)
    _raise(b, value)


def known(b: Builder, value: Instance, what: str, instead: str, node) -> Exception:
    """Go to the handler of an exception that is raised here, or return our error."""
    exception_handlers.raise_known(b, value.type, value, node)
    refusal = b.error(what, instead, node)
    if b.sources[b.frame.source].generated:
        return refusal
    if b.emit is keep_nested:  # in a condition, of which it may be skipped
        return restart.instead_of(b, refusal)
    if b.depth > 0:
        write_back.before_raising(b)
        _raise(b, value)
    return refusal


def made(b: Builder, cls: type, arguments: list, keywords: dict, node) -> Instance:
    """Walk `ValueError(*arguments)`."""
    value = Instance(b.heap, cls, ("args",), (Sequence(tuple(arguments)),))
    value.made_of = (tuple(arguments), tuple(keywords.items()))
    start = lookup(cls, "__init__", None)
    if isinstance(start, types.FunctionType):
        operations.call(b, Known(start), [value, *arguments], keywords, node, "t")
    return value


def of(b: Builder, error: Exception) -> Instance:
    """Return an exception that is raised while the function is walked."""
    return made(b, type(error), [literal(part) for part in error.args], {}, None)


def is_exception(value: object) -> bool:
    """Whether a value is an exception that the program made."""
    return isinstance(value, Instance) and issubclass(value.type, BaseException)


def base_method(value: object, name: str) -> Partial | None:
    """Return a method of Python's own exceptions: `__init__` keeps what it is given."""
    if is_exception(value):
        return Partial(_keep, (value,)) if name == "__init__" else None
    return None


def _keep(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, *given = arguments
    items = {**owner.as_dict(), "args": Sequence(tuple(given))}
    owner.put(tuple(items.values()), tuple(items))
    return NONE


def as_text(b: Builder, value: object) -> object:
    """Return the text of an exception, or a value as it is, for what shows it."""
    if type(value) is Sequence and value.type is tuple:
        return with_items(value, tuple(as_text(b, item) for item in value.items))
    if not is_exception(value):
        return value
    return operations.call(b, Known(str), [value], {}, None, "t")


def text_of(b: Builder, function: Callable, owner: Instance, node: gast.AST) -> object:
    """Return `str` or `repr` of an exception, made of its arguments as Python does."""
    cls, given = owner.type, owner.as_dict()["args"]
    one = given.items[0] if len(given.items) == 1 else None
    how = {name: lookup(cls, name, None) for name in ("__str__", "__repr__")}
    own = function is str and how["__str__"] is vars(KeyError)["__str__"]
    if function is repr and how["__repr__"] is vars(BaseException)["__repr__"]:
        inside = given if one is None else one
        template = "{}{}" if one is None else "{}({})"
        text = operations.call(b, Known(repr), [inside], {}, node, "t")
        return strings.formatted(b, template, [Known(cls.__name__), text], {}, "t")
    if function is str and (own or how["__str__"] is vars(BaseException)["__str__"]):
        if not given.items:
            return Known("")
        spelled = repr if own and one is not None else str
        inside = given if one is None else one
        return operations.call(b, Known(spelled), [inside], {}, node, "t")
    raise b.error(
        f"the text of a {cls.__name__} is not supported.",
        "Use what it was given: e.args.",
        node,
    )
