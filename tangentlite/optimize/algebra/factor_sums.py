"""Factor a common number out of a sum of products."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.kind import Scalar
from tangentlite.optimize.rewriter import Rewriter
from tangentlite.optimize.share_common import both_ways


def factor_sums(function: Function) -> Function:
    """Multiply a sum by the common factor of its terms instead of each term.

    In adjoints only, where nothing else reads the terms and the kinds stay the same;
    the terms are dead afterwards.

    >>> from tangentlite.ir.example import function_of, shown
    >>> number = Scalar("float64")
    >>> text = "t = c * p; u = c * y; v = t - u; return v"
    >>> shown(factor_sums(function_of(text, c=number, p=number, y=number)))
    t = c * p
    u = c * y
    t1 = p - y
    v = c * t1
    return v
    """
    return _Factors(function).rewritten()


class _Factors(Rewriter):
    def _block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            statement = map_blocks(statement, self.block)
            target = statement.targets[0] if isinstance(statement, gast.Assign) else 0
            if isinstance(target, gast.Name) and self._is_value(target.id):
                result.extend(self._assigned(statement, target.id))
            else:
                result.append(statement)
        return result

    def _is_value(self, name: str) -> bool:
        return self._is_immutable(name) and name not in self._function.primal

    def _assigned(self, statement: gast.Assign, name: str) -> list[gast.stmt]:
        rhs = statement.value
        if isinstance(rhs, gast.BinOp) and isinstance(rhs.op, gast.Mult):
            self._products[name] = rhs
        if not isinstance(rhs, gast.BinOp):
            return [statement]
        if not isinstance(rhs.op, (gast.Add, gast.Sub)):
            return [statement]
        kind = self.kinds[name]
        found = self._common(rhs.left, rhs.right, kind)
        if found is None:
            return [statement]
        factor, left, right = found
        line = statement.lineno
        new: list[gast.stmt] = []
        total = gast.BinOp(
            self._named(left, kind, line, new),
            rhs.op,
            self._named(right, kind, line, new),
        )
        product = gast.BinOp(factor, gast.Mult(), self._named(total, kind, line, new))
        self._products[name] = product
        return [*new, build.assign(name, product, line)]

    def _named(self, rhs: gast.expr, kind: Any, line: int, new: list) -> gast.Name:
        """Assign an operation to a fresh name; return a name as it is."""
        if isinstance(rhs, gast.Name):
            return rhs
        fresh = self._fresh(kind)
        new.append(build.assign(fresh, rhs, line))
        return build.name(fresh)

    def _common(self, one: gast.expr, other: gast.expr, kind: object):
        """Return the common factor of two terms, and their other factors."""
        for factor, left in self._factors(one):
            for second, right in self._factors(other):
                if not self._is_number(factor) or not _is_same(factor, second):
                    continue
                if self._has_kind(left, kind) and self._has_kind(right, kind):
                    return factor, left, right
        return None

    def _factors(self, term: gast.expr) -> Iterator[tuple[gast.expr, gast.expr]]:
        """Yield the factors of a product that is read once, each with the cofactor.

        A number of at least one is taken out of an inner product as well: the cofactor
        is no larger.
        """
        product = self._product_of(term)
        if product is None:
            return
        for factor, rest in both_ways(product):
            yield factor, rest
            inner = self._product_of(factor)
            for number, left in both_ways(inner) if inner is not None else ():
                if _is_at_least_one(number):
                    if self._has_kind(term, self._kind(left)):
                        yield number, gast.BinOp(left, gast.Mult(), rest)

    def _kind(self, node: gast.expr) -> object:
        return self.kinds.get(node.id) if isinstance(node, gast.Name) else None

    def _has_kind(self, node: gast.expr, kind: object) -> bool:
        """Whether an atom, or a product of atoms whose first has its kind, has one.

        Of a kind without dtype the terms may be flags, of which a sum is another.
        """
        first = node.left if isinstance(node, gast.BinOp) else node
        known = getattr(kind, "dtype", None) is not None
        return known and self._kind(first) == kind

    def _is_number(self, node: gast.expr) -> bool:
        if isinstance(node, gast.Name):
            return isinstance(self.kinds.get(node.id), Scalar)
        return isinstance(node, gast.Constant)


def _is_same(one: gast.expr, other: gast.expr) -> bool:
    if isinstance(one, gast.Constant) and isinstance(other, gast.Constant):
        return one.value == other.value
    return text_of(one) == text_of(other)


def _is_at_least_one(node: gast.expr) -> bool:
    value: Any = node.value if isinstance(node, gast.Constant) else None
    return type(value) in (int, float) and value >= 1
