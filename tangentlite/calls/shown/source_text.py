"""Generated text as a string that prompts and notebooks show as text."""

from __future__ import annotations

import html
import importlib.util
from typing import Any


class SourceText(str):
    """Python source: a string, shown with its lines and, in a notebook, highlighted.

    >>> SourceText("y = x\\n")
    y = x
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the text itself, as it is read and not typed."""
        return self.rstrip("\n")

    def __reduce__(self) -> tuple[type, tuple[str]]:
        """Reduce to a plain string."""
        return str, (str(self),)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def _repr_html_(self) -> str:
        return highlighted(self)


def highlighted(text: str) -> str:
    """Return Python source as HTML, in colours if Pygments is installed.

    >>> print(highlighted("x < 1"))  # doctest: +ELLIPSIS
    <div class="tangentlite-source"...x...&lt;...
    """
    head = '<div class="tangentlite-source" style="overflow-x: auto">'
    if importlib.util.find_spec("pygments") is None:
        return f"{head}<pre>{html.escape(text)}</pre></div>"
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    # Colours that are legible on light and dark pages.
    style = HtmlFormatter(noclasses=True, style="default", nobackground=True)
    return f"{head}{highlight(text, PythonLexer(), style)}</div>"
