"""Expressions by element: names, literals, operators, and calls from the table."""

from __future__ import annotations

import math
import types

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.ir.leaves import number_of
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.kinds.objects.libraries import is_known_library
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.functions.lists.number_lists import (
    is_list,
    item_of_list,
    of_list,
)
from tangentlite.loops.lowering.array_items import item_of
from tangentlite.loops.lowering.arrays import element, of_array, pointwise
from tangentlite.loops.lowering.element_values import Elements, number, result_dtype
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import ONE, expression
from tangentlite.loops.lowering.shapes import extents_of, integer_of_shape, shape_of
from tangentlite.loops.lowering.table import (
    ELEMENTS,
    NODES,
    STATEMENTS,
    found_in,
)
from tangentlite.runtime import loop_helpers as helpers


def _of_name(low: Lowering, node: gast.Name) -> Elements:
    name = node.id
    if name in low.references and name not in low.kinds:
        return _of_reference(low, node)
    kind = low.kinds.get(name)
    if isinstance(kind, Scalar) and len(low.facts.integers.get(name, "  ")) == 1:
        return number(expression(low.facts.integers[name]), kind.dtype, True)
    if isinstance(kind, Scalar):
        return number(node, kind.dtype, kind.weak is not False)
    if isinstance(kind, ListOf):
        return of_list(low, node)
    if low.rank(name) == 0 and name not in low.virtual:
        whole = name in low.given and isinstance(kind, Array)
        dtype = getattr(kind, "dtype", None)
        return number(element(name, ()) if not whole else _only(node), dtype)
    if low.rank(name) is None:
        raise low.refuse(f"{low.shown(name)} is no number and no array")
    return of_array(low, name)


def _only(node: gast.Name) -> gast.expr:
    """Return the entry of an array without axes."""
    return build.subscript(node, build.display([], tuple))


def _of_reference(low: Lowering, node: gast.Name) -> Elements:
    value = low.references[node.id]
    if value is np.pi or value is math.pi or value is math.e or value is np.inf:
        return number(node, "float64", True)
    if isinstance(value, (bool, int, float)):
        return number(
            node, np.asarray(value).dtype.name, not isinstance(value, np.generic)
        )
    raise low.refuse(f"{node.id} is no number")


def _of_constant(low: Lowering, node: gast.Constant) -> Elements:
    if isinstance(node.value, (bool, int, float, complex)):
        return number(node, np.asarray(node.value).dtype.name, True)
    raise low.refuse(f"{node.value!r} is no number")


def _of_binary(low: Lowering, node: gast.BinOp) -> Elements:
    if isinstance(node.op, gast.MatMult):
        return of_statements(low, node, np.matmul)
    left, right = low.elements(node.left), low.elements(node.right)
    dtype = result_dtype(left, right)
    if isinstance(node.op, gast.Div) and np.dtype(dtype).kind in "biu":
        dtype = "float64"
    if left.rank + right.rank == 0 and left.weak and right.weak:
        _require_defined(low, node, left, right)
    if isinstance(node.op, gast.Pow):
        return _power(low, node, left, right, dtype)

    def make(one: gast.expr, other: gast.expr) -> gast.expr:
        return gast.BinOp(one, node.op, other)

    return pointwise(low, make, dtype, left, right)


def _require_defined(
    low: Lowering, node: gast.BinOp, left: Elements, right: Elements
) -> None:
    """Test what Python raises an error for, where NumPy has inf or nan."""
    known = number_of(node.right)
    if isinstance(node.op, (gast.Div, gast.FloorDiv, gast.Mod)):
        size = low.integer(node.right)
        positive = size is not None and low.is_at_least(size, ONE)
        if not known and not positive:
            test = low.call(helpers.require_nonzero, right.at(()))
            low.emit(build.effect(test, low.line))
    elif isinstance(node.op, gast.Pow) and not (isinstance(known, int) and known >= 0):
        test = low.call(helpers.require_power, left.at(()), right.at(()))
        low.emit(build.effect(test, low.line))


def _power(
    low: Lowering, node: gast.BinOp, left: Elements, right: Elements, dtype: str | None
) -> Elements:
    """Return a power; one of halves by square roots, which are far cheaper."""
    exponent = number_of(node.right)
    weak = left.weak and right.weak
    if exponent is None or "float" not in str(left.dtype) or abs(exponent) > 4:
        return pointwise(low, _raised, dtype, left, right)
    if float(exponent).is_integer():
        whole = build.constant(int(exponent))
        make = lambda x: _raised(x, whole)  # noqa: E731
        make = squared if int(exponent) == 2 else make
        return pointwise(low, make, dtype, left, weak=weak)
    if float(2 * exponent).is_integer():
        root = lambda x: _by_root(low, x, abs(exponent), exponent < 0)  # noqa: E731
        return pointwise(low, root, dtype, left, weak=weak)
    return pointwise(low, _raised, dtype, left, right)


def _raised(base: gast.expr, exponent: gast.expr) -> gast.expr:
    return gast.BinOp(base, gast.Pow(), exponent)


def squared(base: gast.expr) -> gast.expr:
    """Return the square of a number, of one without operations as a product.

    numba compiles a function for powers.
    """
    if isinstance(base, (gast.Name, gast.Subscript)):
        return build.binary(base, "*", base)
    return _raised(base, build.constant(2))


def _by_root(
    low: Lowering, base: gast.expr, exponent: float, inverse: bool
) -> gast.expr:
    """Return a power of halves as a product with a square root."""
    found: gast.expr = low.call(np.sqrt, base)
    for _ in range(int(exponent)):
        found = build.binary(base, "*", found)
    return build.binary(build.constant(1.0), "/", found) if inverse else found


