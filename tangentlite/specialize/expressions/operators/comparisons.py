"""Comparisons, decided statically where possible."""

from __future__ import annotations

import collections
from collections.abc import Sequence as Items
from typing import Any

import gast

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.inference.result_kinds import operation_kind
from tangentlite.builder.memory import ownership
from tangentlite.builder.naming import is_of_open_kind
from tangentlite.by_kind import ByPair
from tangentlite.ir.leaves import COMPARE
from tangentlite.kinds.kind import (
    Array,
    Kind,
    Opaque,
    Scalar,
    is_differentiable,
    is_numeric,
    rank,
    text_type,
)
from tangentlite.kinds.objects.number_classes import NUMERIC
from tangentlite.operations import implements
from tangentlite.specialize.expressions.operators import operator_methods
from tangentlite.specialize.library import standard_functions
from tangentlite.specialize.outside import asked_classes
from tangentlite.specialize.state import restart
from tangentlite.values.alternatives import optional, select
from tangentlite.values.base import Atom, Known, Maybe, Sequence, Value
from tangentlite.values.callable_values import LocalFunction, Partial
from tangentlite.values.heap import Dictionary, Instance, List, Set
from tangentlite.values.iterables import View
from tangentlite.values.literals import literal
from tangentlite.values.objects import identity
from tangentlite.values.structure import is_container


@implements(operations.compare)
def compare(b: Builder, node_ops: Items, values: Items, base: str):
    """Emit a comparison, chained or not; decide it where it is decided now."""
    if isinstance(node_ops[0], (gast.In, gast.NotIn)) and isinstance(values[1], View):
        values = [values[0], _viewed(b, values[1]), *values[2:]]
    if any(isinstance(value, Maybe) for value in values):
        return optional.compare(b, node_ops, values, base)
    if len(node_ops) == 1:
        found = operator_methods.compare(b, node_ops[0], values[0], values[1], base)
        if found is None:
            found = select.compare(b, node_ops[0], values[0], values[1], base)
        if found is not None:
            return found
    elif operator_methods.are_overloaded(*values):
        return operator_methods.chained(b, node_ops, values, base)
    decided = _decide(b, node_ops, values)
    if decided is not None:
        return literal(decided)
    if isinstance(node_ops[0], (gast.In, gast.NotIn)):
        if isinstance(values[1], (Dictionary, Set)):
            restart.unroll_if_possible(b)
    if type(node_ops[0]) in (gast.In, gast.NotIn) and len(node_ops) == 1:
        values = [values[0], _searched(b, *values)]
    identity.require_known(b, node_ops, values)
    parts = [operations.as_atom(b, value) for value in values]
    kind: Kind = Scalar("bool")
    kinds = _of_text([part.kind for part in parts])
    if len(node_ops) == 1 and all(map(is_numeric, kinds)):
        function = COMPARE.get(type(node_ops[0]))
        if function is not None:
            kind = operation_kind(b, function, kinds)
    rhs = gast.Compare(parts[0].node, list(node_ops), [p.node for p in parts[1:]])
    return operands.emit_owned(b, rhs, kind, base)


def _of_text(kinds: list[Kind]) -> list[Kind]:
    """Return the kinds of operands; text beside an array of text is an entry of it."""
    found = {k.dtype for k in kinds if isinstance(k, Array) and text_type(k.dtype)}
    if len(found) != 1:
        return kinds
    dtype = found.pop()
    is_entry = lambda kind: kind == Opaque(text_type(dtype))  # noqa: E731
    return [Scalar(dtype, False) if is_entry(kind) else kind for kind in kinds]


def _searched(b: Builder, wanted: Value, value: Value) -> Value:
    """Return the tuple that `in` searches in place of a set or dict."""
    if not isinstance(value, (Set, Dictionary)):
        return value
    if is_numeric(kind := getattr(wanted, "kind", None)) and rank(kind) != 0:
        what = "an array cannot be looked for in a set or dict."
        raise b.error(what, "Make it a number: float(v).")
    if isinstance(value, Set):
        return Sequence(value.items)
    return Sequence(tuple(map(literal, value.keys)))


def _viewed(b: Builder, view: View) -> Dictionary | List:
    """Return the container of the keys, values or items of a view."""
    return view.owner if view.what == "keys" else List(b.heap, view.items)


