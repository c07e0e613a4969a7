"""Structures by their leaves: tuples, lists, dicts and objects are taken apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import ListOf
from tangentlite.kinds.objects.user_objects import is_record, is_users_class
from tangentlite.values.base import Sequence, Value
from tangentlite.values.heap import Cell, Dictionary, Instance, List
from tangentlite.values.objects import contents
from tangentlite.values.structure import is_tuple, keys_of, plain_container


@dataclass(frozen=True)
class Apart:
    """The items of a container by their keys, and how others are put together.

    A list of the core program has no `keys`: its items are not known one by one.
    """

    keys: tuple | None
    items: tuple
    made: Callable[[list], Value]
    shown: str = "[{!r}]"


@operations.taken_apart.otherwise
def of_others(b: Builder, value: Value, place: str, node: gast.AST) -> Apart | None:
    """Return None for leaves."""
    if isinstance(value.kind, ListOf):
        return Apart(None, (), partial(contents.sequence, b, type_=list))
    if is_tuple(value):
        raise _refused(b, value, place, node)
    return None


@operations.taken_apart.of(Sequence)
def of_sequence(b: Builder, value: Sequence, place: str, node: gast.AST) -> Apart:
    """Take apart a tuple, a named tuple or a list."""
    shown = ".{}" if is_record(value.type) else "[{!r}]"
    made = partial(contents.sequence, b, type_=value.type)
    return Apart(keys_of(value), value.items, made, shown)


@operations.taken_apart.of(List)
def of_list(b: Builder, value: List, place: str, node: gast.AST) -> Apart:
    """Take apart a list; one of the core program has no keys."""
    made = partial(contents.sequence, b, type_=list)
    if value.is_at_run_time:
        return Apart(None, (), made)
    return Apart(keys_of(value), value.items, made)


@operations.taken_apart.of(Dictionary)
def of_dictionary(b: Builder, value: Dictionary, place: str, node: gast.AST) -> Apart:
    """Take apart a dict."""

    def made(items: list) -> Value:
        new = contents.dictionary(b, dict(zip(value.keys, items)))
        new.factory, new.shown = value.factory, value.shown
        return new

    return Apart(value.keys, value.items, made)


@operations.taken_apart.of(Instance)
def of_object(b: Builder, value: Instance, place: str, node: gast.AST) -> Apart:
    """Take apart an object, or the dict or list that its class extends."""

    def made(items: list) -> Value:
        held = tuple(contents.as_held(b, item) for item in items)
        return Instance(b.heap, value.type, value.keys, held)

    inner: Any = plain_container(value)
    if inner is value:
        if not is_users_class(value.type) or value.keys_differ:
            raise _refused(b, value, place, node)
        return Apart(value.keys, value.items, made, ".{}")

    def around(items: list) -> Value:
        whole = {**value.as_dict(), "_contents": apart.made(items)}
        return made(list(whole.values()))

    apart = operations.taken_apart(b, inner, place, node)
    return Apart(apart.keys, apart.items, around)


@operations.taken_apart.of(Cell)
def of_cell(b: Builder, value: Cell, place: str, node: gast.AST) -> None:
    """Return None: a set is a leaf."""


def _refused(b: Builder, value: Value, place: str, node: gast.AST) -> Exception:
    what = f"params{place}, {value.describe()}, is no structure here."
    return b.error(what, "Use tuples, lists, dicts or objects.", node)
