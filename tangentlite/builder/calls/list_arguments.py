"""Lists and tuples as arguments of functions of arrays: converted as NumPy does.

Before: `np.cross(x, [0, 0, 1])`. After: `t = np.array([0, 0, 1]); np.cross(x, t)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items
from typing import Any

from tangentlite.kinds.kind import Array, Kind, ListOf, Scalar, is_numeric
from tangentlite.rules.registry import Rule
from tangentlite.values.base import Atom, Range, Sequence, Value
from tangentlite.values.heap import List
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms

# makes an array of a list
Convert = Callable[[Value], Value]

# Parameters that are axes: a list of them is a tuple.
_AXES = frozenset({"axis", "axes"})
# Parameters of which a list of integers is one of sizes, places and the like.
_STRUCTURAL = _AXES | frozenset(
    """
    args bins constant_values deg destination end_values first indices
    indices_or_sections ind iter iterable k kth n new_shape obj ord others operands
    pad_width range repeats reps s seq shape shift size sizes source stat_length
    window_shape
    """.split()
)


def as_given(
    rule: Rule, arguments: Items, keywords: Mapping, convert: Convert
) -> tuple[list, dict]:
    """Return arguments with arrays for lists of numbers, and tuples for lists of axes.

    A list of integers stays one if the parameter's name is one of sizes or positions.
    """
    pairs = rule.with_parameters(arguments)
    given = [_given(parameter.name, value, convert) for parameter, value in pairs]
    named = {key: _given(key, value, convert) for key, value in keywords.items()}
    return [*given, *arguments[len(given) :]], named


def _given(name: str, value: Value, convert: Convert) -> Value:
    if name in _AXES and isinstance(value, Sequence):
        return Sequence(tuple(map(_as_axes, value.items)))
    if isinstance(value, Range):
        return convert(value)
    if name in _STRUCTURAL:
        return as_array(value, convert)
    return convert(value) if _is_of_numbers(value) else as_array(value, convert)


def _as_axes(value: Value) -> Value:
    """Return the axes that a range stands for, other values as they are."""
    known = value.known() if isinstance(value, Range) else None
    return value if known is None else Sequence(tuple(map(literal, known)))


def _is_of_numbers(value: Value) -> bool:
    """Whether a value is a list of numbers and arrays, nested perhaps."""
    if not isinstance(value, (Sequence, List)):
        return False
    items = tuple(value.held)
    return bool(items) and all(
        _is_of_numbers(item) or isinstance(item, Atom) and is_numeric(item.kind)
        for item in items
    )


def as_array(value: Value, convert: Convert) -> Value:
    """Return an array of the numbers or arrays in a list; integers may be a shape."""
    if _is_list_of_numbers(value.kind):
        return convert(value)
    if isinstance(value, (Sequence, List)) and any(map(_is_inexact, atoms(value))):
        return convert(value)
    return value


def _is_list_of_numbers(kind: Kind | None) -> bool:
    """Whether a kind is that of a list at run time, nested perhaps."""
    return isinstance(kind, ListOf) and _is_of_numbers_alone(kind.item)


def _is_of_numbers_alone(kind: Any) -> bool:
    if isinstance(kind, tuple):
        return all(map(_is_of_numbers_alone, kind))
    return isinstance(kind, (Scalar, Array)) or _is_list_of_numbers(kind)


def _is_inexact(atom: Atom) -> bool:
    kind = atom.kind
    if isinstance(kind, Array) or _is_list_of_numbers(kind):
        return True
    return isinstance(kind, Scalar) and (kind.dtype or "float")[:5] in _INEXACT


_INEXACT = ("float", "compl")
