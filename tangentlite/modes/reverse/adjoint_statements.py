"""Reverse mode: the adjoint of each statement, last statement first."""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import replace

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.analysis.activity import differentiable_inputs
from tangentlite.analysis.statement_effects import written
from tangentlite.ir import build
from tangentlite.ir.rewrite import (
    binds,
    leaves_loop,
)
from tangentlite.kinds.kind import Array, ListOf, Scalar, is_differentiable
from tangentlite.modes.aliased import pointers
from tangentlite.modes.lists import list_adjoints
from tangentlite.modes.recursion.recursive_activity import callee_of
from tangentlite.modes.reverse import (
    augmented_calls,
    control_flow,
    elements,
    hooks,
    snapshots,
)
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.modes.rules import fill, several_results, unbroadcast
from tangentlite.modes.rules.operation import operation_of, required_operation_of
from tangentlite.values.base import Atom, Sequence, Value

Block = Items[gast.stmt]


def reverse_block(s: Sweep, block: Block) -> list[gast.stmt]:
    """Emit the adjoints of a block, last statement first; return its forward half.

    The adjoint statements are emitted into the builder's current block. The forward
    half is the block itself and statements that save values for the backward half.
    """
    forward: list[list[gast.stmt]] = []
    for statement in reversed(block):
        s.b.line = statement.lineno
        forward.append(reverse_statement(s, statement))
    return [statement for part in reversed(forward) for statement in part]


def reverse_statement(s: Sweep, node: gast.stmt) -> list[gast.stmt]:
    """Emit the adjoint of one statement and return its forward half."""
    if leaves_loop(node):
        return [node]  # it assigns no active name
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
    callee = callee_of(s.b, node)
    if callee is not None:
        forward = s.recursion.reverse_call(s, node, callee)
        if name in s.shadows:
            forward.append(pointers.zeros(s.b, name, s.shadows[name], node.lineno))
        return forward
    if isinstance(s.b.kinds[name], ListOf):
        list_adjoints.reverse_list_definition(s, node, name)
        return [node]
    if name in s.shadows:
        return _reverse_pointer(s, node, name)
    cotangent = s.take(name)
    if cotangent is None:
        return [node]
    return _reverse_value(s, node, name, cotangent)


def _reverse_pointer(s: Sweep, node: gast.Assign, name: str) -> list[gast.stmt]:
    """Reverse the definition of a pointer; its shadow is made in the forward half.

    That of a view, or copy, is the same view or copy of the shadow of its source.
    """
    b, shadow = s.b, s.shadows[name]
    made = pointers.definition(b, node, s.shadows)
    if made.source is None:
        forward = _reverse_value(s, node, name, s.consumed(name))
        return [*forward, pointers.zeros(b, name, shadow, node.lineno)]
    pointers.require_view(b, node)
    if not made.certain:
        _add_if_copied(s, s.shadows[made.source], shadow, node)
    return [node, pointers.shadow(b, node, made, s.shadows)]


def _add_if_copied(s: Sweep, total: Atom, part: Atom, node: gast.Assign) -> None:
    """Add a shadow to that of its source, unless the two share memory."""
    b, name = s.b, str(total.name)
    shares = build.call(
        b.references.function(np.may_share_memory), [total.node, part.node]
    )
    flag = b.emit(b, shares, Scalar("bool", True), "shared")
    with b.conditional([]) as body:
        back = _reshaped_back(s, total, part, _order_of_reshape(s, node.value))
        b.add(build.augment(name, "+", back.node, b.line))
        if s.repeats:
            place = build.subscript(part.node, build.constant(...))
            b.add(build.assign(place, build.constant(0.0), b.line))
    b.add(build.branch(flag.node, [], body, b.line))


