"""Errors that a call is sure to raise, whatever the sizes and values are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tangentlite.builder.inference import open_dtypes, open_ranks
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.kinds.trials.trial_calls import SETTINGS, Trial, called, has_integers


def error_of(function: Callable, arguments: list, keywords: dict) -> Exception | None:
    """Return the error that a call which fails in all trials is sure to raise, if any.

    Axes that an array does not have are errors of its rank, and letters of np.einsum
    of the text; with axes of size 1 no two sizes differ.
    """
    every = [*arguments, *keywords.values()]
    if (
        open_dtypes.is_open(every)
        or open_ranks.is_open(every)
        or has_integers(Sizes(), every)
    ):
        return None
    others = [] if function is np.einsum else [*arguments[1:], *keywords.values()]
    if any("int" in (array.dtype or "") for array in open_ranks.arrays(others)):
        return None  # it may hold axes, which a trial makes up
    ones = Sizes()
    for dim in open_ranks.open_sizes(every):
        ones.unify(dim, 1)
    sure = _SURE.get(function, np.exceptions.AxisError)
    try:
        called(Trial.of(ones, every, SETTINGS[0]), function, arguments, keywords)
    except Exception as error:
        return error if isinstance(error, sure) else None
    return None


_SURE = {
    np.einsum: ValueError, np.tensordot: IndexError, np.expand_dims: ValueError,
    np.trace: ValueError,
}  # fmt: skip
