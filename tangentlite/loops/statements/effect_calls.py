"""Calls for what they do: additions to lists, and writes."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.loops.functions.lists.number_lists import is_list
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.shapes import shape_of, sizes_of
from tangentlite.loops.lowering.table import WRITES, form_of, found_in
from tangentlite.loops.statements import tapes
from tangentlite.loops.statements.kept_views import in_memory


@form_of(gast.Expr)
def _effect(low: Lowering, node: gast.Expr) -> None:
    value = node.value
    if isinstance(value, gast.Constant):
        low.emit(node)
    elif isinstance(value, gast.Call):
        _call(low, value)
    else:
        low.elements(value)  # tests what it may raise


def _call(low: Lowering, node: gast.Call) -> None:
    method = node.func.attr if isinstance(node.func, gast.Attribute) else ""
    if method == "append":
        if tapes.put(low, node.func.value.id, node.args[0]):
            return
        call = build.call(node.func, [_saved(low, node.args[0])])
        low.emit(build.effect(call, low.line))
        return
    if method == "pop" and not node.args and is_list(low, node.func.value):
        low.emit(build.effect(node, low.line))
        return
    function = low.references.get(getattr(node.func, "id", ""))
    write = found_in(WRITES, np.add.at if method == "at" else function)
    if write is None:
        name = getattr(function, "__name__", method or "it")
        raise low.refuse(f"{name} has no form of loops")
    write(low, node)


def _saved(low: Lowering, node: gast.expr) -> gast.expr:
    """Return what is put into a list, with shapes as tuples of integers."""
    if isinstance(node, gast.Tuple):
        return build.display([_saved(low, item) for item in node.elts], tuple)
    shape = shape_of(low, node)
    return in_memory(low, node) if shape is None else sizes_of(low, shape)
