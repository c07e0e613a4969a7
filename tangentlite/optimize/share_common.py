"""Common-subexpression elimination."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import gast

from tangentlite.analysis.aliasing.escape import escaping_in
from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.invalidation import Changes
from tangentlite.analysis.statement_effects import is_pure
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.names import is_temporary, variable_of
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import (
    map_statement,
    names_in,
    reads,
    substitute,
)
from tangentlite.kinds.kind import REAL, Array
from tangentlite.optimize.rewriter import block_scope

_COMMUTING = (gast.Add, gast.Mult)
_FRESH = frozenset({"zeros_like", "zeros", "ones", "empty"})


def share_common(function: Function) -> Function:
    """Replace a second computation of a value by the name of the first.

    Only pure operations are shared, until a name that they read is bound again or
    written in place.

    >>> from tangentlite.ir.example import function_of, shown
    >>> number = Array("float64", None)
    >>> text = "p = h * k; q = k * h; y = p / q; return y"
    >>> shown(share_common(function_of(text, h=number, k=number)))
    p = h * k
    y = p / p
    return y
    """
    return with_body(function, _Sharer(function).block(function.body))


class _Known:
    """Available expressions: names by the text of their definitions."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._found: dict[str, tuple[str, tuple[str, ...], int]] = {}
        self._replaced: list[tuple[str, Any]] = []

    def get(self, key: str) -> str | None:
        name, names, since = self._found.get(key, (None, (), 0))
        return name if self._changes.unchanged(names, since) else None

    def add(self, key: str, name: str, names: Iterable[str]) -> None:
        self._replaced.append((key, self._found.get(key)))
        self._found[key] = (name, tuple(names), self._changes.time)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Remove at the end the expressions of a block that may not run."""
        outer, self._replaced = self._replaced, []
        yield
        for key, found in reversed(self._replaced):
            if found is None:
                del self._found[key]
            else:
                self._found[key] = found
        self._replaced = outer


class _Sharer:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_in(function)
        self._memory = memory_in(function)
        self._changes = Changes(self._memory)
        self._known = _Known(self._changes)
        self._escaping = set(escaping_in(function))
        self._products: dict[str, gast.BinOp] = {}
        self.same: dict[str, gast.expr] = {}
        self._whole = True  # whether the next block is all of a function's body

    def block(self, block) -> list[gast.stmt]:
        with self._known.scope(), block_scope(self.same, self._products):
            return self._statements(block, self._whole)

    def _statements(self, block, whole: bool) -> list[gast.stmt]:
        result = []
        for statement in block:
            self._changes.enter(statement)
            self._whole = isinstance(statement, gast.FunctionDef)
            if not isinstance(statement, gast.Assign):
                statement = map_statement(statement, self._read, block=self.block)
            else:
                if not self.same.keys().isdisjoint(reads(statement)):
                    statement = map_statement(statement, self._read)
                statement = self._quotient(statement)
                if self._is_shared(statement):
                    if whole:
                        continue
                    # Statements behind the block may read it: it keeps its name.
                    target = statement.targets[0].id
                    first = self.same[target]
                    statement = build.assign(target, first, statement.lineno)
            self._changes.leave(statement)
            result.append(statement)
        return result

    def _read(self, node: gast.expr) -> gast.expr:
        return substitute(node, self.same) if self.same else node

    def _quotient(self, statement: gast.Assign):
        """Write (u * z) / y as (u / y) * z where an adjoint u / y is available.

        That makes an inf or NaN only where u / y, an adjoint itself, is infinite.
        """
        target, rhs = statement.targets[0], statement.value
        if not isinstance(target, gast.Name) or target.id in self._function.primal:
            return statement
        if isinstance(rhs, gast.BinOp) and isinstance(rhs.op, gast.Mult):
            self._products[target.id] = rhs
        if not isinstance(rhs, gast.BinOp) or not isinstance(rhs.op, gast.Div):
            return statement
        product = self._products.get(getattr(rhs.left, "id", ""))
        if product is None or not self._is_immutable(rhs.left.id):
            return statement
        if not all(map(self._is_immutable, names_in(product))):
            return statement
        for one, other in both_ways(product):
            key = self._key(gast.BinOp(one, rhs.op, rhs.right))
            found = None if key is None else self._known.get(key)
            if found is not None:
                shared = gast.BinOp(build.name(found), gast.Mult(), other)
                return build.assign(target.id, shared, statement.lineno)
        return statement

    def _is_immutable(self, name: str) -> bool:
        return self._uses.is_single(name) and not self._memory.is_written(name)

    def _is_shared(self, statement: gast.Assign) -> bool:
        target = statement.targets[0]
        if not isinstance(target, gast.Name) or not self._uses.is_single(target.id):
            return False
        if self._memory.is_written(target.id) and not self._is_part(statement):
            return False
        key = self._key(statement.value)
        if key is None:
            return False
        first = self._known.get(key)
        if first is not None and self._stays(statement, first):
            return False
        if first is None:
            self._known.add(key, target.id, names_in(statement.value))
            return False
        array = isinstance(self._function.kinds.get(target.id), Array)
        if array and target.id in self._escaping:
            if first in self._escaping:
                return False  # two results must not be one array
            self._escaping.add(first)
        self.same[target.id] = build.name(first)
        return True

    def _stays(self, node: gast.Assign, first: str) -> bool:
        """Whether both are slices in the user's lines, which stay: `u[1:-1]`."""
        rhs, function = node.value, self._function
        if not isinstance(rhs, gast.Subscript) or not isinstance(rhs.slice, gast.Slice):
            return False
        both = {first, node.targets[0].id}
        return both <= function.primal and all(
            self._uses.read[name] == 1
            and is_temporary(variable_of(name, function.bases))
            for name in both
        )

    def _is_part(self, node: gast.Assign) -> bool:
        """Whether a statement makes a view: two views of one part are the same."""
        name = node.targets[0].id
        array = isinstance(self._function.kinds.get(name), Array)
        view = array and name in self._function.views
        return view and isinstance(node.value, gast.Subscript)

    def _key(self, rhs: gast.expr) -> str | None:
        """Return a text that is equal for equal expressions, None if not shareable."""
        if isinstance(rhs, (gast.Name, gast.Constant, gast.List)):
            return None
        if not all(map(self._is_followed, names_in(rhs))):
            return None
        if not is_pure(rhs, self._function.references) or _is_fresh(rhs):
            return None
        return self._text(rhs)

    def _is_followed(self, name: str) -> bool:
        """Whether all writes to the memory of a name are known."""
        if isinstance(self._function.kinds.get(name), Array):
            return True
        return name not in self._uses.changed and not self._memory.is_written(name)

    def _text(self, rhs: gast.expr) -> str:
        """Return a text in which operands of commutative operations are ordered."""
        if not isinstance(rhs, gast.BinOp):
            return text_of(rhs)
        left, right = text_of(rhs.left), text_of(rhs.right)
        if right < left and isinstance(rhs.op, _COMMUTING):
            if self._is_real(rhs.left) and self._is_real(rhs.right):
                left, right = right, left
        return f"{type(rhs.op).__name__} {left} {right}"

    def _is_real(self, atom: gast.expr) -> bool:
        if isinstance(atom, gast.Name):
            kind = self._function.kinds.get(atom.id)
            return getattr(kind, "dtype", None) in REAL
        return isinstance(atom, gast.Constant) and type(atom.value) in (int, float)


def _is_fresh(rhs: gast.expr) -> bool:
    if not isinstance(rhs, gast.Call):
        return False
    if isinstance(rhs.func, gast.Attribute):
        return True
    return rhs.func.id.rsplit(".", 1)[-1] in _FRESH


def both_ways(product: gast.BinOp) -> tuple[tuple[gast.expr, gast.expr], ...]:
    """Return the operands of a product in both orders."""
    return (product.left, product.right), (product.right, product.left)
