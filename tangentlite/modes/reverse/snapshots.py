"""Copies of what a statement reads or gives, where later ones write over it."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.builder.naming import another
from tangentlite.ir import build
from tangentlite.ir.rewrite import map_statement, names_in, reads, substitute
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.tape.save_shapes import values_read
from tangentlite.values.base import Atom


def operands(s: Sweep, node: gast.Assign) -> tuple[dict[str, str], gast.expr | None]:
    """Name a copy of each operand whose memory is overwritten later.

    Returns the operands by their copies, and the right-hand side that reads the copies,
    if there are some. A copy that the backward half does not read is dropped as dead.
    """
    b = s.b
    found: dict[str, str] = {}
    names: dict[str, gast.expr] = {}
    for name in dict.fromkeys(names_in(node.value)):
        kind = b.kinds.get(name)
        mutable = isinstance(kind, (Array, ListOf))
        if mutable and s.is_overwritten_after(node, name):
            copy = another(b, name, "_saved")
            found[copy] = name
            names[name] = build.name(copy)
    if not found:
        return found, None
    return found, substitute(node.value, names)


def copies(s: Sweep, snapshots: dict[str, str]) -> list[gast.stmt]:
    b = s.b
    copies = []
    for copy, source in snapshots.items():
        make = list if isinstance(b.kinds[source], ListOf) else np.copy
        rhs = build.call(b.references.function(make), [build.name(source)])
        copies.append(build.assign(copy, rhs, b.line))
    return copies


def result(s: Sweep, node: gast.Assign, result: Atom) -> tuple[Atom, list[gast.stmt]]:
    """Return a result, or a copy if it is overwritten later and what makes the copy."""
    name = str(result.name)
    if not isinstance(result.kind, Array):
        return result, []
    if not s.memory.is_overwritten_after(node, name):
        return result, []
    copy = another(s.b, name, "_saved")
    callee = s.b.references.function(np.copy)
    rhs = build.call(callee, [result.node])
    atom = Atom(build.name(copy), result.kind)
    return atom, [build.assign(copy, rhs, node.lineno)]


def read_shapes_of_sources(s: Sweep, start: int, snapshots: dict[str, str]) -> None:
    """Read the shapes of snapshots from the arrays that were copied.

    Then a copy of which nothing but the shape is read is dead. That of a pointer is
    read from its shadow, which the backward sweep has at any rate.
    """
    b = s.b
    if not snapshots and not s.shadows:
        return
    read = values_read(b, b.block[start:])
    mentioned = {name for node in b.block[start:] for name in reads(node)}
    names = {}
    for name in mentioned.difference(read):
        source = snapshots.get(name, name)
        if source in s.shadows:
            names[name] = s.shadows[source].node
        elif name in snapshots:
            names[name] = build.name(source)
    if names:
        b.block[start:] = [
            map_statement(statement, lambda node: substitute(node, names))
            for statement in b.block[start:]
        ]
