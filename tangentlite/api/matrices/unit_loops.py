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
from tangentlite.api.matrices.kinds_of_calls import MOST_KNOWN
from tangentlite.api.matrices.matrix_blocks import shaped
from tangentlite.api.matrices.same_point import same_point
from tangentlite.api.matrices.unit_blocks import (
    columns,
    many_products,
    refuse_effects,
    rows,
)
from tangentlite.calls.derivative import Derivative
from tangentlite.errors import NotCompiledError
from tangentlite.modes.request import seed_name
from tangentlite.options import CURRENT, DEFAULT
from tangentlite.runtime import copy_as_it_lies

_NUMBERS = (float, int, np.float64, np.float32)
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
        # Whether the matrix is made by columns, and how large a value is, by what
        # tells calls apart.
        self._known: dict[tuple, tuple[bool, int]] = {}
        self.product: Derivative | None = None
        self._pullback: Derivative | None = None

    def learn(self, args: tuple, kwargs: dict, by_columns: bool, value: Any) -> None:
        """Note that a matrix could be computed for some arguments, and how.

        `value` is what the function returned.
        """
        if kwargs or self._name not in self._names[: len(args)]:
            return
        key = self._key(args)
        if key is None or len(args) > len(self._names) or not _is_simple(value):
            return
        if self.product is None:
            self.product = grad.derivative_of(self._f, "forward", (self._name,))
            self._tangent = self.product.tangent_names[0]
            self._columns_at_once = many_products(self.product, self._tangent)
            self._place = self._names.index(self._name)
        if CURRENT.get().backend == "numba" and not self._is_compiled(args):
            return
        if self._pullback is None and not by_columns:
            self._pullback = grad.derivative_of(self._f, "pullback", (self._name,))
            self._backward = grad.derivative_of(self._f, "reverse", (self._name,))
            self._seed = seed_name(self._backward.request)
            self._rows_at_once = many_products(self._backward, self._seed)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[key] = by_columns, np.size(value)

    def _is_compiled(self, args: tuple) -> bool:
        """Whether the function itself is compiled, not only its derivatives."""
        self._primal = grad.derivative_of(self._f, "primal", (self._name,))
        try:
            self._primal.generated(args, {})
        except NotCompiledError:
            return False
        return True

    def matrix(self, args: tuple, kwargs: dict) -> Any:
        """Return the Jacobian; None if calls like this are not known."""
        known = self._how(args, kwargs)
        if known is None:
            return None
        key, by_columns, size = known
        x: Any = args[self._place]
        if not by_columns:
            found = self._rows_of(x, args, key)
            return None if found is None else found[1]
        if (columns := self._columns_in_one_sweep(x, args, size, key)) is not None:
            return columns
        found = self._columns_of(x, args, key)
        return None if found is None else found[1]

    def with_value(self, args: tuple, kwargs: dict) -> tuple[Any, Any] | None:
        """Return a value and the Jacobian; None if calls like this are not known."""
        known = self._how(args, kwargs)
        if known is None:
            return None
        key, by_columns, _ = known
        of = self._columns_of if by_columns else self._rows_of
        return of(args[self._place], args, key)

    def square(self, args: tuple, kwargs: dict) -> Any:
        """Return the matrix of a gradient, which has the shape of its argument.

        None if it is not known that calls like this are computed by columns.
        """
        known = self._how(args, kwargs)
        if known is None or not known[1]:
            return None
        x: Any = args[self._place]
        return self._columns(x, args, np.shape(x), _dtype(x), known[0])

    def _how(self, args: tuple, kwargs: dict) -> tuple[tuple, bool, int] | None:
        """Return what tells calls apart, and what was noted for calls like this."""
        if kwargs or not self._known:
            return None
        key = self._key(args)
        known = None if key is None else self._known.get(key)
        return None if known is None else (key, *known)  # type: ignore[return-value]

    def _columns(
        self, x: Any, args: tuple, shape: tuple, dtype: Any, key: tuple
    ) -> Any:
        product: Any = self.product
        tangent = self._tangent
        if type(x) is not np.ndarray:
            only = product(*args, **{tangent: type(x)(1.0)})
            refuse_effects(product, product.last_called)
            return shaped(np.array(only, dtype), shape)
        found = self._columns_in_one_sweep(x, args, math.prod(shape), key)
        if found is not None:
            return found
        matrix = np.empty((*shape, x.size), dtype)
        for number in range(x.size):
            unit = np.zeros(x.shape, x.dtype)
            unit.flat[number] = 1.0
            matrix[..., number] = product(*args, **{tangent: unit})
        refuse_effects(product, product.last_called)
        return shaped(matrix, (*shape, *x.shape))

    def _columns_in_one_sweep(self, x: Any, args: tuple, size: int, key: tuple) -> Any:
        """Return the Jacobian by many tangents at once, None if there is no such code.

        The value has about so many entries.
        """
        if type(x) is not np.ndarray:
            return None
        tangent, products = self._tangent, self._columns_at_once
        asked = x.size, max(x.size, size), self._chunk
        found = products.known(*asked, key)
        if found is None:
            found = products.answer(*asked, args, {tangent: np.zeros_like(x)}, key)
        if found is None:
            return None
        code = found.code
        return columns(lambda block: code(*args, **{tangent: block}), x, found.chunk)

    def _key(self, args: tuple) -> tuple | None:
        """Return what tells calls apart, None if an argument is something else."""
        options = CURRENT.get()
        key: list[Any] = [None if options is DEFAULT else options]
        for value in args:
            kind = type(value)
            if kind is np.ndarray:
                key.append((value.dtype, value.shape))
            elif kind is bool:
                key.append(value)
            elif kind in _NUMBERS:
                key.append(kind)
            else:
                return None
        return tuple(key)

    def _columns_of(self, x: Any, args: tuple, key: tuple) -> tuple[Any, Any] | None:
        value = self._value(args)
        if not _is_simple(value):
            return None
        if self._mode is None and np.size(value) <= np.size(x):
            return None
        return value, self._columns(x, args, np.shape(value), _dtype(x), key)

    def _value(self, args: tuple) -> Any:
        # The function may write into its arguments.
        own = [copy_as_it_lies(v) if type(v) is np.ndarray else v for v in args]
        compiled = CURRENT.get().backend == "numba"
        return self._primal(*own) if compiled else self._f(*own)

    def _rows_of(self, x: Any, args: tuple, key: tuple) -> tuple[Any, Any] | None:
        with same_point():
            return self._rows(x, args, key)

    def _rows(self, x: Any, args: tuple, key: tuple) -> tuple[Any, Any] | None:
        if CURRENT.get().backend == "numba":
            value, pullback = self._value(args), self._backward_of(args)
        else:
            reverse: Any = self._pullback
            value, pullback = reverse(*args)
            refuse_effects(reverse, reverse.last_called)
        if not _is_simple(value):
            return None
        is_known = np.size(value) == self._known[key][1]
        if self._mode is None and np.size(x) < np.size(value) and not is_known:
            return None
        shape, of_x = np.shape(value), np.shape(x)
        if type(value) is not np.ndarray:
            row = np.array(pullback(type(value)(1.0))[0], _dtype(x))
            return value, shaped(row, of_x)
        asked = value.size, max(value.size, np.size(x)), self._chunk
        found = self._rows_at_once.known(*asked, key)
        if found is None:
            named = {self._seed: np.zeros_like(value)}
            found = self._rows_at_once.answer(*asked, args, named, key)
        if found:
            code = found.code

            def multiply(block: np.ndarray) -> Any:
                return code(*args, **{self._seed: block})[0]

            return value, rows(multiply, value, of_x, _dtype(x), found.chunk)
        matrix = np.empty((value.size, *of_x), _dtype(x))
        for number in range(value.size):
            # What numba loads from the disk returns a dtype that it is slow to look up.
            unit = np.zeros(shape, value.dtype.type)
            unit.flat[number] = 1.0
            matrix[number] = pullback(unit)[0]
        return value, shaped(matrix, (*shape, *of_x))

    def _backward_of(self, args: tuple) -> Callable:
        """Return the gradients for a cotangent, by a sweep of its own for each."""
        backward: Any = self._backward
        return lambda cotangent: backward(*args, **{self._seed: cotangent})


def _is_simple(value: Any) -> bool:
    """Whether a result is a real floating number or array."""
    if type(value) is np.ndarray:
        return value.dtype.kind == "f"
    return type(value) in _ACTIVE


def _dtype(x: Any) -> np.dtype:
    return x.dtype if type(x) is np.ndarray else np.result_type(x)
