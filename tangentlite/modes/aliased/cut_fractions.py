"""Floats that are written into arrays which hold integers on another path.

NumPy cuts their fractions off there, so that the result does not change with them;
whether it does so is known only when the program runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import gast

from tangentlite import errors, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.inference.result_kinds import call_kind, operation_kind, sample
from tangentlite.builder.memory.aliasing import writes
from tangentlite.builder.naming import differ_by_fractions, of_any_rank
from tangentlite.ir.rewrite import Block, binds, names_in, statements
from tangentlite.kinds.kind import (
    FLOATING,
    Array,
    ListOf,
    Scalar,
    is_differentiable,
    is_numeric,
)
from tangentlite.modes.rules.operation import function_of, value_of
from tangentlite.values.base import Atom

# Names that may hold integers, each with the phis that decide whether it does.
Perhaps = dict[str, frozenset[str]]


def require_none(b: Builder, blocks: Iterable[Block]) -> None:
    """Raise where a float is written into what may be an array of integers."""
    lists = {name for name, kind in b.kinds.items() if _is_of_open_arrays(kind)}
    if not b.phis.integers and not lists:
        return
    lines = [node for block in blocks for node in statements(block)]
    both = b.phis.integers | {name for name in lists if _has_both(b, lines, name)}
    perhaps = _with_what_is_made(b, lines, both)
    made = ((_cut_in(b, node, perhaps), node) for node in lines)
    for name, node in (*writes(lines), *made):
        if name in perhaps and _gives_floats(b, node.value, perhaps, name):
            b.line = node.lineno
            raise b.error(
                "this puts floats into an array that holds integers on another path, "
                "where NumPy cuts their fractions off.",
                "Make it of floats on both: np.array(..., float), x.astype(float).",
            )


def _with_what_is_made(b: Builder, lines: list[gast.stmt], both: set[str]) -> Perhaps:
    """Return what may hold integers, and what does where that does."""
    perhaps = {name: frozenset({name}) for name in both}
    assigned = [node for node in lines if isinstance(node, gast.Assign)]
    changed = bool(perhaps)
    while changed:
        changed = False
        for node in assigned:
            found = _is_of_integers(b, node.value, perhaps)
            read = (perhaps[n] for n in names_in(node.value) if n in perhaps)
            deciding = frozenset[str]().union(*read)
            for name in binds(node) if found is not False else ():
                kind = b.kinds.get(name)
                known = perhaps.get(name, frozenset())
                follows = found or isinstance(kind, (Array, ListOf))
                if follows and is_differentiable(kind) and not deciding <= known:
                    perhaps[name] = known | deciding
                    changed = True
    return perhaps


def _is_of_integers(b: Builder, node: gast.expr, perhaps: Perhaps) -> bool | None:
    """Whether a value is of integers where some names are; None if not known."""
    if perhaps.keys().isdisjoint(names_in(node)):
        return False
    while isinstance(node, (gast.Subscript, gast.Attribute)):
        node = node.value
    if isinstance(node, gast.Name):
        return node.id in perhaps
    try:
        kind = _kind_with_integers(b, node, perhaps)
    except errors.UnsupportedError:
        return None
    kinds = kind if isinstance(kind, tuple) else (kind,)
    dtypes = [getattr(getattr(one, "item", one), "dtype", None) for one in kinds]
    return None if None in dtypes else not FLOATING.issuperset(dtypes)


def _kind_with_integers(b: Builder, node: gast.expr, perhaps: Perhaps) -> Any:
    """Return the kind of a value where some names hold integers; None if not known."""
    function = function_of(b, node)
    if function is None:
        return None
    if function is runtime.cast_like:  # a derivative, which is none of integers
        return Scalar("float64")
    if isinstance(node, gast.Call):
        samples = [_sampled(b, part, perhaps) for part in node.args]
        named = {str(k.arg): _sampled(b, k.value, perhaps) for k in node.keywords}
        return call_kind(b, function, samples, named)
    binary = isinstance(node, gast.BinOp)
    parts = [node.left, node.right] if binary else [node.operand]
    return operation_kind(b, function, [_sampled(b, part, perhaps) for part in parts])


def _sampled(b: Builder, node: gast.expr, perhaps: Perhaps) -> Any:
    """Return the kind of an operand, of integers where it may be."""
    if isinstance(node, (gast.Tuple, gast.List)):
        items = [_sampled(b, item, perhaps) for item in node.elts]
        return tuple(items) if isinstance(node, gast.Tuple) else items
    kind: Any = sample(of_any_rank(b, value_of(b, node)))
    if perhaps.keys().isdisjoint(names_in(node)):
        return kind
    if isinstance(kind, ListOf) and is_numeric(kind.item):
        return ListOf(replace(kind.item, dtype="int64"))
    return replace(kind, dtype="int64") if is_numeric(kind) else kind


def _cut_in(b: Builder, node: gast.stmt, perhaps: Perhaps) -> str:
    """Return the result of a call that casts its arguments to what may be integers."""
    value = getattr(node, "value", None)
    if not isinstance(node, gast.Assign) or not isinstance(value, gast.Call):
        return ""
    found = next((name for name in binds(node) if name in perhaps), "")
    return found if found and _is_of_integers(b, value, perhaps) else ""


def _has_both(b: Builder, lines: list[gast.stmt], name: str) -> bool:
    """Whether a list is given arrays of integers, and others of floats."""
    items = [value for node in lines for value in _items_for(node, name)]
    return differ_by_fractions(
        b, [Atom(gast.Name(n, gast.Load(), None, None), b.kinds[n]) for n in items]
    )


def _items_for(node: gast.stmt, name: str) -> tuple[str, ...]:
    """Return the names that a statement puts into a list."""
    value = getattr(node, "value", None)
    if isinstance(value, gast.List) and name in binds(node):
        return names_in(value)
    if isinstance(value, gast.Call) and isinstance(value.func, gast.Attribute):
        if getattr(value.func.value, "id", "") == name:
            return tuple(n for argument in value.args for n in names_in(argument))
    return ()


def _is_of_open_arrays(kind: object) -> bool:
    item = kind.item if isinstance(kind, ListOf) else None
    return isinstance(item, Array) and item.dtype is None


def _gives_floats(b: Builder, node: gast.expr, perhaps: Perhaps, target: str) -> bool:
    """Whether a value, or an argument, may have a derivative that would be lost.

    What is an integer wherever the target holds integers has none there.
    """
    return any(
        is_numeric(kind) and is_differentiable(kind)
        for name in names_in(node)
        if not perhaps.get(name, frozenset({name})) <= perhaps[target]
        for kind in [b.kinds.get(name)]
    )
