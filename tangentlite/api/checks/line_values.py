"""Values of what a line reads, without running any code of the user's."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np


def values_read(
    parts: list[ast.AST],
    text: str,
    names: Mapping[str, object],
    where: str,
    shape: tuple | None,
) -> Iterator[tuple[str, str]]:
    """Yield what parts of a text read, with short texts of its values.

    That are variables, attributes and items; of arrays of a shape it is the entry at a
    place, too.

    >>> tree = ast.parse("d['a'] / x[1:]")
    >>> names = {"d": {"a": 2.0}, "x": np.array([1.0, 0.0])}
    >>> list(values_read([tree], "d['a'] / x[1:]", names, "", None))
    [("d['a']", '2.0'), ('x[1:]', '[0.]'), ('x', '[1., 0.]')]
    """
    place = tuple(map(int, where.strip("[]").split(", "))) if where else ()
    found: dict[str, Any] = {}
    for part in parts:
        for node, value in _read(part, names):
            shown = ast.get_source_segment(text, node) or ast.unparse(node)
            found.setdefault(" ".join(shown.split()), value)
    for shown, value in found.items():
        yield shown, _short(value)
        if place and isinstance(value, np.ndarray) and value.shape == shape:
            yield f"{shown}{where}", str(value[place])


def _read(node: ast.AST, names: Mapping[str, object]) -> Iterator[tuple[Any, Any]]:
    """Yield the longest operands that have a value, and the variables in them."""
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
        is_written = isinstance(node.ctx, ast.Store) and not isinstance(node, ast.Name)
        value = _MISSING if is_written else _value(node, names)
        if isinstance(value, (float, int, complex, np.generic, np.ndarray)):
            yield node, value
            while isinstance(node, (ast.Attribute, ast.Subscript)):
                if isinstance(node, ast.Subscript):
                    yield from _read(node.slice, names)
                node = node.value
            if isinstance(node, ast.Name):
                yield from _read_name(node, names)
            return
    for part in ast.iter_child_nodes(node):
        yield from _read(part, names)


def _read_name(
    node: ast.Name, names: Mapping[str, object]
) -> Iterator[tuple[ast.Name, Any]]:
    value = names.get(node.id)
    if isinstance(value, (float, int, complex, np.generic, np.ndarray)):
        yield node, value


_MISSING: Any = object()


def _value(node: ast.AST | None, names: Mapping[str, object]) -> Any:
    """Return what an expression reads, `_MISSING` unless that runs no code."""
    match node:
        case None:
            return None
        case ast.Constant():
            return node.value
        case ast.Name():
            return names.get(node.id, _MISSING)
        case ast.Attribute():
            return _attribute(_value(node.value, names), node.attr)
        case ast.Subscript():
            return _item(_value(node.value, names), _value(node.slice, names))
        case ast.Slice():
            ends = [_value(one, names) for one in (node.lower, node.upper, node.step)]
            return slice(*ends) if all(map(_is_plain, ends)) else _MISSING
        case ast.Tuple():
            items = tuple(_value(one, names) for one in node.elts)
            return _MISSING if any(one is _MISSING for one in items) else items
        case ast.UnaryOp(op=ast.USub()):
            value = _value(node.operand, names)
            return -value if _is_number(value) else _MISSING
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            left, right = _value(node.left, names), _value(node.right, names)
            if not _is_number(left) or not _is_number(right):
                return _MISSING
            return left + right if isinstance(node.op, ast.Add) else left - right
    return _MISSING


def _is_number(value: object) -> bool:
    return isinstance(value, (int, np.integer))


def _is_plain(key: object) -> bool:
    """Whether something may be a key or a place without code of its own."""
    if isinstance(key, tuple):
        return all(map(_is_plain, key))
    plain = (str, int, float, np.generic, np.ndarray, slice, types.NoneType)
    return key is ... or isinstance(key, plain)


def _attribute(value: Any, name: str) -> Any:
    """Return an attribute that is held, not computed by the user's code."""
    if value is _MISSING or isinstance(value, types.ModuleType):
        return _MISSING
    fields = getattr(type(value), "_fields", ())
    if isinstance(value, tuple) and name in fields:
        return value[fields.index(name)]
    held = inspect.getattr_static(value, name, _MISSING)
    if isinstance(held, (types.MemberDescriptorType, types.GetSetDescriptorType)):
        return getattr(value, name, _MISSING)
    return _MISSING if hasattr(type(held), "__get__") else held


def _item(value: Any, key: Any) -> Any:
    """Return an item of an array or of one of Python's containers."""
    reads = getattr(type(value), "__getitem__", None)
    if key is _MISSING or not _is_plain(key):
        return _MISSING
    plain = list.__getitem__, tuple.__getitem__, np.ndarray.__getitem__
    if reads is not dict.__getitem__ and reads not in plain:
        return _MISSING
    try:
        if isinstance(value, dict):  # which may have a default, made by a function
            return dict.get(value, key, _MISSING)
        return value[key]
    except (IndexError, TypeError, ValueError):
        return _MISSING


def _short(value: Any) -> str:
    """Return a number whole, and the first and last entries of an array."""
    if not isinstance(value, np.ndarray):
        return str(value)
    text = np.array2string(value, threshold=8, edgeitems=2, separator=", ")
    return " ".join(text.split())
