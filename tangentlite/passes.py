"""The ordered list of passes: the only place that knows it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Any

import gast

from tangentlite.batching.batched import batched
from tangentlite.batching.gather_factors import gather_factors
from tangentlite.batching.series_program import series_program
from tangentlite.batching.unrolled import unrolled
from tangentlite.ir.function import Function
from tangentlite.kinds.objects.foreign import has_namespace
from tangentlite.libraries.for_library import for_library, written_apart
from tangentlite.libraries.for_namespace import for_namespace
from tangentlite.libraries.ranks_written import ranks_written
from tangentlite.loops.count_down import count_down
from tangentlite.loops.lower_arrays import lower_arrays
from tangentlite.loops.nests.buffers.hoist_buffers import hoist_buffers
from tangentlite.loops.nests.buffers.recompute_elements import recompute_elements
from tangentlite.loops.nests.buffers.results_last import results_last
from tangentlite.loops.nests.buffers.save_in_place import save_in_place
from tangentlite.loops.nests.buffers.share_buffers import share_buffers
from tangentlite.loops.nests.contract import contract
from tangentlite.loops.nests.ends_apart import ends_apart
from tangentlite.loops.nests.equal_sizes import equal_sizes
from tangentlite.loops.nests.factor_carried import factor_carried
from tangentlite.loops.nests.fuse_nests import fuse_nests
from tangentlite.loops.nests.fuse_parts import fuse_parts
from tangentlite.loops.nests.gather import gather
from tangentlite.loops.nests.hoist_tests import hoist_tests
from tangentlite.loops.nests.share_sizes import share_sizes
from tangentlite.loops.places_in_front import places_in_front
from tangentlite.loops.run_in_parallel import run_in_parallel
from tangentlite.optimize.algebra.cancel_transposes import cancel_transposes
from tangentlite.optimize.algebra.divide_plainly import divide_plainly
from tangentlite.optimize.algebra.factor_sums import factor_sums
from tangentlite.optimize.algebra.pull_signs import pull_signs
from tangentlite.optimize.algebra.share_out import share_out
from tangentlite.optimize.algebra.simplify import simplify
from tangentlite.optimize.algebra.sum_products import sum_products
from tangentlite.optimize.algebra.take_values import take_values
from tangentlite.optimize.algebra.use_complements import use_complements
from tangentlite.optimize.borrow_shapes import borrow_shapes
from tangentlite.optimize.copies.coalesce import coalesce
from tangentlite.optimize.copies.drop_copies import drop_copies
from tangentlite.optimize.copies.drop_restored import drop_restored
from tangentlite.optimize.copies.reuse_arrays import reuse_arrays
from tangentlite.optimize.drop_dead import drop_dead
from tangentlite.optimize.loops.fuse_loops import fuse_loops
from tangentlite.optimize.loops.mirror_rows import mirror_rows
from tangentlite.optimize.loops.plain_floats import plain_floats
from tangentlite.optimize.loops.promote_items import promote_items
from tangentlite.optimize.loops.recompute_loops import recompute_loops
from tangentlite.optimize.loops.sum_outer_products import sum_outer_products
from tangentlite.optimize.merge_branches import merge_branches
from tangentlite.optimize.share_common import share_common
from tangentlite.optimize.tape.pop_late import pop_late
from tangentlite.optimize.tape.push_early import push_early
from tangentlite.optimize.tape.save_once import save_once
from tangentlite.optimize.tape.unpack_rows import unpack_rows
from tangentlite.optimize.writes.add_to_distinct import add_to_distinct
from tangentlite.optimize.writes.assign_first import assign_first
from tangentlite.optimize.writes.drop_clears import drop_clears
from tangentlite.optimize.writes.merge_clears import merge_clears
from tangentlite.optimize.writes.merge_updates import merge_updates
from tangentlite.optimize.writes.write_later import write_later
from tangentlite.pretty.choose_names import choose_names
from tangentlite.pretty.comment_lines import comment_lines
from tangentlite.pretty.inline_uses import inline_uses
from tangentlite.pretty.ordering.add_early import add_early
from tangentlite.pretty.ordering.order_lines import order_lines
from tangentlite.pretty.spelling.read_latest_shapes import read_latest_shapes
from tangentlite.pretty.spelling.repeat_indices import repeat_indices
from tangentlite.pretty.spelling.return_early import return_early
from tangentlite.pretty.spelling.spell_idioms import spell_idioms
from tangentlite.pretty.spelling.spell_methods import spell_methods
from tangentlite.pretty.spelling.spell_plainly import spell_plainly
from tangentlite.pretty.spelling.spell_swaps import spell_swaps
from tangentlite.pretty.spelling.unpack_items import unpack_items
from tangentlite.pretty.spelling.unpack_results import unpack_results
from tangentlite.process import progress

Pass = Callable[[Function], Function]

OPTIMIZATIONS: tuple[Pass, ...] = (
    unpack_rows,
    take_values,
    add_to_distinct,
    drop_dead,
    borrow_shapes,
    recompute_loops,
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
    save_once,
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
WITHOUT_REUSE = tuple(step for step in OPTIMIZATIONS if step is not reuse_arrays)
# Other libraries have no form of all products that NumPy sums along axes.
FOR_LIBRARY = tuple(step for step in WITHOUT_REUSE if step is not sum_products)
_AFTER_BATCHING: tuple[Pass, ...] = (
    drop_dead,
    cancel_transposes,
    share_common,
    simplify,
    drop_dead,
    reuse_arrays,
    coalesce,
    drop_dead,
)
PRETTY: tuple[Pass, ...] = (
    unpack_results,
    unpack_items,
    repeat_indices,
    add_early,
    inline_uses,
    spell_idioms,
    inline_uses,
    spell_methods,
    drop_dead,
    return_early,
    read_latest_shapes,
    spell_swaps,
    choose_names,
    spell_plainly,
    order_lines,
    comment_lines,
)
# What is not NumPy's has no methods that we know, and is not written in place.
PLAIN = tuple(step for step in PRETTY if step not in (spell_idioms, spell_methods))
LOOPS: tuple[Pass, ...] = (
    lower_arrays,
    count_down,
    drop_dead,
    places_in_front,
    share_sizes,
    hoist_tests,
    equal_sizes,
    fuse_nests,
    contract,
    gather,
    fuse_parts,
    contract,
    ends_apart,
    recompute_elements,
    save_in_place,
    share_buffers,
    hoist_buffers,
    share_sizes,
    share_buffers,
    factor_carried,
    drop_dead,
    results_last,
)


def for_interpreter(
    spelled: Callable[[object], gast.expr], is_tested: bool = True
) -> tuple[Pass, ...]:
    """Return the passes to a program that Python runs.

    `spelled` gives how the text names a function. Elements are read before loops only
    if a call's arguments are tested for the sizes that this requires.
    """
    shares = (partial(share_out, spelled=spelled), drop_dead)
    floats = (partial(plain_floats, spelled=spelled), drop_dead)
    items = partial(promote_items, spelled=spelled)
    return (*shares, items, *floats) if is_tested else (*shares, *floats)


def for_blocks(
    given: Collection[str], spelled: Callable[[object], gast.expr], gathered: bool
) -> tuple[Pass, ...]:
    """Return the passes to a program for blocks of some parameters, if there are any.

    `spelled` gives how the text names a function. Factors are `gathered` only where an
    overflow of their product is noticed.
    """
    if not given:
        return ()
    first = (partial(gather_factors, given=given), drop_dead) if gathered else ()
    blocks = partial(batched, given=given, spelled=spelled)
    return (*first, blocks, *_AFTER_BATCHING)


def for_names(
    given: str, count: int, spelled: Callable[[object], gast.expr]
) -> tuple[Pass, ...]:
    """Return the passes to a program for `count` values of a parameter, in names."""
    names = partial(unrolled, given=given, count=count, spelled=spelled)
    return (names, drop_dead)


def for_series(
    given: Collection[str], spelled: Callable[[object], gast.expr]
) -> tuple[Pass, ...]:
    """Return the passes to a program for Taylor coefficients of some parameters."""
    return (partial(series_program, given=given, spelled=spelled), *_AFTER_BATCHING)


def for_arrays_of(
    library: type,
    given: Collection[str],
    shared: Collection[int],
    spelled: Callable[[object], gast.expr],
) -> tuple[tuple[Pass, ...], ...]:
    """Return the passes to a program for another library's arrays.

    The first ones come before all others, the second ones behind the optimizations, the
    last ones when the program is readable.
    """
    given_: dict[str, Any] = {"given": given, "library": library}
    early = partial(written_apart, **given_, shared=shared)
    made = partial(for_library, **given_, spelled=spelled)
    if not has_namespace(library):
        return (early,), (made,), ()
    ranks = partial(ranks_written, **given_, spelled=spelled)
    return (early,), (made, ranks), (partial(for_namespace, **given_, spelled=spelled),)


def for_threads() -> tuple[Pass, ...]:
    """Return the passes over loops that several threads run."""
    place = LOOPS.index(save_in_place)
    return (*LOOPS[:place], run_in_parallel, *LOOPS[place:])


def with_functions(
    spelled: Callable[[object], gast.expr], backend: str
) -> tuple[Pass, ...]:
    """Return the last optimizations, which call functions that the text has to import.

    `spelled` gives how the text names one. Between compiled loops they are called by
    Python, so not within loops.
    """
    compiled = backend == "numba"
    summed = partial(sum_outer_products, spelled=spelled, outermost=compiled)
    return (summed,) if compiled else (summed, partial(mirror_rows, spelled=spelled))


def everywhere(step: Pass, function: Function) -> Function:
    """Apply a pass to a function and to those that it calls."""
    progress.at("simplifying by", getattr(step, "func", step).__name__.strip("_"))
    callees = tuple(step(callee) for callee in function.callees)
    compiled = tuple(step(callee) for callee in function.compiled)
    changed = step(function)
    if not callees and not compiled:
        return changed
    return replace(changed, callees=callees, compiled=compiled)
