"""May-alias analysis of writes: names that see a write made through another name."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import gast

from tangentlite.analysis.aliasing.memory import Memory
from tangentlite.analysis.liveness.liveness import visit_live
from tangentlite.analysis.statement_effects import all_written
from tangentlite.ir.rewrite import binds

Block = Sequence[gast.stmt]
Pairs = dict[str, frozenset[str]]
Names = Callable[[gast.stmt], Iterable[str]]


@dataclass(frozen=True)
class Aliases:
    """What the writes of a program reach beside the name that they go through.

    `pointers` maps names that alias while one is written, and the names that they are
    copies or views of, to a statement that writes; `reached` maps names from outside
    whose memory is written. `rebound` maps statements that may rebind a name, where
    others see whether they write, to one of these.
    """

    pointers: Mapping[str, gast.stmt] = field(default_factory=dict)
    reached: Mapping[str, gast.stmt] = field(default_factory=dict)
    rebound: Mapping[gast.stmt, str] = field(default_factory=dict)


def aliases_in(
    body: Block,
    outside: Iterable[str],
    results: Iterable[str],
    memory: Memory,
    shares: Names,
    writes: Names = all_written,
    rebinds: Container[gast.stmt] = (),
) -> Aliases:
    """Follow pairs of live names that may alias, from statement to statement.

    `outside` are names that the caller may read at any time, `results` those that are
    returned; `shares` gives the names whose memory a statement's result may share,
    `writes` the arrays that it writes. Statements among `rebinds` may rebind a name
    instead of writing: then names from outside matter only if they are read later.

    >>> from tangentlite.analysis.aliasing.memory import memory_of
    >>> body = gast.parse('y = x * 1\\nv = y[:2]\\nv[0] = 5.0\\nz = y * y').body
    >>> found = aliases_in(body, ['x'], ['z'], memory_of(body, {'v': {'y'}}),
    ...                    lambda s: ['y'] if s is body[1] else [])
    >>> sorted(found.pointers)
    ['v', 'y']

    Without the write they are two values:

    >>> body = [body[0], body[1], body[3]]
    >>> aliases_in(body, ['x'], ['z'], memory_of(body, {'v': {'y'}}),
    ...            lambda s: ['y'] if s is body[1] else []).pointers
    {}
    """
    if not memory.written:
        return Aliases()
    walk = _Walk(memory, frozenset(outside), shares, writes, rebinds)
    walk.find_live(body, results)
    walk.block(body, {})
    return walk.found()


class _Walk:
    def __init__(
        self, memory: Memory, outside: frozenset[str], shares, writes, rebinds
    ) -> None:
        self._memory = memory
        self._rebinds = rebinds
        self._outside = outside
        self._shares = shares
        self._writes = writes
        self._live: dict[gast.stmt, frozenset[str]] = {}
        self._sources: dict[str, set[str]] = {}
        self._conflicts: dict[str, gast.stmt] = {}
        self._reached: dict[str, gast.stmt] = {}
        self._rebound: dict[gast.stmt, str] = {}
        self._leaving: list[Pairs] = []

    def find_live(self, body: Block, results: Iterable[str]) -> None:
        """Note which names of written memory are live behind each statement."""
        shared = _Shared(self._memory)
        end = gast.Return(gast.Tuple([_name(r) for r in results], gast.Load()))

        def note(statement: gast.stmt, live: set[str]) -> None:
            self._live[statement] = frozenset(live)

        visit_live([*body, end], note, shared)

    def found(self) -> Aliases:
        """Return the aliases found, with the names that pointers were made from."""
        pointers: dict[str, gast.stmt] = {}
        pending = list(self._conflicts.items())
        while pending:
            name, statement = pending.pop()
            if name not in pointers:
                pointers[name] = statement
                pending += [(s, statement) for s in self._sources.get(name, ())]
        return Aliases(pointers, self._reached, self._rebound)

    def block(self, block: Block, pairs: Pairs) -> Pairs:
        """Follow alias pairs through a block; return those at its end."""
        for statement in block:
            if isinstance(statement, gast.If):
                one = self.block(statement.body, pairs)
                pairs = _union(one, self.block(statement.orelse, pairs))
            elif isinstance(statement, (gast.For, gast.While)):
                pairs = self._loop(statement, pairs)
            elif isinstance(statement, gast.Break):
                self._leaving[-1] = _union(self._leaving[-1], pairs)
            else:
                pairs = self._statement(statement, pairs)
        return pairs

    def _loop(self, node: gast.For | gast.While, pairs: Pairs) -> Pairs:
        self._leaving.append({})
        while True:
            wider = _union(pairs, self.block(node.body, pairs))
            if wider == pairs:
                break
            pairs = wider
        return _union(pairs, self._leaving.pop())

    def _statement(self, node: gast.stmt, pairs: Pairs) -> Pairs:
        live = self._live.get(node, frozenset())
        for name in self._writes(node):
            self._write(node, name, pairs, live)
        targets = [t for t in binds(node) if self._memory.is_written(t)]
        if not isinstance(node, (gast.Assign, gast.Expr)):
            return pairs
        held = set(self._shares(node))
        if not targets and not held:
            return pairs
        pairs = {n: p.difference(targets) for n, p in pairs.items() if n not in targets}
        for target in targets:
            self._sources.setdefault(target, set()).update(held)
        group = held.union(*(pairs.get(name, ()) for name in held), targets)
        kept = {n for n in group if n in live or n in self._outside or n in targets}
        for name in kept:
            pairs[name] = pairs.get(name, frozenset()) | (kept - {name})
        return pairs

    def _write(self, node: gast.stmt, name: str, pairs: Pairs, live) -> None:
        seen = pairs.get(name, frozenset())
        outside = {n for n in (*seen, name) if n in self._outside}
        if node in self._rebinds:
            outside &= live
            seen |= {name} & live  # another variable has it, by the same name
        for other in sorted(outside):
            self._reached.setdefault(other, node)
        inside = {n for n in seen - outside if n in live}
        for other in (*inside, name) if inside else ():
            self._conflicts.setdefault(other, node)
        if node in self._rebinds and (inside or outside):
            self._rebound.setdefault(node, min(inside | outside))


class _Shared:
    """The names whose memory is written, as a container."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def __contains__(self, name: object) -> bool:
        return self._memory.is_written(str(name))


def _name(text: str) -> gast.Name:
    return gast.Name(text, gast.Load(), None, None)


def _union(one: Pairs, other: Pairs) -> Pairs:
    if not other:
        return one
    both = dict(one)
    for name, partners in other.items():
        both[name] = both.get(name, frozenset()) | partners
    return both
