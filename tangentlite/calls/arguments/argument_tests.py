"""The tests of arguments in a generated dispatcher, as the text of expressions."""

from __future__ import annotations

import enum
import types
from collections.abc import Container
from typing import Any

import numpy as np

from tangentlite.calls.generated.guards import KINDS, has_exact_data, kind_matches
from tangentlite.kinds.kind import Array, ListOf, Scalar, Structure, text_type
from tangentlite.kinds.objects.foreign import has_namespace, library_dtype
from tangentlite.kinds.objects.guard_facts import FACTS, Code, InThisProcess, Members
from tangentlite.kinds.objects.user_objects import (
    attributes,
    has_items,
    is_record,
    key_types,
    made_with,
    slots,
)
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.kinds.sizes.exact import Exactly
from tangentlite.kinds.sizes.requirements import Size, root_of
from tangentlite.values.base import Known


def kind_tests(kind: Any, text: str, place: dict[str, object]) -> list[str]:
    """Return the tests that an argument of a kind satisfies."""
    if isinstance(kind, Known):
        return [_value_test(kind.value, text, place)]
    if isinstance(kind, Structure):
        return _structure_tests(kind, text, place)
    if isinstance(kind, Scalar):
        return [_scalar_test(kind, text, place)]
    if isinstance(kind, Array):
        return _array_tests(kind, text, place)
    if isinstance(kind, ListOf):
        matches, fact = named(place, kind_matches), named(place, kind)
        return [f"{matches}({text}, '', {fact})"]
    return [f"_tl_type({text}) is {named(place, kind.type)}"]


def _structure_tests(kind: Structure, text: str, place: dict[str, object]) -> list:
    tests = [f"_tl_type({text}) is {named(place, kind.type)}"]
    if kind.made_with is not None:
        what = named(place, kind.made_with)
        tests.append(f"{named(place, made_with)}({text}) == {what}")
    if issubclass(kind.type, dict):
        tests += _keys_tests(kind, text, place)
    elif has_items(kind.type):
        tests.append(f"_tl_len({text}) == {len(kind.keys)}")
    elif not is_record(kind.type) and kind.type not in (set, frozenset):
        tests.append(_names_test(kind, text, place))
    owner = text if text.isidentifier() else "item"
    for position, (key, item) in enumerate(zip(kind.keys, kind.items)):
        # Named by the first test of the item, so that it is looked up once.
        name = f"_tl_{owner}_{position}"
        first, *others = kind_tests(item, name, place)
        spelled = _spelled(key, place)
        read = f"{text}[{spelled}]" if has_items(kind.type) else f"{text}.{key}"
        tests.append(first.replace(name, f"({name} := {read})", 1))
        tests.extend(others)
    return tests


def _keys_tests(kind: Structure, text: str, place: dict[str, object]) -> list[str]:
    """Return the tests that a dict has these keys, in this order."""
    tests = [f"{named(place, tuple)}({text}) == {_spelled(kind.keys, place)}"]
    if kind.types:
        types = named(place, kind.types)
        tests.append(f"{named(place, key_types)}({text}) == {types}")
    elif any(type(key) is int for key in kind.keys):  # True is equal to 1
        types = named(place, [type(key) for key in kind.keys])
        tests.append(f"[*map(_tl_type, {text})] == {types}")
    return tests


def _spelled(key: object, place: dict[str, object]) -> str:
    """Return the text of a key or of several, with names for enumeration members."""
    if isinstance(key, tuple):
        parts = [_spelled(part, place) for part in key]
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    return named(place, key) if isinstance(key, enum.Enum) else repr(key)


def _names_test(kind: Structure, text: str, place: dict[str, object]) -> str:
    """Return the test that an object has exactly these attributes."""
    if slots(kind.type):
        found = f"{named(place, attributes)}({text})"
        return f"{named(place, tuple)}({found}) == {kind.keys!r}"
    return f"(*{text}.__dict__,) == {kind.keys!r}"


def shape_tests(kind: object, owner: str, tangent: str, place: dict) -> list[str]:
    """Return the tests that a tangent's arrays have the shapes of their primals."""
    if isinstance(kind, Array):
        return [f"{tangent}.shape == {owner}.shape"]
    if not isinstance(kind, Structure):
        return []
    pairs = zip(kind.keys, kind.items)
    if not has_items(kind.type):  # a tangent may lack parts without a derivative
        return []
    found = []
    for key, item in pairs:
        part = f"[{_spelled(key, place)}]"
        found += shape_tests(item, owner + part, tangent + part, place)
    return found


def _value_test(value: object, text: str, place: dict[str, object]) -> str:
    if value is None or isinstance(value, bool):
        return f"{text} is {value}"
    if isinstance(value, range):  # all empty ranges are equal
        of_type = f"_tl_type({text}) is {named(place, range)}"
        return f"({of_type} and {named(place, repr)}({text}) == {repr(value)!r})"
    if isinstance(value, enum.Enum) or not isinstance(value, str):  # as a function
        return f"{text} is {named(place, value)}"
    of_type = f"_tl_type({text}) is {named(place, type(value))}"
    return f"({of_type} and {text} == {str(value)!r})"


