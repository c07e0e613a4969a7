"""Read shapes from other arrays rather than from values that are otherwise dead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.use_counts import Uses, uses_in
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.nodes import nodes_in
from tangentlite.ir.rewrite import map_statement, names_in, statements
from tangentlite.kinds.kind import Array

# What gives the array that a name's shape, or shape and dtype, may be read from.
Borrowed = Callable[[gast.expr, bool], gast.expr]


def borrow_shapes(function: Function) -> Function:
    """Read a shape from a parameter, or an operand, that provably has the same one.

    Only for values of which nothing but the shape is read: they may be dead then. Zeros
    like an array of several axes lie in memory as that array does.

    >>> from tangentlite.ir.example import function_of, shown
    >>> vector = Array("float64", (3,))
    >>> text = "t = y * p; n = t.size; return n"
    >>> shown(borrow_shapes(function_of(text, y=vector, p=vector, n="size")))
    t = y * p
    n = y.size
    return n
    """
    uses = uses_in(function)
    shapes_only = _only_for_shape(function, uses)
    if not shapes_only:
        return function
    lenders, operands = _lenders(function, uses), _operands(function, uses)

    def borrowed(node: gast.expr, with_dtype: bool) -> gast.expr:
        if not isinstance(node, gast.Name) or node.id not in shapes_only:
            return node
        kind: Any = function.kinds.get(node.id)
        if not _has_shape(kind):
            return node
        lender = lenders.get(kind.shape) or operands.get(node.id)
        if lender is None or (
            with_dtype and function.kinds[lender].dtype != kind.dtype
        ):
            return node
        return gast.Name(lender, node.ctx, None, None)

    def read(node: gast.expr) -> gast.expr:
        return _read(function, borrowed, node)

    return with_body(function, [map_statement(s, read) for s in function.body])


def _read(function: Function, borrowed: Borrowed, node: gast.expr) -> gast.expr:
    if isinstance(node, gast.Attribute) and node.attr in ("shape", "size"):
        owner = borrowed(node.value, False)
        if owner is not node.value:
            return gast.Attribute(owner, node.attr, node.ctx)
    elif isinstance(node, gast.Subscript) and isinstance(node.value, gast.Attribute):
        owner = _read(function, borrowed, node.value)
        if owner is not node.value:
            return gast.Subscript(owner, node.slice, node.ctx)
    elif isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
        return _read_in_call(function, borrowed, node)
    return node


def _read_in_call(function: Function, borrowed: Borrowed, node: gast.Call) -> gast.Call:
    callee = function.references.get(node.func.id)
    arguments = list(node.args)
    if (
        callee is np.zeros_like
        and not node.keywords
        and _has_one_axis(function, node.args[0])
    ):
        arguments[0] = borrowed(arguments[0], len(arguments) == 1)
    elif callee is len:
        arguments = [borrowed(arguments[0], False)]
    elif callee in _SHAPE:
        place = _SHAPE[callee]
        arguments[place] = _read(function, borrowed, arguments[place])
    if all(new is old for new, old in zip(arguments, node.args)):
        return node
    return gast.Call(node.func, arguments, node.keywords)


# Which argument is a shape.
_SHAPE = {np.broadcast_to: 1, np.full: 0}


def _lenders(function: Function, uses: Uses) -> dict[tuple, str]:
    """Return for each shape the first parameter that has it and is never rebound."""
    found: dict[tuple, str] = {}
    for parameter in function.parameters:
        kind: Any = function.kinds.get(parameter.name)
        if _has_shape(kind) and uses.is_single(parameter.name):
            found.setdefault(kind.shape, parameter.name)
    return found


def _operands(function: Function, uses: Uses) -> dict[str, str]:
    """Return for results of arithmetic the first operand that has their shape.

    It is that of the operand itself where nothing else reads the operand.
    """
    found: dict[str, str] = {}
    for statement in statements(function.body):
        if not isinstance(statement, gast.Assign):
            continue
        target, value = statement.targets[0], statement.value
        if not isinstance(target, gast.Name) or uses.bound[target.id] != 1:
            continue
        if not isinstance(value, (gast.BinOp, gast.UnaryOp)):
            continue
        kind: Any = function.kinds.get(target.id)
        for name in names_in(value) if _has_shape(kind) else ():
            own: Any = function.kinds.get(name)
            if _has_shape(own) and own.shape == kind.shape and uses.bound[name] == 1:
                is_dead = uses.read[name] == 1 and name in found
                found.setdefault(target.id, found[name] if is_dead else name)
    return found


def _only_for_shape(function: Function, uses: Uses) -> set[str]:
    """Return names of which only the shape is read."""
    counts: Counter = Counter()
    for statement in statements(function.body):
        for node in nodes_in(statement) if _is_simple(statement) else ():
            if isinstance(node, gast.Attribute) and node.attr in ("shape", "size"):
                counts.update(names_in(node.value))
            elif isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
                callee = function.references.get(node.func.id)
                if callee in (np.zeros_like, len):
                    counts.update(names_in(node.args[0]))
    return {name for name, count in counts.items() if uses.read[name] == count}


def _is_simple(statement: gast.stmt) -> bool:
    """Whether a statement has no blocks, and an operation as its right-hand side."""
    if isinstance(statement, (gast.Assign, gast.AugAssign)):
        return not isinstance(statement.value, _OF_ATOMS)
    return isinstance(statement, (gast.Return, gast.Expr))


_OF_ATOMS = (gast.BinOp, gast.UnaryOp, gast.Name, gast.Constant, gast.Compare)


def _has_shape(kind: object) -> bool:
    return isinstance(kind, Array) and bool(kind.shape)


def _has_one_axis(function: Function, node: gast.expr) -> bool:
    kind: Any = function.kinds.get(getattr(node, "id", ""))
    return _has_shape(kind) and len(kind.shape) == 1
