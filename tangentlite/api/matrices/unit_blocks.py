"""Products with many unit vectors in one sweep."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tangentlite.api import grad
from tangentlite.api.matrices.kinds_of_calls import (
    MOST_KNOWN,
    is_for_kinds,
    kinds_of,
)
from tangentlite.calls.arguments.pytree import (
    Path,
    floating,
    mapped,
    picked,
    replaced,
)
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated import alive
from tangentlite.calls.generated.guards import holds, widest
from tangentlite.errors import NotBatchedError, UnsupportedError
from tangentlite.options import CURRENT, Options
from tangentlite.rules.binding import bind, call_with

if TYPE_CHECKING:
    from tangentlite.emit.variant import Generated

# So many entries of a block of tangents stay in the caches of a processor.
ENTRIES = 1 << 16
# One vector with so many does not, and what is the same for all is computed for each
# block: their blocks are bounded by memory alone.
LARGE = 1 << 15
MOST_ENTRIES = 1 << 21
# With fewer vectors a sweep for each costs no more, as numbers become small arrays,
# unless arrays have so many entries for each vector.
FEWEST = 8
WIDE = 32
# So many vectors, at most, are computed with in names, in loops over numbers.
MOST_IN_NAMES = 12


def many_products(product: Derivative, name: str) -> ManyProducts:
    """Return the products of a derivative, which know what was found for some kinds."""
    request = product.request
    key = ("many products", request.mode, *request.wrt, name)
    return alive.cached(product.primal, key, lambda: ManyProducts(product, name))


class ManyProducts:
    """Products of one derivative with many vectors at once, taken by one parameter."""

    def __init__(self, product: Derivative, name: str) -> None:
        """Prepare a product; `name` is the parameter of tangents or cotangents."""
        self._product, self._name = product, name
        self._blocks = _Products(product, name)
        self._in_names: dict[int, _Products] = {}
        self._answers: dict[tuple, Answer] = {}
        # What was asked for last, if there is any, under some options.
        self._latest: dict[Options, Generated | None] = {}

    @property
    def latest(self) -> Generated | None:
        """The code that was asked for last under the options in force, if any."""
        return self._latest.get(CURRENT.get())

    def known(
        self, count: int, entries: int, chunk: int | None, key: tuple
    ) -> Answer | None:
        """Return what `answer` has found for a `key`; None if it must be asked."""
        answer = self._answers.get((key, count, entries, chunk))
        if answer is None or not answer.products.still_has(answer.generated):
            return None
        self._latest[CURRENT.get()] = answer.generated
        return answer

    def answer(
        self,
        count: int,
        entries: int,
        chunk: int | None,
        args: tuple,
        kwargs: dict,
        key: tuple | None = None,
    ) -> Answer | None:
        """Return code for `count` vectors, with how many it takes at once.

        Few tangents go in names, others in blocks. None if one after the other costs as
        little, or is the only way. `entries` are those of the larger of a vector and a
        product, the arguments hold one vector, a `key` tells calls apart by types and
        shapes. Raises if the function, which is evaluated several times, has side
        effects.
        """
        key = key or kinds_of(args, kwargs)
        if (known := self.known(count, entries, chunk, key)) is not None:
            return known
        answer = self._in_names_for(count, chunk, args, kwargs, key)
        answer = answer or self._blocks_for(count, entries, chunk, args, kwargs, key)
        self._latest[CURRENT.get()] = None if answer is None else answer.generated
        if answer is None:
            return None
        if answer.products.is_known(key):
            if len(self._answers) >= MOST_KNOWN:
                self._answers.clear()
            self._answers[key, count, entries, chunk] = answer
        return answer

    def _in_names_for(
        self, count: int, chunk: int | None, args: tuple, kwargs: dict, key: tuple
    ) -> Answer | None:
        # A pullback goes through the forward sweep once for all cotangents.
        is_reverse = self._product.request.mode == "reverse"
        if is_reverse or chunk is not None or not 1 < count <= MOST_IN_NAMES:
            return None
        if count not in self._in_names:
            self._in_names[count] = _Products(self._product, self._name, count)
        products = self._in_names[count]
        found, _ = products.found(args, kwargs, key)
        return None if found is None else Answer(found.function, count, found, products)

    def _blocks_for(
        self,
        count: int,
        entries: int,
        chunk: int | None,
        args: tuple,
        kwargs: dict,
        key: tuple,
    ) -> Answer | None:
        if at_once(count, entries, chunk) < 2:
            return None
        found, widest_ = self._blocks.found(args, kwargs, key)
        most = at_once(count, max(entries, widest_), chunk)
        fewest = 2 if chunk is not None or widest_ >= WIDE else FEWEST
        if found is None or most < fewest:
            return None
        code = functools.partial(self._product_of_block, found.function)
        return Answer(code, most, found, self._blocks)

    def _product_of_block(self, function: Callable, *args: Any, **kwargs: Any) -> Any:
        """Return the products with a block of vectors.

        A product of factors may overflow that one after the other does not: what is not
        finite, or raises, is computed with one vector after the other. It is not finite
        then for each vector, as infinity times 0 is none: one row tells.
        """
        try:
            found = function(*args, **kwargs)
        except (ArithmeticError, ValueError):
            found = None
        else:
            if _is_finite(mapped(lambda _, leaf: _row(leaf, 0), found)):
                return found
        signature, name = self._product.__signature__, self._product.primal.__name__
        values = bind(signature, args, kwargs, name)
        block = values[self._name]
        if found is not None and not _is_finite(block):
            return found
        rows = []
        for number in range(len(next(iter(floating(block).values())))):
            one = mapped(lambda _, leaf: _row(leaf, number), block)  # noqa: B023
            rows.append(call_with(self._product, {**values, self._name: one}))
        whole = rows[0] if found is None else found
        paths = floating(whole)
        each = [picked(row, paths) for row in rows]
        return replaced(whole, {p: np.stack([row[p] for row in each]) for p in paths})


def _is_finite(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_finite, value))
    if type(value) is np.ndarray and value.dtype.type is np.float64:
        # One pass without an array of flags, by one thread; a sum that overflows is
        # looked at again.
        with np.errstate(all="ignore"):
            if math.isfinite(np.add.reduce(value, None)):
                return True
    return all(np.isfinite(leaf).all() for leaf in floating(value).values())


def _row(leaf: Any, number: int) -> Any:
    return leaf[number] if isinstance(leaf, np.ndarray) else leaf


@dataclass(frozen=True)
class Answer:
    """Code for vectors of some kinds, so many at once, and which products have it."""

    code: Callable
    chunk: int
    generated: Generated
    products: _Products


class _Products:
    """Generated code for blocks of vectors, or for a number of them in names."""

    def __init__(self, product: Derivative, name: str, count: int = 0) -> None:
        request = replace(
            product.request, batched=(name,), unrolled=count, gathered=not count
        )
        key = ("blocks", request.mode, *request.wrt, name, count)
        # Its kinds are those for one example: only what it generates is called.
        self._product = alive.cached(
            product.primal,
            key,
            lambda: alive.watched(Derivative(request, grad.derivative_of)),
        )
        self._known: dict[tuple, tuple[Generated | None, int]] = {}

    def is_known(self, key: tuple) -> bool:
        """Whether kinds tell which code is for a call."""
        return key in self._known

    def still_has(self, found: Generated) -> bool:
        """Whether code that was found is not dropped since, and its guards hold."""
        return bool(self._product.count_variants()) and all(map(holds, found.guards))

    def found(
        self, args: tuple, kwargs: dict, key: tuple
    ) -> tuple[Generated | None, int]:
        """Return code, None if there is none, and its largest number of entries."""
        if key in self._known:
            found, most = self._known[key]
            if found is None or self.still_has(found):
                return found, most
        if CURRENT.get().backend == "numba":
            return None, 1  # compiled, a vector for each call costs as little
        try:
            found = self._product.generated(args, kwargs)
        except NotBatchedError:
            found, most, is_told = None, 1, True
        else:
            refuse_effects(self._product, found)
            name = self._product.primal.__name__
            values = bind(self._product.__signature__, args, kwargs, name)
            most, is_told = widest(found, values), is_for_kinds(found, values)
        if is_told:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = found, most
        return found, most


def refuse_effects(derivative_: Derivative, generated: Generated | None) -> None:
    """Raise if generated code, which is called several times, has side effects."""
    if generated is not None and generated.has_effects:
        name = derivative_.primal.__name__
        raise UnsupportedError(
            f"{name} changes objects, captured data or a generator of random numbers, "
            "and would be evaluated several times for this matrix.\n"
            "Use tl.vjp, tl.jvp or tl.grad, and restore what it changes in between."
        )


def at_once(count: int, entries: int, chunk: int | None) -> int:
    """Return how many of some vectors with so many entries go in one block."""
    if chunk is not None:
        return min(chunk, count)
    bound = ENTRIES if entries < LARGE else MOST_ENTRIES
    most = max(bound // max(entries, 1), 1)
    if count <= most:
        return count
    return -(-count // -(-count // most))  # parts of about one size


def unit_blocks(x: Any, chunk: int) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the unit vectors of an array in blocks, each with its first number."""
    size = np.size(x)
    shape, dtype = np.shape(x), np.result_type(x)
    for first in range(0, size, chunk):
        count = min(chunk, size - first)
        block = np.zeros(count * size, dtype)
        block[first :: size + 1] = 1.0
        yield first, block.reshape(count, *shape)


