"""Bounds of solvers inside programs: arguments, and what holds a solution."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.inside.given_functions import bound_to, in_array
from tangentlite.handlers import calls, when_met
from tangentlite.values.base import Known, Sequence
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Instance
from tangentlite.values.literals import literal


@when_met("scipy.optimize._constraints")
def register_bounds() -> None:
    """Register what `Bounds` are in a program: an object with both sides."""
    calls({importlib.import_module("scipy.optimize").Bounds: _bounds})


class Bounds:
    """What a program sees of bounds."""


def _bounds(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Instance:
    made = importlib.import_module("scipy.optimize").Bounds
    given = bound_to(made, b, arguments, keywords, node)
    sides = [given.get("lb", literal(-np.inf)), given.get("ub", literal(np.inf))]
    return Instance(b.heap, Bounds, ("lb", "ub"), tuple(sides))


def arrays_of(b: Any, given: dict[str, Any], node: Any) -> dict[str, Any]:
    """Take bounds, pairs in a list or `Bounds`, as two arrays out of what is given."""
    bounds = given.get("bounds", NONE)
    if bounds == NONE or getattr(bounds, "type", None) is Bounds:
        return pair_of_arrays(b, given, node)
    del given["bounds"]
    both = [getattr(pair, "items", ()) for pair in getattr(bounds, "items", ())]
    if not both or any(len(pair) != 2 for pair in both):
        raise b.error("bounds are no list of pairs here.", "Write them so.", node)
    found = {}
    for name, side, none in (("_low", 0, -np.inf), ("_high", 1, np.inf)):
        parts = [literal(none) if pair[side] == NONE else pair[side] for pair in both]
        whole = [Sequence(tuple(parts))]
        found[name] = operations.call(b, Known(np.array), whole, {}, node, "bound")
    return found


def pair_of_arrays(b: Any, given: dict[str, Any], node: Any) -> dict[str, Any]:
    """Take bounds that are a pair of numbers and arrays, out of what is given."""
    bounds = given.pop("bounds", NONE)
    if bounds == NONE:
        return {}
    sides = list(getattr(bounds, "items", ()))
    if len(sides) != 2:
        raise b.error("bounds are no pair here.", "Write (low, high).", node)
    return {
        name: in_array(b, side, node) for name, side in zip(("_low", "_high"), sides)
    }


# What follows is walked where a residual is, like a user's program.


def held_by(z, slope, curved, low, high):
    """Return the slope; what a bound holds goes with the bound.

    Solvers may end near to a bound. It holds an entry if the step to the minimum along
    that entry, by how the slope changes there, would go beyond.
    """
    steep = np.maximum(curved, 1e-300)
    near = 1e-12 * np.abs(z)
    is_low = np.maximum(slope / steep, near) >= z - low
    is_high = np.maximum(-slope / steep, near) >= high - z
    return np.where(is_low, z - low, np.where(is_high, z - high, slope))


def curvatures(matrix):
    """Return how each entry of a slope changes with its own entry."""
    return np.diag(matrix) if np.ndim(matrix) > 1 else matrix


def squares(matrix):
    """Return the squares of the columns of a Jacobian."""
    return np.sum(matrix * matrix, axis=0)


def bounds_of(low, high):
    """Return bounds; saved texts have this function."""
    return importlib.import_module("scipy.optimize").Bounds(low, high)
