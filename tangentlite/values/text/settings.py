"""Configuration files that were read outside: `configparser` gives what they hold.

Values are asked for when the program runs: no derivative passes through them.
"""

from __future__ import annotations

import configparser

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Kind, Opaque, Scalar
from tangentlite.values.base import Atom, Value

_FLAG = Scalar("bool", True)
# What their methods give.
_RESULTS: dict[str, Kind] = {
    "get": Opaque(str),
    "getboolean": _FLAG,
    "getfloat": Scalar("float64", True),
    "getint": Scalar("int64", True),
    "has_option": _FLAG,
    "has_section": _FLAG,
}


# The class of a value that is given for a missing one must be theirs.
_CLASSES = {"get": str, "getboolean": bool, "getfloat": float, "getint": int}


@operations.call_method.of(Opaque, holding=configparser.RawConfigParser)
def call_method(
    b: Builder, owner: Atom, name, arguments: list, keywords: dict, node, base: str
) -> Value:
    """Emit a call that asks for a setting, by names that are known."""
    known = all(value.is_static for value in (*arguments, *keywords.values()))
    other = keywords.get("fallback")
    fits = other is None or known and type(other.static_value()) is _CLASSES.get(name)
    if name not in _RESULTS or not known or not fits:
        return operations.call_method.of_others(
            b, owner, name, arguments, keywords, node, base
        )
    call = operations.as_call(
        b, build.attribute(owner.node, name), arguments, dict(keywords)
    )
    return b.emit(b, call, _RESULTS[name], base)
