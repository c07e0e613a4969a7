"""Inline expressions into their only use, if the line stays short."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import gast

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.statement_effects import is_pure, written
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.names import SUFFIXES, is_temporary, variable_of
from tangentlite.ir.rewrite import (
    binds,
    blocks,
    leaves_loop,
    map_blocks,
    map_statement,
    names_in,
    read_in,
    reads,
    substitute,
)
from tangentlite.kinds.kind import Scalar
from tangentlite.pretty.ordering.in_order import in_order
from tangentlite.pretty.printed_lines import LONGEST, length_of, quoted_line


def inline_uses(function: Function) -> Function:
    """Inline the definitions of names that are read once.

    The user's own variables keep their lines in the forward half; nothing moves
    across a write to its operands, or into a loop.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = w * x; u = t + b; h = np.tanh(u); y = h * h; return y"
    >>> shown(inline_uses(function_of(text, w="", x="", b="", h="")))
    h = np.tanh(w * x + b)
    return h * h
    """
    return with_body(function, _Inliner(function).block(function.body))


@dataclass
class _Pending:
    """An assignment that waits to be inlined into the one statement that reads it.

    If it cannot, it stays in its own place.
    """

    statement: gast.Assign
    reads: frozenset[str]
    memory: frozenset[str]  # alias classes of the names that it reads
    length: int
    place: list[gast.stmt]


class _AllPending(dict[str, _Pending]):
    """All pending assignments, indexed by the names and the memory that they read.

    Those that are no longer pending stay in the indexes: nothing is assigned twice.
    """

    def __init__(self) -> None:
        super().__init__()
        self._readers: dict[str, list[str]] = {}
        self._memory: dict[str, list[str]] = {}

    def wait(self, name: str, waiting: _Pending) -> None:
        """Add a pending assignment."""
        self[name] = waiting
        for read in waiting.reads:
            self._readers.setdefault(read, []).append(name)
        for place in waiting.memory:
            self._memory.setdefault(place, []).append(name)

    def touched(self, bound: set[str], written: set[str]) -> set[str]:
        """Return the pending names that read a bound name or written memory."""
        found: set[str] = set()
        for changed, index in ((bound, self._readers), (written, self._memory)):
            for name in changed:
                found.update(index.get(name, ()))
        return found & self.keys()


class _Inliner:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_in(function)
        self._memory = memory_in(function)

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result: list[gast.stmt | list[gast.stmt]] = []
        pending = _AllPending()
        for statement in block:
            statement = self._returned(statement, result)
            statement = in_order(
                self._function, self._filled(statement, pending, result)
            )
            if leaves_loop(statement):  # they may be read behind the loop
                result.extend(waiting.statement for waiting in pending.values())
                pending.clear()
            self._settle(statement, pending)
            if self._may_wait(statement):
                name = statement.targets[0].id
                names = frozenset(names_in(statement.value))
                memory = frozenset(map(self._memory.place, names))
                length = length_of(statement.value)
                place: list[gast.stmt] = []
                result.append(place)
                waiting = _Pending(statement, names, memory, length, place)
                pending.wait(name, waiting)
            else:
                result.append(statement)
        result.extend(waiting.statement for waiting in pending.values())
        return list(_flat(result))

    def _filled(self, statement, pending, result) -> gast.stmt:
        """Inline pending expressions into a statement, and walk its blocks."""
        own = [n for n in reads(statement) if n in pending]
        if isinstance(statement, gast.While):
            for name in own:
                result.append(pending.pop(name).statement)
            own = []
        if not own:
            return map_blocks(statement, self.block)
        if isinstance(statement, gast.Return):
            for name in self._named_results(statement.value, pending):
                waiting = pending.pop(name)
                waiting.place.append(waiting.statement)
            own = [name for name in own if name in pending]
        limit = LONGEST + (16 if isinstance(statement, gast.Return) else 0)
        total = _own_length(statement)
        inserted: dict[str, gast.expr] = {}
        for name in own:
            if name in inserted:
                continue
            waiting = pending[name]
            long = total + waiting.length > limit and waiting.length > 8
            if long or self._ends_a_line(waiting.statement, statement):
                del pending[name]
                waiting.place.append(waiting.statement)
                continue
            total += waiting.length
            inserted[name] = _with_position(pending.pop(name).statement)
        return map_statement(
            statement, lambda node: substitute(node, inserted), block=self.block
        )

    def _ends_a_line(self, waiting: gast.Assign, reader: gast.stmt) -> bool:
        """Whether an assignment is the adjoint of a variable of another line.

        A single term of an adjoint moves to the next one. Arrays are inlined: without a
        name they are freed earlier.
        """
        bases, name = self._function.bases, waiting.targets[0].id
        variable = variable_of(name, bases)
        if not variable.endswith("_bar") or is_temporary(variable):
            return False
        if not isinstance(self._function.kinds.get(name), Scalar):
            return False
        if isinstance(reader, gast.Return) or waiting.lineno == reader.lineno:
            return False
        if any(variable_of(name, bases) == variable for name in binds(reader)):
            return False
        one, other = (
            quoted_line(self._function, node.lineno)[1] for node in (waiting, reader)
        )
        return bool(one and other) and one != other

    def _returned(self, statement: gast.stmt, before: list) -> gast.stmt:
        """Inline the statement in front of a return into it."""
        name = getattr(getattr(statement, "value", None), "id", "")
        if not isinstance(statement, gast.Return) or not before:
            return statement
        last = before[-1]
        if not isinstance(last, gast.Assign) or self._uses.read[name] != 1:
            return statement
        if getattr(last.targets[0], "id", None) != name or not self._is_named_here(
            name
        ):
            return statement
        before.pop()
        return gast.copy_location(gast.Return(_with_position(last)), last)

    def _is_named_here(self, name: str) -> bool:
        """Whether a name is a temporary with one definition."""
        return self._uses.is_single(name) and self._is_temporary(name)

    def _named_results(self, node: gast.expr, pending: _AllPending) -> list[str]:
        """Return the results that keep names because results beside them have names."""
        items = getattr(node, "elts", None) or getattr(node, "values", None)
        if not items:
            return []
        found = [n for item in items for n in self._named_results(item, pending)]
        names = [item.id for item in items if isinstance(item, gast.Name)]
        waiting = [name for name in names if name in pending]
        length = sum(pending[name].length for name in waiting)
        # Names, or keys, tell several adjoints apart.
        bases = self._function.bases
        adjoints = [n for n in waiting if variable_of(n, bases).endswith(SUFFIXES)]
        several = len(adjoints) > 1 and not isinstance(node, gast.Dict)
        if len(waiting) < len(names) or length > LONGEST + 8 or several:
            found += waiting
        return list(dict.fromkeys(found))

    def _settle(self, statement, pending) -> None:
        """Emit pending assignments that this statement changes or reads inside."""
        bound, written = changes(statement, self._memory)
        inner = _inner_reads(statement)
        whole = isinstance(statement, gast.Expr) and not _is_comment(statement)
        if whole and not _is_container_call(statement):
            touched = set(pending)
        else:
            touched = pending.touched(bound, written) | (inner & pending.keys())
        for name in touched:
            waiting = pending.pop(name)
            waiting.place.append(waiting.statement)

    def _is_temporary(self, name: str) -> bool:
        return is_temporary(variable_of(name, self._function.bases))

    def _is_part_of_argument(self, node: gast.expr) -> bool:
        """Whether a value is `model.w` or `params['w']` of an argument."""
        whole = True
        while isinstance(node, (gast.Attribute, gast.Subscript)):
            whole, key = False, getattr(node, "slice", None)
            named = isinstance(getattr(key, "value", None), str)
            if isinstance(node, gast.Subscript) and not named:
                return False
            node = node.value
        name = getattr(node, "id", "")
        return not whole and name in {p.name for p in self._function.parameters}

    def _may_wait(self, statement: gast.stmt) -> bool:
        if not isinstance(statement, gast.Assign):
            return False
        target = statement.targets[0]
        if not isinstance(target, gast.Name):
            return False
        name = target.id
        if not self._uses.is_single(name) or self._uses.read[name] != 1:
            return False
        if name in self._function.primal and not self._is_temporary(name):
            return self._is_part_of_argument(statement.value)
        if isinstance(statement.value, (gast.List, gast.Compare)):
            return isinstance(statement.value, gast.Compare)
        return is_pure(statement.value, self._function.references)


def _with_position(statement: gast.Assign) -> gast.expr:
    """Return the value of a statement, marked with the position of the statement."""
    value = copy.copy(statement.value)
    value.lineno = statement.lineno
    return value


def _flat(result: list[gast.stmt | list[gast.stmt]]) -> Iterator[gast.stmt]:
    for item in result:
        if isinstance(item, list):
            yield from item
        else:
            yield item


def _is_comment(statement: gast.stmt) -> bool:
    return isinstance(statement.value, gast.Constant)


def _is_container_call(statement: gast.Expr) -> bool:
    return written(statement) is not None


def _inner_reads(statement: gast.stmt) -> set[str]:
    return {name for block in blocks(statement) for name in read_in(block)}


def _own_length(statement: gast.stmt) -> int:
    total = 0
    for field in ("value", "test", "iter"):
        node = getattr(statement, field, None)
        if isinstance(node, gast.AST):
            total += length_of(node)
    for target in getattr(statement, "targets", []):
        total += length_of(target)
    if isinstance(statement, gast.AugAssign):
        total += length_of(statement.target)
    return total
