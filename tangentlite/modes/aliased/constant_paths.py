"""Run-time flags: whether the branch that was taken has made a variable constant.

The tangent of `t = 0.0` is 0, and that of `t ** 0.5` behind the branch would be 0 times
infinity. A flag that each assignment sets tells it from a computed tangent. An array is
constant as a whole or not at all: once something that is not constant has been written
into it, under whatever name, nothing is known of its other items.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from collections.abc import Sequence as Items
from typing import TYPE_CHECKING

import gast
import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import Scalar
from tangentlite.modes.rules.kept_zeros import is_steep
from tangentlite.modes.rules.operation import operation_of
from tangentlite.values.base import Atom

if TYPE_CHECKING:
    from tangentlite.modes.forward.tangent_statements import Tangents

_FLAG = Scalar("bool", True)
# A variable, the expression that is assigned, whether a branch does it, and its line.
Assignment = tuple[str, gast.expr, bool, int]


def steep_operands(
    b: Builder, block: Items[gast.stmt], active: Container[str]
) -> set[str]:
    """Return the operands of operations that may have an infinite derivative."""
    found: set[str] = set()
    for name, value, _, line in _assignments(block, False):
        b.line = line
        if name in active and isinstance(value, (gast.BinOp, gast.Call)):
            found.update(str(atom.name) for atom in _operands(b, value))
    return found


def flags_of(
    b: Builder, block: Items[gast.stmt], active: Container[str], steep: Iterable[str]
) -> Mapping[str, Atom]:
    """Return flags for `steep` operands that a branch may make constant."""
    every = list(_assignments(block, False))
    copies = [
        (name, source)
        for name, value, *_ in every
        if (source := _copied(b, value)) is not None
    ]
    read = _closure(steep, copies, active)
    made = {
        name
        for name, value, in_branch, _ in every
        if in_branch and name in b.phis.joined & read and _is_constant(value, active)
    }
    onwards = [(source, name) for name, source in copies]
    return {
        name: Atom(build.name(b.fresh("constant", _FLAG)), _FLAG)
        for name in sorted(_closure(made, onwards, read))
    }


def note(t: Tangents, name: str, node: gast.Assign) -> None:
    """Set the flag of a variable, if it has one, where it is assigned."""
    flags = t.facts.flags
    if name not in flags:
        return
    source = flags.get(_copied(t.b, node.value) or "")
    constant = build.constant(_is_constant(node.value, t.active))
    value = constant if source is None else source.node
    t.b.add(build.assign(str(flags[name].name), value, node.lineno))


def note_write(t: Tangents, owner: str) -> None:
    """Clear the flags of all that may share memory with an array that is written."""
    for name, flag in t.facts.flags.items():
        if t.facts.memory.place(name) == t.facts.memory.place(owner):
            t.b.add(build.assign(str(flag.name), build.constant(False), t.b.line))


def _copied(b: Builder, value: gast.expr) -> str | None:
    """Return the variable that an expression copies, by `float` perhaps."""
    if isinstance(value, gast.Call) and isinstance(value.func, gast.Name):
        function = b.references.objects.get(value.func.id)
        is_copy = function in (float, np.float64) and len(value.args) == 1
        value = value.args[0] if is_copy else value
    return value.id if isinstance(value, gast.Name) else None


def _operands(b: Builder, value: gast.expr) -> Iterable[Atom]:
    operation = operation_of(b, value)
    if operation is None or not is_steep(operation):
        return ()
    return [a for a in operation.arguments.values() if isinstance(a, Atom) and a.name]


def _is_constant(value: gast.expr, active: Container[str]) -> bool:
    return not any(name in active for name in names_in(value))


def _assignments(block: Items[gast.stmt], in_branch: bool) -> Iterator[Assignment]:
    for node in block:
        if isinstance(node, gast.Assign) and isinstance(node.targets[0], gast.Name):
            yield node.targets[0].id, node.value, in_branch, node.lineno
        elif isinstance(node, gast.If):
            yield from _assignments([*node.body, *node.orelse], True)
        elif isinstance(node, (gast.For, gast.While)):
            yield from _assignments(node.body, False)


def _closure(
    first: Iterable[str], pairs: Items[tuple[str, str]], within: Container[str]
) -> set[str]:
    """Return names and all that pairs of a name and the next one lead to."""
    found = set(first)
    size = -1
    while size != len(found):
        size = len(found)
        found |= {other for name, other in pairs if name in found and other in within}
    return found
