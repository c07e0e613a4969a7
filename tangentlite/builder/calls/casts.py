"""`astype`: casts of arrays to other dtypes."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar, with_dtype
from tangentlite.values.base import Atom, Known


def cast(
    b: Builder,
    owner: Atom,
    arguments: list,
    node: gast.AST | None,
    base: str,
    options: tuple = (),
) -> Atom:
    """Emit `owner.astype(dtype)`; a cast to integers has a derivative of zero."""
    if len(arguments) != 1 or not arguments[0].is_static:
        raise b.error(
            "astype needs a dtype that is known here.", "Write x.astype(float).", node
        )
    dtype = np.dtype(arguments[0].value)
    if dtype.kind not in "biufc" or dtype.itemsize > 16 or dtype.name == "float128":
        raise b.error(
            f"arrays of {dtype.name} are not supported.",
            "Use float64, or another dtype of numbers.",
            node,
        )
    rhs = build.call(
        build.attribute(owner.node, "astype"),
        [_dtype(b, arguments[0], dtype)],
        [(key, operations.as_expression(b, v)) for key, v in options],
    )
    is_scalar = isinstance(owner.kind, Scalar)
    kind = (
        Scalar(dtype.name, False) if is_scalar else with_dtype(owner.kind, dtype.name)
    )
    return operands.emit_owned(b, rhs, kind, base)


def _dtype(b: Builder, value: Known, dtype: np.dtype) -> gast.expr:
    if isinstance(value.value, type):
        return b.references.function(value.value, value.text)
    if isinstance(value.value, str):
        return gast.Constant(value.value, None)
    return b.references.function(dtype.type)
