"""Products by BLAS, of rows and of matrices one by one, and what LAPACK computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.lowering.arrays import element, is_whole, matrix, whole_array
from tangentlite.loops.lowering.call_arguments import (
    argument,
    flag_of,
    refuse_others,
)
from tangentlite.loops.lowering.element_values import Elements, is_one
from tangentlite.loops.lowering.facts import own_array
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import (
    ZERO,
    Place,
    at_axes,
    axis,
    expression,
    number_in,
    sum_of,
)
from tangentlite.loops.lowering.table import statements_of
from tangentlite.runtime import loop_helpers as helpers
from tangentlite.runtime.factors import cholesky_pullback, solve_lower

# Of shorter rows the products are added up in a loop.
SHORTEST = 9
Row = Callable[[Mapping[str, Affine]], gast.expr]


def rows_of(
    low: Lowering,
    values: Sequence[Elements],
    labels: Sequence[str],
    out: str,
    inner: Sequence[str],
) -> list[Row] | None:
    """Return the rows along the one summed axis, None unless BLAS takes them."""
    if len(inner) != 1 or len(values) != 2:
        return None
    (summed,) = inner
    if len({value.dtype for value in values}) != 1:
        return None
    rows = []
    for value, letters in zip(values, labels):
        row = _row(low, value, letters, summed)
        if row is None:
            return None
        rows.append(row)
    return rows


def _row(low: Lowering, value: Elements, letters: str, summed: str) -> Row | None:
    """Return what gives a row of an array, None if it is not side by side."""
    if letters.count(summed) != 1 or not value.base:
        return None
    along = letters.index(summed)
    extent = value.extents[along]
    length = number_in(extent)
    if is_one(extent) or length is not None and length < SHORTEST:
        return None
    known = low.facts.arrays.get(value.base)
    if known is None or known.base != value.base:
        return None
    own = axis(along)
    *others, last = value.place
    if last.get(own) != 1 or any(own in part for part in others):
        return None
    if any(name.startswith("#") and name != own for name in last):
        return None
    size, whole = low.exact(extent), low.facts.same(known.extents[-1], extent)

    def at(where: Mapping[str, Affine]) -> gast.expr:
        place = tuple(
            ZERO if c == summed or is_one(e) else where[c]
            for e, c in zip(value.extents, letters)
        )
        start = at_axes(last, place)
        if whole and not start:
            if not others:
                return build.name(value.base)
            return element(value.base, tuple(at_axes(part, place) for part in others))
        first = expression(start) if start else None
        piece = gast.Slice(first, expression(sum_of(start, size)), None)
        parts = [expression(at_axes(part, place)) for part in others]
        index = build.display([*parts, piece], tuple) if parts else piece
        return build.subscript(build.name(value.base), index)

    return at


def by_matrix(low: Lowering, name: str, one: Elements, other: Elements) -> bool:
    """Bind a name to a matrix times a vector, if the matrix is a whole array."""
    whole, vector = (one, other) if one.rank == 2 else (other, one)
    if one.dtype != other.dtype or one.dtype not in ("float32", "float64"):
        return False
    if any(is_one(extent) for extent in whole.extents) or not is_whole(low, whole):
        return False
    low.require_same(one.extents[-1], other.extents[0])
    size = whole.extents[0] if one.rank == 2 else whole.extents[1]
    base = whole_array(low, vector)
    if base is None:
        base = low.fresh("t", Opaque(None))
        low.define(base, vector)
    parts = [matrix(low, v) if v.rank == 2 else build.name(base) for v in (one, other)]
    low.declare(name, (size,), one.dtype)
    low.allocate(name, (size,), one.dtype)
    call = low.call(np.dot, *parts, build.name(name))
    low.emit(build.effect(call, low.line))
    return True


def by_dots(
    low: Lowering,
    name: str,
    extents: Mapping[str, Affine],
    out: str,
    rows: Sequence[Row],
    dtype: str | None,
) -> None:
    """Bind a name to the products of rows at each place of the result."""
    shape = tuple(extents[c] for c in out)
    if not out:
        low.bind(name, low.call(helpers.dot_of_rows, *(row({}) for row in rows)))
        return
    low.allocate(name, shape, dtype)

    def visit(place: Place) -> None:
        where = dict(zip(out, place))
        product = low.call(helpers.dot_of_rows, *(row(where) for row in rows))
        low.emit(build.assign(element(name, place), product, low.line))

    low.nest(shape, visit)


# What gives the matrix of a stack at a place.
Matrix = Callable[[Place], gast.expr]


def stacked(low: Lowering, name: str, one: Elements, other: Elements) -> bool:
    """Bind a name to the products of two stacks of matrices, if BLAS takes them."""
    left, right = matrix_of(low, one), matrix_of(low, other)
    if left is None or right is None or one.dtype != other.dtype:
        return False
    low.require_same(one.extents[-1], other.extents[-2])
    stack = _stack(low, one.extents[:-2], other.extents[:-2])
    extents = (*stack, one.extents[-2], other.extents[-1])
    low.declare(name, extents, one.dtype)
    low.allocate(name, extents, one.dtype)

    def multiply(place: Place) -> None:
        out = element(name, place)
        parts = (left(_own(one, place)), right(_own(other, place)))
        low.emit(build.effect(low.call(np.dot, *parts, out), low.line))

    low.nest(stack, multiply)
    return True


def summed(low: Lowering, name: str, one: Elements, other: Elements) -> bool:
    """Bind a name to the sum of x.T @ y over two stacks, if BLAS takes the matrices."""
    left, right = matrix_of(low, one), matrix_of(low, other)
    if left is None or right is None or one.dtype != other.dtype:
        return False
    for a, b in zip(one.extents[:-1], other.extents[:-1]):
        low.require_same(a, b)
    extents = (one.extents[-1], other.extents[-1])
    low.declare(name, extents, one.dtype)
    low.allocate(name, extents, one.dtype, np.zeros)
    part = low.fresh("product", Opaque(None))
    low.declare(part, extents, one.dtype)
    low.allocate(part, extents, one.dtype)

    def add(place: Place) -> None:
        turned = build.attribute(left(place), "T")
        product = low.call(np.dot, turned, right(place), build.name(part))
        low.emit(build.effect(product, low.line))

        def more(own: Place) -> None:
            target = element(name, own)
            low.emit(build.augment(target, "+", element(part, own), low.line))

        low.nest(extents, more)

    low.nest(one.extents[:-2], add)
    return True


def _stack(low: Lowering, one: Place, other: Place) -> Place:
    """Return the extents that those of two stacks are broadcast to."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    found = list(longer)
    for k, extent in enumerate(shorter, len(longer) - len(shorter)):
        if is_one(found[k]):
            found[k] = extent
        elif not is_one(extent):
            low.require_same(found[k], extent)
    return tuple(found)


