"""Facts about names: ownership and aliasing of their arrays, and phis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import gast

from tangentlite.specialize.state.frame import Frame
from tangentlite.values.base import Atom
from tangentlite.values.heap import Cell


@dataclass(frozen=True)
class Apart:
    """What a call takes to be apart: `refuse` gives the error if two names are not.

    Loops tell at their ends what their phis may hold, so it is looked at again.
    """

    pairs: tuple[tuple[str, str], ...]
    released: frozenset[tuple[str, str]]
    refuse: Callable[[str, str], Exception]


@dataclass(slots=True)
class Memory:
    """Ownership and aliasing of the arrays and lists that names hold."""

    # names whose array was made here and that no other name held when it was made
    owned: set[str] = field(default_factory=set)
    # name of a view or alias -> names of the arrays it may look into
    views: dict[str, set[str]] = field(default_factory=dict)
    # views that ended: (view, array), as the array's name holds another array now
    released: set[tuple[str, str]] = field(default_factory=set)
    # the function in which a name was made, and how many loops were around it
    places: dict[str, tuple[Frame, int]] = field(default_factory=dict)
    # names that hold a number on some path, an array on another, or come of such alone
    numbers: set[str] = field(default_factory=set)
    # names of numbers that may be of other classes than their kinds say: `0` or `x[0]`
    mixed: set[str] = field(default_factory=set)
    # lists, and of them those whose items' kind has widened, in order
    lists: set[str] = field(default_factory=set)
    widened: list[str] = field(default_factory=list)
    # whether flags were written, so that masks may change
    masks_change: bool = False
    # whether `setflags` of an array was called, which the derivative leaves out
    flags_are_set: bool = False
    # statements that bind a number anew, and would write if it were an array
    rebound: dict[gast.stmt, str] = field(default_factory=dict)
    # stores of copies that recursive functions return: the array, and the copy
    stored: dict[gast.stmt, tuple[Atom, Atom]] = field(default_factory=dict)
    # what calls take to be apart
    apart: dict[gast.stmt, Apart] = field(default_factory=dict)
    # the arrays of which views or copies are made, as they lie in memory
    laid_out: frozenset[str] = frozenset()


@dataclass(slots=True)
class Phis:
    """Phi names, which several paths assign, and those without a value on some."""

    # phis of branches and loops
    joined: set[str] = field(default_factory=set)
    # phis that have no value in front of their loop or branch
    unbound: set[str] = field(default_factory=set)
    # of these, the ones that have a value wherever the program reads them
    certain: set[str] = field(default_factory=set)
    # numbers and arrays that are integers on one path, and floats on another
    integers: set[str] = field(default_factory=set)
    # heap objects that one of two paths has allocated
    made_on_paths: set[Cell] = field(default_factory=set)
    # pairs of heap objects that are being merged
    joining: list[tuple] = field(default_factory=list)