def _scalar_test(kind: Scalar, text: str, place: dict[str, object]) -> str:
    if kind.dtype == "float64":
        return f"(_tl_type({text}) is _tl_float or _tl_type({text}) is _tl_float64)"
    if kind.dtype == "complex128":
        name = named(place, np.complex128)
        python = named(place, complex)
        return f"(_tl_type({text}) is {python} or _tl_type({text}) is {name})"
    if kind.weak:
        own = bool if kind.dtype == "bool" else int
        return f"_tl_type({text}) is {named(place, own)}"
    return f"_tl_type({text}) is {named(place, np.dtype(kind.dtype).type)}"


def _array_tests(kind: Array, text: str, place: dict[str, object]) -> list[str]:
    shape = kind.shape or ()
    dtype = named(place, np.dtype(kind.dtype))
    owner = "_tl_ndarray" if kind.library is None else named(place, kind.library)
    own = f"{text}.dtype"
    if kind.library is not None and has_namespace(kind.library):
        own = f"{named(place, library_dtype)}({text})"
        place["_tl_len"] = _first_size  # they need not have a length
    tests = [
        f"_tl_type({text}) is {owner}",
        f"{own} {'is' if text_type(kind.dtype) is None else '=='} {dtype}",
        f"{text}.ndim == {len(shape)}",
    ]
    # Each read of `shape` makes a new tuple.
    sizes = [f"_tl_shape[{axis}]" for axis in range(len(shape))]
    sizes[:1] = [f"(_tl_shape := {text}.shape)[0]"] if len(shape) > 1 else []
    if len(shape) == 1:
        sizes = [size_text(f"{text}.shape[0]")]
    for size, dim in zip(sizes, shape):
        tests.append(f"{size} {'!=' if isinstance(dim, Symbol) else '=='} 1")
    return tests


def _first_size(value: Any) -> int:
    return value.shape[0] if hasattr(value, "shape") else len(value)


def size_text(size: str) -> str:
    """Return a faster expression for the size of an array's axis.

    >>> size_text("4 * x.shape[0]")
    '4 * _tl_len(x)'
    """
    factor, times, array = size.rpartition(" * ")
    owner = array.removesuffix(".shape[0]")
    return size if owner == array else f"{factor}{times}_tl_len({owner})"


def size_in_test(
    size: Size, parameters: Container[str], generated: Any, place: dict[str, object]
) -> str:
    """Return the text of a size of an argument, or of captured or global data."""
    (owner, axis), root = size, root_of(size)
    if root in generated.cells:
        cell = named(place, generated.cells[root])
        owner = f"{cell}.cell_contents{owner.removeprefix(root)}"
    elif root not in parameters:
        namespace = named(place, generated.function.__globals__)
        owner = f"{namespace}[{root!r}]{owner.removeprefix(root)}"
    if axis is None:
        return owner
    return size_text(f"{owner}.shape[{axis}]")


def guard_tests(guard: tuple, place: dict[str, object]) -> list[str]:
    """Return the tests that a global is unchanged."""
    _, name, fact, namespace = guard
    if isinstance(fact, Code) and fact.keywords is None:
        function = named(place, namespace)
        tests = [f"{function}.__code__ is {named(place, fact.code)}"]
        if fact.defaults is not None:
            tests.append(f"{function}.__defaults__ is {named(place, fact.defaults)}")
        return tests
    if isinstance(fact, Members):
        return _member_tests(fact, namespace, place)
    if isinstance(fact, InThisProcess):
        return []
    if isinstance(fact, FACTS):
        return [f"{named(place, fact.holds)}({named(place, namespace)}, {name!r})"]
    text = f"{named(place, namespace)}[{name!r}]"
    if isinstance(fact, Exactly):
        same = named(place, has_exact_data)
        return [f"{same}({text}, {name!r}, {named(place, fact)})"]
    if isinstance(fact, KINDS):
        return kind_tests(fact, text, place)
    return [f"{text} is {named(place, fact)}"]


def _member_tests(fact: Members, namespace, place: dict[str, object]) -> list[str]:
    found, owner = named(place, namespace), named(place, fact.owner)
    tests = [f"_tl_len({found}) == {fact.count}"]
    for name, value in fact.fixed:
        plain = isinstance(value, types.FunctionType) and name.isidentifier()
        text = f"{owner}.{name}" if plain else f"{found}[{name!r}]"
        tests.append(f"{text} is {named(place, value)}")
    return tests


def named(place: dict[str, object], value: object) -> str:
    """Return the name of an object in the namespace of the tests, added if new."""
    for name, known in place.items():
        if known is value:
            return name
    name = f"_tl_known{len(place)}"
    place[name] = value
    return name
