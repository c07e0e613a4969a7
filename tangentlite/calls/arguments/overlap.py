"""Detection of arguments that share memory with each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from tangentlite import errors
from tangentlite.kinds.objects.user_objects import attributes, is_users_class


def require_disjoint(
    name: str, written: Sequence[object], others: Sequence[object]
) -> None:
    """Raise if a function writes into arguments that share memory with other ones."""
    if not are_disjoint(written, others):
        raise errors.ArgumentError(
            f"{name} writes into its arguments, and two of them share memory without "
            "being one array, which is not supported yet.\n"
            "Pass a copy of one: x.copy()."
        )


def same_arrays(
    values: Mapping[str, object], names: Iterable[str]
) -> tuple[tuple[str, str], ...]:
    """Return pairs of a name and an earlier name of the same array.

    >>> x = np.zeros(4)
    >>> same_arrays({'x': x, 'n': 4, 'y': x, 'z': x[:]}, 'yzxn')
    (('x', 'y'),)
    """
    first: dict[int, str] = {}
    pairs = (
        (name, first.setdefault(id(values[name]), name))
        for name in names
        if isinstance(values[name], np.ndarray)
    )
    return tuple((name, owner) for name, owner in pairs if name != owner)


def are_disjoint(written: Sequence[object], others: Sequence[object]) -> bool:
    """Whether arrays in written values share memory with no other arrays.

    >>> x = np.zeros(4)
    >>> are_disjoint([x], [{"y": np.zeros(4)}]), are_disjoint([x[:2], x[2:]], [])
    (True, True)
    >>> are_disjoint([x], [[x]]), are_disjoint([], [x, x])
    (False, True)
    """
    containers = [id(part) for value in written for part in _containers(value)]
    if len(set(containers)) < len(containers):
        return False
    if any(id(part) in containers for value in others for part in _containers(value)):
        return False
    own = [array for value in written for array in _arrays(value)]
    found = own + [array for value in others for array in _arrays(value)]
    return not any(
        np.may_share_memory(one, other) and _overlap(one, other)
        for place, one in enumerate(own)
        for other in found[place + 1 :]
    )


def _overlap(one: np.ndarray, other: np.ndarray) -> bool:
    try:
        # any limit is allowed; NumPy's stubs list two
        return np.shares_memory(one, other, max_work=10_000)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def _containers(value: object) -> Iterator[object]:
    """Yield the mutable containers and objects in a value."""
    if isinstance(value, (list, dict)) or is_users_class(type(value)):
        yield value
    if isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _containers(item)
    elif is_users_class(type(value)):
        for item in attributes(value).values():
            yield from _containers(item)


def _arrays(value: object) -> Iterator[np.ndarray]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _arrays(item)
    elif is_users_class(type(value)):
        for item in attributes(value).values():
            yield from _arrays(item)
