"""How long something is."""

from __future__ import annotations

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


def length(b: Builder, value: object) -> Atom:
    """Return `len(value)`."""
    if isinstance(value, Instance):
        return instances.call_special(b, value, "__len__", [], None)
    if isinstance(value, Known) and isinstance(value.value, (str, tuple, list)):
        return literal(len(value.value))
    if isinstance(value, (Sequence, Dictionary, Set, View)):
        return literal(len(value.items))
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
