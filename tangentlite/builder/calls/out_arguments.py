"""Results that are written into an array: `np.exp(x, out=y)`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from collections.abc import Sequence as Items
from typing import Any

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder import indexing, operands
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import out_shapes, rule_calls
from tangentlite.builder.memory import ownership
from tangentlite.builder.sizes import required_sizes
from tangentlite.ir import build
from tangentlite.ir.fact_cache import once
from tangentlite.kinds.kind import (
    Array,
    Scalar,
    required_numeric,
    same_shape,
    shape_of,
)
from tangentlite.kinds.objects import libraries
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import Slice
from tangentlite.values.literals import literal
from tangentlite.values.structure import required_items

# emits a call with these arguments and keywords
Make = Callable[[list, dict], Any]


def destination(function: object, arguments: list, keywords: dict) -> Value | None:
    """Return the `out` of a call of a NumPy function, None if it has none.

    It may be an argument by position, and for a ufunc a tuple.
    """
    if not is_of_numpy(function):
        return None
    out = keywords.get("out")
    place = _place(function) if len(arguments) > 1 else None
    if isinstance(function, np.ufunc) and function.nout > 1:
        given = tuple(arguments[function.nin :])
        return Sequence(given) if given else out
    if place is not None and len(arguments) > place:
        out = arguments[place]
    if function is np.nan_to_num and "copy" in keywords:
        copy = keywords["copy"]
        out = arguments[0] if copy.is_static and not copy.static_value() else out
    if isinstance(out, Sequence) and len(out.items) == 1:
        out = out.items[0]
    return None if isinstance(out, Known) and out.value is None else out


# Functions that write a part of an array that is larger than their result.
_FIRST_ENTRIES = (np.cumsum, np.cumprod, np.nancumsum, np.nancumprod)
_OPTIONS = ("out", "where", "casting", "copy")


def is_of_numpy(function: object) -> bool:
    """Whether an argument named `out` is where NumPy writes the result."""
    if isinstance(function, np.ufunc) or libraries.is_method_of_ufunc(function):
        return True
    if getattr(function, "__objclass__", None) is np.ndarray:
        return True
    module = getattr(function, "__module__", None) or ""
    return module.partition(".")[0] == "numpy"


@once
def _place(function: Any) -> int | None:
    """Return the position of `out` among the arguments of a function, if it has one."""
    if isinstance(function, np.ufunc):
        return function.nin
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some that are written in C have none
        return 2 if function is np.dot else None
    named = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)
    names = [p.name for p in parameters if p.kind not in named]
    return names.index("out") if "out" in names else None


def written_into(
    b: Builder,
    function: object,
    make: Make,
    arguments: Items,
    keywords: dict,
    out: Value,
    node: gast.AST,
) -> Value:
    """Emit a call, by `make`, and the write of its result; return `out`.

    Before: `np.exp(x, out=y)`. After: `t = np.exp(x); y[...] = t`.
    """
    if isinstance(function, np.ufunc) and function.nout > 1:
        if isinstance(out, Sequence):
            return _several(b, function, make, arguments, keywords, out, node)
    if not isinstance(out, Atom) or not isinstance(out.kind, Array):
        raise b.error(f"out= is {out.describe()}.", "Give it one array.", node)
    rest = {k: v for k, v in keywords.items() if k not in _OPTIONS}
    chosen = keywords.get("where", literal(True))
    arguments = arguments[: _place(function)]
    index = build.constant(...)
    chosen_all = chosen.is_static and chosen.static_value() is True
    if not chosen_all:
        if not isinstance(function, np.ufunc):
            raise b.error("where= together with out= is not supported yet.", "", node)
        mask = _broadcast(b, rule_calls.array_of(b, chosen), out)
        arguments = [_chosen(b, value, out, mask) for value in arguments]
        index = mask.node
    result = make(list(arguments), rest)
    _require_kind(b, function, result, out, node)
    if function in _FIRST_ENTRIES or getattr(function, "__name__", "") == "accumulate":
        result = _in_its_shape(b, function, result, out, node)
        required_sizes.of_write(b, out.name, result.kind, out.kind, grows=True)
    elif chosen_all:
        result = out_shapes.fitting(b, function, arguments, result, out, node)
    ownership.note_write(b, out)
    b.add(build.assign(build.subscript(out.node, index), result.node, b.line))
    return out


def _in_its_shape(
    b: Builder, function: object, result: Atom, out: Atom, node: gast.AST
) -> Atom:
    """Return a result that is no smaller than the array that it is written into."""
    if same_shape(result.kind, out.kind, b.sizes):
        return result
    out_shapes.require_as_many_axes(b, function, result.kind, out.kind, node)
    have, wanted = (shape_of(atom.kind) or () for atom in (result, out))
    for size, other in zip(map(b.sizes.find, have), map(b.sizes.find, wanted)):
        if isinstance(size, int) and isinstance(other, int) and size != other:
            name = libraries.called(function)
            what = f"{name} with out= larger than its result is not supported."
            raise b.error(what, "Give it the part to write: out=y[:n].", node)
    shape = operations.read_attribute(b, out, "shape", "t")  # raises for a larger one
    return operations.call_rule(b, np.reshape, [result, shape], {}, "t")


def _several(
    b: Builder,
    function: np.ufunc,
    make: Make,
    arguments: Items,
    keywords: dict,
    outs: Sequence,
    node: gast.AST,
) -> Sequence:
    """Emit a call with several results, some of which are written into arrays."""
    rest = {k: v for k, v in keywords.items() if k != "out"}
    if rest:
        raise b.error(
            f"{', '.join(rest)} together with out= of several arrays is not supported.",
            "Assign the results.",
            node,
        )
    results = required_items(make(list(arguments[: function.nin]), rest))
    missing = (Known(None),) * (len(results) - len(outs.items))
    given = []
    for result, out in zip(results, (*outs.items, *missing)):
        if isinstance(out, Known) and out.value is None:
            given.append(result)
            continue
        if not isinstance(out, Atom) or not isinstance(out.kind, Array):
            raise b.error(f"out= is {out.describe()}.", "Give arrays.", node)
        _require_kind(b, function, result, out, node)
        out_shapes.require_no_more_axes(b, result.kind, out.kind, node)
        ownership.note_write(b, out)
        required_sizes.of_write(b, out.name, result.kind, out.kind, grows=True)
        place = build.subscript(out.node, build.constant(...))
        b.add(build.assign(place, result.node, b.line))
        given.append(out)
    return Sequence(tuple(given))


def outer(
    b: Builder,
    function: np.ufunc,
    arguments: Items,
    keywords: dict,
    node: gast.AST,
    base: str,
) -> Value:
    """Emit `np.add.outer(x, y)` as `x[:, None] + y`, with a None for each axis of y."""
    if len(arguments) != 2 or keywords:
        raise b.error(
            f"{libraries.called(function)}.outer takes two arrays and no options here.",
            f"Write np.{function.__name__}(x[:, None], y) with the options.",
            node,
        )
    given = (rule_calls.array_of(b, value) for value in arguments)
    x, y = (operands.operand(b, value) for value in given)
    if isinstance(x.kind, Scalar) is not isinstance(y.kind, Scalar):
        # NumPy makes arrays of numbers here, which are of float64 beside float32.
        x, y = (operations.call_rule(b, np.asarray, [v], {}, "t") for v in (x, y))
    axes, other = (shape_of(value.kind) for value in (x, y))
    if axes is None or other is None:
        raise b.error("outer needs arrays whose numbers of axes are known.", "", node)
    if axes and other:
        whole = Slice(Known(None), Known(None), Known(None))
        index = [*[whole] * len(axes), *[Known(None)] * len(other)]
        x = indexing.read_array(b, x, Sequence(tuple(index)), "t")
    return operations.call_rule(b, function, [x, y], {}, base)


def _chosen(b: Builder, value: Value, out: Atom, mask: Atom) -> Value:
    """Return the entries of an operand that `where` selects."""
    if isinstance(value.kind, Scalar):
        return value
    return indexing.read_array(b, _broadcast(b, value, out), mask, "t")


def _broadcast(b: Builder, value: Value, out: Atom) -> Atom:
    """Return an operand in the shape of the array that is written."""
    array = operands.operand(b, value)
    if same_shape(array.kind, out.kind, b.sizes):
        return array
    shape = operations.read_attribute(b, out, "shape", "t")
    return operations.call_rule(b, np.broadcast_to, [array, shape], {}, "t")


def _require_kind(
    b: Builder, function: object, result: Value, out: Atom, node: gast.AST
) -> None:
    """Refuse dtypes that NumPy refuses, and sums that `out` gives another precision."""
    if not isinstance(result, Atom) or not isinstance(result.kind, (Scalar, Array)):
        raise b.error("out= of several results is not supported yet.", "", node)
    have, wanted = result.kind.dtype, required_numeric(out.kind).dtype
    if have == wanted or have is None or wanted is None:
        return
    if not isinstance(function, np.ufunc):
        raise b.error(
            f"the result is of {have}, and the array given as out= of {wanted}, which "
            "is not supported yet.",
            f"Make the array with dtype={have}.",
            node,
        )
    if not np.can_cast(np.dtype(have), np.dtype(wanted), "same_kind"):
        raise b.error(
            f"results of {have} are written into an array of {wanted}.",
            "Make it an array of floats.",
            node,
        )
