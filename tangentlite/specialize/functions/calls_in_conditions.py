"""Calls of the user's functions in conditions: pure ones stay calls."""

from __future__ import annotations

import functools
import types
from typing import TypeGuard

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import name_result
from tangentlite.frontend.parse import Parsed
from tangentlite.kinds.kind import Opaque
from tangentlite.rules.registry import rule_of
from tangentlite.specialize.functions import side_effects
from tangentlite.specialize.state import restart, snapshot
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.iterables import Generator


def call_in_test(
    b: Builder, callee: Value, arguments: list, keywords: dict
) -> Value | None:
    """Emit a pure call of the user's function in a condition; None for others.

    One whose result is known needs no call.
    """
    if not isinstance(callee, Known) or not _is_users(callee.value):
        return None
    if b.frame.globals is vars(functools):
        return None  # `total_ordering` calls a method, which operators expand as well
    if _in_advance(b, callee.value, arguments, keywords).is_static:
        with b.emitting(name_result):
            node = gast.Constant(None, None)
            return operations.inline(b, callee.value, arguments, keywords, node, "t")
    if _outside_has_changed(b) and not _is_of_rules(callee.value):
        what = f"{callee.value.__name__} may read in a condition what has changed."
        raise restart.statements(b, what)
    try:
        function = b.references.function(callee.value, callee.text)
    except LookupError:
        what = f"{callee.value.__name__} cannot be named in generated code."
        raise restart.statements(b, what) from None
    return Atom(operations.as_call(b, function, arguments, keywords), Opaque(None))


def _in_advance(
    b: Builder, function: types.FunctionType, arguments: list, keywords: dict
) -> Value:
    """Return what a call would give; raise if it has effects."""
    node = gast.Constant(None, None)
    with (
        snapshot.dry_run(b),
        b.emitting(name_result),
        side_effects.watching(b) as found,
    ):
        made = operations.inline(b, function, arguments, keywords, node, "t")
    # The effects of a generator happen when it is read.
    if found.is_noticed or isinstance(made, Generator):
        what = f"{function.__name__} does more in a condition than to compute."
        raise restart.statements(b, what)
    return made


def _outside_has_changed(b: Builder) -> bool:
    """Whether the program has changed what it writes back at its end.

    Until then a call that reads it would find what was there before.
    """
    changed = (c for c, now in b.heap.contents.items() if now != c.first)
    return bool(b.assumed.copied) or any(cell.is_from_outside for cell in changed)


def _is_of_rules(function: types.FunctionType) -> bool:
    """Whether a function is of our templates, which read nothing but their arguments.

    They, and what finds roots, are walked when the program has been, and cannot be
    walked in another way.
    """
    return function.__module__.startswith(_OF_RULES)


_OF_RULES = ("tangentlite.templates.", "tangentlite.api.inside.")


def require_expression(b: Builder, parsed: Parsed) -> None:
    """Raise if a condition calls a method of more statements than a return.

    Polyfills write nothing.
    """
    if parsed.source.name.startswith("tangentlite.specialize."):
        return
    tree = parsed.tree
    first = tree.body[1] if _is_docstring(tree) else tree.body[0]
    if b.in_condition and not isinstance(first, gast.Return):
        raise restart.statements(b, f"{tree.name} is called in a condition.")


def _is_docstring(tree: gast.FunctionDef) -> bool:
    node = tree.body[0]
    is_text = isinstance(node, gast.Expr) and isinstance(node.value, gast.Constant)
    return is_text and len(tree.body) > 1


def _is_users(function: object) -> TypeGuard[types.FunctionType]:
    """Whether an object is a Python function that no rule and no handler covers."""
    return isinstance(function, types.FunctionType) and is_walked(function)


def is_walked(function: object) -> bool:
    """Whether no rule and no handler covers a function."""
    return handlers.of_call(function) is None and rule_of(function) is None
