"""Taylor mode's leading axis: the coefficients of a series as a block of tangents."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tangentlite.batching.batched import batched
from tangentlite.batching.batched_names import series_parameters
from tangentlite.batching.block_program import Speller
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function


def series_program(
    function: Function, given: Collection[str], spelled: Speller = by_name
) -> Function:
    """Return a program that returns a value and series, with a leading axis of these.

    `given` are the parameters that are series. Raises NotBatchedError as `batched`.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import Array
    >>> x = Array("float64", (3,))
    >>> names = dict.fromkeys(["x", "x_series", "y", "y_series"], x)
    >>> text = "y = -x; y_series = -x_series; z = y_series[1:]; return y, z"
    >>> shown(series_program(function_of(text, **names, z=x), {"x_series"}))
    block = x_series.shape[0]
    y = -x
    y_series = -x_series
    z = y_series[:, 1:]
    return (y, z)
    """
    callees = function.callees
    made = _made(function, given, spelled)
    others = [_callee(callee, callees, spelled) for callee in callees]
    return replace(made, callees=tuple(others))


def _callee(
    callee: Function, callees: tuple[Function, ...], spelled: Speller
) -> Function:
    """Return a recursive function for series, if some of its parameters are."""
    given = series_parameters(callee)
    if not given:
        return callee
    made = _made(replace(callee, callees=callees), given, spelled)
    return replace(made, callees=())


def _made(function: Function, given: Collection[str], spelled: Speller) -> Function:
    *body, last = function.body
    value, series = last.value.elts
    end = build.result(series, last.lineno)
    made = batched(replace(function, body=(*body, end)), given, spelled)
    *body, last = made.body
    pair = build.display([value, last.value], tuple)
    return replace(made, body=(*body, build.result(pair, last.lineno)))
