"""Values as the arguments of trial calls."""

from __future__ import annotations

from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.objects.user_objects import made_of
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import Slice


def sample(value: Value) -> object:
    """Return the kind of an atom, or the Python object that is known, for `probe`."""
    if isinstance(value, Atom):
        return value.kind
    if isinstance(value, Known):
        return value.value
    if isinstance(value, Slice):
        parts = value.start, value.stop, value.step
        if all(v.is_static for v in parts):
            return slice(*(part.static_value() for part in parts))
    if isinstance(value, Sequence):
        return made_of(value.type, map(sample, value.items))
    return Opaque(type(value))
