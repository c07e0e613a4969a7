"""Arguments of calls: by position or name, axes, dtypes."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentlite.ir.leaves import number_of
from tangentlite.loops.lowering.lowering import Lowering


def argument(node: gast.Call, place: int, name: str) -> gast.expr | None:
    """Return an argument of a call, None if it is not given."""
    if place < len(node.args):
        found = node.args[place]
    else:
        named = (key.value for key in node.keywords if key.arg == name)
        found = next(named, None)
    is_none = isinstance(found, gast.Constant) and found.value is None
    return None if is_none else found


def required(low: Lowering, node: gast.Call, place: int, name: str) -> gast.expr:
    """Return an argument that a call must have."""
    found = argument(node, place, name)
    if found is None:
        raise low.refuse(f"{node.func.id} lacks {name}")
    return found


def refuse_others(low: Lowering, node: gast.Call, count: int, *names: str) -> None:
    """Refuse a call with more arguments than a handler knows of."""
    others = [key.arg for key in node.keywords if key.arg not in names]
    if len(node.args) > count or others:
        option = f"the option {others[0]}" if others else "more options"
        raise low.refuse(f"{node.func.id} has {option}")


def axes_of(low: Lowering, given: gast.expr | None, rank: int) -> tuple[int, ...]:
    """Return the axes that an argument names, in order; all for none."""
    if given is None:
        return tuple(range(rank))
    parts = given.elts if isinstance(given, (gast.Tuple, gast.List)) else [given]
    found = [number_of(part) for part in parts]
    if not rank and set(found) <= {0, -1}:
        return ()  # which NumPy takes for a number
    axes = tuple(one % rank for one in found if isinstance(one, int))
    if len(axes) < len(parts):
        raise low.refuse("an axis is no literal")
    return axes


def axis_of(low: Lowering, given: gast.expr | None, rank: int) -> int:
    """Return the one axis that an argument names."""
    axes = axes_of(low, given, rank)
    if len(axes) != 1:
        raise low.refuse("an axis is no literal")
    return axes[0]


def dtype_of(low: Lowering, given: gast.expr | None, default: str | None) -> str | None:
    """Return the dtype that an argument names."""
    if given is None:
        return default
    if isinstance(given, gast.Attribute) and given.attr == "dtype":
        return low.elements(given.value).dtype
    named: Any = low.references.get(getattr(given, "id", ""))
    try:
        return np.dtype(getattr(given, "value", None) if named is None else named).name
    except TypeError:
        raise low.refuse("a dtype is not known") from None


def flag_of(low: Lowering, given: gast.expr | None, default: bool = False) -> bool:
    """Return a flag that is a literal."""
    if given is None:
        return default
    if isinstance(given, gast.Constant):
        return bool(given.value)
    raise low.refuse("an option is no literal")
