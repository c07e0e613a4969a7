"""Assignments: the value for a target, and what it is bound to."""

from __future__ import annotations

import gast

from tangentlite import handlers, operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import base_name
from tangentlite.builder.writes import flat
from tangentlite.frontend.source_liveness import bound_in_block
from tangentlite.ir import build
from tangentlite.ir.fact_cache import once
from tangentlite.ir.names import TEMPORARY
from tangentlite.ir.rewrite import names_in
from tangentlite.operations import implements
from tangentlite.specialize.expressions import expressions
from tangentlite.specialize.outside import module_variables
from tangentlite.specialize.statements import element_writes, unpacking
from tangentlite.values.base import Atom, Maybe, Value
from tangentlite.values.callable_values import UNBOUND, Unbound
from tangentlite.values.heap import Instance
from tangentlite.values.iterables import as_iterator
from tangentlite.values.objects import attributes, written_attributes


@handlers.statement(gast.AnnAssign)
def _annotated(b: Builder, node: gast.AnnAssign) -> None:
    if node.value is not None:
        bind_target(b, node.target, evaluate_for(b, node.target, node.value))


@handlers.statement(gast.Assign)
def _assign(b: Builder, node: gast.Assign) -> None:
    if not b.frame.wants(node.targets[0]):
        return
    value = _placeholder(b, node.value)
    if value is None:
        value = evaluate_for(b, node.targets[0], node.value)
    for target in node.targets:
        bind_target(b, target, value)


def _placeholder(b: Builder, node: gast.expr) -> Value | None:
    """Return the placeholder that generated code assigns, None for other values.

    A variable without a value is None there, or a copy of such a variable.
    """
    if not b.source.is_derivative:
        return None
    if isinstance(node, gast.Name):
        value = b.frame.variables.get(node.id)
        optional = isinstance(value, Maybe) and value.absent == UNBOUND
        return value if optional or isinstance(value, Unbound) else None
    is_none = isinstance(node, gast.Constant) and node.value is None
    return UNBOUND if is_none else None


def evaluate_for(b: Builder, target: gast.expr, node: gast.expr) -> Value:
    """Walk an expression whose result is bound to a target."""
    named = isinstance(target, gast.Name)
    bound = frozenset({target.id}) if named else bound_in_block([target])
    frame = b.frame
    frame.live = (frame.live - bound) | _read_twice(node)
    base = base_name(target.id) if named else TEMPORARY
    base = frame.bases.get(target.id, base) if named else base
    items = target.elts if isinstance(target, gast.Tuple) else ()
    frame.targets = tuple(getattr(item, "id", "t") for item in items)
    return operations.evaluate(b, node, base)


@once
def _read_twice(node: gast.expr) -> frozenset[str]:
    """Variables that an expression reads twice, as a call in between may write them."""
    seen: set[str] = set()
    twice: set[str] = set()
    for name in names_in(node):
        (twice if name in seen else seen).add(name)
    return frozenset(twice)


@implements(operations.bind_target)
def bind_target(b: Builder, target: gast.expr, value: Value) -> None:
    """Bind a value to a name, a tuple of targets, or an element or slice."""
    value = as_iterator(b.heap, value)
    if isinstance(target, gast.Name):
        operations.bind_name(b, target.id, value)
        _name_after(b, target.id, value)
    elif isinstance(target, (gast.Tuple, gast.List)):
        unpacking.unpack(b, target, value)
    elif isinstance(target, gast.Subscript):
        owner = operations.present(b, operations.evaluate(b, target.value))
        element_writes.write(b, target, owner, value)
    elif isinstance(owner := expressions.holder(b, target), Instance):
        attributes.write(b, owner, target.attr, value, target)
    elif (place := module_variables.owner_in(owner)) is not None:
        module_variables.bind(b, place, target.attr, value)
    else:
        owner = written_attributes.written_attribute(b, owner, target)
        if (flattened := flat.flat_owner(owner)) is not None:
            stored = flat.write_all(b, flattened, value, target)
            if stored is None:
                return
            owner, value = flattened, stored
        given = operations.present(b, value)
        value = operands.operand(b, given)
        written_attributes.require_axes(b, owner, given, value, target)
        element_writes.write(
            b, build.subscript(target, build.constant(...)), owner, value
        )


def _name_after(b: Builder, variable: str, value: Value) -> None:
    """Name a value after the first variable that holds it.

    A name that a callee has given is replaced by one of the caller.
    """
    name = value.name if isinstance(value, Atom) else None
    if name is None or b.source.generated:
        return
    if (
        b.bases.get(name) == TEMPORARY
        or name in b.outside.read_items
        or _is_of_callee(b, name)
    ):
        b.outside.read_items.discard(name)
        b.bases[name] = base_name(variable)


def _is_of_callee(b: Builder, name: str) -> bool:
    """Whether a value was made in a call that has ended, and one variable holds it."""
    made_in = b.memory.places[name][0] if name in b.memory.places else b.frame
    held = (getattr(value, "name", "") for value in b.frame.variables.values())
    return made_in not in b.control.frames and sum(other == name for other in held) == 1
