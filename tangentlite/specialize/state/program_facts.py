"""What is known of a program as a whole: its functions, and what its callers ask."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentlite.values.heap import Cell, Contents


@dataclass(slots=True)
class Functions:
    """The functions that are called: expanded, called, or called once for all."""

    # recursive functions by what tells them apart, and the calls that are expanded
    callees: dict[tuple, Any] = field(default_factory=dict)
    opened: list[tuple] = field(default_factory=list)
    # how often functions were expanded while they were open; how often at all, and how
    # many names that has made
    expansions: Counter = field(default_factory=Counter)
    expanded: dict[object, tuple[int, int]] = field(default_factory=dict)
    # what objects held when functions whose results are kept were given them
    kept: dict[Cell, Contents] = field(default_factory=dict)
    # the known values that these were given
    kept_calls: dict[int, list[dict]] = field(default_factory=dict)
    # the arrays that these returned, with the statements that made them
    kept_arrays: dict[str, frozenset[gast.stmt]] = field(default_factory=dict)
    # dtypes of elementwise functions that were tried already
    dtypes: dict[object, tuple] = field(default_factory=dict)


@dataclass(slots=True)
class Report:
    """What who calls a derivative is to know of it."""

    # the parameters whose arguments it writes into; whether it has other effects
    writes: tuple[str, ...] = ()
    has_effects: bool = False
    # what np.errstate silences somewhere, and so everywhere
    errstate: dict[str, str] = field(default_factory=dict)
    # how often it is left to run time over which axes a value was broadcast
    open_sizes: int = 0
    # sizes of the cotangent
    expected: list[tuple] = field(default_factory=list)
