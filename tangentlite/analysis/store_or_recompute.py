"""Store or recompute: which values of an iteration the tape saves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import gast

from tangentlite.ir.rewrite import bound_in, names_in, unique

# Costs in units of saving one value: an append and a pop of its share of a tuple.
KEEP = 1.0
ARITHMETIC = 0.5
LOOKUP = 0.3
OF_ARRAYS = 0.85  # arithmetic with whole arrays: it takes time, but no memory


@dataclass(frozen=True)
class Plan:
    """Names to save, in order, and statements to recompute, in order."""

    saved: tuple[str, ...]
    recomputed: tuple[gast.Assign, ...]


def plan(
    body: Sequence[gast.stmt],
    needed: Iterable[str],
    cost: Callable[[gast.Assign], float | None],
    stored: Mapping[str, gast.Assign] = MappingProxyType({}),
) -> Plan:
    """Choose what to save of the names that the backward half of a body reads.

    `cost` gives the cost of recomputing a statement, None if it must not be. Saving a
    loop-carried name costs as much as any other; recomputing `1.0 - l` and `4.0 * l`
    from a saved `l` is preferred to saving both. `stored` maps names to statements that
    read them from the element where they were written.
    """
    wanted = unique(needed)
    definitions = {
        statement.targets[0].id: statement
        for statement in body
        if isinstance(statement, gast.Assign)
        and isinstance(statement.targets[0], gast.Name)
    }
    local = bound_in(body)
    carried = _reassigned(body, local, definitions)
    definitions.update((n, s) for n, s in stored.items() if n not in carried)
    chains = _Chains(definitions, local, carried, cost)
    kept = [name for name in wanted if chains.of(name) is None]
    open_names = [name for name in wanted if name not in kept]
    present = set(kept)
    _keep_shared_leaves(open_names, chains, present, kept)
    again: set[str] = set()
    for name in open_names:
        chain, leaves, price = chains.of(name)
        if leaves <= present and price <= KEEP:
            again |= chain
        elif name not in present:
            kept.append(name)
            present.add(name)
    again -= present
    return Plan(tuple(unique(kept)), tuple(_in_order(definitions, again)))


def _in_order(definitions, again: set[str]) -> list[gast.Assign]:
    """Return the definitions of some names in topological order."""
    order: dict[str, gast.Assign] = {}

    def visit(name: str) -> None:
        if name in again and name not in order:
            for operand in names_in(definitions[name].value):
                visit(operand)
            order[name] = definitions[name]

    for name in definitions:
        visit(name)
    return list(order.values())


def _keep_shared_leaves(open_names, chains, present: set[str], kept: list[str]) -> None:
    gains: dict[str, float] = {}
    for name in open_names:
        _, leaves, price = chains.of(name)
        missing = leaves - present
        if len(missing) == 1 and price < KEEP:
            leaf = next(iter(missing))
            gains[leaf] = gains.get(leaf, -KEEP) + KEEP - price
    for leaf, gain in gains.items():
        if gain >= 0.0 and leaf not in present:
            present.add(leaf)
            kept.append(leaf)


def _reassigned(body, local: set[str], definitions) -> set[str]:
    """Return names that are bound by back-edge copies or in inner blocks."""
    found = local - set(definitions)
    seen: set[str] = set()
    for statement in body:
        name = getattr(getattr(statement, "targets", [None])[0], "id", "")
        if definitions.get(name) is statement:
            if name in seen or isinstance(statement.value, gast.Name):
                found.add(name)
        seen.update(names_in(statement))
    return found


class _Chains:
    """For each name, the statements that recompute it from what must be saved."""

    def __init__(self, definitions, local, carried, cost) -> None:
        self._definitions = definitions
        self._local = local
        self._carried = carried
        self._cost = cost
        self._known: dict[str, tuple | None] = {}

    def of(self, name: str):
        """Return (names to recompute, leaves to save, price), None if impossible."""
        if name not in self._known:
            self._known[name] = None  # a definition does not depend on itself
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str):
        if name in self._carried or name not in self._definitions:
            return None
        statement = self._definitions[name]
        price = self._cost(statement)
        if price is None:
            return None
        chain, leaves = {name}, set()
        for operand in names_in(statement.value):
            if operand not in self._local:
                continue
            inner = self.of(operand)
            if inner is None or inner[2] > KEEP:
                leaves.add(operand)
            else:
                price += inner[2] if operand not in chain else 0.0
                chain |= inner[0]
                leaves |= inner[1]
        if _is_slice(statement.value):  # a saved one would keep its array alive
            price = min(price, LOOKUP)
        return frozenset(chain), frozenset(leaves), price


def _is_slice(node: gast.expr) -> bool:
    index = node.slice if isinstance(node, gast.Subscript) else None
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    return any(isinstance(item, gast.Slice) for item in items)
