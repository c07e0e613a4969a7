"""From a pattern to a few products, and from these to the entries of the matrix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tangentlite.sparse.column_colors import column_colors, count_of
from tangentlite.sparse.detection import longest
from tangentlite.sparse.entry_patterns import Pattern
from tangentlite.sparse.star_colors import symmetric_colors
from tangentlite.sparse.sweeps import Products

# What a product with the transpose costs, in products with the matrix.
BACKWARD = 2
# How many products with the matrix are taken at once: what the function computes is
# computed once for all of them, and more would need room.
AT_ONCE = 4


@dataclass(frozen=True)
class Plan:
    """Which columns and rows share products, and where each entry stands in these.

    The products with the matrix lie one behind the other, those with the transpose
    behind them; columns and rows of the color -1 are in none. The columns of the
    entries, and where those of a row begin, are as matrices of SciPy want them.
    """

    pattern: Pattern
    column_colors: np.ndarray
    row_colors: np.ndarray
    places: np.ndarray
    indices: np.ndarray
    starts: np.ndarray

    @property
    def colors(self) -> int:
        """The number of products."""
        return count_of(self.column_colors) + count_of(self.row_colors)

    def values(self, products: Products) -> np.ndarray:
        """Return the entries in the order of the pattern."""
        rows, columns = self.pattern.shape
        forward, backward = count_of(self.column_colors), count_of(self.row_colors)
        found = np.empty(forward * rows + backward * columns, products.dtype)
        for begin in range(0, forward, AT_ONCE):
            colors = np.arange(begin, min(begin + AT_ONCE, forward))
            vectors = np.equal.outer(colors, self.column_colors).astype(products.dtype)
            block = found[begin * rows : (begin + colors.size) * rows]
            products.forward_each(vectors, block.reshape(colors.size, rows))
        behind = found[forward * rows :]
        for color in range(backward):
            vector = (self.row_colors == color).astype(products.dtype)
            own = slice(color * columns, (color + 1) * columns)
            behind[own] = products.backward(vector)
        return np.take(found, self.places)


def plan_of(pattern: Pattern, is_symmetric: bool) -> Plan:
    """Return the plan that needs least products, with the transpose for long rows."""
    if is_symmetric:
        return _symmetric(pattern)
    counts = pattern.counts
    alone = longest(counts, 1)
    rest = counts.copy()
    rest[alone] = 0
    least = BACKWARD * alone.size + rest.max(initial=0)
    if least >= 0.75 * counts.max(initial=0):
        found = [_by_columns(pattern)]
    else:
        found = [_mixed(pattern, alone)]
    if BACKWARD * pattern.transposed().counts.max(initial=0) < _price(found[0]):
        found.append(_by_rows(pattern))
    return min(found, key=_price)


def _price(plan: Plan) -> int:
    return count_of(plan.column_colors) + BACKWARD * count_of(plan.row_colors)


def _by_columns(pattern: Pattern) -> Plan:
    colors = column_colors(pattern)
    places = colors[pattern.columns] * pattern.shape[0] + pattern.rows
    none = np.full(pattern.shape[0], -1)
    return _made(pattern, colors, none, places)


def _by_rows(pattern: Pattern) -> Plan:
    colors = column_colors(pattern.transposed())
    places = colors[pattern.rows] * pattern.shape[1] + pattern.columns
    none = np.full(pattern.shape[1], -1)
    return _made(pattern, none, colors, places)


def _mixed(pattern: Pattern, alone: np.ndarray) -> Plan:
    """Return a plan that takes some rows one by one, the others by columns."""
    rows, columns = pattern.shape
    row_colors = np.full(rows, -1)
    row_colors[alone] = np.arange(alone.size)
    by_row = row_colors[pattern.rows] >= 0
    others = Pattern(pattern.shape, pattern.rows[~by_row], pattern.columns[~by_row])
    colors = column_colors(others)
    behind = count_of(colors) * rows
    places = np.where(
        by_row,
        behind + row_colors[pattern.rows] * columns + pattern.columns,
        colors[pattern.columns] * rows + pattern.rows,
    )
    return _made(pattern, colors, row_colors, places)


def _symmetric(pattern: Pattern) -> Plan:
    """Return a plan for a Hessian: an entry may be read off the other triangle."""
    size, colors = pattern.shape[0], symmetric_colors(pattern)
    none = np.full(size, -1)
    keys = pattern.rows * max(count_of(colors), 1) + colors[pattern.columns]
    _, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
    is_alone = counts[which] == 1
    row = np.where(is_alone, pattern.rows, pattern.columns)
    column = np.where(is_alone, pattern.columns, pattern.rows)
    places = colors[column] * size + row
    return _made(pattern, colors, none, places)


def _made(
    pattern: Pattern, colors: np.ndarray, row_colors: np.ndarray, places: np.ndarray
) -> Plan:
    """Return a plan, in integers that are as short as they can be."""
    kind = np.int32 if max(*pattern.shape, places.size) < 2**31 else np.int64
    indices, starts = pattern.columns.astype(kind), pattern.starts.astype(kind)
    if count_of(colors) < 2**15:
        colors = colors.astype(np.int16)
    return Plan(pattern, colors, row_colors, places, indices, starts)
