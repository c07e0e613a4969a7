"""Calls by `tl.checkpoint`: of core functions that are run again to be reversed.

What they compute on the way is not kept, so they may have no effects: these would
happen twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import gast

from tangentlite import operations
from tangentlite.analysis.statement_effects import is_pure, written
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.aliasing import aliases_of
from tangentlite.ir.rewrite import bound_in, statements
from tangentlite.specialize.functions.recursion import core_functions
from tangentlite.specialize.functions.recursion.call_keys import key_of_call
from tangentlite.specialize.functions.recursion.core_functions import Callee
from tangentlite.specialize.functions.recursion.core_parameters import (
    arguments,
    require_known_lengths,
)
from tangentlite.values.base import Atom, Value
from tangentlite.values.structure import is_made_of_others


def call(b: Builder, given: list, keywords: dict, node: gast.AST, base: str) -> Value:
    """Call a function, the first that is given, whose intermediate values are not kept.

    What is no function with a source keeps none, and is simply called.
    """
    function, *rest = given
    b.functions.again = b.assumed.checkpoints
    try:
        return operations.call(b, function, rest, keywords, node, base)
    finally:
        b.functions.again = False


@dataclass(frozen=True)
class Given(Value):
    """A result of a function that is one of its arguments: the one at a position."""

    position: int


def called(
    b: Builder, identity: object, title: str, bound: Mapping, walk: Callable
) -> Value:
    """Return the result of a call of a core function that is run again."""
    require_known_lengths(b, title, bound, "a checkpoint runs it again")
    key = key_of_call(b, ("checkpoint", identity), bound, False)
    sizes = tuple(a.kind for v in bound.values() for a in arguments(v, False))
    key = (*key, sizes)
    callee = b.functions.callees.get(key)
    if callee is None:
        callee = _made(b, key, title, bound, walk)
    result = core_functions.emit_call(b, callee, bound, False)
    taken = [atom for value in bound.values() for atom in arguments(value, False)]
    return _with(result, lambda value: _taken(value, taken))


def _made(b: Builder, key: tuple, title: str, bound: Mapping, walk: Callable) -> Callee:
    def walk_once(variables: dict[str, Value]) -> Value:
        own = [a.name for v in variables.values() for a in arguments(v, False)]
        result = walk(variables)
        return _with(result, lambda value: _given(value, own))

    effects, b.report.has_effects = b.report.has_effects, False
    try:
        callee = core_functions.new_callee(b, key, title, bound, walk_once, False, True)
        _require_no_effects(b, callee)
    finally:
        b.report.has_effects = b.report.has_effects or effects
    return callee


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
