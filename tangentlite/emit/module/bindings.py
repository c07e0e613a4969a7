"""Refusal of text that writes variables or objects defined outside of it."""

from __future__ import annotations

import ast
import types
from collections.abc import Collection, Mapping

import numpy as np

from tangentlite.errors import UnsupportedError
from tangentlite.runtime.lists import append_to


def require_own(title: str, tree: ast.Module) -> None:
    """Refuse functions that bind nonlocal or global variables."""
    for function in tree.body:
        for node in getattr(function, "body", ()):
            if isinstance(node, (ast.Nonlocal, ast.Global)):
                raise _changes(title, node.names[0])


def require_read(title: str, node: ast.expr) -> None:
    """Refuse a binding of a variable or attribute that is defined outside.

    A saved module holds a copy, which other references do not see.
    """
    if not isinstance(getattr(node, "ctx", None), ast.Load):
        raise _changes(title, ast.unparse(node))


_RECORDS = "tangentlite.runtime.records"
# Helpers that change their first argument, and helpers that compare identities.
_CHANGES = {"refill", "store"}
_IDENTITY_CHECKS = {"require_apart", "require_met_once", "require_one"}
_COPIED = (list, dict, set, np.ndarray)


def require_unchanged(
    title: str,
    tree: ast.Module,
    names: Collection[str],
    namespace: Mapping[str, object],
) -> None:
    """Refuse changes of lists, dicts and arrays that `names` refer to outside.

    A saved module holds copies, so that neither changes nor identity carry over.
    """
    compares = False
    for node in ast.walk(tree):
        changed: ast.expr | None = None
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            changed = node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = namespace.get(node.func.id)
            if called is append_to:  # of a list from outside, whatever leads to it
                raise _changes(title, ast.unparse(node.args[0]))
            if getattr(called, "__module__", None) == _RECORDS:
                name = getattr(called, "__name__", "")
                changed = node.args[0] if name in _CHANGES else None
                compares = compares or name in _IDENTITY_CHECKS
        elif isinstance(node, ast.Compare) and isinstance(
            node.ops[0], (ast.Is, ast.IsNot)
        ):
            given = [_root(one) for one in (node.left, *node.comparators)]
            held = [namespace.get(name) for name in given if name in names]
            compares = (
                compares or all(given) and any(isinstance(v, _COPIED) for v in held)
            )
        if changed is not None and _root(changed) in names:
            raise _changes(title, ast.unparse(changed))
    if compares:
        raise UnsupportedError(
            f"{title} changes, or compares by `is`, lists, dicts, objects or arrays "
            "that a module of its own could only have copies of.\nPass what it "
            "changes as an argument, and return what it becomes."
        )


def _root(node: ast.expr) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def holds(value: object, path: list[str]) -> bool:
    """Whether an attribute of a function is read, which its text does not show."""
    is_function = isinstance(value, types.FunctionType)
    return is_function and bool(path) and path[0] in vars(value)


def _changes(title: str, name: str) -> UnsupportedError:
    return UnsupportedError(
        f"{title} changes {name}, which is outside of it; a module of its own has no "
        "such variable.\nPass it as an argument, and return what it becomes."
    )
