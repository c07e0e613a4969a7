"""Imports and function sources for a saved module."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
import types
from typing import Any

import numpy as np

from tangentlite.kinds.objects.libraries import is_library

_MISSING = object()


def import_of(value: Any) -> tuple[str, str | None] | None:
    """Return the module and name to import an object from, None for the user's."""
    if isinstance(value, types.ModuleType):
        return (value.__name__, None) if _is_importable(value.__name__) else None
    if isinstance(value, (dict, list)):  # their attributes may be anything
        return None
    name, module = getattr(value, "__name__", None), getattr(value, "__module__", None)
    if not callable(value) or not isinstance(name, str):
        return None
    candidates = [_public(str(module)), str(module), "numpy", "math", "operator"]
    if isinstance(value, (types.BuiltinFunctionType, np.ufunc)):
        candidates += sorted(sys.modules)
    elif not _is_importable(str(module)):
        return None
    for candidate in candidates:
        if getattr(sys.modules.get(candidate), name, _MISSING) is value:
            return candidate, name
    return None


def _public(module: str) -> str:
    """Return the module around a private one: that has its names for users.

    >>> _public("scipy.special._logsumexp")
    'scipy.special'
    """
    parts = module.split(".")
    private = (k for k, part in enumerate(parts) if k and part.startswith("_"))
    return ".".join(parts[: next(private, len(parts))])


def home_of(value: object) -> tuple[str, str] | None:
    """Return the public module and name of a library's object that has no name itself.

    Such are the distributions of `scipy.stats`; None for objects that are in no module.

    >>> home_of(np.s_), home_of(object())
    (('numpy', 's_'), None)
    """
    module = str(type(value).__module__)
    if isinstance(value, (dict, list)) or not _is_importable(module):
        return None
    root = module.partition(".")[0]
    for place in sorted(sys.modules, key=lambda place: (place.count("."), place)):
        known, *parts = place.split(".")
        if known != root or any(part.startswith("_") for part in parts):
            continue
        for name, held in list(getattr(sys.modules[place], "__dict__", {}).items()):
            if held is value and name.isidentifier() and not name.startswith("_"):
                return place, name
    return None


def _is_importable(module: str) -> bool:
    """Whether a module is NumPy's or the standard library's."""
    return is_library(module) and not module.startswith("tangentlite")


def source_of(function: types.FunctionType) -> str | None:
    """Return the definition of a Python function without its decorators."""
    module = function.__module__ or ""
    ours = module.startswith("tangentlite.")
    helpers = ("tangentlite.runtime", "tangentlite.templates")
    if ours and not module.startswith(helpers):
        return None
    try:
        # Of the code object: of a function, inspect would follow `__wrapped__`.
        lines, _ = inspect.getsourcelines(function.__code__)
    except (OSError, TypeError):
        return None
    text = textwrap.dedent("".join(lines))
    try:
        node = ast.parse(text).body[0]
    except SyntaxError:
        return None
    closed = getattr(function, "keeps_cells", False) is True  # by who made it
    if not isinstance(node, ast.FunctionDef) or function.__closure__ and not closed:
        return None
    if node.name != function.__code__.co_name:  # the lines around a lambda
        return None
    return "".join(text.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno])