def _own(value: Elements, place: Place) -> Place:
    """Return the place of an operand's matrix in its own stack."""
    count = value.rank - 2
    own = place[len(place) - count :] if count else ()
    return tuple(ZERO if is_one(e) else at for e, at in zip(value.extents, own))


def matrix_of(low: Lowering, value: Elements) -> Matrix | None:
    """Return what gives the matrices of a stack in memory, None if it is in none.

    The rows of a matrix lie side by side, and follow each other.
    """
    if not value.base or value.dtype not in ("float32", "float64"):
        return None
    known = low.facts.arrays.get(value.base)
    if known is None or known.base != value.base or len(value.place) < 2:
        return None
    rows, columns = axis(value.rank - 2), axis(value.rank - 1)
    for first, last, turned in ((rows, columns, False), (columns, rows, True)):
        if _is_rows(low, value, known.extents, first, last):
            return _matrix(low, value, known.extents, first, turned)
    return None


def _is_rows(
    low: Lowering, value: Elements, extents: Place, first: str, last: str
) -> bool:
    """Whether two axes of a value are the last ones of the array that it is in."""
    *outer, one, other = value.place
    if dict(other) != {last: 1} or one.get(first) != 1:
        return False
    if any(name.startswith("#") and name != first for name in one):
        return False
    if any(first in part or last in part for part in outer):
        return False
    return low.facts.same(extents[-1], value.extents[int(last[1:])])