def _is_literal(value: Value) -> bool:
    return isinstance(value, Atom) and value.name is None


def _decide(b: Builder, ops: Items, values: Items) -> bool | None:
    outcome: bool | None = True
    for op, left, right in zip(ops, values, values[1:]):
        outcome = _decide_one(b, op, left, right)
        if outcome is not True:
            return outcome
    return outcome


def _decide_one(b: Builder, op, left: Value, right: Value) -> bool | None:
    if isinstance(op, (gast.Is, gast.IsNot)):
        return _decide_identity(b, op, left, right)
    if isinstance(op, (gast.In, gast.NotIn)) and isinstance(right, Dictionary):
        if left.is_static:
            found = _is_in(b, left.static_value(), dict.fromkeys(right.keys))
            return found is isinstance(op, gast.In)
    if isinstance(op, (gast.Eq, gast.NotEq)) and _is_same_size(b, left, right):
        return isinstance(op, gast.Eq)
    if _differ_in_order(left, right):
        return {gast.Eq: False, gast.NotEq: True}.get(type(op))
    if isinstance(op, (gast.In, gast.NotIn)) and type(right) is Sequence:
        if right.items and all(_is_other_class(b, left, one) for one in right.items):
            return isinstance(op, gast.NotIn)
    if _never_equal(b, left, right) or _never_equal(b, right, left):
        asked_classes.note_other(b, left, right)
        asked_classes.note_other(b, right, left)
        return {gast.Eq: False, gast.NotEq: True}.get(type(op))
    if not (left.is_static and right.is_static):
        return None
    a, c = left.static_value(), right.static_value()
    if isinstance(op, (gast.In, gast.NotIn)):
        return _is_in(b, a, c) is isinstance(op, gast.In)
    try:
        return bool(COMPARE[type(op)](a, c))
    except TypeError:
        return None


def _is_in(b: Builder, item: object, container: Any) -> bool:
    """Return `item in container` of what is known; raise what Python raises."""
    try:
        return item in container
    except TypeError as error:
        raise operations.certain_error(b, error, "Check the types.", None) from None


def _decide_identity(b: Builder, op, left: Value, right: Value) -> bool | None:
    identity.require_followed(b, left, right)
    plain = _is_literal(left) != _is_literal(right) or _are_tuples(left, right)
    if plain and getattr(b.frame.function, "__globals__", None) is vars(
        standard_functions
    ):
        return isinstance(op, gast.IsNot)  # the library asks for equality as well
    same = _IS(b, op, left, right)
    return same if same is None or isinstance(op, gast.Is) else not same


def _one_known(b: Builder, op, left: Known, right: Known) -> bool:
    return left.value is right.value


def _flag(b: Builder, op, left: Value, right: Value):
    if not (_is_flag(left) or _is_flag(right)):
        return NotImplemented
    same = _is_same_flag(b, left, right)
    if same is not None:
        for one, other in ((left, right), (right, left)):
            if _is_flag(other):
                asked_classes.note(b, one, bool, False)
    return same


def _one_container(b: Builder, op, left: Value, right: Value):
    both = is_container(left) and is_container(right)
    return identity.is_one(b, left, right) if both else NotImplemented


def _object(b: Builder, op, left: Value, right: Value):
    opaque = isinstance(left.kind, Opaque) or isinstance(right.kind, Opaque)
    return NotImplemented if opaque else False


def _left_known(b: Builder, op, left: Known, right: Value):
    return NotImplemented if _may_be_known(b, right, left) else False


def _right_known(b: Builder, op, left: Value, right: Known):
    return NotImplemented if _may_be_known(b, left, right) else False


def _one_name(b: Builder, op, left: Atom, right: Atom):
    """Decide it where it is known: the text may share what is computed twice."""
    if left.name is not None and left.name == right.name:
        return True
    return False if _are_two_objects(b, left, right) else NotImplemented


def _are_two_objects(b: Builder, left: Atom, right: Atom) -> bool:
    """Whether two arrays, or two numbers that are not whole, are surely two objects."""
    if isinstance(left.kind, Array) and isinstance(right.kind, Array):
        one, other = (ownership.same_objects(b, str(v.name)) for v in (left, right))
        return one.isdisjoint(other)
    if not (is_differentiable(left.kind) and is_differentiable(right.kind)):
        return False
    names, given = {str(left.name), str(right.name)}, b.outside.given()
    made = {name for name in names if _is_made(b, b.definitions.get(name))}
    return bool(made) and names <= made | given


