"""The pattern of a Jacobian, by products with vectors that hold NaN.

A product is linear in its vector, and its branches, indices and masks depend on the
primal alone. So a NaN in column j reaches each row that has an entry in it: a factor,
even a zero, leaves it NaN, and a sum hides no NaN. More rows than these may be NaN;
fewer are where an operation on the vector drops NaN: rules that users register, and
`tl.numerical`, which calls a function that may compare. Whoever uses the pattern
therefore compares a product with a random vector, and takes the full pattern then.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tangentlite import errors
from tangentlite.sparse.column_colors import count_of, greedy_colors
from tangentlite.sparse.entry_patterns import Pattern, full_pattern, pattern_of
from tangentlite.sparse.sweeps import Products

# Blocks of columns are refined by so many at a time.
PARTS = 4
# Rows are taken one by one, if ever, where one has entries in so many blocks.
LONG = 16
# More entries than these are no sparse matrix: a gigabyte of floats and indices.
MOST_ENTRIES = 10**8
# What raises when it meets NaN: checks of LAPACK's wrappers, conversions to integers.
REFUSALS = ValueError, ArithmeticError, np.linalg.LinAlgError


def detected(products: Products) -> Pattern:
    """Return a pattern that holds all entries that are not zero for these branches.

    It is the full one where NaN cannot pass through the program.
    """
    with np.errstate(all="ignore"):
        rows_of_nan = np.isnan(products.forward(_zeros(products)))
        try:
            return _by_blocks(products, np.flatnonzero(rows_of_nan))
        except errors.TangentliteError:
            raise
        except REFUSALS:
            return every_entry(products)


def every_entry(products: Products) -> Pattern:
    """Return the full pattern; raises UnsupportedError for one beyond memory."""
    _require_room(products, products.rows)
    return full_pattern(products.shape)


def has_room(products: Products) -> bool:
    """Whether a full pattern fits into memory."""
    return products.rows * products.columns <= MOST_ENTRIES


def _require_room(products: Products, full_rows: int) -> None:
    if full_rows * products.columns > MOST_ENTRIES:
        name = products.primal.__name__
        raise errors.UnsupportedError(
            f"which entries of the sparse matrix of {name} are zero cannot be seen by "
            f"NaN in {full_rows} rows, which are too many to be "
            "full.\nGive the pattern: a scipy.sparse array with all entries that may "
            "not be zero. Where the derivative itself is NaN, start at other arguments."
        )


@dataclass
class _Found:
    """Entries in blocks of columns: by rows, then by blocks, without the long rows."""

    rows: np.ndarray
    blocks: np.ndarray
    whole: list[tuple[int, np.ndarray]] = field(default_factory=list)


def _by_blocks(products: Products, without_number: np.ndarray) -> Pattern:
    """Refine blocks of columns; rows that are NaN whatever the vector are full."""
    _require_room(products, without_number.size)
    rows = np.setdiff1d(np.arange(products.rows), without_number)
    found = _Found(rows, np.zeros(rows.size, np.int64))
    found.whole += [(row, np.arange(products.columns)) for row in without_number]
    width = PARTS
    while width < products.columns:
        width *= PARTS
    while width > 1:
        _take_long_rows(products, found)
        _refine(products, found, width)
        width //= PARTS
    long = [np.full(columns.size, row) for row, columns in found.whole]
    return pattern_of(
        products.shape,
        np.concatenate([found.rows, *long]),
        np.concatenate([found.blocks, *(columns for _, columns in found.whole)]),
    )


def _take_long_rows(products: Products, found: _Found) -> None:
    """Find rows that are in many blocks by products with the transpose, one each."""
    counts = np.bincount(found.rows, minlength=products.rows)
    if not counts.size or counts.max() < LONG:
        return
    long = longest(counts, PARTS)
    for row in long:
        vector = np.zeros(products.rows, products.dtype)
        vector[row] = np.nan
        columns = np.flatnonzero(np.isnan(products.backward(vector)))
        found.whole.append((row, columns))
    keep = ~np.isin(found.rows, long)
    found.rows, found.blocks = found.rows[keep], found.blocks[keep]


def longest(counts: np.ndarray, price: int) -> np.ndarray:
    """Return the rows that are better taken alone, for two sweeps of the others each.

    The others need `price` times as many sweeps as the longest of them has entries.

    >>> longest(np.array([2, 90, 3]), 1)
    array([1])
    """
    order = np.argsort(-counts, kind="stable")
    left = np.append(counts[order], 0)
    alone = int(np.argmin(2 * np.arange(left.size) + price * left))
    return order[:alone]


def _refine(products: Products, found: _Found, width: int) -> None:
    """Split blocks of a width: those that share no row at the same time."""
    count = -(-products.columns // width)
    shape = (products.rows, count)
    colors = greedy_colors(Pattern(shape, found.rows, found.blocks))
    place = np.arange(products.columns)
    part = width // PARTS
    seed_of = PARTS * colors[place // width] + place // part % PARTS
    color_of = colors[found.blocks]
    hits = np.zeros((found.rows.size, PARTS), bool)
    for color in range(count_of(colors)):
        of_color = np.flatnonzero(color_of == color)
        own_rows = found.rows[of_color]
        for child in range(PARTS):
            seeded = seed_of == PARTS * color + child
            if seeded.any():
                vector = _zeros(products)
                vector[seeded] = np.nan
                hits[of_color, child] = np.isnan(products.forward(vector))[own_rows]
    # They stay in the order of a pattern.
    parents, children = np.nonzero(hits)
    found.rows = found.rows[parents]
    found.blocks = PARTS * found.blocks[parents] + children


def _zeros(products: Products) -> np.ndarray:
    return np.zeros(products.columns, products.dtype)
