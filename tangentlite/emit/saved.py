"""A generated function as a module that needs NumPy alone."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Mapping

from tangentlite.emit.standalone import standalone_text


def of_function(
    text: str,
    function: types.FunctionType,
    defaults: Mapping[str, object],
    values: Mapping[str, object],
) -> str:
    """Return the text of a function with what that finds outside itself.

    It asks whether arguments have the `values` that the text was made for.
    """
    captured = inspect.getclosurevars(function).nonlocals
    namespace = {**function.__globals__, **captured}
    return standalone_text(with_tests(text, values), namespace, defaults)


def with_tests(text: str, values: Mapping[str, object]) -> str:
    """Return the text of functions, the last of which asks what its arguments are.

    >>> print(with_tests('def f(x, n=None):\\n    return x\\n', {'n': None}), end='')
    def f(x, n=None):
        if n is not None:
            raise ValueError("n must be None: another value needs another text")
        return x
    """
    if not values:
        return text
    function = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)][-1]
    first = function.body[0]
    # The docstring stays in front, whose end is that of the statement.
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    place = (first.end_lineno or 0) if documented else first.lineno - 1
    lines = text.splitlines(keepends=True)
    tests = [line for name, value in values.items() for line in _test(name, value)]
    return "".join([*lines[:place], *tests, *lines[place:]])


def _test(name: str, value: object) -> list[str]:
    is_one = value is None or isinstance(value, bool)
    differs = f"{name} {'is not' if is_one else '!='} {value!r}"
    message = f"{name} must be {value!r}: another value needs another text"
    return [f"    if {differs}:\n", f"        raise ValueError({_quoted(message)})\n"]


def _quoted(message: str) -> str:
    """Return a string in double quotes, as generated text has it where it can."""
    plain = '"' not in message and message.isprintable() and "\\" not in message
    return f'"{message}"' if plain else repr(message)