def _matrix(
    low: Lowering, value: Elements, extents: Place, first: str, turned: bool
) -> Matrix:
    size = value.extents[int(first[1:])]
    stop = low.exact(size)

    def at(place: Place) -> gast.expr:
        own = (*place, ZERO, ZERO)
        outer = [expression(at_axes(part, own)) for part in value.place[:-2]]
        start: Affine = at_axes(value.place[-2], own)
        if start or not low.facts.same(extents[-2], size):
            begin = expression(start) if start else None
            outer.append(gast.Slice(begin, expression(sum_of(start, stop)), None))
        found = build.name(value.base)
        if outer:
            index = outer[0] if len(outer) == 1 else build.display(outer, tuple)
            found = build.subscript(found, index)
        return build.attribute(found, "T") if turned else found

    return at


@statements_of(np.linalg.solve, np.linalg.inv, np.linalg.cholesky, np.linalg.det)
def _by_lapack(low: Lowering, name: str, node: gast.Call) -> None:
    """Call what numba has of NumPy's linear algebra, with arrays in memory."""
    refuse_others(low, node, 2)
    values = [low.elements(part) for part in node.args]
    first = values[0]
    if first.rank != 2 or any(value.rank > 2 for value in values):
        raise low.refuse(f"{node.func.id} is given a stack of matrices")
    dtypes = {value.dtype for value in values}
    if len(dtypes) > 1 or not dtypes <= {"float32", "float64"}:
        raise low.refuse(f"{node.func.id} is given arrays of several dtypes")
    low.require_same(*first.extents)
    given = [_in_rows(low, value) for value in values]
    function = low.references[node.func.id]
    extents = () if function is np.linalg.det else values[-1].extents
    low.declare(name, extents, first.dtype)
    low.bind(name, build.call(node.func, given))
    if extents:
        low.facts.forget([name])
        low.facts.arrays[name] = own_array(name, extents)


@statements_of(solve_lower)
def _triangular(low: Lowering, name: str, node: gast.Call) -> None:
    """Substitute forwards, or with the transpose backwards."""
    refuse_others(low, node, 3, "adjoint")
    factor, value = (low.elements(part) for part in node.args[:2])
    adjoint = flag_of(low, argument(node, 2, "adjoint"))
    if factor.rank != 2 or value.rank != 2 or "complex" in str(factor.dtype):
        raise low.refuse("triangular systems are solved of stacks or complex numbers")
    low.require_same(*factor.extents)
    low.require_same(factor.extents[0], value.extents[0])
    matrix_ = _in_rows(low, factor)
    low.define(name, value)
    helper = helpers.solve_upper_rows if adjoint else helpers.solve_lower_rows
    call = low.call(helper, matrix_, build.name(name))
    low.emit(build.effect(call, low.line))


@statements_of(cholesky_pullback)
def _pulled_back(low: Lowering, name: str, node: gast.Call) -> None:
    """Turn the gradient by a Cholesky factor into that by the matrix, in its place."""
    refuse_others(low, node, 2)
    factor, value = (low.elements(part) for part in node.args)
    if factor.rank != 2 or value.rank != 2 or "complex" in str(factor.dtype):
        raise low.refuse("factors are of stacks or complex numbers")
    low.require_same(*factor.extents)
    matrix_ = _in_rows(low, factor)
    low.define(name, value)
    call = low.call(helpers.pull_back_cholesky, matrix_, build.name(name))
    low.emit(build.effect(call, low.line))


def _in_rows(low: Lowering, value: Elements) -> gast.expr:
    """Return a copy that lies in memory row by row, which LAPACK may overwrite."""
    name = low.fresh("t", Opaque(None))
    low.define(name, value)
    return build.name(name)
