"""Cancel transposes, and axes that are inserted where they were removed."""

from __future__ import annotations

from typing import Any, cast

import gast
import numpy as np

from tangentlite.analysis.occurrences import calls, forms_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.kind import Array
from tangentlite.optimize.rewriter import Rewriter


def cancel_transposes(function: Function) -> Function:
    """Cancel rearrangements of axes that undo each other.

    `np.expand_dims(t[:, 0], 1)` becomes t where that axis has size 1, and of
    `np.sum(t, axis=1, keepdims=True)[:, 0]` the sum without the axis remains. The
    primal's own arithmetic stays.

    >>> from tangentlite.ir.example import function_of, shown
    >>> a, square = Array("float64", (2, 3)), Array("float64", (2, 2))
    >>> text = "t = np.transpose(a); u = b @ t; v = np.transpose(u); return v"
    >>> kinds = {"a": a, "b": a, "t": Array("float64", (3, 2)), "u": square}
    >>> shown(cancel_transposes(function_of(text, v=square, **kinds)))
    t = np.transpose(a)
    u = b @ t
    t1 = np.transpose(b)
    v = a @ t1
    return v
    """
    summed = gast.Subscript in forms_in(function) and calls(function, np.sum)
    if not summed and not calls(function, np.transpose, np.expand_dims):
        return function
    return _Axes(function).rewritten()


class _Axes(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._known: dict[str, gast.expr] = {}
        self._learned.append(self._known)

    def _block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            statement = map_blocks(statement, self.block)
            target = statement.targets[0] if isinstance(statement, gast.Assign) else 0
            if not isinstance(target, gast.Name) or not self._is_immutable(target.id):
                result.append(statement)
                continue
            if target.id not in self._function.primal:
                made: list[gast.stmt] = []
                value = self._rewritten(statement, target.id, made)
                result.extend(made)
                if value is not statement.value:
                    statement = build.assign(target.id, value, statement.lineno)
            self._known[target.id] = statement.value
            result.append(statement)
        return result

    def _rewritten(self, statement: gast.Assign, name: str, made: list) -> gast.expr:
        rhs = statement.value
        operand = self._argument(rhs, np.transpose, 1)
        if operand is not None:
            return self._transposed(statement, operand, name, made)
        operand = self._argument(rhs, np.expand_dims, 2)
        if operand is not None:
            return self._put_back(rhs, operand, name)
        if isinstance(rhs, gast.Subscript):
            return self._summed(rhs)
        return rhs

    def _argument(self, rhs: gast.expr, function: object, count: int) -> str | None:
        """Return the name that a call of a function is applied to, None for others."""
        if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
            return None
        if self._function.references.get(rhs.func.id) is not function:
            return None
        plain = len(rhs.args) == count and not rhs.keywords
        return rhs.args[0].id if plain and isinstance(rhs.args[0], gast.Name) else None

    def _transposed(self, statement, operand: str, name: str, made: list) -> gast.expr:
        rhs = statement.value
        known = self._known.get(operand)
        twice = None if known is None else self._argument(known, np.transpose, 1)
        if twice is not None and self._is_immutable(twice):
            return build.name(twice)
        if not isinstance(known, gast.BinOp) or not isinstance(known.op, gast.MatMult):
            return rhs
        if self._uses.read[operand] != 1:
            return rhs
        parts = (known.right, known.left)
        if operand in self._function.primal or not all(map(self._is_matrix, parts)):
            return rhs
        flipped = [
            self._flipped(rhs.func, part.id, made, statement.lineno) for part in parts
        ]
        return gast.BinOp(flipped[0], gast.MatMult(), flipped[1])

    def _is_matrix(self, node: gast.expr) -> bool:
        if not isinstance(node, gast.Name) or not self._is_immutable(node.id):
            return False
        kind = self.kinds.get(node.id)
        return isinstance(kind, Array) and len(kind.shape or ()) == 2

    def _flipped(
        self, callee: gast.expr, name: str, made: list, line: int
    ) -> gast.expr:
        known = self._known.get(name)
        twice = None if known is None else self._argument(known, np.transpose, 1)
        if twice is not None and self._is_immutable(twice):
            return build.name(twice)
        kind = cast(Array, self.kinds[name])
        fresh = self._fresh(Array(kind.dtype, (kind.shape or ())[::-1]))
        made.append(build.assign(fresh, build.call(callee, [build.name(name)]), line))
        return build.name(fresh)

    def _put_back(self, rhs: gast.Call, operand: str, name: str) -> gast.expr:
        known, axis = self._known.get(operand), rhs.args[1]
        if not isinstance(known, gast.Subscript) or not isinstance(axis, gast.Constant):
            return rhs
        source = known.value.id if isinstance(known.value, gast.Name) else ""
        if _removed_axis(known.slice) != axis.value or not self._is_immutable(source):
            return rhs
        kind: Any = self.kinds.get(source)
        same = isinstance(kind, Array) and kind == self.kinds.get(name)
        return known.value if same and kind.shape[axis.value] == 1 else rhs

    def _summed(self, rhs: gast.Subscript) -> gast.expr:
        source = rhs.value.id if isinstance(rhs.value, gast.Name) else ""
        known = self._known.get(source)
        if self._uses.read[source] != 1 or not isinstance(known, gast.Call):
            return rhs
        function = self._function.references.get(getattr(known.func, "id", ""))
        named = {k.arg: k.value for k in known.keywords}
        axis = _removed_axis(rhs.slice)
        if function is not np.sum or set(named) != {"axis", "keepdims"}:
            return rhs
        if axis is None or getattr(named["axis"], "value", None) != axis:
            return rhs
        if getattr(named["keepdims"], "value", None) is not True:
            return rhs
        summed = known.args[0].id if isinstance(known.args[0], gast.Name) else ""
        if len(known.args) != 1 or not self._is_immutable(summed):
            return rhs
        return build.call(known.func, known.args, [("axis", named["axis"])])


def _removed_axis(index: gast.expr) -> int | None:
    """Return k if an index is 0 at axis k and takes everything else."""
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    zeros = [k for k, item in enumerate(items) if _is_zero(item)]
    rest = [item for item in items if not _is_zero(item)]
    whole = all(
        isinstance(item, gast.Slice) and item.lower is item.upper is item.step is None
        for item in rest
    )
    return zeros[0] if len(zeros) == 1 and whole else None


def _is_zero(item: gast.expr) -> bool:
    return (
        isinstance(item, gast.Constant) and item.value == 0 and item.value is not False
    )
