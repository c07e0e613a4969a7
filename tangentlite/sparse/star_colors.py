"""Star colors of a symmetric pattern: two products with a Hessian tell more than two.

Neighbours have different colors, and so have two of the vertices on each path of four
(Gebremedhin, Tarafdar, Manne and Pothen 2007). Then for each entry (i, j) column j is
the only one of its color in row i, or column i the only one of its color in row j.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tangentlite.sparse.column_colors import column_colors, count_of
from tangentlite.sparse.entry_patterns import Pattern


def symmetric_colors(pattern: Pattern) -> np.ndarray:
    """Return colors by which each entry can be read off a product.

    >>> from tangentlite.sparse.entry_patterns import given_pattern
    >>> arrow = np.eye(4, dtype=bool)
    >>> arrow[0, :] = arrow[:, 0] = True
    >>> symmetric_colors(given_pattern(arrow))
    array([0, 1, 1, 1])
    """
    least = int(pattern.counts.max(initial=0))
    if pattern.rows.size == pattern.shape[0] ** 2:
        return np.arange(pattern.shape[0])
    degree = np.argsort(-pattern.counts, kind="stable")
    found = [star_colors(pattern), star_colors(pattern, degree.tolist())]
    # Colors of columns will do as well; a row needs one for each of its entries.
    if least < min(map(count_of, found)):
        found.append(column_colors(pattern))
    return min(found, key=count_of)


def star_colors(pattern: Pattern, order: Iterable[int] | None = None) -> np.ndarray:
    """Return for each vertex, in an order, the least color that is free."""
    off = pattern.rows != pattern.columns
    edges = Pattern(pattern.shape, pattern.rows[off], pattern.columns[off])
    starts, others = edges.starts.tolist(), edges.columns.tolist()
    size = pattern.shape[0]
    state = _State(size)
    for vertex in range(size) if order is None else order:
        state.color(vertex, others[starts[vertex] : starts[vertex + 1]])
    colors = np.array(state.colors, np.int64)
    colors[pattern.counts == 0] = -1
    return colors


class _State:
    """What the colored vertices forbid; sets of colors are bits.

    `bits` has the color of each vertex, `seen` those of its neighbours, `hubs` those of
    the neighbours that have a further neighbour of the vertex's own color.
    """

    def __init__(self, size: int) -> None:
        self.colors = [0] * size
        self.bits, self.seen, self.hubs = [0] * size, [0] * size, [0] * size
        # The first neighbour of a vertex that has a color.
        self.first: list[dict[int, int]] = [{} for _ in range(size)]

    def color(self, vertex: int, neighbours: list[int]) -> None:
        """Give a vertex its color."""
        bits, seen, hubs = self.bits, self.seen, self.hubs
        free = self._free(vertex, neighbours)
        bits[vertex], self.colors[vertex] = free, free.bit_length() - 1
        own = seen[vertex]
        first: dict[int, int] = {}
        for other in neighbours:
            bit = bits[other]
            # The neighbour is the hub of the vertex and of others of its color.
            if bit and seen[other] & free:
                hubs[vertex] |= bit
                hubs[self.first[other][free]] |= bit
            else:
                self.first[other][free] = vertex
            seen[other] |= free
            # The vertex is the hub of several neighbours of one color.
            if bit & own:
                if bit in first:
                    hubs[other] |= free
                    hubs[first[bit]] |= free
                else:
                    first[bit] = other

    def _free(self, vertex: int, neighbours: list[int]) -> int:
        """Return the least color that ends no path of four with two colors."""
        bits, seen, hubs = self.bits, self.seen, self.hubs
        taken = once = twice = 0
        for other in neighbours:
            bit = bits[other]
            taken |= bit | hubs[other]
            twice |= once & bit
            once |= bit
        if twice:
            for other in neighbours:
                if bits[other] & twice:
                    taken |= seen[other]
        return ~taken & (taken + 1)