def _reshaped_back(s: Sweep, total: Atom, part: Atom, order: Value | None) -> Atom:
    """Give a shadow that was copied in some order the shape of that of its source.

    The order 'K' is that of memory, which `np.empty_like` keeps.
    """
    b, name = s.b, str(total.name)
    if order is not None and order.is_static and order.static_value() == "K":
        empty = build.call(b.references.function(np.empty_like), [total.node])
        back = b.emit(b, empty, total.kind, name)
        named = [("order", build.constant("K"))]
        flat = build.call(b.references.function(np.ravel), [back.node], named)
        entries = b.emit(b, flat, part.kind, str(part.name))
        b.note_view(entries.name, back.name)
        place = build.subscript(entries.node, build.constant(...))
        b.add(build.assign(place, part.node, b.line))
        return back
    named = [] if order is None else [("order", operations.as_expression(b, order))]
    shape = build.attribute(total.node, "shape")
    callee = b.references.function(np.reshape)
    return b.emit(b, build.call(callee, [part.node, shape], named), total.kind, name)


def _order_of_reshape(s: Sweep, rhs: gast.expr) -> Value | None:
    """Return the `order` of a call of reshape or ravel, None of others."""
    operation = operation_of(s.b, rhs)
    if operation is None or operation.function not in (np.reshape, np.ravel):
        return None
    return operation.arguments.get("order")


def _reverse_value(
    s: Sweep, node: gast.Assign, name: str, cotangent: Atom
) -> list[gast.stmt]:
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
        s.add(source, _fitted(s, cotangent, source))


def _of_this_path(s: Sweep, target: str, source: str, cotangent: Atom) -> Atom:
    """Give the adjoint of a phi the sizes of the value that is copied into it.

    Its own are those on any path, or in any iteration, of which nothing is known.
    """
    phi, copied, own = s.b.kinds.get(target), s.b.kinds.get(source), cotangent.kind
    if not isinstance(phi, Array) or not isinstance(copied, Array):
        return cotangent
    if not isinstance(own, Array) or not (phi.shape and copied.shape and own.shape):
        return cotangent
    if not unbroadcast.is_full(s.b, cotangent, phi):
        return cotangent
    return replace(cotangent, kind=Array(own.dtype, copied.shape))


def _fitted(s: Sweep, cotangent: Atom, source: str) -> Atom:
    """Give the adjoint of a phi the shape and dtype of the value copied into it."""
    owner = s.atom(source)
    if isinstance(owner.kind, Scalar) == isinstance(cotangent.kind, Scalar):
        return unbroadcast.cast(s.b, cotangent, owner, s.base(source))
    return unbroadcast.fit(s.b, cotangent, owner, cotangent, s.base(source))


def _reverse_operation(
    s: Sweep, node: gast.Assign, result: Atom, cotangent: Atom
) -> list[gast.stmt]:
    b, name = s.b, str(result.name)
    operation = operation_of(b, node.value)
    if operation is None:
        sources = set(differentiable_inputs(node.value, b.references.objects))
        if sources & s.active and not _is_constant(s, node.value):
            raise b.error(
                "the derivative of this expression is not known.",
                "Write it with NumPy functions and operators.",
            )
        return [node]
    copied, replaced = snapshots.operands(s, node)
    if replaced:
        operation = required_operation_of(b, replaced)
    made = [node]
    if operation.rule.augmented is not None:
        written_later = bool(copied) or s.memory.is_overwritten_after(node, name)
        made, operation = augmented_calls.augmented(s, node, operation, written_later)
    saved: Atom | Sequence
    seed: Atom | Sequence
    if several_results.is_several(b, name):
        saved, copies = several_results.saved_results(s, node, name)
        seed = several_results.cotangents(s, name, saved)
    else:
        saved, copies = snapshots.result(s, node, result)
        seed = cotangent
    active = s.active
    if copied:
        active |= {copy for copy, source in copied.items() if source in active}
    start = len(b.block)
    with hooks.run_backwards(b, operation):
        found = list(fill.adjoints(b, operation, saved, seed, active, s.base))
    for atom, contribution in found:
        owner = copied.get(str(atom.name), str(atom.name))
        if isinstance(b.kinds[owner], ListOf):
            list_adjoints.add_to_list(s, owner, contribution)
        else:
            s.add(owner, contribution)
    snapshots.read_shapes_of_sources(s, start, copied)
    return [*snapshots.copies(s, copied), *made, *copies]


def _is_constant(s: Sweep, rhs: gast.expr) -> bool:
    if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Name):
        function = s.b.references.objects.get(rhs.func.id)
        return function is runtime.stop_gradient
    return False


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
