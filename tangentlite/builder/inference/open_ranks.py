"""Result kinds where an argument has an open rank, or trials need axes of one size."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polynomial,
)

from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, Scalar, without_value
from tangentlite.kinds.objects import libraries
from tangentlite.kinds.objects.user_objects import made_of
from tangentlite.kinds.sizes.dims import Dim, Symbol
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.kinds.trials.probe import (
    Unknown,
    is_open_integer,
    probe_with_small_integers,
)
from tangentlite.kinds.trials.trial_cache import result_kind
from tangentlite.values.structure import atoms

# The ranks that are tried for an array of open rank.
CANDIDATES = (0, 1, 2, 3)


# Their result kinds differ much by rank, some in the number of results.
_OF_KNOWN_RANKS: frozenset[Callable] = frozenset({
    np.linalg.qr, np.linalg.svd, np.linalg.svdvals, np.linalg.eig, np.linalg.eigvals,
    np.linalg.eigh, np.linalg.eigvalsh, np.linalg.lstsq, np.meshgrid,
})  # fmt: skip


# Their results depend on their options, and these on how many columns there are.
_FITS: frozenset[Callable] = frozenset({
    np.polyfit, chebyshev.chebfit, hermite.hermfit, hermite_e.hermefit,
    laguerre.lagfit, legendre.legfit, polynomial.polyfit,
})  # fmt: skip


def require_known(b: Builder, function: Callable, count: int) -> None:
    """Refuse arrays of open rank, for which only the sizes of a call give a text.

    Such an exact text has kinds of known rank for most. `count` is the number of
    arguments.
    """
    given = [atom.kind for value in b.outside.inputs.values() for atom in atoms(value)]
    is_refused = function in _FITS and count > len(("x", "y", "deg"))
    if is_refused or function in _OF_KNOWN_RANKS and not is_open(given):
        raise b.error(
            f"{libraries.called(function)} of an array whose number of axes is not "
            "known is not supported.",
            "Give it one of known shape: np.reshape(a, (n, m)).",
        )


def is_open(kinds: object) -> bool:
    """Whether the rank of an array is not known."""
    return any(kind.shape is None for kind in arrays(kinds))


def with_rank(rank: int, arguments: object, keywords: dict) -> tuple:
    """Return arguments with a rank in the place of unknown ones; 0 is a number's."""
    named = {key: _with_rank(rank, value) for key, value in keywords.items()}
    return _with_rank(rank, arguments), named


def _with_rank(rank: int, kinds: object) -> object:
    if isinstance(kinds, (tuple, list)):
        return made_of(type(kinds), [_with_rank(rank, kind) for kind in kinds])
    if isinstance(kinds, Array) and kinds.shape is None:
        if rank == 0:
            return Scalar(kinds.dtype, False)
        shape = tuple(Symbol(f"axis {axis} of {rank}") for axis in range(rank))
        return replace(kinds, shape=shape)
    return kinds


def of_equal_sizes(
    function: Callable, arguments: list, keywords: dict, name: str
) -> object:
    """Return the kind of a result of which only ranks and dtypes can be found.

    All axes have one size in a trial (square matrices), or a size that is a number.
    Into how many parts an integer splits something, trials of the same sizes do not
    show.
    """
    one = Sizes()
    every = [*arguments, *keywords.values()]
    with contextlib.suppress(Unknown):
        found = probe_with_small_integers(function, arguments, keywords, name)
        return of_any_sizes(found, name)
    for dim in open_sizes(every):
        one.unify(dim, Symbol("all", dim.offset))
    sizes = [one]
    for size in (*_literal_sizes(every), 6):
        sizes.append(Sizes())
        for dim in open_sizes(every):
            sizes[-1].unify(dim, size)
    for same in sizes:
        with contextlib.suppress(Unknown):
            found = result_kind(function, arguments, keywords, same, name)
            counted = same is not one and any(map(is_open_integer, every))
            splits = counted and isinstance(found, tuple)
            return Array(None, None) if splits else of_any_sizes(found, name)
    return Array(None, None)


def of_any_sizes(found: object, name: str) -> object:
    """Forget all sizes that trials have found."""
    return _anonymous(_without_sizes(found), name)


def of_some_ranks(found: object, kinds: list, name: str) -> object:
    """Forget sizes that are found for one rank of arguments of open rank.

    If several are open, which may have different ranks, ranks are forgotten as well.
    """
    if sum(kind.shape is None for kind in arrays(kinds)) > 1:
        return _without_ranks(found)
    return of_any_sizes(found, name)


def _without_ranks(found: object) -> object:
    if isinstance(found, tuple):
        return made_of(type(found), map(_without_ranks, found))
    return Array(found.dtype, None) if isinstance(found, (Array, Scalar)) else found


def _without_sizes(found: object) -> object:
    """Forget the sizes that a trial has had."""
    if isinstance(found, tuple):
        return made_of(type(found), map(_without_sizes, found))
    if isinstance(found, Array) and found.shape is not None:
        return replace(found, shape=(Symbol("any"),) * len(found.shape))
    return without_value(found)


def _literal_sizes(kinds: list) -> list[int]:
    """Return the sizes that are numbers, the largest first."""
    dims = set(_sizes(kinds))
    return sorted((dim for dim in dims if isinstance(dim, int)), reverse=True)


def open_sizes(kinds: list) -> list[Symbol]:
    """Return the sizes in kinds that are no numbers, each once."""
    return [d for d in dict.fromkeys(_sizes(kinds)) if not isinstance(d, int)]


def _sizes(value: object) -> list[Dim]:
    """Return the sizes of axes, and the numbers that are sizes."""
    if isinstance(value, Array):
        return list(value.shape or ())
    if isinstance(value, Scalar):
        return [] if value.size is None else [value.size]
    if isinstance(value, (list, tuple)):
        return [dim for item in value for dim in _sizes(item)]
    return []


def arrays(value: object) -> list[Array]:
    """Return the arrays among kinds, and among the items of those."""
    if isinstance(value, Array):
        return [value]
    if isinstance(value, (list, tuple)):
        return [kind for item in value for kind in arrays(item)]
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
