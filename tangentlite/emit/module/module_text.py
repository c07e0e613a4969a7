"""The text of a core function as a module: imports, then the definition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import gast

from tangentlite.emit.text.printer import print_with_positions
from tangentlite.emit.text.statement_text import End
from tangentlite.ir.function import Function, Parameter
from tangentlite.ir.rewrite import statements

Imports = Mapping[str, tuple[str, str | None]]


def module_with_positions(
    function: Function, imports: Imports, docstring: str = ""
) -> tuple[str, list[End]]:
    """Return the text, and the last line and the positions of each statement."""
    parts = ["\n".join(import_lines(imports))] if imports else []
    ends: list[End] = []
    for one in (*function.callees, function):
        above = sum(part.count("\n") + 3 for part in parts)
        heading = docstring if one is function else ""
        text, own = print_with_positions(function_definition(one, heading))
        ends += [(line + above, *rest) for line, *rest in own]  # type: ignore[misc]
        parts.append(text.rstrip("\n"))
    return "\n\n\n".join(parts) + "\n", ends


def import_lines(imports: Imports) -> list[str]:
    """Return import statements, modules before names, in alphabetical order.

    >>> import_lines({'np': ('numpy', None), 'f': ('m', 'f')})
    ['import numpy as np', 'from m import f']
    """
    whole, members = [], []
    for alias, (module, member) in sorted(
        imports.items(), key=lambda i: (i[1][0], i[0])
    ):
        if member is None:
            renamed = "" if alias == module else f" as {alias}"
            whole.append(f"import {module}{renamed}")
        else:
            renamed = "" if alias == member else f" as {alias}"
            members.append(f"from {module} import {member}{renamed}")
    return whole + members


def function_definition(function: Function, docstring: str) -> gast.FunctionDef:
    """Return the definition of a core function as a tree."""
    body = list(function.body)
    if len(body) > 1 and _is_nothing(body[-1]):
        del body[-1]
    if captured := dict.fromkeys(_captured(body)):
        body.insert(0, gast.Nonlocal(list(captured)))
    if docstring:
        body.insert(0, gast.Expr(gast.Constant(docstring, None)))
    return gast.FunctionDef(
        function.name, _arguments(function.parameters), body, [], None, None, []
    )


def _captured(body: Sequence[gast.stmt]) -> Iterator[str]:
    """Yield the variables of enclosing functions that are assigned."""
    for node in statements(body):
        if isinstance(node, gast.With):
            yield from _captured(node.body)
        call = node.value if isinstance(node, gast.Expr) else None
        if isinstance(call, gast.Call) and getattr(call.func, "id", "") == "setattr":
            if isinstance(call.args[0], gast.Constant):
                yield call.args[1].value


def _is_nothing(statement: gast.stmt) -> bool:
    value = statement.value if isinstance(statement, gast.Return) else statement
    return isinstance(value, gast.Constant) and value.value is None


def _arguments(parameters: Sequence[Parameter]) -> gast.arguments:
    # No parameter without a default follows one with a default, except for tangents
    # that were appended: those then need the default None.
    plain: list[gast.expr] = []
    only: list[gast.expr] = []
    keyword: list[gast.expr] = []
    defaults: list[gast.expr] = []
    keyword_defaults: list[gast.expr | None] = []
    rest = named = None
    for parameter in parameters:
        argument = gast.Name(parameter.name, gast.Param(), None, None)
        default = None
        if parameter.default is not None:
            default = gast.parse(parameter.default, mode="eval").body
        if parameter.style == "*":
            rest = argument
        elif parameter.style == "**":
            named = argument
        elif parameter.style == "keyword only":
            keyword.append(argument)
            keyword_defaults.append(default)
        else:
            (only if parameter.style == "positional only" else plain).append(argument)
            if default is None and defaults:
                default = gast.Constant(None, None)
            if default is not None:
                defaults.append(default)
    return gast.arguments(plain, only, rest, keyword, keyword_defaults, named, defaults)
