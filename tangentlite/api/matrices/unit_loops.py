"""Matrices of one number or array by another: bare loops over unit vectors.

What depends on the function, or on types and shapes of its arguments, is found once.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite.api import grad
from tangentlite.api.matrices.matrix_blocks import shaped
from tangentlite.api.matrices.unit_blocks import (
    MOST_KNOWN,
    ManyProducts,
    columns,
    refuse_effects,
    rows,
)
from tangentlite.calls.derivative import Derivative
from tangentlite.modes.request import seed_name
from tangentlite.options import CURRENT, DEFAULT
from tangentlite.runtime import copy_as_it_lies

_NUMBERS = (float, int, bool, np.float64, np.float32)
_ACTIVE = (float, np.float64, np.float32)


class UnitLoops:
    """The Jacobians of one function by one parameter, where no container is met."""

    def __init__(
        self, f: Callable, name: str, mode: str | None = None, chunk: int | None = None
    ) -> None:
        """Prepare a function by a parameter; `mode`, `chunk` are as in `jacobian`."""
        self._f, self._name, self._mode, self._chunk = f, name, mode, chunk
        self._names = [
            p.name
            for p in inspect.signature(f).parameters.values()
            if p.kind <= p.POSITIONAL_OR_KEYWORD
        ]
        # Whether the matrix is made by columns, by what tells calls apart.
        self._by_columns: dict[tuple, bool] = {}
        self._product: Derivative | None = None
        self._pullback: Derivative | None = None
        self._blocks: ManyProducts | None = None
        self._row_blocks: ManyProducts | None = None

    def learn(self, args: tuple, kwargs: dict, by_columns: bool) -> None:
        """Note that a matrix could be computed for some arguments, and how."""
        if kwargs or self._name not in self._names[: len(args)]:
            return
        key = self._key(args)
        if key is None or len(args) > len(self._names):
            return
        if self._product is None:
            self._product = grad.derivative_of(self._f, "forward", (self._name,))
            self._tangent = self._product.tangent_names[0]
            self._blocks = ManyProducts(self._product, self._tangent)
            self._place = self._names.index(self._name)
        if self._pullback is None and not by_columns:
            self._pullback = grad.derivative_of(self._f, "pullback", (self._name,))
            backward = grad.derivative_of(self._f, "reverse", (self._name,))
            self._seed = seed_name(backward.request)
            self._row_blocks = ManyProducts(backward, self._seed)
        if len(self._by_columns) >= MOST_KNOWN:
            self._by_columns.clear()
        self._by_columns[key] = by_columns

    def found(self, args: tuple, kwargs: dict) -> tuple[Any, Any] | None:
        """Return a value and the Jacobian; None if calls like this are not known."""
        if kwargs or CURRENT.get() is not DEFAULT or not self._by_columns:
            return None
        by_columns = self._by_columns.get(self._key(args))  # type: ignore[arg-type]
        if by_columns is None:
            return None
        x: Any = args[self._place]
        return self._columns_of(x, args) if by_columns else self._rows_of(x, args)

    def knows(self, args: tuple, kwargs: dict) -> bool:
        """Whether calls like this are known to be computed by columns."""
        if kwargs or CURRENT.get() is not DEFAULT or not self._by_columns:
            return False
        return bool(self._by_columns.get(self._key(args)))  # type: ignore[arg-type]

    def square(self, args: tuple) -> Any:
        """Return the matrix of a gradient, which has the shape of its argument."""
        x: Any = args[self._place]
        return self._columns(x, args, np.shape(x), _dtype(x))

    def _columns(self, x: Any, args: tuple, shape: tuple, dtype: Any) -> Any:
        product: Any = self._product
        tangent = self._tangent
        if type(x) is not np.ndarray:
            only = product(*args, **{tangent: type(x)(1.0)})
            refuse_effects(product, product.last_called)
            return shaped(np.array(only, dtype), shape)
        entries = max(x.size, math.prod(shape))
        named = {tangent: np.zeros_like(x)}
        found = self._blocks and self._blocks.code(
            x.size, entries, self._chunk, args, named, self._key(args)
        )
        if found:
            code, chunk = found

            def multiply(block: np.ndarray) -> Any:
                return code(*args, **{tangent: block})

            return columns(multiply, x, shape, dtype, chunk)
        matrix = np.empty((*shape, x.size), dtype)
        for number in range(x.size):
            unit = np.zeros(x.shape, x.dtype)
            unit.flat[number] = 1.0
            matrix[..., number] = product(*args, **{tangent: unit})
        refuse_effects(product, product.last_called)
        return shaped(matrix, (*shape, *x.shape))

    def _key(self, args: tuple) -> tuple | None:
        """Return what tells calls apart, None if an argument is something else."""
        key: list[Any] = []
        for value in args:
            kind = type(value)
            if kind is np.ndarray:
                key.append((value.dtype, value.shape))
            elif kind in _NUMBERS:
                key.append(kind)
            else:
                return None
        return tuple(key)

    def _columns_of(self, x: Any, args: tuple) -> tuple[Any, Any] | None:
        # The function may write into its arguments.
        own = [copy_as_it_lies(v) if type(v) is np.ndarray else v for v in args]
        value = self._f(*own)
        if not _is_simple(value):
            return None
        if self._mode is None and np.size(value) <= np.size(x):
            return None
        return value, self._columns(x, args, np.shape(value), _dtype(x))

    def _rows_of(self, x: Any, args: tuple) -> tuple[Any, Any] | None:
        reverse: Any = self._pullback
        value, pullback = reverse(*args)
        refuse_effects(reverse, reverse.last_called)
        if not _is_simple(value):
            return None
        if self._mode is None and np.size(x) < np.size(value):
            return None
        shape, of_x = np.shape(value), np.shape(x)
        if type(value) is not np.ndarray:
            row = np.array(pullback(type(value)(1.0))[0], _dtype(x))
            return value, shaped(row, of_x)
        entries = max(value.size, np.size(x))
        named = {self._seed: np.zeros_like(value)}
        found = self._row_blocks and self._row_blocks.code(
            value.size, entries, self._chunk, args, named, self._key(args)
        )
        if found:
            code, chunk = found

            def multiply(block: np.ndarray) -> Any:
                return code(*args, **{self._seed: block})[0]

            return value, rows(multiply, value, of_x, _dtype(x), chunk)
        matrix = np.empty((value.size, *of_x), _dtype(x))
        for number in range(value.size):
            unit = np.zeros(shape, value.dtype)
            unit.flat[number] = 1.0
            matrix[number] = pullback(unit)[0]
        return value, shaped(matrix, (*shape, *of_x))


def _is_simple(value: Any) -> bool:
    """Whether a result is a real floating number or array."""
    if type(value) is np.ndarray:
        return value.dtype.kind == "f"
    return type(value) in _ACTIVE


def _dtype(x: Any) -> np.dtype:
    return x.dtype if type(x) is np.ndarray else np.result_type(x)
