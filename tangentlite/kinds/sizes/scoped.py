"""Tables of facts with scopes, snapshots and replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any


class Scoped:
    """Tables of proved facts, which are the attributes of a subclass.

    Each fact is recorded as a method and its arguments, so that it can be replayed.
    """

    def __init__(self) -> None:
        self._proved: list[tuple] = []
        self._marked: dict[str, Any] = {}

    def mark(self) -> None:
        """Take a snapshot for `take_back`."""
        self._marked = {**self.copy_of_tables(), "_marked": {}}

    def take_back(self) -> list[tuple]:
        """Restore the last mark in this scope; return the facts proved since.

        >>> from tangentlite.kinds.sizes.dims import Symbol
        >>> from tangentlite.kinds.sizes.proofs import Sizes
        >>> n, sizes = Symbol('x.0', 0, True), Sizes()
        >>> sizes.mark(), sizes.unify(n, 3)
        (None, None)
        >>> facts = sizes.take_back()
        >>> sizes.same(n, 3), sizes.prove(facts), sizes.same(n, 3)
        (False, None, True)
        """
        if not self._marked:
            return []
        proved, marked = self._proved, self._marked
        facts = proved[len(marked["_proved"]) :]
        vars(self).update({name: known.copy() for name, known in marked.items()})
        del proved[len(proved) - len(facts) :]
        self._proved = proved
        return facts

    def copy_of_tables(self) -> dict[str, Any]:
        """Return a snapshot for `back_to`."""
        return {name: known.copy() for name, known in vars(self).items()}

    def back_to(self, tables: dict[str, Any]) -> None:
        """Restore a snapshot of this scope.

        >>> from tangentlite.kinds.sizes.dims import Symbol
        >>> from tangentlite.kinds.sizes.proofs import Sizes
        >>> n, sizes = Symbol('x.0', 0, True), Sizes()
        >>> tables = sizes.copy_of_tables()
        >>> sizes.unify(n, 3), sizes.back_to(tables), sizes.same(n, 3)
        (None, None, False)
        """
        proved, known = self._proved, len(tables["_proved"])
        if len(proved) > known:
            del proved[known:]
            vars(self).update({name: table.copy() for name, table in tables.items()})
            self._proved = proved

    @contextmanager
    def scope(self) -> Iterator[list[tuple]]:
        """Drop the facts that are proved inside at the end; yields their list."""
        outer = dict(vars(self))
        vars(self).update({name: table.copy() for name, table in outer.items()})
        self._proved = []
        self.mark()
        try:
            yield self._proved
        finally:
            vars(self).update(outer)

    @contextmanager
    def recalled(self, snapshot: dict[str, Any]) -> Iterator[None]:
        """Restore a snapshot of `vars` for the duration of the context."""
        with self.scope():
            vars(self).update({name: known.copy() for name, known in snapshot.items()})
            yield

    def prove(self, facts: Iterable[tuple]) -> None:
        """Replay the facts of a scope."""
        for learn, *arguments in facts:
            learn(self, *arguments)
