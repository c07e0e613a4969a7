"""Add the outer products of a loop to an adjoint at once, as a product of matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.occurrences import calls
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import (
    bound_in,
    map_blocks,
    may_leave,
    names_in,
    reads,
    statements,
)
from tangentlite.kinds.kind import Scalar, with_axis
from tangentlite.kinds.sizes.proved import agree
from tangentlite.optimize.loops.column_patterns import (
    are_alike,
    column_of,
    count_of,
    is_name,
    is_named_in,
    offset_of,
    owner_of,
    slice_of,
    whole_columns,
)
from tangentlite.optimize.rewriter import Rewriter
from tangentlite.runtime import symmetric_product, triangle_product

Speller = Callable[[Any], gast.expr]


def sum_outer_products(
    function: Function, spelled: Speller = by_name, outermost: bool = False
) -> Function:
    """Collect in a matrix what a loop adds to an adjoint times columns of another one.

    Each iteration adds as many numbers as the product has columns, instead of all its
    entries; NumPy has no addition of outer products in place. It is for columns from
    the counter on, as of a symmetric matrix of which one half is computed. Columns of a
    matrix from the counter on, times the same numbers, are collected as well if a
    column at the counter gets them. `spelled` gives how the text names a function; with
    `outermost`, loops within other statements are left alone, as such products have no
    form of loops.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import Array
    >>> text = '''
    ... for i in range(n):
    ...     v = x[:, i]
    ...     a = c[i, i:]
    ...     t = np.outer(v, a)
    ...     y[:, i:] += t
    ...     r = x[:, i:]
    ...     s = r @ a
    ...     z[:, i] += s
    ... return y, z'''
    >>> kinds = {name: Array("float64", (3, 3)) for name in "xyzctr"}
    >>> kinds |= {name: Array("float64", (3,)) for name in "vas"}
    >>> shown(sum_outer_products(function_of(text, n=0, i=0, **kinds)))
    t1 = max(n, 0)
    t2 = y.shape[1]
    t3 = np.zeros((t1, t2))
    for i in range(n):
        v = x[:, i]
        a = c[i, i:]
        t3[i, i:] = a
        r = x[:, i:]
    t4 = x[:, :t1]
    t5 = triangle_product(t4, t3, 0)
    y += t5
    t6 = triangle_product(x, t3, 0, True)
    z[:, :t1] += t6
    return (y, z)
    """
    if not calls(function, np.outer):
        return function
    found = _Sums(function, spelled, outermost)
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
    columns: _Columns | None = None

    @property
    def is_symmetric(self) -> bool:
        """Whether it is added together with its columns to one array, of one matrix."""
        columns = self.columns
        return (
            columns is not None
            and self.stop is None
            and columns.is_added
            and (columns.owner, columns.matrix) == (self.owner, self.matrix)
        )


@dataclass(frozen=True)
class _Columns:
    """Additions `owner[:, counter] += matrix[:, counter + offset : stop] @ a`.

    They are for the rows of a `_Sum`; the numbers are those of the statements.
    """

    owner: str
    matrix: str
    number: int
    added: int
    is_added: bool


class _Sums(Rewriter):
    def __init__(self, function: Function, spelled: Speller, outermost: bool) -> None:
        super().__init__(function)
        self._spelled, self._outermost = spelled, outermost
        self.references: dict[str, object] = {}

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for node in block:
            node = node if self._outermost else map_blocks(node, self.block)
            count = count_of(node, self._function.references)
            found = self._sum_in(node) if count is not None else None
            if found is None:
                result.append(node)
            else:
                is_new = self._drop_zeros(result, node, found)
                result += self._apart(node, count, found, is_new)
        return result

    def _drop_zeros(self, before: list[gast.stmt], loop: gast.For, found: _Sum) -> bool:
        """Drop the statement that makes zeros, to which a product alone is added."""
        if not found.is_symmetric or found.columns is None:
            return False
        owner, own = found.owner, (found.added, found.columns.added)
        others = [node for k, node in enumerate(loop.body) if k not in own]
        alike = agree(self.kinds.get(owner), self.kinds.get(found.matrix))
        if not alike or self._uses.bound[owner] != 1 or is_named_in(owner, others):
            return False
        for place in reversed(range(len(before))):
            node = before[place]
            if isinstance(node, gast.Assign) and owner in bound_in([node]):
                callee = getattr(getattr(node.value, "func", None), "id", "")
                known = self._function.references.get(callee)
                is_zero = known is np.zeros_like or known is np.zeros
                before[place : place + 1] = [] if is_zero else [node]
                return is_zero
            if is_named_in(owner, [node]):
                break
        return False

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
                if found is None or not self._is_independent(loop, found, found.stop):
                    continue
                between = loop.body[found.number + 1 : found.added]
                if self._stays(found.weights.id, between):
                    return replace(found, columns=self._columns_in(loop, found))
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
        if len(product.args) != 2 or not all(map(is_name, product.args)):
            return None
        column, weights = product.args
        made, value = defined.get(column.id, (number, None))
        matrix = column_of(value, loop.target.id) if made < number else None
        columns = slice_of(place.slice)
        if matrix is None or columns is None:
            return None
        offset = offset_of(columns.lower, loop.target.id, defined)
        kinds: list[Any] = [self.kinds.get(n) for n in (matrix, place.value.id)]
        kinds.append(self.kinds.get(weights.id))
        if offset is None or not are_alike(kinds):
            return None
        owner = place.value.id
        return _Sum(owner, matrix, offset, columns.upper, weights, number, added)

    def _columns_in(self, loop: gast.For, found: _Sum) -> _Columns | None:
        """Return what the same rows are multiplied by for columns at the counter."""
        body, counter = loop.body, loop.target.id
        defined = {
            node.targets[0].id: (number, node.value)
            for number, node in enumerate(body)
            if isinstance(node, gast.Assign)
            and is_name(node.targets[0])
            and self._uses.bound[node.targets[0].id] == 1
        }
        for added, node in enumerate(body):
            if not isinstance(node, gast.AugAssign):
                continue
            owner = column_of(node.target, counter)
            name = getattr(node.value, "id", "")
            number, product = defined.get(name, (added, None))
            if owner is None or number >= added or self._uses.read[name] != 1:
                continue
            if not isinstance(product, gast.BinOp):
                continue
            matrix = self._columns_of(product, loop, found, defined, number)
            if matrix is None:
                continue
            is_added = type(node.op) is type(body[found.added].op)
            columns = _Columns(owner, matrix, number, added, is_added)
            ends = (number, added, found.number, found.added)
            stays = self._stays(found.weights.id, body[min(ends) + 1 : max(ends)])
            if stays and self._is_independent(loop, columns, found.stop):
                return columns
        return None

    def _columns_of(self, product: gast.BinOp, loop, found: _Sum, defined, number):
        """Return the matrix of which a product takes the columns of a sum's rows."""
        if not isinstance(product.op, gast.MatMult):
            return None
        if getattr(product.right, "id", "") != found.weights.id:
            return None
        made, value = defined.get(getattr(product.left, "id", ""), (number, None))
        if made >= number or not isinstance(value, gast.Subscript):
            return None
        columns = slice_of(value.slice)
        if columns is None or not is_name(value.value):
            return None
        offset = offset_of(columns.lower, loop.target.id, defined)
        ends = [None if e is None else text_of(e) for e in (columns.upper, found.stop)]
        names = (value.value.id, found.owner, found.weights.id)
        alike = are_alike([self.kinds.get(name) for name in names])
        is_same = offset == found.offset and ends[0] == ends[1]
        return value.value.id if is_same and alike else None

    def _is_independent(
        self, loop: gast.For, found: _Sum | _Columns, stop: gast.expr | None
    ) -> bool:
        """Whether an iteration only adds to the array, and the matrix stays."""
        place = self._memory.place
        bound, written = changes(loop, self._memory)
        fixed = {found.matrix, found.owner}
        if stop is not None:
            fixed |= set(names_in(stop))
        if fixed & bound or place(found.matrix) in written:
            return False
        if loop.target.id in bound_in(loop.body):
            return False
        for node in statements(loop.body):
            read = set(reads(node)) | bound_in([node])
            if isinstance(node, gast.AugAssign) and owner_of(node) == found.owner:
                if not isinstance(node.op, (gast.Add, gast.Sub)):
                    return False
                read = {*names_in(node.value), *names_in(node.target.slice)}
            if place(found.owner) in map(place, read):
                return False
        return True

    def _stays(self, weights: str, between: Sequence[gast.stmt]) -> bool:
        """Whether what a product is made of is not bound or written in statements."""
        names = {weights, self._memory.place(weights)}
        return not any(
            names & set().union(*changes(node, self._memory)) for node in between
        )

    def _apart(
        self, loop: gast.For, count: gast.expr, found: _Sum, is_new: bool
    ) -> list[gast.stmt]:
        """Return the loop with rows, and the product, which `is_new` or is added."""
        line, kind = loop.lineno, self.kinds[found.owner]
        rows = self._named("rows", Scalar("int64"))
        columns = self._named("columns", Scalar("int64"))
        weights = self._named("weights", with_axis(kind, 0, rows.id))
        zeros: list[gast.expr] = [build.display([rows, columns], tuple)]
        if kind.dtype != "float64":
            zeros.append(self._named_function(np.float32))
        like = build.name(found.matrix if is_new else found.owner)
        shape = build.attribute(like, "shape")
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
        # Each iteration has a row of its own, which is zero before.
        row: gast.stmt = gast.AugAssign(place, old.op, found.weights)
        if isinstance(old.op, gast.Add):
            row = gast.Assign([place], found.weights, None)
        body[found.added] = gast.copy_location(row, old)
        left_out = {found.number}
        if found.columns is not None:
            left_out |= {found.columns.number, found.columns.added}
        body = [one for number, one in enumerate(body) if number not in left_out]
        changed = gast.For(loop.target, loop.iter, body, loop.orelse, loop.type_comment)
        after = self._product(found, rows, weights, line, is_new)
        return [*before, gast.copy_location(changed, loop), *after]

    def _product(
        self, found: _Sum, rows, weights, line: int, is_new: bool
    ) -> list[gast.stmt]:
        kind, offset = self.kinds[found.owner], build.constant(found.offset)
        if found.is_symmetric:
            arguments = [build.name(found.matrix), weights, offset]
            value = self._call(symmetric_product, arguments)
            if is_new:
                return [build.assign(found.owner, value, line)]
            total = self._named("t", kind)
            return [
                build.assign(total.id, value, line),
                build.augment(found.owner, "+", total, line),
            ]
        visited = self._matrix(found.matrix, rows)
        upto = gast.Slice(None, rows, None)
        value = build.subscript(build.name(found.matrix), whole_columns(upto))
        made = [build.assign(visited.id, value, line)]
        target: gast.expr = build.stored(found.owner)
        if found.stop is not None:
            index = whole_columns(gast.Slice(None, found.stop, None))
            part = self._matrix(weights.id, rows)
            made.append(build.assign(part.id, build.subscript(weights, index), line))
            weights = part
            target = gast.Subscript(build.name(found.owner), index, gast.Store())
        total = self._matrix(found.owner, rows)
        value = self._call(triangle_product, [visited, weights, offset])
        made.append(build.assign(total.id, value, line))
        made.append(build.augment(target, "+", total, line))
        if (columns := found.columns) is not None:
            total = self._matrix(columns.owner, rows)
            arguments = [build.name(columns.matrix), weights, offset]
            value = self._call(triangle_product, [*arguments, build.constant(True)])
            made.append(build.assign(total.id, value, line))
            place = build.subscript(build.name(columns.owner), whole_columns(upto))
            target = gast.Subscript(place.value, place.slice, gast.Store())
            sign = "+" if columns.is_added else "-"
            made.append(build.augment(target, sign, total, line))
        return made

    def _matrix(self, like: str, number: gast.Name) -> gast.Name:
        """Return a name for a matrix of as many rows as another, and other columns."""
        name = f"columns {len(self.kinds)} {number.id}"
        return self._named("t", with_axis(self.kinds[like], 1, name))

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
