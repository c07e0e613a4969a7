"""Which statements are compiled: functions of their own for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import gast
import numpy as np

from tangentlite.analysis.statement_effects import all_written
from tangentlite.errors import NotCompiledError
from tangentlite.ir import build
from tangentlite.ir.function import Function, Parameter
from tangentlite.ir.names import Names
from tangentlite.ir.rewrite import (
    binds,
    blocks,
    bound_in,
    read_in,
    reads,
    statements,
    substitute_in,
)
from tangentlite.kinds.kind import Array, Kind, ListOf, Scalar
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.loops.calls_first import calls_first
from tangentlite.loops.lower_arrays import refused_in

_ZEROS = {"bool": False, "int64": 0}

# What numba reads from these modules by itself.
_KNOWN = ("np.", "math.")


def outline(function: Function, called: frozenset[str] = frozenset()) -> Function:
    """Move statements that compute with numbers and arrays into functions.

    What is left reads objects, calls what has no form of loops, and builds results; so
    do loops that call one of the functions `called`. Raises NotCompiledError if another
    loop cannot be moved, or nothing is left to compile, unless some are `called`.
    """
    return _Outline(function, called).outlined()


@dataclass(frozen=True)
class Compiled:
    """What the name of a compiled function refers to."""

    name: str


@dataclass(frozen=True)
class _Region:
    """Statements that become a function."""

    body: tuple[gast.stmt, ...]
    first: int


class _Outline:
    def __init__(self, function: Function, called: frozenset[str]) -> None:
        self._called = called
        refused = refused_in(function)
        first = calls_first(function, refused)
        if first is not function:
            function, refused = first, refused_in(first)
        self._function, self._refused = function, refused
        taken = [*function.kinds, *function.references, function.name]
        self._names = Names(taken)
        self._functions: dict[str, object] = {}  # that placeholders call
        self._partly: set[str] = set()  # bound on some paths only, else placeholders
        # Arrays of rank 0 that a region has made are numbers for those behind it.
        self._numbers: dict[str, Scalar] = {}

    def outlined(self) -> Function:
        function = self._function
        for error in self._refused.values():
            if error.whole:
                raise error
        regions = list(self._regions())
        if not regions and not self._called:
            raise self._reason()
        body: list[gast.stmt] = []
        callees: list[Function] = []
        place = 0
        base = f"{function.name}_loops"
        for region in regions:
            body += function.body[place : region.first]
            place = region.first + len(region.body)
            ends = place == len(function.body) - 1 and self._is_plain(function.body[-1])
            callee, call = self._moved(region, self._names.fresh(base), ends, body)
            callees.append(callee)
            body.append(call)
            place += ends
        body += function.body[place:]
        references = {**function.references, **self._functions}
        references.update((callee.name, Compiled(callee.name)) for callee in callees)
        return replace(
            function, body=tuple(body), compiled=tuple(callees), references=references
        )

    def _regions(self) -> Iterator[_Region]:
        """Yield runs of statements that can be compiled and are worth it."""
        body, start = self._function.body, 0
        lists = self._lists_of_calls()
        for place, statement in enumerate(body):
            outside = place in self._refused or isinstance(statement, gast.Return)
            outside |= not lists.isdisjoint(binds(statement))
            if not outside:
                continue
            if place in self._refused and blocks(statement):
                if self._called.isdisjoint(read_in([statement])):
                    raise self._refused[place]
            yield from self._region(start, place)
            start = place + 1

    def _lists_of_calls(self) -> set[str]:
        """Return the lists of loops that are left to Python for what they call."""
        kept = [self._function.body[place] for place in self._refused]
        loops = [s for s in kept if blocks(s) and self._called & read_in([s])]
        kinds = self._function.kinds
        return {n for n in read_in(loops) if isinstance(kinds.get(n), ListOf)}

    def _region(self, start: int, stop: int) -> Iterator[_Region]:
        run = self._function.body[start:stop]
        while run and self._stays(run[0]):
            run, start = run[1:], start + 1
        while run and self._stays(run[-1]):
            run = run[:-1]
        if any(self._is_work(statement) for statement in statements(run)):
            self._require_own_lists(run)
            yield _Region(tuple(run), start)

    def _stays(self, statement: gast.stmt) -> bool:
        """Whether a statement at the edge of a region reads an object or is a mark."""
        value = getattr(statement, "value", None)
        if isinstance(statement, gast.Expr):
            return isinstance(value, gast.Constant)
        if not isinstance(statement, gast.Assign) or len(binds(statement)) != 1:
            return False
        kind = self._function.kinds.get(binds(statement)[0])
        return not isinstance(kind, (Scalar, Array, ListOf))

    def _is_work(self, statement: gast.stmt) -> bool:
        """Whether a statement computes with numbers, or with entries of arrays."""
        if isinstance(statement, (gast.For, gast.While, gast.AugAssign)):
            return True
        value = getattr(statement, "value", None)
        return isinstance(statement, gast.Assign) and isinstance(
            value, (gast.BinOp, gast.Call, gast.UnaryOp)
        )

    def _require_own_lists(self, run: Sequence[gast.stmt]) -> None:
        """Refuse lists that what is compiled shares with what is not."""
        inside = {id(statement) for statement in run}
        others = [s for s in self._function.body if id(s) not in inside]
        used = bound_in(run) | read_in(run)
        passed = set(self._lists(run)) - bound_in(run)
        for name in (used & (bound_in(others) | read_in(others))) - passed:
            if isinstance(self._function.kinds.get(name), ListOf):
                raise self._reason()

    def _reason(self) -> NotCompiledError:
        """Return why a program is not compiled: the first statement that is not."""
        for error in self._refused.values():
            return error
        return NotCompiledError("it computes nothing that could be compiled")

    def _is_plain(self, last: gast.stmt) -> bool:
        """Whether a result is made of tuples of numbers and arrays."""
        pending, kinds = [last.value], self._function.kinds
        for node in pending:  # grows in the loop
            if isinstance(node, gast.Tuple):
                pending += node.elts
            elif not isinstance(kinds.get(getattr(node, "id", "")), (Scalar, Array)):
                return False
        return True

    def _moved(
        self, region: _Region, name: str, ends: bool, before: list[gast.stmt]
    ) -> tuple[Function, gast.stmt]:
        """Return a region's function, and its call, with which the program `ends`.

        What runs `before` it gives all of its parameters a value on each path.
        """
        function, body = self._function, region.body
        data = {n: self._names.fresh(n.replace(".", "_")) for n in self._data(body)}
        lists = [n for n in self._lists(body) if n not in data]
        data.update((name, self._names.fresh(name)) for name in lists)
        whole = (*body, function.body[-1]) if ends else body
        found = [n for n in self._outputs(region) if n not in data]
        partly = [n for n in found if n not in sure_in(body)]
        given = [n for n in self._inputs(whole, partly) if n not in data]
        self._bind_first(before, given)
        kinds = dict(function.kinds)
        for text, own in data.items():
            kinds[own] = _as_vector(function.kinds[text], own)
        kinds.update((n, _of_any_size(kinds[n], n)) for n in self._partly & {*given})
        kinds.update((n, self._numbers[n]) for n in self._numbers.keys() & {*given})
        for one in found:
            kind = function.kinds.get(one)
            if isinstance(kind, Array) and kind.shape == ():
                self._numbers[one] = Scalar(kind.dtype, False)
        replaced: Mapping[str, gast.expr] = {n: build.name(o) for n, o in data.items()}
        moved = [substitute_in(statement, replaced) for statement in body]
        last = body[-1].lineno
        first = [self._placeholder(n, last) for n in partly if n not in given]
        self._partly |= {*partly} - {*given}
        results = [build.name(n) for n in found]
        value = results[0] if len(results) == 1 else build.display(results, tuple)
        if ends:
            value, last = function.body[-1].value, function.body[-1].lineno
        callee = replace(
            function,
            name=name,
            parameters=tuple(Parameter(n) for n in (*given, *data.values())),
            body=(*first, *moved, build.result(value, last)),
            kinds=kinds,
            callees=(),
            references={**function.references, **self._functions},
            typed=True,
        )
        arguments = [build.name(n) for n in given] + [self._passed(n) for n in data]
        call = build.call(name, arguments)
        if ends:
            return callee, build.result(call, last)
        return callee, self._bound(found, call, last)

    def _bind_first(self, before: list[gast.stmt], given: Sequence[str]) -> None:
        """Put placeholders in front of what binds a name on some paths only.

        A name that starts as None may still be it, which compiled code cannot be given.
        """
        for statement in before:
            is_none = _is_none(getattr(statement, "value", None))
            if is_none and not {*given}.isdisjoint(binds(statement)):
                name = binds(statement)[0]
                raise NotCompiledError(f"{name} may have no value", statement.lineno)
        sure = sure_in(before) | {p.name for p in self._function.parameters}
        for name in given:
            if name not in sure:
                place = next(k for k, s in enumerate(before) if name in bound_in([s]))
                line = before[place].lineno
                before.insert(place, self._placeholder(name, line))
                self._partly.add(name)

    def _placeholder(self, name: str, line: int) -> gast.stmt:
        """Return what binds a result that some paths do not: nothing reads it then."""
        kind = self._function.kinds.get(name)
        zero = build.constant(_ZEROS.get(getattr(kind, "dtype", None) or "", 0.0))
        if isinstance(kind, Scalar):
            return build.assign(name, zero, line)
        if not isinstance(kind, Array) or kind.shape is None or kind.dtype is None:
            reason = f"{name} may have no value, and is no number and no array"
            raise NotCompiledError(reason, line)
        sizes = build.display([build.constant(0)] * len(kind.shape), tuple)
        dtype = f"np.{np.dtype(kind.dtype).type.__name__}"
        self._functions |= {"np.empty": np.empty, dtype: getattr(np, dtype[3:])}
        made = build.call("np.empty", [sizes, build.name(dtype)])
        return build.assign(name, made, line)

    def _passed(self, name: str) -> gast.expr:
        """Return what is passed for data: of a list the array of its numbers."""
        if not isinstance(self._function.kinds[name], ListOf):
            return build.name(name)
        return build.call("np.array", [build.name(name)])

    def _lists(self, body: Sequence[gast.stmt]) -> list[str]:
        """Return lists of numbers from outside, which are only read."""
        outside = self._outside(body)
        found = []
        for name in dict.fromkeys(_read(body)):
            kind = self._function.kinds.get(name)
            if name in outside and isinstance(kind, ListOf):
                changed = any(name in all_written(s) for s in statements(list(body)))
                if isinstance(kind.item, Scalar) and not changed:
                    found.append(name)
        return found

    def _outside(self, body: Sequence[gast.stmt]) -> set[str]:
        """Return the names that have values in front of some statements."""
        outside = {p.name for p in self._function.parameters}
        for statement in self._function.body:
            if statement is body[0]:
                break
            outside |= bound_in([statement])
        return outside

    def _bound(self, found: Sequence[str], call: gast.Call, line: int) -> gast.stmt:
        if not found:
            return build.effect(call, line)
        if len(found) == 1:
            return build.assign(found[0], call, line)
        targets = [build.stored(name) for name in found]
        target = gast.Tuple(targets, gast.Store())
        return build.at(gast.Assign([target], call, None), line)

    def _data(self, body: Sequence[gast.stmt]) -> list[str]:
        """Return references to numbers and arrays of the user's."""
        function = self._function
        found = []
        for name in dict.fromkeys(_read(body)):
            if name not in function.references or name.startswith(_KNOWN):
                continue
            kind = function.kinds.get(name)
            is_list = isinstance(kind, ListOf) and isinstance(kind.item, Scalar)
            if isinstance(kind, (Scalar, Array)) or is_list:
                found.append(name)
        return found

    def _inputs(self, body: Sequence[gast.stmt], partly: Sequence[str]) -> list[str]:
        """Return the names from in front of a region that it reads, or may leave."""
        function = self._function
        outside = self._outside(body)
        used = dict.fromkeys([*_read(body), *partly])
        own = [p.name for p in function.parameters if p.name in used]
        names = [*own, *(n for n in used if n in outside and n not in own)]
        for name in names:
            kind = function.kinds.get(name)
            if not isinstance(kind, (Scalar, Array)):
                raise NotCompiledError(
                    f"{name} is no number and no array", body[0].lineno
                )
        return names

    def _outputs(self, region: _Region) -> list[str]:
        """Return the names that a region binds for what is behind it."""
        body = self._function.body
        behind = read_in(body[region.first + len(region.body) :])
        own = bound_in(region.body)
        ordered = dict.fromkeys(n for s in statements(region.body) for n in binds(s))
        return [n for n in ordered if n in behind and n in own]