def _of_unary(low: Lowering, node: gast.UnaryOp) -> Elements:
    inner = low.elements(node.operand)
    is_flag = inner.dtype == "bool"
    if isinstance(node.op, gast.Invert) and is_flag:
        return pointwise(low, lambda one: gast.UnaryOp(gast.Not(), one), "bool", inner)
    if isinstance(node.op, gast.Not):
        if is_list(low, node.operand):
            return number(gast.UnaryOp(gast.Not(), node.operand), "bool", True)
        if inner.rank:
            raise low.refuse("the truth of an array is not known")
        return pointwise(low, lambda one: gast.UnaryOp(gast.Not(), one), "bool", inner)
    make = lambda one: gast.UnaryOp(node.op, one)  # noqa: E731
    return pointwise(low, make, inner.dtype, inner, weak=inner.weak)


def _of_compare(low: Lowering, node: gast.Compare) -> Elements:
    same = _of_shapes(low, node)
    if same is not None:
        return number(same, "bool", True)
    values = [low.elements(part) for part in (node.left, *node.comparators)]

    def make(first: gast.expr, *rest: gast.expr) -> gast.expr:
        return gast.Compare(first, node.ops, list(rest))

    return pointwise(low, make, "bool", *values, cast=False)


def _of_shapes(low: Lowering, node: gast.Compare) -> gast.expr | None:
    """Return whether two tuples of sizes are equal, or unequal; None for others."""
    sides = [node.left, *node.comparators]
    if len(sides) != 2 or not isinstance(node.ops[0], (gast.Eq, gast.NotEq)):
        return None
    if not all(
        isinstance(side, gast.Tuple) or shape_of(low, side) is not None
        for side in sides
    ):
        return None
    one, other = (extents_of(low, side) for side in sides)
    is_equal = isinstance(node.ops[0], gast.Eq)
    if len(one) != len(other):
        return build.constant(not is_equal)
    pairs = [(a, b) for a, b in zip(one, other) if not low.facts.same(a, b)]
    if not pairs:
        return build.constant(is_equal)
    tests = [
        gast.Compare(
            expression(low.exact(a)), [node.ops[0]], [expression(low.exact(b))]
        )
        for a, b in pairs
    ]
    if len(tests) == 1:
        return tests[0]
    return gast.BoolOp(gast.And() if is_equal else gast.Or(), tests)


def _of_both(low: Lowering, node: gast.BoolOp) -> Elements:
    values = [low.elements(part) for part in node.values]
    if any(value.rank for value in values):
        raise low.refuse("the truth of an array is not known")
    parts = [value.at(()) for value in values]
    return number(gast.BoolOp(node.op, parts), values[0].dtype, values[0].weak)


def _of_choice(low: Lowering, node: gast.IfExp) -> Elements:
    test, one, other = (low.elements(n) for n in (node.test, node.body, node.orelse))
    make = lambda *parts: gast.IfExp(parts[0], parts[1], parts[2])  # noqa: E731
    return pointwise(low, make, result_dtype(one, other), test, one, other, cast=False)


def _of_call(low: Lowering, node: gast.Call) -> Elements:
    size = integer_of_shape(low, node)
    if size is not None:
        return _of_size(low, size)
    function = called(low, node)
    handler = found_in(ELEMENTS, function)
    if handler is not None:
        return handler(low, node)
    return of_statements(low, node, function)


def called(low: Lowering, node: gast.Call) -> object:
    """Return the function that a call calls, None for other methods than `astype`."""
    if getattr(node.func, "attr", "") == "astype":
        return np.ndarray.astype
    return low.references.get(getattr(node.func, "id", ""))


def of_statements(low: Lowering, node: gast.expr, function: object) -> Elements:
    """Return the elements of what statements compute in front of this one."""
    handler = found_in(STATEMENTS, function)
    if handler is None:
        name = getattr(function, "__name__", "") or getattr(node.func, "attr", "it")
        why = f"{name} has no form of loops"
        if isinstance(function, types.FunctionType) and not is_known_library(function):
            why += ", as rules have none; functions of tl.custom_vjp are compiled"
        raise low.refuse(why)
    name = low.fresh("t", Opaque(None))
    handler(low, name, node)
    return _of_name(low, build.name(name))


def _of_attribute(low: Lowering, node: gast.Attribute) -> Elements:
    size = integer_of_shape(low, node)
    if size is not None:
        return _of_size(low, size)
    if node.attr == "T":
        return ELEMENTS[np.transpose](low, build.call("np.transpose", [node.value]))
    raise low.refuse(f".{node.attr} is no number and no array")


def _of_size(low: Lowering, size: Affine) -> Elements:
    return number(expression(low.exact(size)), "int64", True)


def _of_subscript(low: Lowering, node: gast.Subscript) -> Elements:
    size = integer_of_shape(low, node)
    if size is not None:
        return _of_size(low, size)
    if is_list(low, node.value):
        return item_of_list(low, node)
    return item_of(low, low.elements(node.value), node.slice)


NODES.update(
    {
        gast.Name: _of_name,
        gast.Constant: _of_constant,
        gast.BinOp: _of_binary,
        gast.UnaryOp: _of_unary,
        gast.Compare: _of_compare,
        gast.BoolOp: _of_both,
        gast.IfExp: _of_choice,
        gast.Call: _of_call,
        gast.Attribute: _of_attribute,
        gast.Subscript: _of_subscript,
    }
)
