"""Constructors of gast nodes, so that no other file spells out their fields."""

from __future__ import annotations

import math
from collections.abc import Sequence

import gast

from tangentlite.ir.fact_cache import once

LOAD, STORE = gast.Load(), gast.Store()

OPERATORS: dict[str, type[gast.operator]] = {
    "+": gast.Add, "-": gast.Sub, "*": gast.Mult, "/": gast.Div,
    "//": gast.FloorDiv, "%": gast.Mod, "**": gast.Pow, "@": gast.MatMult,
}  # fmt: skip


@once
def name(identifier: str) -> gast.Name:
    """Return a read of a name (dotted for a reference such as `np.sin`)."""
    return gast.Name(identifier, LOAD, None, None)


@once
def stored(identifier: str) -> gast.Name:
    """Return a name as the target of an assignment."""
    return gast.Name(identifier, STORE, None, None)


def constant(value: object) -> gast.expr:
    """Return a literal; negative, infinite and NaN numbers become expressions."""
    if isinstance(value, tuple):
        return display([constant(item) for item in value], tuple)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if isinstance(value, float) and not math.isfinite(value):
            # A literal that overflows to infinity: float('inf') needs no import.
            text = gast.Constant(str(abs(value)), None)
            positive = gast.Call(name("float"), [text], [])
            return positive if not value < 0 else negate(positive)
        if value < 0 or (isinstance(value, float) and math.copysign(1.0, value) < 0):
            return negate(gast.Constant(-value, None))
    if isinstance(value, complex) and value.real == 0.0 and value.imag < 0.0:
        return negate(gast.Constant(complex(0.0, -value.imag), None))
    return gast.Constant(value, None)


def negate(operand: gast.expr) -> gast.UnaryOp:
    """Return a unary minus."""
    return gast.UnaryOp(gast.USub(), operand)


def binary(left: gast.expr, operator: str, right: gast.expr) -> gast.BinOp:
    """Return a binary operation by the operator's text."""
    return gast.BinOp(left, OPERATORS[operator](), right)


def call(
    callee: gast.expr | str,
    arguments: Sequence[gast.expr] = (),
    keywords: Sequence[tuple[str, gast.expr]] = (),
) -> gast.Call:
    """Return a call with positional and keyword arguments."""
    function = name(callee) if isinstance(callee, str) else callee
    named = [gast.keyword(key, value) for key, value in keywords]
    return gast.Call(function, list(arguments), named)


def attribute(owner: gast.expr, identifier: str) -> gast.Attribute:
    """Return a read of an attribute."""
    return gast.Attribute(owner, identifier, LOAD)


def subscript(owner: gast.expr, index: gast.expr) -> gast.Subscript:
    """Return a read of an element or slice."""
    return gast.Subscript(owner, index, LOAD)


def display(items: Sequence[gast.expr], kind: type) -> gast.expr:
    """Return a tuple or list display."""
    if kind is tuple:
        return gast.Tuple(list(items), LOAD)
    return gast.List(list(items), LOAD)


def mapping(keys: Sequence[gast.expr], items: Sequence[gast.expr]) -> gast.Dict:
    """Return a dict display."""
    return gast.Dict(list(keys), list(items))


def assign(target: gast.expr | str, value: gast.expr, line: int = 0) -> gast.Assign:
    """Return an assignment to a name, an element or a slice."""
    if isinstance(target, str):
        target = stored(target)
    elif isinstance(target, gast.Subscript):
        target = gast.Subscript(target.value, target.slice, STORE)
    return at(gast.Assign([target], value, None), line)


def augment(
    target: gast.expr | str, operator: str, value: gast.expr, line: int = 0
) -> gast.AugAssign:
    """Return an augmented assignment to a name, an element or a slice."""
    if isinstance(target, str):
        target = stored(target)
    elif isinstance(target, gast.Subscript):
        target = gast.Subscript(target.value, target.slice, STORE)
    return at(gast.AugAssign(target, OPERATORS[operator](), value), line)


def effect(value: gast.expr, line: int = 0) -> gast.Expr:
    """Return an expression statement, evaluated for its effect."""
    return at(gast.Expr(value), line)


def branch(
    test: gast.expr,
    body: Sequence[gast.stmt],
    orelse: Sequence[gast.stmt] = (),
    line: int = 0,
) -> gast.If:
    """Return an `if` statement."""
    return at(gast.If(test, list(body), list(orelse)), line)


def loop(
    target: str, iterable: gast.expr, body: Sequence[gast.stmt], line: int = 0
) -> gast.For:
    """Return a `for` statement over one name."""
    return at(gast.For(stored(target), iterable, list(body), [], None), line)


def repeat(test: gast.expr, body: Sequence[gast.stmt], line: int = 0) -> gast.While:
    """Return a `while` statement."""
    return at(gast.While(test, list(body), []), line)


def result(value: gast.expr | None, line: int = 0) -> gast.Return:
    """Return a `return` statement."""
    return at(gast.Return(value), line)


def at(statement, line: int):
    """Set the position of a statement (see `ir.function.position`) and return it."""
    statement.lineno = line
    statement.col_offset = 0
    return statement
