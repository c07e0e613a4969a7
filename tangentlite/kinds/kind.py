"""Kinds, the compile-time types: scalars, arrays, containers, and opaque values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from tangentlite.kinds.objects.foreign import is_of_library, required_dtype
from tangentlite.kinds.objects.user_objects import is_extended, is_record
from tangentlite.kinds.sizes.dims import INTEGER, Dim, Symbol
from tangentlite.kinds.sizes.proofs import Sizes

if TYPE_CHECKING:
    from typing_extensions import TypeIs

FLOATING = frozenset(
    {"float16", "float32", "float64", "complex64", "complex128"}
)  # dtypes that have derivatives


REAL = frozenset({"float16", "float32", "float64"})


@dataclass(frozen=True)
class Scalar:
    """A Python or NumPy scalar.

    `dtype` is None if it may be float32 or float64. `weak` is True for Python numbers,
    False for NumPy's, None for either (an argument): NumPy promotes them differently.
    `value` is the value of a literal; `size` the size that an integer is equal to.
    """

    dtype: str | None
    weak: bool | None = None
    value: int | float | complex | None = None
    size: Dim | None = None


@dataclass(frozen=True)
class Array:
    """An array; with `shape` None, a number of any rank, scalars included.

    The `library` of an argument is its class, if that is not NumPy's.
    """

    dtype: str | None
    shape: tuple[Dim, ...] | None
    library: type | None = field(default=None, repr=False)


def with_axis(kind: Array, axis: int, name: str) -> Array:
    """Return the kind of arrays of another size on one axis, which has only a name.

    >>> with_axis(Array("float64", (3, 4)), 1, "k").shape
    (3, Symbol(base='k', offset=0, plural=False, terms=()))
    """
    assert kind.shape is not None
    sizes = list(kind.shape)
    sizes[axis] = Symbol(name)
    return Array(kind.dtype, tuple(sizes))


@dataclass(frozen=True, eq=False)
class ListOf:
    """A list of any length whose items have one kind (None: no item is known).

    The kind of rows that are tuples or named tuples is such a tuple of kinds.
    """

    item: Any

    def __eq__(self, other: object) -> bool:
        """Whether the items have one kind, and rows of them one type."""
        if not isinstance(other, ListOf) or self.item != other.item:
            return False
        return row_types(self.item) == row_types(other.item)

    def __hash__(self) -> int:
        """Return the hash of the item."""
        return hash(self.item)


def row_types(item: object) -> object:
    """Return the nested types of a row, in which equal tuples may differ."""
    if not isinstance(item, tuple):
        return None
    return type(item), tuple(map(row_types, item))


def row(type_: type, kinds: Iterable) -> tuple:
    """Return the kind of a row, a tuple or named tuple.

    >>> row(tuple, [Scalar("float64")])
    (Scalar(dtype='float64', weak=None, value=None, size=None),)
    """
    return tuple.__new__(type_, kinds)


class ListRow(tuple):
    """The kind of a list of known length that another list holds."""


@dataclass(frozen=True)
class Structure:
    """A tuple, list, dict or other collection of known length, with a kind per item.

    `keys` holds a dict's keys in their order, positions otherwise; an item is a kind,
    or a known value (None, a flag, a string). `made_with` is the other state of a
    collection: the items of a set, the length of a deque, the factory of defaults.
    """

    type: type
    keys: tuple
    items: tuple
    # the types of keys, where keys of other types may be equal to them
    types: tuple = ()
    made_with: object = None


@dataclass(frozen=True)
class Opaque:
    """A value that is never differentiated: a string, a flag, a generator.

    `item` is the kind of all items of a tuple, None if it is not known.
    """

    type: type | None = None
    item: Any = None

    @property
    def held_type(self) -> object:
        """The class of the value, None if it is not known."""
        return self.type


Kind = Scalar | Array | ListOf | Structure | Opaque
K = TypeVar("K")


def is_numeric(kind: object) -> TypeIs[Scalar | Array]:
    """Whether a kind is a scalar or an array."""
    return isinstance(kind, (Scalar, Array))


def required_numeric(kind: object) -> Scalar | Array:
    """Return the kind of a scalar or an array; raises TypeError for others."""
    if isinstance(kind, (Scalar, Array)):
        return kind
    raise TypeError(f"{kind} is the kind of no scalar and no array")


def with_dtype(kind: object, dtype: str | None) -> Scalar | Array:
    """Return the kind of a scalar or an array with another dtype."""
    return replace(required_numeric(kind), dtype=dtype)


def entry(dtype: str | None) -> Kind:
    """Return the kind of an array's entry; text is opaque."""
    type_ = text_type(dtype)
    return Scalar(dtype, False) if type_ is None else Opaque(type_)


