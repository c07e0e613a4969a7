"""Which exceptions an operation may raise at run time."""

from __future__ import annotations

import math
import types
from collections import Counter

import gast
import numpy as np

from tangentlite import handlers, runtime
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import (
    Array,
    ListOf,
    Opaque,
    Scalar,
    Structure,
    text_type,
)
from tangentlite.kinds.sizes.dims import Symbol, may_be_negative
from tangentlite.rules.registry import rule_of
from tangentlite.specialize.builtins import logging_calls
from tangentlite.specialize.exceptions.operand_kinds import (
    called,
    is_positive,
    is_whole,
    kind_of,
    may_be_number,
    parts_of,
)
from tangentlite.values.arrays import array_flags


def may_raise(b: Builder, rhs: gast.expr) -> tuple[type, ...]:
    """Return the classes of exceptions that an operation itself may raise."""
    if isinstance(rhs, gast.BinOp):
        return _of_operator(b, rhs)
    if isinstance(rhs, gast.UnaryOp):
        return _of_inversion(b, rhs)
    if isinstance(rhs, gast.Compare) and isinstance(rhs.ops[0], (gast.In, gast.NotIn)):
        inside = kind_of(b, rhs.comparators[0])
        return (TypeError,) if isinstance(inside, Scalar) else ()
    if isinstance(rhs, gast.Compare):
        return _of_shapes(b, [rhs.left, *rhs.comparators])
    if isinstance(rhs, gast.Subscript):
        return _of_item(b, rhs)
    if isinstance(rhs, gast.Call):
        return _of_call(b, rhs)
    return ()


def _of_item(b: Builder, rhs: gast.Subscript) -> tuple[type, ...]:
    owner, index = kind_of(b, rhs.value), kind_of(b, rhs.slice)
    if isinstance(owner, ListOf):
        value = getattr(index, "value", None)
        no_index = isinstance(index, Opaque) or isinstance(value, float)
        return (TypeError,) if no_index else (IndexError,)
    if isinstance(owner, Scalar):  # of Python, or of NumPy
        return (TypeError, IndexError)
    if isinstance(owner, Structure) and issubclass(owner.type, tuple):  # known items
        return () if getattr(index, "value", None) in owner.keys else (IndexError,)
    return (IndexError,) if isinstance(owner, Array) else (LookupError,)


def _of_inversion(b: Builder, rhs: gast.UnaryOp) -> tuple[type, ...]:
    inverts = isinstance(rhs.op, gast.Invert) and not is_whole(kind_of(b, rhs.operand))
    return (TypeError,) if inverts else ()


_BITWISE = (gast.BitAnd, gast.BitOr, gast.BitXor, gast.LShift, gast.RShift)


def _of_operator(b: Builder, rhs: gast.BinOp) -> tuple[type, ...]:
    if isinstance(rhs.op, gast.Mod) and isinstance(rhs.left, gast.Constant):
        if isinstance(rhs.left.value, str):
            return () if _can_be_filled(b, rhs) else (TypeError, ValueError)
    left, right = kind_of(b, rhs.left), kind_of(b, rhs.right)
    if isinstance(rhs.op, _BITWISE) and not (is_whole(left) and is_whole(right)):
        return (TypeError, ValueError)
    if isinstance(rhs.op, (gast.LShift, gast.RShift)):
        return (ValueError, OverflowError)
    whole = isinstance(rhs.op, gast.Pow) and is_whole(left) and is_whole(right)
    if whole and not (isinstance(right, Scalar) and is_positive(right.value)):
        return (ValueError, ZeroDivisionError)  # NumPy's integers have no inverses
    if not (isinstance(left, Scalar) and isinstance(right, Scalar)):
        of_shapes = _of_shapes(b, [rhs.left, rhs.right])
        if not (may_be_number(left) and may_be_number(right)):
            return of_shapes
        return (*of_shapes, *_of_numbers(rhs.op, getattr(right, "value", None)))
    return _of_numbers(rhs.op, right.value)


def _of_numbers(op: gast.operator, right: object) -> tuple[type, ...]:
    """Return the exceptions of an operator of two numbers, the right one if known."""
    if isinstance(op, (gast.Div, gast.FloorDiv, gast.Mod)):
        return () if right else (ZeroDivisionError,)
    if isinstance(op, gast.Pow):
        defined = is_positive(right) or right == 0
        return (OverflowError,) if defined else (OverflowError, ZeroDivisionError)
    return ()


def _of_shapes(b: Builder, operands: list[gast.expr]) -> tuple[type, ...]:
    """Return the exceptions of operands that may not broadcast: of several shapes.

    That two sizes are equal may have been proved by the operation itself.
    """
    leaves = [part for node in operands for part in parts_of(node)]
    named = (gast.Name, gast.Constant)
    kinds = [kind_of(b, part) for part in leaves if isinstance(part, named)]
    arrays = [kind for kind in kinds if not isinstance(kind, Scalar)]
    shapes = {kind.shape if isinstance(kind, Array) else None for kind in arrays}
    if None in shapes:
        return (ValueError, TypeError)
    return () if len(shapes) <= 1 else (ValueError,)


