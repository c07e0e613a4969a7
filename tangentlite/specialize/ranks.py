"""Result kinds of functions that fail where axes are of different sizes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace

from tangentlite.kinds.dims import Symbol
from tangentlite.kinds.kind import Array
from tangentlite.kinds.objects import made_of
from tangentlite.kinds.probe import Unknown, probe
from tangentlite.kinds.sizes import Sizes


def of_equal_sizes(function: Callable, arguments: list, keywords: dict, name: str):
    """Return the kind of a result of which only ranks and dtypes can be found.

    All axes have one size in a trial (square matrices), or a size that is a number.
    """
    one = Sizes()
    for kind in _arrays([*arguments, *keywords.values()]):
        for dim in kind.shape or ():
            if not isinstance(dim, int):
                one.unify(dim, Symbol("all", dim.offset))
    with contextlib.suppress(Unknown):
        return _anonymous(probe(function, arguments, keywords, one, name), name)
    for size in (*_literal_sizes([*arguments, *keywords.values()]), 6):
        same = Sizes()
        for dim in _open_sizes([*arguments, *keywords.values()]):
            same.unify(dim, size)
        with contextlib.suppress(Unknown):
            found = probe(function, arguments, keywords, same, name)
            return _anonymous(_without_sizes(found), name)
    return Array(None, None)


def _without_sizes(found: object) -> object:
    """Forget sizes that a trial was given."""
    if isinstance(found, tuple):
        return made_of(type(found), map(_without_sizes, found))
    if isinstance(found, Array) and found.shape is not None:
        return replace(found, shape=(Symbol("any"),) * len(found.shape))
    return found


def _literal_sizes(kinds: list) -> list[int]:
    """Return the sizes that are numbers, the largest first."""
    dims = {dim for kind in _arrays(kinds) for dim in kind.shape or ()}
    return sorted((dim for dim in dims if isinstance(dim, int)), reverse=True)


def _open_sizes(kinds: list) -> list[Symbol]:
    dims = dict.fromkeys(d for kind in _arrays(kinds) for d in kind.shape or ())
    return [dim for dim in dims if not isinstance(dim, int)]


def _arrays(value: object) -> list[Array]:
    if isinstance(value, Array):
        return [value]
    if isinstance(value, (list, tuple)):
        return [kind for item in value for kind in _arrays(item)]
    return []


def _anonymous(result: object, name: str) -> object:
    if isinstance(result, tuple):
        items = [_anonymous(r, f"{name}.{i}") for i, r in enumerate(result)]
        return made_of(type(result), items)
    if isinstance(result, Array) and result.shape is not None:
        shape = tuple(
            dim if isinstance(dim, int) else Symbol(f"{name}.{axis}")
            for axis, dim in enumerate(result.shape)
        )
        return replace(result, shape=shape)
    return result
