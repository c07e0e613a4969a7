"""What a text binds outside of itself, which a module of its own cannot have."""

from __future__ import annotations

import ast
import types

from tangentlite.errors import UnsupportedError


def require_own(title: str, tree: ast.Module) -> None:
    """Refuse functions that bind variables of a function around them, or globals."""
    for function in tree.body:
        for node in getattr(function, "body", ()):
            if isinstance(node, (ast.Nonlocal, ast.Global)):
                raise _changes(title, node.names[0])


def require_read(title: str, node: ast.expr) -> None:
    """Refuse a binding of what a text finds outside: a variable, an attribute.

    A copy of it would be another one for each name that leads to it.
    """
    if not isinstance(getattr(node, "ctx", None), ast.Load):
        raise _changes(title, ast.unparse(node))


def holds(value: object, path: list[str]) -> bool:
    """Whether a function holds the attribute that is read: its text does not."""
    is_function = isinstance(value, types.FunctionType)
    return is_function and bool(path) and path[0] in vars(value)


def _changes(title: str, name: str) -> UnsupportedError:
    return UnsupportedError(
        f"{title} changes {name}, which is outside of it; a module of its own has no "
        "such variable.\nPass it as an argument, and return what it becomes."
    )
