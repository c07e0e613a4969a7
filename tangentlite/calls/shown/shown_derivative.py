"""How a derivative appears in a prompt, in a notebook and in the list of its names."""

from __future__ import annotations

import html
from typing import Any

from tangentlite.calls.shown.documentation import documentation
from tangentlite.calls.shown.source_text import SourceText, highlighted
from tangentlite.errors import TangentliteError
from tangentlite.modes.request import Request

# What is documented; the rest serves other parts of the package.
_PUBLIC = (
    "compiled", "jitted", "mode", "primal", "save", "source", "source_for",
    "standalone", "text", "wrt",
)  # fmt: skip


class Shown:
    """What IPython and `dir` ask of a derivative."""

    def __dir__(self) -> list[str]:
        """Return the documented names, and those that Python has of any object."""
        special = [name for name in object.__dir__(self) if name.startswith("__")]
        return sorted([*_PUBLIC, *special])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def _repr_html_(self) -> str:
        """Return its name, and the text that was called last or is for annotations."""
        this: Any = self
        head = f"<div><code>{html.escape(repr(self))}</code></div>"
        try:
            return head + highlighted(this.source)
        except TangentliteError:  # nothing has told the kinds of arguments yet
            hint = "Call it, or use source_for(...), to see its text."
            return f"{head}<div><em>{hint}</em></div>"


def described(request: Request) -> str:
    """Return the docstring of a derivative, which `help` shows."""
    return documentation(request)


def as_text(source: str) -> SourceText:
    """Return generated source as a string that prompts show as text."""
    return SourceText(source)
