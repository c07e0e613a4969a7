"""Identity: whether two values are one object (`is`)."""

from __future__ import annotations

from collections.abc import Sequence as Items

import gast

from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Opaque
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Value
from tangentlite.values.heap import Cell, Instance
from tangentlite.values.structure import parts, same_structure


def is_one(b: Builder, left: Value, right: Value) -> bool:
    """Whether two containers are one object; raise if that is not known.

    That two from outside are not is checked when the generated code starts.
    """
    if left is right:
        return True
    cells = [value for value in (left, right) if isinstance(value, Cell)]
    known = left.is_static and right.is_static
    if known and left.static_value() != right.static_value():
        return False
    if not cells and same_structure(left, right):
        raise b.error(
            "whether two tuples that are equal are one object depends on where they "
            "are made, which is not followed.",
            "Compare them by ==, or use a flag, None or a member of an enumeration.",
        )
    if any(cell in b.heap.joined or cell in b.outside.unsure for cell in cells):
        raise b.error(
            "whether these are one object is known only when the program runs, which "
            "is not supported.",
            "Compare what they hold, or keep a flag.",
        )
    if len(cells) == 2:
        found = (cell for cell in cells if cell.origin is not None)
        b.outside.compared.update(dict.fromkeys(found))
    return False


def is_followed(b: Builder, cell: Cell) -> bool:
    """Whether it is known which object a value is; those from outside are compared."""
    if cell in b.heap.joined or cell in b.outside.unsure:
        return False
    if cell.origin is not None:
        b.outside.compared[cell] = None
    return True


def require_known(b: Builder, ops: Items, values: Items) -> None:
    """Raise if objects of the heap are compared with an opaque one.

    It is opaque in a condition of one expression: statements tell which one it is.
    """
    asks = any(isinstance(op, (gast.Is, gast.IsNot, gast.In, gast.NotIn)) for op in ops)
    apart = Cell if asks else Instance
    inside = [part for value in values for part in parts(value)]
    whole = [part.kind for part in inside if isinstance(part, Atom)]
    if any(isinstance(part, apart) for part in inside) and Opaque(None) in whole:
        what = "what this is compared with is known only when the program runs."
        if b.in_condition:
            raise restart.statements(b, what)
        raise b.error(what, "Compare what they hold, or keep a flag.")


def require_followed(b: Builder, *values: object) -> None:
    """Raise on comparing arrays of a function with cached results, which is inlined."""
    names = {getattr(value, "name", None) for value in values}
    if not names.isdisjoint(b.functions.cached_arrays):
        raise b.error(
            "whether an array that a function with kept results returns is another one "
            "is not followed.",
            "Compare what they hold: np.array_equal(a, b).",
        )


def is_same(value: object, other: object) -> bool:
    """Whether two values are one list, array or other object."""
    if isinstance(value, Atom) and isinstance(other, Atom):
        return value.name == other.name
    return value is other
