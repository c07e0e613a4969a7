"""The truth of each kind of value: what `if`, `while`, `not` and `bool` ask for."""

from __future__ import annotations

from functools import partial

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import required_sizes
from tangentlite.kinds.kind import Array
from tangentlite.specialize.state import paths, restart
from tangentlite.values.alternatives import optional, select
from tangentlite.values.base import Atom, Known, Maybe, Range, Sequence, Value
from tangentlite.values.callable_values import Chosen
from tangentlite.values.heap import Cell, Instance
from tangentlite.values.iterables import View
from tangentlite.values.literals import literal
from tangentlite.values.objects import instances


@operations.test_value.of(Atom)
def of_number(b: Builder, value: Atom) -> Atom:
    """Return a run-time value itself: the program asks it."""
    return value


@operations.test_value.of(Array)
def of_array(b: Builder, value: Atom) -> Atom:
    """Return an array as a condition, which raises unless it has one entry."""
    kind = value.kind
    if not isinstance(kind, Array) or kind.shape == ():
        return value
    if not paths.catches(b) and required_sizes.of_truth(b, kind):
        return value
    if b.in_condition:
        raise restart.statements(b, "an array is a condition here.")
    return operations.call_rule(b, bool, [value], {}, "t")


@operations.test_value.of(Sequence, Cell, View)
def of_container(b: Builder, value: Sequence | Cell | View) -> Atom:
    """Return whether it has items."""
    return literal(bool(value.items))


@operations.test_value.of(Instance)
def of_object(b: Builder, value: Instance) -> Atom:
    """Return what its class defines; true if that is nothing."""
    for name in ("__bool__", "__len__"):
        method = instances.special(b, value, name)
        if method is not None:
            found = operations.call(b, method, [], {}, None, "t")
            return operations.test_value(b, found)
    return literal(True)


@operations.test_value.of(Known)
def of_known(b: Builder, value: Known) -> Atom:
    """Return the truth of the object."""
    return literal(bool(value.value))


@operations.test_value.of(Maybe)
def of_optional(b: Builder, value: Maybe) -> Atom:
    """Return the truth of an optional value; that of objects is asked where present."""
    inner = value.value
    if not optional.answers_itself(inner):
        return optional.truth(value, operations.test_value(b, inner))
    if b.in_condition:
        raise restart.statements(b, "what may be None is a condition here.")
    none, some = partial(literal, False), partial(operations.test_value, b, inner)
    return operations.as_atom(b, operations.choose(b, value.flag, none, some, "t"))


@operations.test_value.of(Chosen)
def of_choice(b: Builder, value: Chosen) -> Atom:
    """Return the truth of the one that its flag chooses."""
    ways = [operations.test_value(b, way) for way in (value.first, value.second)]
    return select.one_of(value.flag, *ways)


@operations.test_value.of(Range)
def of_range(b: Builder, value: Range) -> Atom:
    """Return whether it has items."""
    count = operations.length(b, value)
    return operations.compare(b, [gast.Gt()], [count, literal(0)], "t")


@operations.test_value.otherwise
def of_others(b: Builder, value: Value) -> Atom:
    """Return that functions and iterators are true."""
    return literal(True)
