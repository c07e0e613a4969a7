"""Comparison of a derivative with central differences."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tangentlite import api, errors

# Beyond this many entries a gradient is compared along random directions.
MAX_ENTRIES = 64
DIRECTIONS = 4


def check_grad(
    f: Callable,
    args: Sequence[object],
    wrt: api.Wrt | None = None,
    modes: Sequence[str] = ("reverse", "forward"),
    order: int = 1,
    rtol: float = 1e-5,
    atol: float = 1e-7,
) -> None:
    """Raise CheckError where a derivative disagrees with central differences.

    `wrt` defaults to all floating arguments. Results may be scalars, arrays or tuples
    of them. Arguments of more than 64 entries are checked along random directions
    rather than entry by entry. `order=2` also checks the derivative of the gradient
    contracted with a fixed vector. Float32 arguments are compared with the accuracy
    that their differences have.

    >>> from tangentlite.examples import product
    >>> check_grad(product, (2.0, 3.0))
    """
    names = list(inspect.signature(f).parameters)
    if wrt is None:
        chosen = tuple(
            name for name, value in zip(names, args) if api._is_floating(value)
        )
    else:
        single = isinstance(wrt, (int, str))
        chosen = api.resolve_wrt(f, (wrt,) if single else tuple(wrt))
    if not chosen:
        raise errors.ArgumentError("no argument is a floating number or array.")
    rng = np.random.default_rng(0)
    tolerance = _tolerance(args, names, chosen, rtol, atol)
    for name in chosen:
        position = names.index(name)
        for direction, place in _directions(args[position], rng):
            difference = _central(f, args, position, direction)
            for mode in modes:
                got = _derivative(f, args, name, direction, difference, mode, rng)
                _compare(got, name, place, mode, tolerance)
    if order > 1:
        _check_second_order(f, args, chosen, modes, rng, tolerance)


def _tolerance(args, names, chosen, rtol: float, atol: float) -> tuple[float, float]:
    narrow = any(
        np.result_type(args[names.index(name)]).itemsize < 8 for name in chosen
    )
    return (max(rtol, 2e-2), max(atol, 2e-3)) if narrow else (rtol, atol)


def _directions(value: object, rng: np.random.Generator):
    shape = np.shape(value)
    if np.size(value) > MAX_ENTRIES:
        for _ in range(DIRECTIONS):
            yield rng.standard_normal(shape), "a random direction"
        return
    for index in np.ndindex(shape):
        direction = np.zeros(shape)
        direction[index] = 1.0
        yield direction, f"entry {index}" if shape else "its value"


def _central(f: Callable, args, position: int, direction: np.ndarray):
    value = args[position]
    wide = np.result_type(value).itemsize >= 8
    step = 1e-6 if wide else 1e-2
    step = step * max(1.0, float(np.max(np.abs(value), initial=0.0)))

    def at(change: float):
        moved = np.asarray(value) + change * direction
        moved = np.asarray(moved, np.result_type(value))
        parts = list(args)
        parts[position] = moved[()] if np.ndim(value) else _like(value, moved)
        return _flat(f(*parts))

    return (at(step) - at(-step)) / (2 * step)


def _like(value: Any, moved: np.ndarray):
    if isinstance(value, np.ndarray):
        return moved
    return type(value)(moved[()])


def _tangent(value: object, direction: np.ndarray):
    """Return a direction as a tangent of the type and dtype of a value."""
    if np.ndim(value) == 0:
        return _like(value, np.asarray(direction))
    return direction.astype(np.result_type(value))


def _flat(result: object) -> np.ndarray:
    if isinstance(result, (tuple, list)):
        parts = [_flat(item) for item in result]
        return np.concatenate(parts) if parts else np.zeros(0)
    return np.ravel(np.asarray(result, np.result_type(result, float)))


def _derivative(f, args, name: str, direction, difference, mode: str, rng):
    """Return (got, wanted): numbers that agree if the derivative is right."""
    names = list(inspect.signature(f).parameters)
    position = names.index(name)
    if mode == "forward":
        tangent = _tangent(args[position], direction)
        tangents = [None] * len(args)
        tangents[position] = tangent
        _, got = api.jvp(f, args, tangents)
        return _flat(got), difference
    result, pullback = api._derivative(f, "pullback", (name,))(*args)
    weights = _weights(result, rng)
    (gradient,) = pullback(weights)
    got = np.sum(np.asarray(gradient) * direction)
    return np.atleast_1d(got), np.atleast_1d(np.sum(_flat(weights) * difference))


def _weights(result: object, rng: np.random.Generator):
    if isinstance(result, (tuple, list)):
        return type(result)(_weights(item, rng) for item in result)
    weights = rng.uniform(0.5, 1.5, np.shape(result))
    if np.ndim(result) == 0:
        return float(weights)
    return weights.astype(np.result_type(result, np.float32))


def _compare(pair, name: str, place: str, mode: str, tolerance) -> None:
    got, wanted = pair
    rtol, atol = tolerance
    error = np.abs(got - wanted)
    scale = np.max(np.abs(wanted), initial=0.0)
    allowed = atol + rtol * np.maximum(np.abs(wanted), scale)
    bad = ~(error <= allowed)
    if np.any(bad):
        worst = int(np.argmax(np.where(np.isnan(error), np.inf, error - allowed)))
        raise errors.CheckError(
            f"the {mode} derivative with respect to {name} at {place} is "
            f"{got[worst]!r}, central differences give {wanted[worst]!r}."
        )


def _check_second_order(f, args, chosen, modes, rng, tolerance) -> None:
    names = list(inspect.signature(f).parameters)
    rtol, atol = tolerance
    loose = (max(rtol, 1e-4), max(atol, 1e-5))
    for name in chosen:
        position = names.index(name)
        gradient = api._derivative(f, "reverse", (name,))
        single = api._derivative(gradient, "forward", (name,))
        for direction, place in _directions(args[position], rng):
            difference = _central(gradient, args, position, direction)
            parameter = list(inspect.signature(single).parameters)[len(names)]
            (got,) = single(*args, **{parameter: _tangent(args[position], direction)})
            _compare((_flat(got), difference), name, place, "second", loose)
