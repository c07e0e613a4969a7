"""Simplify operations of adjoints: identities, signs and powers.

A rewrite is applied only where kinds prove that shape and dtype stay the same, and
never to the primal's own statements. All are exact in real arithmetic and make no inf
or NaN.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.aliasing.escape import escaping_in
from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.leaves import number_of
from tangentlite.ir.rewrite import binds, bound_in, map_statement, reads, substitute
from tangentlite.kinds.kind import FLOATING, Array, Scalar, shape_of
from tangentlite.optimize.rewriter import block_scope


def simplify(function: Function) -> Function:
    """Simplify the right-hand sides of a derivative.

    The primal's own stay, and those for which kinds do not prove that shape and dtype
    stay the same. Operands that are not read any more are dead.

    >>> from tangentlite.ir.example import function_of, shown
    >>> vector = Array("float64", (3,))
    >>> text = "t = 1.0 * y; u = -t; x_bar = z + u; return x_bar"
    >>> shown(simplify(function_of(text, y=vector, z=vector)))
    t = y
    u = -y
    x_bar = z - y
    return x_bar
    """
    return with_body(function, _Simplifier(function).block(function.body))


class _Simplifier:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._kinds = function.kinds
        self._uses = uses_in(function).copy()
        self._memory = memory_in(function)
        self._known: dict[str, gast.expr] = {}  # values of single names
        self._bound: Counter[str] = Counter()  # how often a name has been bound so far
        self._since: dict[str, int] = {}  # that count of its right operand
        self._replaced: dict[str, gast.expr] = {}  # names that stand for an atom

    def block(self, block) -> list[gast.stmt]:
        with block_scope(self._known, self._replaced):
            return self._statements(block)

    def _statements(self, block) -> list[gast.stmt]:
        result = []
        for statement in block:
            if isinstance(statement, gast.Assign):
                if not self._replaced.keys().isdisjoint(reads(statement)):
                    statement = map_statement(statement, self._read)
                statement = self._assign(statement)
                for name in binds(statement):
                    self._bound[name] += 1
            else:
                inner = bound_in([statement])
                self._bound.update(inner)
                statement = map_statement(statement, self._read, block=self.block)
                self._bound.update(inner)
            result.append(statement)
        return result

    def _read(self, node: gast.expr) -> gast.expr:
        return substitute(node, self._replaced) if self._replaced else node

    def _assign(self, statement: gast.Assign) -> gast.Assign:
        target = statement.targets[0]
        if not isinstance(target, gast.Name):
            return statement
        name = target.id
        rhs = statement.value
        if name not in self._function.primal:
            rhs = self._simplified(rhs, name)
        if self._uses.is_single(name):
            self._known[name] = rhs
            if isinstance(rhs, gast.BinOp) and isinstance(rhs.right, gast.Name):
                self._since[name] = self._bound[rhs.right.id]
            if not isinstance(rhs, (gast.BinOp, gast.Call)) and self._is_atom(rhs):
                self._replaced[name] = rhs
                if isinstance(rhs, gast.Name):  # its readers read that one now
                    self._uses.read[rhs.id] += self._uses.read[name] - 1
        if rhs is statement.value:
            return statement
        return build.assign(name, rhs, statement.lineno)

    def _is_atom(self, rhs: gast.expr) -> bool:
        if isinstance(rhs, gast.Name):
            return self._uses.is_single(rhs.id)
        return number_of(rhs) is not None

    def _simplified(self, rhs: gast.expr, name: str) -> gast.expr:
        for _ in range(4):
            new = self._once(rhs, name)
            if new is rhs:
                break
            rhs = new
        return rhs

    def _once(self, rhs: gast.expr, name: str) -> gast.expr:
        if isinstance(rhs, gast.BinOp):
            rule = _BINARY.get(type(rhs.op))
            return rule(self, rhs, name) if rule else rhs
        if isinstance(rhs, gast.UnaryOp) and isinstance(rhs.op, gast.USub):
            inner = self._negated(rhs.operand)
            return rhs if inner is None else self._same(inner, name, rhs)
        if isinstance(rhs, gast.Call):
            return self._call(rhs, name)
        return rhs

    def _same(self, atom: gast.expr, name: str, otherwise: gast.expr) -> gast.expr:
        """Return `atom` if it has the kind of `name`, else the original expression."""
        kind, wanted = self._kind(atom), self._kinds.get(name)
        if kind is None or not _same_kind(kind, wanted):
            return otherwise
        if name in self._uses.changed:
            if isinstance(wanted, Scalar):
                return atom
            return otherwise
        if isinstance(atom, gast.Name) and not isinstance(wanted, Scalar):
            written = self._memory.is_written(atom.id) or self._memory.is_written(name)
            if written or name in escaping_in(self._function):
                return otherwise
        return atom

    def _kind(self, atom: gast.expr):
        if isinstance(atom, gast.Name):
            return self._kinds.get(atom.id)
        value = number_of(atom)
        if isinstance(value, float):
            return Scalar("float64", True)
        return None

    def _negated(self, atom: gast.expr) -> gast.expr | None:
        """Return u if an atom is a name for -u."""
        if isinstance(atom, gast.Name):
            known = self._known.get(atom.id)
            if isinstance(known, gast.UnaryOp) and isinstance(known.op, gast.USub):
                operand = known.operand
                if isinstance(operand, gast.Name) and self._is_value(operand.id):
                    return operand
        return None

    def _multiply(self, rhs: gast.BinOp, name: str) -> gast.expr:
        a, c = number_of(rhs.left), number_of(rhs.right)
        if a is None and c is None:
            return rhs
        for value, other in ((a, rhs.right), (c, rhs.left)):
            if value == 1:
                return self._same(other, name, rhs)
            if value == -1 and self._same(other, name, rhs) is not rhs:
                return build.negate(other)
        if isinstance(a, (int, float)) and isinstance(c, (int, float)):
            return build.constant(a * c)
        if c is not None and isinstance(rhs.left, gast.Name):
            rhs = gast.BinOp(rhs.right, rhs.op, rhs.left)
        return self._scaled_twice(rhs, name)

    def _scaled_twice(self, rhs: gast.BinOp, name: str) -> gast.expr:
        """Fold two literal factors into one, if their product is exact."""
        factor, inner = number_of(rhs.left), self._known_product(rhs.right)
        if factor is None or inner is None:
            return self._without_inverse(rhs, name)
        other, source = number_of(inner.left), inner.right
        if other is None or not _is_exact(factor, other):
            return rhs
        if not isinstance(source, gast.Name):
            return rhs
        same = _same_kind(self._kinds.get(source.id), self._kinds.get(name))
        bound = self._since[rhs.right.id] == self._bound[source.id]
        written = source.id in self._uses.changed or self._memory.is_written(source.id)
        floating = getattr(self._kinds.get(name), "dtype", None) in FLOATING
        if not same or not floating or not bound or written:
            return rhs
        return gast.BinOp(build.constant(float(factor * other)), gast.Mult(), source)

    def _without_inverse(self, rhs: Any, name: str) -> gast.expr:
        """Write `0.5 * (2 * u * v)` as `u * v`."""
        whole, kinds = self._known_once(rhs.right), self._kinds
        if whole is None or not _same_kind(kinds.get(rhs.right.id), kinds.get(name)):
            return rhs
        for one, other in ((whole.left, whole.right), (whole.right, whole.left)):
            inner = self._known_product(one)
            if inner is None:
                continue
            factors: Any = number_of(rhs.left), number_of(inner.left)
            atoms = [a for a in (inner.right, other) if isinstance(a, gast.Name)]
            values = len(atoms) == 2 and all(self._is_value(a.id) for a in atoms)
            exact = factors[0] * factors[1] == 1 and _is_exact(*factors)
            if not values or not exact:
                continue
            if _same_kind(kinds.get(inner.right.id), kinds.get(one.id)):
                return gast.BinOp(inner.right, gast.Mult(), other)
        return rhs

    def _known_once(self, node: gast.expr) -> gast.BinOp | None:
        """Return the product that an atom names, if nothing else reads it."""
        if not isinstance(node, gast.Name) or self._uses.read[node.id] != 1:
            return None
        known = self._known.get(node.id)
        is_product = isinstance(known, gast.BinOp) and isinstance(known.op, gast.Mult)
        return known if is_product else None

    def _known_product(self, node: gast.expr) -> gast.BinOp | None:
        """Return `c * u` if an atom is its name and nothing else reads that."""
        known = self._known_once(node)
        literal = known is not None and number_of(known.left) is not None
        return known if literal else None

    def _is_value(self, name: str) -> bool:
        return self._uses.is_single(name) and not self._memory.is_written(name)

    def _divide(self, rhs: gast.BinOp, name: str) -> gast.expr:
        if number_of(rhs.right) == 1:
            return self._same(rhs.left, name, rhs)
        return rhs

    def _add(self, rhs: gast.BinOp, name: str) -> gast.expr:
        inner = self._negated(rhs.right)
        if inner is not None:
            return gast.BinOp(rhs.left, gast.Sub(), inner)
        inner = self._negated(rhs.left)
        if inner is not None:
            return gast.BinOp(rhs.right, gast.Sub(), inner)
        left, right = rhs.left, rhs.right
        if isinstance(left, gast.Name) and isinstance(right, gast.Name):
            if left.id == right.id and self._is_value(left.id):
                kind: Any = self._kinds.get(left.id)
                if _same_kind(kind, self._kinds.get(name)) and kind.dtype in FLOATING:
                    self._uses.read[left.id] -= 1
                    return gast.BinOp(build.constant(2.0), gast.Mult(), left)
        return self._selected(rhs, name) or self._zero(rhs, name)

    def _selected(self, rhs: gast.BinOp, name: str) -> gast.expr | None:
        """Write `np.where(c, a, 0.0) + np.where(c, 0.0, b)` as `np.where(c, a, b)`."""
        one, other = self._selection(rhs.left), self._selection(rhs.right)
        if one is None or other is None or one.args[0].id != other.args[0].id:
            return None
        kinds = [self._kinds.get(n) for n in (rhs.left.id, rhs.right.id, name)]
        if not all(_same_kind(kind, kinds[2]) for kind in kinds[:2]):
            return None
        for first, second in ((one, other), (other, one)):
            if number_of(first.args[2]) == 0 and number_of(second.args[1]) == 0:
                arguments = [first.args[0], first.args[1], second.args[2]]
                return gast.Call(first.func, arguments, [])
        return None

    def _selection(self, node: gast.expr) -> gast.Call | None:
        """Return the `np.where(c, a, b)` that an atom names, if it is read once."""
        name = getattr(node, "id", "")
        known = self._known.get(name)
        if not isinstance(known, gast.Call) or self._uses.read[name] != 1:
            return None
        if self._function.references.get(getattr(known.func, "id", "")) is not np.where:
            return None
        if len(known.args) != 3 or not isinstance(known.args[0], gast.Name):
            return None
        names = [a.id for a in known.args if isinstance(a, gast.Name)]
        return known if all(map(self._is_value, names)) else None

    def _zero(self, rhs: gast.BinOp, name: str) -> gast.expr:
        for one, other in ((rhs.left, rhs.right), (rhs.right, rhs.left)):
            value = number_of(one)
            if value == 0 and isinstance(value, float):
                return self._same(other, name, rhs)
        return rhs

    def _subtract(self, rhs: gast.BinOp, name: str) -> gast.expr:
        inner = self._negated(rhs.right)
        return rhs if inner is None else gast.BinOp(rhs.left, gast.Add(), inner)

    def _power(self, rhs: gast.BinOp, name: str) -> gast.expr:
        if number_of(rhs.right) == 1:
            return self._same(rhs.left, name, rhs)
        return rhs

    def _call(self, rhs: gast.Call, name: str) -> gast.expr:
        function = self._function.references.get(getattr(rhs.func, "id", ""))
        if function is np.power and number_of(rhs.args[1]) == 1:
            return self._same(rhs.args[0], name, rhs)
        if function in _OPERATORS and len(rhs.args) == 2 and not rhs.keywords:
            # With an array operand the operator raises no more than the ufunc.
            if any(self._is_array(argument) for argument in rhs.args):
                return gast.BinOp(rhs.args[0], _OPERATORS[function](), rhs.args[1])
        return rhs

    def _is_array(self, atom: gast.expr) -> bool:
        kind = self._kinds.get(atom.id) if isinstance(atom, gast.Name) else None
        return isinstance(kind, Array) and bool(kind.shape)


_OPERATORS = {np.divide: gast.Div, np.power: gast.Pow}
_BINARY = {
    gast.Mult: _Simplifier._multiply,
    gast.Div: _Simplifier._divide,
    gast.Add: _Simplifier._add,
    gast.Sub: _Simplifier._subtract,
    gast.Pow: _Simplifier._power,
}


def _same_kind(kind: Any, wanted: Any) -> bool:
    if (
        kind is None
        or wanted is None
        or kind.dtype != wanted.dtype
        or kind.dtype is None
    ):
        return False
    return shape_of(kind) is not None and shape_of(kind) == shape_of(wanted)


def _is_exact(a: float, c: float) -> bool:
    """Whether multiplying by two numbers is multiplying by their product."""
    return any(x != 0 and abs(math.frexp(x)[0]) == 0.5 for x in (a, c))
