"""Calls that ask the clock, the environment, or for packages, which have no part in it.

No derivative passes through them; what is installed does not change while it is used.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import time
from collections.abc import Mapping

import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.outside import known_text
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.literals import literal

_SECONDS = "time monotonic perf_counter process_time thread_time".split()
_NANOSECONDS = [f"{name}_ns" for name in _SECONDS]


def _clock(b: Builder, function, dtype: str, node, base: str) -> Atom:
    """Emit a call of a clock: it is asked once, and in order."""
    b.report.has_effects = True
    alias = b.references.alias("time", None, "time")
    callee = b.references.member(build.name(alias), function.__name__, function)
    return b.emit(b, build.call(callee, []), Scalar(dtype, True), base)


def _asks(name: str, dtype: str):
    function = getattr(time, name)

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str) -> Atom:
        if arguments or keywords:
            raise b.error(f"time.{name}() takes no arguments.", "", node)
        return _clock(b, function, dtype, node, base)

    return function, handler


handlers.calls(
    dict(
        [
            *(_asks(name, "float64") for name in _SECONDS if hasattr(time, name)),
            *(_asks(name, "int64") for name in _NANOSECONDS if hasattr(time, name)),
        ]
    )
)


@handlers.builtin(os.getenv)
def _getenv(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Return a variable of the environment; another one is another derivative."""
    name, *default = [*arguments, *keywords.values()]
    if not name.is_static:
        raise b.error("os.getenv() needs a name that is known here.", "", node)
    key = name.static_value()
    b.references.guard(os.environ, key, os.environ.get(key))
    if key in os.environ:
        return literal(os.environ[key])
    return default[0] if default else literal(None)


def _asks_for_packages(function):
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
        """Return a version, or the objects that packages offer."""
        if not all(value.is_static for value in (*arguments, *keywords.values())):
            what = f"importlib.metadata.{function.__name__}() needs names known here."
            raise b.error(what, "", node)
        b.references.depends_on_process()
        named = {key: value.static_value() for key, value in keywords.items()}
        try:
            found = function(*(value.static_value() for value in arguments), **named)
        except importlib.metadata.PackageNotFoundError as error:
            raise operations.certain_error(b, error, "Install it.", node) from None
        if isinstance(found, str):
            return literal(found)
        return Sequence(tuple(map(Known, found)))

    return handler


handlers.calls(
    {
        function: _asks_for_packages(function)
        for function in (importlib.metadata.version, importlib.metadata.entry_points)
    }
)


if hasattr(np, "__array_namespace_info__"):

    @handlers.builtin(np.__array_namespace_info__)
    def _array_namespace(b: Builder, arguments: list, keywords, node, base: str):
        return Known(np.__array_namespace_info__())

    @operations.call_method.of(Known, holding=np.__array_namespace_info__)
    def ask_namespace(b: Builder, owner: Known, name, arguments, keywords, node, base):
        """Return what the array API says of NumPy; its devices are one."""
        given = {k: v for k, v in keywords.items() if k != "device" or v.is_static}
        found = getattr(owner.value, name)
        return known_text.call(b, found, arguments, given, node)


@handlers.when_met("array_api_compat.common._helpers")
def register_namespaces() -> None:
    """Register `array_namespace`, which gives NumPy for NumPy's arrays.

    A program for arrays of others gets its functions from these at the end.
    """
    home = importlib.import_module("array_api_compat")
    handlers.calls({home.array_namespace: _numpy})


def _numpy(b: Builder, arguments: list, keywords, node, base: str) -> Known:
    return Known(np)


@operations.call_method.of(Known, holding=type(os.environ))
def call_method(
    b: Builder, owner: Known, name: str, arguments, keywords: Mapping, node, base: str
) -> Value:
    """Return `os.environ.get(...)`."""
    if name != "get" or owner.value is not os.environ:
        what = f"os.environ.{name}() is not supported."
        raise b.error(what, "Call it outside of the function.", node)
    return _getenv(b, arguments, dict(keywords), node, base)
