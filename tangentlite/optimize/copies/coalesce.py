"""Coalescing: merge the two names of a copy whose live ranges do not interfere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import gast

from tangentlite.analysis.liveness.interference import Pairs, interference, is_copy
from tangentlite.ir.function import Function
from tangentlite.ir.names import is_temporary, variable_of
from tangentlite.ir.rewrite import (
    binds,
    map_names,
    map_statement,
    reads,
    statements,
)
from tangentlite.kinds.kind import join
from tangentlite.kinds.sizes.proofs import Sizes


def coalesce(function: Function) -> Function:
    """Merge the two names of a copy whose live ranges do not interfere.

    Two variables of the user's keep their two names, and so do values of two kinds.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... l1 = l
    ... for i in range(3):
    ...     l2 = l1 * l1
    ...     l1 = l2
    ... return l1'''
    >>> shown(coalesce(function_of(text, l="number", i="counter")))
    for i in range(3):
        l = l * l
    return l
    """
    copies = [
        (statement.targets[0].id, statement.value.id)
        for statement in statements(function.body)
        if is_copy(statement) and statement.value.id not in function.references
    ]
    if not copies:
        return function
    parameters = [p.name for p in function.parameters]
    pairs = interference(function.body, _connected(copies), parameters)
    # A saved value of a variable is no variable of its own.
    bases = {
        name: base if name in function.primal else base.removesuffix("_saved")
        for name in function.bases
        for base in (variable_of(name, function.bases),)
    }
    classes = _Classes(pairs, bases)
    for target, source in copies:
        if _same_kind(function, target, source):
            classes.merge(target, source)
    order = _order(function, parameters)
    renamed = classes.names(order, set(parameters))
    body = _renamed(function.body, renamed)
    views: dict[str, set[str]] = {}
    for name, owners in function.views.items():
        known = views.setdefault(renamed.get(name, name), set())
        known.update(renamed.get(owner, owner) for owner in owners)
    kinds = {**function.kinds, **_joined_kinds(function.kinds, renamed)}
    raises = frozenset(renamed.get(name, name) for name in function.raises)
    return replace(function, body=tuple(body), views=views, kinds=kinds, raises=raises)


def _connected(copies: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Return the names connected by copies for each name: no others merge with it.

    >>> found = _connected([("a", "b"), ("c", "d"), ("b", "e")])
    >>> sorted(found["a"]), found["c"] is found["d"]
    (['a', 'b', 'e'], True)
    """
    groups: dict[str, set[str]] = {}
    for one, other in copies:
        first, second = (groups.setdefault(name, {name}) for name in (one, other))
        if len(first) < len(second):
            first, second = second, first
        if first is not second:
            first |= second
            groups.update(dict.fromkeys(second, first))
    return groups


def _joined_kinds(
    kinds: Mapping[str, object], renamed: Mapping[str, str]
) -> dict[str, object]:
    """Return the kinds of merged names, with sizes that all of them have.

    In a branch two axes may be known to be equal which are not behind it.
    """
    found: dict[str, object] = {}
    for name, chosen in renamed.items():
        known = found.get(chosen, kinds.get(chosen))
        both = join(known, kinds.get(name), Sizes(), chosen)
        found[chosen] = known if both is None else both
    return found


def _same_kind(function: Function, a: str, c: str) -> bool:
    return type(function.kinds.get(a)) is type(function.kinds.get(c))


def _order(function: Function, parameters: list[str]) -> dict[str, int]:
    order = {name: k for k, name in enumerate(parameters)}
    for statement in statements(function.body):
        for name in (*reads(statement), *binds(statement)):
            order.setdefault(name, len(order))
    return order


class _Classes:
    """Classes of merged names, and the names that each class interferes with."""

    def __init__(self, pairs: Pairs, bases: Mapping[str, str]) -> None:
        self._pairs = pairs
        self._bases = bases
        self._members: dict[str, set[str]] = {}

    def _class(self, name: str) -> set[str]:
        return self._members.setdefault(name, {name})

    def merge(self, a: str, c: str) -> None:
        if len(self._class(a)) < len(self._class(c)):
            a, c = c, a
        first, second = self._class(a), self._class(c)
        others, more = self._pairs[a], self._pairs[c]
        if first is second:
            return
        if not others.isdisjoint(second) or not more.isdisjoint(first):
            return
        # Two variables of the user's keep their two names.
        variables = {self._variable(a), self._variable(c)} - {""}
        if len(variables) > 1:
            return
        first |= second
        others |= more
        for name in second:
            self._members[name], self._pairs[name] = first, others

    def _variable(self, name: str) -> str:
        """Return the user's variable in a class, '' if there is none."""
        found = (self._own_base(member) for member in self._class(name))
        return next((base for base in found if base), "")

    def _own_base(self, name: str) -> str:
        base = self._bases.get(name, name)
        return "" if is_temporary(base) else base

    def names(self, order: dict[str, int], parameters: set[str]) -> dict[str, str]:
        renamed: dict[str, str] = {}
        classes = {id(members): members for members in self._members.values()}
        for members in classes.values():
            own = {name for name in members if self._own_base(name)}
            choices = (members & parameters) or own or members
            chosen = min(choices, key=lambda n: order.get(n, 0))
            renamed.update((name, chosen) for name in members if name != chosen)
        return renamed


def _renamed(block, renamed: dict[str, str]) -> list[gast.stmt]:
    result = []
    for statement in block:
        new = map_statement(
            statement,
            lambda node: _rename(node, renamed),
            lambda name: renamed.get(name, name),
            lambda body: _renamed(body, renamed),
        )
        if is_copy(new) and new.targets[0].id == new.value.id:
            continue
        result.append(new)
    return result


def _rename(node: gast.expr, renamed: dict[str, str]) -> gast.expr:
    def change(read: gast.Name) -> gast.Name:
        new = renamed.get(read.id)
        return read if new is None else gast.Name(new, read.ctx, None, None)

    return map_names(node, change)
