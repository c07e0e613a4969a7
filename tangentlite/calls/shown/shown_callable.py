"""What IPython, notebooks and `dir` ask of the callables that we return."""

from __future__ import annotations

import html
from typing import Any, ClassVar, ParamSpec, TypeVar

from tangentlite.calls.bindable import Bindable
from tangentlite.calls.shown.source_text import highlighted
from tangentlite.errors import TangentliteError

P = ParamSpec("P")
R = TypeVar("R")


class ShownCallable(Bindable[P, R]):
    """A callable with a name, that may have a text in `source`.

    >>> class Double(ShownCallable):
    ...     documented = ("source",)
    ...     source = "def double(x): ..."
    >>> dir(Double())
    ['source']
    """

    # What is documented; the rest serves other parts of the package.
    documented: ClassVar[tuple[str, ...]] = ()
    # What is said where there is no text.
    hint: ClassVar[str] = "Call it, or use source_for(...), to see its text."

    def __dir__(self) -> list[str]:
        """Return the documented names."""
        return sorted(self.documented)

    def _kinds(self) -> str:
        """Return the kinds of arguments that the text is for, '' before a call."""
        return ""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        kinds = self._kinds()
        printer.text(f"{repr(self)[:-1]}, for {kinds}>" if kinds else repr(self))

    def _repr_html_(self) -> str:
        """Return its name, and the text that was called last or is for annotations.

        With the name stand the kinds of the arguments that were called last.
        """
        this: Any = self
        name = html.escape(repr(self))
        kinds = html.escape(self._kinds())
        told = f" for <code>{kinds}</code>" if kinds else ""
        head = f'<div><code class="tangentlite-name">{name}</code>{told}</div>'
        try:
            return head + highlighted(this.source)
        except TangentliteError:  # nothing has told the kinds of arguments yet
            return f"{head}<div><em>{self.hint}</em></div>"