def _is_none(node: gast.AST | None) -> bool:
    return isinstance(node, gast.Constant) and node.value is None


def _as_vector(kind: Kind, name: str) -> Kind:
    """Return the kind of a list's numbers as an array."""
    if not isinstance(kind, ListOf):
        return kind
    return Array(getattr(kind.item, "dtype", None), (Symbol(f"{name}.0"),))


def _of_any_size(kind: Kind, name: str) -> Kind:
    """Return the kind of an array that may be a placeholder without entries."""
    if not isinstance(kind, Array) or kind.shape is None:
        return kind
    return Array(
        kind.dtype, tuple(Symbol(f"{name}.{k}") for k in range(len(kind.shape)))
    )


def _read(body: Iterable[gast.stmt]) -> Iterator[str]:
    for statement in statements(list(body)):
        yield from reads(statement)


def sure_in(block: Sequence[gast.stmt]) -> set[str]:
    """Return the names that a block binds on every path.

    >>> block = gast.parse("x = 1\\nif x: y = z = 2\\nelse: y = 3").body
    >>> sorted(sure_in(block))
    ['x', 'y']
    """
    found: set[str] = set()
    for statement in block:
        if isinstance(statement, gast.If):
            found |= sure_in(statement.body) & sure_in(statement.orelse)
        elif not blocks(statement):
            found |= set(binds(statement))
    return found
