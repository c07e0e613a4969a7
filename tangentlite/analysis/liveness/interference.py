"""Interference of live ranges: names that are live at once cannot become one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

import gast

from tangentlite.analysis.liveness.liveness import visit_live
from tangentlite.ir.rewrite import binds, bound_in

Pairs = dict[str, set[str]]


def interference(
    body: Sequence[gast.stmt],
    groups: Mapping[str, Set[str]],
    parameters: Sequence[str] = (),
) -> Pairs:
    """Return for each name those of its group that are live when it is bound.

    Two names interfere if either is found with the other. A copy does not make its two
    names interfere.

    >>> body = gast.parse('b = a * 2; c = a + b; d = c * c; e = d + a').body
    >>> found = interference(body, dict.fromkeys('abcde', set('abcde')), ['a'])
    >>> {name: sorted(others) for name, others in sorted(found.items())}
    {'a': [], 'b': ['a'], 'c': ['a'], 'd': ['a'], 'e': []}
    """
    found = _Interference(groups)
    at_entry = visit_live(body, found.visit, groups)
    for name in parameters:
        if name in groups:
            found.bind(name, at_entry)
    return found.pairs


class _Interference:
    def __init__(self, groups: Mapping[str, Set[str]]) -> None:
        self._groups = groups
        self.pairs: Pairs = defaultdict(set)

    def visit(self, node: gast.stmt, live: set[str]) -> None:
        if isinstance(node, gast.FunctionDef):  # may run wherever it is live
            for name in {*live, *(bound_in(node.body) & self._groups.keys())}:
                self.bind(name, live)
        for name in binds(node):
            if name in self._groups:
                self.bind(name, live, node.value.id if is_copy(node) else None)

    def bind(self, name: str, live: set[str], source: str | None = None) -> None:
        self.pairs[name] |= (live & self._groups[name]) - {name, source}


def is_copy(statement: gast.stmt) -> bool:
    """Whether a statement copies one name to another."""
    return (
        isinstance(statement, gast.Assign)
        and isinstance(statement.targets[0], gast.Name)
        and isinstance(statement.value, gast.Name)
    )
