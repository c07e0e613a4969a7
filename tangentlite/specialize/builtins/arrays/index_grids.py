"""`np.r_`, `np.c_`, `np.mgrid`, `np.ogrid`, `np.s_`: calls spelled as `f[...]`."""

from __future__ import annotations

from collections.abc import Sequence as Items

import numpy as np

from tangentlite import operations
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import formulas, rule_calls
from tangentlite.builder.inference import result_kinds
from tangentlite.builder.inference.result_kinds import sample
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Scalar, rank
from tangentlite.specialize.library import items_and_grids
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import Slice
from tangentlite.values.literals import literal
from tangentlite.values.structure import is_container, required_items

OF_INDEX = (np.s_, np.index_exp)
JOINING = (np.r_, np.c_)
_COMPLEX = ("complex64", "complex128")
ALL = (*OF_INDEX, *JOINING, np.mgrid, np.ogrid)


def read(b: Builder, owner: object, index: Value, base: str) -> Value:
    """Return `owner[index]` for one of them.

    Before: `np.r_[x, 1.0]`. After: `np.concatenate((x, np.atleast_1d(1.0)))`.
    """
    if any(owner is known for known in OF_INDEX):
        whole = owner is np.index_exp and not isinstance(index, Sequence)
        return Sequence((index,)) if whole else index
    if any(owner is known for known in JOINING):
        given = index.items if isinstance(index, Sequence) else (index,)
        dtype = _dtype_of_all(given)
        items = Sequence(tuple(_item(b, value, dtype) for value in given))
        if owner is np.c_:
            return operations.call_rule(b, np.column_stack, [items], {}, base)
        return operations.call_rule(b, np.concatenate, [items], {}, base)
    return _grid(b, owner, index, base)


def _dtype_of_all(given: Items) -> np.dtype | None:
    """Return the dtype that values are promoted to, None if it is not known."""
    known = [getattr(value, "kind", None) for value in given]
    kinds = [kind for kind in known if isinstance(kind, (Scalar, Array))]
    if len(kinds) < len(known) or any(kind.dtype is None for kind in kinds):
        return None
    if any(isinstance(kind, Scalar) and kind.weak is None for kind in kinds):
        return None
    return np.result_type(
        *(
            np.zeros((), kind.dtype).item()
            if isinstance(kind, Scalar) and kind.weak
            else np.dtype(kind.dtype)
            for kind in kinds
        )
    )


def _item(b: Builder, value: Value, dtype: np.dtype | None) -> Value:
    """Return a part of `np.r_[...]` as an array of at least one axis."""
    if isinstance(value, Slice):
        start, stop, step = _parts(value)
        if (count := _count(b, step)) is not None:
            arguments = [start, stop, count]
            return operations.call_rule(b, np.linspace, arguments, {}, "t")
        return operations.call_rule(b, np.arange, [start, stop, step], {}, "t")
    if isinstance(value, Known) and isinstance(value.value, str):
        raise b.error(
            "np.r_ and np.c_ with text that says how to join are not supported.",
            "Use np.concatenate or np.stack.",
        )
    if is_container(value):
        return operations.call_rule(b, np.array, [value], {}, "t")
    if isinstance(value, Atom) and rank(value.kind) == 0:
        given: list[Value] = [Sequence((value,))]
        kind = value.kind
        if isinstance(kind, Scalar) and kind.weak and dtype is not None:
            given += [Known(dtype.type)] if kind.dtype != dtype.name else []
        return operations.call_rule(b, np.array, given, {}, "t")
    return value


def _parts(value: Slice) -> tuple[Value, Value, Value]:
    """Return start, stop and step of a slice."""
    start = literal(0) if _is_none(value.start) else value.start
    return start, value.stop, literal(1) if _is_none(value.step) else value.step


def _count(b: Builder, step: Value) -> Value | None:
    """Return the number of points that a step of `5j` or `n * 1j` means, if it does."""
    if step.is_static:
        known = step.static_value()
        return literal(int(abs(known))) if isinstance(known, complex) else None
    if getattr(getattr(step, "kind", None), "dtype", None) not in _COMPLEX:
        return None
    return operations.inline(b, items_and_grids.places, [step], {}, None, "n")


def _is_none(value: Value) -> bool:
    return isinstance(value, Known) and value.value is None


def _grid(b: Builder, owner, index: Value, base: str) -> Value:
    if getattr(index, "type", None) is list:  # NumPy goes through its items alike
        index = Sequence(required_items(index))
    given = index.items if isinstance(index, Sequence) else (index,)
    slices = [item for item in given if isinstance(item, Slice)]
    bounds = [part for item in slices for part in _parts(item)]
    if any(map(formulas.may_be_active, bounds)):
        return _computed(b, owner, index, slices, base)
    kind = result_kinds.call_kind(b, owner.__getitem__, [_sample(index)], {})
    name = "mgrid" if owner is np.mgrid else "ogrid"
    text = f"{b.references.alias('numpy', None, 'np')}.{name}"
    b.references.objects[text] = owner
    node = build.subscript(build.name(text), indexing.index_expression(b, index))
    if isinstance(kind, tuple):
        return rule_calls.results(b, node, kind, True, base)
    made = b.emit(b, node, kind, base)
    b.memory.owned.add(str(made.name))
    return made


def _computed(b: Builder, owner, index: Value, slices: list, base: str) -> Value:
    """Return a grid between differentiable bounds."""
    axes = []
    for value in slices:
        start, stop, step = _parts(value)
        if (count := _count(b, step)) is not None:
            given = [start, stop, count]
            axes.append(
                operations.inline(b, items_and_grids.by_count, given, {}, None, base)
            )
        elif isinstance(index, Sequence):
            given = [start, stop, step]
            axes.append(
                operations.inline(b, items_and_grids.by_step, given, {}, None, base)
            )
        else:
            given = [start, stop, step]
            axes.append(operations.call_rule(b, np.arange, given, {}, base))
    if not isinstance(index, Sequence):
        return axes[0]
    made = items_and_grids.dense if owner is np.mgrid else items_and_grids.sparse
    return operations.inline(b, made, axes, {}, None, base)


def _sample(index: Value) -> object:
    if isinstance(index, Sequence):
        return tuple(map(_sample, index.items))
    if isinstance(index, Slice):
        return slice(*map(sample, (index.start, index.stop, index.step)))
    return sample(index)
