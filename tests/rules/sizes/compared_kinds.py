"""The kind that the compiler finds for a call, and what a result shows against it."""
from collections.abc import Callable, Iterator

import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.builder.inference.entrywise import elementwise_kind
from tangentlite.builder.inference.result_kinds import call_kind
from tangentlite.builder.references import References
from tangentlite.ir.names import Names
from tangentlite.kinds.kind import Array, Opaque, Scalar
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.rules.registry import rule_of
from tests.rules.sizes.drawn_sizes import integer_of, size_of


def predicted(function: Callable, arguments: list, keywords: dict):
    """The kind of a call's result, and what the call proves of sizes."""
    b = Builder(Names(), References({}, Names()))
    rule = rule_of(function)
    if rule is not None and rule.kind == 'elementwise' and not keywords:
        if all(isinstance(kind, Scalar | Array) for kind in arguments):
            return elementwise_kind(b, function, arguments), b.sizes
    return call_kind(b, function, arguments, keywords), b.sizes


def differences(kind, value, proved: Sizes, sizes: dict[str, int]) -> Iterator[str]:
    """What a result has otherwise than its kind says; new symbols are found in it."""
    if kind == Array(None, None):  # nothing is known
        return
    if isinstance(kind, tuple):
        if not isinstance(value, tuple | list) or len(value) != len(kind):
            yield f'{kind} of {value}'
            return
        for one, item in zip(kind, value):
            yield from differences(one, item, proved, sizes)
    elif isinstance(kind, Opaque):
        if kind.type is not None and not isinstance(value, kind.type):
            yield f'the type {kind.type.__name__} of {value!r}'
    elif isinstance(kind, Scalar | Array):
        yield from _otherwise(kind, value, proved, sizes)


def _otherwise(kind, value, proved: Sizes, sizes: dict[str, int]) -> Iterator[str]:
    if isinstance(value, tuple | list):
        yield f'{kind} of {value}'
        return
    dtype = np.result_type(value).name
    if kind.dtype is not None and dtype != kind.dtype:
        yield f'the dtype {kind.dtype} of {dtype}'
    shape = () if isinstance(kind, Scalar) else kind.shape
    if shape is None:
        return
    if len(shape) != np.ndim(value):
        yield f'{len(shape)} axes of {np.ndim(value)}'
        return
    if isinstance(kind, Scalar):
        yield from _of_number(kind, value, proved, sizes)
    for dim, size in zip(shape, np.shape(value)):
        yield from _of_size(dim, size, proved, sizes)


def _of_number(kind: Scalar, value, proved: Sizes, sizes) -> Iterator[str]:
    of_numpy = isinstance(value, np.generic | np.ndarray)
    if kind.weak is not None and kind.weak is of_numpy:
        yield f'{kind} of {type(value).__name__}'
    if kind.value is not None and not np.array_equal(kind.value, value, equal_nan=True):
        yield f'the value {kind.value} of {value}'
    if kind.size is not None:
        yield from _of_size(kind.size, value, proved, sizes, integer_of)


def _of_size(dim, size: int, proved: Sizes, sizes, has=size_of) -> Iterator[str]:
    found = proved.find(dim)
    known = has(found, sizes)
    if known is None:  # it is new
        if not found.terms and found.offset >= 0:
            sizes[found.base] = size - found.offset
    elif known != size:
        yield f'the size {text(found)} = {known} of {size}'
    if size == 1 and not proved.may_be_one(dim):
        yield f'the size {text(found)}, which is not 1, of 1'


def unproved(kinds: object, proved: Sizes, sizes: dict[str, int]) -> Iterator[str]:
    """Sizes of arguments that a call is said to prove and that they do not have."""
    if isinstance(kinds, tuple | list):
        for kind in kinds:
            yield from unproved(kind, proved, sizes)
    for dim in (kinds.shape or ()) if isinstance(kinds, Array) else ():
        found, size = proved.find(dim), size_of(dim, sizes)
        if size_of(found, sizes) not in (None, size):
            yield f'{text(dim)} = {text(found)} is proved, but is {size}'
        if size == 1 and not proved.may_be_one(dim):
            yield f'{text(dim)} is proved not to be 1, but is'


def text(dim) -> str:
    return f'{dim.base}{dim.offset:+}' if isinstance(dim, Symbol) else str(dim)
