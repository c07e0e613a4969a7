"""Writes into attributes of arrays: `y.flat = v`, `z.imag[i] = v`."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, Scalar, is_numeric, shape_of
from tangentlite.kinds.objects.number_classes import scalar_types
from tangentlite.kinds.objects.user_objects import no_attribute
from tangentlite.values.base import Atom, Value


def written_attribute(b: Builder, owner: Value, node: gast.Attribute) -> Value:
    """Return the target of `owner.name = v` of an array, written entry by entry."""
    kind = getattr(owner, "kind", None)
    if is_numeric(kind) and not hasattr(np.ndarray, node.attr):
        numbers = scalar_types(kind) if isinstance(kind, Scalar) else (np.ndarray,)
        cls = operations.python_type(b, owner) or numbers[0]
        error = no_attribute(cls, node.attr)
        raise operations.certain_error(b, error, "Use a variable.", node)
    if not isinstance(kind, Array):
        what = "assignments to attributes are not supported yet."
        raise b.error(what, "Use a variable.", node)
    if node.attr in ("real", "imag", "flat"):
        return operations.read_attribute(b, owner, node.attr, "t")
    instead = _INSTEAD.get(node.attr, "Use a function that returns a new array.")
    what = f"assignments to {node.attr!r} of arrays are not supported yet."
    raise b.error(what, instead, node)


def require_axes(
    b: Builder, owner: Atom, given: object, value: Atom, node: gast.Attribute
) -> None:
    """Raise where NumPy refuses a list with more axes than the part it writes.

    It accepts such arrays, and before NumPy 2.5 such lists: `z.real = [y]`.
    """
    is_list = not is_numeric(getattr(given, "kind", None))
    if node.attr == "flat" or _TAKES_MORE_AXES or not is_list:
        return
    have, wanted = shape_of(value.kind), shape_of(owner.kind)
    if have is None or wanted is None or len(have) > len(wanted):
        what = f"a list is written as {node.attr!r} that may have more axes than it."
        raise b.error(what, f"Write z.{node.attr}[...] = v.", node)


_TAKES_MORE_AXES = np.lib.NumpyVersion(np.__version__) < "2.5.0"

_INSTEAD = {
    "T": "Write y.T[...] = v.",
    "shape": "Write y = y.reshape(shape).",
}
