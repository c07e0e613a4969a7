"""Restart signals, and the assumptions under which a function is walked.

A restart concerns the whole function, which is walked again under one more assumption
(`program.walk`); a retry concerns a statement or a call, in front of which the state is
restored (`snapshot.speculate`).
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import gast
import numpy as np

from tangentlite.ir.function import Source
from tangentlite.values.heap import Cell

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder


@dataclass(frozen=True)
class Assumptions:
    """The specialisation key of a walk, beside the kinds of the arguments.

    With `exact` kinds, sizes and integers of arguments are known, and loops that are
    about lists, dicts and objects are unrolled. The arrays and lists from outside that
    are named in `copied` are copied on entry by `copy`, because the function writes
    them. Of the functions `in_steps` conditions are computed by statements. Of the
    variables of modules and classes that it `binds`, by owner and name, the values are
    read on entry. Functions that are `called` (True) are not expanded, but for those
    that cannot be called (False); who asks for a derivative makes it without these
    calls where it cannot be made with them, and so keeps the mapping. `checkpoints`
    says that they matter, as they do in reverse mode. The lists from outside with the
    identities `appended` are only appended to, of any length therefore; None says that
    the function reads one of those, so that all are known item by item. Where arguments
    are arrays `of_library`, of another than NumPy, the classes of arrays are not known.

    >>> Assumptions().exact
    False
    """

    exact: bool = False
    copied: frozenset[str] = frozenset()
    copy: Callable = np.copy
    in_steps: frozenset[Source] = frozenset()
    binds: frozenset[tuple[int, str]] = frozenset()
    called: MutableMapping[object, bool] = field(default_factory=dict)
    checkpoints: bool = False
    appended: frozenset[int] | None = frozenset()
    of_library: bool = False


class Restart(Exception):  # noqa: N818 - a signal, not an error
    """The function is to be walked again from its start."""

    def added_to(self, assumed: Assumptions) -> Assumptions:
        """Return the assumptions of the next walk."""
        raise NotImplementedError


class NeedsStatements(Restart):
    """A call in a condition must be a statement of its own.

    `source` is the function whose conditions are to be in steps. Where there is none
    that is not yet, it is an error.
    """

    def __init__(self, source: Source | None, error: Exception) -> None:
        super().__init__(str(error))
        self.source = source
        self.error = error

    def added_to(self, assumed: Assumptions) -> Assumptions:
        """Compute the conditions of the function by statements."""
        if self.source is None:
            raise self.error from None
        return replace(assumed, in_steps=assumed.in_steps | {self.source})


class BindsVariable(Restart):
    """A variable from outside is bound: its value is to be read on entry."""

    def __init__(self, key: tuple[int, str]) -> None:
        super().__init__()
        self.key = key

    def added_to(self, assumed: Assumptions) -> Assumptions:
        """Read the variable on entry."""
        return replace(assumed, binds=assumed.binds | {self.key})


class WritesList(Restart):
    """A list among the arguments is changed: it must be copied on entry."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def added_to(self, assumed: Assumptions) -> Assumptions:
        """Copy the list on entry."""
        return replace(assumed, copied=assumed.copied | {self.name})


class AppendsTo(Restart):
    """A list from outside is appended to: its length may differ at each call."""

    def __init__(self, identity: int) -> None:
        super().__init__(identity)
        self.identity = identity

    def added_to(self, assumed: Assumptions) -> Assumptions:
        """Take the list for one that is only appended to.

        Where it has been taken for one in vain, its items are known in another way.
        """
        known = assumed.appended or frozenset()
        in_vain = self.identity in known
        return replace(assumed, appended=None if in_vain else known | {self.identity})


class CalledOften(Restart):
    """A function is inlined so often that it shall be called."""

    def __init__(self, identity: object) -> None:
        super().__init__(identity)
        self.identity = identity

    def added_to(self, assumed: Assumptions) -> Assumptions:
        """Call the function wherever it is called."""
        assumed.called[self.identity] = True
        return assumed


class Retry(Exception):  # noqa: N818 - a signal, not an error
    """The statement or call is to be walked again, in another way."""


class NeedsUnrolling(Retry):
    """An item is chosen by a loop's variable: the loop has to be unrolled."""


class Grown(Retry):
    """Lists have several lengths behind a branch or a loop."""

    def __init__(self, cells: list[Cell]) -> None:
        super().__init__()
        self.cells = cells


class ListChanges(Retry):
    """A list is changed in a loop that runs over it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NeedsSteps(Retry):
    """The body of the loop over a generator takes items of it, too."""

    def __init__(self, generator: object) -> None:
        super().__init__()
        self.generator = generator


class Unchanged(Retry):
    """A loop does not change what it was expected to."""


class OneRaises(Retry):
    """One of two branches, at a place, ends by raising."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class LeavesLoop(Retry):
    """What is raised in the body of a loop is caught by a try statement around it.

    `refusal` is what to raise where the loop cannot be left for that.
    """

    def __init__(self, target: Any, refusal: Exception) -> None:
        super().__init__()
        self.target, self.refusal = target, refusal


class Recursion(Retry):
    """A function is called while it is open; the depth is that of the first."""

    def __init__(self, depth: int, loose: bool) -> None:
        super().__init__(depth)
        self.depth = depth
        self.loose = loose


def unroll_if_possible(b: Builder, exact: bool = False) -> None:
    """Ask for the unrolling of a loop around, if one can be unrolled.

    With `exact`, that helps only where sizes and integers of arguments are known.
    """
    if b.control.unrollable and (b.assumed.exact or not exact):
        raise NeedsUnrolling


def statements(b: Builder, what: str, node: gast.AST | None = None) -> Exception:
    """Return what to raise for a call in a condition that must be a statement.

    The condition may be that of a function around.
    """
    return instead_of(b, b.error(what, "Call it in a statement of its own.", node))


def instead_of(b: Builder, error: Exception) -> Exception:
    """Return what to raise for an error of a condition that no statement would have."""
    sources = [b.control.sources[frame.source] for frame in reversed(b.control.frames)]
    left = [source for source in sources if source not in b.assumed.in_steps]
    return NeedsStatements(left[0] if left else None, error)


def require_statements(b: Builder, node: gast.AST | None) -> None:
    """Raise where items would be taken in the midst of a condition."""
    if b.in_condition:
        what = "an iterator is read in a condition."
        raise statements(b, what, node)
