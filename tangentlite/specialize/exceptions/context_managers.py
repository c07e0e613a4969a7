"""Built-in context managers: what `with` walks on entry and on exit."""

from __future__ import annotations

import contextlib
import types
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import gast
import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.parse import parse
from tangentlite.frontend.source_liveness import live_variables, local_names
from tangentlite.ir import build
from tangentlite.kinds.kind import ListOf
from tangentlite.specialize.functions import local_classes
from tangentlite.specialize.state import warning_filters
from tangentlite.specialize.state.control import pushed
from tangentlite.specialize.state.warning_filters import Filters
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import NONE, Partial
from tangentlite.values.iterables import Generator
from tangentlite.values.literals import literal
from tangentlite.values.objects import instances


@dataclass(frozen=True, eq=False)
class Manager(Value):
    """A built-in context manager: functions of the walk for entry and exit."""

    enter: Callable
    leave: Callable
    # the exit by an exception; the exceptions that are swallowed
    leave_by: Callable
    swallowed: tuple[type, ...] = ()
    filters: Filters | None = None


@operations.attribute.of(Manager)
def read(b: Builder, owner: Manager, name: str, base: str) -> Partial:
    """Return `owner.__enter__`, or `owner.__exit__`."""
    if name not in ("__enter__", "__exit__"):
        raise b.error(f"a context manager has no attribute {name!r} here.", "")
    return Partial(owner.enter if name == "__enter__" else owner.leave, ())


def swallowed(manager: Value) -> tuple[type, ...]:
    """Return the exceptions that a built-in manager swallows."""
    return manager.swallowed if isinstance(manager, Manager) else ()


def may_swallow(b: Builder, manager: Value) -> bool:
    """Whether a manager of the user's may swallow exceptions: `__exit__` answers."""
    if isinstance(manager, Manager):
        return False
    method = instances.special(b, manager, "__exit__")
    function = getattr(getattr(method, "function", None), "value", None)
    if not isinstance(function, types.FunctionType):
        return True
    local = local_classes.local_function(function)
    tree = parse(function).tree if local is None else local.tree
    returned = [n for n in gast.walk(tree) if isinstance(n, gast.Return)]
    return any(
        node.value is not None
        and not (isinstance(node.value, gast.Constant) and not node.value.value)
        for node in returned
    )


def leave_by(b: Builder, manager: Value, type_: type, value: Value) -> bool:
    """Walk the exit of a manager by an exception; return whether it is swallowed."""
    given = [Known(type_), value, NONE]
    if isinstance(manager, Manager):
        manager.leave_by(b, given, {}, None, "t")
        return False
    found = instances.call_special(b, manager, "__exit__", given, None)
    decided = operations.truth(operations.test_value(b, found))
    if decided is None:
        raise b.error(
            "whether this context manager swallows an exception is known only when the "
            "program runs, which is not supported.",
            "Decide it by the class of the exception.",
        )
    return decided


def decorated_generator(function: object) -> Value | None:
    """Return the generator function that `contextlib.contextmanager` has decorated."""
    if not isinstance(function, types.FunctionType):
        return None
    is_made = function.__code__ is _MADE.__code__
    return getattr(function, "__wrapped__", None) if is_made else None


_MADE: types.FunctionType = contextlib.contextmanager(lambda: iter(()))  # type: ignore


def of_generator(b: Builder, generator: Generator, node: gast.AST) -> Manager:
    """Return the manager of a generator: it runs to the yield, and then to its end."""
    body = _flat(generator.tree.body)
    places = [k for k, s in enumerate(body) if _is_yield(s)]
    yields = [n for s in body for n in gast.walk(s) if isinstance(n, gast.Yield)]
    if len(places) != 1 or len(yields) != 1:
        raise b.error(
            "a context manager made of a generator must have one yield, outside of "
            "loops, branches and handlers.",
            "Write a class with __enter__ and __exit__.",
            node,
        )
    tree = gast.FunctionDef(
        generator.tree.name, generator.tree.args, body, [], None, None, []
    )
    frame = generator.frame
    frame.facts, frame.local_names = live_variables(tree), local_names(tree)

    def enter(b: Builder, arguments, keywords, node, base: str) -> Value:
        frame.start(b.heap)
        b.control.captured.append(frame)
        line, given = b.line, yields[0].value
        with pushed(b.control.frames, frame):
            operations.run_block(b, body[: places[0]])
            value = NONE if given is None else operations.evaluate(b, given)
        b.line = line
        return value

    def run(block: list[gast.stmt]) -> Callable:
        def leave(b: Builder, arguments, keywords, node, base: str) -> Value:
            line = b.line
            with pushed(b.control.frames, frame):
                operations.run_block(b, block)
            b.line = line
            if frame in b.control.captured and not frame.facts.captured:
                b.control.captured.remove(
                    frame
                )  # it has ended, and nothing else reads it
            return NONE

        return leave

    final = _final(generator.tree.body, yields[0])
    return Manager(enter, run(body[places[0] + 1 :]), run(final))


