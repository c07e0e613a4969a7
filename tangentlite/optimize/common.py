"""Compute what is the same once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

import gast

from tangentlite.analysis.definitions import Uses, uses_of
from tangentlite.analysis.effects import is_pure
from tangentlite.analysis.escapes import escaping
from tangentlite.analysis.memory import memory_of
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, bound_in, map_statement, names_in, substitute
from tangentlite.kinds.kind import Array

_FRESH = frozenset({"zeros_like", "copy", "zeros", "ones", "empty"})


def share_common(function: Function) -> Function:
    """Replace a second computation of a value by the name of the first.

    Only pure operations on names that nothing writes in place are shared, until one
    of them is bound again.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "p = 1.0 - h; q = 1.0 - h; y = p * q; return y"
    >>> shown(share_common(function_of(text, h="number")))
    p = 1.0 - h
    y = p * p
    return y
    """
    uses = uses_of(function.body, [p.name for p in function.parameters])
    sharer = _Sharer(function, uses)
    body = sharer.block(function.body, {})
    return replace(function, body=tuple(body)) if sharer.same else function


@dataclass(frozen=True)
class _Found:
    """A name that holds a value, and the names that it was computed from."""

    name: str
    names: frozenset[str]


class _Sharer:
    def __init__(self, function: Function, uses: Uses) -> None:
        self._function = function
        self._uses = uses
        self._memory = memory_of(function.body, function.views)
        self._escaping = set(escaping(function.body, function.views))
        self.same: dict[str, gast.expr] = {}

    def block(self, block, known: dict[str, _Found]) -> list[gast.stmt]:
        known = dict(known)
        result = []
        for statement in block:
            if isinstance(statement, (gast.For, gast.While)):
                _forget(known, bound_in([statement]), self._uses)
            statement = map_statement(
                statement, self._read, block=partial(self._inner, known)
            )
            if isinstance(statement, gast.Assign) and self._is_shared(statement, known):
                continue
            plain = isinstance(statement, (gast.Assign, gast.Expr))
            bound = binds(statement) if plain else bound_in([statement])
            _forget(known, bound, self._uses)
            result.append(statement)
        return result

    def _inner(self, known: dict[str, _Found], block) -> list[gast.stmt]:
        return self.block(block, known)

    def _read(self, node: gast.expr) -> gast.expr:
        return substitute(node, self.same) if self.same else node

    def _is_shared(self, statement: gast.Assign, known: dict[str, _Found]) -> bool:
        target = statement.targets[0]
        if not isinstance(target, gast.Name) or not self._uses.is_single(target.id):
            return False
        if self._memory.is_written(target.id):
            return False
        key = self._key(statement.value)
        if key is None:
            return False
        names = frozenset(names_in(statement.value))
        first = known.setdefault(key, _Found(target.id, names))
        if first.name == target.id:
            return False
        array = isinstance(self._function.kinds.get(target.id), Array)
        if array and target.id in self._escaping:
            if first.name in self._escaping:
                return False  # two results must not be one array
            self._escaping.add(first.name)
        self.same[target.id] = build.name(first.name)
        return True

    def _key(self, rhs: gast.expr) -> str | None:
        """Return a text that is equal for equal values, None if it must stay."""
        if isinstance(rhs, (gast.Name, gast.Constant, gast.List)):
            return None
        for name in names_in(rhs):
            if name in self._uses.changed or self._memory.is_written(name):
                return None
        if not is_pure(rhs, self._function.references) or _is_fresh(rhs):
            return None
        return text_of(rhs)


def _forget(known: dict[str, _Found], bound: Iterable[str], uses: Uses) -> None:
    """Drop what was computed from names that are bound again."""
    again = {name for name in bound if uses.bound[name] > 1}
    if again:
        for key in [key for key, found in known.items() if found.names & again]:
            del known[key]


def _is_fresh(rhs: gast.expr) -> bool:
    if not isinstance(rhs, gast.Call):
        return False
    if isinstance(rhs.func, gast.Attribute):
        return True
    return rhs.func.id.rsplit(".", 1)[-1] in _FRESH


def text_of(node: object) -> str:
    """Return a compact text of an expression's structure.

    >>> text_of(gast.parse('a[1:]').body[0].value)
    '(Subscript a (Slice (Constant 1 _) _ _))'
    """
    if isinstance(node, gast.Name):
        return node.id
    if isinstance(node, gast.AST):
        if isinstance(node, gast.expr_context):
            return ""
        parts = [
            "_" if value is None else text_of(value)
            for value in (getattr(node, field, None) for field in node._fields)
        ]
        inner = " ".join(part for part in parts if part)
        return f"({type(node).__name__}{' ' if inner else ''}{inner})"
    if isinstance(node, list):
        return f"[{' '.join(text_of(item) for item in node)}]"
    return repr(node)
