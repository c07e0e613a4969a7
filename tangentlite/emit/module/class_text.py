"""The source text of enumerations and named tuples."""

from __future__ import annotations

import collections
import enum
import keyword
import types
from collections.abc import Callable, Iterator
from typing import Any

from tangentlite.emit.module.data import data_text
from tangentlite.kinds.objects.user_objects import is_record

_BASES = (enum.Enum, enum.IntEnum, enum.StrEnum, enum.Flag, enum.IntFlag)


def class_text(
    class_: type, name: str, names: Callable[[object], str | None]
) -> str | None:
    """Return the source that defines a class under a name, None if there is none.

    `names` gives the names of the objects that the definition refers to. Classes with
    methods of their own have no such source.

    >>> Point = collections.namedtuple('Point', 'x y')
    >>> class_text(Point, 'Point', lambda found: found.__name__)
    "Point = namedtuple('Point', ('x', 'y'))"
    """
    if any(_own_functions(class_)):
        return None
    if isinstance(class_, enum.EnumType) and class_.__bases__[0] in _BASES:
        return _enumeration(class_, name, names)
    if is_record(class_) and class_.__bases__ == (tuple,):
        return _named_tuple(class_, name, names)
    return None


def _own_functions(class_: type) -> Iterator[object]:
    """Yield the functions in a class that its author has written."""
    for value in vars(class_).values():
        held = getattr(value, "fget", None) or getattr(value, "__func__", value)
        if isinstance(held, types.FunctionType):
            module = str(held.__module__)
            if module not in ("enum", "collections", f"namedtuple_{class_.__name__}"):
                yield held


def _enumeration(class_: Any, name: str, names: Callable) -> str | None:
    boundaries = {getattr(c, "_boundary_", None) for c in class_.__mro__[:2]}
    if len(boundaries) > 1:  # the treatment of values that are no member
        return None
    if not all(map(_is_name, class_.__members__)):
        return None
    base = names(class_.__bases__[0])
    lines = [f"class {name}({base}):"]
    for member, value in class_.__members__.items():
        text = data_text(value.value, names)
        if text is None or len(class_.__bases__) > 1:
            return None
        lines.append(f"    {member} = {text}")
    return "\n".join(lines) if len(lines) > 1 else None


def _named_tuple(class_: Any, name: str, names: Callable) -> str | None:
    defaults = ""
    if held := tuple(class_._field_defaults.values()):
        text = data_text(held, names)
        if text is None:
            return None
        defaults = f", defaults={text}"
    make = names(collections.namedtuple)
    renamed = ", rename=True" if any(f[0] == "_" for f in class_._fields) else ""
    known = f"{class_.__name__!r}, {class_._fields!r}"
    return f"{name} = {make}({known}{renamed}{defaults})"


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)
