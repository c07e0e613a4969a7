"""Parts of an adjoint that go to arrays from which its entries came."""

from __future__ import annotations

import numpy as np

# Below, one call of NumPy costs more than what it saves.
_MANY = 1000


def shared_out(value, to_one, to_both, to_other):
    """Return the parts of a value for two arrays: an entry, half of it at ties, or 0.

    So a minimum or maximum of two arrays gives its adjoint back: mostly each entry came
    from one of them. If the masks are disjoint and cover all, and the entries are
    finite, the second part is what the first one leaves.

    >>> masks = np.array([[True, False, False], [False, True, False]])
    >>> shared_out(np.array([1.0, 2.0, 3.0]), *masks, ~masks.any(axis=0))
    (array([1., 1., 0.]), array([0., 1., 3.]))
    """
    if value.size >= _MANY and np.isfinite(value).all():
        if (to_one ^ to_other).all() and not to_both.any():
            part = _chosen(value, to_one)
            return part, value - part
        ties = np.count_nonzero(to_both)
        if 8 * ties < value.size and _cover_once(to_one, to_both, to_other):
            part = _chosen(value, to_one)
            places = to_both.nonzero()
            part[places] = 0.5 * value[places]
            return part, value - part
    half = np.where(to_both, 0.5 * value, 0.0)
    return np.where(to_one, value, half), np.where(to_other, value, half)


def _chosen(value, mask):
    """Return finite entries where a mask holds; faster than a selection or `*`."""
    part = mask.astype(value.dtype)
    part *= value
    return part


def _cover_once(*masks):
    """Whether each entry is in just one of three masks."""
    one, both, other = masks
    count = sum(map(np.count_nonzero, masks))
    return count == one.size and bool((one | both | other).all())
