"""Tangents of lists: a list of tangents, changed as the list is."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

import gast

from tangentlite import runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds, names_in
from tangentlite.kinds.kind import ListOf, is_numeric, like
from tangentlite.modes.rules.operation import value_of
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.structure import required_items

if TYPE_CHECKING:
    from tangentlite.modes.forward.tangent_statements import Tangents


def write(t: Tangents, node: gast.stmt, owner: str) -> None:
    """Emit a change of a list, and the same of its tangent."""
    b = t.b
    shadow = t.known[owner]
    call = node.value
    b.add(node)
    if isinstance(node, gast.Assign) and isinstance(node.targets[0], gast.Subscript):
        place = build.subscript(shadow.node, node.targets[0].slice)
        b.add(build.assign(place, _item(t, value_of(b, node.value)), b.line))
        return
    if call.func.attr == "append":
        item = _item(t, value_of(b, call.args[0]))
        callee = build.attribute(shadow.node, "append")
        b.add(build.effect(build.call(callee, [item]), b.line))
        return
    rhs = build.call(build.attribute(shadow.node, "pop"))
    target = next(iter(binds(node)), None)
    if target is None or target not in t.active:
        b.add(build.effect(rhs, b.line))
        return
    t.known[target] = b.emit(b, rhs, like(b.kinds[target]), t.base(target))


# Calls that make a list of the items of an array or a list.
OF_ITEMS = (
    list, runtime.to_list, runtime.list_of_tuples, runtime.tangents_of_items,
)  # fmt: skip


def require_whole(b: Builder, call: gast.Call, active: Container[str]) -> None:
    """Refuse active tangents with None among them, which are a display of items."""
    is_display = not isinstance(call.args[0], gast.Name)
    if is_display and any(name in active for name in names_in(call.args[0])):
        raise b.error(
            "tangents of a list in which some are None cannot be differentiated.",
            "Write 0.0 in the place of None.",
        )


def rows(t: Tangents, name: str, rhs: gast.Call) -> Atom | None:
    """Return the tangent of `list(array)`."""
    require_whole(t.b, rhs, t.active)
    source = value_of(t.b, rhs.args[0])
    if not isinstance(source, Atom) or source.name not in t.known:
        return None
    known = t.known[source.name]
    whole = known if isinstance(source.kind, ListOf) else t.full(source)
    call = build.call(rhs.func, [whole.node, *rhs.args[1:]])
    return t.b.emit(t.b, call, t.b.kinds[name], t.base(name))


def display(t: Tangents, name: str, rhs: gast.List | gast.Tuple) -> Atom:
    """Return the tangent of a list display."""
    items = [_item(t, item) for item in required_items(value_of(t.b, rhs))]
    kind, base = t.b.kinds[name], t.base(name)
    return t.b.emit(t.b, build.display(items, list), kind, base)


def _item(t: Tangents, value: Value) -> gast.expr:
    if isinstance(value, Sequence):
        return build.display([_item(t, item) for item in value.items], tuple)
    if isinstance(value, Atom) and is_numeric(value.kind):
        return t.full(value).node
    if isinstance(value, Atom) and isinstance(value.kind, ListOf):
        return (t.known.get(str(value.name)) or t.zeros(value)).node
    return build.constant(0.0)
