"""Builtins that construct sequences, return shapes, or have effects only."""

from __future__ import annotations

import builtins
from collections.abc import Callable

import gast
import numpy as np

from tangentlite import handlers, operations, runtime
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import rule_calls
from tangentlite.builder.inference import result_kinds
from tangentlite.builder.inference.result_kinds import sample
from tangentlite.builder.memory import ownership
from tangentlite.builder.naming import is_mixed, is_of_open_kind, of_any_rank
from tangentlite.ir import build
from tangentlite.kinds.kind import (
    Array,
    ListOf,
    Scalar,
    is_numeric,
    rank,
    required_numeric,
    same_shape,
)
from tangentlite.values import structure
from tangentlite.values.arrays import array_attributes
from tangentlite.values.base import Atom, Known, Range, Sequence, Value
from tangentlite.values.callable_values import NONE, Slice
from tangentlite.values.containers import list_methods
from tangentlite.values.heap import Dictionary, Set
from tangentlite.values.iterables import Enumerate, Reversed, View, Zip
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal
from tangentlite.values.objects import contents, exception_objects
from tangentlite.values.text import strings

Handler = Callable[[Builder, list, dict, gast.AST, str], object]


def _sequence(type_: type) -> Handler:
    def make(b: Builder, arguments: list, keywords: dict, node, base: str):
        if not arguments:
            return contents.sequence(b, (), type_)
        value = arguments[0]
        if isinstance(value, Sequence):
            return contents.sequence(b, value.items, type_)
        if isinstance(value, _ITERATED):
            items = sequences.all_items(b, value)
            if items is not None:
                return contents.sequence(b, items, type_)
        if type_ is list and isinstance(getattr(value, "kind", None), ListOf):
            return _copied_list(b, value, value.kind.item, base)
        if (item := structure.item_of(value)) is not None:
            return value if type_ is tuple else _copied_list(b, value, item, base)
        if b.assumed.exact and isinstance(value, Atom) and rank(value.kind):
            items = sequences.all_items(b, value)
            if items is not None:
                return contents.sequence(b, items, type_)
        if type_ is list and isinstance(value, Atom) and rank(value.kind):
            return _rows(b, value, base)
        raise _of_any_number(b, type_, node)

    return make


def _of_any_number(b: Builder, type_: type, node: gast.AST) -> Exception:
    """Return the error for a sequence of any number of items.

    In a template it names the function that the user has called.
    """
    inside = [f.name for f in b.control.frames if b.control.sources[f.source].generated]
    if not inside:
        what = f"{type_.__name__}() needs to know here how many items there are."
        advice = (
            "Loop over it, or give it an array of known shape: np.reshape(a, (n, m))."
        )
        return b.error(what, advice, node)
    return b.error(
        f"{inside[0]}() needs to know here how many axes, or items, an array has.",
        "Give it one of known shape: np.reshape(a, (n, m)).",
        node,
    )


_ITERATED = (Zip, Enumerate, Reversed, View, Dictionary, Range, Set, Known)


@handlers.builtin(builtins.dict, none="kept", takes_all=True, iterates=True)
def _dict(b: Builder, arguments: list, keywords: dict, node, base: str):
    found: dict[object, object] = {}
    for value in arguments:
        found.update(list_methods.as_dict(b, value, node))
    return contents.dictionary(b, {**found, **keywords})


def _copied_list(b: Builder, value: Atom, item: Value, base: str) -> Atom:
    """Emit `list(items)`."""
    rhs = build.call(b.references.function(list), [value.node])
    atom = b.emit(b, rhs, ListOf(item), base)
    b.memory.owned.add(str(atom.name))
    b.memory.lists.add(str(atom.name))
    return atom


