"""From a pattern to a few products, and from these to the entries of the matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

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
# Vectors of so many entries in all are kept from call to call.
MOST_KEPT = 1 << 21


@dataclass(frozen=True)
class Entries:
    """Entries in the order of a pattern, and what tells whether they are all.

    `expected` is the derivative's product with the probe, `product` that of the
    entries, None where a product of the matrix costs no more.
    """

    values: np.ndarray
    expected: np.ndarray
    product: np.ndarray | None = None


@dataclass(frozen=True)
class _Vectors:
    """Vectors of one dtype that a plan keeps from call to call.

    The products that the entries are read off do not tell the product with the probe,
    which is the same each time and has no small entries. Without `blocks` the vectors
    are made for each call. If columns alone share products, and one block has them all,
    the product of the entries with the probe is a sum over the colors, by `weights`.
    """

    probe: np.ndarray
    blocks: Sequence[np.ndarray] | None
    weights: np.ndarray | None


@dataclass(frozen=True)
class Plan:
    """Which columns and rows share products, and where each entry stands in these.

    The products with the matrix lie one behind the other, those with the transpose
    behind them; columns and rows of the color -1 are in none. The columns of the
    entries, and where those of a row begin, are as matrices of SciPy want them. A plan
    `by_columns` reads each entry off the product of its own column.
    """

    pattern: Pattern
    column_colors: np.ndarray
    row_colors: np.ndarray
    places: np.ndarray
    indices: np.ndarray
    starts: np.ndarray
    by_columns: bool
    _kept: dict[np.dtype, _Vectors] = field(default_factory=dict)

    @property
    def colors(self) -> int:
        """The number of products."""
        return count_of(self.column_colors) + count_of(self.row_colors)

    def probe(self, dtype: np.dtype) -> np.ndarray:
        """Return the vector that the product of the matrix is compared for."""
        return self._vectors(dtype).probe

    def entries(self, products: Products) -> Entries | None:
        """Return the entries; None if the matrix has another number of rows."""
        vectors = self._vectors(products.dtype)
        if vectors.weights is None:
            return self._of_several_blocks(products, vectors)
        (block,) = map(products.forward_each, vectors.blocks or ())
        if products.rows != self.pattern.shape[0]:
            return None
        product = np.einsum("cr,cr->r", block[:-1], vectors.weights)
        return Entries(np.take(block, self.places), block[-1], product)

    def _of_several_blocks(
        self, products: Products, vectors: _Vectors
    ) -> Entries | None:
        rows, columns = self.pattern.shape
        forward, backward = count_of(self.column_colors), count_of(self.row_colors)
        found, begin = np.empty(0, products.dtype), 0
        for block in vectors.blocks or self._made_blocks(vectors.probe):
            found_each = products.forward_each(block)
            if products.rows != rows:
                return None
            if not begin:
                found = np.empty(forward * rows + backward * columns, products.dtype)
            end = min(begin + len(block), forward)
            found[begin * rows : end * rows] = found_each[: end - begin].ravel()
            begin = end
        behind = found[forward * rows :]
        for color in range(backward):
            vector = (self.row_colors == color).astype(products.dtype)
            own = slice(color * columns, (color + 1) * columns)
            behind[own] = products.backward(vector)
        return Entries(np.take(found, self.places), found_each[-1])

    def _vectors(self, dtype: np.dtype) -> _Vectors:
        found = self._kept.get(dtype)
        if found is None:  # those of one dtype are kept, of the last that was asked for
            found = self._made_vectors(dtype)
            self._kept.clear()
            self._kept[dtype] = found
        return found

    def _made_vectors(self, dtype: np.dtype) -> _Vectors:
        count, (rows, columns) = count_of(self.column_colors) + 1, self.pattern.shape
        probe = _random(columns).astype(dtype)
        if count * columns > MOST_KEPT:
            return _Vectors(probe, None, None)
        blocks = list(self._made_blocks(probe))
        if len(blocks) > 1 or not self.by_columns:
            return _Vectors(probe, blocks, None)
        weights = np.zeros((count - 1) * rows, dtype)
        weights[self.places] = probe[self.pattern.columns]
        return _Vectors(probe, blocks, weights.reshape(count - 1, rows))

    def _made_blocks(self, probe: np.ndarray) -> Iterator[np.ndarray]:
        """Yield the vectors of the colors, and the probe behind them, in blocks."""
        numbers = np.arange(count_of(self.column_colors) + 1)
        for part in np.array_split(numbers, -(-numbers.size // AT_ONCE)):
            block = np.equal.outer(part, self.column_colors).astype(probe.dtype)
            if part[-1] == numbers[-1]:
                block[-1] = probe
            block.flags.writeable = False
            yield block


def _random(size: int) -> np.ndarray:
    random = np.random.default_rng(20)
    return random.uniform(0.5, 1.5, size) * random.choice([-1.0, 1.0], size)


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
    return _plan(pattern, colors, none, places, by_columns=True)


def _by_rows(pattern: Pattern) -> Plan:
    colors = column_colors(pattern.transposed())
    places = colors[pattern.rows] * pattern.shape[1] + pattern.columns
    none = np.full(pattern.shape[1], -1)
    return _plan(pattern, none, colors, places)


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
    return _plan(pattern, colors, row_colors, places)


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
    return _plan(pattern, colors, none, places)


def _plan(
    pattern: Pattern,
    colors: np.ndarray,
    row_colors: np.ndarray,
    places: np.ndarray,
    by_columns: bool = False,
) -> Plan:
    """Return a plan, in integers that are as short as they can be."""
    kind = np.int32 if max(*pattern.shape, places.size) < 2**31 else np.int64
    indices, starts = pattern.columns.astype(kind), pattern.starts.astype(kind)
    if count_of(colors) < 2**15:
        colors = colors.astype(np.int16)
    return Plan(pattern, colors, row_colors, places, indices, starts, by_columns)
