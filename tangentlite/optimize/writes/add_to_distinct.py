"""Use `+=` for `np.add.at` where no index repeats."""

from __future__ import annotations

from collections.abc import Sequence

import gast
import numpy as np

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.dependence.integer_names import counting_arrays
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.dims import Dim, may_be_one


def add_to_distinct(function: Function) -> Function:
    """Write `np.add.at` as `+=` where no element is addressed twice.

    That is so if one of the arrays in the index is `np.arange(n)`.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... rows = np.arange(n)
    ... np.add.at(z_bar, (rows, labels), t)
    ... return z_bar'''
    >>> integers = Array("int64", (3,))
    >>> kinds = dict(rows=integers, labels=integers, z_bar=Array("float64", (3, 4)))
    >>> shown(add_to_distinct(function_of(text, n="size", t="number", **kinds)))
    rows = np.arange(n)
    z_bar[rows, labels] += t
    return z_bar
    """
    uses, memory = uses_in(function), memory_in(function)
    counts = {
        name
        for name in counting_arrays(function.body, function.references)
        if uses.is_single(name) and not memory.is_written(name)
    }
    if not counts:
        return function

    def block(body: Sequence[gast.stmt]) -> list[gast.stmt]:
        return [_added(map_blocks(node, block), counts, function) for node in body]

    return with_body(function, block(function.body))


def _added(node: gast.stmt, counts: set[str], function: Function) -> gast.stmt:
    call = node.value if isinstance(node, gast.Expr) else None
    if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Attribute):
        return node
    owner = getattr(call.func.value, "id", "")
    if call.func.attr != "at" or function.references.get(owner) is not np.add:
        return node
    target, index, value = call.args
    if not isinstance(target, gast.Name) or not _is_distinct(index, counts, function):
        return node
    place = gast.Subscript(target, index, gast.Store())
    return build.augment(place, "+", value, node.lineno)


def _is_distinct(index: gast.expr, counts: set[str], function: Function) -> bool:
    selectors = index.elts if isinstance(index, gast.Tuple) else [index]
    sizes: list[Dim] = []
    own: list[Dim] = []
    for selector in selectors:
        if isinstance(selector, (gast.Slice, gast.Constant)):
            continue
        kind = function.kinds.get(getattr(selector, "id", ""))
        if isinstance(kind, Scalar) and kind.dtype == "int64":
            continue
        if not isinstance(kind, Array) or kind.shape is None or len(kind.shape) != 1:
            return False
        if not str(kind.dtype).startswith(("int", "uint")):
            return False
        sizes.append(kind.shape[0])
        if selector.id in counts:
            own.append(kind.shape[0])
    # One of size 1 is broadcast along the others.
    return any(not may_be_one(size) or set(sizes) == {size} for size in own)
