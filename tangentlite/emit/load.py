"""From the text of a generated module to the function it defines."""

from __future__ import annotations

import importlib
import linecache
import textwrap
import types
from collections.abc import Callable, Mapping
from typing import cast


def load(
    text: str,
    name: str,
    namespace: Mapping[str, object],
    imports: Mapping[str, tuple[str, str | None]],
    filename: str,
    cells: Mapping[str, types.CellType] = types.MappingProxyType({}),
) -> types.FunctionType:
    """Compile a generated function so that it runs in the user's own globals.

    Nothing is written there: what the text imports is handed to it by a factory
    around it. Tracebacks and `inspect.getsource` find the text under `filename`.
    `cells` are variables captured by the user's functions; they are shared.
    """
    parameters = ", ".join([*imports, *cells])
    body = _without_imports(text)
    factory = f"def factory({parameters}):\n{textwrap.indent(body, '    ')}"
    factory += f"\n    return {name}\n"
    lines = factory.splitlines(keepends=True)
    linecache.cache[filename] = (len(factory), None, lines, filename)
    code = compile(factory, filename, "exec")
    place: dict[str, Callable] = {}
    exec(code, cast(dict, namespace), place)
    values = [_imported(*origin) for origin in imports.values()]
    made = place["factory"](*values, *[None] * len(cells))
    return _sharing(made, cells) if cells else made


def _sharing(
    function: Callable, cells: Mapping[str, types.CellType]
) -> types.FunctionType:
    """Return a function that reads captured variables where the user's functions do."""
    code = function.__code__
    own = dict(zip(code.co_freevars, function.__closure__ or ()))
    closure = tuple(cells.get(name, own[name]) for name in code.co_freevars)
    shared = types.FunctionType(
        code, function.__globals__, code.co_name, function.__defaults__, closure
    )
    shared.__kwdefaults__ = function.__kwdefaults__
    return shared


def _without_imports(text: str) -> str:
    lines = text.splitlines(keepends=True)
    start = next(i for i, line in enumerate(lines) if line.startswith("def "))
    return "".join(lines[start:])


def _imported(module: str, member: str | None) -> object:
    loaded = importlib.import_module(module)
    return loaded if member is None else getattr(loaded, member)
