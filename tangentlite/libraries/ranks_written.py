"""Calls that depend on ranks, so written that they say which ranks these are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial

import gast
import numpy as np

from tangentlite.batching.batched_names import batched_names
from tangentlite.errors import OtherLibraryError
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import (
    binds,
    map_nodes,
    map_statement,
    names_in,
    statements,
)
from tangentlite.kinds.kind import shape_of
from tangentlite.kinds.objects.foreign import library_title
from tangentlite.libraries.namespace_calls import CREATING, SHAPING


def ranks_written(
    function: Function,
    given: Collection[str],
    library: type,
    spelled: Callable[[object], gast.expr] = by_name,
) -> Function:
    """Write the axes of transposed arrays, and which products are of vectors.

    The array API has no functions whose meaning depends on the rank, as NumPy's `dot`,
    `outer` and `T` do. Raises OtherLibraryError where a rank is not known.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import Array
    >>> text = "t = np.transpose(x); u = np.dot(t, x); v = np.outer(w, w); return u, v"
    >>> matrix, vector = Array("float64", (3, 3)), Array("float64", (3,))
    >>> example = function_of(text, x=matrix, w=vector, t=matrix, u=matrix, v=matrix)
    >>> shown(ranks_written(example, {"x", "w"}, np.ndarray))
    t = np.transpose(x, (1, 0))
    u = t @ x
    v = np.reshape(w, (-1, 1)) * w
    return (u, v)
    """
    made = _Ranks(function, given, library, spelled)
    changed = with_body(function, made.block(function.body))
    return replace(changed, references={**changed.references, **made.called})


def array_names(function: Function, given: Collection[str]) -> frozenset[str]:
    """Return the names of arrays of the library, and of others that a program makes.

    Those are made like the given ones, as no function takes both.
    """
    seen = with_body(function, [_by_shapes(node) for node in function.body])
    return batched_names(seen, {*given, *_created(function)})


def _by_shapes(node: gast.stmt) -> gast.stmt:
    """Return a statement that reads shapes where it reads sizes and ranks."""

    def read(part: gast.AST) -> gast.AST:
        if isinstance(part, gast.Attribute) and part.attr in ("size", "ndim"):
            return build.attribute(part.value, "shape")
        return part

    return map_statement(node, lambda value: map_nodes(value, read))


def _created(function: Function) -> Iterator[str]:
    """Yield the names of arrays that are made of nothing, or of numbers."""
    for node in statements(function.body):
        value = getattr(node, "value", None)
        for part in () if value is None else gast.walk(value):
            name = getattr(getattr(part, "func", None), "id", "")
            if function.references.get(name) in CREATING | SHAPING:
                yield from binds(node)


class _Ranks:
    def __init__(
        self,
        function: Function,
        given: Collection[str],
        library: type,
        spelled: Callable[[object], gast.expr],
    ) -> None:
        self._function, self._library, self._spelled = function, library, spelled
        self._names = array_names(function, given)
        self.called: dict[str, object] = {}  # functions that are new in the program

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        """Return the statements of a block."""
        return [self._statement(one) for one in block]

    def _statement(self, node: gast.stmt) -> gast.stmt:
        read = partial(self._expression, line=node.lineno)
        return map_statement(
            node, lambda value: map_nodes(value, read), block=self.block
        )

    def _expression(self, node: gast.AST, line: int) -> gast.AST:
        if self._names.isdisjoint(names_in(node)):
            return node
        if isinstance(node, gast.Attribute) and node.attr == "T":
            return self._turned(node.value, line)
        if not isinstance(node, gast.Call) or node.keywords:
            return node
        function = self._function.references.get(getattr(node.func, "id", ""))
        if function is np.transpose and len(node.args) == 1:
            return self._turned(node.args[0], line)
        if function is np.dot or function is np.inner:
            if all(self._rank(part, line) in (1, 2) for part in node.args):
                one, other = node.args
                if function is np.inner and self._rank(other, line) == 2:
                    other = self._turned(other, line)
                return build.binary(one, "@", other)
        if function is np.vdot:
            flat = [self._flat(part, line) for part in node.args]
            return self._call(np.vecdot, flat)
        if function is np.swapaxes:
            return self._swapped(node, line)
        if function is np.outer:
            if all(self._rank(part, line) == 1 for part in node.args):
                one, other = node.args
                return build.binary(self._reshaped(one, -1, 1), "*", other)
        return node

    def _reshaped(self, node: gast.expr, *sizes: int) -> gast.expr:
        shape = build.display([build.constant(size) for size in sizes], tuple)
        return self._call(np.reshape, [node, shape])

    def _flat(self, node: gast.expr, line: int) -> gast.expr:
        return node if self._rank(node, line) == 1 else self._reshaped(node, -1)

    def _swapped(self, node: gast.Call, line: int) -> gast.expr:
        """Return an array with two axes exchanged, all of which are written."""
        array, *pair = node.args
        rank = self._rank(array, line)
        places = [_number(part) for part in pair]
        if None in places:
            return node
        one, other = (place % rank for place in places if place is not None)
        order = list(range(rank))
        order[one], order[other] = other, one
        axes = build.display([build.constant(axis) for axis in order], tuple)
        return self._call(np.transpose, [array, axes])

    def _turned(self, node: gast.expr, line: int) -> gast.expr:
        rank = self._rank(node, line)
        axes = [build.constant(axis) for axis in reversed(range(rank))]
        return self._call(np.transpose, [node, build.display(axes, tuple)])

    def _call(self, function: object, arguments: list[gast.expr]) -> gast.Call:
        callee = self._spelled(function)
        self.called[getattr(callee, "id", "")] = function
        return build.call(callee, arguments)

    def _rank(self, node: gast.expr, line: int) -> int:
        kind = self._function.kinds.get(getattr(node, "id", ""))
        shape = shape_of(kind)
        if shape is None:
            what = "function that does not depend on the rank, which is not known"
            raise OtherLibraryError(
                f"{library_title(self._library)} has no {what}", line
            )
        return len(shape)


def _number(node: gast.expr) -> int | None:
    """Return an integer that is written, None for other expressions."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, gast.Constant) else None
