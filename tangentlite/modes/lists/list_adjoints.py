"""Reverse mode of lists that a function fills and empties: lists of adjoints.

`append` reverses to `pop` and `pop` to `append`, so that the list of adjoints, its
*shadow*, is always as long as the list.
"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes.lasting_sizes import lasting
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds
from tangentlite.kinds.kind import Array, ListOf, Scalar, like, row
from tangentlite.kinds.objects.user_objects import is_record
from tangentlite.modes.lists import list_tangents
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules import row_adjoints
from tangentlite.modes.rules.operation import value_of
from tangentlite.values.base import Atom, Sequence, Value, required_atom
from tangentlite.values.containers.item_kinds import unpacked
from tangentlite.values.structure import atoms, required_items


def reverse_list_statement(s: Sweep, node: gast.stmt, name: str) -> list[gast.stmt]:
    """Reverse `name.append(value)`, `target = name.pop()` or `name[i] = value`."""
    shadow = shadow_of(s, name)
    if isinstance(node, gast.Assign) and isinstance(node.targets[0], gast.Subscript):
        return _reverse_item_write(s, node, name, shadow)
    call = node.value
    if call.func.attr == "append":
        rhs = build.call(build.attribute(shadow.node, "pop"))
        value = value_of(s.b, call.args[0])
        if any(atom.name in s.active for atom in atoms(value)):
            part = _unpacked(s, rhs, name, "t_bar")
            _add(s, value, part)
        else:
            s.b.add(build.effect(rhs, s.b.line))
    else:
        target = next(iter(binds(node)), None)
        item = _adjoint_of_popped(s, target, _item_kind(s.b, name))
        callee = build.attribute(shadow.node, "append")
        s.b.add(build.effect(build.call(callee, [item]), s.b.line))
    return [node]


def _item_kind(b: Builder, name: str) -> Any:
    """Return the kind of a list's items; that of tuples is a tuple of kinds."""
    kind = b.kinds[name]
    assert isinstance(kind, ListOf), "a list"
    return kind.item


def _unpacked(s: Sweep, rhs: gast.expr, name: str, base: str) -> Atom | Sequence:
    """Emit the read of the adjoint of a list's item."""
    return unpacked(s.b, rhs, _adjoint_kind(_item_kind(s.b, name)), base)


def _adjoint_kind(item: Any) -> Any:
    if isinstance(item, tuple):
        return row(type(item), map(_adjoint_kind, item))
    return like(item)


def _reverse_item_write(
    s: Sweep, node: gast.Assign, name: str, shadow: Atom
) -> list[gast.stmt]:
    """Reverse `name[i] = value`: the adjoint of the item before it becomes zero.

    It has the shape of the item before it: where the list holds arrays of several
    sizes, the forward half reads that item before it is overwritten.
    """
    b, item = s.b, _item_kind(s.b, name)
    place = build.subscript(shadow.node, node.targets[0].slice)
    part = _unpacked(s, place, name, "t_bar")
    forward: list[gast.stmt] = []
    old = part
    if not _has_one_size(b, item):
        with b.into(forward):
            old = unpacked(b, node.targets[0], item, "t")
    b.add(build.assign(place, _zero_item(s, old), b.line))
    _add(s, value_of(b, node.value), part)
    return [*forward, node]


def _has_one_size(b: Builder, item: object) -> bool:
    """Whether all arrays in a list have the same size."""
    if isinstance(item, tuple):
        return all(_has_one_size(b, part) for part in item)
    return not isinstance(item, Array) or lasting(b, item, "t") == item


def _zero_item(s: Sweep, item: Atom | Sequence) -> gast.expr:
    if isinstance(item, Sequence):
        return build.display([_zero_item(s, part) for part in item.items], tuple)
    callee = s.b.references.function(runtime.zeros_like_item)
    return s.b.emit(s.b, build.call(callee, [item.node]), item.kind, "t").node


def _adjoint_of_popped(s: Sweep, target: str | None, kind: Any) -> gast.expr:
    if target is None:
        raise s.b.error("the popped item is not used.", "Assign it to a variable.")
    if isinstance(kind, tuple):
        adjoint = _tuple_adjoint(s, target, build.name(target), kind)
    elif isinstance(kind, ListOf):
        adjoint = shadow_of(s, target).node
    else:
        adjoint = s.full(target).node
    s.take(target)
    return adjoint


