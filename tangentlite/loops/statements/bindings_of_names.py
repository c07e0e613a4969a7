"""Assignments to names: new arrays, views, numbers, lists and shapes."""

from __future__ import annotations

from dataclasses import replace

import gast
import numpy as np

from tangentlite.analysis.use_counts import read_outside
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds, names_in, reads, statements
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.kinds.sizes.affine import Counter
from tangentlite.loops.functions.lists.number_lists import is_list
from tangentlite.loops.lowering.array_items import compress, mask_of
from tangentlite.loops.lowering.element_values import Elements, is_one
from tangentlite.loops.lowering.facts import ArrayFact, own_array
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import ONE, ZERO, expression, minus
from tangentlite.loops.lowering.shapes import integer_of_shape, shape_of, sizes_of
from tangentlite.loops.lowering.table import STATEMENTS, AsStatements, form_of, found_in
from tangentlite.loops.statements import tapes
from tangentlite.loops.statements.kept_views import (
    in_memory,
    is_known_to_numba,
    is_view,
    require_seen,
)
from tangentlite.loops.statements.stores import store
from tangentlite.runtime.effects import formatted, raise_error


@form_of(gast.Assign)
def _assignment(low: Lowering, node: gast.Assign) -> None:
    target = node.targets[0]
    if isinstance(target, gast.Tuple):
        if not _is_pop(node.value):
            raise low.refuse("a call gives several results")
        if tapes.take(low, node.value.func.value.id, binds(node), node):
            return
        low.emit(node)
        low.facts.forget(binds(node))
        for name in binds(node):
            _measure(low, name)
    elif isinstance(target, gast.Subscript):
        value = low.elements(node.value)
        if value.rank and is_list(low, target.value):
            _array_in_list(low, target, node.value)
        else:
            store(low, target, value, None)
    elif isinstance(low.kinds.get(target.id), Scalar):
        _number(low, target.id, node)
    elif isinstance(low.kinds.get(target.id), Array):
        _array(low, target.id, node)
    else:
        _other(low, target.id, node)


def _array_in_list(low: Lowering, target: gast.Subscript, node: gast.expr) -> None:
    """Store an array into a list; numba wraps places from the end as Python does."""
    place = low.elements(target.slice)
    if place.rank or not isinstance(node, gast.Name):
        raise low.refuse("a part of a list is replaced")
    item = build.subscript(target.value, place.at(()))
    low.emit(build.assign(item, in_memory(low, node), low.line))


def _array(low: Lowering, name: str, node: gast.Assign) -> None:
    """Bind a name to an array: one from a list, a view, or a new one."""
    low.rank(name)
    if _is_pop(node.value):
        if tapes.take(low, node.value.func.value.id, [name], node):
            return
        low.emit(node)
        low.facts.forget([name])
        _measure(low, name)
        return
    handler = _handler(low, node.value)
    if handler is not None:
        require_seen(low, name, node.value)
        _computed(low, name, node.value, handler)
        return
    value = _as_expected(low, name, low.elements(node.value))
    seen = value.base and is_view(low, node.value)
    known = seen and is_known_to_numba(low, node.value)
    outside = read_outside(low.function)  # where a view without a statement is lost
    if known or (seen and low.is_stable(name) and name not in outside):
        if known:
            low.emit(node)
        else:
            low.virtual.add(name)
        low.facts.forget([name])
        if value.base != name:
            fact = ArrayFact(value.extents, value.base, value.place)
            low.facts.arrays[name] = fact
        return
    if seen and low.is_written(name):
        raise low.refuse("a view is written that numba does not have", whole=True)
    require_seen(low, name, node.value)
    if _reads(low, name, value):
        new = low.fresh(low.bases.get(name, name), Opaque(None))
        low.define(new, value)
        _named(low, name, new)
    else:
        low.facts.forget([name])
        low.define(name, value)


def _as_expected(low: Lowering, name: str, value: Elements) -> Elements:
    """Return a value whose axes are known to have size 1 where the kind says so."""
    kind = low.kinds[name]
    assert isinstance(kind, Array) and kind.shape is not None
    if value.rank != len(kind.shape):
        raise low.refuse(f"{low.shown(name)} has another rank than expected")
    extents = []
    for extent, dim in zip(value.extents, kind.shape):
        if dim == 1 and not is_one(extent):
            low.require_same(extent, ONE)
            extent = ONE
        extents.append(extent)
    return replace(value, extents=tuple(extents))


def _computed(low: Lowering, name: str, node: gast.expr, handler: AsStatements) -> None:
    """Bind a name to what statements compute, which may read its old value."""
    arrays = low.facts.arrays
    bases = {arrays[read].base for read in names_in(node) if read in arrays}
    if name in bases or name in names_in(node):
        new = low.fresh(low.bases.get(name, name), Opaque(None))
        handler(low, new, node)
        _named(low, name, new)
    else:
        low.facts.forget([name])
        handler(low, name, node)


