"""Numbers that are computed from numbers alone, which keep their values."""

from __future__ import annotations

import gast

from tangentlite.analysis.statement_effects import calls_in
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function
from tangentlite.ir.nodes import nodes_in
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import Scalar

_PURE = frozenset(("max", "min", "int", "len", "float", "abs", "place_in", "as_python"))


def is_simple(function: Function, node: gast.expr) -> bool:
    """Whether an expression may be computed wherever its names have their values.

    It reads no element of an array, but for sizes of arrays that are bound once.

    >>> from tangentlite.ir.example import function_of
    >>> number = Scalar("float64", True)
    >>> program = function_of("y = x[0]; z = 2.0 * a; return z", x="", y=number,
    ...     z=number, a=number)
    >>> [is_simple(program, statement.value) for statement in program.body[:2]]
    [False, True]
    """
    uses = uses_in(function)
    for name in names_in(node):
        if uses.bound[name] > 1 or name in uses.changed and not _is_shape(node):
            return False
        kind = function.kinds.get(name)
        known = name in function.references or isinstance(kind, Scalar)
        if not known and not _is_shape(node):
            return False
    if any(isinstance(inner, gast.Subscript) for inner in nodes_in(node)):
        return _is_shape(node)
    called = (str(getattr(call.func, "id", "")) for call in calls_in(node))
    return all(name in _PURE or name.startswith("math.") for name in called)


def _is_shape(node: gast.expr) -> bool:
    """Whether an expression is an entry of the shape of an array."""
    owner = node.value if isinstance(node, gast.Subscript) else None
    return isinstance(owner, gast.Attribute) and owner.attr == "shape"
