"""Lists and dicts of known structure that change: each change is a new value.

A variable's container is replaced by one with the new item. That is what Python does as
long as nobody else holds the same container, so a change is refused where another
variable does, as it is for containers that the function did not make.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentlite.specialize import expressions, indexing, materialize
from tangentlite.specialize.builder import Builder, base_name
from tangentlite.specialize.ownership import shares_memory
from tangentlite.specialize.values import (
    NONE,
    Atom,
    Dictionary,
    Known,
    Sequence,
    Slice,
    View,
    atoms,
    is_static,
    literal,
    parts,
    static_value,
    with_items,
)

Container = Sequence | Dictionary


def made_here(b: Builder, value: Container) -> Container:
    """Record that the function made a container, so that it may change it."""
    if value.type is not tuple:
        b.containers[id(value)] = value
    return value


def share(b: Builder, value: object) -> None:
    """Record that the containers in a value may be held by others: none may change."""
    for part in parts(value):
        b.containers.pop(id(part), None)


def write_item(b: Builder, target: gast.Subscript, owner: Container, value: object):
    """Walk `owner[index] = value`."""
    index = expressions.evaluate(b, target.slice)
    replace(b, target.value, owner, _with_item(b, owner, index, value, target), target)


def _with_item(b: Builder, owner: Container, index: object, value: object, node):
    if isinstance(owner, Dictionary):
        key = indexing.known_key(b, index, node)
        items = {**dict(zip(owner.keys, owner.items)), key: value}
        return Dictionary(tuple(items), tuple(items.values()))
    if not is_static(index) or isinstance(index, Slice):
        if b.unrollable:
            raise indexing.NeedsUnrolling
        raise b.error(
            "writing at a computed place into a list whose items are told apart is "
            "not supported yet.",
            "Use an array.",
            node,
        )
    changed = list(owner.items)
    try:
        changed[static_value(index)] = value
    except (IndexError, TypeError) as error:
        raise b.error(f"{error}.", "Check the index.", node) from None
    return with_items(owner, tuple(changed))


def replace(b: Builder, place: gast.expr, old: Container, new: Container, node):
    """Put a container in the place of another, as a change of that one."""
    _require_sole(b, place, old, node)
    b.replaced.append(old)
    made_here(b, new)
    if isinstance(place, gast.Name):
        b.frame.variables[place.id] = new
        return
    owner = expressions.evaluate(b, place.value)
    index = expressions.evaluate(b, place.slice)
    replace(b, place.value, owner, _with_item(b, owner, index, new, node), node)


def _require_sole(b: Builder, place: gast.expr, value: Container, node) -> None:
    what = f"a {value.type.__name__}"
    if value.type is tuple:
        raise b.error("tuples cannot be changed.", "Use a list.", node)
    root = place
    while isinstance(root, gast.Subscript):
        root = root.value
    if not isinstance(root, gast.Name) or root.id not in b.frame.variables:
        raise b.error(
            f"this statement changes {what} that is no variable of this function, "
            "which is not supported yet.",
            "Change it where it is made.",
            node,
        )
    if id(value) not in b.containers:
        raise b.error(
            f"this statement changes {what} that the function did not make itself, "
            "which is not supported yet.",
            "Make a new one: {**values, key: value}.",
            node,
        )
    if not is_sole(b, value, root.id):
        raise b.error(
            f"this statement changes {what} that another variable holds, which is not "
            "supported yet.",
            "Copy it first: a = b.copy().",
            node,
        )


def is_sole(b: Builder, value: object, variable: str) -> bool:
    """Whether a container was made here and only this variable holds it."""
    if not isinstance(value, (Sequence, Dictionary)):
        return True
    if value.type is not tuple and id(value) not in b.containers:
        return False
    ended = [frame for frame in b.captured if frame not in b.frames]
    for frame in (*b.frames, *ended):
        for name, other in frame.variables.items():
            own = frame is b.frame and name == variable
            held = sum(part is value for part in parts(other))
            if held > own and (own or frame in ended or name in frame.live):
                return False
    return True


def require_sole_array(b: Builder, value: Atom, node: gast.AST) -> None:
    """Raise unless an array that is updated in place is held in one place only."""
    ended = [frame for frame in b.captured if frame not in b.frames]
    held = [
        atom
        for frame in (*b.frames, *ended)
        for name, other in frame.variables.items()
        if name in frame.live or frame is b.frame or frame in ended
        for atom in atoms(other)
        if shares_memory(b, atom.name, str(value.name))
    ]
    if value.name not in b.owned or len(held) > 1:
        raise b.error(
            "this statement writes into an array that is held in another place too.",
            "Copy it first: a = a.copy().",
            node,
        )


def list_method(b: Builder, owner: Sequence, name: str, arguments: list, node):
    """Walk `owner.append(value)` and the like; the result of the call."""
    change = _CHANGES.get(name)
    called = isinstance(getattr(node, "func", None), gast.Attribute)
    if change is None or owner.type is not list or not called:
        raise b.error(
            f"the {owner.type.__name__} method {name!r} is not supported yet.",
            "append, extend, insert, pop, copy and index by a constant are.",
            node,
        )
    items = list(owner.items)
    try:
        result = change(items, *arguments)
    except (IndexError, TypeError, LookupError) as error:
        raise b.error(f"{error}.", "Check the call.", node) from None
    if len(items) != len(owner.items):
        replace(b, node.func.value, owner, with_items(owner, tuple(items)), node)
    return made_here(b, result) if isinstance(result, Sequence) else result


def _append(items: list, value: object) -> Known:
    items.append(value)
    return NONE


def _extend(items: list, values: object) -> Known:
    if not isinstance(values, Sequence):
        raise TypeError("extend needs a tuple or list that is known here")
    items.extend(values.items)
    return NONE


def _insert(items: list, position: object, value: object) -> Known:
    items.insert(_known(position), value)
    return NONE


def _pop(items: list, position: object | None = None) -> object:
    return items.pop() if position is None else items.pop(_known(position))


def _known(position: object) -> int:
    if not is_static(position):
        raise TypeError("the place in a list must be known here")
    return static_value(position)


def _copy(items: list) -> Sequence:
    return Sequence(tuple(items), list)


_CHANGES: dict[str, Callable] = {
    "append": _append,
    "extend": _extend,
    "insert": _insert,
    "pop": _pop,
    "copy": _copy,
}


def dict_method(b: Builder, owner: Dictionary, name: str, arguments: list, node):
    """Walk `owner.items()` and the like; the result of the call."""
    keys = [literal(key) for key in owner.keys]
    if name == "items" and not arguments:
        return View(owner, tuple(map(Sequence, zip(keys, owner.items))))
    if name == "values" and not arguments:
        return View(owner, owner.items)
    if name == "keys" and not arguments:
        return View(owner, tuple(keys))
    if name == "copy" and not arguments:
        return made_here(b, Dictionary(owner.keys, owner.items))
    if name == "update" and len(arguments) == 1:
        return _update(b, owner, arguments[0], node)
    if name == "get" and arguments and is_static(arguments[0]):
        found = dict(zip(owner.keys, owner.items))
        default = arguments[1] if len(arguments) > 1 else NONE
        return found.get(static_value(arguments[0]), default)
    raise b.error(
        f"the dict method {name!r} is not supported yet.",
        "copy, get, items, keys, update and values are.",
        node,
    )


def _update(b: Builder, owner: Dictionary, other: object, node) -> Known:
    if not isinstance(other, Dictionary):
        raise b.error("update needs a dict that is known here.", "", node)
    new = joined(owner, other)
    replace(b, node.func.value, owner, new, node)
    return NONE


def joined(first: Dictionary, second: Dictionary) -> Dictionary:
    """Return the items of two dicts as one; those of the second take precedence."""
    items = dict(zip(first.keys, first.items))
    items.update(zip(second.keys, second.items))
    return Dictionary(tuple(items), tuple(items.values()))


def keep_at_run_time(b: Builder, block: list[gast.stmt]) -> None:
    """Make lists that statements lengthen or shorten lists at run time.

    For loops and branches, behind which a list may have one of several lengths.
    """
    for variable in sorted(_grown(block)):
        value = b.frame.variables.get(variable)
        if not isinstance(value, Sequence) or value.type is not list:
            continue
        simple = all(materialize.is_list_item(item) for item in value.items)
        if simple and is_sole(b, value, variable):
            atom = materialize.as_list(b, value, base_name(variable))
            b.frame.variables[variable] = atom


def _grown(block: list[gast.stmt]) -> set[str]:
    return {
        node.func.value.id
        for statement in block
        for node in gast.walk(statement)
        if isinstance(node, gast.Call)
        and isinstance(node.func, gast.Attribute)
        and node.func.attr in ("append", "extend", "insert", "pop", "update")
        and isinstance(node.func.value, gast.Name)
    }


def changed_in(b: Builder, block: list[gast.stmt]) -> set[str]:
    """Return the variables whose containers the statements of a loop may replace."""
    found = set(_grown(block))
    for statement in block:
        for node in gast.walk(statement):
            if isinstance(node, gast.Subscript) and isinstance(node.ctx, gast.Store):
                root = node.value
                while isinstance(root, gast.Subscript):
                    root = root.value
                if isinstance(root, gast.Name):
                    found.add(root.id)
    return {
        name
        for name in found
        if isinstance(b.frame.variables.get(name), (Sequence, Dictionary))
    }
