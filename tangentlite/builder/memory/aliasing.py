"""The names that may share memory with the results of statements, and with writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import gast

from tangentlite.analysis.aliasing.aliases import Aliases, aliases_in
from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.analysis.statement_effects import (
    CONTAINER_METHODS,
    all_written,
    written,
)
from tangentlite.builder.builder import Builder
from tangentlite.ir.rewrite import Block, binds, names_in, statements
from tangentlite.kinds.kind import Array, ListOf, Opaque
from tangentlite.rules.call_effects import effects_of
from tangentlite.values.base import Value
from tangentlite.values.structure import atoms


def aliases_of(b: Builder, block: Block, result: Value, given: set[str]) -> Aliases:
    """Return the names that see the writes of a block; `given` are from outside."""
    every = statements(block)
    if not b.memory.rebound and not any(map(all_written, every)):
        return Aliases()
    outputs = [str(atom.name) for atom in atoms(result) if atom.name is not None]
    data = {n for n in b.references.objects if isinstance(b.kinds.get(n), Array)}

    shared = {n: list(_shared(b, n)) for n in every if isinstance(n, gast.Assign)}

    def shares(node: gast.stmt) -> list[str]:
        return shared[node] if node in shared else list(_shared(b, node))

    def writes(node: gast.stmt) -> list[str]:
        name = b.memory.rebound.get(node) or written(node)
        return [name] if name and isinstance(b.kinds.get(name), Array) else []

    views = {name: set(owners) for name, owners in b.memory.views.items()}
    for node, owners in shared.items():
        for name in binds(node):  # items share memory with their containers
            views.setdefault(name, set()).update(owners)
    found = memory_of(block, views)
    perhaps = found.written.union(map(found.place, b.memory.rebound.values()))
    reaching = replace(found, written=perhaps)
    return aliases_in(
        block, data | given, outputs, reaching, shares, writes, b.memory.rebound
    )


def kept_and_written(
    b: Builder, blocks: list[Block], keeping: Callable
) -> gast.stmt | None:
    """Return a call of a function that keeps an array which is written, None without.

    The first block is the program's; in others, of functions that are called, all
    arrays count as written.
    """
    for place, block in enumerate(blocks):
        memory = memory_of(block, b.memory.views)
        for node in statements(block):
            if not isinstance(node, gast.Expr) or not isinstance(node.value, gast.Call):
                continue
            function = b.references.objects.get(getattr(node.value.func, "id", ""))
            arrays = (n for n in names_in(node.value) if _is_array(b, n))
            if function is keeping and any(
                place or memory.is_written(n) for n in arrays
            ):
                return node
    return None


def writes(lines: list[gast.stmt]) -> Iterator[tuple[str, gast.stmt]]:
    """Yield the arrays and lists that statements write into, and the statements."""
    for node in lines:
        name = written(node)
        if name is not None:
            yield name, node


def _is_array(b: Builder, name: str) -> bool:
    return isinstance(b.kinds.get(name), Array)


def _shared(b: Builder, node: gast.stmt) -> Iterator[str]:
    """Yield the names whose memory a statement's result may share."""
    if isinstance(node, gast.Expr):  # `items.append(x)`
        call = node.value
        method = getattr(call, "func", None)
        if isinstance(method, gast.Attribute) and method.attr in CONTAINER_METHODS:
            yield from (n for n in names_in(call) if _may_share(b, n))
        return
    rhs = node.value
    targets = [n for n in binds(node) if _may_share(b, n)]
    if isinstance(rhs, gast.Name):
        yield from (rhs.id for _ in targets[:1])
        return
    if not targets:
        return
    views = {owner for target in targets for owner in b.memory.views.get(target, ())}
    held = any(isinstance(b.kinds.get(n), (ListOf, Opaque)) for n in names_in(rhs))
    held = held or isinstance(rhs, (gast.List, gast.Tuple))
    for name in names_in(rhs):
        if name in views or (held and _may_share(b, name)):
            yield name


def _may_share(b: Builder, name: str) -> bool:
    kind = b.kinds.get(name)
    return isinstance(kind, (Array, ListOf)) or (
        isinstance(kind, Opaque) and kind.type in (tuple, None)
    )


def laid_out(b: Builder, block: Block) -> frozenset[str]:
    """Return the arrays whose strides decide whether a block makes views or copies.

    Arrays that may share memory with them are among these.
    """
    read = {
        name
        for node in statements(block)
        if isinstance(node, gast.Assign)
        and isinstance(node.value, gast.Call)
        and isinstance(node.value.func, gast.Name)
        and effects_of(b.references.objects.get(node.value.func.id)).view == "or copy"
        for name in names_in(node.value)
    }
    if not read:
        return frozenset()
    memory = memory_of(block, b.memory.views)
    found = set(map(memory.place, read))
    return frozenset(name for name in b.kinds if memory.place(name) in found)
