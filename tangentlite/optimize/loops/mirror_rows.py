"""Add a square matrix to its transpose at once, where a loop does so row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.occurrences import calls
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import names_in, reads, statements
from tangentlite.kinds.kind import Array
from tangentlite.optimize.loops.column_patterns import (
    count_of,
    is_name,
    is_named_in,
    offset_of,
)
from tangentlite.optimize.rewriter import Rewriter
from tangentlite.runtime import mirrored_product, symmetric_product

Speller = Callable[[Any], gast.expr]


def mirror_rows(function: Function, spelled: Speller = by_name) -> Function:
    """Multiply by a matrix and its transpose, of which a loop only collects the rows.

    Row `i` of the weights of a `symmetric_product` is row `i` of a square matrix from
    the diagonal on, plus the column below it, over a number. That is the adjoint of a
    symmetric matrix, each half of which the function has assigned. `spelled` gives how
    the text names a function.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.sizes.dims import Symbol
    >>> text = '''
    ... w = np.zeros((n, m))
    ... for i in range(n):
    ...     s = i + 1
    ...     a = r[i, s:]
    ...     b = r[s:, i]
    ...     c = a + b
    ...     w[i, s:] = c
    ... y = symmetric_product(x, w, 1)
    ... return y'''
    >>> square = Array("float64", (Symbol("m"), Symbol("m")))
    >>> kinds = {name: square for name in "xrwy"}
    >>> kinds |= {name: Array("float64", (Symbol("k"),)) for name in "abc"}
    >>> kinds["symmetric_product"] = symmetric_product
    >>> shown(mirror_rows(function_of(text, n=0, m=0, i=0, s=0, **kinds)))
    y = mirrored_product(x, r, n, 1)
    return y
    """
    if not calls(function, symmetric_product):
        return function
    found = _Mirrors(function, spelled)
    changed = found.rewritten()
    if changed is function:
        return function
    return replace(changed, references={**function.references, **found.references})


@dataclass(frozen=True)
class _Rows:
    """Rows of weights: those of a matrix, and its columns, over a number or not."""

    matrix: str
    offset: int
    divisor: gast.expr | None
    made: tuple[gast.stmt, ...]


class _Mirrors(Rewriter):
    def __init__(self, function: Function, spelled: Speller) -> None:
        super().__init__(function)
        self._spelled = spelled
        self.references: dict[str, object] = {}

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result = list(block)
        for place in reversed(range(1, len(result) - 1)):
            loop, product = result[place : place + 2]
            count = count_of(loop, self._function.references)
            weights = self._weights(product)
            if count is None or weights is None:
                continue
            rows = _rows_of(loop, weights, self._function.references)
            before = self._zeros(weights, result[:place])
            if rows is None or before is None:
                continue
            if self._is_whole(rows, product, loop, result[place + 2 :]):
                result[place : place + 2] = self._product(rows, product, count)
                del result[before]
        return result

    def _weights(self, node: gast.stmt) -> str | None:
        """Return the rows that a statement multiplies by, and nothing else reads."""
        if not isinstance(node, gast.Assign) or not isinstance(node.value, gast.Call):
            return None
        callee = getattr(node.value.func, "id", "")
        if self._function.references.get(callee) is not symmetric_product:
            return None
        name = getattr(node.value.args[1], "id", "")
        return name if self._uses.bound[name] == 1 else None

    def _zeros(self, weights: str, before: Sequence[gast.stmt]) -> int | None:
        """Return which statement makes the rows, as zeros that nothing else reads."""
        for place, node in enumerate(before):
            if not isinstance(node, gast.Assign) or not is_named_in(weights, [node]):
                continue
            callee = getattr(getattr(node.value, "func", None), "id", "")
            is_zero = self._function.references.get(callee) is np.zeros
            behind = before[place + 1 :]
            return None if not is_zero or is_named_in(weights, behind) else place
        return None

    def _is_whole(self, rows: _Rows, product, loop, after: Sequence[gast.stmt]) -> bool:
        """Whether the matrix is square, and nothing but the product needs the loop."""
        a, _, offset = product.value.args
        kinds: list[Any] = [self.kinds.get(name) for name in (a.id, rows.matrix)]
        if not all(isinstance(kind, Array) and kind.shape for kind in kinds):
            return False
        if [len(kind.shape) for kind in kinds] != [2, 2]:
            return False
        sizes = {kinds[0].shape[1], *kinds[1].shape}
        if len(sizes) != 1 or kinds[0].dtype != kinds[1].dtype:
            return False
        if getattr(offset, "value", None) != rows.offset:
            return False
        later = {name for node in statements(after) for name in reads(node)}
        bound = {name for node in loop.body for name in _bound(node)}
        if (bound | {loop.target.id}) & later or loop.orelse:
            return False
        # The loop may have cleared entries of it.
        place = self._memory.place
        return place(rows.matrix) not in map(place, later | {a.id})

    def _product(self, rows: _Rows, product, count: gast.expr) -> list[gast.stmt]:
        a, _, offset = product.value.args
        function = self._spelled(mirrored_product)
        self.references[getattr(function, "id", "")] = mirrored_product
        call = build.call(function, [a, build.name(rows.matrix), count, offset])
        (target,), line = product.targets, product.lineno
        if rows.divisor is None:
            return [build.assign(target.id, call, line)]
        whole = self._fresh(self.kinds[target.id])
        value = build.binary(build.name(whole), "/", rows.divisor)
        made = [build.assign(whole, call, line), build.assign(target.id, value, line)]
        return [*rows.made, *made]


def _bound(node: gast.stmt) -> set[str]:
    targets = node.targets if isinstance(node, gast.Assign) else []
    return {target.id for target in targets if isinstance(target, gast.Name)}


def _rows_of(loop: gast.For, weights: str, references) -> _Rows | None:
    """Return the rows that a loop stores, None if it does anything else."""
    found = _Body(loop.target.id, weights, references)
    if not all(map(found.takes, loop.body)):
        return None
    return found.rows


class _Body:
    """What the statements of a loop's body have made of a row and a column."""

    def __init__(self, counter: str, weights: str, references) -> None:
        self._counter, self._weights, self._references = counter, weights, references
        self._defined: dict[str, tuple[int, gast.expr]] = {}
        self._parts: dict[str, str] = {}  # of names: "row", "copy", "column" or "both"
        self._over: dict[str, gast.expr] = {}
        self._numbers: list[gast.stmt] = []
        self._matrix = ""
        self._offset: int | None = None
        self._is_cleared = False
        self.rows: _Rows | None = None

    def takes(self, node: gast.stmt) -> bool:
        """Whether a statement is one of those that make and store the row."""
        if self.rows is not None or not isinstance(node, gast.Assign):
            return False
        (target,) = node.targets
        if isinstance(target, gast.Name):
            self._defined[target.id] = 0, node.value
            return self._made(node, target.id, node.value)
        if not isinstance(target, gast.Subscript) or not is_name(target.value):
            return False
        if self._part(target) != "row":
            return False
        if target.value.id == self._weights:
            return self._stored(node.value)
        return self._cleared(target.value.id, node.value)

    def _part(self, node: gast.Subscript) -> str | None:
        """Return whether a subscript is the row, or the column, from a place on."""
        index = node.slice
        if not isinstance(index, gast.Tuple) or len(index.elts) != 2:
            return None
        number, part = index.elts
        kind = "row"
        if isinstance(number, gast.Slice):
            number, part, kind = part, number, "column"
        if getattr(number, "id", "") != self._counter:
            return None
        if not isinstance(part, gast.Slice) or part.upper or part.step:
            return None
        offset = offset_of(part.lower, self._counter, self._defined)
        if offset not in (0, 1) or self._offset not in (None, offset):
            return None
        self._offset = offset
        return kind

    def _made(self, node: gast.Assign, name: str, value: gast.expr) -> bool:
        if isinstance(value, gast.Subscript) and is_name(value.value):
            part = self._part(value)
            if part is None:
                return True  # a view, which `_both` refuses
            is_zero = part == "row" and self._is_cleared
            if self._matrix not in ("", value.value.id) or is_zero:
                return False
            self._matrix = value.value.id
            # Before it is cleared, the diagonal would be counted twice.
            twice = part == "column" and not self._offset and not self._is_cleared
            if not twice:
                self._parts[name] = part
            return True
        if isinstance(value, gast.Call):
            callee = self._references.get(getattr(value.func, "id", ""))
            is_copy = callee is np.copy and len(value.args) == 1 and not value.keywords
            part = self._parts.get(getattr(value.args[0], "id", "")) if is_copy else ""
            self._parts[name] = "copy"
            return part == "row"
        if isinstance(value, gast.BinOp):
            return self._combined(node, name, value)
        return False

    def _combined(self, node: gast.Assign, name: str, value: gast.BinOp) -> bool:
        left, right = (getattr(side, "id", "") for side in (value.left, value.right))
        parts = [self._parts.get(side) for side in (left, right)]
        if not any(parts):
            self._numbers.append(node)
            return True
        if isinstance(value.op, gast.Add):
            is_both = "column" in parts and bool({"row", "copy"} & set(parts))
            self._parts[name] = "both"
            return is_both
        if isinstance(value.op, gast.Div) and parts == ["both", None]:
            self._parts[name], self._over[name] = "both", value.right
            return left not in self._over
        return False

    def _cleared(self, matrix: str, value: gast.expr) -> bool:
        is_zero = isinstance(value, gast.Constant) and value.value == 0.0
        if not is_zero or matrix != self._matrix or self._is_cleared:
            return False
        self._parts = {n: part for n, part in self._parts.items() if part != "row"}
        self._is_cleared = True
        return True

    def _stored(self, value: gast.expr) -> bool:
        name = getattr(value, "id", "")
        if self._parts.get(name) != "both" or self._offset is None:
            return False
        divisor = self._over.get(name)
        made = self._needed(divisor)
        if made is None:
            return False
        self.rows = _Rows(self._matrix, self._offset, divisor, made)
        return True

    def _needed(self, divisor: gast.expr | None) -> tuple[gast.stmt, ...] | None:
        """Return what makes a divisor, None if that depends on the iteration."""
        name = getattr(divisor, "id", "")
        own = [n for n in self._numbers if n.targets[0].id == name]
        inside = {self._counter, *self._defined}
        for node in own:
            # It is computed even if the loop is not run.
            fails = not isinstance(node.value.op, (gast.Add, gast.Sub, gast.Mult))
            if fails or inside & set(names_in(node.value)):
                return None
        return None if name == self._counter else tuple(own)
