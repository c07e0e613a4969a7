"""Displays of tuples, lists and dicts, and f-strings."""

from __future__ import annotations

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.containers import keys
from tangentlite.values.heap import Dictionary
from tangentlite.values.iterators import sequences
from tangentlite.values.objects import contents
from tangentlite.values.structure import plain_container
from tangentlite.values.text import strings


def display(type_: type):
    def make(b: Builder, node, base: str) -> Sequence:
        items: list[Value] = []
        for part in node.elts:
            if isinstance(part, gast.Starred):
                items.extend(starred(b, part))
            else:
                items.append(operations.evaluate(b, part))
        return contents.sequence(b, items, type_)

    return make


def starred(b: Builder, node: gast.Starred) -> list:
    """Return the items of `*items`."""
    value = operations.evaluate(b, node.value)
    instead = "Pass the items one by one."
    return sequences.items_told_apart(b, value, "a star", instead, node)


@handlers.expression(gast.Dict)
def dictionary(b: Builder, node: gast.Dict, base: str) -> Dictionary:
    found: dict[object, object] = {}
    for key, item in zip(node.keys, node.values):
        if key is not None:
            known = keys.known_key(b, operations.evaluate(b, key), key)
            found[known] = operations.evaluate(b, item)
            continue
        found.update(mapping(b, operations.evaluate(b, item), item).as_dict())
    return contents.dictionary(b, found)


def mapping(b: Builder, value: Value, node: gast.AST) -> Dictionary:
    """Return the items of `**value`, of a dict or of an object with `keys`."""
    found = plain_container(value)
    if hasattr(getattr(found, "type", None), "keys"):
        found = operations.call(b, Known(dict), [found], {}, node, "t")
    if type(found) is not Dictionary:
        what = "** needs a dict, or an object with keys, that is known here."
        raise b.error(what, "Pass the items by name.", node)
    return found


@handlers.expression(gast.JoinedStr)
def formatted(b: Builder, node: gast.JoinedStr, base: str) -> Value:
    """Walk an f-string: known text, or a template that is filled at run time."""
    template, values = [], []
    for part in node.values:
        if isinstance(part, gast.Constant):
            template.append(str(part.value).replace("{", "{{").replace("}", "}}"))
            continue
        value = operations.evaluate(b, part.value)
        conversion = "" if part.conversion < 0 else f"!{chr(part.conversion)}"
        spec = ""
        if part.format_spec is not None:
            written = formatted(b, part.format_spec, base)
            if not written.is_static:
                what = "a format that is not known here is not supported."
                raise b.error(what, "Write it out.", node)
            spec = ":" + str(written.static_value())
        template.append(f"{{{conversion}{spec}}}")
        values.append(value)
    return strings.formatted(b, "".join(template), values, {}, base)


handlers.expression(gast.Tuple)(display(tuple))
handlers.expression(gast.List)(display(list))
