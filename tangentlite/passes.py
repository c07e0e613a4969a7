"""The ordered list of passes: the only place that knows it."""

from __future__ import annotations

from collections.abc import Callable

from tangentlite.ir.function import Function
from tangentlite.optimize.again import compute_again
from tangentlite.optimize.branches import merge_branches
from tangentlite.optimize.cleared import merge_clears
from tangentlite.optimize.common import share_common
from tangentlite.optimize.complements import use_complements
from tangentlite.optimize.copies import coalesce
from tangentlite.optimize.deadcode import drop_dead
from tangentlite.optimize.distinct import add_to_distinct
from tangentlite.optimize.dots import sum_products
from tangentlite.optimize.factors import factor_sums
from tangentlite.optimize.first import assign_first
from tangentlite.optimize.formulas import take_values
from tangentlite.optimize.fusion import fuse_loops
from tangentlite.optimize.kept import keep_once
from tangentlite.optimize.later import write_later
from tangentlite.optimize.popped import pop_late
from tangentlite.optimize.pushed import push_early
from tangentlite.optimize.quotients import divide_plainly
from tangentlite.optimize.restored import drop_restored
from tangentlite.optimize.reuse import reuse_arrays
from tangentlite.optimize.shapes import borrow_shapes
from tangentlite.optimize.signs import pull_signs
from tangentlite.optimize.simplify import simplify
from tangentlite.optimize.transposes import cancel_transposes
from tangentlite.optimize.uncopied import drop_copies
from tangentlite.optimize.unread import drop_clears
from tangentlite.optimize.updates import merge_updates
from tangentlite.pretty.comments import comment_lines
from tangentlite.pretty.early import add_early
from tangentlite.pretty.idioms import spell_idioms
from tangentlite.pretty.indices import repeat_indices
from tangentlite.pretty.inline import write_in_place
from tangentlite.pretty.latest import read_latest_shapes
from tangentlite.pretty.lines import order_lines
from tangentlite.pretty.methods import spell_methods
from tangentlite.pretty.naming import choose_names
from tangentlite.pretty.plain import spell_plainly
from tangentlite.pretty.results import unpack_results
from tangentlite.pretty.returns import return_early
from tangentlite.pretty.starts import order_starts
from tangentlite.pretty.swaps import spell_swaps
from tangentlite.pretty.unpacking import unpack_items

Pass = Callable[[Function], Function]

OPTIMIZATIONS: tuple[Pass, ...] = (
    take_values,
    add_to_distinct,
    drop_dead,
    borrow_shapes,
    compute_again,
    fuse_loops,
    merge_branches,
    merge_updates,
    simplify,
    pull_signs,
    simplify,
    drop_dead,
    use_complements,
    cancel_transposes,
    share_common,
    merge_updates,
    keep_once,
    sum_products,
    simplify,
    drop_dead,
    factor_sums,
    drop_dead,
    divide_plainly,
    drop_dead,
    merge_clears,
    drop_clears,
    write_later,
    drop_copies,
    reuse_arrays,
    assign_first,
    push_early,
    pop_late,
    coalesce,
    drop_restored,
    drop_dead,
    simplify,
    drop_dead,
)
PRETTY: tuple[Pass, ...] = (
    unpack_results,
    unpack_items,
    repeat_indices,
    add_early,
    write_in_place,
    spell_idioms,
    write_in_place,
    spell_methods,
    drop_dead,
    return_early,
    read_latest_shapes,
    spell_swaps,
    choose_names,
    spell_plainly,
    order_starts,
    order_lines,
    comment_lines,
)
