"""Result kinds that follow from what a function is given, without a trial."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tangentlite.kinds.dims import Dim, Symbol
from tangentlite.kinds.kind import Array, Kind, Scalar
from tangentlite.specialize import requirements
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.equal_sizes import summed_axes


def known_kind(
    b: Builder, function: Callable, arguments: list, keywords: dict
) -> Kind | None:
    """Return the kind of a call of a function that is known, None for others.

    In a trial its result would be large, or it would take long.
    """
    if function is np.einsum and keywords.keys() <= {"optimize"}:
        return _summed(b, arguments)
    if function is np.tensordot and len(arguments) > 1:
        return _contracted(b, *arguments, **keywords)
    if function is np.outer and len(arguments) == 2 and not keywords:
        return _table(b, arguments)
    return None


def _table(b: Builder, arguments: list) -> Kind | None:
    dtype = _common_dtype(arguments)
    return (
        None
        if dtype is None
        else Array(dtype, tuple(_entries(b, a) for a in arguments))
    )


def _contracted(b: Builder, left, right, axes: object = 2) -> Kind | None:
    """Return the kind of np.tensordot: the axes that are not summed over."""
    pairs = summed_axes(left, right, axes)
    dtype = _common_dtype([left, right])
    if pairs is None or dtype is None:
        return Array(dtype, None)
    rest: list[Dim] = []
    for shape, summed in zip(
        (left.shape, right.shape), zip(*pairs) if pairs else ((), ())
    ):
        gone = {axis % len(shape) for axis in summed}
        rest += [size for axis, size in enumerate(shape) if axis not in gone]
    return Array(dtype, tuple(rest))


def _entries(b: Builder, kind: Kind) -> Dim:
    """Return how many entries there are."""
    shape = () if isinstance(kind, Scalar) else kind.shape
    if shape is not None and len(shape) <= 1:
        return shape[0] if shape else 1
    return Symbol(b.names.fresh("axis"))


def _summed(b: Builder, arguments: list) -> Kind | None:
    """Return the kind of np.einsum with text, by the letters of its operands."""
    text, *operands = arguments
    if not isinstance(text, str) or "." in text:
        return None
    dtype = _common_dtype(operands)
    terms, arrow, result = text.replace(" ", "").partition("->")
    sizes = sizes_of_letters(b, terms.split(","), operands)
    if dtype is None or sizes is None:
        return None
    if not arrow:
        once = (letter for letter in sizes if terms.count(letter) == 1)
        result = "".join(sorted(once))
    if not result:
        return Scalar(dtype, False)
    return Array(dtype, tuple(sizes[letter] for letter in result))


def sizes_of_letters(
    b: Builder, terms: list[str], operands: list
) -> dict[str, Dim] | None:
    """Return the sizes of the axes of np.einsum by their letters, None if it raises.

    Axes with one letter have one size, but for those of size 1.
    """
    found: dict[str, Dim] = {}
    if len(terms) != len(operands):
        return None
    for letters, kind in zip(terms, operands):
        shape = () if isinstance(kind, Scalar) else kind.shape
        if shape is None:
            shape = tuple(Symbol(b.names.fresh("axis")) for _ in letters)
        if len(shape) != len(letters):
            return None
        for letter, size in zip(letters, shape):
            known = found.get(letter, size)
            found[letter] = requirements.fitting(b, known, size)
    return found


def _common_dtype(kinds: list) -> str | None:
    """Return the dtype of a product of arrays made of some operands."""
    dtypes = [getattr(kind, "dtype", None) for kind in kinds]
    return None if None in dtypes else np.result_type(*dtypes).name
