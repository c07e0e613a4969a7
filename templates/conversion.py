"""Conversions of arrays, and to them, that keep their numbers."""
import numpy as np

from tangentlite.rules.registry import constant, d, definition, linear
from tangentlite.templates.subscripts import refuse

constant(np.isrealobj, np.isscalar, np.array_equiv)


# A list or tuple of numbers as the array that NumPy makes of it.
def as_array(x):
    return np.asarray(x) if isinstance(x, (list, tuple)) else x


# Integers as floats, as most functions of SciPy take them.
def as_floats(x):
    x = np.asarray(x)
    return x if np.issubdtype(x.dtype, np.inexact) else np.asarray(x, float)


@linear(np.require, in_='a', may_view='a')
def require(y, a, dtype=None, requirements=None):
    d[a] = d[y]


# Of what is an array here it is a view.
@linear(np.from_dlpack, in_='x', may_view='x')
def from_dlpack(y, x, *, device=None, copy=None):
    d[x] = d[y]


if hasattr(np, 'astype'):

    @linear(np.astype, in_='x', may_view='x')
    def astype(y, x, dtype, *, copy=True):
        d[x] = d[y]


# Of complex numbers the values decide whether the result is real.
@definition(np.real_if_close)
def real_if_close(a, tol=100):
    if np.iscomplexobj(a):
        refuse('np.real_if_close of complex numbers', 'Use np.real.')
    return np.asarray(a)
