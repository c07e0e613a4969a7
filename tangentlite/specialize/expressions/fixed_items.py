"""Subscripts of known objects, and of opaque run-time values."""

from __future__ import annotations

import enum

from tangentlite import operations
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Structure, is_differentiable
from tangentlite.kinds.objects.user_objects import is_of_records, is_users_class
from tangentlite.specialize.expressions import class_tables
from tangentlite.specialize.outside import known_text
from tangentlite.values import structure
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import Slice
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms


@operations.item.of(Known)
def read(b: Builder, owner: Known, index: Value, base: str) -> Value:
    """Return an item of a known object."""
    if is_users_class(owner.value):  # a generic class, with what it is of
        return owner
    from tangentlite.specialize.builtins.arrays import index_grids
    from tangentlite.values.arrays import record_arrays

    if any(owner.value is known for known in index_grids.ALL):
        return index_grids.read(b, owner.value, index, base)
    if index.is_static and isinstance(owner.value, enum.EnumType):
        try:
            return Known(owner.value[index.static_value()])
        except KeyError as error:
            what = f"{owner.value.__name__} has no member {index.static_value()!r}."
            instead = f"It has {list(owner.value.__members__)}."
            raise operations.certain_error(b, error, instead, None, what) from None
    if known_text.is_of_text(owner):
        return known_text.item(b, owner.value, index)
    if index.is_static and isinstance(owner.value, (dict, list, tuple)):
        raise b.error(
            "containers in global variables are not supported yet.",
            "Pass their items as arguments.",
        )
    if is_of_records(owner.value):
        name = index.static_value() if index.is_static else None
        return record_arrays.field(b, owner, name)
    place = indexing.static_index(index)
    if isinstance(owner.value, (str, bytes)) and place is not None:
        try:
            return literal(owner.value[place])
        except (IndexError, TypeError) as error:
            raise operations.certain_error(b, error, "Check the index.", None) from None
    _require_fixed(b, owner, index)
    node = build.subscript(
        operations.as_expression(b, owner), indexing.index_expression(b, index)
    )
    is_text = isinstance(owner.value, str)
    return b.emit(b, node, Opaque(str if is_text else None), base)


@operations.item.of(Opaque, Structure)
def of_object(b: Builder, owner: Atom, index: Value, base: str) -> Value:
    """Emit an item of an opaque value: of text it is text."""
    if (found := class_tables.item(b, owner, index)) is not None:
        return found
    if isinstance(owner.kind, Opaque):
        _require_fixed(b, owner, index)
    node = build.subscript(owner.node, indexing.index_expression(b, index))
    if (known := structure.item_of(owner)) is not None:
        return b.emit(b, node, owner.kind if isinstance(index, Slice) else known, base)
    is_text = isinstance(owner.kind, Opaque) and owner.kind.type is str
    return b.emit(b, node, Opaque(str if is_text else None), base)


def _require_fixed(b: Builder, owner: Value, index: Value) -> None:
    """Raise if an index of an object, such as `np.r_`, has a derivative."""
    if any(is_differentiable(atom.kind) for atom in atoms(index)):
        raise b.error(
            f"{owner.describe()} is indexed by what is computed, through which no "
            "derivative passes.",
            "Use np.concatenate or np.stack; or look up what is known.",
        )
