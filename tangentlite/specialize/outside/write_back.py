"""Write-back: effects on objects from outside, emitted at the end of the function.

The function works on copies of what it writes; objects, and what their attributes hold,
get their new contents at its end. Lists and dicts that are arguments stay as they were.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from typing import Any

import gast

from tangentlite import errors, operations, runtime
from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import own_attributes, ownership
from tangentlite.builder.reconstruct import mapping
from tangentlite.builder.references import alias_of
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Opaque
from tangentlite.kinds.objects.user_objects import is_computed, lookup
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import Unbound
from tangentlite.values.heap import Appended, Cell, Instance, List
from tangentlite.values.structure import atoms, is_container, parts


def held(b: Builder, value: Value, kept: bool = False) -> Value:
    """Return a value from outside with copies of the arrays and lists that are written.

    Lists, dicts and objects in it are copied, too, as the function may change them.
    What is `kept`, as it belongs to an object, is written back at the end.
    """
    if isinstance(value, (Atom, Cell)) and value in b.outside.works_on:
        return b.outside.works_on[value]
    if is_container(value):
        kept = kept or isinstance(value, Instance)
        made: Any = value.with_items(tuple(held(b, item, kept) for item in value.items))
        if isinstance(value, Cell):
            b.outside.changeable.append(made)
            b.outside.works_on[value] = made
            made.origin = value.origin
            if kept:
                b.outside.origins[made] = value.origin
        return made
    if isinstance(value, Atom) and value.name in b.assumed.copied:
        base = b.base_of(str(value.name))
        if isinstance(value.kind, Opaque):
            appended = b.outside.works_on[value] = Appended(value, kept)
            return appended
        if isinstance(value.kind, ListOf):
            copy = operations.call(b, Known(list), [value], {}, None, base)
            made = List.at_run_time(b.heap, copy)
        else:
            made = operations.call_rule(b, b.assumed.copy, [value], {}, base)
        b.outside.works_on[value] = made
        if kept:
            b.outside.copied.append((value, made))
        return made
    return value


def always_there(value: Value) -> None:
    """Record that the containers in a value existed before the walk."""
    for part in parts(value):
        if isinstance(part, Cell):
            part.number = 0


def changed_outside(b: Builder) -> list[Cell]:
    """Return the lists, dicts and objects from outside that the function changes."""
    return [cell for cell in b.outside.origins if cell.contents != cell.first]


def write_back(b: Builder) -> None:
    """Emit the changes of objects from outside."""
    for original, copy in b.outside.copied:
        function = runtime.refill if isinstance(copy, List) else runtime.store
        _effect(b, function, [original.node, operations.as_expression(b, copy)])
    changed = changed_outside(b)
    _keep_identity(b, changed)
    _name_shared(b, changed)
    _set_globals(b)
    owners = {cell: _named(b, b.outside.origins[cell], cell) for cell in changed}
    for cell in changed:
        if isinstance(cell, Instance):
            _set_attributes(b, cell, owners[cell])
        else:
            contents = cell.contents
            new = contents.node if isinstance(contents, Atom) else _display(b, cell)
            _effect(b, runtime.refill, [owners[cell], new])
    b.outside.shared.clear()


def is_seen_behind_raises(b: Builder) -> bool:
    """Whether there is something outside that the function changes up to a raise."""
    own = b.parameters == tuple(b.outside.inputs) and not b.in_condition
    seen = b.outside.origins or b.outside.copied or b.outside.globals
    return own and bool(seen)


def before_raising(b: Builder) -> None:
    """Emit the changes of objects from outside where a raise leaves the function."""
    if not is_seen_behind_raises(b):
        return
    has_effects = b.report.has_effects
    try:
        with b.into([]) as effects:
            write_back(b)
    except errors.UnsupportedError:
        b.outside.shared.clear()
        b.report.has_effects = has_effects
        return
    b.block.extend(effects)


def _keep_identity(b: Builder, changed: list[Cell]) -> None:
    """Make what is stored the very object from outside, not the copy of it."""
    written = {}
    for one, copy in b.outside.copied:
        last = copy.contents if isinstance(copy, Cell) else copy
        written[str(getattr(last, "name", None))] = b.outside.shared[copy] = one.node
    b.outside.shared.update(written)
    for owner in (*changed, *b.outside.globals.values()):
        if owner.contents == owner.first:
            continue
        before = dict(zip(*owner.first)) if isinstance(owner, Instance) else {}
        for place, item in enumerate(owner.held):
            if isinstance(owner, Instance) and before.get(owner.keys[place]) is item:
                continue
            for part in _stored(b, item):
                if isinstance(part, Cell) and part in b.outside.origins:
                    b.outside.shared[part] = _named(b, b.outside.origins[part], part)
                elif isinstance(part, Atom) and part.name not in written:
                    _require_apart_of(b, part, written)


def _stored(b: Builder, value: Value, around: tuple = ()) -> Iterator[Value]:
    """Yield a value and the new values in it, not those of objects from outside."""
    yield value
    outside = isinstance(value, Cell) and (
        value in b.outside.origins or value in b.outside.shared
    )
    if not outside and value not in around:
        for item in value.held:
            yield from _stored(b, item, (*around, value))


def _require_apart_of(b: Builder, kept: Atom, written: Iterable[str]) -> None:
    """Raise if an array that is stored is a view of the copy of another one."""
    if isinstance(kept.kind, Array) and any(
        ownership.shares_memory(b, kept.name, name) for name in written
    ):
        raise b.error(
            "a view of an array from outside, which the function writes, is kept; that "
            "is not supported.",
            "Keep a copy: a.copy().",
        )


def _name_shared(b: Builder, changed: list[Cell]) -> None:
    """Name new lists, dicts and objects that are stored in several places."""
    met: dict[Cell, int] = {}
    inner_first: list[Cell] = []

    def visit(value: Value, around: tuple) -> None:
        if isinstance(value, Cell):
            if value in around:
                what = f"a {value.type.__name__} that holds itself"
                what += " is kept, which is not supported."
                raise b.error(what, "Leave it out.")
            met[value] = met.get(value, 0) + 1
            if (
                value in b.outside.origins
                or value in b.outside.shared
                or met[value] > 1
            ):
                return
            around = (*around, value)
        for item in value.held:
            visit(item, around)
        if isinstance(value, Cell):
            inner_first.append(value)

    for owner in (*changed, *b.outside.globals.values()):
        for item in owner.held:
            visit(item, ())
    for cell in inner_first:
        known = cell in b.outside.shared or cell.is_at_run_time
        if met[cell] > 1 and not known:
            made = _expression(b, "a container", cell)
            b.outside.shared[cell] = b.emit(b, made, Opaque(cell.type), "held").node


def _set_globals(b: Builder) -> None:
    for variable in b.outside.globals.values():
        if variable.contents == variable.first:
            continue
        owner, (value,) = variable.owner, variable.items
        spelled = variable.name
        if isinstance(owner, types.CellType):
            spelled = b.references.cell(spelled, owner)
            place: gast.expr = build.constant(None)
        elif isinstance(owner, types.ModuleType):
            place = build.name(alias_of(b, owner.__name__, vars(owner)))
        else:
            place = b.references.function(owner, owner.__qualname__)
        text = gast.Constant(spelled, None)
        new = _expression(b, variable.name, value)
        _effect(b, setattr, [place, text, new])


def _named(b: Builder, node: gast.expr, cell: Cell) -> gast.expr:
    """Return a name for an object that its expression may not lead to afterwards."""
    bound = {variable.name for variable in b.outside.globals.values()}
    if isinstance(node, gast.Name) and node.id.split(".")[-1] not in bound:
        return node
    with b.into(b.outside.entry):
        return b.emit(b, node, Opaque(cell.type), "owner").node


def _set_attributes(b: Builder, cell: Instance, owner: gast.expr) -> None:
    before: dict[str, object] = dict(zip(*cell.first))
    own_attributes.require_all_own(b, cell, set(cell.keys) - before.keys())
    for name, item in zip(cell.keys, cell.items):
        if name not in before or before[name] != item:
            text = gast.Constant(name, None)
            store = setattr if _only_stores(cell.type, name) else runtime.put_attribute
            _effect(b, store, [owner, text, _expression(b, name, item)])
    for name in [name for name in before if name not in cell.keys]:
        _effect(b, delattr, [owner, gast.Constant(name, None)])


def _only_stores(cls: type, name: str) -> bool:
    """Whether setting an attribute runs no code of the class, which has run before."""
    plain = isinstance(lookup(cls, "__setattr__", None), types.WrapperDescriptorType)
    return plain and not is_computed(cls, name)


def _expression(b: Builder, name: str, value: Value) -> gast.expr:
    """Return the expression of the new value of an attribute or item."""
    unbound = isinstance(value, Unbound)
    if unbound or any(atom.name in b.phis.unbound for atom in atoms(value)):
        raise b.error(
            f"{name} of an object is set on some paths only.", "Set it on all paths."
        )
    for part in parts(value):
        if not isinstance(part, Cell):
            continue
        several = part in b.heap.fixed and part not in b.outside.origins
        if several or part in b.outside.unsure:
            raise b.error(
                f"which of several objects {name} holds behind the function is known "
                "only when it runs; that is not supported.",
                "Set the attribute outside of the function.",
            )
    return reconstruct.undifferentiated(b, value)


def _display(b: Builder, cell: Cell) -> gast.expr:
    items = [_expression(b, "an item", item) for item in cell.items]
    if not cell.keys:
        return build.display(items, list)
    return mapping(b, cell.keys, items)


def _effect(b: Builder, function, arguments: list[gast.expr]) -> None:
    b.report.has_effects = True
    callee = b.references.function(function)
    b.add(build.effect(build.call(callee, arguments), b.line))
