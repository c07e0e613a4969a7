"""Base class of passes that rewrite expressions and make fresh names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import gast

from tangentlite.analysis.aliasing.fresh_arrays import is_new
from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function, same_items
from tangentlite.ir.names import Names
from tangentlite.ir.rewrite import binds, names_in, statements
from tangentlite.kinds.kind import Kind, Scalar
from tangentlite.rules.registry import Rule, rule_of


@contextmanager
def block_scope(*tables: dict) -> Iterator[None]:
    """Remove at the end the entries that tables have got in between."""
    sizes = [len(table) for table in tables]
    yield
    for table, size in zip(tables, sizes):
        while len(table) > size:
            table.popitem()


def _with_new_views(
    body: Sequence[gast.stmt], function: Function
) -> Mapping[str, set[str]]:
    """Return the views of names, extended by calls in a body that may give views."""
    found = dict(function.views)
    for node in statements(body):
        value = node.value if isinstance(node, gast.Assign) else None
        if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Name):
            continue
        rule = rule_of(function.references.get(value.func.id))
        if rule is None or not rule.may_view or is_new(value, function.references):
            continue
        read = set(_viewed(value, rule))
        for name in binds(node):
            missing = read - found.get(name, set()) - function.references.keys()
            if missing and not isinstance(function.kinds.get(name), Scalar):
                found[name] = found.get(name, set()) | missing
    return found


def _viewed(call: gast.Call, rule: Rule) -> Iterator[str]:
    """Yield the names in the arguments that a call's result may alias."""
    for parameter, argument in rule.with_parameters(call.args):
        if parameter.name in rule.may_view:
            yield from names_in(argument)


class Rewriter:
    """Facts of a function, and its kinds and bases extended by those of fresh names."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_in(function).copy()
        self._memory = memory_in(function)
        self._names: Names | None = None
        self._products: dict[str, gast.BinOp] = {}  # definitions that a pass tracks
        self._learned: list[dict] = [self._products]
        self.kinds = dict(function.kinds)
        self.bases = dict(function.bases)

    def rewritten(self) -> Function:
        """Return the function with its body rewritten by `block`."""
        body = self.block(self._function.body)
        if same_items(body, self._function.body):
            return self._function
        return replace(
            self._function,
            body=tuple(body),
            kinds=self.kinds,
            bases=self.bases,
            views=_with_new_views(body, self._function),
        )

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        """Return the rewritten statements of a block.

        Facts about its names are dropped at the end: behind it they may hold values of
        an earlier iteration.
        """
        with block_scope(*self._learned):
            return self._block(block)

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        raise NotImplementedError

    def _is_immutable(self, name: str) -> bool:
        """Whether a name is bound once and its memory is never written."""
        return self._uses.is_single(name) and not self._memory.is_written(name)

    def _product_of(self, node: gast.expr) -> gast.BinOp | None:
        """Return the product that an atom names, if the name is read once.

        Its operands are immutable, so they can be read in place of the atom.
        """
        if not isinstance(node, gast.Name) or self._uses.read[node.id] != 1:
            return None
        found = self._products.get(node.id)
        names = names_in(found) if found is not None else ()
        return found if all(map(self._is_immutable, names)) else None

    def _fresh(self, kind: Kind) -> str:
        """Return a fresh name, bound once."""
        if self._names is None:
            self._names = Names([*self.kinds, *self._uses.bound, *self._uses.read])
        name = self._names.fresh("t")
        self.bases[name], self.kinds[name] = "t", kind
        self._uses.bound[name] += 1
        return name
