"""Augmented assignments to variables, elements, slices and items of containers."""

from __future__ import annotations

from dataclasses import replace

import gast

from tangentlite.ir import build
from tangentlite.kinds.kind import Array
from tangentlite.specialize import (
    container_writes,
    expressions,
    indexing,
    operators,
    ownership,
)
from tangentlite.specialize.builder import Builder, base_name
from tangentlite.specialize.values import Atom, Dictionary, Sequence


def augment(b: Builder, node: gast.AugAssign) -> None:
    """Walk `target OP= value`; an array that nobody else sees is bound anew."""
    if isinstance(node.target, gast.Name):
        _augment_name(b, node)
    elif isinstance(node.target, gast.Subscript):
        _augment_item(b, node)
    else:
        raise b.error(
            "assignments to attributes are not supported yet.",
            "Use a variable.",
            node,
        )


def _augment_name(b: Builder, node: gast.AugAssign) -> None:
    name = node.target.id
    read = gast.copy_location(gast.Name(name, gast.Load(), None, None), node)
    current = expressions.evaluate(b, read)
    value = expressions.evaluate(b, node.value)
    if isinstance(current, Atom) and isinstance(current.kind, Array):
        _require_rebindable(b, current, name, node)
    base = base_name(name)
    result = operators.binary(b, node.op, current, value, base)
    if isinstance(current, (Sequence, Dictionary)) and current.type is not tuple:
        container_writes.replace(b, node.target, current, result, node)
        return
    if isinstance(current, Atom) and isinstance(current.kind, Array):
        result = _keep_dtype(b, current, result, node)
    b.frame.variables[name] = result


def _require_rebindable(b: Builder, current: Atom, name: str, node) -> None:
    """Allow `y += v` where nobody can tell a write into y from a new y."""
    literal_start = current.name is None
    if not literal_start:
        ownership.require_owned(b, current, "writes into", node, name)


def _keep_dtype(b: Builder, current: Atom, result: Atom, node) -> Atom:
    """An array keeps its dtype under `y += v`, whatever v is."""
    before, after = current.kind.dtype, result.kind.dtype
    if before == after or before is None:
        return result
    if before in ("bool",) or "int" in before:
        raise b.error(
            f"an array of {before} is updated in place with {after} values.",
            "Make it an array of floats.",
            node,
        )
    scalar = operators.np_dtype(b, before)
    rhs = build.call(build.attribute(result.node, "astype"), [scalar])
    atom = b.emit(b, rhs, replace(result.kind, dtype=before), "t")
    b.owned.add(atom.name)
    return atom


def _augment_item(b: Builder, node: gast.AugAssign) -> None:
    target = node.target
    owner = expressions.evaluate(b, target.value)
    variable = target.value.id if isinstance(target.value, gast.Name) else ""
    if isinstance(owner, (Sequence, Dictionary)):
        _augment_held(b, node, owner)
        return
    if not (isinstance(owner, Atom) and isinstance(owner.kind, Array)):
        raise b.error(
            f"writing into {operators.describe(owner)} is not supported yet.",
            "Write into an array that the function made.",
            node,
        )
    ownership.require_owned(b, owner, "writes into", node, variable)
    index = expressions.evaluate(b, target.slice)
    place = build.subscript(owner.node, indexing.index_expression(b, index))
    linear = isinstance(node.op, (gast.Add, gast.Sub))
    if linear and not indexing.is_advanced(index):
        value = operators.operand(b, expressions.evaluate(b, node.value))
        symbol = "+" if isinstance(node.op, gast.Add) else "-"
        b.add(build.augment(place, symbol, value.node, b.line))
        return
    old = indexing.read_item(b, owner, index, "t")
    value = expressions.evaluate(b, node.value)
    new = operators.binary(b, node.op, old, value, "t")
    b.add(build.assign(place, new.node, b.line))


def _augment_held(b: Builder, node: gast.AugAssign, owner: object) -> None:
    """Walk `owner[index] OP= value` for a container of known structure."""
    index = expressions.evaluate(b, node.target.slice)
    current = indexing.read_item(b, owner, index, "t")
    value = expressions.evaluate(b, node.value)
    result = operators.binary(b, node.op, current, value, "t")
    if isinstance(current, (Sequence, Dictionary)) and current.type is not tuple:
        container_writes.replace(b, node.target, current, result, node)
        return
    if isinstance(current, Atom) and isinstance(current.kind, Array):
        container_writes.require_sole_array(b, current, node)
        result = _keep_dtype(b, current, result, node)
    container_writes.write_item(b, node.target, owner, result)
