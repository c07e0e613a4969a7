"""Nested parameters as one vector and back, and functions over their leaves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, TypeVar

import numpy as np

from tangentlite import errors
from tangentlite.calls.arguments.pytree import (
    Path,
    floating,
    leaves,
    mapped,
    replaced,
    split,
    written,
)
from tangentlite.tracebacks.frames import surface

Params = TypeVar("Params")


@surface
def flatten(params: Params) -> tuple[np.ndarray, Unflatten[Params]]:
    """Return the floating numbers of a structure as a vector, and the way back.

    Tuples, lists, dicts and objects are taken apart as derivatives take them, from left
    to right; the keys of a dict in the order in which they stand there (autograd sorts
    them). The vector is new; its dtype is the common one of the leaves, float64 if
    there are none. `unflatten(vector)` gives the structure with each leaf's shape and
    dtype; integers, arrays of them, text and None in it stay.
    `unflatten.flat(gradient)` gives the vector of a gradient, with zeros where that has
    None.

    >>> vector, unflatten = flatten({'w': np.array([1.0, 2.0]), 'b': 3.0, 'n': 4})
    >>> vector
    array([1., 2., 3.])
    >>> unflatten(2 * vector)
    {'w': array([2., 4.]), 'b': 6.0, 'n': 4}
    """
    unflatten = _unflatten_of(params)
    return unflatten.flat(params), unflatten


def _unflatten_of(params: Params) -> Unflatten[Params]:
    """Return the way back, the same one for equal structures.

    A derivative that reads it is then generated once, whoever calls `flatten` again.
    """
    try:
        key = _key(params)
    except TypeError:  # of arrays of integers and of objects each has its own
        return Unflatten(params)
    found = _KNOWN.get(key)
    if found is None:
        for oldest in list(_KNOWN)[: 1 - MOST_KNOWN]:  # other threads may take it, too
            _KNOWN.pop(oldest, None)
        found = _KNOWN.setdefault(key, Unflatten(params))
    return found


_KNOWN: dict[Hashable, Unflatten] = {}
MOST_KNOWN = 100


def _key(value: Any) -> Hashable:
    """Return what is equal if ways back are; raise TypeError for other structures."""
    cls = type(value)
    if cls in (list, tuple):
        return cls, tuple(_key(item) for item in value)
    if cls is dict:
        return cls, tuple((type(k), k, _key(item)) for k, item in value.items())
    if cls is np.ndarray and value.dtype.kind in "fc":
        return cls, value.shape, value.dtype.str
    if cls in (float, complex) or isinstance(value, np.inexact):
        return (cls,)
    if cls in (int, bool, str, type(None)):
        return cls, value
    raise TypeError(cls)


class Unflatten(Generic[Params]):
    """What gives a vector the structure of parameters, and `flat`, its inverse."""

    def __init__(self, params: Params) -> None:
        """Remember the structure, and the shapes and dtypes of floating leaves."""
        parts = floating(params)
        # The parameters may be written later, leaves that are no floats among them.
        self.like = mapped(
            lambda path, leaf: _blank(leaf) if path in parts else _copied(leaf), params
        )
        self.parts = {path: _blank(leaf) for path, leaf in parts.items()}
        self._paths = set(leaves(params))
        self.size = sum(np.size(leaf) for leaf in parts.values())
        dtypes = [np.result_type(leaf) for leaf in parts.values()]
        self.dtype = np.result_type(*dtypes) if dtypes else np.dtype(np.float64)

    @surface
    def __call__(self, vector: Any) -> Params:
        """Return the structure with the entries of a vector; it shares no memory.

        >>> _, unflatten = flatten((1.0, [2.0]))
        >>> unflatten(np.array([5.0, 6.0]))
        (5.0, [6.0])
        """
        entries = np.asarray(vector)
        if entries.shape != (self.size,):
            raise errors.ArgumentError(
                f"the vector has the shape {entries.shape}, but the parameters have "
                f"{self.size} entries.\nGive a vector of the shape ({self.size},)."
            )
        if entries.dtype.kind == "c" and self.dtype.kind != "c":
            raise errors.ArgumentError(
                "the vector is complex, but the parameters are real.\n"
                "Give its real part."
            )
        found = split(entries, self.parts)
        kept = {
            path: leaf.copy()
            for path, leaf in leaves(self.like).items()
            if path not in found and _is_array(leaf)
        }
        return replaced(self.like, {**kept, **found})

    @surface
    def flat(self, tree: Any) -> np.ndarray:
        """Return the vector of a structure like that of the parameters.

        Where it has None, as a gradient has, the vector has zeros.

        >>> _, unflatten = flatten({'w': 1.0, 'v': np.ones(2)})
        >>> unflatten.flat({'w': 5.0, 'v': None})
        array([5., 0., 0.])
        """
        given = leaves(tree)
        for path in given:
            if path not in self._paths and not self._is_above(path, given[path]):
                raise _misfit(path, "is not in the parameters")
        pieces = [self._piece(path, leaf, given) for path, leaf in self.parts.items()]
        real = np.concatenate([np.zeros(0, self.dtype), *pieces])
        return real if real.dtype == self.dtype else real.astype(self.dtype)

    def _is_above(self, path: Path, leaf: Any) -> bool:
        """Whether None stands in place of a container."""
        return leaf is None and any(p[: len(path)] == path for p in self._paths)

    def _piece(self, path: Path, like: Any, given: Mapping[Path, Any]) -> np.ndarray:
        above = next(
            (path[:n] for n in range(len(path), -1, -1) if path[:n] in given), None
        )
        if above is None:
            raise _misfit(path, "is missing")
        leaf = given[above]
        if leaf is None:
            return np.zeros(np.size(like), self.dtype)
        if np.shape(leaf) != np.shape(like):
            raise _misfit(
                path, f"has the shape {np.shape(leaf)}, in the parameters "
                f"{np.shape(like)}"
            )  # fmt: skip
        if np.iscomplexobj(leaf) and self.dtype.kind != "c":
            raise _misfit(path, "is complex, in the parameters it is real")
        return np.ravel(leaf)


@surface
def map(function: Callable, tree: Any, *others: Any) -> Any:
    """Return a structure with a function of the leaves in place of each leaf.

    The `others` have the structure of `tree`; the function takes one leaf of each.
    Raises ArgumentError, which names the place, where one has another structure.

    >>> map(lambda p, g: p - 0.5 * g, {'w': 3.0, 'b': [1.0]}, {'w': 2.0, 'b': [4.0]})
    {'w': 2.0, 'b': [-1.0]}
    """
    wanted = leaves(tree)
    found = [leaves(other) for other in others]
    for number, parts in enumerate(found, 1):
        for path in [*wanted, *parts]:
            if path not in parts or path not in wanted:
                raise errors.ArgumentError(
                    f"structure {number} after the first differs from it at "
                    f"{_place(path)}.\nGive it the same keys and lengths."
                )
    return mapped(
        lambda path, leaf: function(leaf, *(parts[path] for parts in found)), tree
    )


def _is_array(leaf: Any) -> bool:
    return isinstance(leaf, np.ndarray)


def _copied(leaf: Any) -> Any:
    return leaf.copy() if _is_array(leaf) else leaf


def _blank(leaf: Any) -> Any:
    """Return what has the type, shape and dtype of a leaf, and no memory of its own."""
    if isinstance(leaf, np.ndarray):
        return np.broadcast_to(np.zeros((), leaf.dtype), leaf.shape)
    return leaf


def _misfit(path: Path, what: str) -> errors.ArgumentError:
    return errors.ArgumentError(
        f"{_place(path)} {what}.\n"
        "Give it the structure of the parameters, None where it is zero."
    )


def _place(path: Path) -> str:
    return f"params{written(path)}"
