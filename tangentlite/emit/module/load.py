"""From the text of a generated module to the function it defines."""

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
    """What makes a generated function anew, for other cells.

    `code` is that of a factory, which takes some `values`.
    """

    code: types.CodeType
    namespace: dict[str, object]
    values: Sequence[object]

    def __call__(self, cells: Cells) -> types.FunctionType:
        """Return the function that reads captured variables in these cells."""
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

    Nothing is written there: what the text imports is handed to it by a factory
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
    """Compile a generated function like `load`, for variables captured by the user's.

    What is returned makes the function that reads them in given cells.
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
    """Return how many lines further down the text stands in the file that is compiled.

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
