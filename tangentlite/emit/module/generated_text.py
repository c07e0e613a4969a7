"""The text of a derivative, and what its function is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gast

from tangentlite.builder.builder import Builder
from tangentlite.emit.loadable import Loadable
from tangentlite.emit.module.module_text import module_with_positions
from tangentlite.emit.text.statement_text import End, is_raised
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import names_in, reads, statements


def printed(b: Builder, function: Function, text: str = "") -> str:
    """Return the text of a function with the imports that it uses."""
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


def loadable(
    b: Builder, function: Function, text: str, ends: Sequence[End]
) -> Loadable:
    """Return a text with what its function is made of."""
    imports, captured = _imports(b, function), tuple(b.references.cells)
    sources = tuple(b.control.sources)
    return Loadable(function.name, text, imports, captured, ends, sources)