def _of_call(b: Builder, rhs: gast.Call) -> tuple[type, ...]:
    function = called(b, rhs)
    if function is None:
        method = getattr(rhs.func, "attr", "")
        if method in _OF_TEXT and _is_text(b, rhs.func.value, *rhs.args):
            return ()
        if method == "join" and _is_text(b, rhs.func.value):
            item = getattr(kind_of(b, rhs.args[0]), "item", None)
            return () if getattr(item, "type", None) is str else (Exception,)
        return OF_METHODS.get(method, () if method in _SAFE_METHODS else (Exception,))
    if (
        any(function is safe for safe in _SAFE)
        or not handlers.traits_of(function).raises
    ):
        return _of_arguments(b, function, rhs)
    if function is runtime.position_of:
        return (KeyError,)
    if function is runtime.formatted and _can_be_formatted(b, rhs):
        return ()
    if function in (str, repr, np.array_repr, np.array_str):
        return () if _has_text(b, rhs) else (Exception,)
    if function is float:
        return () if _shape(b, rhs.args[0]) == () else (ValueError, TypeError)
    module = getattr(function, "__module__", None)
    if function in (math.isnan, math.isinf, math.isfinite):
        return () if _shape(b, rhs.args[0]) == () else (TypeError,)
    if module == "math" or function in (int, round):
        return (ValueError, OverflowError, *_of_fractions(b, function, rhs))
    if function is np.from_dlpack and array_flags.is_made(b, _name(rhs.args[0])):
        return ()
    if function is np.reshape and _keeps_entries(b, *rhs.args[:2]):
        return ()
    rule = rule_of(function)
    if rule is None and not isinstance(function, np.ufunc):
        return (Exception,)
    if function in _MORE:
        return _MORE[function]
    if rule is None or rule.kind == "elementwise":
        return _of_shapes(b, list(rhs.args))
    if module == "numpy.linalg":
        return (np.linalg.LinAlgError, ValueError)
    if str(module).startswith("scipy."):
        return _OF_SCIPY
    return (ValueError, IndexError)


def _name(node: gast.expr) -> str:
    return getattr(node, "id", "")


def _keeps_entries(b: Builder, array: gast.expr, shape: gast.expr) -> bool:
    """Whether an array has as many entries as one of a shape, written as a tuple."""
    before = _shape(b, array)
    if before is None or not isinstance(shape, gast.Tuple):
        return False
    after = [_size(b, item) for item in shape.elts]
    if None in before or None in after:
        return False
    sizes = [Counter(map(b.sizes.find, each)) for each in (before, after)]
    for counted in sizes:
        del counted[1]
    return sizes[0] == sizes[1]


def _size(b: Builder, node: gast.expr) -> object:
    """Return a size as kinds have it; None if it is not known."""
    if isinstance(node, gast.Constant) and type(node.value) is int:
        return node.value
    return getattr(kind_of(b, node), "size", None)


_OF_SCIPY = (
    ValueError, IndexError, TypeError, RuntimeError, ZeroDivisionError,
    np.linalg.LinAlgError,
)  # fmt: skip


def _has_text(b: Builder, rhs: gast.Call) -> bool:
    """Whether `str` or `repr` runs no code of the user's: of numbers, exceptions."""
    kind = kind_of(b, rhs.args[0]) if len(rhs.args) == 1 else None
    if isinstance(kind, Opaque) and kind.type is not None:
        return isinstance(kind.type.__str__, types.WrapperDescriptorType)
    return isinstance(kind, (Scalar, Array))


def _is_text(b: Builder, *nodes: gast.expr) -> bool:
    return all(getattr(kind_of(b, node), "type", None) is str for node in nodes)


# Methods of text that take any other text.
_OF_TEXT = (
    "capitalize", "casefold", "endswith", "find", "isdigit", "lower", "lstrip",
    "removeprefix", "removesuffix", "replace", "rstrip", "startswith", "strip",
    "title", "upper",
)  # fmt: skip

# What they raise for some sizes and values besides ValueError.
_MORE: dict[object, tuple[type, ...]] = {
    np.average: (ValueError, TypeError, ZeroDivisionError),
    np.cov: (ValueError, TypeError, RuntimeError),
    np.polyfit: (ValueError, TypeError, np.linalg.LinAlgError),
    np.arange: (ValueError, ZeroDivisionError),
}


def _of_fractions(b: Builder, function: object, rhs: gast.Call) -> tuple[type, ...]:
    """Return the exceptions of a function of integers for other numbers."""
    if function not in _OF_INTEGERS:
        return ()
    whole = all(is_whole(kind_of(b, argument)) for argument in rhs.args)
    return () if whole else (TypeError,)


_OF_INTEGERS = (
    math.comb, math.factorial, math.gcd, math.isqrt, math.lcm, math.perm
)  # fmt: skip


