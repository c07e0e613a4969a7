"""Containers from outside, taken apart into their items."""

from __future__ import annotations

import keyword

import gast

from tangentlite.ir import build
from tangentlite.kinds.kind import Structure
from tangentlite.specialize import materialize
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Cell, Dictionary, Instance, List
from tangentlite.specialize.literals import literal
from tangentlite.specialize.records import Atom, Known, Sequence


def argument(b: Builder, name: str, kind: object) -> object:
    """Return the value that a parameter stands for; one with structure is read."""
    if isinstance(kind, Known):
        return literal(kind.value)  # a flag, a string, or a function by identity
    b.kinds[name] = kind
    if not isinstance(kind, Structure):
        return Atom(build.name(name), kind)
    with b.into(b.entry):
        value = taken_apart(b, build.name(name), kind, name)
    return value


def taken_apart(b: Builder, node: gast.expr, kind: object, base: str) -> object:
    """Return the value of an expression of a kind, each item of a container read.

    Before, for `params = {'w': array}`: `params`. After: `w = params['w']`.
    """
    if isinstance(kind, Known):
        return literal(kind.value)
    if not isinstance(kind, Structure):
        if isinstance(node, gast.Name):
            return Atom(node, kind)
        atom = b.emit(b, node, kind, base)
        b.read_items.add(str(atom.name))
        return atom
    items = tuple(
        taken_apart(
            b, materialize.item(b, node, kind.type, key), item, _base(base, key)
        )
        for key, item in zip(kind.keys, kind.items)
    )
    value = _made(b, kind, items)
    if isinstance(value, Cell):
        value.origin = node
    return value


def _made(b: Builder, kind: Structure, items: tuple) -> object:
    if kind.type is dict:
        return Dictionary(b.heap, kind.keys, items)
    if kind.type is list:
        return List(b.heap, items)
    if issubclass(kind.type, tuple):
        return Sequence(items, kind.type)
    return Instance(b.heap, kind.type, kind.keys, items)


def _base(owner: str, key: object) -> str:
    """Return the base of an item's name: its key, or the container and a number."""
    if isinstance(key, str) and key.isidentifier() and not keyword.iskeyword(key):
        return key
    return f"{owner}_{key}" if isinstance(key, int) and key >= 0 else f"{owner}_item"