def is_differentiable(kind: Any) -> bool:
    """Whether values of a kind can have derivatives."""
    if isinstance(kind, ListOf):
        return kind.item is None or is_differentiable(kind.item)
    if isinstance(kind, tuple):
        return any(is_differentiable(item) for item in kind)
    if isinstance(kind, Structure):
        return any(is_differentiable(item) for item in kind.items)
    return is_numeric(kind) and (kind.dtype is None or kind.dtype in FLOATING)


def rank(kind: object) -> int | None:
    """Return the number of axes, None if it is not known."""
    if isinstance(kind, Scalar):
        return 0
    if isinstance(kind, Array) and kind.shape is not None:
        return len(kind.shape)
    return None


def shape_of(kind: object) -> tuple[Dim, ...] | None:
    """Return the axes of a scalar or an array, None if they are not known.

    They are unknown for an item of an empty list, to which a loop appends arrays.
    """
    return () if isinstance(kind, Scalar) else getattr(kind, "shape", None)


# The size of the leading axis of a block of values.
BLOCK = Symbol("block.0")


def in_block(kind: Any) -> Any:
    """Return the kind of a block of values of a kind, along a leading axis.

    >>> in_block(Array("float64", (3, 4))).shape[1:]
    (3, 4)
    """
    if isinstance(kind, Scalar):
        return Array(kind.dtype, (BLOCK,))
    if isinstance(kind, Array) and kind.shape is not None:
        return Array(kind.dtype, (BLOCK, *kind.shape))
    if isinstance(kind, ListOf):
        return ListOf(in_block(kind.item))
    if isinstance(kind, Structure):
        return replace(kind, items=tuple(map(in_block, kind.items)))
    return kind


def same_shape(a: object, b: object, sizes: Sizes) -> bool:
    """Whether two kinds provably have the same shape."""
    left, right = shape_of(a), shape_of(b)
    if left is None or right is None or len(left) != len(right):
        return False
    return all(sizes.same(m, n) for m, n in zip(left, right))


def like(kind: Any) -> Kind:
    """Return the kind of a derivative, which of a NumPy number may be Python's 0.0."""
    if isinstance(kind, Scalar):
        return Scalar(kind.dtype, kind.weak or None)
    return kind


def resolved(kind: Kind, sizes: Sizes) -> Kind:
    """Return a kind with the representatives of an array's sizes."""
    if isinstance(kind, Array) and kind.shape is not None:
        return Array(kind.dtype, tuple(sizes.find(dim) for dim in kind.shape))
    return kind


def join(a: Any, b: Any, sizes: Sizes, name: str) -> Kind | None:
    """Return the join of two kinds, the kind of a phi of them, None if there is none.

    The join of a literal number and an array is the array (`s = 0.0` before a loop that
    adds rows); that of another scalar is a number of any rank.
    """
    if a == b:
        return a
    if isinstance(a, ListOf) and isinstance(b, ListOf):
        if a.item is None or b.item is None:
            return b if a.item is None else a
        item = join(a.item, b.item, sizes, name)
        return None if item is None else ListOf(item)
    if isinstance(a, Opaque) and isinstance(b, Opaque):
        return Opaque(a.type if a.type is b.type else None)
    if not (is_numeric(a) and is_numeric(b)):
        return None
    dtype = _join_dtype(a, b)
    if isinstance(a, Scalar):
        if isinstance(b, Array):
            return Array(dtype, b.shape if a.value is not None else None)
        weak = a.weak if a.weak is b.weak else None
        value = a.value if type(a.value) is type(b.value) and a == b else None
        size = a.size if a.size == b.size else None
        return Scalar(dtype, weak, value, size)
    if isinstance(b, Scalar):
        return Array(dtype, a.shape if b.value is not None else None)
    if a.shape is None or b.shape is None or len(a.shape) != len(b.shape):
        return Array(dtype, None)
    shape = tuple(
        m if sizes.same(m, n) else _either(m, n, f"{name}.{axis}", sizes)
        for axis, (m, n) in enumerate(zip(a.shape, b.shape))
    )
    return Array(dtype, shape)


def _join_dtype(a, b) -> str | None:
    if a.dtype == b.dtype:
        return a.dtype
    for one, other in ((a, b), (b, a)):
        literal = isinstance(one, Scalar) and one.value is not None
        if literal and other.dtype in FLOATING and _fits(one.dtype, other.dtype):
            return other.dtype
    if a.dtype is None or b.dtype is None:
        return None
    literals = all(getattr(kind, "value", None) is not None for kind in (a, b))
    for one, other in ((a, b), (b, a)):
        if "complex" in other.dtype and _is_exact_in(one.dtype, other.dtype):
            return None if literals else other.dtype
        if isinstance(one, Scalar) and one.weak and one.dtype == "int64":
            if other.dtype in FLOATING:
                return other.dtype
    if a.dtype in FLOATING or b.dtype in FLOATING:
        return None
    return str(np.result_type(a.dtype, b.dtype))


