"""Guards: the values and kinds of globals that generated text relies on."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tangentlite.builder.arguments import argument_kind
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar, Structure
from tangentlite.kinds.objects.guard_facts import FACTS
from tangentlite.kinds.objects.user_objects import attributes, has_items
from tangentlite.kinds.sizes.exact import Exactly, exact_data
from tangentlite.kinds.sizes.requirements import (
    Size,
    root_of,
    text_of_size,
    value_of_sum,
)
from tangentlite.values.base import Known


def holds(guard: tuple) -> bool:
    """Whether a global still has the value or kind a variant was generated for."""
    _, name, fact, namespace = guard
    if isinstance(fact, FACTS):
        return fact.holds(namespace, name)
    if name not in namespace:
        return False
    value = namespace[name]
    if isinstance(fact, Exactly):
        return has_exact_data(value, name, fact)
    if isinstance(fact, KINDS):
        return argument_kind(value, name) == fact or kind_matches(value, name, fact)
    return value is fact


def meets(generated: Any, values: Mapping[str, object], always: bool = False) -> bool:
    """Whether sizes of arguments, captured and global data meet a text's conditions.

    With `always`, only the conditions of code that every call runs.
    """
    loops = generated.loops
    if loops is not None and not always and not loops.suits(values):
        return False
    size = _sizes_for(generated, values)
    return all(
        requirement.holds(size)
        for requirement in generated.requires
        if requirement.everywhere or not always
    )


def widest(generated: Any, values: Mapping[str, object]) -> int:
    """Return how many entries the largest value with a leading axis has per example."""
    size = _sizes_for(generated, values)
    return max(
        (
            math.prod(max(value_of_sum(axis, size), 0) for axis in shape)
            for shape in generated.per_example
        ),
        default=1,
    )


def _sizes_for(generated: Any, values: Mapping[str, object]) -> Callable[[Size], int]:
    """Return what looks up sizes of arguments, captured and global data."""

    def size(of: Size) -> int:
        root = root_of(of)
        if root in values:
            held = values[root]
        elif root in generated.cells:
            held = generated.cells[root].cell_contents
        else:
            held = generated.function.__globals__[root]
        return eval(text_of_size(of), {}, {root: held})

    return size


def has_exact_data(value: object, name: str, fact: Exactly) -> bool:
    """Whether data has the kind, integers and sizes that a text was generated for."""
    return exact_data(argument_kind(value, name), value) == fact.kind


KINDS = (Scalar, Array, ListOf, Structure, Opaque)


def kind_matches(value: object, name: str, fact: object) -> bool:
    """Whether a value has a kind that a text was generated for."""
    if fact == Opaque(list):
        return type(value) is list
    kind = argument_kind(value, name)
    if isinstance(kind, Known):
        return isinstance(fact, Opaque) and fact.type is type(value)
    if isinstance(kind, Array) and isinstance(fact, Array):
        ones = [[dim == 1 for dim in known.shape or ()] for known in (kind, fact)]
        return kind.dtype == fact.dtype and ones[0] == ones[1]
    if isinstance(kind, Scalar) and isinstance(fact, Scalar):
        return (kind.dtype, kind.weak) == (fact.dtype, fact.weak)
    if isinstance(kind, ListOf) and isinstance(fact, ListOf):
        return _anonymous(kind.item) == _anonymous(fact.item)
    if isinstance(kind, Structure) and isinstance(fact, Structure):
        return _has_lists(fact) and _structure_matches(value, name, kind, fact)
    return kind == fact


def _has_lists(fact: object) -> bool:
    """Whether lists of any length are somewhere in a structure."""
    if isinstance(fact, Structure):
        return any(map(_has_lists, fact.items))
    return fact == Opaque(list)


def _structure_matches(value: Any, name: str, kind: Structure, fact: Structure) -> bool:
    if replace(kind, items=()) != replace(fact, items=()):
        return False
    items = value if has_items(kind.type) else attributes(value)
    return all(
        one == known or kind_matches(items[key], name, known)
        for key, one, known in zip(kind.keys, kind.items, fact.items)
    )


def _anonymous(kind: object) -> object:
    if isinstance(kind, tuple):
        return type(kind), tuple(_anonymous(item) for item in kind)
    if isinstance(kind, Array):
        return kind.dtype, None if kind.shape is None else len(kind.shape)
    return kind
