"""Text in arguments that a derivative does not read, so that any other will do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tangentlite.emit.variant import Generated
from tangentlite.errors import UnsupportedError
from tangentlite.kinds.kind import Opaque, Structure

Kinds = Mapping[str, object]
Place = tuple[object, ...]  # the name of an argument and keys of what it holds


def for_any_unread(
    made: Generated, kinds: Kinds, make: Callable[[Kinds], Generated]
) -> Generated:
    """Return a derivative that asks for no text which it does not read.

    It is `made` again with text whose value is not known: where that gives the same
    derivative, nothing has depended on it. A call would rather generate again.
    """
    places = list(text_places(kinds))
    if made.exact is not None or not 0 < len(places) <= _MOST:
        return made
    alone = [(place,) for place in places] if len(places) > 1 else []
    for tried in (tuple(places), *alone):
        opened: Kinds = kinds
        for place in tried:
            opened = {
                name: _open(kind, (name,), place) for name, kind in opened.items()
            }
        try:
            other = make(opened)
        except UnsupportedError:
            continue
        if (other.text, other.requires) == (made.text, made.requires):
            made, kinds = other, opened
            if tried == tuple(places):
                break
    return made


# Each is tried alone if not all are unread; more would take too long.
_MOST = 12


def text_places(kinds: Kinds) -> Iterator[Place]:
    """Yield where text is known, in arguments and what they hold.

    >>> from tangentlite.values.base import Known
    >>> label = Structure(dict, ("label",), (Known("a"),))
    >>> list(text_places({"how": Known("b"), "options": label}))
    [('how',), ('options', 'label')]
    """
    for name, kind in kinds.items():
        yield from _inside(kind, (name,))


def _inside(kind: Any, place: Place) -> Iterator[Place]:
    if type(getattr(kind, "value", None)) is str:  # a number's is no text
        yield place
    elif isinstance(kind, Structure) and kind.type is not slice:
        for key, item in zip(kind.keys, kind.items):
            yield from _inside(item, (*place, key))


def _open(kind: Any, here: Place, place: Place) -> Any:
    """Return a kind in which the text at a place is not known."""
    if here == place:
        return Opaque(str)
    if here != place[: len(here)] or not isinstance(kind, Structure):
        return kind
    pairs = zip(kind.keys, kind.items)
    return replace(
        kind, items=tuple(_open(item, (*here, key), place) for key, item in pairs)
    )
