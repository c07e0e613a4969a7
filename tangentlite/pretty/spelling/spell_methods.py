"""Idioms of array functions: attributes, methods and indices."""

from __future__ import annotations

from dataclasses import replace

import gast
import numpy as np

from tangentlite.analysis.numbers.scalar_zeros import scalar_zero_names
from tangentlite.analysis.occurrences import calls, forms_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, same_items
from tangentlite.ir.leaves import number_of
from tangentlite.ir.rewrite import map_nodes, map_statement
from tangentlite.kinds.kind import Array, Scalar


def spell_methods(function: Function) -> Function:
    """Rewrite calls that have a shorter form, or one that is faster on small arrays.

    `np.transpose(w)` is `w.T`, `np.expand_dims(x, 1)` is `x[:, None]`; `np.copy(x)` of
    an array with one axis is `x.copy()`. In loops `np.sum(x)` is `x.sum()`, which takes
    half the time, and `np.zeros_like(x)` of one axis is `np.zeros(x.shape)`. Of more
    axes neither need lie in memory as what it stands for.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... t = np.copy(x)
    ... for i in range(n):
    ...     s = np.sum(t * x, axis=0)
    ... u = np.expand_dims(t, 0) * np.sum(x)
    ... return u'''
    >>> kinds = dict.fromkeys(("x", "t"), Array("float64", (3,)))
    >>> kinds |= dict.fromkeys(("n", "i"), Scalar("int64", True))
    >>> shown(spell_methods(function_of(text, s="number", u="number", **kinds)))
    t = x.copy()
    for i in range(n):
        s = (t * x).sum(axis=0)
    u = t[None] * np.sum(x)
    return u
    """
    loops = not forms_in(function).isdisjoint((gast.For, gast.While))
    if not calls(function, *_SPELLED, *(_SPELLED_IN_LOOPS if loops else ())):
        return function
    speller = _Speller(function)
    body = speller.block(function.body)
    if same_items(body, function.body):
        return function
    return replace(function, body=tuple(body), references=speller.references)


_METHODS = {
    np.sum: "sum", np.mean: "mean", np.prod: "prod", np.max: "max", np.min: "min",
    np.reshape: "reshape", np.cumsum: "cumsum", np.any: "any", np.all: "all",
}  # fmt: skip
_SPELLED = (np.transpose, np.copy, np.expand_dims)
_SPELLED_IN_LOOPS = (np.zeros_like, *_METHODS)


class _Speller:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._loops = 0
        self.references = dict(function.references)
        self._scalar_zeros = scalar_zero_names(
            function.body, function.kinds, function.references
        )

    def block(self, block) -> list[gast.stmt]:
        result = []
        for statement in block:
            repeated = isinstance(statement, (gast.For, gast.While))
            self._loops += repeated
            result.append(map_statement(statement, self._read, block=self.block))
            self._loops -= repeated
        return result

    def _read(self, node: gast.expr) -> gast.expr:
        return map_nodes(node, self._call)

    def _call(self, node: gast.AST) -> gast.AST:
        if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Name):
            return node
        function = self._function.references.get(node.func.id)
        alone = len(node.args) == 1 and not node.keywords
        if function is np.transpose and alone:
            return self._transposed(node)
        axes = self._axes(node.args[0]) if node.args else None
        if not axes:
            return node
        array = node.args[0]
        if function is np.copy and axes == 1 and alone:
            return build.call(build.attribute(array, "copy"), [])
        if function is np.expand_dims and len(node.args) == 2:
            return _with_axes(array, axes, node.args[1]) or node
        if not self._loops:
            return node
        if function is np.zeros_like and axes == 1 and self._is_float(array) and alone:
            return self._zeros(node)
        if function in _METHODS:
            method = build.attribute(array, _METHODS[function])
            given, keywords = node.args[1:], node.keywords
            if function is np.reshape and len(given) == 2:
                # The method takes further numbers by position for sizes.
                keywords = [gast.keyword("order", given.pop()), *keywords]
            return gast.Call(method, given, keywords)
        return node

    def _transposed(self, node: gast.Call) -> gast.expr:
        array = node.args[0]
        if not isinstance(array, (gast.Name, gast.Subscript)):
            return node
        if getattr(array, "id", "") in self._scalar_zeros or self._axes(array) == 0:
            return node  # Python's numbers have no attribute T
        return build.attribute(array, "T")

    def _zeros(self, node: gast.Call) -> gast.Call:
        module, dot, _ = node.func.id.rpartition(".")
        if not dot:  # the user's own name for the function
            return node
        name = f"{module}.zeros"
        self.references[name] = np.zeros
        return build.call(build.name(name), [build.attribute(node.args[0], "shape")])

    def _is_float(self, node: gast.expr) -> bool:
        kind = self._function.kinds.get(getattr(node, "id", ""))
        return getattr(kind, "dtype", None) == "float64"

    def _axes(self, node: gast.expr) -> int | None:
        """Return how many axes an array has, None if it is not known to be one."""
        if isinstance(node, gast.Name):
            kind = self._function.kinds.get(node.id)
            if isinstance(kind, Scalar):
                return 0
            if not isinstance(kind, Array) or node.id in self._scalar_zeros:
                return None
            return None if kind.shape is None else len(kind.shape)
        if isinstance(node, gast.Constant):
            return 0 if isinstance(node.value, (int, float, complex)) else None
        if isinstance(node, gast.UnaryOp):
            return self._axes(node.operand)
        if isinstance(node, gast.BinOp) and not isinstance(node.op, gast.MatMult):
            parts = self._axes(node.left), self._axes(node.right)
            known = [part for part in parts if part is not None]
            return max(known) if len(known) == 2 else None
        if isinstance(node, gast.Subscript):
            return self._axes_of_part(node)
        return None

    def _axes_of_part(self, node: gast.Subscript) -> int | None:
        axes, index = self._axes(node.value), node.slice
        parts = index.elts if isinstance(index, gast.Tuple) else [index]
        if axes is None:
            return None
        for part in parts:
            if _is_constant(part, None):
                axes += 1
            elif not isinstance(part, gast.Slice):
                if _is_constant(part, ...) or self._axes(part) != 0:
                    return None  # of flags and indices
                axes -= 1
        return axes


def _is_constant(node: gast.expr, value: object) -> bool:
    return isinstance(node, gast.Constant) and node.value is value


def _with_axes(array: gast.expr, axes: int, where: gast.expr) -> gast.expr | None:
    """Return `array[:, None]` for axes that are inserted at known positions."""
    nodes = where.elts if isinstance(where, gast.Tuple) else [where]
    places = [_whole(node) for node in nodes]
    if None in places:
        return None
    total = axes + len(places)
    chosen = {place % total for place in places if place is not None}
    last = max(chosen, default=-1)
    whole = gast.Slice(None, None, None)
    index = [build.constant(None) if k in chosen else whole for k in range(last + 1)]
    single = len(index) == 1
    return build.subscript(array, index[0] if single else build.display(index, tuple))


def _whole(node: gast.expr) -> int | None:
    value = number_of(node)
    return value if type(value) is int else None
