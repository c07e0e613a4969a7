"""Variables of modules and classes that the function binds: `global x`, `Class.n += 1`.

They get their new values when the function has ended.
"""

from __future__ import annotations

import types

from tangentlite.kinds.objects import is_users_class
from tangentlite.specialize import outside
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Global
from tangentlite.specialize.records import Known
from tangentlite.specialize.values import UNBOUND


def bind(b: Builder, owner: type | types.ModuleType, name: str, value: object) -> None:
    """Bind a variable of a module or class."""
    key = id(owner), name
    if key not in b.globals:
        first: object = UNBOUND
        if name in vars(owner):
            first = outside.known_attribute(b, Known(owner), name)
        b.globals[key] = Global(b.heap, owner, name, first)
    b.globals[key].put((value,))


def bound(b: Builder, owner: object, name: str) -> Global | None:
    """Return the variable that a name means, None if the function does not bind it."""
    for place in owner.__mro__ if isinstance(owner, type) else (owner,):
        found = b.globals.get((id(place), name))
        if found is not None or name in getattr(place, "__dict__", ()):
            return found
    return None


def has_variables(owner: object) -> bool:
    """Whether a value is a module, a function, or a class of the user's."""
    known = owner.value if isinstance(owner, Known) else None
    has = isinstance(known, (types.ModuleType, types.FunctionType))
    return has or is_users_class(known)
