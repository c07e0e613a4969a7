"""Fresh names for results, and which names may hold a number instead of an array."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import gast

from tangentlite.builder.sizes import required_sizes
from tangentlite.ir import build
from tangentlite.ir.marked_names import Hidden
from tangentlite.ir.names import NAMED_T, TEMPORARY, derived
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import (
    FLOATING,
    Array,
    Kind,
    ListOf,
    Scalar,
    is_numeric,
    row,
)
from tangentlite.kinds.objects.number_classes import is_of_other_class
from tangentlite.values.base import Atom

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder

# (builder, right-hand side, kind, base of the name) -> value
Emit = Callable[["Builder", gast.expr, Kind, str], Atom]


def name_result(b: Builder, rhs: gast.expr, kind: Kind, base: str) -> Atom:
    """Assign a right-hand side to a fresh name: how results are emitted normally."""
    name = b.fresh(base, kind)
    b.add(build.assign(name, rhs, b.line))
    b.definitions[name] = rhs
    required_sizes.note(b, name)
    if b.memory.numbers and not isinstance(kind, Scalar) and _is_of_numbers(b, rhs):
        b.memory.numbers.add(name)
    if b.memory.mixed and _is_made_of_mixed(b, rhs, kind):
        b.memory.mixed.add(name)
    return Atom(build.name(name), kind)


def _is_of_numbers(b: Builder, rhs: gast.expr) -> bool:
    """Whether every array that an operation reads may be a number instead.

    Of lists, and of their rows, the items are asked.
    """
    if isinstance(rhs, gast.Subscript):
        owner = getattr(rhs.value, "id", "")
        return owner in b.memory.numbers and not isinstance(b.kinds.get(owner), Array)
    arrays, lists = (
        [n for n in names_in(rhs) if isinstance(b.kinds.get(n), kind)]
        for kind in (Array, ListOf)
    )
    return bool(arrays or lists) and b.memory.numbers.issuperset(arrays or lists)


def note_number(b: Builder, name: str, *values: Atom) -> None:
    """Record that a name may hold a number instead of an array, if a value may."""
    if isinstance(b.kinds[name], (Array, ListOf)):
        if any(
            isinstance(v.kind, Scalar) or v.name in b.memory.numbers for v in values
        ):
            b.memory.numbers.add(name)
    if differ_by_fractions(b, values):
        b.phis.integers.add(name)
    note_mixed(b, name, *values)


def differ_by_fractions(b: Builder, values: Iterable[Atom]) -> bool:
    """Whether values are integers on one path, and floats on another.

    Numbers are compared with numbers and arrays with arrays: a sum of arrays may begin
    with 0, into which nothing can be written.
    """
    values = list(values)
    if any(value.name in b.phis.integers for value in values):
        return True
    kinds = [kind for value in values if is_numeric(kind := value.kind)]
    for class_ in (Scalar, Array):
        alike = [kind for kind in kinds if isinstance(kind, class_)]
        dtypes = {kind.dtype for kind in alike if kind.dtype is not None}
        if not FLOATING.isdisjoint(dtypes) and not dtypes <= FLOATING:
            return True
    return False


def another(b: Builder, name: str, suffix: str = "") -> str:
    """Return a fresh name for a copy of a name, of which the same is known."""
    fresh = b.fresh(b.base_of(name) + suffix, b.kinds[name])
    if not suffix and name in b.bases:
        b.bases[fresh] = derived(name)
    for known in (b.memory.numbers, b.memory.mixed):
        if name in known:
            known.add(fresh)
    return fresh


def note_mixed(b: Builder, name: str, *values: Atom) -> bool:
    """Record that a name may be of another class than its kind says, if one of its
    values may; return whether that is new.
    """
    kind, known = b.kinds[name], name in b.memory.mixed
    if any(v.name in b.memory.mixed or is_of_other_class(v.kind, kind) for v in values):
        b.memory.mixed.add(name)
    return not known and name in b.memory.mixed


def is_of_open_class(b: Builder, value: Any) -> bool:
    """Whether a number or array may be of another class than its kind says."""
    if b.assumed.of_library and may_be_of_library(getattr(value, "kind", None)):
        return not value.is_static
    return is_of_open_kind(b, value)


def is_of_open_kind(b: Builder, value: object) -> bool:
    """Whether a number or array may have another kind than is known here."""
    if not isinstance(value, Atom) or not is_numeric(value.kind):
        return False
    if isinstance(value.kind, Scalar):
        return is_mixed(b, value)
    return value.kind.shape is None or _is_of_numbers(b, value.node)


def may_be_of_library(kind: Kind | None) -> bool:
    """Whether what is an array or a number of NumPy may be another library's array.

    >>> kinds = Array("float64", (3,)), Scalar("float64", False), Scalar("int64", True)
    >>> [may_be_of_library(kind) for kind in kinds]
    [True, True, False]
    """
    return is_numeric(kind) and getattr(kind, "weak", None) is not True


def is_mixed(b: Builder, value: Atom) -> bool:
    """Whether a value, or an operand of it, may be of another class than its kind."""
    return not b.memory.mixed.isdisjoint(names_in(value.node))


def _is_made_of_mixed(b: Builder, rhs: gast.expr, kind: Kind) -> bool:
    """Whether the class of a result is open as that of an operand is.

    Not where another operand, of NumPy, has the very dtype of the result.
    """
    names = set(names_in(rhs))
    if b.memory.mixed.isdisjoint(names):
        return False
    if not isinstance(rhs, gast.BinOp):
        return True
    others = names - b.memory.mixed - b.memory.numbers
    return not any(_has_dtype_of(b.kinds.get(name), kind) for name in others)


def _has_dtype_of(operand: Kind | None, result: Kind) -> bool:
    """Whether an operand is of NumPy and has the dtype of a result."""
    if not is_numeric(operand) or operand.dtype is None or not is_numeric(result):
        return False
    of_numpy = isinstance(operand, Array) or operand.weak is False
    return of_numpy and operand.dtype == result.dtype


def kinds_of_open_rank(b: Builder) -> dict[str, Kind]:
    """Return kinds without shapes for names that may hold a number instead."""
    return {name: without_ranks(b.kinds[name]) for name in b.memory.numbers}


def of_any_rank(b: Builder, value: Any) -> Any:
    """Return a value without a shape if it may be a number instead of an array."""
    if isinstance(value, Atom) and value.name in b.memory.numbers:
        return Atom(value.node, without_ranks(value.kind))
    return value


def without_ranks(kind: Any) -> Any:
    """Forget the shapes of arrays, and of those that lists hold.

    >>> without_ranks(ListOf(Array("float64", (3,)))).item
    Array(dtype='float64', shape=None)
    """
    if isinstance(kind, ListOf):
        return ListOf(without_ranks(kind.item))
    if isinstance(kind, tuple):
        return row(type(kind), [without_ranks(item) for item in kind])
    return Array(kind.dtype, None) if isinstance(kind, Array) else kind


def nest_result(b: Builder, rhs: gast.expr, kind: Kind, base: str) -> Atom:
    """Nest a right-hand side instead of naming it: in conditions."""
    b.control.check(b, rhs)
    required_sizes.note(b, required_sizes.NAMELESS)
    return Atom(rhs, kind)


def base_name(variable: str) -> str:
    """Return the base of the names of a variable's values in the core program.

    >>> base_name('x'), base_name(Hidden('done', 1)), base_name('d[x]')
    ('x', 'done', 't')
    """
    if isinstance(variable, Hidden):
        return variable.role
    if variable == TEMPORARY:
        return NAMED_T
    return variable if variable.isidentifier() else TEMPORARY


def item_names(base: str, keys: Any, items: tuple) -> list[str]:
    """Return bases for the names of a container's items: for a set the same one."""
    if not keys or not isinstance(keys, tuple):
        return [base] * len(items)
    return [key if is_name(key) else base for key in keys]


def is_name(key: object) -> bool:
    """Whether a key of a dict can be a variable."""
    return isinstance(key, str) and key.isidentifier() and not keyword.iskeyword(key)