def _is_made(b: Builder, rhs: gast.expr | None) -> bool:
    """Whether an operation makes a new number; an item of a list is one that was."""
    if isinstance(rhs, gast.Subscript):
        owner = b.kinds.get(getattr(rhs.value, "id", ""))
        return isinstance(owner, Array)
    return isinstance(rhs, gast.BinOp)


def _undecided(b: Builder, op, left: Value, right: Value) -> None:
    """Return nothing: it is decided when the program runs."""


# `left is right`, None if it is known only when the program runs.
_IS = ByPair(
    (Known, Known, _one_known),
    (Atom, Atom, _one_name),
    (Value, Value, _flag),
    (Value, Value, _one_container),
    (Instance, Value, _object),
    (Value, Instance, _object),
    (Known, Value, _left_known),
    (Value, Known, _right_known),
    (Value, Value, _undecided),
)


def _may_be_known(b: Builder, value: Value, known: Known) -> bool:
    """Whether a run-time value may be a known object; notes that it is not."""
    kind = value.kind
    if isinstance(kind, Opaque) and isinstance(known.value, kind.type or object):
        return not _is_other_class(b, value, known)
    asked_classes.note_other(b, value, known)
    return False


def _is_other_class(b: Builder, value: Value, known: Value) -> bool:
    """Whether a value is the class of a number or array, another is no such class."""
    cls: Any = getattr(known, "value", None)
    own: Any = getattr(value, "node", None)
    if not isinstance(cls, type) or own is None:
        return False
    call = b.definitions.get(str(getattr(value, "name", None)), own)
    if not isinstance(call, gast.Call):
        return False
    asked = b.references.objects.get(getattr(call.func, "id", "")) is type
    named = b.kinds.get(getattr(call.args[0], "id", "")) if asked else None
    return is_numeric(named) and cls not in NUMERIC


def _is_same_size(b: Builder, left: Value, right: Value) -> bool:
    """Whether a template compares the sizes of axes that are known to be equal."""
    if not b.source.generated:
        return False
    if type(left) is Sequence and type(right) is Sequence:
        pairs = list(zip(left.items, right.items))
        alike = len(left.items) == len(right.items)
        return alike and all(_decide_one(b, gast.Eq(), *pair) for pair in pairs)
    one, other = (
        getattr(getattr(v, "kind", None), "size", None) for v in (left, right)
    )
    if one is None or other is None:
        return False
    return b.sizes.find(one) == b.sizes.find(other)


def _is_flag(value: Value) -> bool:
    return value.is_static and isinstance(value.static_value(), bool)


def _is_same_flag(b: Builder, left: Value, right: Value) -> bool | None:
    """Return `left is right` where one is True or False, None if it is not known."""
    if left.is_static and right.is_static:
        return left.static_value() is right.static_value()
    if is_of_open_kind(b, left) or is_of_open_kind(b, right):
        return None  # a flag on one path, an array or a number on another
    kinds = [getattr(value, "kind", None) for value in (left, right)]
    numbers = [
        kind
        for kind in kinds
        if isinstance(kind, Array)
        or is_numeric(kind)
        and kind.dtype not in (None, "bool")
    ]
    return False if numbers or any(map(is_container, (left, right))) else None


def _differ_in_order(left: Value, right: Value) -> bool:
    """Whether two ordered dicts have their keys in different orders."""
    ordered = [
        value
        for value in (left, right)
        if isinstance(value, Dictionary) and value.shown is collections.OrderedDict
    ]
    return len(ordered) == 2 and ordered[0].keys != ordered[1].keys


def _are_tuples(left: Value, right: Value) -> bool:
    return type(left) is Sequence and type(right) is Sequence


def _never_equal(b: Builder, left: Value, right: Value) -> bool:
    """Whether one value is a number and the other one text, or one is a function."""
    if _is_other_class(b, left, right):
        return True
    if isinstance(left, (LocalFunction, Partial)) and _is_flag(right):
        return True
    kind = left.kind if isinstance(left, Atom) else None
    text = isinstance(right, Known) and isinstance(right.value, (str, bytes))
    return isinstance(kind, Scalar) and text
