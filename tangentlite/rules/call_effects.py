"""What calls do to memory: results that are new or views, and what acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tangentlite.rules.loading import load_templates


@dataclass(frozen=True)
class Effects:
    """What is known of the calls of a function, beyond `may_view` of its rule.

    The result is `fresh`: a new array that nothing else holds; or it is a `view` of the
    first argument, 'always' or 'or copy'. It is an `own_object` if it is a new object
    even where it is a view. Its `layout` is in 'rows' (C order), or that of the
    operands. A call that is `pure` may be dropped, repeated or moved, one that `acts`
    may not (helpers of ours are pure unless they act); one that `keeps` its arguments
    holds them after it has returned. If all that it does is to write into arguments,
    `writes` says into how many, from the first.
    """

    fresh: bool = False
    view: str = ""
    own_object: bool = False
    layout: str = ""
    pure: bool = False
    acts: bool = False
    keeps: bool = False
    writes: int = 0


_EFFECTS: dict[object, Effects] = {}
_UNKNOWN = Effects()
_OF_UFUNCS = Effects(fresh=True, layout="operands")


def effects(*functions: Callable, **fields: Any) -> None:
    """Declare what calls of some functions do; what was said before remains."""
    for function in functions:
        _EFFECTS[function] = replace(_EFFECTS.get(function, _UNKNOWN), **fields)


def effects_of(function: object) -> Effects:
    """Return what is known of the calls of a function.

    >>> effects_of(np.zeros).fresh, effects_of(np.reshape).view
    (True, 'or copy')
    """
    if isinstance(function, np.ufunc):
        return _OF_UFUNCS
    load_templates()
    try:
        return _EFFECTS.get(function, _UNKNOWN)
    except TypeError:  # an unhashable callable
        return _UNKNOWN
