"""Places for the nodes of a graph without circles: layers, few crossings, short edges.

The steps are those of Sugiyama, Tagawa and Toda (1981). Of libraries, igraph places
points, not boxes of different widths, and what grandalf returns differs from process to
process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Edge = tuple[int, int]

GAP_X, GAP_Y = 18.0, 30.0
# The room for an edge that passes a layer.
PASSING = 10.0
ROUNDS = 12


@dataclass(frozen=True)
class Layout:
    """The centre and the top of each node, points along each edge, and the size."""

    places: Sequence[Point]
    routes: dict[Edge, list[Point]]
    width: float
    height: float


def layered_layout(sizes: Sequence[Point], edges: Sequence[Edge]) -> Layout:
    """Return the layout of nodes of some widths and heights; edges lead to later ones.

    >>> layout = layered_layout([(40, 20), (40, 20), (40, 20)], [(0, 1), (0, 2)])
    >>> [(round(x), round(y)) for x, y in layout.places]
    [(49, 0), (20, 50), (78, 50)]
    """
    layer = _layers(len(sizes), edges)
    widths = [width for width, _ in sizes]
    chains: dict[Edge, list[int]] = {}  # with a node for each layer that an edge passes
    for source, target in dict.fromkeys(edges):
        passed = range(layer[source] + 1, layer[target])
        first = len(widths)
        widths += [PASSING] * len(passed)
        layer += passed
        chains[source, target] = [source, *range(first, len(widths)), target]
    links = [pair for chain in chains.values() for pair in zip(chain, chain[1:])]
    rows = _ordered(_rows(layer), links)
    across = _across(rows, links, widths, len(sizes))
    tops, heights, height = _down(rows, sizes)
    return Layout(
        [(across[k], tops[layer[k]]) for k in range(len(sizes))],
        {
            edge: _route(chain, across, layer, tops, heights, sizes)
            for edge, chain in chains.items()
        },
        max((across[k] + widths[k] / 2 for k in range(len(widths))), default=0.0),
        height,
    )


def _layers(count: int, edges: Sequence[Edge]) -> list[int]:
    """Return the layer of each node: below what it reads, and near to who reads it."""
    layer = [0] * count
    for source, target in sorted(edges):
        layer[target] = max(layer[target], layer[source] + 1)
    fed = {target for _, target in edges}
    for node in range(count):
        below = [layer[target] for source, target in edges if source == node]
        if node not in fed and below:
            layer[node] = min(below) - 1
    return layer


def _rows(layer: Sequence[int]) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for node, number in enumerate(layer):
        rows[number].append(node)
    return rows


def _ordered(rows: list[list[int]], links: Sequence[Edge]) -> list[list[int]]:
    """Return layers in an order with few crossings, by barycentres."""
    best, fewest = rows, _crossings(rows, links)
    for turn in range(ROUNDS):
        rows = [list(row) for row in rows]
        down = turn % 2 == 0
        places = {node: k for row in rows for k, node in enumerate(row)}
        near: dict[int, list[int]] = {}
        for source, target in links:
            one, other = (target, source) if down else (source, target)
            near.setdefault(one, []).append(other)
        for row in rows if down else reversed(rows):
            middle = {
                node: _mean([places[other] for other in near.get(node, [node])])
                for node in row
            }
            row.sort(key=middle.__getitem__)
            places.update((node, k) for k, node in enumerate(row))
        count = _crossings(rows, links)
        if count < fewest:
            best, fewest = rows, count
    return best


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _crossings(rows: Sequence[Sequence[int]], links: Sequence[Edge]) -> int:
    places = {node: (n, k) for n, row in enumerate(rows) for k, node in enumerate(row)}
    by_row: dict[int, list[Edge]] = {}
    for source, target in links:
        row, place = places[source]
        by_row.setdefault(row, []).append((place, places[target][1]))
    return sum(
        (a - c) * (b - d) < 0
        for pairs in by_row.values()
        for k, (a, b) in enumerate(pairs)
        for c, d in pairs[:k]
    )


def _across(
    rows: Sequence[Sequence[int]],
    links: Sequence[Edge],
    widths: Sequence[float],
    real: int,
) -> list[float]:
    """Return where the middle of each node is from left to right.

    Each layer in turn is placed as near to its neighbours as its order and its widths
    allow, with straight lines where edges pass.
    """
    across = [0.0] * len(widths)
    near: dict[int, list[int]] = {}
    for source, target in links:
        near.setdefault(source, []).append(target)
        near.setdefault(target, []).append(source)
    for turn in range(2 * ROUNDS):
        for row in rows if turn % 2 == 0 else reversed(rows):
            wanted = [_mean([across[o] for o in near.get(n, [n])]) for n in row]
            weights = [1.0 if node < real else 4.0 for node in row]
            for node, x in zip(row, _apart(row, wanted, weights, widths)):
                across[node] = x
    left = min((across[n] - widths[n] / 2 for row in rows for n in row), default=0.0)
    return [x - left for x in across]


def _apart(
    row: Sequence[int],
    wanted: Sequence[float],
    weights: Sequence[float],
    widths: Sequence[float],
) -> list[float]:
    """Return places near to the wanted ones at which nodes do not overlap.

    They are the nearest in the sense of least squares: pooled adjacent violators.
    """
    offsets = [0.0]
    for one, other in zip(row, row[1:]):
        offsets.append(offsets[-1] + (widths[one] + widths[other]) / 2 + GAP_X)
    pools: list[tuple[float, float, int]] = []  # a place, its weight, how many nodes
    for x, weight, offset in zip(wanted, weights, offsets):
        pools.append((x - offset, weight, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (x1, w1, n1), (x2, w2, n2) = pools[-2:]
            pools[-2:] = [((x1 * w1 + x2 * w2) / (w1 + w2), w1 + w2, n1 + n2)]
    placed = [x for x, _, count in pools for _ in range(count)]
    return [x + offset for x, offset in zip(placed, offsets)]


def _down(
    rows: Sequence[Sequence[int]], sizes: Sequence[Point]
) -> tuple[list[float], list[float], float]:
    """Return the top and the height of each layer, and the height of all."""
    tops, heights, y = [], [], 0.0
    for row in rows:
        height = max((sizes[n][1] for n in row if n < len(sizes)), default=0.0)
        tops.append(y)
        heights.append(height)
        y += height + GAP_Y
    return tops, heights, max(y - GAP_Y, 0.0)


def _route(
    chain: Sequence[int],
    across: Sequence[float],
    layer: Sequence[int],
    tops: Sequence[float],
    heights: Sequence[float],
    sizes: Sequence[Point],
) -> list[Point]:
    """Return the points along an edge, which passes layers in straight lines."""
    first, *between, last = chain
    ends = [across[node] for node in (*between, last)]
    points = [
        (_port(first, ends[0], across, sizes), tops[layer[first]] + sizes[first][1])
    ]
    for node in between:
        top = tops[layer[node]]
        points += [(across[node], top), (across[node], top + heights[layer[node]])]
    return [*points, (_port(last, points[-1][0], across, sizes), tops[layer[last]])]


def _port(
    node: int, towards: float, across: Sequence[float], sizes: Sequence[Point]
) -> float:
    """Return where an edge meets a node: near to where it comes from."""
    room = max(sizes[node][0] / 2 - 14.0, 0.0)
    return min(max(towards, across[node] - room), across[node] + room)
