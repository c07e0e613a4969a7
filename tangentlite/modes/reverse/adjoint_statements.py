"""Reverse mode: each statement's adjoint, in reverse order."""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import replace

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.analysis.activity import differentiable_inputs
from tangentlite.analysis.statement_effects import written
from tangentlite.builder.naming import another
from tangentlite.ir import build
from tangentlite.ir.rewrite import (
    binds,
    leaves_loop,
    map_statement,
    names_in,
    reads,
    substitute,
)
from tangentlite.kinds.kind import Array, ListOf, Scalar, is_differentiable
from tangentlite.modes.aliased import pointers
from tangentlite.modes.recursion.recursive_activity import callee_of
from tangentlite.modes.reverse import control_flow, elements, list_adjoints
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules import fill, several_results, unbroadcast
from tangentlite.modes.rules.operation import operation_of
from tangentlite.modes.tape.save_shapes import values_read
from tangentlite.values.base import Atom

Block = Items[gast.stmt]


def reverse_block(s: Sweep, block: Block) -> list[gast.stmt]:
    """Emit the adjoints of a block, last statement first; return its forward half.

    The adjoint statements go to the builder's current block. The forward half is the
    block itself with what the backward half needs kept.
    """
    forward: list[list[gast.stmt]] = []
    for statement in reversed(block):
        s.b.line = statement.lineno
        forward.append(reverse_statement(s, statement))
    return [statement for part in reversed(forward) for statement in part]


def reverse_statement(s: Sweep, node: gast.stmt) -> list[gast.stmt]:
    """Emit the adjoint of one statement and return its forward half."""
    if leaves_loop(node):
        return [node]  # it assigns nothing that carries a derivative
    if isinstance(node, gast.If):
        return control_flow.reverse_if(s, node, reverse_block)
    if isinstance(node, (gast.For, gast.While)):
        return control_flow.reverse_loop(s, node, reverse_block)
    changed = written(node)
    if changed is not None and changed in s.active:
        if isinstance(s.b.kinds[changed], ListOf):
            return list_adjoints.reverse_list_statement(s, node, changed)
        return [*elements.reverse_write(s, node, changed), node]
    if isinstance(node, gast.Assign):
        return _reverse_assign(s, node)
    return [node]


def _reverse_assign(s: Sweep, node: gast.Assign) -> list[gast.stmt]:
    names = list(binds(node))
    if len(names) != 1 or names[0] not in s.active:
        return [node]
    name = names[0]
    if callee_of(s.b, node) is None and isinstance(s.b.kinds[name], ListOf):
        list_adjoints.reverse_list_definition(s, node, name)
        return [node]
    callee = callee_of(s.b, node)
    if callee is not None:
        forward = s.recursion.reverse_call(s, node, callee)
        if name in s.shadows:
            forward.append(pointers.zeros(s.b, name, s.shadows[name], node.lineno))
        return forward
    if name in s.shadows:
        return _reverse_pointer(s, node, name)
    cotangent = s.take(name)
    if cotangent is None:
        return [node]
    return _reverse_value(s, node, name, cotangent)


def _reverse_pointer(s: Sweep, node: gast.Assign, name: str) -> list[gast.stmt]:
    """A view or copy of a pointer shares its shadow; another has one of its own."""
    b, shadow = s.b, s.shadows[name]
    made = pointers.definition(b, node, s.shadows)
    if made.source is None:
        forward = _reverse_value(s, node, name, s.consumed(name))
        return [*forward, pointers.zeros(b, name, shadow, node.lineno)]
    pointers.require_view(b, node)
    if not made.certain:
        _add_apart(s, s.shadows[made.source], shadow, node)
    return [node, pointers.shadow(b, node, made, s.shadows)]


def _add_apart(s: Sweep, total: Atom, part: Atom, node: gast.Assign) -> None:
    """Add the shadow of a copy to that of what was copied; of a view it is the same."""
    b = s.b
    shares = build.call(
        b.references.function(np.may_share_memory), [total.node, part.node]
    )
    flag = b.emit(b, shares, Scalar("bool", True), "shared")
    with b.conditional([]) as body:
        operation = operation_of(b, node.value)
        reshaped = operation and operation.function in (np.reshape, np.ravel)
        order = operation.arguments.get("order") if reshaped else None
        named = [] if order is None else [("order", operations.as_expression(b, order))]
        shape = build.attribute(total.node, "shape")
        callee = b.references.function(np.reshape)
        rhs = build.call(callee, [part.node, shape], named)
        back = b.emit(b, rhs, total.kind, total.name)
        b.add(build.augment(total.name, "+", back.node, b.line))
        if s.repeats:
            place = build.subscript(part.node, build.constant(...))
            b.add(build.assign(place, build.constant(0.0), b.line))
    b.add(build.branch(flag.node, [], body, b.line))


def _reverse_value(s: Sweep, node: gast.Assign, name: str, cotangent: Atom):
    rhs = node.value
    if isinstance(rhs, gast.Name):
        _reverse_copy(s, name, rhs.id, cotangent)
        return [node]
    if isinstance(rhs, gast.Subscript):
        return elements.reverse_read(s, node, rhs, cotangent)
    if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Attribute):
        _reverse_method(s, rhs, cotangent)
        return [node]
    return _reverse_operation(s, node, s.atom(name), cotangent)


