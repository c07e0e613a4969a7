"""Operations that may raise when the program runs, where a `try` statement catches it.

A test in front of each says whether it will, so that its handler is a branch.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.ir import build
from tangentlite.kinds.dims import Symbol, may_be_negative
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.rules.operators import BINARY
from tangentlite.rules.registry import rule_of
from tangentlite.specialize import catching, logs, raising
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.materialize import index_argument
from tangentlite.specialize.naming import name_result
from tangentlite.specialize.records import Atom


def check(b: Builder, node: gast.AST) -> None:
    """Part the try statements around in front of a statement that may raise."""
    if isinstance(node, gast.expr):
        _require_safe(b, node)
    elif isinstance(node, (gast.Assign, gast.AugAssign, gast.Expr)):
        target = getattr(node, "target", None)
        if isinstance(node, gast.Assign):
            target = node.targets[0]
        if isinstance(target, gast.Subscript):
            _require_number(b, node.value)
            _part(b, target)
        elif isinstance(node, gast.Expr) or not isinstance(node.value, gast.Name):
            _part(b, node.value)


def _part(b: Builder, operation: gast.expr) -> None:
    raised = may_raise(b, operation)
    if isinstance(operation, gast.Name):  # a statement: it may have no value
        raised = (UnboundLocalError,)
    for place, handler, classes in _handlers(b, raised):
        catching.require_open(b, b.tries[place], classes[0].__name__, None)
        question = _question(b, operation, classes)
        if isinstance(operation, gast.Subscript) and _was_asked(b, question):
            continue
        with b.unchecked():
            failure = name_result(b, question, Opaque(None), "failure")
        test = gast.Compare(failure.node, [gast.IsNot()], [build.constant(None)])
        failure = replace(failure, kind=Opaque(_common(raised, classes)))
        catching.part_for(b, place, handler, test, failure)


def _common(raised: tuple[type, ...], classes: tuple[type, ...]) -> type | None:
    """Return the class of what is raised, and caught, as far as it is known."""
    found = {r for r in raised if issubclass(r, classes)}
    found |= {c for c in classes for r in raised if issubclass(c, r)}
    return found.pop() if len(found) == 1 else None


def _require_number(b: Builder, value: gast.expr) -> None:
    """Raise if what is written into an array may not fit, and that is caught."""
    if not isinstance(_kind(b, value), Scalar) and list(_handlers(b, (ValueError,))):
        raise b.error(
            "whether what is written here fits is known only when the program runs; "
            "catching that is not supported yet.",
            "Write behind the try statement.",
        )


def _require_safe(b: Builder, rhs: gast.expr) -> None:
    """Raise if a part of a condition may raise what is caught."""
    raised = may_raise(b, rhs)
    if list(_handlers(b, raised)):
        raise b.error(
            f"{raised[0].__name__} may be raised in a condition, in a try statement "
            "that catches it, which is not supported yet.",
            "Compute the parts of the condition in statements before.",
        )


def _handlers(b: Builder, raised: tuple[type, ...]):
    """Yield the handlers that an operation may lead to, and what they catch."""
    for place in reversed(range(len(b.tries) if raised else 0)):
        target = b.tries[place]
        for classes, handler in target.handlers:
            if any(issubclass(r, classes) for r in raised):
                yield place, handler, classes
                if all(issubclass(r, classes) for r in raised):
                    return
            elif any(issubclass(c, r) for c in classes for r in raised if r in _VAGUE):
                yield place, handler, classes
        if catching.swallows_any(b, target):
            raise b.error(
                f"this context manager may swallow {raised[0].__name__}, which may be "
                "raised here when the program runs; that is not supported yet.",
                "Test for what may go wrong with an if statement.",
            )


_VAGUE = (Exception, LookupError)


def _was_asked(b: Builder, question: gast.expr) -> bool:
    """Whether a place that is written was read before, which has not failed then."""
    if b.joined.intersection(names_in(question)):
        return False
    asked = [site.caught.value for scope in b.scopes for site in scope.sites]
    known = [b.definitions.get(getattr(failure, "name", None)) for failure in asked]
    text = gast.unparse(question)
    return any(text == gast.unparse(other) for other in known if other is not None)


def _question(b: Builder, rhs: gast.expr, classes: tuple[type, ...]) -> gast.expr:
    """Return the call that says which of some exceptions an operation raises."""
    function, arguments, keywords = _called(b, rhs)
    types = [b.references.function(cls) for cls in classes]
    one = types[0] if len(types) == 1 else build.display(types, tuple)
    callee = b.references.function(runtime.failure)
    return build.call(callee, [one, function, *arguments], keywords)


def raise_type_error(b: Builder, function: Callable, *operands: Atom) -> None:
    """Go to the handler of what an operation on text, or None, is sure to raise."""
    samples = [_SAMPLES.get(_type(atom)) for atom in operands]
    if not catching.catches(b) or None in samples:
        return
    try:
        function(*(sample for (sample,) in samples))
    except TypeError as error:
        catching.raise_known(b, TypeError, raising.of(b, error), None)


def _type(atom: Atom) -> object:
    if isinstance(atom.kind, Opaque):
        return atom.kind.type or type(getattr(atom.node, "value", ...))
    return float if isinstance(atom.kind, Scalar) else None


_SAMPLES = {str: ("a",), type(None): (None,), float: (1,)}


def _called(b: Builder, rhs: gast.expr):
    """Return an operation as a function, its arguments and its keywords."""
    known = isinstance(rhs, gast.Call) and _function(b, rhs) is not None
    if known or getattr(getattr(rhs, "func", None), "attr", "") in _OF_METHODS:
        named = [(keyword.arg, keyword.value) for keyword in rhs.keywords]
        return rhs.func, list(rhs.args), named
    if isinstance(rhs, gast.BinOp):
        function = b.references.function(BINARY[type(rhs.op)])
        return function, [rhs.left, rhs.right], []
    if isinstance(rhs, gast.Subscript):
        function = b.references.function(operator.getitem)
        return function, [rhs.value, index_argument(b, rhs.slice)], []
    raise b.error(
        "what this may raise is caught, which is not supported yet.",
        "Test for it with an if statement.",
    )


def may_raise(b: Builder, rhs: gast.expr) -> tuple[type, ...]:
    """Return the classes of the exceptions that an operation may raise, by itself."""
    if isinstance(rhs, gast.BinOp):
        return _of_operator(b, rhs)
    if isinstance(rhs, gast.Compare):
        return _of_shapes(b, [rhs.left, *rhs.comparators])
    if isinstance(rhs, gast.Subscript):
        return _of_item(b, rhs)
    if isinstance(rhs, gast.Call):
        return _of_call(b, rhs)
    return ()


def _of_item(b: Builder, rhs: gast.Subscript) -> tuple[type, ...]:
    owner, index = _kind(b, rhs.value), _kind(b, rhs.slice)
    if isinstance(owner, ListOf):
        value = getattr(index, "value", None)
        no_index = isinstance(index, Opaque) or isinstance(value, float)
        return (TypeError,) if no_index else (IndexError,)
    return (IndexError,) if isinstance(owner, Array) else (LookupError,)


def _kind(b: Builder, node: gast.expr) -> object:
    if isinstance(node, gast.Constant) and isinstance(
        node.value, (str, bytes, type(None))
    ):
        return Opaque(type(node.value))
    if isinstance(node, gast.Constant):
        return Scalar(None, True, node.value)
    if isinstance(node, gast.UnaryOp) and isinstance(node.operand, gast.Constant):
        return Scalar(None, True, -node.operand.value)
    return b.kinds.get(getattr(node, "id", ""))


def _of_operator(b: Builder, rhs: gast.BinOp) -> tuple[type, ...]:
    left, right = _kind(b, rhs.left), _kind(b, rhs.right)
    if not (isinstance(left, Scalar) and isinstance(right, Scalar)):
        return _of_shapes(b, [rhs.left, rhs.right])
    if isinstance(rhs.op, (gast.Div, gast.FloorDiv, gast.Mod)):
        return () if right.value else (ZeroDivisionError,)
    if isinstance(rhs.op, gast.Pow):
        positive = right.value is not None and right.value >= 0
        return (OverflowError,) if positive else (OverflowError, ZeroDivisionError)
    return ()


def _of_shapes(b: Builder, operands: list[gast.expr]) -> tuple[type, ...]:
    """Arrays of one shape, and numbers, go together.

    That two sizes are one may have been learned of the operation itself.
    """
    leaves = [part for node in operands for part in gast.walk(node)]
    named = (gast.Name, gast.Constant)
    kinds = [_kind(b, part) for part in leaves if isinstance(part, named)]
    arrays = [kind for kind in kinds if not isinstance(kind, Scalar)]
    if not all(isinstance(kind, Array) and kind.shape is not None for kind in arrays):
        return (ValueError, TypeError)
    return () if len({kind.shape for kind in arrays}) <= 1 else (ValueError,)


def _of_call(b: Builder, rhs: gast.Call) -> tuple[type, ...]:
    function = _function(b, rhs)
    if function is None:
        method = getattr(rhs.func, "attr", "")
        return _OF_METHODS.get(method, () if method in _SAFE_METHODS else (Exception,))
    if any(function is safe for safe in _SAFE):
        return _of_arguments(b, function, rhs)
    if function is runtime.position_of:
        return (KeyError,)
    if function is runtime.formatted and _can_be_formatted(b, rhs):
        return ()
    if function is float:
        known = isinstance(_kind(b, rhs.args[0]), (Scalar, Array))
        return () if known else (ValueError, TypeError)
    module = getattr(function, "__module__", None)
    if module == "math" or function in (int, round):
        return (ValueError, OverflowError)
    rule = rule_of(function)
    if rule is None and not isinstance(function, np.ufunc):
        return (Exception,)
    if rule is None or rule.kind == "elementwise":
        return _of_shapes(b, list(rhs.args))
    if module == "numpy.linalg":
        return (np.linalg.LinAlgError, ValueError)
    return (ValueError, IndexError)


def _of_arguments(b: Builder, function: object, rhs: gast.Call) -> tuple[type, ...]:
    """Return what a function raises that takes any number and any array."""
    if function is np.array and _shape(b, rhs.args[0]) is None:
        return (ValueError,)
    if function in (np.zeros, np.ones) and not _are_sizes(b, rhs.args[0]):
        return (ValueError,)
    if function in (np.sum, np.mean):
        named = [keyword.value for keyword in rhs.keywords if keyword.arg == "axis"]
        rank = len(_shape(b, rhs.args[0]) or ())
        if not all(_is_axis(node, rank) for node in (*rhs.args[1:2], *named)):
            return (np.exceptions.AxisError,)
    return ()


def _shape(b: Builder, node: gast.expr) -> tuple | None:
    """Return the shape of a value, or of the array made of it; None if unknown."""
    if isinstance(node, (gast.List, gast.Tuple)):
        found = {_shape(b, item) for item in node.elts} or {()}
        inner = found.pop() if len(found) == 1 else None
        return None if inner is None else (len(node.elts), *inner)
    kind = _kind(b, node)
    if isinstance(kind, ListOf):
        return ("items",) if isinstance(kind.item, (Scalar, type(None))) else None
    if isinstance(kind, Scalar):
        return ()
    return kind.shape if isinstance(kind, Array) else None


def _are_sizes(b: Builder, node: gast.expr) -> bool:
    """Whether a shape is made of numbers that are not negative."""
    items = node.elts if isinstance(node, (gast.List, gast.Tuple)) else [node]
    return all(_is_size(b, item) for item in items)


def _is_size(b: Builder, node: gast.expr) -> bool:
    if isinstance(node, (gast.Attribute, gast.Call)):  # the shape of an array
        return True
    kind = _kind(b, node)
    if not isinstance(kind, Scalar):
        return isinstance(kind, Opaque) and kind.type is tuple
    if isinstance(kind.size, Symbol):
        terms = kind.size.terms or ((kind.size.base, 1),)
        sure = all(part > 0 and not may_be_negative(base) for base, part in terms)
        return sure and kind.size.offset >= 0
    return kind.value is not None and kind.value >= 0


def _is_axis(node: gast.expr, rank: int) -> bool:
    """Whether an array of a rank has an axis, or all of some axes."""
    if isinstance(node, gast.Tuple):
        return all(_is_axis(item, rank) for item in node.elts)
    sign = 1
    if isinstance(node, gast.UnaryOp):
        sign, node = -1, node.operand
    value = getattr(node, "value", ...)
    return value is None or (type(value) is int and -rank <= sign * value < rank)


_OF_METHODS: dict[str, tuple[type, ...]] = {"index": (ValueError,)}
_SAFE_METHODS = (
    "append", "astype", "count", "random", "standard_normal", "normal", "uniform",
    "integers", *logs.MESSAGES,
)  # fmt: skip


def _function(b: Builder, rhs: gast.Call) -> object | None:
    """Return what is called; None for functions of the generated code."""
    return b.references.objects.get(gast.unparse(rhs.func).strip())


def _can_be_formatted(b: Builder, rhs: gast.Call) -> bool:
    """Whether a template takes numbers and text of the types at hand."""
    template, *values = rhs.args
    samples = [_sample(_kind(b, value)) for value in values]
    named = {part.arg: _sample(_kind(b, part.value)) for part in rhs.keywords}
    if None in (*samples, *named.values()):
        return False
    try:
        template.value.format(*samples, **named)
    except Exception:
        return False
    return True


def _sample(kind: object) -> object:
    if isinstance(kind, Scalar) and kind.value is not None:
        return kind.value
    if isinstance(kind, Scalar) and kind.dtype is not None:
        return np.zeros((), kind.dtype).item()
    return "" if isinstance(kind, Opaque) and kind.type is str else None


# They take any number, or any array, as the ones that are here.
_SAFE = (
    print, len, bool, isinstance, np.sum, np.mean, np.copy, np.array, np.zeros,
    np.ones, np.zeros_like, np.ones_like, np.transpose, np.ravel, np.real, np.imag,
    np.abs, runtime.raise_error, runtime.no_result, runtime.failure, runtime.store,
    *logs.HANDLERS,
)  # fmt: skip
