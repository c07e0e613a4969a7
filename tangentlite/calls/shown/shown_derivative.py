"""How a derivative appears in a prompt, in a notebook and in the list of its names."""

from __future__ import annotations

import functools
import html
import importlib.util
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from tangentlite.calls.bindable import Bindable
from tangentlite.calls.shown.documentation import documentation
from tangentlite.errors import TangentliteError
from tangentlite.modes.request import Request
from tangentlite.tracebacks.frames import surface

if TYPE_CHECKING:
    from tangentlite.calls.shown.linked_view import LinkedView

P = ParamSpec("P")
R = TypeVar("R")

# What is documented; the rest serves other parts of the package.
_PUBLIC = (
    "compiled", "jitted", "mode", "primal", "save", "source", "source_for",
    "standalone", "text", "view", "wrt",
)  # fmt: skip


class Shown(Bindable[P, R]):
    """The name and docstring of a derivative, and what IPython and `dir` ask of it."""

    def __init__(self, request: Request) -> None:
        """Take the name of the function; `help` says what the derivative takes."""
        this: Any = self
        functools.update_wrapper(this, request.primal)
        vars(self).pop("__wrapped__", None)
        self.__doc__ = documentation(request)

    def __dir__(self) -> list[str]:
        """Return the documented names, and those that Python has of any object."""
        special = [name for name in object.__dir__(self) if name.startswith("__")]
        return sorted([*_PUBLIC, *special])

    @surface
    def view(self, *args: object, **kwargs: object) -> LinkedView:
        """Return a page with the function and its derivatives, linked line by line.

        It is of what was called last, or of the kinds of these arguments; before a call
        annotations and defaults tell them. A notebook shows it, and `save(path)` writes
        a file that needs no other. Raises what `source_for` raises.

        >>> import pathlib, tempfile
        >>> import tangentlite as tl
        >>> from tangentlite.examples import square
        >>> path = pathlib.Path(tempfile.mkdtemp(), 'square.html')
        >>> tl.grad(square).view(3.0).save(path)
        >>> 'square_grad' in path.read_text(encoding='utf-8')
        True
        """
        from tangentlite.calls.shown.linked_view import view_of  # the compiler's, too

        return view_of(self, args, kwargs)

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
