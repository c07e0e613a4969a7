"""Idioms of statements: augmented assignments, loops over items."""

from __future__ import annotations

from dataclasses import replace

import gast

from tangentlite.analysis.statement_effects import all_written
from tangentlite.analysis.use_counts import uses_of
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    map_blocks,
    names_in,
    read_in,
    reads,
    statements,
)
from tangentlite.kinds.kind import Array, rank


def spell_idioms(function: Function) -> Function:
    """Rewrite updates as augmented assignments, and counted loops over items.

    `y[i] = y[i] * e` becomes `y[i] *= e`. A loop keeps its counter where something
    else reads it, or the array is written.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... n = len(xs)
    ... for i in range(n):
    ...     x = xs[i]
    ...     s += x
    ... return s'''
    >>> numbers = dict.fromkeys(("n", "i", "x", "s"), "number")
    >>> shown(spell_idioms(function_of(text, xs=Array("float64", (3,)), **numbers)))
    n = len(xs)
    for x in xs:
        s += x
    return s
    """
    speller = _Speller(function)
    spelled = with_body(function, speller.block(function.body))
    return (
        replace(spelled, bases=speller.bases)
        if speller.bases != function.bases
        else spelled
    )


class _Speller:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_of(function.body)
        self.bases = dict(function.bases)
        self._views: dict[str, gast.expr] = {}
        self._sizes: dict[str, gast.expr] = {}
        # names that inner functions capture, and must not bind
        self._outside = {
            name
            for node in statements(function.body)
            if isinstance(node, gast.FunctionDef)
            for name in read_in(node.body) - bound_in(node.body)
        }

    def block(self, block) -> list[gast.stmt]:
        result = []
        for position, statement in enumerate(block):
            statement = map_blocks(statement, self.block)
            if isinstance(statement, gast.Assign) and self._is_call(
                statement.value, len
            ):
                for name in binds(statement):
                    self._sizes[name] = statement.value
            if isinstance(statement, (gast.Assign, gast.AugAssign)):
                statement = self._updated(statement)
            if isinstance(statement, gast.Assign):
                self._note_view(statement)
            if isinstance(statement, gast.AugAssign):
                statement = _subtracted(statement)
            if isinstance(statement, gast.For):
                after = block[position + 1 :]
                statement = self._over_items(self._uncounted(statement), after)
            result.append(statement)
        return result

    def _updated(self, node: gast.Assign | gast.AugAssign) -> gast.stmt:
        """Write `y[...] += e` as `y += e`, and `y[i] = y[i] * e` as `y[i] *= e`."""
        place = node.target if isinstance(node, gast.AugAssign) else node.targets[0]
        if not isinstance(place, gast.Subscript):
            return node
        array = self._function.kinds.get(place.value.id)
        if not isinstance(array, Array):
            return node  # an item of a list is bound anew
        op, value = getattr(node, "op", None), node.value
        if op is None:
            if place.value.id in self._function.primal:
                return node  # as the user wrote it
            if not isinstance(value, gast.BinOp) or isinstance(value.op, gast.MatMult):
                return node
            if self._looks_into(value.left, place):
                op, value = value.op, value.right
            elif isinstance(value.op, gast.Add) and self._looks_into(
                value.right, place
            ):
                op, value = value.op, value.left
            else:
                return node
        whole = isinstance(place.slice, gast.Constant) and place.slice.value is ...
        known = array.shape is not None
        if whole and known and place.value.id not in self._outside:
            place = build.stored(place.value.id)
        return build.at(gast.AugAssign(place, op, value), node.lineno)

    def _looks_into(self, node: gast.expr, place: gast.Subscript) -> bool:
        """Whether an expression is the written element or slice, or a view of it."""
        view = self._views.get(getattr(node, "id", ""))
        return _is_same_place(node if view is None else view, place)

    def _note_view(self, node: gast.Assign) -> None:
        """Record a name that is a view of a part of an array."""
        name, value = getattr(node.targets[0], "id", ""), node.value
        if not isinstance(self._function.kinds.get(name), Array):
            return
        if not isinstance(value, gast.Subscript) or names_in(value.slice):
            return
        owner = getattr(value.value, "id", "")
        given = [parameter.name for parameter in self._function.parameters]
        settled = self._uses.bound[owner] + given.count(owner) == 1
        if isinstance(value.slice, gast.Slice) and settled:
            if self._uses.is_single(name):
                self._views[name] = value

    def _uncounted(self, node: gast.For) -> gast.For:
        """Drop `reversed` and call the counter _ where nothing reads it."""
        counter = node.target.id
        if counter in self._function.primal or self._uses.read[counter]:
            return node
        if not self._is_call(node.iter, reversed):
            return node
        items = node.iter.args[0]
        if not self._is_call(items, range):
            return node
        self.bases[counter] = "_"
        return build.loop(counter, items, node.body, node.lineno)

    def _over_items(self, node: gast.For, after: list[gast.stmt]) -> gast.For:
        """Iterate over the items themselves where only they are read."""
        counter = node.target.id
        header, backwards = node.iter, False
        if self._is_call(header, reversed) and isinstance(header.args[0], gast.Call):
            header, backwards = header.args[0], True
        if not self._is_call(header, range) or len(header.args) != 1:
            return node
        size = header.args[0]
        if isinstance(size, gast.Name) and self._uses.is_single(size.id):
            size = self._sizes.get(size.id, size)
        if not self._is_call(size, len) or not isinstance(size.args[0], gast.Name):
            return node
        owner = size.args[0].id
        parameters = [p.name for p in self._function.parameters]
        if self._uses.bound[owner] + parameters.count(owner) != 1:
            return node
        kind = self._function.kinds.get(owner)
        if not isinstance(kind, Array) or owner in _changed(node.body):
            return node
        if self.bases.get(counter) == "_" and rank(kind) not in (None, 1):
            return build.loop(counter, build.name(owner), node.body, node.lineno)
        place = _item_place(node.body, owner, counter)
        if place is None:
            return node
        first = node.body[place]
        rest = [*node.body[:place], *node.body[place + 1 :]]
        if counter in read_in(rest) or self._is_read_after(node, after):
            return node
        items: gast.expr = build.name(owner)
        if backwards:
            items = build.call(node.iter.func, [items])
        item = first.targets[0].id
        return build.loop(item, items, rest, node.lineno)

    def _is_read_after(self, node: gast.For, after: list[gast.stmt]) -> bool:
        """Whether the counter of a loop is read behind it."""
        counter = node.target.id
        inside = sum(reads(s).count(counter) for s in statements(node.body))
        return self._uses.read[counter] != inside and counter in read_in(after)

    def _is_call(self, node: gast.expr, function: object) -> bool:
        return (
            isinstance(node, gast.Call)
            and isinstance(node.func, gast.Name)
            and self._function.references.get(node.func.id) is function
        )