def _tuple_adjoint(s: Sweep, key: str, owner: gast.expr, kind: tuple) -> gast.expr:
    """Return the adjoint of a tuple, and remove those of its items.

    In `t = saved.pop(); a = t[0]; b = t[1]` the reads have left them in `t[0]`, `t[1]`.
    """
    parts = []
    for position, item in enumerate(kind):
        inside, place = f"{key}[{position}]", build.constant(position)
        if isinstance(item, tuple):
            part = build.subscript(owner, place)
            parts.append(_tuple_adjoint(s, inside, part, item))
        elif (known := s.adjoints.pop(inside, None)) is not None:
            parts.append(known.node)
        else:
            value = unpacked(s.b, build.subscript(owner, place), item, "t")
            parts.append(_zero_item(s, value))
    return build.display(parts, tuple)


def _add(s: Sweep, value: Value, part: Atom | Sequence) -> None:
    """Add a part of a list's adjoint to that of the value that is its item."""
    if isinstance(value, Sequence):
        for item, piece in zip(value.items, required_items(part)):
            _add(s, item, piece)
    elif isinstance(value, Atom) and value.name in s.active:
        if isinstance(value.kind, ListOf):
            add_to_list(s, value.name, required_atom(part))
        else:
            s.add(value.name, required_atom(part))


def reverse_list_definition(s: Sweep, node: gast.Assign, name: str) -> None:
    """Reverse `name = [a, b]`: each item receives its adjoint."""
    shadow = s.take(name)
    if shadow is None:
        return
    if isinstance(node.value, gast.Name):
        source = node.value.id
        if source in s.adjoints and s.adjoints[source] != shadow:
            add_to_list(s, source, shadow)  # it has another name, which is read later
        else:
            s.adjoints[source] = shadow
        return
    if isinstance(node.value, gast.Call):
        function = s.b.references.objects.get(node.value.func.id)
        if function not in list_tangents.OF_ITEMS:  # a list of zeros
            return
        _reverse_rows(s, node.value, shadow)
        return
    value = value_of(s.b, node.value)
    for position, item in enumerate(getattr(value, "items", ())):
        if isinstance(item, Atom) and item.name in s.active:
            rhs = build.subscript(shadow.node, build.constant(position))
            part = _unpacked(s, rhs, name, s.base(item.name))
            s.add(item.name, required_atom(part))


def _reverse_rows(s: Sweep, call: gast.Call, shadow: Atom) -> None:
    """Reverse `name = list(array)`."""
    list_tangents.require_whole(s.b, call, s.active)
    b, source = s.b, call.args[0].id if isinstance(call.args[0], gast.Name) else ""
    if source not in s.active:
        return
    if isinstance(b.kinds[source], ListOf):
        add_to_list(s, source, shadow)
        return
    kind = b.kinds[source]
    assert isinstance(kind, Array), "what is made a list"
    # The items of the list, or their adjoints, may be numbers of Python.
    is_double = kind.dtype is None or kind.dtype == "float64"
    dtype = [] if is_double else [operands.np_dtype(b, str(kind.dtype))]
    rhs = build.call(b.references.function(np.array), [shadow.node, *dtype])
    if kind.dtype is None:
        atom = b.emit(b, rhs, kind, s.base(source))
        cast = b.references.function(runtime.cast_like)
        rhs = build.call(cast, [atom.node, build.name(source)])
    s.add(source, operands.emit_owned(b, rhs, kind, s.base(source)))


def reverse_item_read(s: Sweep, name: str, index: gast.expr, cotangent: Atom) -> None:
    """Reverse `t = name[index]`."""
    shadow = shadow_of(s, name)
    place = build.subscript(shadow.node, index)
    old = required_atom(_unpacked(s, place, name, "t"))
    rhs = build.binary(old.node, "+", cotangent.node)
    total = s.b.emit(s.b, rhs, old.kind, s.base(name))
    s.b.add(build.assign(place, total.node, s.b.line))


