"""Taylor series of functions: tl.jet."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.api.grad import derivative_of, kept
from tangentlite.api.products.pullbacks import named_primals
from tangentlite.calls.arguments.of_library import require_numpy
from tangentlite.calls.arguments.pytree import is_number, mapped
from tangentlite.calls.callables import described
from tangentlite.calls.derivative import Derivative
from tangentlite.kinds.kind import is_differentiable, kind_of
from tangentlite.tracebacks.frames import surface


@surface
def jet(f, x, coefficients):
    """Return `f(x)` and the Taylor coefficients of `f` along a curve.

    The curve is `x + c[0] * t + c[1] * t**2 + ...`: `coefficients` are k numbers or
    arrays like `x`, or one array with a leading axis. The result is `(value, series)`
    with `f(curve) = value + series[0] * t + series[1] * t**2 + ...`, up to `t**k`:
    `series` is an array with a leading axis of k. They are Taylor coefficients; times
    `j!` the j-th is the j-th derivative by t.

    For several arguments `x` and `coefficients` are tuples, with an item for each, None
    for one that stays. Arguments and results may be containers: their coefficients have
    the same structure, with a leading axis at each number and array. None in it stands
    for zeros, and in results for text and None. Raises UnsupportedError, with the line,
    for what has no series. `autodiff(f, mode='taylor')` has the source.

    >>> from tangentlite.examples import square
    >>> value, series = jet(square, 3.0, [1.0, 0.0, 0.0])
    >>> value, series
    (9.0, array([6., 1., 0.]))
    """
    primals, given = (
        (x, coefficients) if isinstance(x, tuple) else ((x,), (coefficients,))
    )
    if not isinstance(given, (tuple, list)) or len(given) != len(primals):
        raise errors.ArgumentError(
            f"tl.jet is given {len(primals)} primals, but coefficients is "
            f"{_series_of(given)}.\nGive a tuple with a series for each, None for one "
            "that is held fixed."
        )
    require_numpy("jet", primals)
    active = tuple([series is not None for series in given])
    counts: dict[int, str] = {}
    found = [
        _series(
            primal, series, f"coefficients[{place}]" if len(given) > 1 else "", counts
        )
        for place, (primal, series) in enumerate(zip(primals, given))
        if series is not None
    ]
    if not counts:
        raise errors.ArgumentError("no coefficients are given.")
    if len(counts) > 1:
        (one, first), (other, second) = list(counts.items())[:2]
        raise errors.ArgumentError(
            f"{first} has {one} coefficients, but {second} has {other}.\nFill the "
            "shorter series with zeros."
        )
    derivative = kept(f, ("jet", active), lambda function: _new(function, active))
    names = derivative.tangent_names
    (count,) = counts
    shown = [primal for primal, series in zip(primals, given) if series is not None]
    found = [_filled(*pair, max(count, 1)) for pair in zip(shown, found)]
    value, series = derivative(*primals, **dict(zip(names, found)))
    return value, series if count else _without_any(series)


def _new(f: Any, active: tuple[bool, ...]) -> Derivative:
    f, wrt = named_primals(f, active)
    return derivative_of(f, "forward_series", wrt)


def _series_of(given: object) -> str:
    if isinstance(given, (tuple, list)):
        return f"a {type(given).__name__} of length {len(given)}"
    return described(given)


def _series(primal: Any, given: Any, name: str, counts: dict[int, str]) -> Any:
    """Return coefficients as arrays, in the structure of a primal.

    `counts` gets their numbers, with where one was found.
    """

    def of_leaf(path: tuple, leaf: Any) -> Any:
        place = (name or "coefficients") + "".join(f"[{step!r}]" for step in path)
        part = given
        for step in path:
            if part is None:
                return None
            part = _part(part, step, place)
        if part is None:
            return None
        if not is_number(leaf) or not is_differentiable(kind_of(leaf)):
            raise errors.ArgumentError(
                f"{place} belongs to {described(leaf)}, which has no derivative.\n"
                "Give it None, or make what it belongs to a floating number."
            )
        array = _stacked(part, leaf, place)
        counts.setdefault(len(array), place)
        return array if len(array) else np.zeros((1, *np.shape(leaf)), array.dtype)

    return mapped(of_leaf, primal)


def _filled(primal: Any, series: Any, count: int) -> Any:
    """Return a series with zeros in place of None in lists, which become arrays."""

    def of_leaf(path: tuple, leaf: Any) -> Any:
        part, owner, in_list = series, primal, False
        for step in path:
            in_list = in_list or isinstance(owner, list)
            owner, part = (_part(whole, step, "") for whole in (owner, part))
        if part is None and in_list and is_number(leaf):
            if is_differentiable(kind_of(leaf)):
                return np.zeros((count, *np.shape(leaf)), np.result_type(leaf))
        return part

    return mapped(of_leaf, primal)


def _part(given: Any, step: Any, place: str) -> Any:
    """Return the part of coefficients for an item or attribute of a primal."""
    try:
        if isinstance(given, (dict, list, tuple)):
            return given[step]
        return getattr(given, step)
    except (LookupError, AttributeError, TypeError):
        raise errors.ArgumentError(
            f"there is no {place}.\nGive coefficients the structure of the argument."
        ) from None


def _stacked(given: Any, leaf: Any, place: str) -> np.ndarray:
    """Return the coefficients of a number or array along a leading axis."""
    shape = np.shape(leaf)
    array = np.asarray(given)
    if array.ndim == 0:
        raise errors.ArgumentError(
            f"{place} is {described(given)}, not a series.\nGive a list of the "
            f"coefficients, or an array with them along its first axis: [{given}]."
        )
    if array.size == 0:
        array = np.zeros((0, *shape))
    wanted = f"({', '.join(['k', *map(str, shape)])}{',' * (not shape)})"
    if array.dtype.kind not in "biufc" or array.shape[1:] != shape:
        raise errors.ArgumentError(
            f"{place} has the shape {array.shape}, but it belongs to the shape {shape}."
            f"\nGive it the shape {wanted}, as a list of k coefficients has."
        )
    own = np.result_type(leaf)
    if array.dtype.kind == "c" and own.kind != "c":
        raise errors.ArgumentError(
            f"{place} is complex, but what it belongs to is real."
        )
    return array.astype(own)


def _without_any(series: Any) -> Any:
    """Return no coefficients, for an order of 0."""

    def of_leaf(path: tuple, leaf: Any) -> Any:
        return leaf[:0] if isinstance(leaf, np.ndarray) else leaf

    return mapped(of_leaf, series)
