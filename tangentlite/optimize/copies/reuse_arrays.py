"""Memory reuse: compute results in place of operands that die."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import gast

from tangentlite.analysis.aliasing.fresh_arrays import owned_arrays
from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.liveness.liveness import visit_live
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.names import is_temporary, variable_of
from tangentlite.ir.rewrite import binds, map_blocks, reads
from tangentlite.kinds.kind import Array
from tangentlite.kinds.sizes.proved import agree


def reuse_arrays(function: Function) -> Function:
    """Compute in place where an operand dies and the result has its shape and dtype.

    Only arrays that the function made are written. Operand and result have lines of
    their own in print, as several statements read them; a value that is used once stays
    a part of an expression. The user's variables keep their values, unless the result
    is the same variable.

    >>> from tangentlite.ir.example import function_of, shown
    >>> vector = Array("float64", (3,))
    >>> text = '''
    ... t = x * y
    ... u = np.sum(t)
    ... t1 = t * x
    ... t2 = t1 + y
    ... v = t2 / t2
    ... return u, v'''
    >>> shown(reuse_arrays(function_of(text, x=vector, y=vector, u="number")))
    t = x * y
    u = np.sum(t)
    t *= x
    t1 = t
    t1 += y
    t2 = t1
    v = t2 / t2
    return (u, v)
    """
    reuser = _Reuser(function)
    visit_live(function.body, reuser.visit)
    if not reuser.dying:
        return function
    body = tuple(reuser.block(function.body))
    return replace(function, body=body) if reuser.written else function


_OPERATORS = (gast.Add, gast.Sub, gast.Mult, gast.Div)
_COMMUTING = (gast.Add, gast.Mult)
# An operation on complex numbers may round otherwise when it runs in place.
_DTYPES = ("float32", "float64")
# The base of temporaries of the primal.
_TEMPORARY = "t"


class _Reuser:
    def __init__(self, function: Function) -> None:
        self._function = function
        parameters = [p.name for p in function.parameters]
        self._uses = uses_in(function)
        self._owned = owned_arrays(
            function.body, parameters, function.kinds, function.references
        )
        self._order = memory_in(function).order
        self._bound_at: dict[str, list[tuple]] = defaultdict(list)
        for statement, position in self._order.items():
            for name in binds(statement):
                self._bound_at[name].append(position)
        self.dying: dict[gast.stmt, list[str]] = {}  # operands that may hold the result
        self._reader: dict[str, gast.stmt] = {}  # of names that are read once
        self.written: set[str] = set()  # names of arrays with several values
        self._variables: dict[str, str] = {}  # the variable of each result

    def visit(self, statement: gast.stmt, live: set[str]) -> None:
        """Note which operands of a statement die there and can hold the result."""
        self.dying.pop(statement, None)
        self._reader.update(dict.fromkeys(reads(statement), statement))
        if not isinstance(statement, gast.Assign):
            return
        target, rhs = statement.targets[0], statement.value
        if not isinstance(target, gast.Name) or not isinstance(rhs, gast.BinOp):
            return
        if not isinstance(rhs.op, _OPERATORS):
            return
        free = [
            name
            for name in _operands(rhs)
            if self._is_free(name, target.id, live)
            and not self._had_other_names(statement, name)
        ]
        if free:
            self.dying[statement] = free

    def _is_free(self, operand: str, result: str, live: set[str]) -> bool:
        kind = self._function.kinds.get(operand)
        if not isinstance(kind, Array) or not kind.shape or kind.dtype not in _DTYPES:
            return False
        if not agree(kind, self._function.kinds.get(result)):
            return False
        sharing = self._owned.sharing(operand)
        if sharing is None or any(n in live and n != result for n in sharing):
            return False
        # Another memory order would change the order of later sums.
        primal = result in self._function.primal
        return operand in (self._owned.ordered if primal else self._owned.whole)

    def _had_other_names(self, statement: gast.stmt, operand: str) -> bool:
        """Whether another variable may have held the array before.

        It is dead, but a reader of the text would have to prove that.
        """
        place, loops = self._order[statement]
        bases = self._function.bases
        own = {variable_of(n, bases) for n in (operand, *binds(statement))}
        return any(
            other_place < place or set(loops) & set(other_loops)
            for other in self._owned.groups[operand]
            if variable_of(other, bases) not in own
            for other_place, other_loops in self._bound_at[other]
        )

    def block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            free = self.dying.get(statement, ())
            operand = next((n for n in free if self._may_hold(n, statement)), None)
            if operand is None:
                result.append(map_blocks(statement, self.block))
                continue
            target, rhs = statement.targets[0].id, statement.value
            left = isinstance(rhs.left, gast.Name) and rhs.left.id == operand
            other = rhs.right if left else rhs.left
            update = gast.AugAssign(build.stored(operand), rhs.op, other)
            result.append(gast.copy_location(update, statement))
            result.append(build.assign(target, build.name(operand), statement.lineno))
            self.written.add(target)
            self._variables[target] = self._variable(target) or self._variable(operand)
        return result

    def _may_hold(self, operand: str, statement: gast.Assign) -> bool:
        """Whether the printed name of an operand may stand for the result.

        The user's lines stay, and no variable seems to hold another's value.
        """
        target = statement.targets[0].id
        one, other = self._variable(operand), self._variable(target)
        if one == other:
            fits = target not in self._function.primal or one != _TEMPORARY
        elif other == "":
            fits = one == _TEMPORARY or operand not in self._function.primal
        else:
            fits = one == ""
        return fits and self._is_named(operand) and self._leads_to_name(target)

    def _variable(self, name: str) -> str:
        """Return the variable that a name is a version of, '' for adjoints of none."""
        if name in self._variables:
            return self._variables[name]
        base = variable_of(name, self._function.bases)
        if not is_temporary(base):
            return base
        return _TEMPORARY if name in self._function.primal else ""

    def _leads_to_name(self, result: str) -> bool:
        """Whether a result, or the update that overwrites it, has its own line.

        In what is returned, a matrix less is worth a line more.
        """
        first = result
        while self._uses.is_single(result) and self._uses.read[result] == 1:
            reader = self._reader[result]
            if isinstance(reader, gast.Return):
                kind: Any = self._function.kinds.get(first)
                return result != first and len(kind.shape) > 1
            if isinstance(reader, gast.Assign) and isinstance(reader.value, gast.Name):
                return True
            free = self.dying.get(reader, ("",))
            if result != free[0] and (result not in free or self._is_named(free[0])):
                return False
            result = reader.targets[0].id
        return True

    def _is_named(self, name: str) -> bool:
        """Whether a name will not be inlined into its only use."""
        if name in self.written or not self._uses.is_single(name):
            return True
        return self._uses.read[name] > 1


def _operands(rhs: gast.BinOp) -> Iterator[str]:
    """Yield the names of the operands that an augmented assignment can overwrite."""
    if isinstance(rhs.left, gast.Name):
        yield rhs.left.id
    if isinstance(rhs.op, _COMMUTING) and isinstance(rhs.right, gast.Name):
        yield rhs.right.id
