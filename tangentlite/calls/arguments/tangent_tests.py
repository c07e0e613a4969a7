"""Checks of tangents in calls of derivatives in forward mode."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.calls.arguments.pytree import is_number
from tangentlite.kinds.kind import is_differentiable, kind_of
from tangentlite.kinds.objects.user_objects import attributes, is_users_class


def require_tangents(pairs: Mapping[str, str], values: Mapping[str, object]) -> None:
    """Raise unless tangents are like their primals, to which `pairs` maps their names.

    >>> require_tangents({'x_dot': 'x'}, {'x': np.ones(2), 'x_dot': np.ones(3)})
    Traceback (most recent call last):
        ...
    tangentlite.errors.ArgumentError: x_dot has the shape (3,), but what it belongs to \
(2,).
    Give it the same shape.
    """
    for tangent, owner in pairs.items():
        given = values[tangent]
        _require_number(tangent, given, values[owner])
        _require_shapes(tangent, given, values[owner])


def mention_tangents(
    error: errors.TangentliteError,
    signature: inspect.Signature,
    tangents: Sequence[str],
    values: Mapping[str, object],
) -> None:
    """Add to an error that tangents come first where none were left for `*args`."""
    for parameter in signature.parameters.values():
        if tangents and parameter.kind is parameter.VAR_POSITIONAL:
            if not values[parameter.name]:
                error.add_note(
                    f"Tangents stand in front of what *{parameter.name} takes, which "
                    f"is nothing here: {', '.join(tangents)} was given."
                )


def _require_number(name: str, tangent: Any, owner: Any) -> None:
    if not is_number(owner) or not is_differentiable(kind_of(owner)):
        return
    if tangent is None:
        raise errors.ArgumentError(
            f"the tangent {name} is not given.\nTangents stand behind all parameters, "
            f"also those with defaults; or give it by name: {name}=..."
        )
    if not is_number(tangent):
        raise errors.ArgumentError(f"{name} must be a number or an array.")
    if np.ndim(tangent) != np.ndim(owner):
        raise errors.ArgumentError(
            f"{name} has {np.ndim(tangent)} axes, but what it belongs to has "
            f"{np.ndim(owner)}.\nGive it the same shape."
        )


def _require_shapes(name: str, tangent: object, owner: object) -> None:
    if isinstance(owner, dict) and isinstance(tangent, dict):
        for key in owner.keys() & tangent.keys():
            _require_shapes(f"{name}[{key!r}]", tangent[key], owner[key])
    elif isinstance(owner, (list, tuple)) and isinstance(tangent, (list, tuple)):
        for place, (part, item) in enumerate(zip(tangent, owner)):
            _require_shapes(f"{name}[{place}]", part, item)
    elif is_users_class(type(owner)) and is_users_class(type(tangent)):
        held, parts = attributes(owner), attributes(tangent)
        for key in held.keys() & parts.keys():
            _require_shapes(f"{name}.{key}", parts[key], held[key])
    elif isinstance(owner, np.ndarray) and isinstance(tangent, np.ndarray):
        if owner.shape != tangent.shape:
            raise errors.ArgumentError(
                f"{name} has the shape {tangent.shape}, but what it belongs to "
                f"{owner.shape}.\nGive it the same shape."
            )
