"""What is known of the operands of an operation that may raise."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, Kind, Opaque, Scalar


def kind_of(b: Builder, node: gast.expr) -> Kind | None:
    """Return the kind of an operand, None if it is not known.

    In conditions operands are expressions: those of numbers alone are numbers.
    """
    if isinstance(node, gast.Constant) and isinstance(
        node.value, (str, bytes, type(None))
    ):
        return Opaque(type(node.value))
    if isinstance(node, gast.Constant):
        return Scalar(None, True, node.value)
    if isinstance(node, gast.UnaryOp) and isinstance(node.operand, gast.Constant):
        return Scalar(None, True, -node.operand.value)
    if isinstance(node, (gast.BinOp, gast.UnaryOp)) or _gives_number(b, node):
        return Scalar(None) if _is_of_numbers(b, node) else None
    return b.kinds.get(getattr(node, "id", ""))


def called(b: Builder, rhs: gast.Call) -> object | None:
    """Return the callee; None for functions of the generated code."""
    return b.references.objects.get(gast.unparse(rhs.func).strip())


def may_be_number(kind: Kind | None) -> bool:
    """Whether a kind is that of numbers, or of any rank, which a number has, too."""
    return not isinstance(kind, Array) or kind.shape is None


def is_whole(kind: object) -> bool:
    """Whether a kind is that of integers or flags."""
    value = getattr(kind, "value", None)
    if value is not None:
        return isinstance(value, int)
    return str(getattr(kind, "dtype", None)).startswith(("int", "uint", "bool"))


def is_positive(value: object) -> bool:
    """Whether a value is a real number above zero."""
    return isinstance(value, (int, float)) and value > 0


def _gives_number(b: Builder, node: gast.expr) -> bool:
    """Whether an expression calls a function of numbers, which makes one of them."""
    function = called(b, node) if isinstance(node, gast.Call) else None
    module = getattr(function, "__module__", None)
    return function in (abs, float, int, max, min, round) or module == "math"


def _is_of_numbers(b: Builder, node: gast.expr) -> bool:
    leaves = [p for p in parts_of(node) if isinstance(p, (gast.Name, gast.Constant))]
    return all(isinstance(kind_of(b, leaf), Scalar) for leaf in leaves)


def parts_of(node: gast.AST) -> Iterator[gast.AST]:
    """Yield the parts of an expression, without the functions that it calls."""
    yield node
    for name, part in gast.iter_fields(node):
        for one in part if isinstance(part, list) else [part]:
            if isinstance(one, gast.AST) and not (
                isinstance(node, gast.Call) and name == "func"
            ):
                yield from parts_of(one)
