"""How a derivative appears in a prompt, in a notebook and in the list of its names."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from tangentlite.calls.shown.documentation import documentation, maker_of
from tangentlite.calls.shown.shown_callable import ShownCallable
from tangentlite.calls.shown.source_text import SourceText
from tangentlite.modes.request import Request
from tangentlite.tracebacks.frames import surface

if TYPE_CHECKING:
    from tangentlite.calls.shown.linked_view import LinkedView

P = ParamSpec("P")
R = TypeVar("R")


class Shown(ShownCallable[P, R]):
    """The name and docstring of a derivative, and what IPython and `dir` ask of it."""

    documented = (
        "compiled", "jitted", "mode", "primal", "save", "source", "source_for",
        "standalone", "text", "view", "wrt",
    )  # fmt: skip

    def __init__(self, request: Request) -> None:
        """Take the name of the function; `help` says what the derivative takes."""
        this: Any = self
        functools.update_wrapper(this, request.primal)
        vars(self).pop("__wrapped__", None)
        self.__doc__ = documentation(request)

    def __repr__(self) -> str:
        this: Any = self
        request = this.request
        name, wrt = request.primal.__qualname__, ", ".join(request.wrt)
        return f"<{maker_of(request)} of {name} with respect to {wrt}>"

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

    def _kinds(self) -> str:
        this: Any = self
        if this.last_called is None:
            return ""
        from tangentlite.emit.saved.shipped_module import kinds_text  # as above

        kinds = this.kinds_of(this.last_called) or {}
        own = inspect.signature(this.primal).parameters
        return kinds_text({name: kinds[name] for name in own if name in kinds})

    def _shown(self, text: str) -> str:
        """Return generated text with the defaults of this function."""
        from tangentlite.emit.module.defaults import source_with_defaults  # as above

        this: Any = self
        primal = this.primal
        while isinstance(primal, Shown):
            primal = primal.primal  # type: ignore[attr-defined]
        defaults = this._defaults()
        return SourceText(source_with_defaults(text, defaults, primal.__globals__))
