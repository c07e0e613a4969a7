"""Calls by `tl.checkpoint`: of core functions that are run again to be reversed.

What they compute on the way is not kept, so they may have no effects: these would
happen twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import gast

from tangentlite import operations
from tangentlite.analysis.statement_effects import is_pure, written
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.aliasing import aliases_of
from tangentlite.ir.rewrite import bound_in, statements
from tangentlite.specialize.functions.recursion import core_functions
from tangentlite.specialize.functions.recursion.call_keys import key_of_call
from tangentlite.specialize.functions.recursion.core_functions import Callee, Plan
from tangentlite.specialize.functions.recursion.core_parameters import (
    arguments,
    require_known_lengths,
)
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import UNBOUND
from tangentlite.values.structure import (
    atoms,
    is_made_of_others,
    required_items,
    same_structure,
)


def call(b: Builder, given: list, keywords: dict, node: gast.AST, base: str) -> Value:
    """Call a function, the first that is given, whose intermediate values are not kept.

    What is no function with a source keeps none, and is simply called.
    """
    function, *rest = given
    return _call(b, function, rest, keywords, node, base, True)


def call_in_slots(
    b: Builder, given: list, keywords: dict, node: gast.AST, base: str
) -> Value:
    """Call a segment of a loop that has several snapshots, reversed by a plan."""
    function, *rest = given
    names = tuple(name.id for name in function.tree.body[-1].value.elts)
    return _call(b, function, rest, keywords, node, base, names)


def _call(b: Builder, function, given, keywords, node, base: str, again) -> Value:
    b.functions.again = b.assumed.checkpoints and again
    try:
        return operations.call(b, function, given, keywords, node, base)
    finally:
        b.functions.again = False


@dataclass(frozen=True)
class Given(Value):
    """A result of a function that is one of its arguments: the one at a position."""

    position: int


def called(
    b: Builder,
    identity: object,
    title: str,
    bound: Mapping,
    walk: Callable,
    again: bool | tuple[str, ...],
) -> Value:
    """Return the result of a call of a core function that is run again.

    Of a segment with several snapshots `again` are the variables that it returns.
    """
    require_known_lengths(b, title, bound, "a checkpoint runs it again")
    key = key_of_call(b, ("checkpoint", identity), bound, False)
    sizes = tuple(a.kind for v in bound.values() for a in arguments(v, False))
    key = (*key, sizes)
    callee = b.functions.callees.get(key)
    if callee is None:
        returned = again if isinstance(again, tuple) else None
        callee = _made(b, key, title, bound, walk, returned)
    result = core_functions.emit_call(b, callee, bound, False)
    taken = [atom for value in bound.values() for atom in arguments(value, False)]
    return _with(result, lambda value: _taken(value, taken))


def _made(
    b: Builder,
    key: tuple,
    title: str,
    bound: Mapping,
    walk: Callable,
    returned: tuple[str, ...] | None,
) -> Callee:
    plans: list[Plan] = []

    def walk_once(variables: dict[str, Value]) -> Value:
        own = [a.name for v in variables.values() for a in arguments(v, False)]
        result = _with(walk(variables), lambda value: _given(value, own))
        if returned is not None:
            plans.append(_plan(variables, own, returned, result))
        return result

    effects, b.report.has_effects = b.report.has_effects, False
    try:
        callee = core_functions.new_callee(b, key, title, bound, walk_once, False, True)
        _require_no_effects(b, callee)
        if plans:
            count = len(list(atoms(callee.known_result))) - len(callee.written)
            written = {count + k: place for k, place in enumerate(callee.written)}
            carried = {**plans[-1].carried, **written}
            callee.plan = replace(plans[-1], carried=carried)
    finally:
        b.report.has_effects = b.report.has_effects or effects
    return callee


def _plan(
    variables: Mapping[str, Value], own: list, returned: tuple[str, ...], result: Value
) -> Plan:
    """Return the plan of a segment, for what it is given and what it returns."""
    pairs = [
        pair
        for name, value in zip(returned, required_items(result))
        for pair in _paired(value, variables.get(name, UNBOUND))
    ]
    carried = {
        place: own.index(given.name)
        for place, given in enumerate(pairs)
        if given is not None and given.name in own
    }
    start, end, free, leaf, *_ = variables.values()
    return Plan(start, end, free, leaf, carried)  # type: ignore[arg-type]


def _paired(made: Value, given: Value) -> Iterator[Any]:
    """Yield for each atom of a result that of an argument at its place, or None."""
    if not is_made_of_others(made):
        if made.kind is not None:
            yield None if given.kind is None else given
    elif same_structure(made, given):
        for one, other in zip(made.items, required_items(given)):
            yield from _paired(one, other)
    else:
        yield from (None for _ in atoms(made))


def _with(value: Value, replaced: Callable[[Value], Value]) -> Value:
    """Return a result with its parts replaced."""
    if is_made_of_others(value):
        items = tuple(_with(item, replaced) for item in value.items)
        return value if items == value.items else value.with_items(items)
    return replaced(value)


def _given(value: Value, own: list) -> Value:
    if isinstance(value, Atom) and value.name is not None and value.name in own:
        return Given(own.index(value.name))
    return value


def _taken(value: Value, given: list[Atom]) -> Value:
    return given[value.position] if isinstance(value, Given) else value


def _require_no_effects(b: Builder, callee: Callee) -> None:
    """Raise if running a function twice would be noticed, at the statement."""
    found = next(_noticed(b, callee), None)
    if found is None and not b.report.has_effects:
        return
    b.line = callee.line if found is None else found.lineno
    error = b.error(
        "this is run again to be reversed, as a checkpoint asks for it, and must not "
        "print, draw random numbers or change what is outside: that would happen "
        "twice.",
        "Do it outside: draw before the loop, print behind it, return what is made.",
    )
    if found is not None:
        error.pending = None  # the statement is not that of the call
    raise error


def _noticed(b: Builder, callee: Callee) -> Iterator[gast.stmt]:
    """Yield the statements that do something beside computing."""
    objects = b.references.objects
    own, outside = bound_in(callee.block), set(callee.outside)
    reached = aliases_of(b, callee.block, callee.known_result, outside).reached
    yield from (reached[name] for name in outside if reached.get(name) is not None)
    for statement in statements(callee.block):
        if not isinstance(statement, (gast.Assign, gast.AugAssign, gast.Expr)):
            continue
        changed = written(statement)
        if changed is not None:
            if changed not in own:
                yield statement
        elif not is_pure(statement.value, objects) and not _raises(statement, objects):
            yield statement


def _raises(statement: gast.stmt, objects: Mapping[str, object]) -> bool:
    """Whether a statement does no more than to raise; it would have done so before."""
    called = objects.get(getattr(getattr(statement.value, "func", None), "id", ""))
    name, module = (getattr(called, key, "") for key in ("__name__", "__module__"))
    ours = str(module).startswith("tangentlite.runtime")
    return ours and str(name).startswith(("raise_", "require_"))
