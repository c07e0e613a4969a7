"""Which arrays are provably C-contiguous."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array
from tangentlite.rules.call_effects import effects_of


def is_contiguous(b: Builder, name: str) -> bool:
    """Whether `reshape` and `ravel` of an array surely give views."""
    rhs = b.definitions.get(name)
    kind = b.kinds.get(name)
    if rhs is None or not isinstance(kind, Array) or kind.shape is None:
        return False
    if isinstance(rhs, (gast.BinOp, gast.UnaryOp)):
        parts = [rhs.left, rhs.right] if isinstance(rhs, gast.BinOp) else [rhs.operand]
        matmul = isinstance(getattr(rhs, "op", None), gast.MatMult)
        return not matmul and all(_leaves_order(b, part) for part in parts)
    if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
        return False
    function = b.references.objects.get(rhs.func.id)
    if function in AS_IT_LIES:
        return False
    if name in b.memory.owned and len(kind.shape) <= 1:
        return True
    layout = effects_of(function).layout
    if layout == "rows":
        order = any(keyword.arg == "order" for keyword in rhs.keywords)
        return not order and len(rhs.args) <= 2
    if function is np.copy and rhs.keywords:
        return getattr(rhs.keywords[0].value, "value", "") == "C"
    if rhs.keywords or not rhs.args:
        return False
    if layout == "operands":
        return all(_leaves_order(b, part) for part in rhs.args[:2])
    return False


AS_IT_LIES = (runtime.copy_as_it_lies, runtime.zeros_as_it_lies)


def _leaves_order(b: Builder, operand: gast.expr) -> bool:
    """Whether an operand leaves a result in C order."""
    if not isinstance(operand, gast.Name):
        return True
    kind = b.kinds.get(operand.id)
    if isinstance(kind, Array):
        return is_contiguous(b, operand.id)
    return kind is not None
