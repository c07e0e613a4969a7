"""Straight-line texts of array code as texts of numbers, for many tangents at once."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

# A number is the text of a name, or a literal.
Number = str | float | int


class NotStraight(Exception):
    """Raised where a text does more than compute numbers and short arrays of them."""


@dataclass(eq=False)
class Vector:
    """A short array of which each entry is a number; `held` if something views it."""

    items: list[Number]
    held: bool = False


class Columns:
    """The lines that compute what a function returns for several sets of arguments.

    The function is the text of a derivative, which has assignments alone. What it
    computes twice is computed once; a product with 0 is not computed at all.
    """

    def __init__(
        self, function: ast.FunctionDef, outside: dict[str, Any], scalars: set[str]
    ) -> None:
        """Prepare a text: what it names outside, and which arguments are numbers."""
        self._body, self._outside, self._scalars = function.body, outside, scalars
        self.lines: list[str] = []
        self._names: dict[str, str] = {}
        self._viewed: set[Any] = set()
        self._variables: dict[str, Any] = {}

    def of(self, arguments: dict[str, Number]) -> list[Number]:
        """Return the numbers that the function returns for some arguments."""
        self._variables = dict(arguments)
        for statement in self._body:
            if isinstance(statement, ast.Return):
                found = self._value(statement.value)
                items = found if isinstance(found, tuple) else (found,)
                return [self._number(item) for item in items]
            self._run(statement)
        raise NotStraight

    def _run(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Expr) and isinstance(
            statement.value, ast.Constant
        ):
            return  # the docstring
        if isinstance(statement, ast.AugAssign):
            self._change(statement)
        elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            self._bind(statement.targets[0], self._value(statement.value))
        else:
            raise NotStraight

    def _change(self, statement: ast.AugAssign) -> None:
        target = statement.target
        read = ast.parse(ast.unparse(target), mode="eval").body
        value = self._binary(statement.op, read, statement.value)
        known = self._value(read) if isinstance(target, ast.Name) else None
        if known is None or self._is_scalar(known):
            self._bind(target, value)
        elif isinstance(known, Vector) and isinstance(value, Vector):
            if known.held:
                raise NotStraight
            known.items[:] = value.items
        elif known in self._viewed or list(self._variables.values()).count(known) > 1:
            raise NotStraight  # others may see the array that it changes
        else:
            self._bind(target, value)

    def _bind(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self._variables[target.id] = value
        elif isinstance(target, ast.Tuple):
            items = value.items if isinstance(value, Vector) else value
            if not isinstance(items, (list, tuple)) or len(items) != len(target.elts):
                raise NotStraight
            for one, item in zip(target.elts, items):
                self._bind(one, item)
        elif isinstance(target, ast.Subscript):
            owner, place = self._value(target.value), _place(target.slice)
            if (
                not isinstance(owner, Vector)
                or owner.held
                or not isinstance(place, int)
            ):
                raise NotStraight
            owner.items[place] = self._number(value)
        else:
            raise NotStraight

    def _value(self, node: ast.expr | None) -> Any:
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return node.value
        if isinstance(node, ast.Name):
            return self._variables.get(node.id, node.id)
        if type(node) is ast.Tuple or type(node) is ast.List:
            return tuple(map(self._value, node.elts))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._each(_negated, self._value(node.operand))
        if isinstance(node, ast.BinOp):
            return self._binary(node.op, node.left, node.right)
        if isinstance(node, ast.Subscript):
            return self._item(self._value(node.value), node.slice)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Attribute) and self._object(node) is not None:
            return ast.unparse(node)
        raise NotStraight

    def _binary(self, op: ast.operator, left: ast.expr, right: ast.expr) -> Any:
        symbol = _SYMBOLS.get(type(op))
        if symbol is None:
            raise NotStraight
        both = self._value(left), self._value(right)
        if symbol == "@":
            return self._emitted(" @ ".join(str(self._text(one)) for one in both))
        return self._each(lambda *given: combined(symbol, *given), *both)

    def _each(self, make: Callable, *given: Any) -> Any:
        """Apply an operation to numbers, or to the entries of vectors."""
        sizes = {len(one.items) for one in given if isinstance(one, Vector)}
        if any(isinstance(one, tuple) for one in given):
            raise NotStraight
        if all(map(self._is_scalar, given)):
            return self._scalar(make(*given))
        known = all(isinstance(x, Vector) or self._is_scalar(x) for x in given)
        if len(sizes) != 1 or not known:
            return self._emitted(make(*map(self._text, given)))
        count = sizes.pop()
        rows = [
            one.items if isinstance(one, Vector) else [one] * count for one in given
        ]
        return Vector([self._scalar(make(*row)) for row in zip(*rows)])

    def _is_scalar(self, value: Any) -> bool:
        """Whether a value is a number, not an array of which nothing is known."""
        return isinstance(value, (float, int)) or value in self._scalars

    def _scalar(self, made: Number) -> Number:
        found = self._emitted(made)
        if isinstance(found, str):
            self._scalars.add(found)
        return found

    def _item(self, owner: Any, index: ast.expr) -> Any:
        place = _place(index)
        if isinstance(owner, Vector) and isinstance(place, int):
            return owner.items[place]
        if isinstance(owner, Vector) and isinstance(place, slice):
            owner.held = True
            return Vector(owner.items[place], held=True)
        if isinstance(owner, tuple) and isinstance(place, int):
            return owner[place]
        if place is None or isinstance(owner, tuple):
            raise NotStraight
        self._viewed.add(owner)
        return self._emitted(f"{self._text(owner)}[{ast.unparse(index)}]")

    def _call(self, node: ast.Call) -> Any:
        function = self._object(node.func)
        if function is None or any(type(one) is ast.Starred for one in node.args):
            raise NotStraight
        given = [self._value(one) for one in node.args]
        if not node.keywords and len(given) == 1:
            (one,) = given
            if function in (np.array, np.asarray) and isinstance(one, tuple):
                if all(map(_is_number, one)) and not all(map(_is_whole, one)):
                    if all(map(self._is_scalar, one)):
                        return Vector(list(one))
            if function in (np.ravel, np.asarray) and isinstance(one, Vector):
                return one
            if function in (np.array, np.copy) and isinstance(one, Vector):
                return Vector(list(one.items))
            if function in (np.zeros_like, np.empty_like) and isinstance(one, Vector):
                return Vector([0.0] * len(one.items))
            if function in (np.zeros, np.empty) and isinstance(one, int):
                return Vector([0.0] * one)
        shown = ast.unparse(node.func)
        if isinstance(function, np.ufunc) and not node.keywords and function.nout == 1:
            return self._each(
                lambda *row: f"{shown}({', '.join(map(str, row))})", *given
            )
        texts = [self._text(one) for one in given]
        self._viewed.update(texts)
        for keyword in node.keywords:
            texts.append(f"{keyword.arg}={self._text(self._value(keyword.value))}")
        return self._emitted(f"{shown}({', '.join(map(str, texts))})")

    def _object(self, node: ast.expr) -> Any:
        """Return what a dotted name stands for outside of the text."""
        if isinstance(node, ast.Attribute):
            return getattr(self._object(node.value), node.attr, None)
        if isinstance(node, ast.Name) and node.id not in self._variables:
            return self._outside.get(node.id, getattr(builtins, node.id, None))
        return None

    def _text(self, value: Any) -> Number:
        """Return a value as it stands in a line."""
        if isinstance(value, Vector):
            value.held = True
            return self._emitted(f"_array(({''.join(f'{x}, ' for x in value.items)}))")
        if isinstance(value, tuple):
            return f"({''.join(f'{self._text(one)}, ' for one in value)})"
        return value

    def _number(self, value: Any) -> Number:
        if not _is_number(value):
            raise NotStraight
        return value

    def _emitted(self, made: Number) -> Number:
        """Return the name of what a line computes, which is computed once."""
        if not isinstance(made, str) or made.isidentifier():
            return made
        if made not in self._names:
            name = f"_s{len(self._names)}"
            self._names[made] = name
            self.lines.append(f"{name} = {made}")
        return self._names[made]


_SYMBOLS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**",
    ast.MatMult: "@",
}  # fmt: skip
_FOLDED = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def _is_number(value: Any) -> bool:
    return isinstance(value, (str, float, int))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int)


def _place(node: ast.expr) -> int | slice | None:
    """Return an index that is written out."""
    if type(node) is ast.Slice:
        ends = [None if e is None else _place(e) for e in (node.lower, node.upper)]
        if node.step is not None or ends.count(None) > [
            node.lower, node.upper
        ].count(None):  # fmt: skip
            return None
        return slice(*ends)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _place(node.operand)
        return -inner if isinstance(inner, int) else None
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


def _negated(x: Number) -> Number:
    return f"-{x}" if isinstance(x, str) else -x


def combined(symbol: str, x: Number, y: Number) -> Number:
    """Return the text of an operation, or what it gives where one is 0 or 1."""
    if not isinstance(x, str) and not isinstance(y, str) and symbol in _FOLDED:
        return _FOLDED[symbol](x, y)
    if symbol == "*" and (_is(x, 0) or _is(y, 0)) or symbol == "/" and _is(x, 0):
        return 0.0
    if symbol in "*" and _is(x, 1) or symbol == "+" and _is(x, 0):
        return y
    if symbol in "*/" and _is(y, 1) or symbol in "+-" and _is(y, 0):
        return x
    if symbol == "-" and _is(x, 0):
        return _negated(y)
    return f"{x} {symbol} {y}" if not _is_negative(x) else f"({x}) {symbol} {y}"


def _is(x: Number, number: int) -> bool:
    return not isinstance(x, str) and x == number


def _is_negative(x: Number) -> bool:
    return not isinstance(x, str) and x < 0


def columns_of(
    outside: dict[str, Any],
    text: str,
    scalars: set[str],
    each: Sequence[dict[str, Number]],
) -> tuple[list[str], list[list[Number]]]:
    """Return lines, and what a function returns for each of some sets of arguments.

    Which of these are numbers is given, and what stands `outside` of the function.
    Raises NotStraight if its text does more than compute numbers.
    """
    nodes = ast.parse(text).body
    (tree,) = (node for node in nodes if isinstance(node, ast.FunctionDef))
    columns = Columns(tree, outside, set(scalars))
    found = [columns.of(arguments) for arguments in each]
    return columns.lines, found
