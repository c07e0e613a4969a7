"""Parts of values: of an adjoint those for several arrays, and imaginary ones."""

from __future__ import annotations

import numpy as np

# Below, one call of NumPy costs more than what it saves.
_MANY = 1000


def shared_out(value, to_one, to_other):
    """Return the parts of a value for two arrays: an entry, half of it at ties, or 0.

    So a minimum or maximum of two arrays gives its adjoint back: mostly each entry came
    from one of them, and the second part is what the first one leaves.

    >>> to_one = np.array([True, True, False])
    >>> shared_out(np.array([1.0, 2.0, 3.0]), to_one, np.array([False, True, True]))
    (array([1., 1., 0.]), array([0., 1., 3.]))
    """
    if value.size >= _MANY:
        if (to_one ^ to_other).all():
            return _parted(value, to_one)
        ties = to_one & to_other
        if 8 * np.count_nonzero(ties) < value.size and (to_one | to_other).all():
            part, rest = _parted(value, to_one)
            places = ties.nonzero()
            part[places] = rest[places] = 0.5 * value[places]
            return part, rest
    half = 0.5 * value
    one = np.where(to_one, np.where(to_other, half, value), 0.0)
    return one, np.where(to_other, np.where(to_one, half, value), 0.0)


def _parted(value, mask):
    """Return the entries where a mask holds, and the others, with 0 for what is not.

    By bits, which is faster than a selection or a product, and right for infinities.
    """
    bits = np.int32 if value.dtype.itemsize == 4 else np.int64
    whole = value.view(bits)
    part = np.negative(mask.view(np.int8)).astype(bits)
    part &= whole
    return part.view(value.dtype), (whole ^ part).view(value.dtype)


def with_imaginary(z, imaginary):
    """Return complex numbers with another imaginary part.

    >>> with_imaginary(np.array([1.0 + 2.0j]), 3.0)
    array([1.+3.j])
    """
    result = np.array(z, np.result_type(z, 1j))
    result.imag = imaginary
    return result[()]
