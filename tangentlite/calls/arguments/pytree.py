"""Pytrees: flattening, mapping and rebuilding nested tuples, lists and dicts.

A leaf is anything but a container, identified by its path of keys and positions.
Floating numbers and arrays have derivatives, for other leaves these are None.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from tangentlite.builder.arguments import has_rows
from tangentlite.kinds.kind import FLOATING, is_differentiable, kind_of
from tangentlite.kinds.objects.defined_classes import container_in
from tangentlite.kinds.objects.user_objects import (
    attributes,
    is_users_class,
    stored,
    with_attributes,
    with_contents,
)
from tangentlite.runtime import copy_as_it_lies

Path = tuple[str | int, ...]


class Attribute(str):
    """The name of an attribute in a path."""

    __slots__ = ()


# Most values are of these classes, and others take long to be told apart.
_LEAVES = (np.ndarray, float, int, bool, str, type(None))
_PLAIN = (dict, list, tuple)


def leaves(value: Any) -> dict[Path, Any]:
    """Return the leaves of a value, keyed by path, from left to right.

    >>> leaves({'w': [1.0, 2.0], 'name': 'a'})
    {('w', 0): 1.0, ('w', 1): 2.0, ('name',): 'a'}
    >>> leaves(3.0)
    {(): 3.0}
    """
    return dict(_walk(value))


def floating(value: Any) -> dict[Path, Any]:
    """Return the leaves that have derivatives.

    >>> floating({'w': [1.0, 2], 'name': 'a'})
    {('w', 0): 1.0}
    """
    return {path: leaf for path, leaf in _walk(value) if _is_floating(leaf)}


def numbers(value: Any) -> dict[Path, Any]:
    """Return the leaves that are numbers, flags or arrays of them."""
    return {path: leaf for path, leaf in _walk(value) if is_number(leaf)}


def is_number(leaf: Any) -> bool:
    """Whether a leaf is a number, a flag or an array of them."""
    if isinstance(leaf, (np.generic, np.ndarray)):
        return leaf.dtype.kind in "biufc"
    return isinstance(leaf, (bool, int, float, complex))


def _is_floating(leaf: Any) -> bool:
    if type(leaf) in (np.ndarray, float):  # most are, and their kinds take long
        return type(leaf) is float or leaf.dtype.type in _FLOATING
    return is_number(leaf) and is_differentiable(kind_of(leaf))


_FLOATING = tuple(np.dtype(name).type for name in sorted(FLOATING))


def mapped(change: Callable[[Path, Any], Any], value: Any, path: Path = ()) -> Any:
    """Return a value with `change(path, leaf)` in place of each leaf.

    >>> mapped(lambda path, leaf: 2 * leaf, {'a': (1, [2]), 'b': 3})
    {'a': (2, [4]), 'b': 6}
    """
    kind = type(value)
    if kind in _LEAVES:
        return change(path, value)
    if kind is dict:
        return {k: mapped(change, item, (*path, k)) for k, item in value.items()}
    if kind not in _PLAIN and is_users_class(kind):
        held = attributes(value).items()
        parts = {k: mapped(change, item, (*path, Attribute(k))) for k, item in held}
        return with_attributes(value, parts)
    if not isinstance(value, (dict, tuple, list)):
        return change(path, value)
    items = [mapped(change, item, (*path, key)) for key, item in _items(value)]
    if container_in(type(value)) is not None:
        named = isinstance(value, dict)
        return with_contents(value, dict(zip(value, items)) if named else items)
    if isinstance(value, dict):
        return value | dict(zip(value, items))
    return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)


def copies(values: Iterable[Any]) -> list[Any]:
    """Return copies that a function may write; arrays keep their memory layout."""

    def own(path: Path, leaf: Any) -> Any:
        return copy_as_it_lies(leaf) if isinstance(leaf, np.ndarray) else leaf

    return [mapped(own, value) for value in values]


def replaced(value: Any, parts: Mapping[Path, Any]) -> Any:
    """Return a value with other leaves at some paths.

    >>> replaced({'a': 1.0, 'b': 2}, {('a',): 5.0})
    {'a': 5.0, 'b': 2}
    """
    return mapped(lambda path, leaf: parts.get(path, leaf), value)


def derivative(value: Any, parts: Mapping[Path, Any]) -> Any:
    """Return a derivative with the structure of a value, None where no part is given.

    In a table, columns without a derivative hold zeros.

    >>> derivative({'a': 1.0, 'b': 2}, {('a',): 5.0})
    {'a': 5.0, 'b': None}
    >>> derivative([(1, 2.0)], {(0, 1): 5.0})
    [(0.0, 5.0)]
    """
    if type(value) is np.ndarray:
        return parts.get(())
    zeros = dict.fromkeys(_in_tables(value, ()), 0.0)
    return mapped(lambda path, leaf: parts.get(path, zeros.get(path)), value)


def picked(value: Any, paths: Collection[Path]) -> dict[Path, Any]:
    """Return the parts of a value at some paths.

    >>> picked({'a': (1.0, 2.0)}, [('a', 1)])
    {('a', 1): 2.0}
    """
    return {path: _at(value, path) for path in paths}


def units(parts: Mapping[Path, Any], path: Path) -> Iterator[dict[Path, Any]]:
    """Yield the unit vectors of the part at a path, with zeros for the other parts.

    >>> for unit in units({('a',): 3.0, ('w',): np.array([4.0, 5.0])}, ('w',)):
    ...     print(unit)
    {('a',): 0.0, ('w',): array([1., 0.])}
    {('a',): 0.0, ('w',): array([0., 1.])}
    """
    zeros = {where: _filled(part, 0.0) for where, part in parts.items()}
    if np.ndim(parts[path]) == 0:
        yield zeros | {path: _filled(parts[path], 1.0)}
        return
    for index in np.ndindex(np.shape(parts[path])):
        unit = _filled(parts[path], 0.0)
        unit[index] = 1.0
        yield zeros | {path: unit}


def joined(parts: Mapping[Path, Any]) -> np.ndarray:
    """Return the entries of some numbers and arrays as one vector.

    >>> joined({('a',): np.ones((1, 2)), ('b',): 3.0})
    array([1., 1., 3.])
    """
    vectors = [np.ravel(np.asarray(part)) for part in parts.values()]
    return np.concatenate([np.zeros(0), *vectors])


def split(vector: np.ndarray, like: Mapping[Path, Any]) -> dict[Path, Any]:
    """Invert `joined`: return parts with the paths, types and shapes of `like`."""
    ends = np.cumsum([np.size(part) for part in like.values()])
    pieces = np.split(vector, ends[:-1])
    return {
        path: _shaped_like(part, piece)
        for (path, part), piece in zip(like.items(), pieces)
    }


def written(path: Path) -> str:
    """Return the text of a path after a name.

    >>> written(('layers', 0, 'w'))
    "['layers'][0]['w']"
    """
    return "".join(
        f".{key}" if isinstance(key, Attribute) else f"[{key!r}]" for key in path
    )


def entry(index: int, parts: Mapping[Path, Any]) -> str:
    """Return the text, after a name, of an entry of the joined parts.

    >>> entry(5, {('a',): 1.0, ('w',): np.ones((2, 3))})
    "['w'][1, 1]"
    """
    for path, part in parts.items():
        if index < np.size(part):
            where = map(str, np.unravel_index(index, np.shape(part)))
            return written(path) + (f"[{', '.join(where)}]" if np.ndim(part) else "")
        index -= np.size(part)
    raise IndexError("there are fewer entries")


def _walk(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    """Return the leaves of a value with their paths below one."""
    found: list[tuple[Path, Any]] = []
    _collect(value, path, found)
    return found


def _collect(value: Any, path: Path, found: list[tuple[Path, Any]]) -> None:
    kind = type(value)
    if kind in _LEAVES:
        found.append((path, value))
    elif kind not in _PLAIN and is_users_class(kind):
        for name, item in attributes(value).items():
            _collect(item, (*path, Attribute(name)), found)
    elif not isinstance(value, _PLAIN):
        found.append((path, value))
    else:
        for key, item in _items(value):
            _collect(item, (*path, key), found)


def _in_tables(value: Any, path: Path) -> Iterator[Path]:
    """Yield the paths of entries of tables."""
    kind = type(value)
    if kind in _LEAVES:
        return
    if isinstance(value, (tuple, list)) and has_rows(value):
        yield from (where for where, _ in _walk(value, path))
    elif kind not in _PLAIN and is_users_class(kind):
        for name, item in attributes(value).items():
            yield from _in_tables(item, (*path, Attribute(name)))
    elif isinstance(value, (dict, tuple, list)):
        for key, item in _items(value):
            yield from _in_tables(item, (*path, key))


def _items(value: dict | tuple | list) -> Iterable[tuple[Any, Any]]:
    return value.items() if isinstance(value, dict) else enumerate(value)


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = stored(value, key) if isinstance(key, Attribute) else value[key]
    return value


def _filled(leaf: Any, number: float) -> Any:
    if isinstance(leaf, np.ndarray):
        return np.full_like(leaf, number)
    return type(leaf)(number)


def _shaped_like(leaf: Any, entries: np.ndarray) -> Any:
    dtype = np.result_type(leaf)
    real = entries if dtype.kind == "c" else np.real(entries)
    array = real.astype(dtype).reshape(np.shape(leaf))
    return array if isinstance(leaf, np.ndarray) else type(leaf)(array[()])
