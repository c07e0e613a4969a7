"""Comparison of both modes with each other: <w, J v> is <J^T w, v>."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator

import numpy as np

from tangentlite.api.checks.points import (
    Comparison,
    Point,
    central,
    gradient_of,
    random_directions,
    tangent_of,
)
from tangentlite.rules.registry import rule_of


def dot_products(point: Point, rtol: float, atol: float) -> Iterator[Comparison]:
    """Yield what disagrees in both modes along a random direction of an argument.

    Neither has the error of a difference, so a hundredth of the tolerances is allowed.
    """
    gradient, weights, of = gradient_of(point)
    tangent = tangent_of(point)
    direction, place = next(random_directions(point, range(gradient.size), ""))
    moved = tangent(direction)
    reverse = float(np.real(np.sum(gradient * direction)))
    forward = float(np.real(np.sum(weights * moved)))
    size = float(np.linalg.norm(gradient) * np.linalg.norm(direction))
    size += float(np.linalg.norm(weights) * np.linalg.norm(moved))
    error = abs(reverse - forward)
    allowed = size * max(rtol / 100, point.precision**0.5) + atol / 100
    if not error <= allowed:
        difference = np.real(np.sum(weights * central(point, direction)[0]))
        found = {"reverse": reverse, "forward": forward}
        wrong, right = sorted(found, key=lambda mode: -abs(found[mode] - difference))
        excess = error / allowed if np.isfinite(error) else np.inf
        against = f"{right} mode gives {found[right]!s}"
        rules = ", ".join(dict.fromkeys(own_rules(point.f)))
        against += f" (rules of your own: {rules})" if rules else ""
        what = f"{wrong} derivative"
        yield Comparison(what, place, of, found[wrong], found[right], excess, against)


def own_rules(f: Callable, known: set[int] | None = None) -> Iterator[str]:
    """Yield the names of functions with rules of the user's that a function calls."""
    known = set() if known is None else known
    if id(f) in known or not isinstance(f, types.FunctionType):
        return
    known.add(id(f))
    rule = rule_of(f)
    if rule is not None:
        if not rule.comes_with_us and not rule.is_ours:
            yield f.__name__
        return
    read = [f.__globals__.get(name) for name in f.__code__.co_names]
    read += [cell.cell_contents for cell in f.__closure__ or () if cell != _EMPTY]
    for other in read:
        if callable(other) and not isinstance(other, type):
            yield from own_rules(other, known)


_EMPTY = types.CellType()
