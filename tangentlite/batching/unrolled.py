"""One sweep for a few tangents: what depends on them is computed for each, in names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.batching.batched_names import (
    batched_names,
    column,
    row_of,
    taken_row,
    values_read,
)
from tangentlite.batching.block_program import Speller
from tangentlite.errors import NotBatchedError
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function
from tangentlite.ir.names import Names
from tangentlite.ir.rewrite import (
    bound_in,
    map_statement,
    read_in,
    substitute,
    touched,
)
from tangentlite.kinds.kind import Array, Scalar, in_block

# A text of more statements than this for all tangents is not worth its generation.
MOST_STATEMENTS = 1000


def unrolled(
    function: Function, given: str, count: int, spelled: Speller = by_name
) -> Function:
    """Return a program for `count` values of a parameter, along a leading axis.

    Each number and list of numbers that depends on it gets a name for each of them;
    other names are computed once. The result has a leading axis, too. Raises
    NotBatchedError where branches depend on the parameter; without a loop, and where a
    loop computes with whole arrays that depend on it, as other ways are faster then.

    >>> from tangentlite.ir.example import function_of, shown
    >>> number = Scalar("float64")
    >>> text = '''
    ... x = 1.0
    ... x_dot = a_dot
    ... for i in range(n):
    ...     t = np.sin(x)
    ...     x_dot = t * x_dot
    ... return x_dot'''
    >>> kinds = dict.fromkeys(["a_dot", "x", "x_dot", "t"], number)
    >>> function = function_of(text, **kinds, n=None, i=None)
    >>> shown(unrolled(function, "a_dot", 2))
    a_dot1 = a_dot[0]
    a_dot2 = a_dot[1]
    x = 1.0
    x_dot1 = a_dot1
    x_dot2 = a_dot2
    for i in range(n):
        t = np.sin(x)
        x_dot1 = t * x_dot1
        x_dot2 = t * x_dot2
    return np.array((x_dot1, x_dot2))
    """
    program = _Unrolled(function, given, count, spelled)
    entry = [
        build.assign(name, build.subscript(build.name(given), build.constant(k)))
        for k, name in enumerate(program.copies[given])
    ]
    *body, last = function.body
    found = [*entry, *program.block(body)]
    found.append(build.result(program.result(last.value), last.lineno))
    return program.finished(found)


class _Unrolled:
    """The names for each of the values, and the statements with them."""

    def __init__(
        self, function: Function, given: str, count: int, spelled: Speller
    ) -> None:
        self._function, self._given, self._count = function, given, count
        self._spelled = spelled
        self._names = batched_names(function, {given})
        self._memory = memory_in(function)
        self._references = dict(function.references)
        self._rows = {name.partition("[")[0] for name in self._names if "[" in name}
        self._depth, self._looped = 0, False
        self._require_parameters()
        body = function.body
        fresh = Names([*function.kinds, *bound_in(body), *read_in(body)])
        several = sorted(name for name in self._names if name.isidentifier())
        # A name for each value; the bare one is that of the parameter alone.
        self.copies: dict[str, list[str]] = {
            name: [fresh.fresh(name) for _ in range(count)] for name in several
        }
        self._renamed: list[Mapping[str, gast.expr]] = [
            {name: build.name(names[k]) for name, names in self.copies.items()}
            for k in range(count)
        ]
        self._size = 0

    def _require_parameters(self) -> None:
        function = self._function
        own = {parameter.name for parameter in function.parameters}
        if self._names & own - {self._given}:
            raise self._refuse("it writes into its arguments")
        if not isinstance(function.kinds.get(self._given), (Scalar, Array)):
            raise self._refuse("it is given no number or array")

    def _refuse(self, what: str) -> NotBatchedError:
        name = self._function.name
        return NotBatchedError(f"{name} has no form of names: {what}.", what)

    def block(self, body: Sequence[gast.stmt]) -> list[gast.stmt]:
        """Return statements for all values."""
        return [new for node in body for new in self._statement(node)]

    def _statement(self, node: gast.stmt) -> list[gast.stmt]:
        self._size += 1
        row = row_of(node)
        if row is not None and row[0] not in self.copies:
            return [self._row(node, row)]
        read = values_read(node, self._references)
        depends = not self._names.isdisjoint(read)
        if isinstance(node, (gast.If, gast.For, gast.While)):
            if depends:
                raise self._refuse("a branch or loop depends on the input")
            return [self._compound(node)]
        taken = taken_row(node, self._memory)
        owners = {self._memory.place(name) for name in read} | {taken and taken[0]}
        if not self._rows.isdisjoint(owners):
            raise self._refuse("a row of a list is read as a whole")
        if self._names.isdisjoint(touched(node)):
            return [node]
        if not depends and _owner(node) not in self._names:
            return [self._for_one(node, 0)]  # the shape of one is that of all
        self._require_form(node)
        self._size += self._count - 1
        if self._size > MOST_STATEMENTS:
            raise self._refuse("the text would be long")
        return [self._for_one(node, k) for k in range(self._count)]

    def _require_form(self, node: gast.stmt) -> None:
        """Raise for what acts, and for operations with whole arrays in loops."""
        if not isinstance(node, (gast.Assign, gast.AugAssign)):
            if not _is_append(node):
                raise self._refuse("a call that acts depends on the input")
            return
        value, owner = node.value, _owner(node)
        called = getattr(getattr(value, "func", None), "id", "")
        if any(callee.name == called for callee in self._function.callees):
            raise self._refuse("a function of the program is called")
        computed = owner if _binds(node) else getattr(value, "id", "")
        is_read = isinstance(node, gast.Assign) and isinstance(value, _READS)
        kind = self._function.kinds.get(computed)
        is_view = is_read and _binds(node)
        if self._depth and isinstance(kind, Array) and not is_view:
            raise self._refuse("a loop computes with arrays")

    def _for_one(self, node: gast.stmt, k: int) -> gast.stmt:
        copies = self.copies
        return map_statement(
            node,
            lambda part: substitute(part, self._renamed[k]),
            lambda name: copies[name][k] if name in copies else name,
        )

    def _row(self, node: Any, row: tuple[str, list[gast.expr], bool]) -> gast.stmt:
        """Return a statement that keeps a row in a list, or takes one."""
        name, parts, taken = row
        place = self._memory.place(name)
        items: list[Any] = []
        for number, part in enumerate(parts):
            if column(place, number) not in self._names:
                items.append(part)
            elif getattr(part, "id", "") in self.copies:
                items += map(build.name, self.copies[part.id])
            else:
                items += [part] * self._count
        if taken:
            names = [build.stored(item.id) for item in items]
            target = gast.Tuple(names, gast.Store())
            return build.at(gast.Assign([target], node.value, None), node.lineno)
        call = build.call(node.value.func, [build.display(items, tuple)])
        return build.effect(call, node.lineno)

    def _compound(self, node: gast.stmt) -> gast.stmt:
        """Return a branch or a loop, whose head may read the shape of one value."""
        is_loop = not isinstance(node, gast.If)
        self._looped |= is_loop
        self._depth += is_loop
        head = partial(substitute, replacements=self._renamed[0])
        found = map_statement(node, head, block=self.block)
        self._depth -= is_loop
        return found

    def result(self, value: gast.expr) -> gast.expr:
        """Return a result of which each number and array has a leading axis."""
        if isinstance(value, (gast.Tuple, gast.List)):
            items = [self.result(item) for item in value.elts]
            return build.display(
                items, tuple if isinstance(value, gast.Tuple) else list
            )
        if isinstance(value, gast.Dict):
            return gast.Dict(value.keys, [self.result(item) for item in value.values])
        if isinstance(value, gast.Constant) and value.value is None:
            return value
        names = self.copies.get(getattr(value, "id", ""))
        each = [value] * self._count if names is None else list(map(build.name, names))
        kind = self._function.kinds.get(getattr(value, "id", ""))
        if not isinstance(kind, (Scalar, Array)) and not isinstance(
            value, gast.Constant
        ):
            raise self._refuse("the result is no number or array")
        return self._call(np.array, [build.display(each, tuple)])

    def _call(self, function: Any, arguments: list[gast.expr]) -> gast.expr:
        spelled = self._spelled(function)
        self._references[getattr(spelled, "id", "")] = function
        return build.call(spelled, arguments)

    def finished(self, body: list[gast.stmt]) -> Function:
        """Return the program, if names are worth it."""
        if not self._looped:
            raise self._refuse("it has no loop")
        function, given = self._function, self._given
        kinds, bases = dict(function.kinds), dict(function.bases)
        views = dict(function.views)
        kinds[given] = in_block(kinds[given])
        for name, names in self.copies.items():
            for k, new in enumerate(names):
                kinds[new] = function.kinds.get(name)
                bases[new] = bases.get(name, name)
                if name in function.views:
                    views[new] = {
                        self.copies[one][k] if one in self.copies else one
                        for one in function.views[name]
                    }
        joined, raises = (
            frozenset(new for n in names for new in self.copies.get(n, [n]))
            for names in (function.joined, function.raises)
        )
        return replace(
            function,
            body=tuple(body),
            kinds=kinds,
            bases=bases,
            views=views,
            joined=joined,
            raises=raises,
            references=self._references,
        )


_READS = (gast.Name, gast.Subscript)


def _binds(node: Any) -> bool:
    target = node.target if isinstance(node, gast.AugAssign) else node.targets[0]
    return isinstance(target, gast.Name)


def _owner(node: Any) -> str:
    """Return what a statement binds, or what it writes into."""
    target = getattr(node, "target", None) or getattr(node, "targets", [None])[0]
    owner = target.value if isinstance(target, gast.Subscript) else target
    return getattr(owner, "id", "")


def _is_append(node: gast.stmt) -> bool:
    call = node.value if isinstance(node, gast.Expr) else None
    method = call.func if isinstance(call, gast.Call) else None
    return isinstance(method, gast.Attribute) and method.attr == "append"
