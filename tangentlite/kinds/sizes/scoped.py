"""Tables of what is proved, which may hold in a block only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any


class Scoped:
    """What is proved, in tables: the attributes of a subclass.

    Each fact is a function, of this and other arguments, that learns it.
    """

    def __init__(self) -> None:
        self._proved: list[tuple] = []
        self._marked: dict[str, Any] = {}

    def mark(self) -> None:
        """Remember what is known here."""
        self._marked = {**self.copy_of_tables(), "_marked": {}}

    def take_back(self) -> list[tuple]:
        """Know what was known at the last mark in this scope; return what was proved.

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
        """Return what is known here, for `back_to`."""
        return {name: known.copy() for name, known in vars(self).items()}

    def back_to(self, tables: dict[str, Any]) -> None:
        """Know what was known once in this scope, of which nothing is proved anew.

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
        """Forget at the end what is proved inside; gives what that is."""
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
        """Know for a while only what was known once, as `vars` of this have said."""
        with self.scope():
            vars(self).update({name: known.copy() for name, known in snapshot.items()})
            yield

    def prove(self, facts: Iterable[tuple]) -> None:
        """Take over what was proved in a scope."""
        for learn, *arguments in facts:
            learn(self, *arguments)