def _fits(literal: str | None, dtype: str) -> bool:
    """Whether numbers of a dtype can represent a literal; real ones no complex one."""
    return "complex" in dtype or "complex" not in str(literal)


def _is_exact_in(real: str, complex_: str) -> bool:
    """Whether numbers of a dtype may be treated as complex ones that happen to be real.

    Their derivatives are complex then, up to a value that is certainly real.
    """
    return real != "bool" and np.result_type(real, complex_) == complex_


def _either(m: Dim, n: Dim, name: str, sizes: Sizes) -> Dim:
    return Symbol(f"{name}?", 0, not (sizes.may_be_one(m) or sizes.may_be_one(n)))


def without_value(kind: K) -> K:
    """Return a kind without the value of a literal, as of a variable."""
    if isinstance(kind, Scalar) and (kind.value is not None or kind.size is not None):
        return replace(kind, value=None, size=None)
    return kind


def kind_of(value: object, name: str = "") -> Kind:
    """Return the kind of a run-time value; `name` prefixes its axes' symbols.

    >>> kind_of(np.ones((2, 1)), 'x').shape
    (Symbol(base='x.0', offset=0, plural=True, terms=()), 1)
    >>> kind_of(2.5)
    Scalar(dtype='float64', weak=None, value=None, size=None)
    """
    if is_extended(type(value)):
        return Opaque(type(value))
    if isinstance(value, np.ndarray):
        return _kind_of_array(value, name)
    if is_of_library(value):
        return replace(_kind_of_array(value, name), library=type(value))
    if isinstance(value, (bool, np.bool_)):
        return Scalar("bool", isinstance(value, bool))
    if isinstance(value, int):
        return Scalar("int64", True, None, Symbol(f"{INTEGER}{name}"))
    if isinstance(value, (float, np.float64)):
        return Scalar("float64", None)
    if isinstance(value, complex):
        return Scalar("complex128", None)
    if isinstance(value, np.integer):
        return Scalar(value.dtype.name, False, None, Symbol(f"{INTEGER}{name}"))
    if isinstance(value, np.number):
        return Scalar(value.dtype.name, False)
    if type(value) in (list, tuple) and value:
        item = _item_kind(value, name)
        return Opaque(type(value)) if item is None else ListOf(item)
    return Opaque(type(value))


def _kind_of_array(value: Any, name: str) -> Array:
    shape = tuple(
        1 if size == 1 else Symbol(f"{name}.{axis}", 0, True)
        for axis, size in enumerate(value.shape)
    )
    return Array(dtype_name(required_dtype(value)), shape)


def _item_kind(values: Any, name: str) -> Any:
    """Return the kind that all items of a list have, None if they differ."""
    types = {type(value): value for value in values}
    if len(types) == 1 and (tuple in types or all(map(is_record, types))):
        return _row_kind(values, name)
    each = types.values() if types.keys() <= {bool, int, float, str} else values
    kinds = {without_value(_anonymous(kind_of(value))) for value in each}
    kind = kinds.pop()
    return kind if not kinds and (is_numeric(kind) or kind == Opaque(str)) else None


def _row_kind(rows: list | tuple, name: str) -> tuple | None:
    """Return the kinds of the columns of a list of equally long tuples."""
    if len({len(row) for row in rows}) != 1:
        return None
    columns = tuple(_item_kind(column, name) for column in zip(*rows))
    return None if None in columns else row(type(rows[0]), columns)


def _anonymous(kind: Kind) -> Kind:
    """Return the kind of an array without its shape, which may differ among items."""
    return Array(kind.dtype, None) if isinstance(kind, Array) else kind


def dtype_name(dtype: np.dtype) -> str:
    """Return a name of a dtype that `np.dtype` accepts.

    >>> [dtype_name(np.dtype(text)) for text in ("float", "U2", "S1")]
    ['float64', 'U2', 'S1']
    """
    return dtype.str[1:] if dtype.kind in "SU" else dtype.name


def text_type(dtype: str | None) -> type | None:
    """Return the type of an array's entries if it is str or bytes, else None.

    >>> text_type("U2"), text_type("uint8")
    (<class 'str'>, None)
    """
    return _TYPES.get((dtype or "")[:1])


_TYPES = {"U": str, "S": bytes}
