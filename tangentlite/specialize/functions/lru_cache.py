"""Cached functions, of `functools.cache` and `lru_cache`: walked at each call."""

from __future__ import annotations

import inspect
import types

import gast

from tangentlite import operations
from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.analysis.statement_effects import all_written
from tangentlite.builder.builder import Builder
from tangentlite.frontend.parse import parse
from tangentlite.frontend.reading import with_times
from tangentlite.ir.rewrite import statements
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.specialize.functions import side_effects
from tangentlite.values.base import Value
from tangentlite.values.callable_values import LocalFunction
from tangentlite.values.heap import Cell
from tangentlite.values.structure import atoms, parts


def call_cached(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Call a cached function at each call, as nobody can notice that."""
    function, *given = arguments
    reads_changes = _changes(function) or _reads_changed(b, function)
    if reads_changes or _have_changed(b, given, keywords):
        raise _refusal(b, _CHANGES, node)
    if _are_equal_to_others(b, function, dict(enumerate(given)) | keywords):
        what = "is given equal values of several types, as 1 and 1.0"
        raise _refusal(b, what, node)
    reads = b.outside.reads_of_bound
    with side_effects.watching(b) as call:
        result = operations.call(b, function, given, keywords, node, base)
    if b.outside.reads_of_bound > reads:
        raise _refusal(b, _CHANGES, node)
    if call.is_noticed:
        raise _refusal(b, "changes what others see, prints or draws", node)
    is_container = any(isinstance(part, Cell) for part in parts(result))
    is_list = any(isinstance(atom.kind, ListOf) for atom in atoms(result))
    of_local = isinstance(function, LocalFunction) and _is_array(result)
    if is_container or is_list or of_local:
        raise _refusal(b, "returns what may be changed", node)
    arrays = [str(atom.name) for atom in atoms(result) if _is_array(atom)]
    b.functions.cached_arrays.update(
        dict.fromkeys(arrays, frozenset(statements(call.block)))
    )
    return result


_CHANGES = "may read what changes between its calls"


def require_unwritten(b: Builder) -> None:
    """Raise if an array that a cache holds is written: a later call would return it."""
    if not b.functions.cached_arrays:
        return
    memory = memory_of(b.block, b.memory.views)
    for name, made in b.functions.cached_arrays.items():
        place = memory.place(name)
        for node in statements(b.block):
            if node not in made and place in map(memory.place, all_written(node)):
                b.line = node.lineno
                raise _refusal(b, "returns an array that is written later", None)


def _refusal(b: Builder, what: str, node) -> Exception:
    text = f"a function whose results are kept {what}, which is not supported."
    return b.error(text, "Leave out lru_cache.", node)


def _have_changed(b: Builder, given: list, keywords: dict) -> bool:
    """Whether objects have changed since they were arguments of a cached call."""
    values = (*given, *keywords.values())
    cells = [p for value in values for p in parts(value) if isinstance(p, Cell)]
    return any(
        b.functions.cached_contents.setdefault(c, c.contents) != c.contents
        for c in cells
    )


def _reads_changed(b: Builder, function: object) -> bool:
    """Whether a function of a module reads lists or arrays that were changed."""
    names = _names_in(getattr(function, "value", None), set())
    for spelled, value in b.outside.containers.items():
        if spelled.rsplit(".", 1)[-1] in names:
            cells = [part for part in parts(value) if isinstance(part, Cell)]
            if spelled in b.assumed.copied or any(c.contents != c.first for c in cells):
                return True
    return False


def _names_in(function: object, met: set) -> set[str]:
    """Return the names that a function, and those that it calls, may read."""
    if not isinstance(function, types.FunctionType) or function in met:
        return set()
    met.add(function)
    names = set(function.__code__.co_names)
    called = [function.__globals__.get(name) for name in names]
    return names.union(
        *(_names_in(inspect.unwrap(c), met) for c in called if callable(c))
    )


def _are_equal_to_others(b: Builder, function: object, given: dict) -> bool:
    """Whether an earlier call may have had equal arguments of other types.

    Computed ones may be equal to anything.
    """
    known = {k: v.static_value() for k, v in given.items() if v.is_static}
    others = b.functions.cached_calls.setdefault(
        id(getattr(function, "value", function)), []
    )
    others.append(known)
    return any(_may_be_equal(known, other) for other in others)


def _may_be_equal(known: dict, other: dict) -> bool:
    """Whether all known arguments are equal, though not all of one type."""
    both = known.keys() & other.keys()
    return all(known[key] == other[key] for key in both) and any(
        type(known[key]) is not type(other[key]) for key in both
    )


def _is_array(value: Value) -> bool:
    return any(isinstance(atom.kind, Array) for atom in atoms(value))


def _changes(function: object) -> bool:
    """Whether a closure reads variables that are bound more than once, or mutable."""
    if not isinstance(function, LocalFunction):
        return False
    frame = function.frame
    tree = frame.definition
    if tree is None and isinstance(frame.function, types.FunctionType):
        tree = parse(frame.function).tree
    if not isinstance(tree, gast.FunctionDef):
        return True
    read = {n.id for n in gast.walk(function.definition) if isinstance(n, gast.Name)}
    for name in read & frame.local_names:
        value = frame.variables.get(name)
        if isinstance(value, Cell):
            return True
        if _times_bound(tree, name) > 1:
            return True
    return False


def _times_bound(tree: gast.FunctionDef, name: str) -> int:
    """Return how often a function may bind a variable, or write into it.

    In a loop, or in a function in it, that is twice.
    """
    parameters = ((node, 1) for node in gast.walk(tree.args))
    count = 0
    for node, times in (*parameters, *with_times(tree)):
        if isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            count += times if node.id == name else 0
        if isinstance(node, gast.Subscript) and not isinstance(node.ctx, gast.Load):
            count += 2 if getattr(node.value, "id", "") == name else 0
        if isinstance(node, gast.FunctionDef):
            count += times if node.name == name else 0
    return count
