"""An array class with NumPy's protocols, which notes all that it is asked for."""

import numpy as np


class Counted(np.lib.mixins.NDArrayOperatorsMixin):
    """An array of another library: parts are copies, and it is written by items."""

    asked: list[str] = []

    def __init__(self, values):
        self.values = np.array(values)
        self.shape, self.dtype = self.values.shape, self.values.dtype
        self.ndim, self.size = self.values.ndim, self.values.size

    def __len__(self):
        return len(self.values)

    def __array__(self, dtype=None, copy=None):
        raise TypeError("an array of this library is converted to NumPy's")

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        assert method == "__call__", f"{ufunc.__name__}.{method} is asked for"
        assert "out" not in kwargs, f"{ufunc.__name__} is to write into an array"
        self.asked.append(ufunc.__name__)
        return wrapped(ufunc(*bare(inputs), **kwargs), type(self))

    def __array_function__(self, function, types, args, kwargs):
        self.asked.append(function.__name__)
        return wrapped(function(*bare(args), **bare(kwargs)), type(self))

    def __getitem__(self, index):
        return wrapped(self.values[bare(index)].copy(), type(self))

    def __setitem__(self, index, value):
        self.asked.append("__setitem__")
        self.values[bare(index)] = bare(value)

    def _anew(self, other):
        return NotImplemented

    __iadd__ = __isub__ = __imul__ = __itruediv__ = _anew

    def copy(self):
        return type(self)(self.values)

    def __getattr__(self, name):
        if name == "T":
            return type(self)(self.values.T)
        raise AttributeError(name)


class Frozen(Counted):
    """The same, but that none of it can be assigned."""

    __setitem__ = None


def bare(value):
    """Return what a value holds, with arrays of NumPy."""
    if isinstance(value, Counted):
        return value.values
    if isinstance(value, (tuple, list)):
        return type(value)(map(bare, value))
    if isinstance(value, dict):
        return {key: bare(item) for key, item in value.items()}
    return value


def wrapped(value, cls):
    """Return a result as an array of the library."""
    if isinstance(value, (tuple, list)):
        return type(value)(wrapped(item, cls) for item in value)
    if isinstance(value, (np.ndarray, np.inexact)) and value.dtype.kind in "fb":
        return cls(value)
    return value
