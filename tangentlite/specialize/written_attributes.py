"""Attributes of arrays that are written: `y.flat = v`, `z.imag[i] = v`."""

from __future__ import annotations

import gast

from tangentlite.kinds.kind import Array
from tangentlite.specialize import access
from tangentlite.specialize.builder import Builder


def written_attribute(b: Builder, owner: object, node: gast.Attribute) -> object:
    """Return what `owner.name = v` writes into, entry by entry, for an array."""
    kind = getattr(owner, "kind", None)
    if not isinstance(kind, Array):
        what = "assignments to attributes are not supported yet."
        raise b.error(what, "Use a variable.", node)
    if node.attr in ("real", "imag", "flat"):
        return access.read_attribute(b, owner, node.attr, "t")
    instead = _INSTEAD.get(node.attr, "Use a function that returns a new array.")
    what = f"assignments to {node.attr!r} of arrays are not supported yet."
    raise b.error(what, instead, node)


_INSTEAD = {
    "T": "Write y.T[...] = v.",
    "shape": "Write y = y.reshape(shape).",
}