def _flat(block: list[gast.stmt]) -> list[gast.stmt]:
    """Return a block without `try: ... finally: ...`, where nothing raises."""
    found: list[gast.stmt] = []
    for node in block:
        if isinstance(node, gast.Try) and not node.handlers:
            found += _flat([*node.body, *node.orelse, *node.finalbody])
        else:
            found.append(node)
    return found


def _final(block: list[gast.stmt], at: gast.Yield) -> list[gast.stmt]:
    """Return the statements that run if an exception is raised at a yield."""
    for node in block:
        if isinstance(node, gast.Try) and any(n is at for n in gast.walk(node)):
            return [*_final(node.body, at), *_flat(node.finalbody)]
    return []


def _is_yield(node: gast.stmt) -> bool:
    return isinstance(node, gast.Expr) and isinstance(node.value, gast.Yield)


@handlers.builtin(np.errstate)
def _errstate(b: Builder, arguments: list, keywords: dict, node, base: str) -> Manager:
    """NumPy's warnings are silenced in the whole derivative."""
    if arguments or not all(value.is_static for value in keywords.values()):
        raise b.error("np.errstate needs words that are known here.", "", node)
    wanted = {key: value.static_value() for key, value in keywords.items()}
    for key, value in wanted.items():
        if value not in ("ignore", "warn"):
            raise b.error(
                f"np.errstate({key}={value!r}) is not supported: it may raise.",
                "Use 'ignore', or test for what is not wanted.",
                node,
            )
    b.report.errstate.update({k: v for k, v in wanted.items() if v == "ignore"})
    return Manager(_nothing, _nothing, _nothing)


@handlers.builtin(warnings.catch_warnings)
def _catch_warnings(b: Builder, arguments: list, keywords: dict, node, base: str):
    """A filter that ignores warnings in it silences NumPy's of the whole derivative."""
    record = keywords.get("record", literal(False))
    if not record.is_static or record.static_value():
        raise b.error(
            "catch_warnings(record=True) gives warnings of what is run, which is the "
            "derivative.",
            "Filter them: warnings.simplefilter('ignore').",
            node,
        )
    filters = Filters()

    def leave(b: Builder, arguments, keywords, node, base: str) -> Value:
        if warning_filters.COMPLEX in filters.raised and any(
            map(_is_complex, b.kinds.values())
        ):
            raise b.error(
                "a filter that makes warnings exceptions is not supported where "
                "complex numbers are.",
                "Test with np.iscomplexobj.",
            )
        return NONE

    return Manager(_nothing, leave, leave, filters=filters)


def _is_complex(kind: object) -> bool:
    """Whether numbers of a kind, or in a list of it, may be complex."""
    if isinstance(kind, tuple):
        return any(map(_is_complex, kind))
    if isinstance(kind, ListOf):
        return _is_complex(kind.item)
    return str(getattr(kind, "dtype", "")).startswith("complex")


def _filter(name: str) -> Callable:
    """Return the handler of a filter: outside of `catch_warnings` it is set at last."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
        action, *others = [*arguments, *keywords.values()]
        filters = warning_filters.around(b)
        found = warning_filters.rare_error(action, others)
        if found is not None and filters:
            filters[-1].raised.add(found)
            return NONE
        if not action.is_static or action.static_value() == "error":
            raise b.error(
                "a filter that makes warnings exceptions is not supported.",
                "Use 'ignore', or test for what is not wanted.",
                node,
            )
        if not filters:
            module = build.name(b.references.alias("warnings", None, "warnings"))
            callee = b.references.member(module, name, getattr(warnings, name))
            call = operations.as_call(b, callee, arguments, keywords)
            b.add(build.effect(call, b.line))
        elif action.static_value() == "ignore":
            filters[-1].ignore = True
            b.report.errstate["all"] = "ignore"
        return NONE

    return handler


handlers.calls(
    {getattr(warnings, n): _filter(n) for n in ("simplefilter", "filterwarnings")}
)


def _nothing(b: Builder, arguments, keywords, node, base: str) -> Value:
    return NONE


@handlers.builtin(contextlib.nullcontext)
def _nullcontext(b: Builder, arguments: list, keywords: dict, node, base: str):
    value = arguments[0] if arguments else NONE
    return Manager(lambda *given: value, _nothing, _nothing)


@handlers.builtin(contextlib.suppress)
def _suppress(b: Builder, arguments: list, keywords: dict, node, base: str) -> Manager:
    if not all(value.is_static for value in arguments):
        raise b.error("suppress() needs exceptions that are known here.", "", node)
    classes: tuple = tuple(value.static_value() for value in arguments)
    return Manager(_nothing, _nothing, _nothing, classes)


@handlers.builtin(contextlib.contextmanager)
def _decorated(b: Builder, arguments: list, keywords: dict, node, base: str) -> Partial:
    """Return the manager function of a local generator function."""
    return Partial(Known(_entered), tuple(arguments))


def _entered(function: Callable, *arguments: object, **keywords: object) -> None:
    """The name of a function decorated by `contextlib.contextmanager`."""


@handlers.builtin(_entered)
def _of_local(b: Builder, arguments: list, keywords: dict, node, base: str) -> Manager:
    function, *given = arguments
    made = operations.call(b, function, given, keywords, node, base)
    return of_generator(b, made, node)
