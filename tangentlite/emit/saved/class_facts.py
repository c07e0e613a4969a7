"""What a saved module asks of objects whose class it has read: nothing hides that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tangentlite.runtime.known import Attributes

_WRITTEN = (bool, int, float, complex, str, bytes, type(None))


def with_class_facts(values: Mapping[str, Any], guards: Iterable) -> dict[str, Any]:
    """Return patterns of arguments with what their classes gave.

    The text has numbers of the class in it, and what its methods compute: an object, or
    a class of the same name, that has others needs another text.
    """
    facts: dict[str, dict[str, Any]] = {}
    for owner, name, held in _read(tuple(guards)):
        facts.setdefault(owner.__name__, {})[name] = held
    return {name: _asking(known, facts) for name, known in values.items()}


def _read(guards: tuple) -> Iterator[tuple[type, str, Any]]:
    """Yield the classes and names that were read, and what must be there.

    That is a number, in a tuple, or the qualified name of a method; `...` for others.
    """
    owners: dict[type, None] = {}
    found: list[tuple[type, str, Any]] = []
    for _, _, fact, _ in guards:
        owner = getattr(fact, "owner", None)
        if isinstance(owner, type):
            owners |= dict.fromkeys(owner.__mro__[:-1])
            for name, held in getattr(fact, "fixed", ()):
                found.append((owner, name, getattr(held, "__qualname__", ...)))
    for _, name, _, namespace in guards:
        for owner in owners if name else ():
            if _is_of(namespace, owner):
                held = vars(owner).get(name)
                written = (held,) if type(held) in _WRITTEN else ...
                found.append((owner, name, written))
    for owner, name, held in found:
        for heir in owners:
            holders = (cls for cls in heir.__mro__ if name in vars(cls))
            if next(holders, None) is owner:
                yield heir, name, held


def _is_of(namespace: Any, owner: type) -> bool:
    own = vars(owner)
    if not isinstance(namespace, Mapping) or namespace.keys() != own.keys():
        return False
    return all(namespace[name] is own[name] for name in own)


def _asking(known: Any, facts: Mapping[str, dict[str, Any]]) -> Any:
    kind = type(known)
    if kind is Attributes:
        held = {name: _asking(item, facts) for name, item in known.held.items()}
        known = known._replace(held=held, items=_asking(known.items, facts))
        read = facts.get(known.type, {}) if isinstance(known.type, str) else {}
        return known._replace(of_class=read) if read else known
    if kind is dict:
        return {key: _asking(item, facts) for key, item in known.items()}
    if kind in (list, tuple):
        return kind(_asking(item, facts) for item in known)
    return known
