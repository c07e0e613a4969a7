"""Reverse mode: each statement's adjoint, in reverse order."""

from __future__ import annotations

from collections.abc import Sequence as Items

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.analysis.activity import differentiable_inputs
from tangentlite.analysis.effects import written
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds, leaves_loop, names_in, substitute
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar, is_differentiable
from tangentlite.modes import control, fill, fit, lists
from tangentlite.modes.operation import operation_of, value_of
from tangentlite.modes.recursive_activity import callee_of
from tangentlite.modes.sweep import Sweep
from tangentlite.specialize import calls, indexing
from tangentlite.specialize.materialize import index_argument
from tangentlite.specialize.values import Atom

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
        return control.reverse_if(s, node)
    if isinstance(node, (gast.For, gast.While)):
        return control.reverse_loop(s, node)
    changed = written(node)
    if changed is not None and changed in s.active:
        if isinstance(s.b.kinds[changed], ListOf):
            return lists.reverse_list_statement(s, node, changed)
        return [*_reverse_write(s, node, changed), node]
    if isinstance(node, gast.Assign):
        return _reverse_assign(s, node)
    return [node]


def _reverse_assign(s: Sweep, node: gast.Assign) -> list[gast.stmt]:
    names = list(binds(node))
    if len(names) != 1 or names[0] not in s.active:
        return [node]
    name = names[0]
    if callee_of(s.b, node) is None and isinstance(s.b.kinds[name], ListOf):
        lists.reverse_list_definition(s, node, name)
        return [node]
    callee = callee_of(s.b, node)
    if callee is not None:
        return s.recursion.reverse_call(s, node, callee)
    cotangent = s.take(name)
    if cotangent is None:
        return [node]
    rhs = node.value
    if isinstance(rhs, gast.Name):
        _reverse_copy(s, name, rhs.id, cotangent)
        return [node]
    if isinstance(rhs, gast.Subscript):
        return _reverse_read(s, node, rhs, cotangent)
    if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Attribute):
        _reverse_method(s, rhs, cotangent)
        return [node]
    return _reverse_operation(s, node, s.atom(name), cotangent)


def _reverse_copy(s: Sweep, target: str, source: str, cotangent: Atom) -> None:
    if source not in s.active:
        return
    if source not in s.adjoints and s.is_exclusive(target, cotangent):
        s.accumulators[cotangent.name] = source
        s.adjoints[source] = cotangent
    else:
        s.add(source, _shape(s, cotangent, source))


def _shape(s: Sweep, cotangent: Atom, source: str) -> Atom:
    """Fit the adjoint of a joined variable to one of the values it may have."""
    owner = s.atom(source)
    if isinstance(owner.kind, Scalar) == isinstance(cotangent.kind, Scalar):
        return fit.cast(s.b, cotangent, owner, s.base(source))
    return fit.fit(s.b, cotangent, owner, cotangent, s.base(source))


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
    kept_result = _result_snapshot(s, node, result)
    if kept_result:
        result = kept_result[0]
    active = s.active
    if snapshots:
        active |= {copy for copy, source in snapshots.items() if source in active}
    for atom, contribution in fill.adjoints(
        b, operation, result, cotangent, active, s.base
    ):
        name = snapshots.get(atom.name, atom.name)
        if isinstance(b.kinds[name], ListOf):
            lists.add_to_list(s, name, contribution)
        else:
            s.add(name, contribution)
    return [*_copies(s, snapshots), node, *kept_result[1:]]


def _result_snapshot(s: Sweep, node: gast.Assign, result: Atom) -> tuple:
    """Return a copy of a result that is overwritten later, and how it is made."""
    if not isinstance(result.kind, Array):
        return ()
    if not s.memory.is_overwritten_after(node, result.name):
        return ()
    copy = s.b.fresh(f"{s.b.base_of(result.name)}_saved", result.kind)
    callee = s.b.references.function(np.copy)
    rhs = build.call(callee, [result.node])
    atom = Atom(build.name(copy), result.kind)
    return atom, build.assign(copy, rhs, node.lineno)


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
        if mutable and s.memory.is_overwritten_after(node, name):
            copy = b.fresh(f"{b.base_of(name)}_saved", kind)
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


def _reverse_read(s: Sweep, node: gast.Assign, rhs: gast.Subscript, cotangent: Atom):
    b = s.b
    if not isinstance(rhs.value, gast.Name) or rhs.value.id not in s.active:
        return [node]
    owner = rhs.value.id
    kind = b.kinds[owner]
    if isinstance(kind, ListOf) and isinstance(kind.item, tuple):
        lists.reverse_tuple_read(s, owner, rhs.slice, next(iter(binds(node))))
        return [node]
    if isinstance(kind, ListOf):
        lists.reverse_item_read(s, owner, rhs.slice, cotangent)
        return [node]
    if isinstance(kind, Opaque) and kind.type is tuple:
        s.add_part(owner, rhs.slice.value, s.atom(next(iter(binds(node)))), cotangent)
        return [node]
    if isinstance(kind, Scalar):
        s.add(owner, fit.cast(b, cotangent, s.atom(owner), s.base(owner)))
        return [node]
    if not isinstance(kind, Array):
        raise b.error(
            "indexing this value cannot be differentiated.", "Make it an array."
        )
    if _only_adds_axes(s, owner, rhs.slice):
        _remove_axes(s, node, rhs.slice, cotangent)
        return [node]
    index, copies = _held_index(s, node, rhs.slice)
    scatter(s, owner, index, cotangent)
    return [*copies, node]