def _named(low: Lowering, name: str, new: str) -> None:
    """Bind a name to an array that was computed under another one."""
    extents = low.array(new).extents
    low.bind(name, build.name(new))
    low.facts.forget([name])
    low.facts.arrays[name] = own_array(name, extents)


def _reads(low: Lowering, name: str, value: Elements) -> bool:
    """Whether an element of a value is read from what a name is bound to."""
    if not value.extents:
        return False
    with low.aside() as found:
        node = value.at((ZERO,) * value.rank)
    return any(name in names_in(tree) for tree in (node, *found))


def _number(low: Lowering, name: str, node: gast.Assign) -> None:
    if _is_pop(node.value):
        if tapes.take(low, node.value.func.value.id, [name], node):
            return
        low.emit(node)
        low.facts.forget([name])
        return
    handler = _handler(low, node.value)
    if handler is not None:
        handler(low, name, node.value)
        return
    size = integer_of_shape(low, node.value)
    total = low.exact(size) if size is not None else low.integer(node.value)
    if total is not None and low.is_stable(name):
        low.bind(name, expression(total))
        low.facts.integers[name] = total
        return
    value = low.elements(node.value)
    if value.rank:
        raise low.refuse(f"{low.shown(name)} is no number")
    found = value.at(())
    flag = getattr(found, "value", None)
    if isinstance(flag, bool) and low.is_stable(name):
        low.lists.flags[name] = flag
    low.bind(name, found)
    low.facts.forget([name])
    if "int" in (value.dtype or "") and _is_size(low, node.value):
        low.facts.sizes.add(name)
        if isinstance(node.value.op, gast.FloorDiv) and low.is_stable(name):
            _note_quotient(low, name, node.value)


def _note_quotient(low: Lowering, name: str, node: gast.BinOp) -> None:
    total, divisor = low.integer(node.left), low.integer(node.right)
    if total is not None and divisor is not None and set(divisor) == {""}:
        number = divisor[""]
        least = minus(total, {"": number - 1})
        low.facts.quotients[name] = Counter(name, least, total, divisor=number)


def _is_size(low: Lowering, node: gast.expr) -> bool:
    """Whether an integer is half of a size, or the like."""
    if not isinstance(node, gast.BinOp):
        return False
    left, right = low.integer(node.left), low.integer(node.right)
    if left is None or right is None:
        return False
    known = low.facts.is_never_negative
    if isinstance(node.op, (gast.FloorDiv, gast.Mod)):
        return known(left) and known(minus(right, ONE))
    return isinstance(node.op, gast.Mult) and known(left) and known(right)


def _other(low: Lowering, name: str, node: gast.Assign) -> None:
    """Bind a name to a list, or to the shape of an array."""
    value = node.value
    low.facts.forget([name])
    if _is_message(low, name, value):
        return
    handler = _handler(low, value)
    if handler is not None and isinstance(low.kinds.get(name), ListOf):
        handler(low, name, value)
        return
    if isinstance(value, gast.List) and not value.elts:
        tapes.begin(low, name, node)
        return
    if _is_pop(value) and tapes.take(low, value.func.value.id, [name], node):
        return
    kept = isinstance(value, gast.List) or _is_pop(value) or is_list(low, value)
    if kept or name in low.lists.shapes:
        low.emit(build.assign(name, in_memory(low, value), node.lineno))
        return
    shape = shape_of(low, value)
    if shape is None:
        raise low.refuse(f"{low.shown(name)} is no number, no array and no list")
    low.lists.shapes[name] = len(shape)
    low.bind(name, sizes_of(low, shape))


def _is_message(low: Lowering, name: str, value: gast.expr) -> bool:
    """Whether a value is a text that only errors read, which NumPy's variant raises."""
    function = getattr(value, "func", None)
    if low.references.get(getattr(function, "id", "")) is not formatted:
        return False
    readers = [s for s in statements(low.function.body) if name in reads(s)]
    calls = [getattr(s, "value", None) for s in readers]
    return all(
        isinstance(call, gast.Call)
        and low.references.get(getattr(call.func, "id", "")) is raise_error
        for call in calls
    )


def _handler(low: Lowering, node: gast.expr) -> AsStatements | None:
    """Return what computes an expression by statements."""
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.MatMult):
        return STATEMENTS[np.matmul]
    if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
        is_masked = mask_of(low, node.slice) is not None
        return _masked if is_masked and not is_list(low, node.value) else None
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
        return found_in(STATEMENTS, low.references.get(node.func.id))
    return None


def _masked(low: Lowering, name: str, node: gast.expr) -> None:
    mask = mask_of(low, node.slice)
    assert mask is not None
    compress(low, name, low.elements(node.value), mask)


def _is_pop(node: gast.expr) -> bool:
    """Whether an item is taken from a list."""
    method = node.func if isinstance(node, gast.Call) else None
    named = isinstance(getattr(method, "value", None), gast.Name)
    return isinstance(method, gast.Attribute) and named and method.attr == "pop"


def _measure(low: Lowering, name: str) -> None:
    if isinstance(low.kinds.get(name), Array):
        low.rank(name)
        low.measured(name)
