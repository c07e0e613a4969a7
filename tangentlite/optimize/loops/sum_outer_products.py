"""Add the outer products of a loop to an adjoint at once, as a product of matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.occurrences import calls
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import (
    bound_in,
    map_blocks,
    may_leave,
    names_in,
    reads,
    statements,
)
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.optimize.rewriter import Rewriter
from tangentlite.runtime import triangle_product

Speller = Callable[[Any], gast.expr]


def _by_name(function: Any) -> gast.expr:
    module = "np." if function.__module__ == "numpy" else ""
    return build.name(f"{module}{function.__name__}")


def sum_outer_products(function: Function, spelled: Speller = _by_name) -> Function:
    """Collect in a matrix what a loop adds to an adjoint times columns of another one.

    Each iteration adds as many numbers as the product has columns, instead of all its
    entries; NumPy has no addition of outer products in place. It is for columns from
    the counter on, as of a symmetric matrix of which one half is computed. `spelled`
    gives how the text names a function.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for i in range(n):
    ...     v = x[:, i]
    ...     a = c[i, i:]
    ...     t = np.outer(v, a)
    ...     y[:, i:] += t
    ... return y'''
    >>> kinds = {name: Array("float64", (3, 3)) for name in "xyct"}
    >>> row = Array("float64", (3,))
    >>> shown(sum_outer_products(function_of(text, n=0, i=0, v=row, a=row, **kinds)))
    t1 = max(n, 0)
    t2 = y.shape[1]
    t3 = np.zeros((t1, t2))
    for i in range(n):
        v = x[:, i]
        a = c[i, i:]
        t3[i, i:] += a
    t4 = x[:, :t1]
    t5 = triangle_product(t4, t3, 0)
    y += t5
    return y
    """
    if not calls(function, np.outer):
        return function
    found = _Sums(function, spelled)
    changed = found.rewritten()
    if changed is function:
        return function
    return replace(changed, references={**function.references, **found.references})


@dataclass(frozen=True)
class _Sum:
    """Additions `owner[:, counter + offset : stop] += np.outer(matrix[:, counter], a)`.

    `number` is that of the statement that makes the outer product in the body of the
    loop, `added` that of the addition.
    """

    owner: str
    matrix: str
    offset: int
    stop: gast.expr | None
    weights: gast.expr
    number: int
    added: int


class _Sums(Rewriter):
    def __init__(self, function: Function, spelled: Speller) -> None:
        super().__init__(function)
        self._spelled = spelled
        self.references: dict[str, object] = {}

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for node in block:
            node = map_blocks(node, self.block)
            count = _count_of(node, self._function.references)
            found = self._sum_in(node) if count is not None else None
            result.extend([node] if found is None else self._apart(node, count, found))
        return result

    def _sum_in(self, loop: gast.For) -> _Sum | None:
        """Return the first outer products that are added to one array in a loop."""
        if any(map(may_leave, loop.body)):
            return None
        defined: dict[str, tuple[int, gast.expr]] = {}
        for number, node in enumerate(loop.body):
            if isinstance(node, gast.Assign):
                if isinstance(node.targets[0], gast.Name):
                    defined[node.targets[0].id] = number, node.value
            elif isinstance(node, gast.AugAssign):
                found = self._sum(loop, node, number, defined)
                if found is not None and self._is_independent(loop, found):
                    return found
        return None

    def _sum(self, loop, node: gast.AugAssign, added: int, defined) -> _Sum | None:
        """Return what a statement adds, if that is an outer product."""
        place, name = node.target, getattr(node.value, "id", "")
        if not isinstance(place, gast.Subscript) or name not in defined:
            return None
        number, product = defined[name]
        callee = getattr(getattr(product, "func", None), "id", "")
        if self._function.references.get(callee) is not np.outer:
            return None
        if not isinstance(node.op, (gast.Add, gast.Sub)) or self._uses.read[name] != 1:
            return None
        if len(product.args) != 2 or not all(map(_is_name, product.args)):
            return None
        column, weights = product.args
        made, value = defined.get(column.id, (number, None))
        matrix = _column_of(value, loop.target.id) if made < number else None
        columns = _slice_of(place.slice)
        if matrix is None or columns is None:
            return None
        offset = _offset(columns.lower, loop.target.id, defined)
        kinds: list[Any] = [self.kinds.get(n) for n in (matrix, place.value.id)]
        kinds.append(self.kinds.get(weights.id))
        if offset is None or not _are_alike(kinds):
            return None
        owner = place.value.id
        return _Sum(owner, matrix, offset, columns.upper, weights, number, added)

    def _is_independent(self, loop: gast.For, found: _Sum) -> bool:
        """Whether an iteration only adds to the array, and the matrix stays."""
        place = self._memory.place
        bound, written = changes(loop, self._memory)
        fixed = {found.matrix, found.owner}
        if found.stop is not None:
            fixed |= set(names_in(found.stop))
        if fixed & bound or place(found.matrix) in written:
            return False
        if loop.target.id in bound_in(loop.body):
            return False
        for node in statements(loop.body):
            read = set(reads(node)) | bound_in([node])
            if isinstance(node, gast.AugAssign) and _owner(node) == found.owner:
                if not isinstance(node.op, (gast.Add, gast.Sub)):
                    return False
                read = {*names_in(node.value), *names_in(node.target.slice)}
            if place(found.owner) in map(place, read):
                return False
        # what the product is made of is not bound or written before it is added
        between = loop.body[found.number + 1 : found.added]
        names = {found.weights.id, place(found.weights.id)}
        return not any(
            names & set().union(*changes(node, self._memory)) for node in between
        )

    def _apart(self, loop: gast.For, count: gast.expr, found: _Sum) -> list[gast.stmt]:
        """Return the loop with additions of rows, and the product behind it."""
        line, kind = loop.lineno, self.kinds[found.owner]
        rows = self._named("rows", Scalar("int64"))
        columns = self._named("columns", Scalar("int64"))
        weights = self._named("weights", Array(kind.dtype, None))
        zeros: list[gast.expr] = [build.display([rows, columns], tuple)]
        if kind.dtype != "float64":
            zeros.append(self._named_function(np.float32))
        shape = build.attribute(build.name(found.owner), "shape")
        before = [
            build.assign(rows.id, self._call(max, [count, build.constant(0)]), line),
            build.assign(columns.id, build.subscript(shape, build.constant(1)), line),
            build.assign(weights.id, self._call(np.zeros, zeros), line),
        ]
        body = list(loop.body)
        old = body[found.added]
        index = build.display(
            [build.name(loop.target.id), old.target.slice.elts[1]], tuple
        )
        place = gast.Subscript(weights, index, gast.Store())
        body[found.added] = gast.AugAssign(place, old.op, found.weights)
        body[found.added] = gast.copy_location(body[found.added], old)
        del body[found.number]
        changed = gast.For(loop.target, loop.iter, body, loop.orelse, loop.type_comment)
        after = self._product(found, rows, weights, line)
        return [*before, gast.copy_location(changed, loop), *after]

    def _product(self, found: _Sum, rows, weights, line: int) -> list[gast.stmt]:
        kind = Array(self.kinds[found.owner].dtype, None)  # of sizes that are not known
        visited = self._named("t", kind)
        upto = gast.Slice(None, rows, None)
        value = build.subscript(build.name(found.matrix), _columns(upto))
        made = [build.assign(visited.id, value, line)]
        target: gast.expr = build.stored(found.owner)
        if found.stop is not None:
            index = _columns(gast.Slice(None, found.stop, None))
            part = self._named("t", kind)
            made.append(build.assign(part.id, build.subscript(weights, index), line))
            weights = part
            target = gast.Subscript(build.name(found.owner), index, gast.Store())
        total = self._named("t", kind)
        arguments = [visited, weights, build.constant(found.offset)]
        value = self._call(triangle_product, arguments)
        made.append(build.assign(total.id, value, line))
        made.append(build.augment(target, "+", total, line))
        return made

    def _named(self, base: str, kind) -> gast.Name:
        name = self._fresh(kind)
        if base != "t":
            self.bases[name] = base
        return build.name(name)

    def _call(self, function: Any, arguments: list[gast.expr]) -> gast.Call:
        return build.call(self._named_function(function), arguments)

    def _named_function(self, function: Any) -> gast.expr:
        name = self._spelled(function)
        self.references[name.id] = function
        return name


def _count_of(node: gast.stmt, references: Mapping[str, object]) -> gast.expr | None:
    """Return how often a loop runs whose counter takes all numbers from 0 on."""
    if not isinstance(node, gast.For) or not isinstance(node.target, gast.Name):
        return None
    callee, arguments = node.iter, []
    for wanted in (reversed, range):
        if not isinstance(callee, gast.Call) or callee.keywords:
            return None
        function = references.get(getattr(callee.func, "id", ""))
        if function is wanted and len(callee.args) == 1:
            arguments.append(callee.args[0])
            callee = callee.args[0]
        elif wanted is range:
            return None
    count = arguments[-1]
    return count if isinstance(count, (gast.Name, gast.Constant)) else None


def _column_of(value: gast.expr | None, counter: str) -> str | None:
    """Return the matrix of which a value is the column at a counter."""
    if not isinstance(value, gast.Subscript) or not isinstance(value.value, gast.Name):
        return None
    index = value.slice
    if not isinstance(index, gast.Tuple) or len(index.elts) != 2:
        return None
    every, column = index.elts
    is_column = isinstance(column, gast.Name) and column.id == counter
    return value.value.id if is_column and _is_whole(every) else None


def _slice_of(index: gast.expr) -> gast.Slice | None:
    """Return the columns of an index of whole columns, if they are a slice."""
    if not isinstance(index, gast.Tuple) or len(index.elts) != 2:
        return None
    every, columns = index.elts
    if not _is_whole(every) or not isinstance(columns, gast.Slice):
        return None
    is_plain = columns.step is None and columns.lower is not None
    return columns if is_plain else None


def _is_whole(index: gast.expr) -> bool:
    is_slice = isinstance(index, gast.Slice)
    return is_slice and not any((index.lower, index.upper, index.step))


def _offset(lower: gast.expr, counter: str, defined) -> int | None:
    """Return what is added to the counter, a literal that is not negative."""
    name = getattr(lower, "id", "")
    if name == counter:
        return 0
    value = defined.get(name, (0, lower))[1]
    if not isinstance(value, gast.BinOp) or not isinstance(value.op, gast.Add):
        return None
    left, right = value.left, value.right
    is_counter = isinstance(left, gast.Name) and left.id == counter
    if not is_counter or not isinstance(right, gast.Constant):
        return None
    return right.value if type(right.value) is int else None


def _are_alike(kinds: Sequence[Any]) -> bool:
    """Whether two matrices and a vector have one floating dtype."""
    if not all(isinstance(kind, Array) and kind.shape is not None for kind in kinds):
        return False
    ranks = [len(kind.shape) for kind in kinds]
    dtypes = {kind.dtype for kind in kinds}
    return ranks == [2, 2, 1] and len(dtypes) == 1 and dtypes <= {"float64", "float32"}


def _columns(columns: gast.Slice) -> gast.expr:
    return build.display([gast.Slice(None, None, None), columns], tuple)


def _is_name(node: gast.expr) -> bool:
    return isinstance(node, gast.Name)


def _owner(node: gast.AugAssign) -> str:
    target = node.target
    if not isinstance(target, gast.Subscript) or not _is_name(target.value):
        return ""
    return target.value.id
