"""Functions of scipy.special by element, and the logarithm of a sum of exponentials."""

from __future__ import annotations

import math
from collections.abc import Callable

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque
from tangentlite.loops.functions.reductions import add
from tangentlite.loops.lowering.arrays import pointwise
from tangentlite.loops.lowering.call_arguments import (
    argument,
    axes_of,
    flag_of,
    refuse_others,
    required,
)
from tangentlite.loops.lowering.element_values import Elements
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import ZERO, Place
from tangentlite.loops.lowering.table import (
    STATEMENTS,
    elements_of,
    statements_of,
)
from tangentlite.runtime import loop_helpers as helpers

Formula = Callable[[Lowering, gast.expr], gast.expr]

# SciPy is imported by who uses it: its functions stand here by their names.
_OF_MATH: dict[str, Callable] = {
    "erf": math.erf,
    "erfc": math.erfc,
    "gamma": math.gamma,
    "gammaln": math.lgamma,
}
_HELPERS: dict[str, Callable] = {
    "expit": helpers.logistic,
    "logit": helpers.log_odds,
    "log_expit": helpers.log_logistic,
    "psi": helpers.digamma,
    "xlogy": helpers.x_log_y,
    "xlog1py": helpers.x_log_1p_y,
}


@elements_of(*(f"scipy.special.{name}" for name in (*_OF_MATH, *_HELPERS)))
def _special(low: Lowering, node: gast.Call) -> Elements:
    refuse_others(low, node, 2)
    values = [low.elements(one) for one in node.args]
    name = getattr(low.references[node.func.id], "__name__", "")
    if name in _OF_MATH:
        function = _OF_MATH[name]
        text = f"math.{function.__name__}"
        low.references.setdefault(text, function)
        make: Callable = lambda one: build.call(text, [one])  # noqa: E731
    else:
        make = lambda *given: low.call(_HELPERS[name], *given)  # noqa: E731
    if any(value.dtype not in ("float64", "int64") for value in values):
        raise low.refuse(f"{name} is given {values[0].dtype}")
    return pointwise(low, make, "float64", *values, weak=False)


@statements_of("scipy.special.logsumexp")
def _logsumexp(low: Lowering, name: str, node: gast.Call) -> None:
    """Bind a name to log(sum(exp(a))), as the largest is taken out of the sum.

    Where that is infinite or no number it stays in.
    """
    refuse_others(low, node, 2, "a", "axis", "keepdims")
    value = low.elements(required(low, node, 0, "a"))
    axes = axes_of(low, argument(node, 1, "axis"), value.rank)
    keepdims = flag_of(low, argument(node, 9, "keepdims"))
    if value.dtype != "float64":
        raise low.refuse(f"logsumexp is given {value.dtype}")
    top, shift, total = (low.fresh(base, Opaque(None)) for base in ("top", "t", "sum"))
    options = [(k.arg, k.value) for k in node.keywords if k.arg != "keepdims"]
    low.references.setdefault("np.max", np.max)
    extreme = build.call(
        "np.max", node.args, [*options, ("keepdims", build.constant(True))]
    )
    STATEMENTS[np.max](low, top, extreme)
    finite = lambda one: low.call(helpers.finite_or_zero, one)  # noqa: E731
    low.define(shift, pointwise(low, finite, "float64", low.elements(build.name(top))))
    largest = low.elements(build.name(shift))
    exponential = lambda one, most: low.call(np.exp, build.binary(one, "-", most))  # noqa: E731
    add(
        low,
        total,
        pointwise(low, exponential, "float64", value, largest),
        axes,
        keepdims,
    )
    whole = largest if keepdims else _without(largest, axes)
    back = lambda one, most: build.binary(low.call(np.log, one), "+", most)  # noqa: E731
    of_total = low.elements(build.name(total))
    low.define(name, pointwise(low, back, "float64", of_total, whole))


def _without(value: Elements, axes: tuple[int, ...]) -> Elements:
    """Return elements without some axes of size 1."""
    left = [k for k in range(value.rank) if k not in axes]

    def at(place: Place) -> gast.expr:
        where = dict(zip(left, place))
        return value.at(tuple(where.get(k, ZERO) for k in range(value.rank)))

    return Elements(tuple(value.extents[k] for k in left), at, value.dtype)
