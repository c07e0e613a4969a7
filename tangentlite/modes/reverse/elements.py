"""Reverse mode of reads and writes of an array's elements, slices and rows."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder import indexing, operands
from tangentlite.builder.naming import another
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds, names_in, substitute
from tangentlite.kinds.kind import (
    Array,
    Kind,
    ListOf,
    Opaque,
    Scalar,
    Structure,
    rank,
    required_numeric,
)
from tangentlite.modes.lists import list_adjoints
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules import unbroadcast
from tangentlite.modes.rules.operation import value_of
from tangentlite.values.base import Atom, Value


def reverse_read(
    s: Sweep, node: gast.Assign, rhs: gast.Subscript, cotangent: Atom
) -> list[gast.stmt]:
    """Reverse `t = owner[index]`; return the forward half."""
    b = s.b
    if not isinstance(rhs.value, gast.Name) or rhs.value.id not in s.active:
        return [node]
    owner = rhs.value.id
    kind = b.kinds[owner]
    if isinstance(kind, ListOf) and isinstance(kind.item, tuple):
        list_adjoints.reverse_tuple_read(s, owner, rhs.slice, next(iter(binds(node))))
        return [node]
    if isinstance(kind, ListOf):
        list_adjoints.reverse_item_read(s, owner, rhs.slice, cotangent)
        return [node]
    if _is_tuple(kind):
        target, position = next(iter(binds(node))), rhs.slice.value
        if _is_tuple(b.kinds[target]):
            s.add_parts(owner, position, target)
        else:
            s.add_part(owner, position, s.atom(target), cotangent)
        return [node]
    if isinstance(kind, Scalar):
        if rank(cotangent.kind) != 0:  # an index that adds axes of one entry
            cotangent = operations.call_rule(b, np.sum, [cotangent], {}, s.base(owner))
        s.add(owner, unbroadcast.cast(b, cotangent, s.atom(owner), s.base(owner)))
        return [node]
    if not isinstance(kind, Array):
        raise b.error(
            "indexing this value cannot be differentiated.", "Make it an array."
        )
    if _only_adds_axes(kind, rhs.slice):
        _remove_axes(s, node, rhs.slice, cotangent)
        return [node]
    index, copies = _saved_index(s, node, rhs.slice)
    _scatter(s, owner, index, cotangent)
    return [*copies, node]


def _is_tuple(kind: Kind) -> bool:
    return (
        isinstance(kind, Structure) or isinstance(kind, Opaque) and kind.type is tuple
    )


def reverse_write(s: Sweep, node: gast.stmt, owner: str) -> list[gast.stmt]:
    """Reverse a write into an array: the value receives the adjoint of its place.

    Returns statements of the forward half in front of the write.
    """
    if s.known(owner) is None:
        return []
    if isinstance(node, gast.Expr):
        index, value = node.value.args[1], node.value.args[2]
        sign, replaces = "+", False
    else:
        target = node.target if isinstance(node, gast.AugAssign) else node.targets[0]
        index, value = target.slice, node.value
        replaces = isinstance(node, gast.Assign)
        sign = "-" if not replaces and isinstance(node.op, gast.Sub) else "+"
    atom = value_of(s.b, value)
    source = atom if isinstance(atom, Atom) and atom.name in s.active else None
    if _is_whole(index) and replaces and s.may_take(owner):
        cotangent = s.take(owner)
        if source is not None and cotangent is not None:
            _add_fitted(s, source, cotangent, s.atom(owner))
        return []
    index, copies = _saved_index(s, node, index)
    adjoint = s.accumulator(owner)
    part = None
    if source is not None:
        part = _read_back(s, adjoint, index, s.base(str(source.name)), replaces)
    if replaces:
        place = build.subscript(adjoint.node, index)
        s.b.add(build.assign(place, build.constant(0.0), s.b.line))
    if source is not None and part is not None:
        part = _negative(s, part) if sign == "-" else part
        _add_fitted(s, source, part, part)
    return copies


def _add_fitted(s: Sweep, source: Atom, value: Atom, whole: Atom) -> None:
    name = str(source.name)
    s.add(name, unbroadcast.fit(s.b, value, source, whole, s.base(name)))


def _read_back(
    s: Sweep, adjoint: Atom, index: gast.expr, base: str, replaces: bool
) -> Atom:
    """Emit a copy of the adjoint's elements at the place that was written."""
    b = s.b
    value = value_of(b, index)
    if replaces and indexing.is_advanced(value) and indexing.may_repeat(value):
        callee = b.references.function(runtime.last_written)
        rhs = build.call(callee, [adjoint.node, operations.index_argument(b, index)])
        kind = indexing.index_kind(b, required_numeric(adjoint.kind), value)
        return operands.emit_owned(b, rhs, kind, base)
    part = adjoint
    if not _is_whole(index):
        part = indexing.read_array(b, adjoint, value, base)
    if isinstance(part.kind, Array) and not indexing.is_advanced(value):
        part = operations.call_rule(b, np.copy, [part], {}, base)
    return part


