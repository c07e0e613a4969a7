"""Helpers of Taylor mode, which take series with their leading axis.

The program for one coefficient calls them as well; only their arguments change.
"""

from __future__ import annotations

from typing import Any

import gast

from tangentlite import runtime
from tangentlite.batching.batched_names import called_of, series_parameters
from tangentlite.batching.block_program import BlockProgram
from tangentlite.batching.block_rules import block_of
from tangentlite.ir import build


def value_of_series(program: BlockProgram, node: gast.expr) -> gast.expr:
    """Return a value that is no series itself, with the series that it is made of.

    That is a coefficient or their number, or what a recursive function returns.
    """
    callee = called_of(program.function, node)
    if callee is not None and isinstance(node, gast.Call):
        series = series_parameters(callee)
        pairs = zip(node.args, callee.parameters)
        given = [program.lifted(a) if p.name in series else a for a, p in pairs]
        return build.call(node.func, given)
    called = node.func if isinstance(node, gast.Call) else None
    function = program.references.get(getattr(called, "id", ""))
    if function is runtime.first_of_series and program.is_batched(node.args[0]):
        return build.subscript(node.args[0], build.constant(0))
    if function is runtime.count_of_series and program.is_batched(node.args[0]):
        return build.name(program.count)
    return node


@block_of(
    runtime.series_product, runtime.series_quotient, runtime.series_cross_terms,
    runtime.series_of_rates, runtime.series_of_integral, runtime.series_quadratic,
    runtime.series_exp, runtime.series_log, runtime.series_sqrt, runtime.series_sin,
    runtime.series_cos, runtime.series_sinh, runtime.series_cosh, runtime.series_power,
    runtime.series_whole_power, runtime.series_general_power, runtime.series_hypot,
    runtime.series_logaddexp, runtime.series_exponential, runtime.series_solve,
    runtime.series_det, runtime.series_cumprod, runtime.series_prod,
    runtime.series_polyval, runtime.series_solve_lower,
)  # fmt: skip
def _whole(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    """Return a call whose arguments have the leading axis that it expects."""
    return node
