"""`np.r_`, `np.c_`, `np.mgrid`, `np.ogrid`, `np.s_`, which are indexed to be called."""

from __future__ import annotations

import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import rank
from tangentlite.specialize import indexing, result_kinds, rule_calls
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.literals import literal
from tangentlite.specialize.records import Atom, Known, Sequence
from tangentlite.specialize.samples import sample
from tangentlite.specialize.values import (
    Slice,
    is_container,
    is_static,
    static_value,
)

OF_INDEX = (np.s_, np.index_exp)
JOINING = (np.r_, np.c_)
ALL = (*OF_INDEX, *JOINING, np.mgrid, np.ogrid)


def read(b: Builder, owner: object, index: object, base: str) -> object:
    """Return what one of them is for an index.

    Before: `np.r_[x, 1.0]`. After: `np.concatenate((x, np.atleast_1d(1.0)))`.
    """
    if any(owner is known for known in OF_INDEX):
        whole = owner is np.index_exp and not isinstance(index, Sequence)
        return Sequence((index,)) if whole else index
    if any(owner is known for known in JOINING):
        given = index.items if isinstance(index, Sequence) else (index,)
        items = Sequence(tuple(_item(b, value) for value in given))
        if owner is np.c_:
            return rule_calls.call_rule(b, np.column_stack, [items], {}, base)
        return rule_calls.call_rule(b, np.concatenate, [items], {}, base)
    return _grid(b, owner, index, base)


def _item(b: Builder, value: object) -> object:
    """Return what is joined as an array of at least one axis."""
    if isinstance(value, Slice):
        parts = [value.start, value.stop, value.step]
        known = [static_value(part) for part in parts if is_static(part)]
        if len(known) == 3 and isinstance(known[2], complex):
            start, stop, step = known
            arguments = [literal(part) for part in (start or 0, stop, int(abs(step)))]
            return rule_calls.call_rule(b, np.linspace, arguments, {}, "t")
        given = [part for part in parts if not _is_none(part)]
        if _is_none(value.start):
            given = [literal(0), *given]
        return rule_calls.call_rule(b, np.arange, given, {}, "t")
    if isinstance(value, Known) and isinstance(value.value, str):
        raise b.error(
            "np.r_ and np.c_ with text that says how to join are not supported.",
            "Use np.concatenate or np.stack.",
        )
    if is_container(value):
        return rule_calls.call_rule(b, np.array, [value], {}, "t")
    if isinstance(value, Atom) and rank(value.kind) == 0:
        return rule_calls.call_rule(b, np.array, [Sequence((value,))], {}, "t")
    return value


def _is_none(value: object) -> bool:
    return isinstance(value, Known) and value.value is None


def _grid(b: Builder, owner, index: object, base: str) -> object:
    kind = result_kinds.call_kind(b, owner.__getitem__, [_sample(index)], {})
    name = "mgrid" if owner is np.mgrid else "ogrid"
    text = f"{b.references.alias('numpy', None, 'np')}.{name}"
    b.references.objects[text] = owner
    node = build.subscript(build.name(text), indexing.index_expression(b, index))
    if isinstance(kind, tuple):
        return rule_calls.results(b, node, kind, True, base)
    made = b.emit(b, node, kind, base)
    b.owned.add(made.name)
    return made


def _sample(index: object) -> object:
    if isinstance(index, Sequence):
        return tuple(map(_sample, index.items))
    if isinstance(index, Slice):
        return slice(*map(sample, (index.start, index.stop, index.step)))
    return sample(index)
