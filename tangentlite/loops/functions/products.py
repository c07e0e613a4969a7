"""Products: of vectors, matrices and stacks, by loops or by BLAS, and einsum."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.functions.blas_products import (
    by_dots,
    by_matrix,
    rows_of,
    stacked,
    summed,
)
from tangentlite.loops.lowering.arrays import element, matrix, pointwise
from tangentlite.loops.lowering.call_arguments import refuse_others
from tangentlite.loops.lowering.element_values import Elements, is_one, result_dtype
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import ZERO, Place
from tangentlite.loops.lowering.table import statements_of
from tangentlite.runtime import sum_of_products


@statements_of(np.matmul, np.dot)
def _product(low: Lowering, name: str, node: gast.expr) -> None:
    if isinstance(node, gast.BinOp):
        given = [node.left, node.right]
    else:
        refuse_others(low, node, 2)
        given = node.args
    one, other = (low.elements(part) for part in given)
    is_dot = not isinstance(node, gast.BinOp) and low.references[node.func.id] is np.dot
    if is_dot and (one.rank == 0 or other.rank == 0):
        make = lambda a, b: build.binary(a, "*", b)  # noqa: E731
        low.define(name, pointwise(low, make, result_dtype(one, other), one, other))
        return
    if is_dot and max(one.rank, other.rank) > 2:
        raise low.refuse("np.dot is given an array of more than two axes")
    product(low, name, one, other)


def product(low: Lowering, name: str, one: Elements, other: Elements) -> None:
    """Bind a name to a product of vectors, matrices or stacks of matrices."""
    if one.rank == other.rank == 2 and _by_blas(one, other):
        _matrices(low, name, one, other)
        return
    if {one.rank, other.rank} == {1, 2} and by_matrix(low, name, one, other):
        return
    if min(one.rank, other.rank) >= 2 and max(one.rank, other.rank) > 2:
        _stacks(low, name, one, other)
        return
    left = "ab"[2 - one.rank :] if one.rank <= 2 else ""
    right = "bc"[: other.rank] if other.rank <= 2 else ""
    if one.rank > 2:
        left = "defgh"[: one.rank - 2] + "ab"
    if other.rank > 2:
        right = "defgh"[: other.rank - 2] + "bc"
    out = "".join(c for c in left + right if c != "b")
    contract(low, name, [one, other], [left, right], out)


def _by_blas(one: Elements, other: Elements) -> bool:
    if any(is_one(extent) for extent in (*one.extents, *other.extents)):
        return False
    return one.dtype == other.dtype and np.dtype(one.dtype).kind in "fc"


def _matrices(low: Lowering, name: str, one: Elements, other: Elements) -> None:
    low.require_same(one.extents[1], other.extents[0])
    extents = (one.extents[0], other.extents[1])
    left, right = matrix(low, one), matrix(low, other)
    low.declare(name, extents, one.dtype)
    low.allocate(name, extents, one.dtype)
    call = low.call(np.dot, left, right, build.name(name))
    low.emit(build.effect(call, low.line))


def _stacks(low: Lowering, name: str, one: Elements, other: Elements) -> None:
    """Multiply stacks of matrices one by one."""
    if stacked(low, name, one, other):
        return
    count = max(one.rank, other.rank) - 2
    letters = "defgh"[:count]
    left = letters[count - (one.rank - 2) :] + "ab"
    right = letters[count - (other.rank - 2) :] + "bc"
    contract(low, name, [one, other], [left, right], letters + "ac")


def contract(
    low: Lowering,
    name: str,
    values: Sequence[Elements],
    labels: Sequence[str],
    out: str,
) -> None:
    """Bind a name to a sum of products over the labels that the result lacks.

    The axis that lies side by side in most operands is the innermost loop.
    """
    extents = _extents(low, values, labels)
    dtype = result_dtype(*values)
    letters = dict.fromkeys("".join(labels))
    inner = [c for c in letters if c not in out and not is_one(extents[c])]

    def at(where: dict[str, Affine]) -> gast.expr:
        parts = []
        for value, own in zip(values, labels):
            place = tuple(
                ZERO if is_one(extent) else where[c]
                for extent, c in zip(value.extents, own)
            )
            parts.append(value.at(place))
        found = parts[0]
        for part in parts[1:]:
            found = build.binary(found, "*", part)
        return found

    shape = tuple(extents[c] for c in out)
    low.declare(name, shape, dtype)
    zero = build.constant(0 if np.dtype(dtype).kind in "biu" else 0.0)
    if dtype == "float32":
        zero = build.call(low.dtype(dtype), [zero])
    rows = rows_of(low, values, labels, out, inner) if dtype in _OF_BLAS else None
    long = "".join(c for c in out if not is_one(extents[c]))
    if rows is not None:
        by_dots(low, name, extents, out, rows, dtype)
    elif not inner or _is_last(values, labels, inner[-1], long):
        _by_numbers(low, name, extents, out, inner, at, dtype, zero)
    else:
        order = [c for c in _in_memory(values, labels, out) if c != long[-1]]
        _by_rows(low, name, extents, out, [*order, long[-1]], at, dtype)


_OF_BLAS = ("float32", "float64")


def _in_memory(values: Sequence[Elements], labels: Sequence[str], out: str) -> str:
    """Return the axes in an order that follows the operands, and the result, in memory.

    Of orders that contradict each other, that of the operand with more axes counts.
    """
    letters = "".join(dict.fromkeys("".join(labels)))
    stored = [_as_stored(value, given) for value, given in zip(values, labels)]
    after: dict[str, set[str]] = {c: {c} for c in letters}
    for axes in (*sorted(stored, key=len, reverse=True), out):
        for slow, fast in itertools.pairwise(axes):
            if slow not in after[fast]:
                for reached in after.values():
                    if slow in reached:
                        reached |= after[fast]
    # What lies further out has more axes after it, all of its followers' included.
    return "".join(sorted(letters, key=lambda c: -len(after[c])))


def _as_stored(value: Elements, letters: str) -> str:
    """Return the axes of an operand from the slowest to the fastest in memory."""
    if not value.place:
        return letters
    along = [name for part in value.place for name in part if name.startswith("#")]
    return "".join(dict.fromkeys(letters[int(name[1:])] for name in along))


def _is_last(values, labels, letter: str, out: str) -> bool:
    """Whether rows of the result are not added up side by side in an operand."""
    if not out:
        return True
    ends = [_fastest(value, given) for value, given in zip(values, labels)]
    if out[-1] not in ends:
        return True
    others = [given for given, end in zip(labels, ends) if end != out[-1]]
    return any(out[-1] in given for given in others)


def _fastest(value: Elements, letters: str) -> str:
    """Return the axis along which entries lie side by side in memory."""
    if not value.place:
        return letters[-1:]
    for part in reversed(value.place):
        along = [int(name[1:]) for name in part if name.startswith("#")]
        if along and not is_one(value.extents[along[0]]):
            return letters[along[0]]
        if not along:
            break
    return ""


def _by_numbers(low, name, extents, out, inner, at, dtype, zero) -> None:
    """Add up a number for each place of the result."""
    shape = tuple(extents[c] for c in out)
    if not out and not inner:
        low.bind(name, at({}))
        return
    if out:
        low.allocate(name, shape, dtype)

    def visit(place: Place) -> None:
        where = dict(zip(out, place))
        if not inner:
            low.emit(build.assign(element(name, place), at(where), low.line))
            return
        total = name if not out else low.fresh("total", Scalar(dtype, False))
        low.bind(total, zero)

        def add(own: Place) -> None:
            value = at({**where, **dict(zip(inner, own))})
            low.emit(build.augment(total, "+", value, low.line))

        low.nest([extents[c] for c in inner], add)
        if out:
            target = element(name, place)
            low.emit(build.assign(target, build.name(total), low.line))

    low.nest(shape, visit)


def _by_rows(low, name, extents, out, order, at, dtype) -> None:
    """Add rows of products to rows of the result, in an order of loops."""
    shape = tuple(extents[c] for c in out)
    low.allocate(name, shape, dtype, np.zeros)

    def visit(place: Place) -> None:
        where = dict(zip(order, place))
        target = element(name, tuple(where[c] for c in out))
        low.emit(build.augment(target, "+", at(where), low.line))

    low.nest([extents[c] for c in order], visit)


def _extents(low: Lowering, values, labels) -> dict[str, Affine]:
    found: dict[str, Affine] = {}
    for value, letters in zip(values, labels):
        if len(letters) != value.rank:
            raise low.refuse("an einsum does not fit its operands")
        for letter, extent in zip(letters, value.extents):
            known = found.get(letter)
            if known is None or is_one(known):
                found[letter] = extent
            elif not is_one(extent):
                low.require_same(known, extent)
    return found


@statements_of(np.vdot)
def _flat_product(low: Lowering, name: str, node: gast.Call) -> None:
    one, other = (low.elements(part) for part in node.args)
    if one.rank != other.rank:
        raise low.refuse("np.vdot is given arrays of different ranks")
    if "complex" in str(one.dtype):
        raise low.refuse("np.vdot is given complex numbers")
    letters = "abcdefgh"[: one.rank]
    if one.rank == 0:
        low.declare(name, (), result_dtype(one, other))
        low.bind(name, build.binary(one.at(()), "*", other.at(())))
        return
    contract(low, name, [one, other], [letters, letters], "")


@statements_of(np.vecdot)
def _rows_product(low: Lowering, name: str, node: gast.Call) -> None:
    refuse_others(low, node, 2)
    one, other = (low.elements(part) for part in node.args)
    if "complex" in str(one.dtype):
        raise low.refuse("np.vecdot is given complex numbers")
    count = max(one.rank, other.rank) - 1
    letters = "abcdefgh"[:count]
    labels = [letters[count - value.rank + 1 :] + "z" for value in (one, other)]
    contract(low, name, [one, other], labels, letters)


@statements_of(np.inner)
def _inner(low: Lowering, name: str, node: gast.Call) -> None:
    one, other = (low.elements(part) for part in node.args)
    left = "abcd"[: one.rank - 1] + "z"
    right = "efgh"[: other.rank - 1] + "z"
    contract(low, name, [one, other], [left, right], left[:-1] + right[:-1])


@statements_of(np.einsum)
def _einsum(low: Lowering, name: str, node: gast.Call) -> None:
    text = getattr(node.args[0], "value", None)
    others = [key.arg for key in node.keywords if key.arg != "optimize"]
    if not isinstance(text, str) or "." in text or others:
        raise low.refuse("np.einsum has no plain text of its axes")
    given, _, out = text.replace(" ", "").partition("->")
    labels = given.split(",")
    if "->" not in text:
        letters = "".join(labels)
        out = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    values = [low.elements(part) for part in node.args[1:]]
    contract(low, name, values, labels, out)


@statements_of(sum_of_products)
def _sum_of_products(low: Lowering, name: str, node: gast.Call) -> None:
    one, other = (low.elements(part) for part in node.args)
    if summed(low, name, one, other):
        return
    letters = "defgh"[: one.rank - 2]
    contract(low, name, [one, other], [letters + "ka", letters + "kb"], "ab")
