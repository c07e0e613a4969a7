"""Write sums of products as dot products, with scalar factors outside."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.invalidation import Changes
from tangentlite.analysis.numbers.scalar_zeros import scalar_zero_names
from tangentlite.analysis.occurrences import calls, computed_by
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks, names_in
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.proved import agree
from tangentlite.optimize.rewriter import Rewriter
from tangentlite.runtime import unbroadcast


def sum_products(function: Function) -> Function:
    """Write `np.sum` of a product of two arrays as a dot product.

    The product itself is never made: that takes half the time and memory. Over all axes
    it is `x @ y` or `np.vdot`, over the last one `np.vecdot`, over others `np.einsum`.
    Signs, factors and divisors that are the same along the axes go outside, and the sum
    of an array of ones is its size. In adjoints only, of real arrays of one shape and
    dtype.

    >>> from tangentlite.ir.example import function_of, shown
    >>> vector, number = Array("float64", (3,)), Scalar("float64")
    >>> text = "t = x * y; u = t / c; v = np.sum(u); return v"
    >>> kinds = {"x": vector, "y": vector, "c": number, "v": number}
    >>> shown(sum_products(function_of(text, **kinds)))
    t = x * y
    u = t / c
    t1 = x @ y
    v = t1 / c
    return v
    """
    found = set(computed_by(function, np.sum)) - function.primal
    if not found and not calls(function, unbroadcast):
        return function
    sums = _Sums(function)
    changed = sums.rewritten()
    if not sums.references:
        return changed
    references = {**function.references, **sums.references}
    return replace(changed, references=references)


class _Sums(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._known: dict[str, tuple[gast.expr, int]] = {}
        self._learned.append(self._known)
        self._changes = Changes(self._memory)
        self._scalar_zeros = scalar_zero_names(
            function.body, self.kinds, function.references
        )
        self.references: dict[str, object] = {}

    def _block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            self._changes.enter(statement)
            statement = map_blocks(statement, self.block)
            self._changes.leave(statement)
            target = statement.targets[0] if isinstance(statement, gast.Assign) else 0
            if isinstance(target, gast.Name) and self._uses.is_single(target.id):
                result.extend(self._assigned(statement, target.id))
                if not self._memory.is_written(target.id):
                    self._known[target.id] = (statement.value, self._changes.time)
            else:
                result.append(statement)
        return result

    def _assigned(self, statement: gast.Assign, name: str) -> list[gast.stmt]:
        if self._is_call(statement.value, unbroadcast):
            return [self._unbroadcast(statement, name)]
        total = None if name in self._function.primal else self._total(statement)
        if total is None:
            return [statement]
        made: list[gast.stmt] = []
        value = self._sum_of(statement.value.args[0], total, made)
        if value is None:
            return [statement]
        return [*made, build.assign(name, value, statement.lineno)]

    def _is_call(self, rhs: gast.expr, function: object) -> bool:
        if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
            return False
        return self._function.references.get(rhs.func.id) is function

    def _unbroadcast(self, statement: gast.Assign, name: str) -> gast.Assign:
        """Pass both factors to `unbroadcast`, which multiplies them if it must."""
        rhs = statement.value
        product = self._product(rhs.args[0])
        if len(rhs.args) > 2 or rhs.keywords:
            return statement  # it multiplies already
        if product is None or not self._agree(product):
            return statement
        arguments, times = [product.left, rhs.args[1]], [("times", product.right)]
        value = build.call(rhs.func, arguments, times)
        return build.assign(name, value, statement.lineno)

    def _product(self, node: gast.expr) -> gast.expr | None:
        """Return the definition of an array that is read once and not written."""
        name = node.id if isinstance(node, gast.Name) else ""
        known, since = self._known.get(name, (None, 0))
        if self._uses.read[name] != 1 or name in self._function.primal:
            return None
        if known is None or not self._changes.unchanged(names_in(known), since):
            return None
        return known

    def _agree(self, node: gast.expr) -> bool:
        """Whether a node is a product of two real arrays of one shape and dtype."""
        if not isinstance(node, gast.BinOp) or not isinstance(node.op, gast.Mult):
            return False
        left, right = node.left, node.right
        if not isinstance(left, gast.Name) or not isinstance(right, gast.Name):
            return False
        if left.id in self._scalar_zeros or right.id in self._scalar_zeros:
            return False
        one: Any = self.kinds.get(left.id)
        other = self.kinds.get(right.id)
        return agree(one, other) and one.dtype in ("float64", "float32")

    def _total(self, statement: gast.Assign) -> _Total | None:
        """Return the sum that a statement computes, if it calls np.sum."""
        rhs = statement.value
        if not self._is_call(rhs, np.sum):
            return None
        if len(rhs.args) != 1 or not isinstance(rhs.args[0], gast.Name):
            return None
        given = {keyword.arg: _literal(keyword.value) for keyword in rhs.keywords}
        axes, kept = given.pop("axis", None), given.pop("keepdims", False)
        kind: Any = self.kinds.get(rhs.args[0].id)
        known = isinstance(kind, Array) and bool(kind.shape)
        if not known or given or axes is _UNKNOWN or type(kept) is not bool:
            return None
        rank = len(kind.shape)
        if rank > len(_LETTERS):
            return None
        if axes is None:
            axes = tuple(range(rank))
        axes = axes if isinstance(axes, tuple) else (axes,)
        places = tuple(sorted(axis % rank for axis in axes))
        if kept and len(places) == rank:
            return None
        shape = tuple(d for k, d in enumerate(kind.shape) if k not in places)
        reduced = Array(kind.dtype, shape) if shape else Scalar(kind.dtype, False)
        return _Total(rhs.func.id[: -len("sum")], places, kept, reduced, statement)

    def _sum_of(self, node: gast.expr, total: _Total, made: list) -> gast.expr | None:
        """Return the sum of a product; statements that it needs go to `made`."""
        known = self._product(node)
        if isinstance(known, gast.UnaryOp) and isinstance(known.op, gast.USub):
            inner = self._part(known.operand, total, made)
            return None if inner is None else build.negate(inner)
        if (count := self._count(node, total, made)) is not None:
            return count
        if not isinstance(known, gast.BinOp):
            return None
        left, right = known.left, known.right
        if isinstance(known.op, (gast.Mult, gast.Div)) and self._is_same(right, total):
            inner = self._part(left, total, made)
            return None if inner is None else gast.BinOp(inner, known.op, right)
        if isinstance(known.op, gast.Mult) and self._is_same(left, total):
            inner = self._part(right, total, made)
            return None if inner is None else gast.BinOp(left, known.op, inner)
        if not self._agree(known):
            return None
        sign = self._product(left)
        if isinstance(sign, gast.UnaryOp) and isinstance(sign.op, gast.USub):
            unsigned = gast.BinOp(sign.operand, gast.Mult(), right)
            if self._agree(unsigned):
                dot = self._summed(unsigned, total, made)
                whole = self.kinds[total.statement.targets[0].id]
                return build.negate(self._named(dot, total, whole, made))
        return self._summed(known, total, made)

    def _count(self, node: gast.expr, total: _Total, made: list) -> gast.expr | None:
        """Return the sum over all entries of an array that holds one number."""
        known, since = self._known.get(getattr(node, "id", ""), (None, 0))
        if total.reduced != Scalar("float64", False) or not self._is_filled(known):
            return None
        if not self._changes.unchanged(names_in(known), since):
            return None
        number: Any = 1.0
        shape = known.args[0]
        if len(known.args) == 2:
            number, shape = _literal(known.args[0]), known.args[1].value
        # A number of NumPy's, which can be divided by zero as the sum can.
        size = build.attribute(shape, "size")
        count = self._call(total, "float64", np.float64, [size])
        if number == 1.0:
            return count
        count = self._named(count, total, total.reduced, made)
        return gast.BinOp(build.constant(number), gast.Mult(), count)

    def _is_filled(self, node: Any) -> bool:
        """Whether an array of another one's shape has one number everywhere."""
        if not isinstance(node, gast.Call) or node.keywords:
            return False
        if self._is_call(node, np.ones_like):
            return len(node.args) == 1 and self._has_size(node.args[0])
        if not self._is_call(node, np.broadcast_to) or len(node.args) != 2:
            return False
        number, shape = node.args
        literal = isinstance(_literal(number), float)
        return literal and isinstance(shape, gast.Attribute) and shape.attr == "shape"

    def _has_size(self, node: gast.expr) -> bool:
        """Whether an atom is surely an array: lists and plain zeros have no size."""
        name = getattr(node, "id", "")
        is_array = isinstance(self.kinds.get(name), Array)
        return is_array and name not in self._scalar_zeros

    def _summed(self, known: gast.BinOp, total: _Total, made: list) -> gast.expr:
        dot = self._dot(known, total)
        if not total.kept:
            return dot
        axes = [build.constant(axis) for axis in total.axes]
        axis = axes[0] if len(axes) == 1 else build.display(axes, tuple)
        thin = self._named(dot, total, total.reduced, made)
        return self._call(total, "expand_dims", np.expand_dims, [thin, axis])

    def _part(self, node: gast.expr, total: _Total, made: list) -> gast.expr | None:
        inner = self._sum_of(node, total, made)
        whole = self.kinds[total.statement.targets[0].id]
        return None if inner is None else self._named(inner, total, whole, made)

    def _named(self, value: gast.expr, total: _Total, kind: Any, made: list):
        fresh = self._fresh(kind)
        made.append(build.assign(fresh, value, total.statement.lineno))
        return build.name(fresh)

    def _is_same(self, node: gast.expr, total: _Total) -> bool:
        """Whether a factor is a number, or an array along the axes that remain."""
        if not isinstance(node, gast.Name):
            return isinstance(node, gast.Constant) and type(node.value) is float
        kind = self.kinds.get(node.id)
        if isinstance(kind, Scalar):
            return kind.dtype == "float64" and self._is_immutable(node.id)
        leading = total.axes == tuple(range(len(total.axes)))
        if not leading or total.kept or not agree(kind, total.reduced):
            return False
        return self._is_immutable(node.id)

    def _dot(self, product: gast.BinOp, total: _Total) -> gast.expr:
        left, right = product.left, product.right
        rank = len(self.kinds[left.id].shape)
        if rank == 1:
            return gast.BinOp(left, gast.MatMult(), right)
        if len(total.axes) == rank:
            return self._call(total, "vdot", np.vdot, [left, right])
        if total.axes == (rank - 1,):
            return self._call(total, "vecdot", np.vecdot, [left, right])
        letters = _LETTERS[:rank]
        rest = "".join(c for k, c in enumerate(letters) if k not in total.axes)
        subscripts = build.constant(f"{letters},{letters}->{rest}")
        return self._call(total, "einsum", np.einsum, [subscripts, left, right])

    def _call(self, total: _Total, name: str, function: object, arguments: list):
        self.references[total.prefix + name] = function
        return build.call(total.prefix + name, arguments)


@dataclass(frozen=True)
class _Total:
    """A call of np.sum: how the text spells NumPy, the axes, and the result's kind."""

    prefix: str
    axes: tuple[int, ...]
    kept: bool
    reduced: object
    statement: gast.Assign


_LETTERS = "ijklmnopqrstuvwxyz"
_UNKNOWN = object()


def _literal(node: gast.expr) -> object:
    """Return the value of a literal, _UNKNOWN for anything else."""
    if isinstance(node, gast.Constant):
        return node.value
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner: Any = _literal(node.operand)
        return -inner if type(inner) in (int, float) else _UNKNOWN
    if isinstance(node, gast.Tuple):
        items = tuple(map(_literal, node.elts))
        return _UNKNOWN if _UNKNOWN in items else items
    return _UNKNOWN
