"""The way back of `flatten`, inside programs."""

from __future__ import annotations

import functools
import types
import weakref
from collections.abc import Callable, MutableMapping
from typing import Any

import numpy as np

from tangentlite import errors, operations
from tangentlite.api.inside.implicit import within
from tangentlite.api.inside.taken_values import maker
from tangentlite.api.structures.flatten import Unflatten
from tangentlite.calls.arguments.pytree import Path
from tangentlite.handlers import builtin
from tangentlite.kinds.objects.user_objects import attributes, is_users_class
from tangentlite.values.base import Known

# Gives the text of a leaf.
Leaf = Callable[[Path, Any], str]


@builtin(Unflatten.__call__)
def _unflattened(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    unflatten, *given = arguments
    try:
        function = _function_of(unflatten.value)
    except errors.ArgumentError as error:
        what, instead = str(error), "Use tuples, lists, dicts or objects."
        raise b.error(what, instead, node) from None
    return operations.call(b, Known(function), given, keywords, node, base)


def _function_of(unflatten: Unflatten) -> Callable:
    """Return the function for an object, the same one for all walks of a program."""
    found = _FUNCTIONS.get(unflatten)
    if found is None:  # of two threads that make it both have the first one's
        found = _FUNCTIONS.setdefault(unflatten, structure_of(unflatten))
    return found


_FUNCTIONS: MutableMapping[Unflatten, Callable] = weakref.WeakKeyDictionary()


def structure_of(unflatten: Unflatten) -> Callable:
    """Return the function that gives a vector the structure of parameters.

    >>> from tangentlite.api.structures.flatten import flatten
    >>> _, unflatten = flatten({"w": np.ones((1, 2)), "b": 3.0})
    >>> structure_of(unflatten)(np.array([4.0, 5.0, 6.0]))
    {'w': array([[4., 5.]]), 'b': 6.0}
    """
    held, open_ = _Held(), set(unflatten.parts)
    ends = np.cumsum([np.size(leaf) for leaf in unflatten.parts.values()])
    places = dict(zip(unflatten.parts, ends))

    def of_leaf(path: Path, leaf: Any) -> str:
        open_.discard(path)
        if path not in places:
            kept = held.named(leaf)
            return f"{kept}.copy()" if isinstance(leaf, np.ndarray) else kept
        end, dtype = int(places[path]), np.result_type(leaf)
        if not isinstance(leaf, np.ndarray):
            return f"{held.named(type(leaf))}(_vector[{end - 1}])"
        piece = f"_vector[{end - leaf.size}:{end}]"
        if leaf.ndim != 1:
            piece = f"np.reshape({piece}, {leaf.shape})"
        return f"{piece}.astype({held.named(dtype.type)})"

    text = _text(unflatten.like, (), of_leaf, held)
    assert not open_, f"{open_} are in no container"
    size = unflatten.size
    message = (
        f"the vector has the shape {{_shape}}, but the parameters have {size} entries: "
        f"give a vector of the shape ({size},)"
    )
    lines = [
        "def unflatten(vector):",
        "    _vector = np.asarray(vector)",
        "    _shape = np.shape(_vector)",
        f"    if _shape != ({size},):",
        f"        raise ValueError(f{message!r})",
        f"    return {text}",
    ]
    return _made("unflatten", lines, held)


def blanks_of(unflatten: Unflatten) -> Callable:
    """Return a function of nothing that gives zeros in the structure of parameters.

    >>> from tangentlite.api.structures.flatten import flatten
    >>> _, unflatten = flatten({"w": np.ones((1, 2)), "n": 3})
    >>> blanks_of(unflatten)()
    {'w': array([[0., 0.]]), 'n': 3}
    """
    found = _BLANKS.get(unflatten)
    if found is None:
        held = _Held()
        of_leaf = functools.partial(_blank, unflatten, held)
        lines = [
            "def blanks():",
            f"    return {_text(unflatten.like, (), of_leaf, held)}",
        ]
        found = _BLANKS.setdefault(unflatten, _made("blanks", lines, held))
    return found


_BLANKS: MutableMapping[Unflatten, Callable] = weakref.WeakKeyDictionary()


def _blank(unflatten: Unflatten, held: _Held, path: Path, leaf: Any) -> str:
    if path not in unflatten.parts:
        return "None" if isinstance(leaf, np.ndarray) else held.named(leaf)
    dtype = held.named(np.result_type(leaf).type)
    if isinstance(leaf, np.ndarray):
        return f"np.zeros({leaf.shape}, {dtype})"
    return f"{held.named(type(leaf))}(0)"


def _text(value: Any, path: Path, of_leaf: Leaf, held: _Held) -> str:
    """Return an expression for a structure, with those of its leaves."""
    cls: Any = type(value)

    def joined(items: Any) -> str:
        return "".join(f"{_text(v, (*path, k), of_leaf, held)}, " for k, v in items)

    if isinstance(value, tuple) and hasattr(cls, "_fields"):
        return f"{held.named(cls)}({joined(zip(cls._fields, value))})"
    if is_users_class(cls):
        parts = attributes(value)
        return f"{held.named(maker(cls, tuple(parts)))}({joined(parts.items())})"
    if cls is dict:
        pairs = (
            f"{held.named(key)}: {_text(item, (*path, key), of_leaf, held)}, "
            for key, item in value.items()
        )
        return f"{{{''.join(pairs)}}}"
    if cls is list or cls is tuple:
        ends = "[]" if cls is list else "()"
        return f"{ends[0]}{joined(enumerate(value))}{ends[1]}"
    if isinstance(value, (dict, list, tuple)):
        raise errors.ArgumentError(f"parameters in a {cls.__name__} are not supported")
    return of_leaf(path, value)


class _Held:
    """Objects that a text names."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"np": np}

    def named(self, value: Any) -> str:
        """Return the literal of a value, or a name for it."""
        if value is None or type(value) in (bool, int, str, float):
            return repr(value)
        name = getattr(value, "__name__", "")
        if value is float or value is complex:
            return name
        if isinstance(value, type) and getattr(np, name, None) is value:
            return f"np.{name}"
        name = f"_held_{len(self.names)}"
        self.names[name] = value
        return name


def _made(name: str, lines: list[str], held: _Held) -> Callable:
    made = within(name, lines, _here, held.names)[name]
    assert isinstance(made, types.FunctionType), "a text of one function"
    return made


def _here() -> None:
    """Stand for a user's function: it names this module."""
