"""A program for blocks under construction: kinds, alignment of axes, new statements."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.batching.batched_names import batched_names, counted, shape_owner
from tangentlite.errors import NotBatchedError
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.names import Names
from tangentlite.ir.rewrite import bound_in, map_nodes, read_in
from tangentlite.kinds.kind import Array, Kind, Scalar, in_block
from tangentlite.kinds.kind import rank as rank_of

Speller = Callable[[Any], gast.expr]
WHOLE = gast.Slice(None, None, None)


class BlockProgram:
    """The statements for a block so far, and what is known of names.

    Kinds and ranks are those for one example. `names` are those whose values have a
    leading axis, `count` names its size.
    """

    def __init__(
        self, function: Function, given: Collection[str], spelled: Speller
    ) -> None:
        self.function = function
        self.names = batched_names(function, given)
        self.memory = memory_in(function)
        # The lists of rows of which a column has a leading axis.
        self.rows = {name.partition("[")[0] for name in self.names if "[" in name}
        self.references = dict(function.references)
        self.kinds: dict[str, Any] = {
            name: in_block(kind) if name in self.names else kind
            for name, kind in function.kinds.items()
        }
        self.bases = dict(function.bases)
        self.views = dict(function.views)
        self.out: list[gast.stmt] = []
        self.line = 0
        self.count = ""
        self._own: dict[str, Any] = {}
        self._spelled = spelled
        body = function.body
        self._fresh = Names([*function.kinds, *bound_in(body), *read_in(body)])

    def refuse(self, what: str) -> NotBatchedError:
        """Return the error for what has no form of blocks."""
        name = self.function.name
        message = f"{name} has no form of blocks: {what}."
        return NotBatchedError(message, what, self.line)

    def emit(self, statement: gast.stmt) -> None:
        """Add a statement."""
        self.out.append(build.at(statement, self.line))

    def is_batched(self, node: object) -> bool:
        """Whether an atom has a leading axis."""
        return isinstance(node, gast.Name) and node.id in self.names

    def reads_batched(self, node: gast.AST | None) -> bool:
        """Whether an expression reads a value with a leading axis."""
        if node is None:
            return False
        return any(self.is_batched(inner) for inner in gast.walk(node))

    def kind(self, node: gast.expr) -> Any:
        """Return the kind of an atom for one example, None if it has none."""
        if isinstance(node, gast.Name):
            return self._own.get(node.id, self.function.kinds.get(node.id))
        if isinstance(node, gast.UnaryOp):
            node = node.operand
        value = getattr(node, "value", None)
        if isinstance(node, gast.Constant) and type(value) in (int, float, complex):
            dtype = {int: "int64", float: "float64"}.get(type(value), "complex128")
            return Scalar(dtype, True, value)
        return None

    def rank(self, node: gast.expr) -> int:
        """Return the number of axes for one example."""
        found = rank_of(self.kind(node))
        if found is None:
            raise self.refuse("the number of axes of a value is not known")
        return found

    def named(self, value: gast.expr, kind: Kind, batched: bool = True) -> gast.Name:
        """Bind a fresh name to a value, of a kind for one example."""
        name = self._fresh.fresh("t")
        self.bases[name], self._own[name] = "t", kind
        self.kinds[name] = in_block(kind) if batched else kind
        if batched:
            self.names = self.names | {name}
        self.emit(build.assign(name, value))
        return build.name(name)

    def view_of(
        self, owner: gast.Name, value: gast.expr, kind: Kind, batched: bool = True
    ) -> gast.Name:
        """Bind a fresh name to a value that looks into the array of another name."""
        name = self.named(value, kind, batched)
        self.views[name.id] = {owner.id}
        return name

    def with_axis(self, node: gast.Name, axis: int) -> gast.Name:
        """Return an array with one more axis of size 1, counted from the end."""
        kind = self.kind(node)
        at = len(kind.shape) + 1 + axis
        shape = (*kind.shape[:at], 1, *kind.shape[at:])
        value = self.call(np.expand_dims, [node, build.constant(axis)])
        kind = Array(kind.dtype, shape)
        return self.view_of(node, value, kind, self.is_batched(node))

    def size(self, base: str = "t") -> str:
        """Return a fresh name of a number."""
        name = self._fresh.fresh(base)
        self.bases[name], self.kinds[name] = base, Scalar("int64", True)
        self._own[name] = self.kinds[name]
        return name

    def call(
        self,
        function: Any,
        arguments: Sequence[gast.expr],
        keywords: Sequence[tuple[str, gast.expr]] = (),
    ) -> gast.Call:
        """Return a call of a function by its object."""
        spelled = self._spelled(function)
        self.references[getattr(spelled, "id", "")] = function
        return build.call(spelled, arguments, keywords)

    def aligned(self, node: gast.expr, rank: int) -> gast.expr:
        """Return an atom that broadcasts as the example's would with `rank` axes."""
        missing = rank - self.rank(node)
        if not self.is_batched(node) or missing <= 0:
            return node
        index: list[gast.expr] = [WHOLE, *[build.constant(None)] * missing]
        kind = self.kind(node)
        shape = (1,) * missing + getattr(kind, "shape", ())
        value = build.subscript(node, build.display(index, tuple))
        return self.view_of(node, value, Array(kind.dtype, shape))

    def lifted(self, node: gast.expr) -> gast.expr:
        """Return an atom with a leading axis."""
        if self.is_batched(node):
            return node
        return self.named(self.repeated(node), self.kind(node))

    def repeated(self, node: gast.expr) -> gast.expr:
        """Return a new array of an atom for each example."""
        kind, count = self.kind(node), build.name(self.count)
        if not self.rank(node):
            return self.call(np.full, [count, node, *self.dtype_of(kind.dtype)])
        row = self.with_axis(node, -self.rank(node) - 1)
        return self.call(np.repeat, [row, count, build.constant(0)])

    def dtype_of(self, dtype: str | None) -> list[gast.expr]:
        """Return the last argument of what creates arrays."""
        if dtype is None:
            raise self.refuse("the dtype of a value is not known")
        if dtype == "float64":
            return []
        found = np.bool_ if dtype == "bool" else getattr(np, dtype)
        spelled = self._spelled(found)
        self.references[getattr(spelled, "id", "")] = found
        return [spelled]

    def sizes(self, node: gast.expr) -> list[gast.expr]:
        """Return the sizes in an argument that is a shape."""
        owner = shape_owner(node, self.references)
        if owner is not None:
            first = 1 if owner in self.names else 0
            read = build.attribute(build.name(owner), "shape")
            return [
                self._size_at(read, axis + first)
                for axis in range(self.rank(build.name(owner)))
            ]
        if isinstance(node, (gast.Tuple, gast.List)):
            return list(node.elts)
        kind = self.kind(node)
        if isinstance(kind, Scalar):
            return [node]
        raise self.refuse("a shape is not known as one of some sizes")

    def _size_at(self, shape: gast.expr, axis: int) -> gast.expr:
        name = self.size()
        self.emit(build.assign(name, build.subscript(shape, build.constant(axis))))
        return build.name(name)

    def without_shapes(self, node: gast.expr) -> gast.expr:
        """Return an expression in which shapes of blocks are those of examples."""
        sizes: list[gast.AST] = []

        def of_one_axis(inner: gast.AST) -> gast.AST:
            owner, axis = self._axis_read(inner)
            if owner is None:
                return inner
            sizes.append(build.attribute(build.name(owner), "shape"))
            return build.subscript(sizes[-1], build.constant(axis))

        def whole(inner: gast.AST) -> gast.AST:
            owner = shape_owner(inner, self.references)
            if owner not in self.names or any(inner is one for one in sizes):
                return inner
            return build.display(self.sizes(inner), tuple)

        return map_nodes(map_nodes(node, of_one_axis), whole)

    def _axis_read(self, node: gast.AST) -> tuple[str | None, int]:
        """Return whose size is read, and on which axis of a block it is."""
        owner, axis = counted(node, self.references), 0
        if owner is None and isinstance(node, gast.Subscript):
            owner = shape_owner(node.value, self.references)
            axis = getattr(node.slice, "value", -1)
            if owner in self.names and not (isinstance(axis, int) and axis >= 0):
                raise self.refuse("a size is read that is not known to be one")
        if owner is None or owner not in self.names:
            return None, 0
        is_array = isinstance(self.function.kinds.get(owner), Array)
        return (owner, axis + 1) if is_array else (None, 0)

    def finished(self) -> Function:
        """Return the program."""
        function = self.function
        return replace(
            function,
            body=tuple(self.out),
            kinds=self.kinds,
            bases=self.bases,
            views=self.views,
            references=self.references,
        )
