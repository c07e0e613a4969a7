"""Reads of the fields of structured arrays in global and captured variables."""

from __future__ import annotations

import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.objects.user_objects import is_of_records
from tangentlite.specialize.outside import outside
from tangentlite.values.base import Known, Value


def field(b: Builder, owner: Known, name: object) -> Value:
    """Return `records[name]`, as the generated code reads it."""
    records = owner.value
    if not is_of_records(records) or name not in (records.dtype.names or ()):
        raise b.error(
            "of arrays of records only fields are read here, by names that are known.",
            "Read the field first: records['name'][i].",
        )
    whole = operations.as_expression(b, owner)
    node = build.subscript(whole, build.constant(name))
    return outside.held_in(b, node, f"{whole.id}[{name!r}]", str(name), records[name])


def attribute(b: Builder, owner: Known, name: str) -> Value:
    """Return `records.name`: a field, or the shape, which is that of a field."""
    records = owner.value
    assert is_of_records(records)
    names = records.dtype.names or ()
    if name in names and isinstance(records, (np.recarray, np.record)):
        return field(b, owner, name)

    plain = [n for n in names if not records.dtype[n].shape]
    if name in ("shape", "size", "ndim") and plain:
        return operations.read_attribute(b, field(b, owner, plain[0]), name, name)
    raise b.error(
        f"{name!r} of an array of records is not supported.",
        "Read a field first: records['name'].",
    )
