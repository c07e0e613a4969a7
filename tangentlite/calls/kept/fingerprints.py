"""Digests of what a generated text is made from: code, kinds, versions, files."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import os
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar, Structure
from tangentlite.kinds.objects.user_objects import is_users_class
from tangentlite.modes.request import Request
from tangentlite.options import Options
from tangentlite.rules.users_rules import has_own_rule
from tangentlite.values.base import Known

PLAIN = (type(None), bool, int, float, complex, str, bytes)


class NotKeptError(Exception):
    """A text depends on what another process cannot find again, or compare."""


def digest_of(
    request: Request, kinds: Mapping, extra: Mapping, options: Options
) -> str:
    """Return what identifies a text: functions, kinds, options, and all versions.

    Raises NotKeptError where a kind or the function is not identified by that.
    """
    chain: list[object] = []
    primal: Any = request
    while isinstance(primal, Request):
        others = [one.name for one in fields(primal) if one.name != "primal"]
        chain.append(tuple(getattr(primal, name) for name in others))
        primal = getattr(primal.primal, "request", primal.primal)
    parts = [
        _versions(options.backend),
        function_digest(primal),
        repr(chain),
        repr(asdict(options)),
        *(f"{name}: {_text(kind)}" for name, kind in [*kinds.items(), *extra.items()]),
    ]
    return _digest("\n".join(parts).encode())


def function_digest(function: object) -> str:
    """Return a digest of the code and the defaults of a function of a module.

    Raises NotKeptError for one that captures variables or has a rule of the user's, and
    for one whose module is not there any more.
    """
    if not isinstance(function, types.FunctionType) or function.__closure__:
        raise NotKeptError(f"{function} is no function of a module")
    if not is_of_module(function.__globals__):
        raise NotKeptError(f"the module of {function.__name__} is another one by now")
    if has_own_rule(function):
        raise NotKeptError(f"{function.__name__} has a rule")
    named = (function.__kwdefaults__ or {}).items()
    defaults = [*enumerate(function.__defaults__ or ()), *sorted(named)]
    own = [f"{place}: {_text(Known(value))}" for place, value in defaults]
    names = f"{_place(function)} {function.__name__} {function.__doc__!r}"
    read = sorted({*_names(function.__code__)})
    meant = [f"{name}: {_meaning(function.__globals__, name)}" for name in read]
    parts = [names, *own, *meant]
    return _digest("\n".join(parts).encode() + b"".join(_parts(function.__code__)))


def is_of_module(namespace: Mapping) -> bool:
    """Whether a dict is that of the module that is known by its name.

    >>> is_of_module(vars(np)), is_of_module({**vars(np)})
    (True, False)
    """
    found = sys.modules.get(str(namespace.get("__name__")))
    return getattr(found, "__dict__", None) is namespace


def file_mark(filename: str) -> tuple[int, int] | None:
    """Return what changes when a file does; None for what is no file."""
    try:
        found = os.stat(filename)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _names(code: types.CodeType) -> Iterator[str]:
    """Yield the names that code reads, of variables and of attributes."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _meaning(namespace: Mapping, name: str) -> str:
    """Return what a name leads to: a module, a function or class, data, or nothing.

    A name that leads to nothing may be one of Python's, which a module can hide. What
    data is like is up to guards.
    """
    value = namespace.get(name, _MISSING)
    if value is _MISSING:
        return "nothing"
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    return _place(value) if callable(value) else "data"


_MISSING = object()


def _place(value: object) -> str:
    owner = getattr(value, "__module__", None)
    return f"{owner}:{getattr(value, '__qualname__', type(value).__qualname__)}"


def _parts(code: types.CodeType) -> Iterator[bytes]:
    """Yield all that decides what code does, and on which lines it stands.

    `marshal` would not do: what it writes depends on how often objects are referenced.
    """
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    yield code.co_code + code.co_linetable
    yield repr((names, counts, code.co_flags, code.co_firstlineno)).encode()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _parts(constant)
        elif isinstance(constant, frozenset):
            yield repr(sorted(map(repr, constant))).encode()
        else:
            yield repr(constant).encode()


@functools.singledispatch
def _text(kind: object) -> str:
    """Return the text of a kind or of plain data, the same in each process.

    >>> _text(Structure(dict, ("a",), (Scalar("float64"),)))
    "dict('a':Scalar(dtype='float64', weak=None, value=None, size=None))"
    """
    if type(kind) in PLAIN:
        return repr(kind)
    raise NotKeptError(f"{type(kind).__name__} has no text")


@_text.register
def _of_scalar(kind: Scalar) -> str:
    return repr(kind)


@_text.register
def _of_array(kind: Array) -> str:
    return repr(kind)


@_text.register
def _of_list(kind: ListOf) -> str:
    return f"list of {_text(kind.item)}"


@_text.register
def _of_row(kind: tuple) -> str:
    return f"{_class(type(kind))}({','.join(map(_text, kind))})"


@_text.register
def _of_structure(kind: Structure) -> str:
    plain = all(type(key) in PLAIN for key in kind.keys)
    if kind.made_with is not None or kind.types or not plain:
        raise NotKeptError("a collection is more than its items")
    items = (f"{k!r}:{_text(item)}" for k, item in zip(kind.keys, kind.items))
    return f"{_class(kind.type)}({','.join(items)})"


@_text.register
def _of_opaque(kind: Opaque) -> str:
    item = "" if kind.item is None else f" of {_text(kind.item)}"
    return f"opaque{'' if kind.type is None else ' ' + _class(kind.type)}{item}"


@_text.register
def _of_known(kind: Known) -> str:
    value = kind.value
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if callable(value):
        return f"known {function_digest(value)}"
    return f"known {type(value).__name__} {_text(value)}"


def _class(cls: type) -> str:
    if is_users_class(cls):
        raise NotKeptError(f"{cls.__name__} is a class of the user's")
    name = cls.__qualname__
    return name if cls.__module__ == "builtins" else f"{cls.__module__}.{name}"


def _versions(backend: str) -> str:
    """Return the versions of Python, this package and others that texts depend on."""
    modules = ["numpy", "scipy"]
    if backend == "numba":
        modules.append("numba")
        with contextlib.suppress(ImportError):  # an error where it is needed
            importlib.import_module("numba")
    found = [getattr(sys.modules.get(name), "__version__", "") for name in modules]
    return f"{sys.version} {sys.flags.optimize} {found} {_package()}"


@functools.cache
def _package() -> str:
    """Return a digest of the sizes and times of this package's files."""
    root = Path(__file__).parents[2]
    folders = [root]
    if not (root / "templates").exists():  # a checkout
        folders.append(root.parent / "templates")
    try:
        marks = sorted(mark for folder in folders for mark in _marks(str(folder)))
    except OSError:  # it is in an archive
        raise NotKeptError("this package is in no folder") from None
    return _digest(repr((marks, np.__file__)).encode())


def _marks(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _marks(entry.path)
            elif entry.name.endswith(".py"):
                found = entry.stat()
                yield entry.path, found.st_size, found.st_mtime_ns


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
