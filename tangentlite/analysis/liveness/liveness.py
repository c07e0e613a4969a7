"""Liveness: the names that are read after each statement."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

import gast

from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    may_leave,
    names_in,
    read_in,
    reads,
    touched,
)

Block = Sequence[gast.stmt]
Visit = Callable[[gast.stmt, set[str]], None]


def visit_live(
    body: Block, visit: Visit, names: Container[str] | None = None
) -> set[str]:
    """Call `visit(statement, live)` from the last statement to the first.

    With `names` only these are followed.

    `live` holds the names that are live after the statement; it changes as the walk
    goes on. Of a loop it holds what is live after the body. The body of a loop is
    walked to a fixpoint, so the last call for a statement is the one that counts. A
    function that is defined inside may be called at any time: what it reads is live
    before and after. Returns what is live in front of the body.

    >>> body = gast.parse('b = a * 2; c = a + b; d = c * c').body
    >>> lines = []
    >>> _ = visit_live(body, lambda s, live: lines.append(sorted(live)))
    >>> lines
    [[], ['c'], ['a', 'b']]
    """
    walker = _Walker(visit, names)
    live: set[str] = set()
    walker.block(body, live)
    return live


class _Walker:
    def __init__(self, visit: Visit, names: Container[str] | None) -> None:
        self._visit = visit
        self._names = names
        # of the loops around: the names in them, and those that are live behind
        self._leaving: list[tuple[frozenset[str], set[str]]] = []

    def block(self, block: Block, live: set[str]) -> None:
        """Walk a block; update `live` from what is live after it to before.

        A compound statement updates only the names in it: copying the set for each
        would be quadratic.
        """
        for statement in block:
            if type(statement) is gast.FunctionDef:  # may be called behind the block
                free = set(read_in(statement.body)) - bound_in(statement.body)
                live.update(self._read(list(free)))
        for statement in reversed(block):
            compound = _COMPOUND.get(type(statement))
            if compound is not None:
                compound(self, statement, live)
                continue
            self._visit(statement, live)
            if isinstance(statement, gast.Assign):
                live.difference_update(binds(statement))
            live.update(self._read(reads(statement)))

    def _read(self, found: Iterable[str]) -> Iterable[str]:
        if self._names is None:
            return found
        return [name for name in found if name in self._names]

    def _branch(self, node: gast.If, live: set[str]) -> None:
        self._visit(node, live)
        names = self._leaving[-1][0] if may_leave(node) else touched(node)
        behind = live & names
        self.block(node.body, live)
        before = live & names
        live -= before
        live |= behind
        self.block(node.orelse, live)
        live |= before
        live.update(self._read(names_in(node.test)))

    def _exit(self, node: gast.Break, live: set[str]) -> None:
        names, behind = self._leaving[-1]
        live -= names
        live |= behind

    def _loop(self, node: gast.For | gast.While, live: set[str]) -> None:
        targets = set(binds(node))
        repeated = isinstance(node, gast.While)
        names = touched(node)
        behind = live & names
        head = behind.union(self._read(names_in(node.test)) if repeated else ())
        self._leaving.append((names, behind))
        while True:
            live -= names
            live |= head
            self.block(node.body, live)
            inner = live & names
            live |= head
            self._visit(node, live)
            wider = head | (inner - targets)
            if wider == head:
                break
            head = wider
        self._leaving.pop()
        live -= names
        live |= head
        live.update(self._read(reads(node)))

    def _function(self, node: gast.FunctionDef, live: set[str]) -> None:
        inner: set[str] = set()
        self.block(node.body, inner)
        live |= inner
        self._visit(node, live)


_COMPOUND = {
    gast.If: _Walker._branch,
    gast.For: _Walker._loop,
    gast.While: _Walker._loop,
    gast.Break: _Walker._exit,
    gast.FunctionDef: _Walker._function,
}
