"""How a derivative reverses the functions that it calls: by a stack, or run again.

Recursive functions save on a stack what their reversal reads, unless the text will be
differentiated again. What a checkpoint calls is run again at any rate: that is what it
is for.
"""

from __future__ import annotations

from collections.abc import Mapping

import gast

from tangentlite.builder.builder import Builder
from tangentlite.ir.function import Function
from tangentlite.modes.recursion import function_pairs, pairs_again
from tangentlite.modes.recursion.recursive_activity import Pairs, Strategy
from tangentlite.modes.reverse.sweep import Sweep
from tangentlite.specialize.functions.recursion.core_functions import Callee


def _named(b: Builder, found: Mapping[Callee, set[int]]) -> Pairs:
    again = {callee: places for callee, places in found.items() if callee.again}
    others = {callee: places for callee, places in found.items() if not callee.again}
    return {**function_pairs.named(b, others), **pairs_again.named(b, again)}


def _reverse_call(s: Sweep, node: gast.Assign, callee: Callee) -> list[gast.stmt]:
    way = pairs_again if callee.again else function_pairs
    return way.reverse_call(s, node, callee)


def _functions_of(b: Builder, pairs: Pairs, repeats: bool) -> list[Function]:
    made: list[Function] = []
    for callee in pairs:
        if callee.again:
            made.append(pairs_again.function(b, callee, pairs, STACKED, True))
        else:
            made += function_pairs.pair(b, callee, pairs, repeats, STACKED)
    return made


def _functions_again(b: Builder, pairs: Pairs, repeats: bool) -> list[Function]:
    return [pairs_again.function(b, callee, pairs, AGAIN, False) for callee in pairs]


STACKED = Strategy(_named, _reverse_call, _functions_of)
AGAIN = Strategy(pairs_again.named, pairs_again.reverse_call, _functions_again)
