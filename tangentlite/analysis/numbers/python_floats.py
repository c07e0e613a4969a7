"""Names that stand for Python's own floats, in every call."""

from __future__ import annotations

import math
import types
from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

import gast

from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, statements
from tangentlite.kinds.kind import ListOf, Scalar

# What gives a Python float, whatever the class of its argument is.
_FLOAT_FUNCTIONS = frozenset(
    {float, math.sqrt, math.exp, math.log, math.log1p, math.expm1, math.sin, math.cos}
    | {math.tan, math.asin, math.acos, math.atan, math.atan2, math.sinh, math.cosh}
    | {math.tanh, math.asinh, math.acosh, math.atanh, math.hypot, math.erf, math.erfc}
    | {math.gamma, math.lgamma, math.fabs, math.copysign, math.log2, math.log10}
)


def python_floats(function: Function, given: Collection[str]) -> frozenset[str]:
    """Return the names that stand for Python floats alone, if those `given` do.

    These are parameters, or names of data outside.

    NumPy's float64 has another arithmetic: it divides by 0. So a value is one only if
    all that it is computed from are numbers of Python. What a list gives back are the
    values that are appended to it.

    >>> from tangentlite.ir.example import function_of
    >>> from tangentlite.kinds.kind import ListOf
    >>> number, integer = Scalar("float64"), Scalar("int64", True)
    >>> text = '''
    ... y = 0.0
    ... saved = []
    ... for i in range(n):
    ...     saved.append(y)
    ...     y = y * x + i
    ... z = saved.pop()
    ... w = z * np.sin(x)
    ... return w'''
    >>> known = dict.fromkeys("wxyz", number) | {"i": integer, "n": integer}
    >>> function = function_of(text, saved=ListOf(number), **known)
    >>> sorted(python_floats(function, ["x"])), sorted(python_floats(function, []))
    (['x', 'y', 'z'], [])
    """
    return _Floats(function, given).found


@dataclass(frozen=True)
class _Popped:
    """The part at a place of an item of a list, of which all have a length."""

    owner: str
    place: int
    length: int


# What a name is bound to; None if it is not known.
_Value: TypeAlias = "gast.expr | _Popped | None"


