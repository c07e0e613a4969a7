"""Pickles in which modules and functions stand by name, with a digest of their code."""

from __future__ import annotations

import io
import pickle
import sys
import types
from typing import Any

import numpy as np

from tangentlite.calls.kept.fingerprints import (
    NotKeptError,
    function_digest,
    is_of_module,
)
from tangentlite.kinds.objects.libraries import is_of_library


def dumps(value: object) -> bytes:
    """Return a value as bytes; raises NotKeptError for what has no name to find it by.

    >>> import numpy as np
    >>> loads(dumps((np, np.sin, vars(np)))) == (np, np.sin, vars(np))
    True
    >>> dumps(lambda x: x)
    Traceback (most recent call last):
    tangentlite.calls.kept.fingerprints.NotKeptError: <lambda> has no name
    """
    file = io.BytesIO()
    try:
        _Pickler(file, pickle.HIGHEST_PROTOCOL).dump(value)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise NotKeptError(str(error)) from None
    return file.getvalue()


def loads(data: bytes) -> Any:
    """Return the value; raises NotKeptError if what it names is another one by now."""
    return _Unpickler(io.BytesIO(data)).load()


class _Pickler(pickle.Pickler):
    def persistent_id(self, value: object) -> tuple | None:
        if isinstance(value, types.ModuleType):
            if sys.modules.get(value.__name__) is not value:
                raise NotKeptError(f"the module {value.__name__} cannot be imported")
            return "module", value.__name__
        if type(value) is dict and is_of_module(value):
            return "globals", str(value["__name__"])
        if isinstance(value, types.FunctionType):
            module, name = value.__module__, value.__qualname__
            if _named(module, name) is not value:
                raise NotKeptError(f"{value.__name__} has no name")
            return "function", module, name, function_digest(value)
        return None

    def reducer_override(self, value: object) -> Any:
        """Leave classes of libraries to pickle, and objects of some, but no others.

        What is another object in another process could not be compared.
        """
        if isinstance(value, type):
            is_left = is_of_library(value)
        else:
            is_left = type(value).__module__.partition(".")[0] in _LEFT
        if not is_left or isinstance(value, np.ndarray):
            raise NotKeptError(f"{type(value).__name__} has no name to find it by")
        return NotImplemented


_LEFT = ("builtins", "collections", "functools", "numpy", "tangentlite")


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, place: tuple) -> object:
        kind, module, *rest = place
        if kind != "function":
            found = sys.modules.get(module)
            if found is None:
                raise NotKeptError(f"the module {module} is not imported")
            return found if kind == "module" else vars(found)
        name, digest = rest
        function = _named(module, name)
        if function is None or function_digest(function) != digest:
            raise NotKeptError(f"{module}.{name} is another function")
        return function


def _named(module: str, name: str) -> object:
    """Return what a module has under a dotted name, None if there is nothing."""
    found: object = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, "__dict__", {}).get(part)
        found = getattr(found, "__func__", found)
    return found