def _is_whole(index: gast.expr) -> bool:
    """Whether an index is `[...]` or `[:]`."""
    if isinstance(index, gast.Slice):
        return index.lower is None and index.upper is None and index.step is None
    return isinstance(index, gast.Constant) and index.value is ...


def _only_adds_axes(kind: Array, index: gast.expr) -> bool:
    """Whether an index is like `[:, None]`."""
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    if kind.shape is None:
        return False
    whole = gast.dump(gast.Slice(None, None, None))
    return any(_is_new_axis(i) for i in items) and all(
        _is_new_axis(item) or gast.dump(item) == whole for item in items
    )


def _is_new_axis(item: gast.expr) -> bool:
    return isinstance(item, gast.Constant) and item.value is None


def _remove_axes(
    s: Sweep, node: gast.Assign, index: gast.expr, cotangent: Atom
) -> None:
    """Reverse `t = x[:, None]`: `x_bar += t_bar[:, 0]`."""
    b, owner = s.b, node.value.value.id
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    back = [build.constant(0) if _is_new_axis(item) else item for item in items]
    chosen = back[0] if len(back) == 1 else gast.Tuple(back, build.LOAD)
    whole = unbroadcast.materialize(b, cotangent, s.atom(next(iter(binds(node)))))
    s.add(owner, indexing.read_array(b, whole, value_of(b, chosen), s.base(owner)))


def _saved_index(
    s: Sweep, node: gast.stmt, index: gast.expr
) -> tuple[gast.expr, list[gast.stmt]]:
    """Return an index, with copies of its arrays that are overwritten later."""
    b = s.b
    copies: list[gast.stmt] = []
    names: dict[str, gast.expr] = {}
    for name in dict.fromkeys(names_in(index)):
        kind = b.kinds.get(name)
        if isinstance(kind, Array) and s.memory.is_overwritten_after(node, name):
            saved = another(b, name, "_saved")
            callee = b.references.function(np.copy)
            rhs = build.call(callee, [build.name(name)])
            copies.append(build.assign(saved, rhs, node.lineno))
            names[name] = build.name(saved)
    return substitute(index, names) if names else index, copies


def _scatter(s: Sweep, owner: str, index: gast.expr, cotangent: Atom) -> None:
    """Add the adjoint of `owner[index]` to its place; repeated indices add up."""
    b = s.b
    target = s.accumulator(owner)
    value = value_of(b, index)
    place = build.subscript(target.node, index)
    if _are_rows(s, target, value, cotangent):
        callee = b.references.function(runtime.add_rows)
        arguments = [target.node, index, cotangent.node]
        b.add(build.effect(build.call(callee, arguments), b.line))
    elif indexing.is_advanced(value) and indexing.may_repeat(value):
        callee = build.attribute(b.references.function(np.add), "at")
        addend = indexing.added_at(b, target, value, cotangent)
        arguments = [target.node, operations.index_argument(b, index), addend.node]
        b.add(build.effect(build.call(callee, arguments), b.line))
    else:
        b.add(build.augment(place, "+", cotangent.node, b.line))


def _are_rows(s: Sweep, target: Atom, index: Value, cotangent: Atom) -> bool:
    """Whether whole rows of an array are read, and their adjoint has their shape."""
    if not isinstance(index, Atom) or not isinstance(index.kind, Array):
        return False
    if rank(index.kind) != 1 or "int" not in str(index.kind.dtype):
        return False
    if not isinstance(target.kind, Array) or (rank(target.kind) or 0) < 2:
        return False
    read = required_numeric(indexing.index_kind(s.b, target.kind, index))
    return read.dtype == "float64" and unbroadcast.is_full(s.b, cotangent, read)


def _negative(s: Sweep, value: Atom) -> Atom:
    return operands.emit_owned(s.b, build.negate(value.node), value.kind, "t")
