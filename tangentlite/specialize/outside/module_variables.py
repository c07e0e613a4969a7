"""Variables of modules, classes and enclosing functions that the function binds.

That is by `global x`, `nonlocal x` or `Class.n += 1`. They get their new values at the
end of the function.
"""

from __future__ import annotations

import types
from typing import Any

from tangentlite.builder.builder import Builder
from tangentlite.kinds.objects.user_objects import is_users_class
from tangentlite.specialize.outside import outside, outside_attributes
from tangentlite.specialize.outside.write_back import always_there, held
from tangentlite.specialize.state import restart
from tangentlite.specialize.state.outside_objects import LOCAL
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import UNBOUND, Unbound
from tangentlite.values.heap import Global

Owner = type | types.ModuleType | types.FunctionType | types.CellType


def bind(b: Builder, owner: Owner, name: str, value: Value) -> None:
    """Bind a variable of a module, class or enclosing function."""
    if isinstance(owner, type) and type(owner).__setattr__ is not type.__setattr__:
        what = f"the metaclass of {owner.__name__} defines __setattr__."
        raise b.error(what, "Keep the value in an object.")
    if LOCAL in getattr(owner, "__dict__", {}):
        what = f"{name} of a class that is defined in the function is set, which is not"
        raise b.error(f"{what} supported.", "Keep the value in an object.")
    if (id(owner), name) not in b.assumed.binds:
        raise restart.BindsVariable((id(owner), name))
    _variable(b, owner, name).put((value,))


def bound(b: Builder, owner: object, name: str) -> Global | None:
    """Return the variable of a name, None if the function does not bind it.

    A class that has none of its own inherits it from a base class.
    """
    for place in owner.__mro__ if isinstance(owner, type) else (owner,):
        if (id(place), name) in b.assumed.binds:
            variable = _variable(b, place, name)
            b.outside.reads_of_bound += 1
            if place is owner and not isinstance(owner, type):
                return variable
            if not isinstance(variable.items[0], Unbound):
                return variable
        elif name in getattr(place, "__dict__", ()):
            return None
    return None


def _variable(b: Builder, owner: Any, name: str) -> Global:
    key = id(owner), name
    if key not in b.outside.globals:
        first: Value = UNBOUND
        if isinstance(owner, types.CellType):
            first = _read_cell(b, owner, name)
        elif name in vars(owner):
            first = _read(b, owner, name)
        elif isinstance(owner, type):
            b.references.guard_class(owner)
        else:
            b.references.guard_binding(vars(owner), name)
        b.outside.globals[key] = Global(b.heap, owner, name, first)
    return b.outside.globals[key]


def _read(b: Builder, owner: Any, name: str) -> Value:
    """Return the value of a variable on entry; its module gets another one later."""
    return _on_entry(b, outside_attributes.attribute(b, Known(owner), name), name)


def _read_cell(b: Builder, cell: types.CellType, name: str) -> Value:
    cells = b.frame.cells
    if name not in cells:
        return UNBOUND
    b.references.guard(cells, name, cells[name])
    return _on_entry(b, outside.value_of(b, cells[name], name), name)


def _on_entry(b: Builder, value: Value, name: str) -> Value:
    if not isinstance(value, Atom):
        return value
    with b.in_front(b.outside.entry):
        local = b.emit(b, value.node, value.kind, name)
    b.outside.read[str(local.name)] = local
    with b.in_front(b.outside.prelude):
        first = held(b, local, kept=True)
    always_there(first)
    return first


def owner_in(value: object) -> Owner | None:
    """Return the module, function or class of the user's that a value is, if any."""
    known = value.value if isinstance(value, Known) else None
    if isinstance(known, (types.ModuleType, types.FunctionType)):
        return known
    return known if isinstance(known, type) and is_users_class(known) else None
