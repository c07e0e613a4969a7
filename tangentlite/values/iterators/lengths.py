"""`len` of each class of value."""

from __future__ import annotations

from typing import Any

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import required_sizes
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.dims import Dim
from tangentlite.specialize.state import paths
from tangentlite.values.base import Atom, Known, Sequence
from tangentlite.values.heap import Dictionary, Instance, Set
from tangentlite.values.iterables import View
from tangentlite.values.literals import literal
from tangentlite.values.objects import instances


@operations.length.of(Instance)
def of_object(b: Builder, value: Instance) -> Atom:
    """Return the result of `__len__`."""
    return instances.call_special(b, value, "__len__", [], None)


@operations.length.of(Known, holding=(str, tuple, list))
def of_known(b: Builder, value: Known) -> Atom:
    """Return the length of known text, or of a known container."""
    known: Any = value.value
    return literal(len(known))


@operations.length.of(Sequence, Dictionary, Set, View)
def of_items(b: Builder, value: Sequence | Dictionary | Set | View) -> Atom:
    """Return the number of items, which is known."""
    return literal(len(value.items))


@operations.length.otherwise
def length(b: Builder, value: object) -> Atom:
    """Emit `len(value)`, or return the size of an array if it is known."""
    atom = operations.as_atom(b, value)
    kind = atom.kind
    size: Dim | None = None
    if isinstance(kind, Array) and kind.shape:
        size = b.sizes.find(kind.shape[0])
        # Of numbers Python says that they have no length.
        if atom.name in b.memory.numbers:
            tries = b.control.tries
            if any(operations.may_catch(b, one, TypeError) for one in tries):
                raise paths.undecided(b, "TypeError", None)
        elif isinstance(size, int) and (size != 1 or b.assumed.exact):
            return literal(size)
    elif isinstance(kind, Array) and kind.shape == ():
        raise b.error("a 0-d array has no length.", "Use a 1-d array.")
    elif isinstance(kind, Scalar):  # which raises
        required_sizes.unknown(b)
    rhs = build.call(b.references.function(len), [atom.node])
    return b.emit(b, rhs, Scalar("int64", True, None, size), "t")
