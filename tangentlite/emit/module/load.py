"""Compilation of generated text to the function that it defines."""

from __future__ import annotations

import importlib
import linecache
import textwrap
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

Cells = Mapping[str, types.CellType]


@dataclass(frozen=True, eq=False)
class Loader:
    """A factory of one generated function for different closure cells.

    `code` is the factory's, which takes `values` for the names that are imported.
    """

    code: types.CodeType
    namespace: dict[str, object]
    values: Sequence[object]

    def __call__(self, cells: Cells) -> types.FunctionType:
        """Return the function whose captured variables are in these cells."""
        closure = tuple(cells[variable] for variable in self.code.co_freevars)
        factory = types.FunctionType(
            self.code, self.namespace, "factory", None, closure
        )
        return factory(*self.values)


def load(
    text: str,
    name: str,
    namespace: Mapping[str, object],
    imports: Mapping[str, tuple[str, str | None]],
    filename: str,
) -> types.FunctionType:
    """Compile a generated function so that it runs in the user's own globals.

    Nothing is written there: the imports of the text become parameters of a factory
    around it. Tracebacks and `inspect.getsource` find the text under `filename`.
    """
    return loader(text, name, namespace, imports, filename, ())({})


def loader(
    text: str,
    name: str,
    namespace: Mapping[str, object],
    imports: Mapping[str, tuple[str, str | None]],
    filename: str,
    captured: Iterable[str],
) -> Loader:
    """Compile a generated function like `load`, with the user's captured variables.

    The Loader makes the function that reads them from given cells.
    """
    body = textwrap.indent(_without_imports(text), "        ")
    whole = (
        f"def outer({', '.join(captured)}):\n"
        f"    def factory({', '.join(imports)}):\n{body}\n"
        f"        return {name}\n"
        "    return factory\n"
    )
    lines = whole.splitlines(keepends=True)
    linecache.cache[filename] = (len(whole), None, lines, filename)
    place: dict[str, Callable] = {}
    exec(compile(whole, filename, "exec"), cast(dict, namespace), place)
    values = [_imported(*origin) for origin in imports.values()]
    code = place["outer"](*[None] * len(list(captured))).__code__
    return Loader(code, cast(dict, namespace), values)


def offset(text: str) -> int:
    """Return the number of lines by which the compiled file shifts the text down.

    >>> offset("import numpy as np\\n\\n\\ndef f(x):\\n    return np.sin(x)\\n")
    -1
    """
    return 2 - _first_definition(text.splitlines(keepends=True))


def _without_imports(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[_first_definition(lines) :])


def _first_definition(lines: Sequence[str]) -> int:
    return next(i for i, line in enumerate(lines) if line.startswith("def "))


def _imported(module: str, member: str | None) -> object:
    loaded = importlib.import_module(module)
    return loaded if member is None else getattr(loaded, member)
