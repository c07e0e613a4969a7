"""Lists that a function fills and empties: each has a list of adjoints beside it.

`append` reverses to `pop` and `pop` to `append`, so the two stay of one length.
"""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.operands import np_dtype
from tangentlite.builder.sizes.lasting_sizes import lasting
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.kinds.objects.user_objects import is_record
from tangentlite.modes.forward import list_tangents
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules import row_adjoints
from tangentlite.modes.rules.operation import value_of
from tangentlite.values.base import Atom, Sequence
from tangentlite.values.containers.item_kinds import unpacked
from tangentlite.values.structure import atoms


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
            part = unpacked(s.b, rhs, s.b.kinds[name].item, "t_bar")
            _add(s, value, part)
        else:
            s.b.add(build.effect(rhs, s.b.line))
    else:
        target = next(iter(binds(node)), None)
        item = _adjoint_of_popped(s, target, s.b.kinds[name].item)
        callee = build.attribute(shadow.node, "append")
        s.b.add(build.effect(build.call(callee, [item]), s.b.line))
    return [node]


def _reverse_item_write(
    s: Sweep, node: gast.Assign, name: str, shadow: Atom
) -> list[gast.stmt]:
    """Reverse `name[i] = value`: what the place held before had an adjoint of zeros.

    Where arrays of several sizes are in the list, it is asked how long the old one is
    before it is written over.
    """
    b, item = s.b, s.b.kinds[name].item
    place = build.subscript(shadow.node, node.targets[0].slice)
    part = unpacked(b, place, item, "t_bar")
    if _has_one_size(b, item):
        forward, old = [], part
    else:
        with b.into([]) as forward:
            old = unpacked(b, node.targets[0], item, "t")
    b.add(build.assign(place, _zero_item(s, old), b.line))
    _add(s, value_of(b, node.value), part)
    return [*forward, node]


def _has_one_size(b: Builder, item: object) -> bool:
    """Whether a place of a list always holds arrays of the same size."""
    if isinstance(item, tuple):
        return all(_has_one_size(b, part) for part in item)
    return not isinstance(item, Array) or lasting(b, item, "t") == item


def _zero_item(s: Sweep, item: object) -> gast.expr:
    if isinstance(item, Sequence):
        return build.display([_zero_item(s, part) for part in item.items], tuple)
    callee = s.b.references.function(runtime.zeros_like_item)
    return s.b.emit(s.b, build.call(callee, [item.node]), item.kind, "t").node


def _adjoint_of_popped(s: Sweep, target: str | None, kind: object) -> gast.expr:
    if target is None:
        raise s.b.error("the popped item is not used.", "Assign it to a variable.")
    if isinstance(kind, tuple):
        return _tuple_adjoint(s, target, kind)
    is_list = isinstance(kind, ListOf)
    value = shadow_of(s, target) if is_list else s.full(target)
    s.take(target)
    return value.node


def _tuple_adjoint(s: Sweep, target: str, kind: tuple) -> gast.expr:
    # `t = saved.pop(); a = t[0]; b = t[1]`: the reads left their adjoints in parts.
    parts = _popped_parts(s, target, build.name(target), kind)
    s.take(target)
    return parts


def _popped_parts(s: Sweep, key: str, owner: gast.expr, kind: tuple) -> gast.expr:
    parts = []
    for position, item in enumerate(kind):
        inside, place = f"{key}[{position}]", build.constant(position)
        if isinstance(item, tuple):
            part = build.subscript(owner, place)
            parts.append(_popped_parts(s, inside, part, item))
        elif (known := s.adjoints.pop(inside, None)) is not None:
            parts.append(known.node)
        else:
            value = unpacked(s.b, build.subscript(owner, place), item, "t")
            parts.append(_zero_item(s, value))
    return build.display(parts, tuple)


def _add(s: Sweep, value: object, part: object) -> None:
    if isinstance(value, Sequence):
        for item, piece in zip(value.items, part.items):
            _add(s, item, piece)
    elif isinstance(value, Atom) and value.name in s.active:
        if isinstance(value.kind, ListOf):
            add_to_list(s, value.name, part)
        else:
            s.add(value.name, part)


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
            part = unpacked(s.b, rhs, s.b.kinds[name].item, s.base(item.name))
            s.add(item.name, part)


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
    # The items of the list, or their adjoints, may be numbers of Python.
    dtype = [] if kind.dtype in (None, "float64") else [np_dtype(b, kind.dtype)]
    rhs = build.call(b.references.function(np.array), [shadow.node, *dtype])
    atom = b.emit(b, rhs, Array(kind.dtype, kind.shape), s.base(source))
    if kind.dtype is None:
        cast = b.references.function(runtime.cast_like)
        rhs = build.call(cast, [atom.node, build.name(source)])
        atom = b.emit(b, rhs, atom.kind, s.base(source))
    b.memory.owned.add(atom.name)
    s.add(source, atom)


def reverse_item_read(s: Sweep, name: str, index: gast.expr, cotangent: Atom) -> None:
    """Reverse `t = name[index]`."""
    shadow = shadow_of(s, name)
    place = build.subscript(shadow.node, index)
    old = unpacked(s.b, place, s.b.kinds[name].item, "t")
    total = s.b.emit(
        s.b, build.binary(old.node, "+", cotangent.node), old.kind, s.base(name)
    )
    s.b.add(build.assign(place, total.node, s.b.line))


def reverse_tuple_read(s: Sweep, name: str, index: gast.expr, target: str) -> None:
    """Reverse `t = name[index]` for an item that is a tuple, read in parts."""
    b, shadow = s.b, shadow_of(s, name)
    place = build.subscript(shadow.node, index)
    old = unpacked(b, place, b.kinds[name].item, "t")
    b.add(build.assign(place, _with_parts(s, name, target, old), b.line))


def _with_parts(s: Sweep, name: str, key: str, old: object) -> gast.expr:
    """Return the adjoint of a tuple and what the reads of its items have left."""
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
    item = b.kinds[name].item
    if not isinstance(contribution.kind, ListOf):
        contribution = row_adjoints.without_integers(b, contribution, item)
    of_arrays = any(isinstance(leaf, Array) for leaf in row_adjoints.leaves(item))
    if of_arrays and contribution.name not in b.memory.owned:
        # An item of the list must not look into somebody else's array.
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
    kind = ListOf(item)
    known = s.adjoints.get(name)
    if known is None:
        atom = b.emit(b, as_list, kind, s.base(name))
    else:
        _add_items(s, name, known, contribution)
        return
    b.memory.owned.add(atom.name)
    s.adjoints[name] = atom


def _add_items(s: Sweep, name: str, known: Atom, contribution: Atom) -> None:
    b = s.b
    counter = b.fresh("i", Scalar("int64", True))
    position = build.name(counter)
    place = build.subscript(known.node, position)
    with b.into([]) as body:
        item = b.kinds[name].item
        old = unpacked(b, place, item, "t")
        more = unpacked(b, build.subscript(contribution.node, position), item, "t")
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
    part = b.emit(b, rhs, b.kinds[name], s.base(name))
    b.memory.owned.add(part.name)
    add_to_list(s, name, part)


def gradient(s: Sweep, name: str) -> Atom:
    """Return the adjoints of an argument's items.

    Rows of adjoints are tuples: the items of a list of named tuples are told apart.
    """
    item = s.b.kinds[name].item
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
    atom = s.b.emit(s.b, rhs, s.b.kinds[name], s.base(name))
    s.b.memory.owned.add(atom.name)
    s.adjoints[name] = atom
    return atom
