"""Colors of columns: no row has entries in two columns of the same color."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tangentlite.sparse.entry_patterns import Pattern

# So many periods are tried, in tables of at most so many places.
PERIODS, MOST_PLACES = 8, 3 * 10**7


def column_colors(pattern: Pattern) -> np.ndarray:
    """Return a color for each column, -1 for empty ones, of as few colors as found.

    Colors that repeat with a period suit bands; else columns get theirs one by one, in
    natural order and from the longest to the shortest (Curtis, Powell and Reid 1974;
    Coleman and Moré 1983).

    >>> from tangentlite.sparse.entry_patterns import given_pattern
    >>> column_colors(given_pattern(np.eye(3)))
    array([0, 0, 0])
    """
    least = int(pattern.counts.max(initial=0))
    repeated = _periodic(pattern, least)
    if repeated is not None and count_of(repeated) == least:
        return repeated
    natural = greedy_colors(pattern)
    if count_of(natural) == least:
        return natural
    by_size = greedy_colors(pattern, _largest_first(pattern))
    found = [one for one in (natural, by_size, repeated) if one is not None]
    return min(found, key=count_of)


def count_of(colors: np.ndarray) -> int:
    """Return the number of colors."""
    return int(colors.max(initial=-1)) + 1


def greedy_colors(pattern: Pattern, order: Iterable[int] | None = None) -> np.ndarray:
    """Return for each column, in an order, the least color that is free in its rows."""
    own = _distinct_rows(pattern).transposed()
    starts, rows = own.starts.tolist(), own.columns.tolist()
    # The colors that a row has are bits.
    used = [0] * pattern.shape[0]
    colors = [0] * pattern.shape[1]
    for column in range(pattern.shape[1]) if order is None else order:
        members = rows[starts[column] : starts[column + 1]]
        if not members:
            continue
        taken = 0
        for row in members:
            taken |= used[row]
        free = ~taken & (taken + 1)
        colors[column] = free.bit_length() - 1
        for row in members:
            used[row] |= free
    found = np.array(colors, np.int64)
    found[np.bincount(pattern.columns, minlength=pattern.shape[1]) == 0] = -1
    return found


def _distinct_rows(pattern: Pattern) -> Pattern:
    """Leave out rows of one entry, and those that repeat the row before them."""
    counts, rows, columns = pattern.counts, pattern.rows, pattern.columns
    sizes = counts[rows]
    as_long = np.zeros(counts.size, bool)
    as_long[1:] = counts[1:] == counts[:-1]
    before = np.arange(rows.size) - sizes
    equal = as_long[rows]
    equal[equal] = columns[equal] == columns[before[equal]]
    differs = np.bincount(rows[~equal], minlength=counts.size) > 0
    keep = (differs & (counts > 1))[rows]
    return Pattern(pattern.shape, rows[keep], columns[keep])


def _periodic(pattern: Pattern, least: int) -> np.ndarray | None:
    """Return colors that repeat from `least` columns on, None if no row allows it."""
    rows, width = pattern.shape
    for period in range(max(least, 1), least + PERIODS):
        if rows * period > MOST_PLACES:
            return None
        colors = np.arange(width) % period
        places = pattern.rows * period + colors[pattern.columns]
        if np.bincount(places, minlength=1).max() <= 1:
            return colors
    return None


def _largest_first(pattern: Pattern) -> list[int]:
    """Return the columns, those with most entries in their rows first."""
    weights = (pattern.counts - 1.0)[pattern.rows]
    degree = np.bincount(pattern.columns, weights, minlength=pattern.shape[1])
    return np.argsort(-degree, kind="stable").tolist()
