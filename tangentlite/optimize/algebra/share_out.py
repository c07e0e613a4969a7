"""Give two arrays their parts of an adjoint by one selection instead of three."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.occurrences import calls
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.kind import Array, Structure
from tangentlite.kinds.sizes.proved import agree
from tangentlite.optimize.rewriter import Rewriter
from tangentlite.runtime import shared_out


def share_out(
    function: Function, spelled: Callable[[Any], gast.expr] = by_name
) -> Function:
    """Call `shared_out` for what a minimum of two arrays gives both of them.

    It selects once where each entry came from one array, and there are ties in few
    places. `spelled` gives how the text names a function.

    >>> from tangentlite.ir.example import function_of, shown
    >>> vector, mask = Array("float64", (3,)), Array("bool", (3,))
    >>> text = '''
    ... h = 0.5 * d
    ... s = np.where(n, h, d)
    ... x_bar = np.where(m, s, 0.0)
    ... t = np.where(m, h, d)
    ... y_bar = np.where(n, t, 0.0)
    ... return x_bar, y_bar'''
    >>> kinds = dict.fromkeys(("h", "d", "s", "t", "x_bar", "y_bar"), vector)
    >>> kinds |= dict.fromkeys("mn", mask)
    >>> shown(share_out(function_of(text, **kinds)))
    h = 0.5 * d
    s = np.where(n, h, d)
    t1 = shared_out(d, m, n)
    x_bar = t1[0]
    y_bar = t1[1]
    t = np.where(m, h, d)
    return (x_bar, y_bar)
    """
    if not calls(function, np.where):
        return function
    found = _Shares(function, spelled)
    changed = found.rewritten()
    if changed is function:
        return function
    return replace(changed, references={**function.references, **found.references})


@dataclass(frozen=True)
class _Selection:
    """A statement `name = np.where(mask, chosen, rest)` at a place in a block."""

    place: int
    name: str
    mask: str
    chosen: str
    rest: str | None


@dataclass(frozen=True)
class _Share:
    """What one array gets: all of a value where it was chosen, half of it at ties.

    `s = np.where(other, h, value)` and `name = np.where(mask, s, 0.0)`, with `h = 0.5 *
    value` at the place `since`.
    """

    name: str
    value: str
    mask: str
    other: str
    since: int
    ties: _Selection
    place: int


class _Shares(Rewriter):
    def __init__(self, function: Function, spelled: Callable) -> None:
        super().__init__(function)
        self._spelled = spelled
        self.references: dict[str, object] = {}

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result = [map_blocks(node, self.block) for node in block]
        instead: dict[int, list[gast.stmt]] = {}
        for one, other in self._pairs(block):
            if self._stay(block, one, other) and self._fit(one, other):
                instead[one.place] = self._shared(one, other, block[one.place].lineno)
                instead[other.place] = []
        pieces = (instead.get(k, [node]) for k, node in enumerate(result))
        return [node for piece in pieces for node in piece]

    def _pairs(self, block: Sequence[gast.stmt]) -> Iterator[tuple[_Share, _Share]]:
        """Yield the shares of one value that two arrays get."""
        waiting: dict[tuple[str, str, str], _Share] = {}
        for share in self._shares(block):
            one = waiting.pop((share.value, share.other, share.mask), None)
            if one is not None:
                yield one, share
            else:
                waiting[share.value, share.mask, share.other] = share

    def _shares(self, block: Sequence[gast.stmt]) -> Iterator[_Share]:
        made: dict[str, _Selection] = {}
        halves: dict[str, tuple[int, str]] = {}
        for place, node in enumerate(block):
            found = self._selection(node, place)
            if found is None:
                half = self._half(node)
                if half is not None:
                    halves[half[0]] = place, half[1]
                continue
            made[found.name] = found
            ties = made.get(found.chosen) if found.rest is None else None
            if ties is None or ties.rest is None or ties.chosen not in halves:
                continue
            since, value = halves[ties.chosen]
            if value == ties.rest and since < ties.place:
                masks = found.mask, ties.mask
                yield _Share(found.name, value, *masks, since, ties, place)

    def _selection(self, node: gast.stmt, place: int) -> _Selection | None:
        call = node.value if isinstance(node, gast.Assign) else None
        if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Name):
            return None
        if self._function.references.get(call.func.id) is not np.where:
            return None
        target = node.targets[0]
        if not isinstance(target, gast.Name) or len(call.args) != 3 or call.keywords:
            return None
        mask, chosen, rest = call.args
        if not isinstance(mask, gast.Name) or not isinstance(chosen, gast.Name):
            return None
        if isinstance(rest, gast.Name):
            return _Selection(place, target.id, mask.id, chosen.id, rest.id)
        if not isinstance(rest, gast.Constant) or rest.value != 0:
            return None
        return _Selection(place, target.id, mask.id, chosen.id, None)

    def _half(self, node: gast.stmt) -> tuple[str, str] | None:
        """Return h and v of `h = 0.5 * v`."""
        value = node.value if isinstance(node, gast.Assign) else None
        if not isinstance(value, gast.BinOp) or not isinstance(value.op, gast.Mult):
            return None
        factor, whole = value.left, value.right
        if not isinstance(factor, gast.Constant) or factor.value != 0.5:
            return None
        names = [node.targets[0], whole]
        if not all(isinstance(part, gast.Name) for part in names):
            return None
        return node.targets[0].id, whole.id

    def _stay(self, block: Sequence[gast.stmt], one: _Share, other: _Share) -> bool:
        """Whether nothing that is read is bound or written before the second share."""
        read = {one.value, one.mask, one.other}
        halves = {one.value, one.ties.chosen, other.ties.chosen}
        parts = {one.ties.name, other.ties.name, one.name}
        since = (one.since, halves), (one.ties.place, read | halves | parts)
        return all(
            self._same(names, block[place + 1 : other.place], parts)
            for place, names in since
        )

    def _same(
        self, names: set[str], between: Sequence[gast.stmt], made: set[str]
    ) -> bool:
        places = set(map(self._memory.place, names))
        for node in between:
            bound, written = changes(node, self._memory)
            if (bound - made) & names or written & places:
                return False
        return True

    def _fit(self, one: _Share, other: _Share) -> bool:
        """Whether they are of adjoints, real arrays of one shape, and masks of that."""
        parts = (one.name, other.name, one.ties.name, other.ties.name)
        if any(n in self._function.primal or self._uses.bound[n] != 1 for n in parts):
            return False
        whole: Any = self.kinds.get(one.value)
        if not isinstance(whole, Array) or whole.dtype not in ("float64", "float32"):
            return False
        if not whole.shape or not all(agree(whole, self.kinds.get(n)) for n in parts):
            return False
        return all(
            isinstance(kind, Array)
            and kind.dtype == "bool"
            and agree(replace(kind, dtype=whole.dtype), whole)
            for kind in map(self.kinds.get, (one.mask, one.other))
        )

    def _shared(self, one: _Share, other: _Share, line: int) -> list[gast.stmt]:
        kinds = (self.kinds[one.name], self.kinds[other.name])
        both = build.name(self._fresh(Structure(tuple, (0, 1), kinds)))
        callee = self._spelled(shared_out)
        self.references[callee.id] = shared_out
        names = (one.value, one.mask, one.other)
        value = build.call(callee, [build.name(name) for name in names])
        items = [build.subscript(both, build.constant(k)) for k in (0, 1)]
        return [
            build.assign(both.id, value, line),
            build.assign(one.name, items[0], line),
            build.assign(other.name, items[1], line),
        ]
