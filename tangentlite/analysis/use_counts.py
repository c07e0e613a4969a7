"""Use counts: how often each name is bound, read, and written in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import gast

from tangentlite.analysis.statement_effects import all_written
from tangentlite.ir.fact_cache import fact
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, blocks, reads, statements


@dataclass(frozen=True)
class Uses:
    """Counts over a whole function body."""

    bound: Counter
    read: Counter
    changed: frozenset[str]

    def is_single(self, name: str) -> bool:
        """Whether a name has one definition, before its uses, and nothing writes it."""
        return self.bound[name] == 1 and name not in self.changed

    def copy(self) -> Uses:
        """Return counts that a pass may update."""
        return Uses(Counter(self.bound), Counter(self.read), self.changed)


@fact
def uses_in(function: Function) -> Uses:
    """Count the bindings, reads and writes in place of a function's names."""
    return uses_of(function.body, [parameter.name for parameter in function.parameters])


@fact
def read_outside(function: Function) -> frozenset[str]:
    """Name what a loop or a branch binds, and a statement outside of it reads.

    >>> from tangentlite.ir.example import function_of
    >>> text = '''
    ... for i in range(3):
    ...     t = i
    ...     u = t
    ... return u'''
    >>> sorted(read_outside(function_of(text, **dict.fromkeys("tui", "kind"))))
    ['u']
    """
    found: set[str] = set()
    everywhere = uses_in(function).read
    for statement in statements(function.body):
        for block in blocks(statement):
            inner = statements(block)
            within = Counter(name for one in inner for name in reads(one))
            bound = {name for one in inner for name in binds(one)}
            found.update(name for name in bound if within[name] < everywhere[name])
    return frozenset(found)


def uses_of(body: Sequence[gast.stmt], parameters: Sequence[str] = ()) -> Uses:
    """Count the bindings, reads and writes in place of names.

    >>> uses = uses_of(gast.parse('y = x\\ny[0] = x').body)
    >>> uses.read['x'], sorted(uses.changed)
    (2, ['y'])
    """
    bound, read = list(parameters), list[str]()
    changed: set[str] = set()
    before = set(parameters)
    early: set[str] = set()  # read before they are bound: carried by a loop
    for statement in statements(body):
        names = reads(statement)
        read += names
        if not before.issuperset(names):
            early.update(name for name in names if name not in before)
        names = binds(statement)
        bound += names
        before.update(names)
        changed.update(all_written(statement))
    return Uses(
        Counter([*bound, *early.intersection(before)]),
        Counter(read),
        frozenset(changed),
    )
