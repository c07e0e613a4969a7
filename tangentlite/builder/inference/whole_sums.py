"""Whether np.einsum over all axes gives a number or a 0-d array.

np.einsum gives a number, but an array where `optimize` lets np.tensordot sum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tangentlite.kinds.kind import Array, Scalar, shape_of
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.kinds.trials.probe import Unknown
from tangentlite.kinds.trials.trial_cache import result_kind


def number_or_array(
    found: object, arguments: Sequence[object], keywords: Mapping[str, object]
) -> object:
    """Return the result kind of np.einsum for one of which axes and dtype are right."""
    if not isinstance(found, (Scalar, Array)) or shape_of(found) != ():
        return found
    number = Scalar(found.dtype, False)
    if not getattr(keywords.get("optimize"), "value", keywords.get("optimize")):
        return number
    short = [_short(argument) for argument in arguments]
    try:
        made = result_kind(np.einsum, short, keywords, Sizes(), "axis")
    except Unknown:
        return found
    return Array(found.dtype, ()) if isinstance(made, Array) else number


def _short(argument: object) -> object:
    """Return the kind of an array with axes of size 2, so that all fit together."""
    if not isinstance(argument, Array) or argument.shape is None:
        return argument
    return replace(argument, shape=(2,) * len(argument.shape))
