"""Calls of functions of dtypes alone, which are folded: `np.result_type`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Opaque, Scalar
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.literals import literal

FUNCTIONS = (
    np.can_cast, np.common_type, np.dtype, np.finfo, np.iinfo, np.isdtype,
    np.issubdtype, np.min_scalar_type, np.mintypecode, np.promote_types,
    np.result_type,
)  # fmt: skip


def _called(function: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        if function is np.finfo and _is_open(arguments):
            rhs = build.call(b.references.function(np.finfo), [arguments[0].node])
            return b.emit(b, rhs, Opaque(np.finfo), base)
        if function is np.issubdtype and _is_open(arguments[:1]):
            callee = b.references.function(np.issubdtype)
            call = operations.as_call(b, callee, arguments, keywords)
            return b.emit(b, call, Scalar("bool", True), base)
        given = [_samples(b, function, value, node) for value in arguments]
        named = {key: value.static_value() for key, value in keywords.items()}
        found = {
            repr(function(*(sample[way] for sample in given), **named)): way
            for way in (0, 1)
        }
        if len(found) > 1:
            raise b.error(
                f"what np.{function.__name__} gives depends on whether a number is "
                "Python's or NumPy's, which is not known here.",
                "Give it dtypes, or convert the number: float(x), np.float64(x).",
                node,
            )
        result = function(*(sample[0] for sample in given), **named)
        return literal(result) if isinstance(result, (bool, str)) else Known(result)

    return handler


def _is_open(arguments: list) -> bool:
    """Whether the argument is a dtype that is known only at run time."""
    return len(arguments) == 1 and isinstance(
        getattr(arguments[0], "kind", None), Opaque
    )


def _samples(b: Builder, function: Callable, value: Value, node) -> tuple:
    """Return two samples of an argument: of a number a Python and a NumPy one."""
    if isinstance(value, Sequence):
        items = [_samples(b, function, item, node) for item in value.items]
        return tuple(value.type(item[way] for item in items) for way in (0, 1))
    if value.is_static:
        return (value.static_value(),) * 2
    if isinstance(value, Known):
        return value.value, value.value
    kind = value.kind if isinstance(value, Atom) else None
    dtype = getattr(kind, "dtype", None)
    if isinstance(kind, Array) and dtype is not None:
        return (np.empty((0,) * (len(kind.shape or (0,)) or 0), dtype),) * 2
    if isinstance(kind, Scalar) and dtype is not None:
        number = np.ones((), dtype)[()]
        ways: dict[bool | None, tuple] = {
            True: (number.item(),) * 2,
            False: (number,) * 2,
        }
        return ways.get(kind.weak, (number.item(), number))
    raise b.error(
        f"the dtype that np.{function.__name__} asks for is not known here.",
        "Give it dtypes that are written down.",
        node,
    )


TYPES = (np.dtype, np.finfo, np.iinfo)


def attribute(b: Builder, owner: object, name: str, value: object) -> Value:
    """Return an attribute of a dtype, or of its limits: `np.finfo(float).eps`."""
    if not isinstance(value, np.generic):
        return literal(value) if isinstance(value, (bool, int, str)) else Known(value)
    alias = b.references.alias("numpy", None, "np")
    assert isinstance(owner, (np.finfo, np.iinfo))
    dtype = np.dtype(owner.dtype).name
    text = f"{alias}.{type(owner).__name__}({alias}.{dtype}).{name}"
    b.references.objects[text] = value
    b.kinds[text] = Scalar(value.dtype.name, False)
    return Atom(build.name(text), b.kinds[text])


handlers.calls({function: _called(function) for function in FUNCTIONS})