def _only_adds_axes(s: Sweep, owner: str, index: gast.expr) -> bool:
    """Whether an index is like `[:, None]` of an array that nothing writes."""
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    if s.memory.is_written(owner) or s.b.kinds[owner].shape is None:
        return False
    whole = gast.dump(gast.Slice(None, None, None))
    return any(_is_new_axis(i) for i in items) and all(
        _is_new_axis(item) or gast.dump(item) == whole for item in items
    )


def _is_new_axis(item: gast.expr) -> bool:
    return isinstance(item, gast.Constant) and item.value is None


def _remove_axes(s: Sweep, node: gast.Assign, index: gast.expr, cotangent) -> None:
    """Reverse `t = x[:, None]`: `x_bar += t_bar[:, 0]`."""
    b, owner = s.b, node.value.value.id
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    back = [build.constant(0) if _is_new_axis(item) else item for item in items]
    chosen = back[0] if len(back) == 1 else gast.Tuple(back, build.LOAD)
    whole = fit.materialize(b, cotangent, s.atom(next(iter(binds(node)))))
    s.add(owner, indexing.read_array(b, whole, value_of(b, chosen), s.base(owner)))


def _held_index(s: Sweep, node: gast.stmt, index: gast.expr):
    """Return an index with copies of its arrays that are overwritten later."""
    b = s.b
    copies, names = [], {}
    for name in dict.fromkeys(names_in(index)):
        kind = b.kinds.get(name)
        if isinstance(kind, Array) and s.memory.is_overwritten_after(node, name):
            held = b.fresh(f"{b.base_of(name)}_saved", kind)
            callee = b.references.function(np.copy)
            rhs = build.call(callee, [build.name(name)])
            copies.append(build.assign(held, rhs, node.lineno))
            names[name] = build.name(held)
    return substitute(index, names) if names else index, copies


def scatter(s: Sweep, owner: str, index: gast.expr, cotangent: Atom) -> None:
    """Add the adjoint of `owner[index]` where it belongs; repeated indices add up."""
    b = s.b
    target = s.accumulator(owner)
    value = value_of(b, index)
    place = build.subscript(target.node, index)
    if indexing.is_advanced(value) and indexing.may_repeat(value):
        callee = build.attribute(b.references.function(np.add), "at")
        arguments = [target.node, index_argument(b, index), cotangent.node]
        b.add(build.effect(build.call(callee, arguments), b.line))
    else:
        b.add(build.augment(place, "+", cotangent.node, b.line))


def _reverse_method(s: Sweep, rhs: gast.Call, cotangent: Atom) -> None:
    """`x.astype(dtype)`: the adjoint has the dtype of x."""
    owner = rhs.func.value
    if isinstance(owner, gast.Name) and owner.id in s.active:
        if not is_differentiable(s.b.kinds[owner.id]):
            return
        s.add(owner.id, fit.cast(s.b, cotangent, s.atom(owner.id), s.base(owner.id)))


def _negative(s: Sweep, value: Atom) -> Atom:
    rhs = build.negate(value.node)
    atom = s.b.emit(s.b, rhs, value.kind, "t")
    s.b.owned.add(atom.name)
    return atom


def _reverse_write(s: Sweep, node: gast.stmt, owner: str) -> list[gast.stmt]:
    """Writes into an array: what was written receives the adjoint of its place.

    Returns what the forward half must hold before the write.
    """
    if owner not in s.adjoints:
        return []
    if isinstance(node, gast.Expr):
        index, value = node.value.args[1], node.value.args[2]
        sign, replaces = "+", False
    else:
        target = node.target if isinstance(node, gast.AugAssign) else node.targets[0]
        index, value = target.slice, node.value
        replaces = isinstance(node, gast.Assign)
        sign = "-" if not replaces and isinstance(node.op, gast.Sub) else "+"
    index, copies = _held_index(s, node, index)
    atom = value_of(s.b, value)
    adjoint = s.accumulator(owner)
    part = None
    if isinstance(atom, Atom) and atom.name in s.active:
        part = _read_back(s, owner, adjoint, index, atom, replaces)
    if replaces:
        place = build.subscript(adjoint.node, index)
        s.b.add(build.assign(place, build.constant(0.0), s.b.line))
    if part is not None:
        if sign == "-":
            part = _negative(s, part)
        whole = Atom(part.node, part.kind)
        s.add(atom.name, fit.fit(s.b, part, atom, whole, s.base(atom.name)))
    return copies


def _read_back(s: Sweep, owner: str, adjoint: Atom, index, atom: Atom, replaces):
    b = s.b
    value = value_of(b, index)
    if replaces and indexing.is_advanced(value) and indexing.may_repeat(value):
        callee = b.references.function(runtime.last_written)
        rhs = build.call(callee, [adjoint.node, index_argument(b, index)])
        kind = indexing.index_kind(b, adjoint.kind, value)
        part = b.emit(b, rhs, kind, s.base(atom.name))
        b.owned.add(part.name)
        return part
    part = indexing.read_array(b, adjoint, value, s.base(atom.name))
    if isinstance(part.kind, Array) and not indexing.is_advanced(value):
        part = calls.call_rule(b, np.copy, [part], {}, s.base(atom.name))
    return part
