"""Gradients of sums over rows that lie in arrays, bags and dataframes of dask.

>>> from tangentlite import dask as tld
>>> callable(tld.value_and_grad)
True
"""

try:
    import dask.array  # noqa: F401 - whether it is there
except ImportError as _error:
    raise ImportError(
        "tangentlite.dask needs dask: python -m pip install 'tangentlite[dask]'"
    ) from _error

from tangentlite.dask.by_rows import ByRows, grad, value_and_grad

__all__ = ["ByRows", "grad", "value_and_grad"]
