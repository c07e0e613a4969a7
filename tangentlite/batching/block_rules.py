"""Rules of what calls become for blocks, and what they read of calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from tangentlite.ir import build
from tangentlite.ir.leaves import number_of

# From the program under construction, a call and the kind of its result for one
# example to the call's value for a block, None where the rule does not apply.
Rule = Callable[[Any, gast.Call, Any], gast.expr | None]

RULES: dict[object, Rule] = {}


def block_of(*functions: object) -> Callable[[Rule], Rule]:
    """Register what calls of some functions become for blocks."""

    def register(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(functions, rule))
        return rule

    return register


def rule_for(function: object) -> Rule | None:
    """Return the rule of a function, None without one."""
    try:
        return RULES.get(function)
    except TypeError:  # it cannot be a key
        return None


def given(node: gast.Call, *names: str) -> list[gast.expr | None] | None:
    """Return arguments by the parameters' names, None if there are others.

    >>> call = gast.parse("f(x, axis=1)").body[0].value
    >>> given(call, "a", "out", "axis")[2].value
    1
    >>> given(call, "a") is None
    True
    """
    if len(node.args) > len(names):
        return None
    found = dict(zip(names, node.args))
    for keyword in node.keywords:
        if keyword.arg not in names or keyword.arg in found:
            return None
        found[keyword.arg] = keyword.value
    return [found.get(name) for name in names]


def axes_behind(axis: gast.expr | None, rank: int) -> list[int] | None:
    """Return the axes of a block for those of an example; None if not known.

    Without an axis they are all.

    >>> axes_behind(None, 2), axes_behind(build.constant(-1), 2)
    ([1, 2], [2])
    """
    if axis is None or isinstance(axis, gast.Constant) and axis.value is None:
        return list(range(1, rank + 1))
    items = axis.elts if isinstance(axis, (gast.Tuple, gast.List)) else [axis]
    found = [number_of(item) for item in items]
    if not all(isinstance(one, int) and -rank <= one < rank for one in found):
        return None
    return [int(one) % rank + 1 for one in found if one is not None]


def axis_behind(axis: gast.expr | None, rank: int) -> int | None:
    """Return the axis of a block for one of an example; None if it is not known.

    Without an axis it is the only one.
    """
    found = axes_behind(axis, rank)
    return found[0] if found is not None and len(found) == 1 else None


def axis_argument(axes: list[int]) -> gast.expr:
    """Return the argument for some axes."""
    return build.constant(axes[0] if len(axes) == 1 else tuple(axes))
