"""Loops of the forward part and of the backward one that count alike, as one loop."""

from __future__ import annotations

from tangentlite.ir.function import Function
from tangentlite.loops.nests.fuse_nests import fused


def fuse_parts(function: Function) -> Function:
    """Let the backward part begin in the loops of the forward part.

    What the forward part computes for it need not be kept in arrays then, as far as
    nothing else reads it: `contract` makes it a number. It is done when terms are
    gathered, as that takes loops of the same part: terms that are computed in the
    forward part have no place for zeros. For the same reason loops are only joined here
    across the start of a sum, which moves out of the way.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for i in range(n):
    ...     t[i] = np.cos(x[i])
    ...     y[i] = np.sin(x[i])
    ... s = np.sum(y)
    ... "backward"
    ... x_bar = np.empty(n)
    ... for j in range(n):
    ...     x_bar[j] = t[j]
    ... return (s, x_bar)'''
    >>> from tangentlite.kinds.kind import Array
    >>> array = Array("float64", (3,))
    >>> names = dict.fromkeys("s t n i x j y x_bar".split(), array)
    >>> shown(fuse_parts(function_of(text, **names)))
    x_bar = np.empty(n)
    for i in range(n):
        t[i] = np.cos(x[i])
        y[i] = np.sin(x[i])
        x_bar[i] = t[i]
    s = np.sum(y)
    # backward
    return (s, x_bar)
    """
    return fused(function, True)
