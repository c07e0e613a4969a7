"""Strings: methods of known ones, and text made of values at run time."""

from __future__ import annotations

from tangentlite import runtime
from tangentlite.kinds.kind import Opaque
from tangentlite.specialize import sequences
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import List
from tangentlite.specialize.literals import literal
from tangentlite.specialize.materialize import as_call
from tangentlite.specialize.records import Known
from tangentlite.specialize.values import is_static, static_value


def call_method(b: Builder, owner: str, name, arguments, keywords, node, base):
    """Call a method of a string now; `format` may have to wait for the values."""
    values = [*arguments, *keywords.values()]
    if name == "format" and not all(is_static(value) for value in values):
        return formatted(b, owner, arguments, keywords, base)
    if name == "join" and len(arguments) == 1:
        items = sequences.all_items(b, arguments[0])
        if items is not None:
            template = owner.replace("{", "{{").replace("}", "}}")
            return formatted(b, template.join("{}" for _ in items), items, {}, base)
    if not all(is_static(value) for value in (*arguments, *keywords.values())):
        raise b.error(
            f"the method {name!r} of a string needs what is known here.",
            "Format values with an f-string.",
            node,
        )
    known = {key: static_value(value) for key, value in keywords.items()}
    try:
        result = getattr(owner, name)(*map(static_value, arguments), **known)
    except (TypeError, ValueError, AttributeError) as error:
        raise b.error(f"{error}.", "Check the call.", node) from None
    if isinstance(result, list):
        return List(b.heap, tuple(literal(item) for item in result))
    return literal(result)


def is_text(value: object) -> bool:
    """Whether a value is a string, known or made at run time."""
    if isinstance(value, Known):
        return isinstance(value.value, str)
    kind = getattr(value, "kind", None)
    return isinstance(kind, Opaque) and kind.type is str


def formatted(b: Builder, template: str, values, keywords, base: str) -> object:
    """Return a template filled with values, at run time if one is not known now."""
    parts = [*values, *keywords.values()]
    if all(is_static(value) for value in parts):
        known = {key: static_value(value) for key, value in keywords.items()}
        return Known(template.format(*map(static_value, values), **known))
    callee = b.references.function(runtime.formatted)
    rhs = as_call(b, callee, [Known(template), *values], keywords)
    return b.emit(b, rhs, Opaque(str), base)
