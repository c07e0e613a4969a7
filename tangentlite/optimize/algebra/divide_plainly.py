"""Replace np.divide by the operator `/` where both do the same, in adjoints."""

from __future__ import annotations

from collections.abc import Sequence

import gast
import numpy as np

from tangentlite.analysis.numbers.scalar_zeros import scalar_zero_names
from tangentlite.analysis.occurrences import calls
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.leaves import number_of
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.kind import FLOATING, Array, Scalar
from tangentlite.optimize.rewriter import Rewriter


def divide_plainly(function: Function) -> Function:
    """Use `/` for np.divide, and one division for a product with a reciprocal.

    Python's numbers stay with np.divide, as their operator raises at zero.

    >>> from tangentlite.ir.example import function_of, shown
    >>> vector, number = Array("float64", (3,)), Scalar("float64", False)
    >>> text = "t = np.divide(1.0, n); u = t * x; v = np.divide(s, n); return (u, v)"
    >>> kinds = dict(x=vector, s=number, n=Scalar("int64", True))
    >>> kinds |= dict(t=Scalar("float64", True), u=vector, v=number)
    >>> shown(divide_plainly(function_of(text, **kinds)))
    t = np.divide(1.0, n)
    u = x / n
    v = s / n
    return (u, v)
    """
    if not calls(function, np.divide):
        return function
    return _Divider(function).rewritten()


class _Divider(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._quotients: dict[str, gast.Call] = {}
        self._learned.append(self._quotients)
        self._scalar_zeros = scalar_zero_names(
            function.body, self.kinds, function.references
        )

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for node in block:
            node = map_blocks(node, self.block)
            target = node.targets[0] if isinstance(node, gast.Assign) else None
            name = getattr(target, "id", "")
            if name and name not in self._function.primal:
                value = self._value(node, name, result)
                if self._is_quotient(value) and self._is_immutable(name):
                    self._quotients[name] = value
                if value is not node.value:
                    node = build.assign(name, value, node.lineno)
            result.append(node)
        return result

    def _value(self, node: gast.Assign, name: str, before: list) -> gast.expr:
        """Return the new value of an assignment, and add what it needs to `before`."""
        rhs = node.value
        if self._is_quotient(rhs):
            if any(map(self._is_of_numpy, rhs.args)):
                return gast.BinOp(rhs.args[0], gast.Div(), rhs.args[1])
        if isinstance(rhs, gast.BinOp) and isinstance(rhs.op, gast.Mult):
            for one, other in ((rhs.left, rhs.right), (rhs.right, rhs.left)):
                known = self._quotient_of(one)
                if known is not None:
                    scaled = self._scaled(known, other, name, node.lineno, before)
                    return scaled or rhs
        return rhs

    def _is_quotient(self, node: gast.expr) -> bool:
        if not isinstance(node, gast.Call) or len(node.args) != 2 or node.keywords:
            return False
        called = getattr(node.func, "id", "")
        return self._function.references.get(called) is np.divide

    def _quotient_of(self, node: gast.expr) -> gast.Call | None:
        """Return the division of a literal that an atom names, if it is read once."""
        name = getattr(node, "id", "")
        known = self._quotients.get(name)
        if known is None or self._uses.read[name] != 1:
            return None
        divisor = known.args[1]
        if isinstance(divisor, gast.Name) and not self._is_immutable(divisor.id):
            return None
        return known if number_of(known.args[0]) is not None else None

    def _scaled(
        self, quotient: gast.Call, other: gast.expr, name: str, line: int, before: list
    ) -> gast.expr | None:
        """Return `c / n` times another factor as one division, None if it stays."""
        number, divisor = number_of(quotient.args[0]), quotient.args[1]
        if not self._is_of_numpy(other):
            return None
        kind = self.kinds[other.id]
        # NumPy rounds Python's numbers to single precision, but not its own.
        if kind.dtype not in FLOATING or kind.dtype != self._dtype(name):
            return None
        if number != 1:
            if not isinstance(kind, Scalar):
                return None  # that would take another operation of arrays
            fresh = self._fresh(kind)
            product = build.binary(build.constant(number), "*", other)
            before.append(build.assign(fresh, product, line))
            other = build.name(fresh)
        return gast.BinOp(other, gast.Div(), divisor)

    def _dtype(self, name: str) -> object:
        return getattr(self.kinds.get(name), "dtype", None)

    def _is_of_numpy(self, atom: gast.expr) -> bool:
        """Whether a value is an array or one of NumPy's numbers."""
        name = getattr(atom, "id", "")
        kind = self.kinds.get(name)
        if isinstance(kind, Scalar):
            return kind.weak is False
        return (
            isinstance(kind, Array)
            and bool(kind.shape)
            and name not in self._scalar_zeros
        )