def _is_same_place(node: gast.expr, place: gast.Subscript) -> bool:
    """Whether an expression reads exactly the location that a statement writes."""
    whole = isinstance(place.slice, gast.Constant) and place.slice.value is ...
    if whole and isinstance(node, gast.Name):
        return node.id == place.value.id
    if not isinstance(node, gast.Subscript) or not isinstance(node.value, gast.Name):
        return False
    same = gast.dump(node.slice) == gast.dump(place.slice)
    return same and node.value.id == place.value.id


def _subtracted(node: gast.AugAssign) -> gast.AugAssign:
    """Write `x += -e` as `x -= e`."""
    value = node.value
    if not isinstance(node.op, gast.Add) or not isinstance(value, gast.UnaryOp):
        return node
    if not isinstance(value.op, gast.USub):
        return node
    return build.augment(node.target, "-", value.operand, node.lineno)


def _item_place(body: list[gast.stmt], owner: str, counter: str) -> int | None:
    """Return the position at which a loop's body reads its item, before other uses."""
    for place, statement in enumerate(body):
        if _is_item(statement, owner, counter):
            item = statement.targets[0].id
            return None if item in read_in(body[:place]) else place
        if counter in read_in([statement]):
            return None
    return None


def _is_item(statement, owner: str, counter: str) -> bool:
    if not isinstance(statement, gast.Assign):
        return False
    value = statement.value
    return (
        isinstance(statement.targets[0], gast.Name)
        and isinstance(value, gast.Subscript)
        and isinstance(value.value, gast.Name)
        and value.value.id == owner
        and isinstance(value.slice, gast.Name)
        and value.slice.id == counter
    )


def _changed(block) -> set[str]:
    """Names that a block binds or writes in place."""
    in_place = {name for s in statements(block) for name in all_written(s)}
    return bound_in(block) | in_place