def _rows(b: Builder, value: Atom, base: str) -> Atom:
    """Emit `list(array)`, a list of rows."""
    whole = Slice(Known(None), Known(None), Known(None))
    rows = [literal(0), *[whole] * ((rank(value.kind) or 1) - 1)]
    item = indexing.index_kind(b, required_numeric(value.kind), Sequence(tuple(rows)))
    rhs = build.call(b.references.function(list), [value.node])
    atom = b.emit(b, rhs, ListOf(item), base)
    b.memory.owned.add(str(atom.name))
    b.note_view(atom.name, value.name)
    return atom


@handlers.builtin(np.shape)
def _shape(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    if len(arguments) == 1 and isinstance(arguments[0], Atom):
        kind = of_any_rank(b, arguments[0]).kind
        if is_numeric(kind) and rank(kind) is not None:
            return array_attributes.shape_value(b, arguments[0])
        if not keywords:
            return array_attributes.shape_at_run_time(b, arguments[0], base)
    return operations.call_rule(b, np.shape, arguments, keywords, base)


@handlers.builtin(np.iterable)
def _iterable(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Decide whether a value has items by its kind: an array has if it has axes."""
    (value,) = [*arguments, *keywords.values()]
    if value.is_static:
        return literal(bool(np.iterable(value.static_value())))
    kind = of_any_rank(b, value).kind if is_numeric(value.kind) else None
    if is_numeric(kind) and (axes := rank(kind)) is not None:
        return literal(axes > 0)
    return operations.inline(b, np.iterable, arguments, keywords, node, base)


@handlers.builtin(np.isscalar)
def _isscalar(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Answer for arrays with axes, which are none, and for what is known here."""
    value = [*arguments, *keywords.values()][0]
    if isinstance(value.kind, Array) and rank(value.kind):
        return literal(False)
    if value.is_static:
        return literal(np.isscalar(value.static_value()))
    return operations.call_rule(b, np.isscalar, arguments, keywords, base)


@handlers.builtin(np.ndim)
def _ndim(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    known = _levels(b, arguments[0]) if len(arguments) == 1 else None
    if known is not None:
        return literal(known)
    return operations.call_rule(b, np.ndim, arguments, keywords, base)


def _levels(b: Builder, value: Value) -> int | None:
    """Return the number of axes of a value as an array, None if it is not known."""
    if isinstance(value, Atom):
        kind = of_any_rank(b, value).kind
        if not isinstance(kind, ListOf):
            return rank(kind)
        inner = {rank(kind.item)} if isinstance(kind.item, (Scalar, Array)) else {None}
    elif isinstance(value, Sequence):
        inner = {_levels(b, item) for item in value.items} or {0}
    else:
        return None
    inside = inner.pop()
    return None if inner or inside is None else inside + 1


@handlers.builtin(np.iscomplexobj)
def _is_complex(b: Builder, arguments: list, keywords: dict, node, base: str):
    value, kind = arguments[0], getattr(arguments[0], "kind", None)
    if isinstance(kind, (Scalar, Array)) and kind.dtype is not None:
        found = "complex" in kind.dtype  # or a real number, or array, on another path
        if not found or not (is_mixed(b, value) or is_of_open_kind(b, value)):
            return literal(found)
    return operations.call_rule(b, np.iscomplexobj, arguments, keywords, base)


@handlers.builtin(np.size)
def _size(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    if len(arguments) == 1 and isinstance(arguments[0], Atom):
        kind = of_any_rank(b, arguments[0]).kind
        if isinstance(kind, Scalar):
            return literal(1)
        if isinstance(kind, Array) and kind.shape is not None:
            return operations.read_attribute(b, arguments[0], "size", base)
    return operations.call_rule(b, np.size, arguments, keywords, base)


@handlers.builtin(runtime.stop_gradient)
def _stop_gradient(b: Builder, arguments: list, keywords: dict, node, base: str):
    if len(arguments) + len(keywords) != 1 or keywords.keys() - {"x"}:
        what = f"tl.stop_gradient takes one argument, not {len(arguments)}."
        raise b.error(what, "Stop each by a call of its own.", node)
    return _stopped(b, [*arguments, *keywords.values()][0], base)


def _stopped(b: Builder, value: Value, base: str) -> Value:
    """Stop a number or array, and all that a new container holds."""
    if value.kind is None and not getattr(value, "is_at_run_time", False):
        if structure.is_container(value) and issubclass(
            value.type, (tuple, list, dict)
        ):
            return value.with_items(
                tuple(_stopped(b, item, base) for item in value.items)
            )
        if value.is_static:
            return value
        what = f"tl.stop_gradient of {value.describe()} is not supported."
        instead = "Stop what it holds: numbers, arrays, tuples, lists and dicts."
        raise b.error(what, instead)
    value = operations.as_atom(b, value)
    callee = b.references.function(runtime.stop_gradient)
    atom = b.emit(b, build.call(callee, [value.node]), value.kind, base)
    if isinstance(value.kind, (Array, ListOf)):  # an alias of it
        b.note_view(atom.name, value.name)
    return atom


@handlers.builtin(builtins.slice)
def _slice(b: Builder, arguments: list, keywords: dict, node, base: str) -> Slice:
    none = Known(None)
    if len(arguments) == 1:
        return Slice(none, arguments[0], none)
    return Slice(*arguments, *[none] * (3 - len(arguments)))


@handlers.builtin(runtime.formatted, none="kept")
def _formatted(b: Builder, arguments: list, keywords: dict, node, base: str):
    return strings.formatted(b, arguments[0].value, arguments[1:], keywords, base)


def _effect(function: Callable) -> Handler:
    def make(b: Builder, arguments: list, keywords: dict, node, base: str):
        if function is print:
            arguments = [exception_objects.as_text(b, value) for value in arguments]
        call = operations.as_call(
            b, b.references.function(function), arguments, keywords
        )
        b.add(build.effect(call, b.line))
        return NONE

    return make


@handlers.builtin(np.add.at, runtime.add_rows)
def _add_at(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Emit `np.add.at`, also for the helper that derivatives call."""
    target, index, value = arguments
    ownership.note_write(b, target)
    callee = build.attribute(b.references.function(np.add), "at")
    value = operations.as_atom(b, rule_calls.array_of(b, value))
    value = indexing.added_at(b, target, index, value)
    values = [operations.as_atom(b, item).node for item in (target, index, value)]
    values[1] = operations.index_argument(b, values[1])
    b.add(build.effect(build.call(callee, values), b.line))
    return NONE


@handlers.builtin(runtime.unbroadcast)
def _unbroadcast(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Leave out the call where the value has the shape already."""
    value, like = arguments[:2]
    if len(arguments) == 2 and not keywords and isinstance(value, Atom):
        if isinstance(like, Atom) and is_numeric(like.kind):
            wanted = like.kind
        else:  # a shape
            given = [value.kind, sample(like)]
            wanted = result_kinds.call_kind(b, np.broadcast_to, given, {})
        if is_numeric(value.kind) and same_shape(value.kind, wanted, b.sizes):
            return value
    b.report.open_sizes += 1
    return operations.call_rule(b, runtime.unbroadcast, arguments, keywords, base)


_EFFECTS: tuple = (
    runtime.no_result, runtime.require_apart, runtime.require_met_once,
    runtime.require_bound, runtime.raise_error, runtime.require_items,
    runtime.require_count, runtime.require_value, runtime.require_at_least,
    runtime.require_real, runtime.require_attribute, runtime.require_one,
    runtime.require_shape, runtime.require_like_items, runtime.require_writeable,
    runtime.require_number, runtime.note_grad, runtime.append_copy,
)  # fmt: skip
handlers.calls({function: _effect(function) for function in _EFFECTS})
handlers.calls({breakpoint: _effect(breakpoint)})
handlers.calls({print: _effect(print)}, none="kept", takes_all=False)
handlers.calls(
    {type_: _sequence(type_) for type_ in (tuple, list)}, takes_all=True, iterates=True
)
