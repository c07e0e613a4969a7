"""Calls that ask the clock or the environment: no derivative passes through them."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.values.base import Atom, Known, Value
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


@operations.call_method.of(Known, holding=type(os.environ))
def call_method(
    b: Builder, owner: Known, name: str, arguments, keywords: Mapping, node, base: str
) -> Value:
    """Return `os.environ.get(...)`."""
    if name != "get" or owner.value is not os.environ:
        what = f"os.environ.{name}() is not supported."
        raise b.error(what, "Call it outside of the function.", node)
    return _getenv(b, arguments, dict(keywords), node, base)