def unit_blocks_of(
    parts: Mapping[Path, Any], chunk: int
) -> Iterator[dict[Path, np.ndarray]]:
    """Yield the unit vectors of some numbers and arrays together, in blocks."""
    ends = list(itertools.accumulate(map(np.size, parts.values())))
    for first in range(0, ends[-1], chunk):
        count = min(chunk, ends[-1] - first)
        blocks = {}
        for (path, part), end in zip(parts.items(), ends):
            size = np.size(part)
            begin = end - size
            block = np.zeros(count * size, np.result_type(part))
            row, last = max(first, begin), min(first + count, end)
            if row < last:
                start = (row - first) * size + row - begin
                block[start : (last - first) * size : size + 1] = 1.0
            blocks[path] = block.reshape(count, *np.shape(part))
        yield blocks


def columns(multiply: Callable, x: Any, chunk: int) -> np.ndarray:
    """Return the matrix of a linear function, of its shape and that of `x`."""
    blocks = unit_blocks(x, chunk)
    _, block = next(blocks)
    found = np.asarray(multiply(block), x.dtype)
    shape = found.shape[1:]
    if len(block) == x.size:
        matrix = found.reshape(len(block), -1).T.copy()
        return matrix.reshape(*shape, *x.shape)
    matrix = np.empty((int(np.prod(shape)), x.size), x.dtype)
    matrix[:, : len(block)] = found.reshape(len(block), -1).T
    for first, block in blocks:
        part = multiply(block).reshape(len(block), -1)
        matrix[:, first : first + len(block)] = part.T
    return matrix.reshape(*shape, *x.shape)


def rows(
    multiply: Callable, y: Any, shape: tuple[int, ...], dtype: Any, chunk: int
) -> np.ndarray:
    """Return the matrix of a transposed linear function, `y.shape + shape`."""
    matrix = np.empty((np.size(y), *shape), dtype)
    for first, block in unit_blocks(y, chunk):
        matrix[first : first + len(block)] = multiply(block)
    return matrix.reshape(*np.shape(y), *shape)