class _Floats:
    def __init__(self, function: Function, given: Collection[str]) -> None:
        self._kinds = function.kinds
        self._references = function.references
        self._values: dict[str, list[_Value]] = {}
        self._pushed: dict[tuple[str, int, int], list[gast.expr]] = {}
        # lists that a list may hold the rows of, None for unknown ones
        self._rows_of: dict[str | None, set[str | None]] = {}
        self._read(function)
        parameters = {parameter.name for parameter in function.parameters}
        self._fixed = (parameters | function.references.keys()) & set(given)
        for name in parameters - self._fixed:
            self._values.setdefault(name, []).append(None)
            self._rows_of.setdefault(name, set()).add(None)
        real = {n for n, kind in self._kinds.items() if _is_real(kind)}
        self.found = frozenset(real & (self._values.keys() | self._fixed))
        size = -1
        while size != len(self.found):
            size = len(self.found)
            self.found = frozenset(filter(self._holds, self.found))

    def _read(self, function: Function) -> None:
        for node in statements(function.body):
            for name, value in _definitions(node):
                self._values.setdefault(name, []).append(value)
                if isinstance(self._kinds.get(name), ListOf):
                    self._note_rows(name, value)
            call = node.value if isinstance(node, gast.Expr) else None
            if isinstance(call, gast.Call) and _method(call) == "append":
                owner = getattr(call.func.value, "id", "")
                for key, item in _parts_of(owner, call.args[0]):
                    self._pushed.setdefault(key, []).append(item)

    def _note_rows(self, name: str, value: _Value) -> None:
        """Note which list's rows a list holds that a statement binds."""
        if isinstance(value, gast.List) and not value.elts:
            return
        if isinstance(value, gast.Call) and isinstance(value.func, gast.Name):
            if self._references.get(value.func.id) is list:
                (value,) = value.args
                self._rows_of.setdefault(name, set()).add(getattr(value, "id", None))
                return
        source = getattr(value, "id", None)  # another name of the list
        self._rows_of.setdefault(name, set()).add(source)
        if source is not None:
            self._rows_of.setdefault(source, set()).add(name)

    def _holds(self, name: str) -> bool:
        return all(map(self._is_float, self._values.get(name, ())))

    def _is_float(self, node: _Value) -> bool:
        if isinstance(node, gast.Constant):
            return type(node.value) is float
        if isinstance(node, gast.Name):
            return node.id in self.found
        if isinstance(node, gast.UnaryOp):
            return isinstance(node.op, gast.USub) and self._is_float(node.operand)
        if isinstance(node, gast.BinOp):
            return self._is_of_numbers(node)
        if isinstance(node, _Popped):
            pushed = self._pushed_into(node.owner, node.place, node.length)
            return bool(pushed) and all(map(self._is_float, pushed))
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
            called = self._references.get(node.func.id)
            is_builtin = isinstance(called, (type, types.BuiltinFunctionType))
            return is_builtin and called in _FLOAT_FUNCTIONS
        return False

    def _pushed_into(self, owner: str, place: int, length: int) -> list[gast.expr]:
        """Return the parts of rows of a list, and of those that it may be a copy of."""
        owners: set[str | None] = {owner}
        while more := {o for n in owners for o in self._rows_of.get(n, ())} - owners:
            owners |= more
        if None in owners:
            return []
        keys = [(str(one), place, length) for one in owners]
        return [part for key in keys for part in self._pushed.get(key, [])]

    def _is_of_numbers(self, node: gast.BinOp) -> bool:
        """Whether an operation is one of Python's with a float.

        A power of a negative float may be complex, unless the exponent is an integer.
        """
        left, right = map(self._is_float, (node.left, node.right))
        if isinstance(node.op, gast.Pow):
            return left and type(getattr(node.right, "value", None)) is int
        if not isinstance(node.op, (gast.Add, gast.Sub, gast.Mult, gast.Div)):
            return False
        return (left or right) and all(
            known or self._is_integer(part)
            for known, part in ((left, node.left), (right, node.right))
        )

    def _is_integer(self, node: gast.expr) -> bool:
        if isinstance(node, gast.Name):
            kind = self._kinds.get(node.id)
            return kind is not None and _is_python_integer(kind)
        return isinstance(node, gast.Constant) and type(node.value) is int


def _parts_of(
    owner: str, item: gast.expr
) -> list[tuple[tuple[str, int, int], gast.expr]]:
    """Return the parts of an item of a list, by the list, their place, and how many."""
    parts = item.elts if isinstance(item, gast.Tuple) else [item]
    return [((owner, k, len(parts)), part) for k, part in enumerate(parts)]


def _definitions(node: gast.stmt) -> list[tuple[str, _Value]]:
    """Return the names that a statement binds, with what they stand for."""
    if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
        value = gast.BinOp(build.name(node.target.id), node.op, node.value)
        return [(node.target.id, value)]
    if not isinstance(node, gast.Assign):
        return [(name, None) for name in binds(node)]
    target, value = node.targets[0], node.value
    if isinstance(value, gast.Call) and _method(value) == "pop" and not value.args:
        names = binds(node)
        owner = getattr(value.func.value, "id", "")
        return [(n, _Popped(owner, k, len(names))) for k, n in enumerate(names)]
    known = value if isinstance(target, gast.Name) else None
    return [(name, known) for name in binds(node)]


def _method(call: gast.Call) -> str:
    return call.func.attr if isinstance(call.func, gast.Attribute) else ""


def _is_real(kind: object) -> bool:
    return isinstance(kind, Scalar) and kind.dtype == "float64"


def _is_python_integer(kind: object) -> bool:
    return isinstance(kind, Scalar) and kind.dtype == "int64" and kind.weak is True