def _of_arguments(b: Builder, function: object, rhs: gast.Call) -> tuple[type, ...]:
    """Return the exceptions of a function that takes any number and any array."""
    if function is len and not _shape(b, rhs.args[0]):
        return (TypeError,)
    if function is bool and _shape(b, rhs.args[0]) != ():
        return (ValueError,)
    if function is np.transpose and (rhs.args[1:] or rhs.keywords):
        return (ValueError,)
    if function in _MAKERS and not _is_array_of_numbers(b, rhs):
        return (ValueError, TypeError)
    if function in (np.zeros, np.ones) and not _are_sizes(b, rhs.args[0]):
        return (ValueError, TypeError)
    if function in (np.sum, np.mean):
        named = [keyword.value for keyword in rhs.keywords if keyword.arg == "axis"]
        rank = len(_shape(b, rhs.args[0]) or ())
        if not all(_is_axis(node, rank) for node in (*rhs.args[1:2], *named)):
            return (np.exceptions.AxisError,)
    return ()


def _is_array_of_numbers(b: Builder, rhs: gast.Call) -> bool:
    """Whether a call makes an array of numbers of a known shape, or hands one on."""
    if _shape(b, rhs.args[0]) is None or any(k.arg == "copy" for k in rhs.keywords):
        return False
    return text_type(getattr(kind_of(b, rhs.args[0]), "dtype", None)) is None


def _shape(b: Builder, node: gast.expr) -> tuple | None:
    """Return the shape of a value, or of the array made of it; None if unknown."""
    if isinstance(node, (gast.List, gast.Tuple)):
        found = {_shape(b, item) for item in node.elts} or {()}
        inner = found.pop() if len(found) == 1 else None
        return None if inner is None else (len(node.elts), *inner)
    kind = kind_of(b, node)
    if isinstance(kind, ListOf):
        return ("items",) if isinstance(kind.item, (Scalar, type(None))) else None
    if isinstance(kind, Scalar):
        return ()
    return kind.shape if isinstance(kind, Array) else None


def _are_sizes(b: Builder, node: gast.expr) -> bool:
    """Whether a shape is made of numbers that are not negative."""
    items = node.elts if isinstance(node, (gast.List, gast.Tuple)) else [node]
    return all(_is_size(b, item) for item in items)


def _is_size(b: Builder, node: gast.expr) -> bool:
    if isinstance(node, (gast.Attribute, gast.Call)):  # the shape of an array
        return True
    kind = kind_of(b, node)
    if not isinstance(kind, Scalar):
        return isinstance(kind, Opaque) and kind.type is tuple
    if isinstance(kind.size, Symbol):
        terms = kind.size.terms or ((kind.size.base, 1),)
        sure = all(part > 0 and not may_be_negative(base) for base, part in terms)
        return sure and kind.size.offset >= 0
    return is_positive(kind.value) or kind.value == 0


def _is_axis(node: gast.expr, rank: int) -> bool:
    """Whether an axis, or each of several, is one of an array of a rank."""
    if isinstance(node, gast.Tuple):
        return all(_is_axis(item, rank) for item in node.elts)
    sign = 1
    if isinstance(node, gast.UnaryOp):
        sign, node = -1, node.operand
    value = getattr(node, "value", ...)
    return value is None or (type(value) is int and -rank <= sign * value < rank)


OF_METHODS: dict[str, tuple[type, ...]] = {"index": (ValueError,)}
_SAFE_METHODS = (
    "append", "astype", "count", "random", "standard_normal", "normal", "uniform",
    "integers", "tolist", *logging_calls.MESSAGES,
)  # fmt: skip


def _can_be_filled(b: Builder, rhs: gast.BinOp) -> bool:
    """Whether `template % values` accepts samples of its values."""
    several = isinstance(rhs.right, gast.Tuple)
    values = rhs.right.elts if several else [rhs.right]
    samples = tuple(_sample(kind_of(b, value)) for value in values)
    if None in samples:
        return False
    try:
        rhs.left.value % (samples if several else samples[0])
    except Exception:
        return False
    return True


def _can_be_formatted(b: Builder, rhs: gast.Call) -> bool:
    """Whether `template.format(...)` accepts samples of its values."""
    template, *values = rhs.args
    samples = [_sample(kind_of(b, value)) for value in values]
    named = {part.arg: _sample(kind_of(b, part.value)) for part in rhs.keywords}
    if None in (*samples, *named.values()):
        return False
    try:
        template.value.format(*samples, **named)
    except Exception:
        return False
    return True


def _sample(kind: object) -> object:
    if isinstance(kind, Scalar) and kind.value is not None:
        return kind.value
    if isinstance(kind, Scalar) and kind.dtype is not None:
        return np.zeros((), kind.dtype).item()
    return "" if isinstance(kind, Opaque) and kind.type is str else None


_MAKERS = (
    np.array, np.asarray, np.asanyarray, np.ascontiguousarray, np.asfortranarray
)  # fmt: skip
# They accept any number or array.
_SAFE = (
    *_MAKERS, print, len, bool, isinstance, np.sum, np.mean, np.copy, np.zeros,
    np.ones, np.zeros_like, np.ones_like, np.transpose, np.ravel, np.real, np.imag,
    np.abs, runtime.raise_error, runtime.no_result, runtime.failure, runtime.store,
    runtime.to_list, np.array_equal, runtime.append_to, runtime.valued,
)  # fmt: skip
