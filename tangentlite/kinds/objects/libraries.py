"""Modules, classes and functions of Python, NumPy, SciPy and this package.

They are taken to be immutable.
"""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
import types
from collections.abc import Callable

import numpy as np

from tangentlite.rules.loading import part_of

_NAMES = frozenset({"numpy", "scipy", "tangentlite", *sys.stdlib_module_names})
_OWN = ("numpy", "scipy", "tangentlite")
_PYTHON = sysconfig.get_path("stdlib") + os.sep
_INSTALLED = tuple(sysconfig.get_path(kind) + os.sep for kind in ("purelib", "platlib"))


def is_library(module: str) -> bool:
    """Whether a module is a library's, not a user's of the same name (`queue.py`).

    >>> is_library("numpy.linalg"), is_library("collections.abc"), is_library("mine")
    (True, True, False)
    """
    root = module.partition(".")[0]
    if root not in _NAMES or root in _OWN:
        return root in _OWN
    known = sys.modules.get(root)
    file = getattr(known, "__file__", None)
    if file is None:
        origin = getattr(getattr(known, "__spec__", None), "origin", None)
        return known is None or origin in ("built-in", "frozen")
    return file.startswith(_PYTHON) and not file.startswith(_INSTALLED)


def on_unknown(owner: object) -> str:
    """Say what to do about a name that a module or another object does not have.

    >>> on_unknown(np.linalg) == f"Check the name: this is numpy {np.__version__}."
    True
    """
    name = owner.__name__ if isinstance(owner, types.ModuleType) else ""
    root = name.partition(".")[0]
    version = getattr(sys.modules.get(root), "__version__", None)
    if version is None:
        return "Check the name."
    return f"Check the name: this is {root} {version}."


def is_of_library(cls: type) -> bool:
    """Whether a class belongs to a library, and not only says so.

    >>> is_of_library(dict), is_of_library(np.ndarray)
    (True, True)
    >>> size = types.FunctionType((lambda self: 1).__code__, {"__name__": "mine"})
    >>> is_of_library(type("Shim", (), {"__module__": "numpy", "size": size}))
    False
    """
    module: object = cls.__module__
    if not isinstance(module, str):  # a class that Cython makes
        return True
    if not is_library(module):
        return False
    functions = (f for f in vars(cls).values() if isinstance(f, types.FunctionType))
    modules = (str(f.__globals__.get("__name__")) for f in functions)
    first = next(modules, cls.__module__)
    return is_library(first) or any(map(is_library, modules))


def is_known_library(function: Callable) -> bool:
    """Whether a function is a library's, and does not call a user's function.

    >>> twice = np.frompyfunc(lambda x: 2 * x, 1, 1)
    >>> is_known_library(np.add), is_known_library(functools.partial(twice))
    (True, False)
    """
    if isinstance(function, functools.partial):
        return is_known_library(function.func)
    if isinstance(function, np.vectorize):
        return is_known_library(function.pyfunc)
    if isinstance(
        function, np.ufunc
    ):  # those of `np.frompyfunc` have only object loops
        return any(set(loop) - set("O->") for loop in function.types)
    if isinstance(function, types.FunctionType):  # `wraps` copies `__module__`
        return is_library(str(function.__globals__.get("__name__")))
    owner = getattr(function, "__self__", None)
    module = getattr(function, "__module__", None) or type(owner).__module__
    return is_library(module)


def is_method_of_ufunc(function: object) -> bool:
    """Whether a function is np.add.reduce or the like."""
    return isinstance(getattr(function, "__self__", None), np.ufunc)


def called(function: object) -> str:
    """Return the usual name of a function: np.linalg.norm, special.gammaln."""
    name = getattr(function, "__name__", str(function))
    owner = getattr(function, "__self__", None)
    if owner is not None and is_method_of_ufunc(function):
        return f"{called(owner)}.{name}"
    if isinstance(function, np.ufunc):
        return f"{'special' if part_of(function) else 'np'}.{name}"
    if getattr(function, "__objclass__", None) is np.ndarray:
        return f"np.ndarray.{name}"
    module = getattr(function, "__module__", None) or ""
    if module.partition(".")[0] == "numpy":
        return f"np{module[5:]}.{name}"
    return name
