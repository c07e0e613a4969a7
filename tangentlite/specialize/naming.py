"""Names for what is computed, and what is known of numbers that may be arrays."""

from __future__ import annotations

import keyword
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gast

from tangentlite.ir import build
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import Array, Kind
from tangentlite.specialize import requirements
from tangentlite.specialize.records import Atom

if TYPE_CHECKING:
    from tangentlite.specialize.builder import Builder

# (builder, right-hand side, kind, base of the name) -> value
Emit = Callable[["Builder", gast.expr, Kind, str], Atom]


def name_result(b: Builder, rhs: gast.expr, kind: Kind, base: str) -> Atom:
    """Assign a right-hand side to a fresh name: the ordinary way to emit."""
    name = b.fresh(base, kind)
    b.add(build.assign(name, rhs, b.line))
    b.definitions[name] = rhs
    requirements.note(b, name)
    if b.numbers and isinstance(kind, Array) and _is_of_numbers(b, rhs):
        b.numbers.add(name)
    return Atom(build.name(name), kind)


def _is_of_numbers(b: Builder, rhs: gast.expr) -> bool:
    """Whether every array that an operation reads may be a number instead."""
    if isinstance(rhs, gast.Subscript):
        return False  # a number has no items
    arrays = [n for n in names_in(rhs) if isinstance(b.kinds.get(n), Array)]
    return bool(arrays) and b.numbers.issuperset(arrays)


def loose_kinds(b: Builder) -> dict[str, Kind]:
    """Return the kinds of what may be numbers: no pass may take their shapes."""
    return {name: Array(b.kinds[name].dtype, None) for name in b.numbers}


def of_any_rank(b: Builder, value: Any) -> Any:
    """Return a value without a shape if it may be a number instead of an array."""
    if isinstance(value, Atom) and value.name in b.numbers:
        return Atom(value.node, Array(value.kind.dtype, None))
    return value


def keep_nested(b: Builder, rhs: gast.expr, kind: Kind, base: str) -> Atom:
    """Leave a right-hand side as an expression: for tests, never differentiated."""
    b.check(b, rhs)
    requirements.note(b, requirements.NAMELESS)
    return Atom(rhs, kind)


def base_name(variable: str) -> str:
    """Return the base of the names of a variable's values in the core program.

    >>> base_name('x'), base_name('<done 1>'), base_name('d[x]')
    ('x', 'done', 't')
    """
    if variable.startswith("<"):
        return variable[1:].split()[0]
    return "t" if variable.startswith("d[") or not variable.isidentifier() else variable


def item_names(base: str, keys: Any, items: tuple) -> list[str]:
    """Return bases for the names of what a container holds: for a set the same one."""
    if not keys or not isinstance(keys, tuple):
        return [base] * len(items)
    return [key if is_name(key) else base for key in keys]


def is_name(key: object) -> bool:
    """Whether a key of a dict can be a variable."""
    return isinstance(key, str) and key.isidentifier() and not keyword.iskeyword(key)
