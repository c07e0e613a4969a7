"""Inline integer sums into indices: `x[i - 1]`, as the user wrote them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.names import is_temporary, variable_of
from tangentlite.ir.rewrite import (
    bound_in,
    map_blocks,
    map_statement,
    names_in,
    reads,
    statements,
    substitute,
)
from tangentlite.kinds.kind import Array, Scalar

# With more uses than this in a loop a name is cheaper than recomputing the sum.
MOST = 2


def repeat_indices(function: Function) -> Function:
    """Inline the sum of a counter and a number, or a length, into its uses.

    In the user's lines that restores what they say; in loops of the backward half a sum
    that is read more than twice keeps a name.

    >>> from tangentlite.ir.example import function_of, shown
    >>> integer = Scalar("int64")
    >>> text = "t = n - 1; x = b[t]; y = x + c[t]; return y"
    >>> known = dict.fromkeys("nt", integer) | dict.fromkeys("bcxy", "array")
    >>> shown(repeat_indices(function_of(text, **known)))
    x = b[n - 1]
    y = x + c[n - 1]
    return y
    """
    return with_body(function, _Repeater(function).block(function.body, False))


class _Repeater:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_in(function)

    def block(self, block: Sequence[gast.stmt], repeated: bool) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        rest = list(block)
        while rest:
            statement = rest.pop(0)
            if self._is_repeated(statement, rest, repeated):
                value = statement.value
                found = {statement.targets[0].id: value}
                rest = [_filled(later, found) for later in rest]
                continue
            inside = repeated or isinstance(statement, (gast.For, gast.While))
            result.append(map_blocks(statement, partial(self.block, repeated=inside)))
        return result

    def _is_repeated(self, node: gast.stmt, rest: list, repeated: bool) -> bool:
        if not isinstance(node, gast.Assign) or not self._is_sum(node.value):
            return False
        name = getattr(node.targets[0], "id", "")
        if not self._uses.is_single(name) or not self._is_integer(node.targets[0]):
            return False
        if not is_temporary(variable_of(name, self._function.bases)):
            return False
        inner = statements(rest)
        count = sum(reads(s).count(name) for s in inner)
        read = {n for n in names_in(node.value) if n in self._function.kinds}
        if count != self._uses.read[name] or not read.isdisjoint(bound_in(rest)):
            return False
        if any(isinstance(s, (gast.While, gast.FunctionDef)) for s in inner):
            return False
        in_loops = any(
            name in reads(s)
            for loop in inner
            if isinstance(loop, gast.For)
            for s in statements(loop.body)
        )
        if isinstance(node.value, gast.Call) and (repeated or in_loops):
            return False
        primal = name in self._function.primal and not in_loops
        return primal or (count <= MOST if repeated or in_loops else True)

    def _is_sum(self, node: gast.expr) -> bool:
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
            function = self._function.references.get(node.func.id)
            if function is not len:
                return False
            # That of a list may change.
            kind = self._function.kinds.get(getattr(node.args[0], "id", ""))
            return isinstance(kind, Array)
        if not isinstance(node, gast.BinOp):
            return False
        one, other = node.left, node.right
        if isinstance(node.op, gast.Mult) and isinstance(one, gast.Constant):
            one, other = other, one
        elif not isinstance(node.op, (gast.Add, gast.Sub)):
            return False
        literal = isinstance(other, gast.Constant) and type(other.value) is int
        return literal and isinstance(one, gast.Name) and self._is_integer(one)

    def _is_integer(self, node: gast.expr) -> bool:
        kind = self._function.kinds.get(getattr(node, "id", ""))
        return isinstance(kind, Scalar) and str(kind.dtype).startswith("int")


def _filled(node: gast.stmt, found: dict[str, gast.expr]) -> gast.stmt:
    return map_statement(node, lambda read: substitute(read, found))