def reverse_tuple_read(s: Sweep, name: str, index: gast.expr, target: str) -> None:
    """Reverse `t = name[index]` for a tuple t, whose items are read one by one."""
    b, shadow = s.b, shadow_of(s, name)
    place = build.subscript(shadow.node, index)
    old = _unpacked(s, place, name, "t")
    b.add(build.assign(place, _with_parts(s, name, target, old), b.line))


def _with_parts(s: Sweep, name: str, key: str, old: Atom | Sequence) -> gast.expr:
    """Return the adjoint of a tuple plus those of its items, which are removed."""
    if isinstance(old, Sequence):
        parts = [
            _with_parts(s, name, f"{key}[{position}]", part)
            for position, part in enumerate(old.items)
        ]
        return build.display(parts, tuple)
    part = s.adjoints.pop(key, None)
    if part is None:
        return old.node
    rhs = build.binary(old.node, "+", part.node)
    return s.b.emit(s.b, rhs, old.kind, s.base(name)).node


def add_to_list(s: Sweep, name: str, contribution: Atom) -> None:
    """Add the adjoint of a list that a function such as np.stack took whole."""
    b = s.b
    item = _item_kind(b, name)
    if not isinstance(contribution.kind, ListOf):
        contribution = row_adjoints.without_integers(b, contribution, item)
    of_arrays = any(isinstance(leaf, Array) for leaf in row_adjoints.leaves(item))
    if of_arrays and contribution.name not in b.memory.owned:
        # Items are changed in place: they must not share memory with other arrays.
        contribution = operations.call_rule(
            b, np.copy, [contribution], {}, s.base(name)
        )
    as_list = contribution.node
    nested = isinstance(item, ListOf)
    if nested and (name in s.adjoints or isinstance(item.item, ListOf)):
        raise b.error(
            "a list of lists that grew at run time is read several times, or has more "
            "than two levels, which is not supported yet.",
            "Make arrays of the inner lists: rows.append(np.array(row)).",
        )
    if not isinstance(contribution.kind, ListOf):
        as_list = row_adjoints.list_of(b, contribution, item)
    known = s.adjoints.get(name)
    if known is not None:
        _add_items(s, name, known, contribution)
        return
    s.adjoints[name] = operands.emit_owned(b, as_list, ListOf(item), s.base(name))


def _add_items(s: Sweep, name: str, known: Atom, contribution: Atom) -> None:
    b = s.b
    counter = b.fresh("i", Scalar("int64", True))
    position = build.name(counter)
    place = build.subscript(known.node, position)
    with b.into([]) as body:
        old = _unpacked(s, place, name, "t")
        rhs = build.subscript(contribution.node, position)
        more = _unpacked(s, rhs, name, "t")
        b.add(build.assign(place, row_adjoints.total(b, old, more), b.line))
    length = build.call(b.references.function(len), [known.node])
    size = b.emit(b, length, Scalar("int64", True), "n")
    header = build.call(b.references.function(range), [size.node])
    b.add(build.loop(counter, header, body, b.line))


def seed(s: Sweep, name: str, value: Atom | None) -> None:
    """Start the adjoints of a list that is returned: a cotangent's items, or ones."""
    b = s.b
    make = runtime.ones_like_items if value is None else list
    source = build.name(name) if value is None else value.node
    rhs = build.call(b.references.function(make), [source])
    part = operands.emit_owned(b, rhs, b.kinds[name], s.base(name))
    add_to_list(s, name, part)


def gradient(s: Sweep, name: str) -> Atom:
    """Return the adjoints of an argument's items.

    Rows of adjoints are plain tuples, so that named tuples have none.
    """
    item = _item_kind(s.b, name)
    if is_record(type(item)):
        raise s.b.error(
            f"{name} is a list of {type(item).__name__}, of which there is no gradient "
            "for any length.",
            "Make it a list of tuples.",
        )
    return shadow_of(s, name)


def shadow_of(s: Sweep, name: str) -> Atom:
    """Return the list of adjoints of a list, as long as the list is now."""
    known = s.adjoints.get(name)
    if known is not None:
        return known
    callee = s.b.references.function(runtime.zeros_like_items)
    rhs = build.call(callee, [build.name(name)])
    atom = operands.emit_owned(s.b, rhs, s.b.kinds[name], s.base(name))
    s.adjoints[name] = atom
    return atom
