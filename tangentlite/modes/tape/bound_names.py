"""The names that are bound at a place in a program, and what flags tell of others."""

from __future__ import annotations

from collections.abc import Iterable

import gast

# The names bound where a flag is False and where it is True; None where it is never so.
Told = dict[bool, "frozenset[str] | None"]


class BoundNames:
    """The names bound at a place, and those that are where a flag has a value.

    A path that sets a flag has bound what is read under its test:

    >>> import gast
    >>> start = BoundNames({'a'})
    >>> start.assign('left', gast.Constant(False, None))
    >>> paths = [start.copy(), start.copy()]
    >>> paths[0].assign('y', gast.Name('a', gast.Load(), None, None))
    >>> paths[0].assign('left', gast.Constant(True, None))
    >>> behind = BoundNames.behind(paths)
    >>> there, _ = behind.where(gast.Name('left', gast.Load(), None, None))
    >>> 'y' in behind, 'y' in there
    (False, True)
    """

    def __init__(
        self, names: Iterable[str], told: dict[str, Told] | None = None
    ) -> None:
        self._names = set(names)
        self._told = dict(told or {})

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def copy(self) -> BoundNames:
        """Return the same names, to which others may be added."""
        return BoundNames(self._names, self._told)

    def at_a_call(self) -> BoundNames:
        """Return the names for what is called later, when flags may be others."""
        return BoundNames(self._names)

    def add(self, names: Iterable[str]) -> None:
        """Note that names are bound."""
        found = frozenset(names)
        if found:
            self._names |= found
            self._told = {
                flag: {v: None if n is None else n | found for v, n in told.items()}
                for flag, told in self._told.items()
            }

    def assign(self, name: str, value: gast.expr) -> None:
        """Note that a name is bound to a value, which may be that of a flag."""
        self.forget([name])
        self.add([name])
        flag = getattr(value, "value", None)
        if isinstance(value, gast.Constant) and isinstance(flag, bool):
            self._told[name] = {flag: frozenset(self._names), (not flag): None}
        elif isinstance(value, gast.Name) and value.id in self._told:
            self._told[name] = self._told[value.id]

    def forget(self, names: Iterable[str]) -> None:
        """Forget what flags tell that are bound anew."""
        for name in names:
            self._told.pop(name, None)

    def where(self, test: gast.expr) -> tuple[BoundNames, BoundNames]:
        """Return the names bound where a test holds, and where it does not."""
        if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
            return self.where(test.operand)[::-1]
        found = self.copy(), self.copy()
        if isinstance(test, gast.Name) and test.id in self._told:
            told = self._told[test.id]
            for names, value in zip(found, (True, False)):
                names.add(told[value] or ())
        return found

    @staticmethod
    def behind(paths: list[BoundNames]) -> BoundNames:
        """Return the names bound behind several paths."""
        told: dict[str, Told] = {}
        for flag in set.intersection(*(set(path._told) for path in paths)):
            told[flag] = {
                value: _common([path._told[flag][value] for path in paths])
                for value in (False, True)
            }
        return BoundNames(set.intersection(*(path._names for path in paths)), told)


def _common(names: list[frozenset[str] | None]) -> frozenset[str] | None:
    found = [one for one in names if one is not None]
    return frozenset.intersection(*found) if found else None
