"""Discrete cosine and sine transforms of scipy.fft.

Types 2 and 3 are each other's adjoints, the others their own, but for entries at an
edge, which the sums count once and all others twice. Those are the first and the last
of a cosine transform of type 1, and of type 3 the first, or of a sine transform the
last. Orthogonalized transforms need no such weights.
"""
import numpy as np
from scipy import fft

from tangentlite.rules.registry import d, linear
from tangentlite.templates.assembly import at
from tangentlite.templates.fourier import fitted, lengths, transformed


def adjoint_type(type):
    return 5 - type if type == 2 or type == 3 else type


# The edges of the seed, or of the result, that have a weight.
def edges(type, weighted_type, edge, norm, orthogonalize):
    if orthogonalize or (orthogonalize is None and norm == 'ortho'):
        return ()
    if type == 1 and edge == 0:
        return 0, -1
    return (edge,) if type == weighted_type else ()


def weighted(value, places, axes, weight):
    if len(places) == 0:
        return value
    value = np.copy(value)
    for axis in axes:
        for place in places:
            value[at(place, value, axis)] *= weight
    return value


# The type whose seed is weighted, 3 of inverses; that of the result is the other one.
def register(transform, of_axes, edge, seed_type):
    @linear(transform, in_='x')
    def along_one_axis(y, x, type=2, n=None, axis=-1, norm=None, *, workers=None,
                       orthogonalize=None):
        ahead = edges(type, seed_type, edge, norm, orthogonalize)
        after = edges(type, 5 - seed_type, edge, norm, orthogonalize)
        seed = weighted(d[y], ahead, (axis,), 2.0)
        whole = transform(seed, adjoint_type(type), None, axis, norm, workers=workers,
                          orthogonalize=orthogonalize)
        whole = weighted(whole, after, (axis,), 0.5)
        d[x] = whole if n is None else fitted(whole, x, (axis,))

    @linear(of_axes, in_='x')
    def along_axes(y, x, type=2, s=None, axes=None, norm=None, *, workers=None,
                   orthogonalize=None):
        ahead = edges(type, seed_type, edge, norm, orthogonalize)
        after = edges(type, 5 - seed_type, edge, norm, orthogonalize)
        for places in transformed(lengths(s), axes, np.ndim(x)):
            seed = weighted(d[y], ahead, places, 2.0)
            whole = of_axes(seed, adjoint_type(type), None, places, norm,
                            workers=workers, orthogonalize=orthogonalize)
            whole = weighted(whole, after, places, 0.5)
            d[x] = whole if s is None else fitted(whole, x, places)


register(fft.dct, fft.dctn, 0, 2)
register(fft.idct, fft.idctn, 0, 3)
register(fft.dst, fft.dstn, -1, 2)
register(fft.idst, fft.idstn, -1, 3)
