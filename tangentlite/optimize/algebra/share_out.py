"""Give two arrays their parts of an adjoint by one selection instead of three."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.occurrences import calls
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks, names_in, statements
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
    ... t = np.where(e, h, 0.0)
    ... x_bar = np.where(m, d, t)
    ... y_bar = np.where(n, d, t)
    ... return x_bar, y_bar'''
    >>> kinds = dict.fromkeys(("h", "d", "t", "x_bar", "y_bar"), vector)
    >>> kinds |= dict.fromkeys("emn", mask)
    >>> shown(share_out(function_of(text, **kinds)))
    h = 0.5 * d
    t = np.where(e, h, 0.0)
    t1 = shared_out(d, m, e, n)
    x_bar = t1[0]
    y_bar = t1[1]
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
    """A statement `name = np.where(mask, value, rest)` at a place in a block."""

    place: int
    name: str
    mask: str
    value: str
    rest: str | None


_Pair = tuple[int, _Selection, _Selection, _Selection]


class _Shares(Rewriter):
    def __init__(self, function: Function, spelled: Callable) -> None:
        super().__init__(function)
        self._spelled = spelled
        self.references: dict[str, object] = {}

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result = [map_blocks(node, self.block) for node in block]
        instead: dict[int, list[gast.stmt]] = {}
        for since, ties, one, other in self._pairs(block):
            place = self._place(block, since, ties, one, other)
            if place is not None and self._fit(ties, one, other):
                instead |= {one.place: [], other.place: []}
                instead[place] = self._shared(ties, one, other, block[place].lineno)
        pieces = (instead.get(k, [node]) for k, node in enumerate(result))
        return [node for piece in pieces for node in piece]

    def _pairs(self, block: Sequence[gast.stmt]) -> list[_Pair]:
        """Return where half of a value is made, and selections with that at ties."""
        made: dict[str, _Selection] = {}
        halves: dict[str, tuple[int, str]] = {}
        waiting: dict[str, _Selection] = {}  # by the share of ties
        pairs: list[_Pair] = []
        for place, node in enumerate(block):
            found = self._selection(node, place)
            if found is None:
                half = self._half(node)
                if half is not None:
                    halves[half[0]] = place, half[1]
                continue
            made[found.name] = found
            ties = made.get(found.rest or "")
            if ties is None or ties.rest is not None or ties.value not in halves:
                continue
            since, value = halves[ties.value]
            if value != found.value or not since < ties.place:
                continue
            one = waiting.pop(ties.name, None)
            if one is None or one.place < ties.place:
                waiting[ties.name] = found
            if one is not None:
                pairs.append((since, ties, one, found))
        return pairs

    def _place(
        self,
        block: Sequence[gast.stmt],
        since: int,
        ties: _Selection,
        one: _Selection,
        other: _Selection,
    ) -> int | None:
        """Return the place of one or the other selection, where both may be made."""
        if not self._stay({one.value, ties.value}, block[since + 1 : other.place]):
            return None
        since_ties = block[ties.place + 1 : other.place]
        between = statements(block[one.place + 1 : other.place])
        read = {name for node in between for name in names_in(node)}
        if not self._stay({ties.mask, ties.name}, since_ties) or other.name in read:
            return None
        if one.name not in read and self._stay({one.mask}, since_ties):
            return other.place
        return one.place if self._stay({other.mask}, since_ties) else None

    def _selection(self, node: gast.stmt, place: int) -> _Selection | None:
        call = node.value if isinstance(node, gast.Assign) else None
        if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Name):
            return None
        if self._function.references.get(call.func.id) is not np.where:
            return None
        target = node.targets[0]
        if not isinstance(target, gast.Name) or len(call.args) != 3 or call.keywords:
            return None
        mask, value, rest = call.args
        if not isinstance(mask, gast.Name) or not isinstance(value, gast.Name):
            return None
        if isinstance(rest, gast.Name):
            return _Selection(place, target.id, mask.id, value.id, rest.id)
        if not isinstance(rest, gast.Constant) or rest.value != 0:
            return None
        return _Selection(place, target.id, mask.id, value.id, None)

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

    def _stay(self, names: set[str], between: Sequence[gast.stmt]) -> bool:
        """Whether statements neither bind nor write what is read."""
        places = set(map(self._memory.place, names))
        for node in between:
            bound, written = changes(node, self._memory)
            if bound & names or written & places:
                return False
        return True

    def _fit(self, ties: _Selection, one: _Selection, other: _Selection) -> bool:
        """Whether they are of adjoints, real arrays of one shape, and masks of that."""
        parts = (one.name, other.name)
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
            for kind in map(self.kinds.get, (one.mask, ties.mask, other.mask))
        )

    def _shared(
        self, ties: _Selection, one: _Selection, other: _Selection, line: int
    ) -> list[gast.stmt]:
        kinds = (self.kinds[one.name], self.kinds[other.name])
        both = build.name(self._fresh(Structure(tuple, (0, 1), kinds)))
        callee = self._spelled(shared_out)
        self.references[callee.id] = shared_out
        names = (one.value, one.mask, ties.mask, other.mask)
        value = build.call(callee, [build.name(name) for name in names])
        items = [build.subscript(both, build.constant(k)) for k in (0, 1)]
        return [
            build.assign(both.id, value, line),
            build.assign(one.name, items[0], line),
            build.assign(other.name, items[1], line),
        ]
