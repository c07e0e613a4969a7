"""Default expressions in the text of generated functions.

Functions with one code object share generated code, but not their defaults.
"""

from __future__ import annotations

import ast
import io
import tokenize
import types
from collections.abc import Callable, Mapping

import gast
import numpy as np

from tangentlite.emit.module.data import data_text
from tangentlite.emit.text.printer import print_function

# The text of a value without an expression, as in a stub.
UNKNOWN = "..."


def source_with_defaults(
    text: str, defaults: Mapping[str, object], namespace: Mapping[str, object]
) -> str:
    """Return the text of a module with these defaults in its last function.

    Data is written as literals, another object by its name in the namespace, or as
    `...` if it has none.

    >>> text = 'def f(x, p=1, g=None):\\n    return g(x, p)\\n'
    >>> print(source_with_defaults(text, {'p': (2, 'a'), 'g': len}, {'size': len}))
    def f(x, p=(2, 'a'), g=size):
        return g(x, p)
    <BLANKLINE>
    """
    if not defaults:
        return text
    tree = ast.parse(text)
    imported = {
        alias.asname or alias.name: alias.name
        for node in tree.body
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    known = [alias for alias, module in imported.items() if module == "numpy"]
    asked: list[str] = []

    def spelled(wanted: object) -> str | None:
        if wanted is not np:
            return name_in(namespace, wanted)
        asked.append(known[0] if known else "np")
        return asked[-1]

    def spell(name: str, node: ast.expr) -> str:
        value = defaults[name]
        return data_text(value, spelled) or name_in(namespace, value) or UNKNOWN

    changed = with_defaults(text, spell)
    if changed is text or known or not asked:
        return changed
    head = "import numpy as np\n"
    return head + changed if imported else f"{head}\n\n{changed}"


def name_in(namespace: Mapping[str, object], value: object) -> str | None:
    """Return the name of an object in a namespace or in a module that it holds.

    >>> import math
    >>> name_in({'math': math}, math.sin), name_in({'math': math}, 'sin')
    ('math.sin', None)
    """
    for name, found in namespace.items():
        if found is value and name.isidentifier():
            return name
    own = getattr(value, "__name__", None)
    for name, found in namespace.items():
        if isinstance(own, str) and isinstance(found, types.ModuleType):
            if getattr(found, own, None) is value:
                return f"{name}.{own}"
    return None


def with_defaults(text: str, spell: Callable[[str, ast.expr], str | None]) -> str:
    """Return the text of functions with other defaults in the last one.

    `spell` gives the new text for a parameter's name and its present default, None to
    leave that.

    >>> with_defaults('def f(x, p=1): return x ** p', lambda name, node: '3')
    'def f(x, p=3): return x ** p'
    """
    function = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)][-1]
    changes = {}
    for name, node in _defaults(function.args).items():
        new = spell(name, node)
        if new is not None and ast.dump(_parsed(new)) != ast.dump(node):
            changes[name] = new
    if not changes:
        return text
    lines = text.splitlines(keepends=True)
    before = "".join(lines[: function.lineno - 1])
    start = "".join(lines[function.lineno - 1 :])
    row, column = _end_of_header(start)
    own = start.splitlines(keepends=True)
    header = "".join(own[: row - 1]) + own[row - 1][:column]
    rest = own[row - 1][column:] + "".join(own[row:])
    return before + _header(header, changes) + rest


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _defaults(arguments) -> dict:
    """Return the defaults of parameters by their names."""
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = list(zip(positional[::-1], arguments.defaults[::-1]))[::-1]
    pairs += zip(arguments.kwonlyargs, arguments.kw_defaults)
    return {
        getattr(parameter, "arg", None) or parameter.id: default
        for parameter, default in pairs
        if default is not None
    }


def _end_of_header(text: str) -> tuple[int, int]:
    """Return the row and column after the colon that ends a function's header."""
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
            if token.string == ":" and not depth:
                return token.end
    raise ValueError(f"no function: {text}")


def _header(header: str, changes: Mapping[str, str]) -> str:
    """Return the header of a function with other defaults, broken into lines."""
    tree = gast.parse(f"{header}\n    pass").body[0]
    arguments = tree.args
    known = [*arguments.posonlyargs, *arguments.args][-len(arguments.defaults) :]
    for place, parameter in enumerate(known[: len(arguments.defaults)]):
        if parameter.id in changes:
            arguments.defaults[place] = _expression(changes[parameter.id])
    for place, parameter in enumerate(arguments.kwonlyargs):
        if parameter.id in changes:
            arguments.kw_defaults[place] = _expression(changes[parameter.id])
    lines = print_function(tree).splitlines()
    return "\n".join(lines[:-1])


def _expression(text: str) -> gast.expr:
    return gast.parse(text, mode="eval").body
