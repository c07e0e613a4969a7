"""`weakref.ref`: weak references to what the program knows or has made."""

from __future__ import annotations

import weakref
from typing import Any

import gast

from tangentlite import handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.values.base import Value
from tangentlite.values.callable_values import NONE, WeakReference
from tangentlite.values.structure import cells_in, parts


@handlers.builtin(weakref.ref, weakref.WeakMethod)
def _reference(
    b: Builder, arguments: list, keywords: dict, node, base: str
) -> WeakReference:
    if len(arguments) > 1 and arguments[1] != NONE or keywords:
        what = "what a weak reference calls when its object is gone is not supported."
        raise b.error(what, "Leave it out.", node)
    return WeakReference(_referred, (arguments[0],), shown=weakref.ref)


def _referred(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Return what a weak reference refers to, as long as a variable reaches it."""
    referent = arguments[0]
    held = [v for frame in b.control.frames for v in frame.variables.values()]
    known = any(part is referent for value in held for part in parts(value))
    if known or referent.is_static or getattr(referent, "origin", None):
        return referent
    what = "whether the object of a weak reference still lives is not known here."
    raise b.error(what, "Keep it in a variable.", node)


@operations.as_expression.of(WeakReference)
def _as_expression(b: Builder, value: WeakReference) -> gast.expr:
    """Return a reference to what stays, or a dead one: objects of the program go."""
    referent: Any = value.arguments[0]
    if referent.is_static or referent in b.outside.origins:
        callee = b.references.function(weakref.ref, "weakref.ref")
        return build.call(callee, [operations.as_expression(b, referent)])
    if not cells_in([referent]):
        what = f"a weak reference to {referent.describe()} is kept, "
        raise b.error(what + "which is not supported.", "Refer to an object.")
    b.outside.gone.append(referent)
    return build.call(b.references.function(runtime.dead_reference), [])


def require_gone(b: Builder, result: Value) -> None:
    """Raise if an object stays after the function that a dead reference stands for."""
    stays = [result, *b.outside.origins, *b.outside.globals.values()]
    met: dict[int, Value] = {}
    while b.outside.gone and stays:
        value = stays.pop()
        if type(value) is WeakReference or id(value) in met:
            continue
        if value in b.outside.gone:
            raise b.error(
                "an object and a weak reference to it are both kept, which is not "
                "supported.",
                "Make the object outside of the function.",
            )
        met[id(value)] = value
        stays.extend(value.inside)
