"""Shapes and dtypes of arrays that results are written into: `np.sum(m, out=y)`.

An assignment broadcasts; with `out=` most functions do not.
"""

from __future__ import annotations

from collections.abc import Sequence as Items

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import required_sizes
from tangentlite.kinds.kind import Kind, Scalar, rank, required_numeric, shape_of
from tangentlite.kinds.objects import libraries
from tangentlite.values.base import Atom, Value

# They consist of elementwise functions, and fill larger arrays as these do.
_ELEMENTWISE = frozenset({
    np.clip, np.ndarray.clip, np.fix, np.outer, np.percentile, np.quantile,
    np.nanpercentile, np.nanquantile, np.nanmedian,
})  # fmt: skip
_ROUNDING = frozenset({np.round, np.around, np.ndarray.round})


def require_no_more_axes(
    b: Builder, value: Kind | None, place: Kind | None, node: gast.AST | None
) -> None:
    """Raise NumPy's error if an array is updated in place by one with more axes.

    An assignment would drop axes of size 1.
    """
    have, wanted = shape_of(value), shape_of(place)
    if have is not None and wanted is not None and len(have) > len(wanted):
        what = (
            f"an array with {len(wanted)} axes cannot be updated in place by one with "
            f"{len(have)}"
        )
        raise operations.certain_error(b, ValueError(what), "Check the shapes.", node)


def require_no_deeper_list(
    b: Builder, value: Kind | None, place: Kind | None, node: gast.AST | None
) -> None:
    """Raise NumPy's error if lists in lists are assigned to fewer axes."""
    have, wanted = shape_of(value), shape_of(place)
    if have is not None and wanted is not None and len(have) > len(wanted):
        error = ValueError(
            "setting an array element with a sequence. The requested array would "
            f"exceed the maximum number of dimension of {len(wanted)}."
        )
        raise operations.certain_error(b, error, "Give it an array.", node)


def fitting(
    b: Builder,
    function: object,
    arguments: Items,
    result: Atom,
    out: Atom,
    node: gast.AST | None,
) -> Atom:
    """Return a result in the shape of the array that it is written into, if needed.

    Raises what NumPy raises for another shape. Products are broadcast as in
    assignments.
    """
    own_axes = _own_axes(function, arguments)
    is_product = own_axes is not None
    if not is_product:
        require_no_more_axes(b, result.kind, out.kind, node)
    have, wanted = shape_of(result.kind), shape_of(out.kind)
    if have is None and wanted is not None and not is_product:
        shape = operations.read_attribute(b, out, "shape", "t")  # raises if it has more
        result = operations.call_rule(b, np.broadcast_to, [result, shape], {}, "t")
    elif have is not None and wanted is not None:
        if own_axes is not None:
            result = _in_shape(b, function, own_axes, result, out, node)
        elif not _is_elementwise(function):
            ahead = wanted[: len(wanted) - len(have)]
            ones = all(b.sizes.find(size) == 1 for size in ahead)
            if ahead and not (ones and function in _ROUNDING):
                raise _differ(b, function, node)
            result = _in_shape(b, function, len(have), result, out, node)
    grows = not is_product
    required_sizes.of_write(b, out.name, result.kind, out.kind, grows=grows)
    return result


def product(
    b: Builder, old: Atom, value: Value, result: Atom, node: gast.AST | None
) -> Atom:
    """Return a product that `old @= value` stores, which must have the shape of `old`.

    NumPy takes no vectors on the right.
    """
    left, right, axes = (rank(v.kind) for v in (old, value, result))
    if left == 0 or right in (0, 1):
        what = "inplace matrix multiplication requires the first operand to have at "
        error = ValueError(f"{what}least one and the second at least two dimensions")
        raise operations.certain_error(b, error, "Write y = y @ v.", node)
    if left is None or right is None or axes is None:
        return result
    return _in_shape(b, np.matmul, min(left, axes), result, old, node)


def _in_shape(
    b: Builder,
    function: object,
    fixed: int,
    result: Atom,
    out: Atom,
    node: gast.AST | None,
) -> Atom:
    """Return a result whose last axes must be those of the array it is written into."""
    have, wanted = shape_of(result.kind) or (), shape_of(out.kind) or ()
    known = True
    for axis in range(1, min(fixed, len(have), len(wanted)) + 1):
        one, other = b.sizes.find(have[-axis]), b.sizes.find(wanted[-axis])
        if isinstance(one, int) and isinstance(other, int) and one != other:
            raise _differ(b, function, node)
        known = required_sizes.of_place(b, one, other) and known
    more = len(wanted) > len(have) and function not in _ROUNDING
    if known or more or fixed < len(have):
        return result
    shape = operations.read_attribute(b, out, "shape", "t")  # raises for another one
    return operations.call_rule(b, np.reshape, [result, shape], {}, "t")


def require_as_many_axes(
    b: Builder, function: object, result: Kind, place: Kind, node: gast.AST | None
) -> None:
    """Raise NumPy's error if an array has more or fewer axes than a result."""
    ranks = rank(result), rank(place)
    if None not in ranks and ranks[0] != ranks[1]:
        raise _differ(b, function, node)


def _differ(b: Builder, function: object, node: gast.AST | None) -> Exception:
    what = f"the result of {libraries.called(function)} has another shape"
    error = ValueError(f"{what} than the array that it is written into")
    return operations.certain_error(b, error, "Check the shapes.", node)


def _is_elementwise(function: object) -> bool:
    if function in _ELEMENTWISE or getattr(function, "__name__", "") == "outer":
        return True
    return isinstance(function, np.ufunc)


def _own_axes(function: object, arguments: Items[Value]) -> int | None:
    """Return the number of core dimensions of a product's result; None of others."""
    if not isinstance(function, np.ufunc) or function.signature is None:
        return None
    if function is np.matmul:
        ranks = [rank(value.kind) for value in arguments[:2]]
        return sum(known is None or known > 1 for known in ranks)
    own = function.signature.partition("->")[2]
    return 0 if own == "()" else own.count(",") + 1


def require_castable(
    b: Builder, old: Atom, dtype: str | None, node: gast.AST | None
) -> None:
    """Refuse updates in place that NumPy refuses: of integers by floats."""
    before = required_numeric(old.kind).dtype
    if isinstance(old.kind, Scalar) or before is None or dtype is None:
        return
    if not np.can_cast(np.dtype(dtype), np.dtype(before), "same_kind"):
        raise b.error(
            f"an array of {before} is updated in place with {dtype} values.",
            "Make it an array of floats.",
            node,
        )