def _reverse_copy(s: Sweep, target: str, source: str, cotangent: Atom) -> None:
    if source not in s.active:
        return
    cotangent = _of_this_path(s, target, source, cotangent)
    if s.known(source) is None and s.is_exclusive(target, cotangent):
        s.accumulators[cotangent.name] = source
        s.adjoints[source] = cotangent
    else:
        s.add(source, _shape(s, cotangent, source))


def _of_this_path(s: Sweep, target: str, source: str, cotangent: Atom) -> Atom:
    """Give the adjoint of a joined variable the sizes that the variable has here.

    Its own are those of any path, or iteration, of which nothing is concluded.
    """
    of_target, of_source = s.b.kinds.get(target), s.b.kinds.get(source)
    kinds = (of_target, of_source, cotangent.kind)
    if not all(isinstance(kind, Array) and kind.shape for kind in kinds):
        return cotangent
    if not unbroadcast.is_full(s.b, cotangent, of_target):
        return cotangent
    return replace(cotangent, kind=Array(cotangent.kind.dtype, of_source.shape))


def _shape(s: Sweep, cotangent: Atom, source: str) -> Atom:
    """Fit the adjoint of a joined variable to one of the values it may have."""
    owner = s.atom(source)
    if isinstance(owner.kind, Scalar) == isinstance(cotangent.kind, Scalar):
        return unbroadcast.cast(s.b, cotangent, owner, s.base(source))
    return unbroadcast.fit(s.b, cotangent, owner, cotangent, s.base(source))


def _reverse_operation(s: Sweep, node: gast.Assign, result: Atom, cotangent: Atom):
    b = s.b
    operation = operation_of(b, node.value)
    if operation is None:
        sources = set(differentiable_inputs(node.value, b.references.objects))
        if sources & s.active and not _is_constant(s, node.value):
            raise b.error(
                "the derivative of this expression is not known.",
                "Write it with NumPy functions and operators.",
            )
        return [node]
    snapshots, replaced = _snapshots(s, node)
    if replaced:
        operation = operation_of(b, replaced)
    held: object = result
    if several_results.is_several(b, str(result.name)):
        held, kept = several_results.saved_results(s, node, str(result.name))
        seed: object = several_results.cotangents(s, str(result.name), held)
    else:
        held, kept = _held_result(s, node, result)
        seed = cotangent
    active = s.active
    if snapshots:
        active |= {copy for copy, source in snapshots.items() if source in active}
    start = len(b.block)
    for atom, contribution in fill.adjoints(b, operation, held, seed, active, s.base):
        name = snapshots.get(atom.name, atom.name)
        if isinstance(b.kinds[name], ListOf):
            list_adjoints.add_to_list(s, name, contribution)
        else:
            s.add(name, contribution)
    _read_shapes_of_sources(s, start, snapshots)
    return [*_copies(s, snapshots), node, *kept]


def _read_shapes_of_sources(s: Sweep, start: int, snapshots: dict[str, str]) -> None:
    """Take the shapes of operands that are overwritten later from these themselves.

    Then a copy of which nothing but the shape is read is dead. A pointer's shadow,
    which the backward sweep makes, has its shape.
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


def _held_result(s: Sweep, node: gast.Assign, result: Atom):
    """Return a result, or a copy of one that is overwritten later, and its making."""
    if not isinstance(result.kind, Array):
        return result, []
    if not s.memory.is_overwritten_after(node, result.name):
        return result, []
    copy = another(s.b, str(result.name), "_saved")
    callee = s.b.references.function(np.copy)
    rhs = build.call(callee, [result.node])
    atom = Atom(build.name(copy), result.kind)
    return atom, [build.assign(copy, rhs, node.lineno)]


def _is_constant(s: Sweep, rhs: gast.expr) -> bool:
    if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Name):
        function = s.b.references.objects.get(rhs.func.id)
        return function is runtime.stop_gradient
    return False


def _snapshots(s: Sweep, node: gast.Assign):
    """Name a copy of each operand whose memory is overwritten later.

    A copy that the backward half does not read is dropped as dead afterwards.
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


def _copies(s: Sweep, snapshots: dict[str, str]) -> list[gast.stmt]:
    b = s.b
    copies = []
    for copy, source in snapshots.items():
        make = list if isinstance(b.kinds[source], ListOf) else np.copy
        rhs = build.call(b.references.function(make), [build.name(source)])
        copies.append(build.assign(copy, rhs, b.line))
    return copies


def _reverse_method(s: Sweep, rhs: gast.Call, cotangent: Atom) -> None:
    """`x.astype(dtype)`: the adjoint has the dtype of x."""
    owner = rhs.func.value
    if isinstance(owner, gast.Name) and owner.id in s.active:
        if not is_differentiable(s.b.kinds[owner.id]):
            return
        s.add(
            owner.id,
            unbroadcast.cast(s.b, cotangent, s.atom(owner.id), s.base(owner.id)),
        )
