"""The text of a derivative, and the function that it defines."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import gast

from tangentlite.builder.builder import Builder
from tangentlite.emit.module.load import Loader, loader, offset
from tangentlite.emit.module.module_text import module_with_positions
from tangentlite.emit.text.statement_text import End, is_raised
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import names_in, reads, statements
from tangentlite.pretty.comment_lines import number_lines
from tangentlite.tracebacks import origins

_NUMBER = itertools.count(1)


def printed(
    b: Builder, function: Function, text: str = "", line_numbers: bool = False
) -> str:
    """Return the text of a function with the imports that it uses.

    With `line_numbers` quoted lines have their numbers in the user's file.
    """
    if line_numbers:
        function = number_lines(function)
    return printed_with_ends(b, function, text)[0]


def printed_with_ends(
    b: Builder, function: Function, text: str
) -> tuple[str, list[End]]:
    """Return that text, and where in it statements end, for tracebacks."""
    if b.report.errstate:
        function = replace(function, body=(_silenced(b, function),))
    return module_with_positions(function, _imports(b, function), text)


def _silenced(b: Builder, function: Function) -> gast.stmt:
    """Return a body in which NumPy does not warn of what the user did not want."""
    callee = build.name(f"{b.references.alias('numpy', None, 'np')}.errstate")
    named = [
        (key, build.constant(word)) for key, word in sorted(b.report.errstate.items())
    ]
    item = gast.withitem(build.call(callee, [], named), None)
    return gast.With([item], list(function.body), None)


def _imports(b: Builder, function: Function) -> dict[str, tuple[str, str | None]]:
    used = {n for f in (function, *function.callees) for n in _printed(f)}
    roots = {name.split(".")[0] for name in used}
    return {a: origin for a, origin in b.references.imports.items() if a in roots}


def _printed(function: Function) -> set[str]:
    """Return the names that the text of a function reads; `raise` is no function."""
    found: set[str] = set()
    for statement in statements(function.body):
        if isinstance(statement, gast.Expr) and is_raised(statement.value):
            found.update(*map(names_in, statement.value.args))
        else:
            found.update(reads(statement))
    return found


def loader_of(
    b: Builder,
    function: Function,
    text: str,
    ends: list[End],
    others: Mapping[str, tuple[str, str | None]] = MappingProxyType({}),
) -> Loader:
    """Compile a text; return what makes its function, for captured variables.

    `others` are functions that it calls, with the modules that they are in.
    """
    filename = f"<tangentlite {function.name} {next(_NUMBER)}>"
    imports = {**_imports(b, function), **others}
    namespace, cells = b.control.frames[0].globals, tuple(b.references.cells)
    bind = loader(text, function.name, namespace, imports, filename, cells)
    origins.remember(bind.code, offset(text), ends, tuple(b.control.sources))
    return bind
