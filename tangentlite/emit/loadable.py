"""A generated text with what its function is made of, as data, and how it is loaded."""

from __future__ import annotations

import functools
import itertools
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tangentlite.emit.compiled.again import REPEAT, Repeat
from tangentlite.emit.compiled.files import module_of
from tangentlite.emit.module.load import Loader, loader, offset
from tangentlite.tracebacks import origins

if TYPE_CHECKING:
    from tangentlite.emit.text.statement_text import End
    from tangentlite.ir.function import Source

Cells = Mapping[str, Any]

_NUMBER = itertools.count(1)


@dataclass(frozen=True)
class Compiled:
    """The functions of a text that numba compiles.

    `names` are what the text calls them and what they are called in their own `text`,
    which is imported as a module named after `title`; it calls functions of another
    module, of which `helpers` is the text. Without `fallback` it is an error if numba
    cannot compile one. `whole` says that the text is one call of one.
    """

    helpers: str
    text: str
    title: str
    names: Mapping[str, str]
    fallback: bool
    whole: bool


@dataclass(frozen=True)
class Loadable:
    """A function of Python: its name, text, imports and captured variables.

    `ends` and `sources` say which lines of the user's its lines come from.
    """

    name: str
    text: str
    imports: Mapping[str, tuple[str, str | None]]
    captured: tuple[str, ...]
    ends: Sequence[End]
    sources: tuple[Source, ...]
    compiled: Compiled | None = None


@dataclass(frozen=True)
class Binder:
    """What makes the function of a text for captured variables in some cells.

    `again` returns the derivative of NumPy, for calls that compiled code cannot answer.
    """

    loadable: Loadable
    bind: Loader
    dispatchers: tuple[Any, ...] = ()
    again: Callable[[], Any] | None = field(default=None, compare=False)

    def __call__(self, cells: Cells) -> types.FunctionType:
        """Return the function whose captured variables are in these cells."""
        compiled = self.loadable.compiled
        if compiled is None or self.again is None:
            return self.bind(cells)
        repeat = Repeat(self.dispatchers, self.again, cells, compiled.fallback)
        values = [repeat if value is Repeat else value for value in self.bind.values]
        return Loader(self.bind.code, self.bind.namespace, values)(cells)

    @property
    def jitted(self) -> Any:
        """The compiled function that is all of the text, None if there is more."""
        compiled = self.loadable.compiled
        return self.dispatchers[0] if compiled is not None and compiled.whole else None


def load(
    loadable: Loadable, namespace: Mapping[str, object], again: Callable[[], Any]
) -> Binder:
    """Compile a text in a namespace; return what makes its function."""
    imports = dict(loadable.imports)
    compiled, dispatchers = loadable.compiled, ()
    if compiled is not None:
        module_of(compiled.helpers, "helpers")
        module = module_of(compiled.text, compiled.title)
        own = compiled.names.items()
        dispatchers = tuple(getattr(module, name) for _, name in own)
        imports |= {called: (module.__name__, name) for called, name in own}
        imports["np"] = ("numpy", None)
        imports[REPEAT] = (Repeat.__module__, Repeat.__name__)
    filename = f"<tangentlite {loadable.name} {next(_NUMBER)}>"
    bind = loader(
        loadable.text, loadable.name, namespace, imports, filename, loadable.captured
    )
    origins.remember(bind.code, offset(loadable.text), loadable.ends, loadable.sources)
    # It holds the primal, which a text of NumPy must not keep alive.
    numpy = functools.cache(again) if compiled is not None else None
    return Binder(loadable, bind, dispatchers, numpy)
