"""Averages, ranges, covariances and histograms of samples."""
import numpy as np

from tangentlite.rules.registry import constant, d, definition, formula, linear
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import refuse

constant(np.digitize)


@formula(np.ptp)
def ptp(a, axis=None, *, keepdims=False):
    return np.max(a, axis, keepdims=keepdims) - np.min(a, axis, keepdims=keepdims)


@formula(np.average)
def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    if weights is None:
        value = np.mean(a, axis, keepdims=keepdims)
        return (value, 0.0) if returned else value
    shares = weights if np.ndim(weights) == np.ndim(a) else laid(weights, a, axis)
    total = np.sum(shares, axis, keepdims=keepdims)
    value = np.sum(a * shares, axis, keepdims=keepdims) / total
    return (value, np.broadcast_to(total, np.shape(value))) if returned else value


# The axes of the weights are those that are averaged over.
def laid(weights, a, axis):
    axes = axis if isinstance(axis, tuple) else (axis,)
    behind = np.expand_dims(weights, tuple(range(len(axes), np.ndim(a))))
    return np.moveaxis(behind, tuple(range(len(axes))), axes)


@formula(np.cov)
def cov(
    m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *,
    dtype=None,
):  # fmt: skip
    rows = variables(m, y, rowvar)
    if ddof is None:
        ddof = 0 if bias else 1
    if fweights is None and aweights is None:
        centered = rows - np.mean(rows, -1, keepdims=True)
        products = centered @ adjoint_of_rows(centered)
        return squeezed(products / (np.shape(rows)[-1] - ddof))
    if fweights is None:
        weights = aweights
    else:
        weights = fweights if aweights is None else fweights * aweights
    total = np.sum(weights)
    if aweights is None:
        count = total - ddof
    else:
        count = total - ddof * np.sum(weights * aweights) / total
    centered = rows - np.expand_dims(rows @ weights / total, -1)
    return squeezed((centered * weights) @ adjoint_of_rows(centered) / count)


# A row for each variable; those of two arguments below one another.
def variables(m, y, rowvar):
    rows = m if rowvar or np.ndim(m) < 2 else m.T
    if y is None:
        return rows
    others = y if rowvar or np.ndim(y) < 2 else y.T
    return np.concatenate((np.atleast_2d(rows), np.atleast_2d(others)))


def adjoint_of_rows(rows):
    other = conjugated(rows)
    return other.T if np.ndim(rows) == 2 else other


# Of a single variable there is a variance.
def squeezed(c):
    return np.squeeze(c) if np.ndim(c) == 2 else c


@formula(np.corrcoef)
def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    rows = variables(x, y, rowvar)
    if np.ndim(rows) < 2:
        return 0.0
    centered = rows - np.mean(rows, -1, keepdims=True)
    products = centered @ adjoint_of_rows(centered)
    scale = np.sqrt(np.real(np.diagonal(products)))
    return squeezed(products / (np.expand_dims(scale, -1) * scale))


@linear(np.bincount, in_='weights', equal_rows=('x', 'weights'))
def bincount(y, x, weights=None, minlength=0):
    d[weights] = d[y][as_array(x)]


@formula(np.histogram_bin_edges)
def histogram_bin_edges(a, bins=10, range=None, weights=None):
    return edges_of(a, bins, range)


# Edges are data, or between the smallest and the largest entry and move with them; of
# no entries they are between 0 and 1. How many there are by a method with a name is
# known only when it runs.
def edges_of(a, bins, range):
    if isinstance(bins, str):
        refuse('histograms with bins by name', 'Give their number or edges.')
    if np.ndim(bins) > 0:
        return bins
    first, last = ends_of(a) if range is None else range
    margin = 0.5 * (first == last)
    return np.linspace(first - margin, last + margin, bins + 1)


def ends_of(a):
    return (np.min(a), np.max(a)) if np.size(a) > 0 else (0.0, 1.0)


# The bin that holds each entry, counted from 1: 0 is what is below all, and behind the
# last is what is above. Only the last bin holds its upper edge.
def bins_of(a, edges):
    place = np.searchsorted(edges, a, 'right')
    return place - (a == edges[-1])


# The same counted from 0, of bins that are equally wide and hold all entries. As NumPy
# has it: a quotient, which rounding may put on the wrong side of an edge.
def equal_bins_of(a, edges, count):
    width = edges[-1] - edges[0]
    place = ((a - edges[0]) / width * count).astype(int)
    place = np.minimum(place, count - 1)
    place = place - (a < edges[place])
    place = place + ((a >= edges[1:][place]) & (place < count - 1))
    return place


@formula(np.histogram)
def histogram(a, bins=10, range=None, density=None, weights=None):
    edges = np.histogram_bin_edges(a, bins, range)
    entries = np.ravel(a)
    shares = weights if weights is None else np.ravel(weights)
    if range is None and np.ndim(bins) == 0 and not isinstance(bins, str):
        heights = np.bincount(equal_bins_of(entries, edges, bins), shares, bins)
    else:
        count = np.size(edges) + 1
        heights = np.bincount(bins_of(entries, edges), shares, count)[1:-1]
    if density:
        heights = heights / (np.diff(edges) * np.sum(heights))
    return heights, edges


@definition(np.histogram2d)
def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    # an array that is not a pair has the edges of both
    is_shared = np.ndim(bins) == 1 and len(bins) > 2
    bins = (bins, bins) if is_shared else bins
    heights, edges = np.histogramdd((x, y), bins, range, density, weights)
    return heights, edges[0], edges[1]


@definition(np.histogramdd, takes_lists=True)
def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    columns = columns_of(sample)
    each = for_each(columns, bins)
    ranges = for_each(columns, range)
    found = histogram_of(columns, each, ranges, density, weights)
    return found[0], list(found[1:])


def columns_of(points):
    if isinstance(points, (tuple, list)):
        return points
    if np.ndim(points) == 1:
        return (points,)
    return [points[:, k] for k in range(np.shape(points)[1])]


def for_each(columns, given):
    if isinstance(given, (tuple, list)):
        return given
    if given is None or np.ndim(given) == 0:
        return [given for _ in columns]
    return [given[k] for k in range(len(columns))]


def histogram_of(columns, bins, ranges, density, weights):
    """The histogram of points of which each column has a coordinate, and the edges."""
    heights, edges = np.histogramdd(columns, bins, ranges, density, weights)
    return heights, *edges


@formula(histogram_of)
def histogram_of_columns(columns, bins, ranges, density, weights):
    edges = [edges_of(*given) for given in zip(columns, bins, ranges)]
    sizes = tuple([np.size(own) + 1 for own in edges])
    found = [bins_of(column, own) for column, own in zip(columns, edges)]
    places = np.ravel_multi_index(tuple(found), sizes)
    table = np.reshape(np.bincount(places, weights, np.prod(sizes)), sizes)
    heights = table[(slice(1, -1),) * len(sizes)]
    if density:
        volumes = np.diff(edges[0])
        for own in edges[1:]:
            volumes = np.expand_dims(volumes, -1) * np.diff(own)
        heights = heights / (volumes * np.sum(heights))
    return heights, *edges
