"""Where the examples of arguments lie, and how results are put together."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.calls.arguments.pytree import (
    Path,
    is_number,
    leaves,
    mapped,
    written,
)
from tangentlite.calls.callables import described

# An axis, or None for what all examples share; or these in a container, for its parts.
Axes = Any


def axes_of(
    in_axes: Axes, signature: inspect.Signature, given: Mapping[str, Any]
) -> dict[str, Axes]:
    """Return the axes of the examples for each parameter that a call gives.

    Raises ArgumentError for what says none.

    >>> signature = inspect.signature(lambda w, *x: 0)
    >>> axes_of((None, 0, 1), signature, {"w": 1, "x": (2, 3)})
    {'w': None, 'x': (0, 1)}
    """
    names = list(signature.parameters)
    if isinstance(in_axes, Mapping):
        if unknown := [name for name in in_axes if name not in names]:
            raise _bad(in_axes, f"there is no parameter {unknown[0]!r}")
        chosen: dict[str, Axes] = dict.fromkeys(names) | dict(in_axes)
    elif isinstance(in_axes, (tuple, list)):
        chosen = _by_position(in_axes, signature)
    else:
        chosen = dict.fromkeys(names, in_axes)
    parts = [axis for axes in chosen.values() for axis in leaves(axes).values()]
    for axis in parts:
        if axis is not None and type(axis) is not int:
            raise _bad(in_axes, f"{axis!r} is no axis")
    if all(axis is None for axis in parts):
        raise _bad(in_axes, "no argument has examples")
    if missing := [name for name in given if name not in chosen]:
        raise _bad(in_axes, f"it does not say where the examples of {missing[0]} lie")
    return {name: chosen[name] for name in given}


def _by_position(
    in_axes: Sequence[Axes], signature: inspect.Signature
) -> dict[str, Axes]:
    chosen: dict[str, Axes] = {}
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            return chosen | {parameter.name: tuple(in_axes[len(chosen) :])}
        if len(chosen) < len(in_axes):
            chosen[parameter.name] = in_axes[len(chosen)]
    if len(chosen) < len(in_axes):
        raise _bad(in_axes, f"there are {len(chosen)} parameters")
    return chosen


def _bad(in_axes: Any, what: str) -> Exception:
    return errors.ArgumentError(
        f"in_axes is {in_axes!r}, but {what}.\nIt is a number, a tuple with an axis or "
        "None for each argument, or a dict of axes by the names of arguments."
    )


def is_mapped(axes: Axes) -> bool:
    """Whether an argument, or a part of it, has examples."""
    return any(axis is not None for axis in leaves(axes).values())


def is_whole(axes: Axes) -> bool:
    """Whether an argument has no part that all examples share."""
    return all(axis is not None for axis in leaves(axes).values())


def in_front(value: Any, axes: Axes, name: str) -> Any:
    """Return an argument whose arrays have the examples along their first axis."""

    def moved(path: Path, leaf: Any) -> Any:
        axis = _at(axes, path, name)
        if axis is None or leaf is None or isinstance(leaf, str):
            return leaf
        if not -np.ndim(leaf) <= axis < np.ndim(leaf):
            raise errors.ArgumentError(
                f"{name}{written(path)} is {described(leaf)}, which has no axis "
                f"{axis} of examples.\n"
                "Say with in_axes which arguments have one: None stands for what all "
                "examples share."
            )
        return leaf if axis == 0 else np.moveaxis(leaf, axis, 0)

    return value if axes is None else mapped(moved, value)


def _at(axes: Axes, path: Path, name: str) -> int | None:
    """Return the axis of a part of an argument."""
    for key in path:
        if not isinstance(axes, (tuple, list, dict)):
            break
        part: Any = key
        try:
            axes = axes[part]
        except (KeyError, IndexError, TypeError):
            raise errors.ArgumentError(
                f"in_axes does not say where the examples of {name}{written(path)} lie."
            ) from None
    return axes


def count_of(given: Mapping[str, Any], axes: Mapping[str, Axes]) -> int:
    """Return how many examples there are; raises ArgumentError for other numbers."""
    counts: dict[int, str] = {}
    for name, value in given.items():
        for path, leaf in leaves(value).items() if is_mapped(axes[name]) else ():
            if isinstance(leaf, np.ndarray) and _at(axes[name], path, name) is not None:
                counts.setdefault(len(leaf), f"{name}{written(path)}")
    if len(counts) != 1:
        shown = " and ".join(f"{n} in {name}" for n, name in counts.items())
        raise errors.ArgumentError(
            f"there are {shown or 'no'} examples.\nGive all arrays as many along their "
            "axes of examples; in_axes says which these are, None for what is shared."
        )
    (count,) = counts
    if count == 0:
        raise errors.ArgumentError(
            f"there are no examples in {counts[0]}, so nothing tells what their "
            "results would be.\nTreat this case in front of the call."
        )
    return count


def taken(
    given: Mapping[str, Any], axes: Mapping[str, Axes], index: int | slice
) -> dict[str, Any]:
    """Return the arguments of one example, or of those in a slice."""

    def of_one(name: str, value: Any) -> Any:
        def part(path: Path, leaf: Any) -> Any:
            if not isinstance(leaf, np.ndarray) or _at(axes[name], path, name) is None:
                return leaf
            return leaf[index]

        return mapped(part, value) if is_mapped(axes[name]) else value

    return {name: of_one(name, value) for name, value in given.items()}


def stacked(rows: Sequence[Any]) -> Any:
    """Return results, all of one structure, with their numbers and arrays stacked.

    >>> stacked([(1.0, None), (2.0, None)])
    (array([1., 2.]), None)
    """
    return _together(rows, np.stack)


def joined(parts: Sequence[Any]) -> Any:
    """Return results for some examples, together."""
    return _together(parts, np.concatenate)


def _together(rows: Sequence[Any], join: Any) -> Any:
    found = [leaves(row) for row in rows]
    if any(one.keys() != found[0].keys() for one in found):
        raise errors.ArgumentError(
            "the results of some examples have other parts than those of others, so "
            "they cannot be stacked."
        )

    def put_together(path: Path, leaf: Any) -> Any:
        if leaf is None or isinstance(leaf, str):
            return leaf
        if not is_number(leaf):
            raise errors.ArgumentError(
                f"{described(leaf)} as a result cannot be stacked.\n"
                "Return numbers, arrays or tuples, lists and dicts of them."
            )
        return join([one[path] for one in found])

    return mapped(put_together, rows[0])
