"""Comparison of both modes with each other: <w, J v> is <J^T w, v>."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tangentlite.api.checks.points import (
    Comparison,
    Point,
    central,
    gradient_of,
    random_directions,
    tangent_of,
)
from tangentlite.api.checks.source_places import own_rules


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
        rules = ", ".join(dict.fromkeys(name for name, _ in own_rules(point.f)))
        against += f" (rules of your own: {rules})" if rules else ""
        what = f"{wrong} derivative"
        yield Comparison(what, place, of, found[wrong], found[right], excess, against)
