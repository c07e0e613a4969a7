"""Drafts of derivatives that the checks of one program share.

A text without passes, and one of loops, is made of the same draft as the text that both
are compared with, and the walk that makes a draft takes most of the time.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FunctionType

from tangentlite import pipeline
from tangentlite.calls.generated.guards import holds
from tangentlite.errors import UnsupportedError
from tangentlite.options import CURRENT, by_numpy
from tangentlite.pipeline import Draft


@dataclass
class Drafts:
    """The drafts of a program, or why there is none, by what was asked for.

    In a program that has derivatives inside, the drafts are of the options in force,
    which the texts of those follow.
    """

    make: Callable[..., Draft]
    has_inner: bool = False
    known: dict[tuple, tuple[Draft, dict] | UnsupportedError] = field(
        default_factory=dict
    )

    def draft(self, request, kinds, extra, equal=()) -> Draft:
        """The draft for a request, as it was before any pass; as `pipeline.draft`."""
        has_inner = self.has_inner or not isinstance(request.primal, FunctionType)
        options = by_numpy(CURRENT.get()) if has_inner else None
        key = (request, tuple(kinds.items()), tuple(extra.items()), equal, options)
        known = self.known.get(key)
        if isinstance(known, UnsupportedError):
            raise copy.copy(known)
        # The program may have changed its globals since.
        if known is not None and all(map(holds, known[0].b.references.guards)):
            draft, dropped = known
            draft.b.required.dropped = dict(dropped)
            return draft
        try:
            draft = self.make(request, kinds, extra, equal)
        except UnsupportedError as error:
            self.known[key] = copy.copy(error)
            raise
        self.known[key] = draft, dict(draft.b.required.dropped)
        return draft


@contextmanager
def shared_drafts(source: str) -> Iterator[None]:
    """Make each draft for functions of a text once."""
    drafts = Drafts(pipeline.draft, has_inner="tl." in source)
    pipeline.draft = drafts.draft
    try:
        yield
    finally:
        pipeline.draft = drafts.make
