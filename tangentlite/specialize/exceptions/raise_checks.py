"""Checks in front of operations that may raise what a `try` statement catches.

They tell whether the operation will raise, so that the handler is a branch.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import replace

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import name_result
from tangentlite.ir import build
from tangentlite.ir.leaves import BINARY, COMPARE
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import Array, Opaque, Scalar
from tangentlite.specialize.exceptions import (
    exception_handlers,
    may_raise,
    operand_kinds,
)
from tangentlite.specialize.functions.recursion import core_functions
from tangentlite.specialize.state import paths, restart
from tangentlite.values.base import Atom
from tangentlite.values.objects import exception_objects


def check(b: Builder, node: gast.AST) -> None:
    """Fork the walk in front of a statement that may raise what is caught."""
    if isinstance(node, gast.expr):
        _require_safe(b, node)
    elif isinstance(node, (gast.Assign, gast.AugAssign, gast.Expr)):
        target = getattr(node, "target", None)
        if isinstance(node, gast.Assign):
            target = node.targets[0]
        if isinstance(target, gast.Subscript):
            _require_number(b, node.value)
            _fork(b, target)
        elif isinstance(node, gast.Expr) or not isinstance(node.value, gast.Name):
            _fork(b, node.value, b.kinds.get(getattr(target, "id", "")))


def _fork(b: Builder, operation: gast.expr, kind: object = None) -> None:
    raised = may_raise.may_raise(b, operation)
    if isinstance(operation, gast.Call) and kind == Array(None, None):
        raised = (Exception,)  # no trial of it has shown anything
    if isinstance(operation, gast.Name):  # a statement: it may have no value
        raised = (UnboundLocalError,)
    for place, handler, classes in _handlers(b, raised):
        exception_handlers.require_open(
            b, b.control.tries[place], classes[0].__name__, None
        )
        question = _question(b, operation, classes)
        if isinstance(operation, gast.Subscript) and _was_asked(b, question):
            continue
        with b.unchecked():
            failure = name_result(b, question, Opaque(None), "failure")
        test = gast.Compare(failure.node, [gast.IsNot()], [build.constant(None)])
        failure = replace(failure, kind=Opaque(_common(raised, classes)))
        exception_handlers.fork_for(b, place, handler, test, failure)


def _common(raised: tuple[type, ...], classes: tuple[type, ...]) -> type | None:
    """Return the one class that is raised and caught, None if there are several."""
    found = {r for r in raised if issubclass(r, classes)}
    found |= {c for c in classes for r in raised if issubclass(c, r)}
    return found.pop() if len(found) == 1 else None


def _require_number(b: Builder, value: gast.expr) -> None:
    """Raise unless a value that is written is sure to fit, or nothing is caught."""
    if not isinstance(operand_kinds.kind_of(b, value), Scalar) and list(
        _handlers(b, (ValueError,))
    ):
        raise b.error(
            "whether what is written here fits is known only when the program runs; "
            "catching that is not supported yet.",
            "Write behind the try statement.",
        )


def _require_safe(b: Builder, rhs: gast.expr) -> None:
    """Walk a condition in steps if an operation in it may raise what is caught."""
    raised = may_raise.may_raise(b, rhs)
    if list(_handlers(b, raised)):
        what = f"{raised[0].__name__}, which may be raised in a condition, is caught."
        raise restart.statements(b, what)


def _handlers(b: Builder, raised: tuple[type, ...]) -> Iterator[tuple]:
    """Yield the handlers that may catch what is raised: try, handler, classes."""
    for place in reversed(range(len(b.control.tries) if raised else 0)):
        target = b.control.tries[place]
        for classes, handler in target.handlers:
            if any(issubclass(r, classes) for r in raised):
                yield place, handler, classes
                if all(issubclass(r, classes) for r in raised):
                    return
            elif any(issubclass(c, r) for c in classes for r in raised if r in _VAGUE):
                yield place, handler, classes
        if exception_handlers.swallows_any(b, target):
            raise b.error(
                f"this context manager may swallow {raised[0].__name__}, which may be "
                "raised here when the program runs; that is not supported yet.",
                "Test for what may go wrong with an if statement.",
            )


_VAGUE = (Exception, LookupError)


def _was_asked(b: Builder, question: gast.expr) -> bool:
    """Whether a place that is written was read before, and so checked."""
    if b.phis.joined.intersection(names_in(question)):
        return False
    asked = [site.caught.value for scope in b.control.scopes for site in scope.sites]
    known = [
        b.definitions.get(getattr(failure, "name", None) or "") for failure in asked
    ]
    text = gast.unparse(question)
    return any(text == gast.unparse(other) for other in known if other is not None)


def _question(b: Builder, rhs: gast.expr, classes: tuple[type, ...]) -> gast.expr:
    """Return the call that tells which of some exceptions an operation raises."""
    function, arguments, keywords = _called(b, rhs)
    callee = b.references.objects.get(getattr(function, "id", ""))
    if isinstance(callee, core_functions.Callee):
        raise b.error(
            f"what {callee.title}, which calls itself, may raise is caught, which is "
            "not supported.",
            "Test for it in front of the call, or write a loop.",
        )
    types = [b.references.function(cls) for cls in classes]
    one = types[0] if len(types) == 1 else build.display(types, tuple)
    callee = b.references.function(runtime.failure)
    return build.call(callee, [one, function, *arguments], keywords)


def raise_type_error(b: Builder, function: Callable, *operands: Atom) -> None:
    """Go to the handler of the TypeError of an operation on text or None."""
    types = [_type(atom) for atom in operands]
    if not paths.catches(b) or not _SAMPLES.keys() >= set(types):
        return
    try:
        function(*(_SAMPLES[type_] for type_ in types))
    except TypeError as error:
        operations.raise_known(b, TypeError, exception_objects.of(b, error), None)


def _type(atom: Atom) -> type | None:
    if isinstance(atom.kind, Opaque):
        return atom.kind.type or type(getattr(atom.node, "value", ...))
    return float if isinstance(atom.kind, Scalar) else None


_SAMPLES: dict[type | None, object] = {str: "a", type(None): None, float: 1}


def _called(b: Builder, rhs: gast.expr) -> tuple[gast.expr, list, list]:
    """Return an operation as a function, its arguments and its keywords."""
    known = isinstance(rhs, gast.Call) and operand_kinds.called(b, rhs) is not None
    if known or getattr(getattr(rhs, "func", None), "attr", "") in may_raise.OF_METHODS:
        named = [(keyword.arg, keyword.value) for keyword in rhs.keywords]
        return rhs.func, list(rhs.args), named
    if isinstance(rhs, gast.BinOp):
        function = b.references.function(BINARY[type(rhs.op)])
        return function, [rhs.left, rhs.right], []
    if isinstance(rhs, gast.Compare) and _is_one(rhs):
        function = b.references.function(COMPARE[type(rhs.ops[0])])
        return function, [rhs.left, rhs.comparators[0]], []
    if isinstance(rhs, gast.Subscript):
        function = b.references.function(operator.getitem)
        return function, [rhs.value, operations.index_argument(b, rhs.slice)], []
    raise b.error(
        "what this may raise is caught, which is not supported yet.",
        "Test for it with an if statement.",
    )


def _is_one(rhs: gast.Compare) -> bool:
    """Whether a comparison is one of two values by a function."""
    return len(rhs.ops) == 1 and type(rhs.ops[0]) in COMPARE
