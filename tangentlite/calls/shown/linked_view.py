"""A derivative beside its primal, stage by stage, as a page whose lines are linked."""

from __future__ import annotations

import html
import inspect
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tangentlite.calls.generated import example_calls
from tangentlite.calls.generated.example_kinds import extra_of_examples
from tangentlite.calls.shown.view_stages import Made, page_of
from tangentlite.modes.request import SUFFIX, Request
from tangentlite.options import Options
from tangentlite.view.linked_page import page_html


class LinkedView:
    """A page that shows a derivative beside its primal; a notebook shows it in place.

    >>> import tangentlite as tl
    >>> from tangentlite.examples import square
    >>> tl.grad(square).view()
    <view of square_grad: save(path) writes the page>
    """

    def __init__(self, name: str, html: str) -> None:
        """Take the name of the derivative, and the page."""
        self._name = name
        self.html = html

    def save(self, path: str | os.PathLike) -> None:
        """Write the page to a file, which needs no other and no network."""
        Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<view of {self._name}: save(path) writes the page>"

    def _repr_html_(self) -> str:
        """Return the page in a frame, so that its style stays its own."""
        return (
            f'<iframe title="{html.escape(self._name)}" sandbox="allow-scripts" '
            'style="box-sizing: border-box; width: 100%; height: 620px; '
            'border: 1px solid #8884" '
            f'srcdoc="{html.escape(self.html)}"></iframe>'
        )


def view_of(derivative: Any, args: tuple, kwargs: Mapping[str, object]) -> LinkedView:
    """Return the view of a derivative for arguments, or of what was called last.

    Before a call, without arguments, the kinds are those of annotations and defaults.
    """
    request, options = derivative.request, derivative.options_in_force
    made = derivative.generated(args, kwargs) if args or kwargs else None
    made = made or derivative.last_called
    known = None if made is None else derivative.kinds_of(made)
    if made is None or known is None:
        return view_of_examples(request, {}, options)
    own = inspect.signature(request.primal).parameters
    extra = {name: kind for name, kind in known.items() if name not in own}
    kinds = {name: kind for name, kind in known.items() if name in own}
    return _linked_view(Made(made, request, kinds, extra, options))


def view_of_examples(
    request: Request, arguments: Mapping[str, object], options: Options
) -> LinkedView:
    """Return the view of a derivative for example arguments, as `show` takes them."""
    return _linked_view(made_for_examples(request, arguments, options))


def made_for_examples(
    request: Request, arguments: Mapping[str, object], options: Options
) -> Made:
    """Return a derivative for example arguments, with what it was made for."""
    made = example_calls.generated(request, arguments, options)
    kinds = example_calls.kinds_of(request, arguments)
    extra = extra_of_examples(request, kinds)
    own = {name: kind for name, kind in kinds.items() if name not in extra}
    return Made(made, request, own, extra, options)


def _linked_view(made: Made) -> LinkedView:
    name = f"{made.request.primal.__name__}_{SUFFIX[made.request.mode]}"
    return LinkedView(name, page_html(page_of(made)))
