"""Facts about the whole program: calls of functions, and a report for its callers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentlite.values.heap import Cell, Contents


@dataclass(slots=True)
class Functions:
    """Calls of functions: inlined, by core functions, or cached."""

    # recursive functions by specialisation key, and the calls being inlined
    callees: dict[tuple, Any] = field(default_factory=dict)
    opened: list[tuple] = field(default_factory=list)
    # whether the next function that is called is run again to be reversed; of a segment
    # of a loop that has several snapshots the variables that it returns
    again: bool | tuple[str, ...] = False
    # how often functions were inlined recursively; how often at all, and how many names
    # that has made
    expansions: Counter = field(default_factory=Counter)
    expanded: dict[object, tuple[int, int]] = field(default_factory=dict)
    # contents of objects at the time they were passed to cached functions
    cached_contents: dict[Cell, Contents] = field(default_factory=dict)
    # the arguments of the cached calls
    cached_calls: dict[int, list[dict]] = field(default_factory=dict)
    # the arrays that cached functions returned, with the statements that made them
    cached_arrays: dict[str, frozenset[gast.stmt]] = field(default_factory=dict)
    # classes that are defined in functions, by the definitions of their methods
    classes: dict[object, type] = field(default_factory=dict)
    # where the function of each source was first called: for errors behind the walk
    called_from: dict[int, int] = field(default_factory=dict)
    # dtypes of elementwise functions that were tried already
    dtypes: dict[object, tuple] = field(default_factory=dict)


@dataclass(slots=True)
class Report:
    """What callers of a derivative must know of it."""

    # the parameters whose arguments it writes into; whether it has other effects
    writes: tuple[str, ...] = ()
    has_effects: bool = False
    # parameters that stand for what a function captures (`lifted`)
    captured: tuple[str, ...] = ()
    # what np.errstate silences somewhere, and so everywhere
    errstate: dict[str, str] = field(default_factory=dict)
    # how often it is left to run time over which axes a value was broadcast
    open_sizes: int = 0
    # positions where an array is written of which there may be other names
    shared_writes: set[int] = field(default_factory=set)
    # sizes of the cotangent
    expected: list[tuple] = field(default_factory=list)
