"""Long lists of objects from outside: the program may append to them, no more."""

from __future__ import annotations

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Appended
from tangentlite.values.objects import contents
from tangentlite.values.structure import parts


@operations.call_method.of(Opaque, holding=list)
def of_unchanged(
    b: Builder, owner: Atom, name, arguments: list, keywords: dict, node, base: str
) -> Value:
    """Walk the function again, with the list as one that is appended to."""
    if b.control.hooks and name == "append" and len(arguments) == 1 and not keywords:
        return _append_now(b, owner, arguments[0])
    given = owner.name in b.outside.given() or owner.name in b.references.reads
    if name == "append" and given:
        raise restart.WritesList(str(owner.name))
    return operations.call_method.of_others(
        b, owner, name, arguments, keywords, node, base
    )


def note_append(b: Builder, changed: Value) -> None:
    """Walk again where a list from outside is appended to that may be of any length."""
    if b.assumed.appended is None or b.assumed.exact or b.control.hooks:
        return
    for identity, (source, _, value) in b.outside.met.items():
        known = value, b.outside.works_on.get(value)
        if type(source) is list and any(one is changed for one in known):
            raise restart.AppendsTo(identity)


def _append_now(b: Builder, owner: Atom, item: Value) -> Value:
    """Emit `append_copy(owner, item)` in a backward sweep."""
    callee = b.references.function(runtime.append_copy)
    call = operations.as_call(b, callee, [owner, item], {})
    b.add(build.effect(call, b.line))
    return NONE


@operations.python_type.of(Appended)
def _class(b: Builder, value: Appended) -> type:
    return list


@operations.call_method.of(Appended)
def call_method(
    b: Builder, owner: Appended, name, arguments: list, keywords: dict, node, base: str
) -> Value:
    """Emit `append_to(owner, item)` of an item that the program does not change."""
    if name != "append" or len(arguments) != 1 or keywords:
        return operations.call_method.of_others(
            b, owner, name, arguments, keywords, node, base
        )
    if not owner.kept:
        return NONE
    _require_fixed(b, owner, arguments[0], node)
    callee = b.references.function(runtime.append_to)
    call = operations.as_call(b, callee, [owner.source, *arguments], {})
    b.report.has_effects = True
    b.add(build.effect(call, b.line))
    return NONE


@operations.length.of(Appended)
def length(b: Builder, value: Appended) -> Atom:
    """Emit what counts the items here: others are appended later."""
    if not value.kept:
        return operations.length.of_others(b, value)
    callee = b.references.function(runtime.count_now)
    call = build.call(callee, [value.source.node])
    return b.emit(b, call, Scalar("int64", True), "n")


def _require_fixed(b: Builder, owner: Appended, item: Value, node: gast.AST) -> None:
    """Raise if what is kept is an object of the program, or a list of any length.

    Its lists and dicts must not change any more: the long list has others, as they are.
    Arrays are the same ones: the list is another holder of them.
    """
    for part in parts(item):
        own = not getattr(part, "is_from_outside", True)
        plain = getattr(part, "type", None) in (list, dict)
        listed = isinstance(part.kind, ListOf)
        if own and not plain or listed and not ownership.is_temporary(b, part):
            raise b.error(
                "what the program makes itself is not appended to a long list of "
                "objects yet.",
                "Append numbers, texts, arrays, lists and dicts of these, or what is "
                "made outside of the function; or use tl.callback.",
                node,
            )
        if isinstance(part.kind, Array):
            place = len(b.outside.containers)
            b.outside.containers[f"{owner.source.name}[{place}]"] = part
    contents.share(b, item)
