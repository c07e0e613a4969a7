"""Methods of arrays and numbers."""

from __future__ import annotations

import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import casts
from tangentlite.builder.memory import contiguity
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Scalar, is_numeric, shape_of
from tangentlite.rules.registry import refusal_of, rule_of
from tangentlite.specialize.state import paths
from tangentlite.values.arrays import python_numbers
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.literals import literal
from tangentlite.values.objects import exception_objects


@operations.call_method.of(Scalar, Array)
def call_method(b, owner: Atom, name, arguments, keywords, node, base) -> object:
    """Walk a method call of an array or number, mostly as a call of a function."""
    kind = owner.kind
    assert is_numeric(kind)
    if isinstance(kind, Scalar) and not hasattr(float, name):
        _require_of_numpy(b, kind, name)
    if name in ("reshape", "transpose"):
        if name == "transpose" and not arguments:
            return operations.call_rule(b, np.transpose, [owner], {}, base)
        single = len(arguments) == 1 and not _is_integer(arguments[0])
        shape = arguments[0] if single else Sequence(tuple(arguments))
        given = [owner] if name == "reshape" and "shape" in keywords else [owner, shape]
        called = Known(getattr(np, name))
        return operations.call(b, called, given, dict(keywords), node, base)
    if name in OF_NUMBERS and not arguments:
        return _of_number(b, owner, name, base)
    if name == "item":
        return python_numbers.item(b, owner, arguments, node, base)
    if name == "tolist":
        return python_numbers.as_lists(b, owner, node, base)
    if name == "astype":
        return _as_type(b, owner, arguments, keywords, node, base)
    if name in ("conj", "conjugate") and "complex" not in (kind.dtype or "complex"):
        return owner  # of real numbers it is the array itself
    if name == "conjugate" and isinstance(kind, Scalar) and kind.weak:
        made = operations.call_rule(b, np.conjugate, [owner], {}, "t")
        return python_numbers.as_python(b, operations.as_atom(b, made), base)
    if name == "__array__" and len(arguments) <= 1 and not keywords:
        given = [owner, *arguments]
        return operations.call(b, Known(np.asarray), given, {}, node, base)
    if name == "__array_namespace__":  # of NumPy's arrays, whatever the version
        return Known(np)
    if name == "setflags" and set(keywords) == {"write"} and not arguments:
        b.memory.flags_are_set = True
        return NONE  # what the program writes into all the same, it may not
    if name == "copy" and not arguments and not keywords:
        return _copy(b, owner, base)
    if name == "view" and isinstance(kind, Array) and not arguments:
        if not keywords:
            return operations.read_item(b, owner, Known(...), base)
    if name == "flatten" and not arguments and not keywords:
        flat = operations.call_rule(b, np.ravel, [owner], {}, "t")
        return operations.call_rule(b, np.copy, [flat], {}, base)
    if (instead := refusal_of(getattr(np.ndarray, name, None))) is not None:
        what = f"the array method {name!r} is not supported."
        raise b.error(what, instead, node)
    if name == "choose" and len(arguments) > 1:
        arguments = [Sequence(tuple(arguments))]
    function = function_of(name)
    if function is not None and hasattr(np.ndarray, name) and rule_of(function):
        given = [owner, *arguments]
        return operations.call(b, Known(function), given, keywords, node, base)
    raise b.error(
        f"the array method {name!r} is not supported yet.",
        "Use the NumPy function that does the same, if there is one.",
        node,
    )


def _require_of_numpy(b: Builder, kind: Scalar, name: str) -> None:
    """Raise if a number may be one of Python's, which has no such attribute."""
    if kind.weak is not False and paths.catches(b):
        text = f"'float' object has no attribute {name!r}"
        if kind.weak:
            error = AttributeError(text)
            operations.raise_known(
                b, AttributeError, exception_objects.of(b, error), None
            )
        raise paths.undecided(b, "AttributeError", None)


def _of_number(b: Builder, owner: Atom, name: str, base: str) -> Value:
    if owner.is_static and hasattr(known := owner.static_value(), name):
        return literal(getattr(known, name)())
    call = build.call(build.attribute(owner.node, name), [])
    return b.emit(b, call, Scalar(OF_NUMBERS[name], True), base)


def function_of(name: str) -> object | None:
    """Return the function that does what a method does, given the array first."""
    method = getattr(np.ndarray, name, None)
    if method is not None and rule_of(method):
        return method
    return _ALIASES.get(name) or getattr(np, name, None)


_ALIASES = {"conj": np.conjugate}


def _is_integer(value: object) -> bool:
    return isinstance(value, Atom) and isinstance(value.kind, Scalar)


def _copy(b: Builder, owner: Atom, base: str) -> Value:
    """Emit `owner.copy()`, in rows as the method makes it, unlike the function."""
    if isinstance(owner.kind, Scalar):  # of NumPy's numbers it is one, too
        return owner
    shape = shape_of(owner.kind)
    several = shape is None or len(shape) > 1
    if several and owner.name and not contiguity.is_contiguous(b, owner.name):
        return operations.call_rule(b, np.copy, [owner], {"order": Known("C")}, base)
    return operations.call_rule(b, np.copy, [owner], {}, base)


def _as_type(b: Builder, owner: Atom, arguments, keywords, node, base: str) -> Value:
    """Emit `owner.astype(dtype)`; with `copy=False` it may be the array itself."""
    if "dtype" in keywords and not arguments:
        arguments = [keywords["dtype"]]
        keywords = {key: v for key, v in keywords.items() if key != "dtype"}
    copy = keywords.get("copy")
    if set(keywords) - _OF_ASTYPE or not all(v.is_static for v in keywords.values()):
        raise b.error(
            f"astype knows {', '.join(sorted(_OF_ASTYPE))} here, written out.", "", node
        )
    rest = tuple((key, v) for key, v in keywords.items() if key != "copy")
    if copy is not None and not copy.static_value():
        dtype = arguments[0].value if arguments and arguments[0].is_static else None
        known = owner.kind.dtype if is_numeric(owner.kind) else None
        if dtype is None or known is None:
            raise b.error("astype needs a dtype that is known here.", "", node)
        if np.dtype(dtype).name == known and not rest:
            return owner
    return casts.cast(b, owner, arguments, node, base, rest)


_OF_ASTYPE = frozenset({"copy", "order", "casting", "subok"})


# Methods of Python numbers that arrays lack, and the dtypes of their results.
OF_NUMBERS = {"bit_length": "int64", "bit_count": "int64", "is_integer": "bool"}
