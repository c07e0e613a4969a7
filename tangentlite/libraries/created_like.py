"""New arrays that are made like those of another library."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import gast
import numpy as np

from tangentlite.ir import build

# Functions that take `like`, which NumPy hands to the library of that.
_TAKING_LIKE = (np.zeros, np.ones, np.empty, np.full, np.arange, np.array)
# Those that not all libraries make with all arguments that NumPy passes on.
_CONVERTED = (np.eye, np.identity)
# Those that are made like an array of the same shape, in its chunks and on its device.
_OF_A_SHAPE: dict[object, Callable] = {
    np.zeros: np.zeros_like,
    np.ones: np.ones_like,
    np.empty: np.empty_like,
    np.full: np.full_like,
}
# Functions that make such arrays.
LIKE = frozenset(_OF_A_SHAPE.values())


def created_like(
    node: gast.Call,
    references: Mapping[str, object],
    like: str | None,
    alike: Collection[str],
    is_number: Callable[[gast.expr], bool],
    spelled: Callable[[object], gast.expr],
) -> gast.Call | None:
    """Return a call that makes an array like a parameter, None for other calls.

    Those `alike` are arrays of the library with floating numbers of double precision.

    >>> from tangentlite.ir.example import by_name
    >>> node = build.call("np.zeros", [build.constant(3)])
    >>> made = created_like(node, {"np.zeros": np.zeros}, "x", (), bool, by_name)
    >>> made.keywords[0].arg, made.keywords[0].value.id
    ('like', 'x')
    """
    function = references.get(_spelling(node.func))
    if like is None or any(keyword.arg == "like" for keyword in node.keywords):
        return None
    if function in _OF_A_SHAPE and not node.keywords:
        shape, *value = node.args
        owner = shape.value if isinstance(shape, gast.Attribute) else None
        if _spelling(owner) in alike:
            return build.call(spelled(_OF_A_SHAPE[function]), [owner, *value])
    given = [(keyword.arg, keyword.value) for keyword in node.keywords]
    if function in _TAKING_LIKE:
        return build.call(node.func, node.args, [*given, ("like", build.name(like))])
    if function is np.broadcast_to and is_number(node.args[0]):
        value, shape = node.args
        full = build.call(spelled(np.full), [shape, value])
        references = {**references, _spelling(full.func): np.full}
        return created_like(full, references, like, alike, is_number, spelled)
    if function in _CONVERTED and not node.keywords:
        asarray = spelled(np.asarray)
        return build.call(asarray, [node], [("like", build.name(like))])
    return None


def _spelling(node: gast.expr | None) -> str:
    return node.id if isinstance(node, gast.Name) else ""
