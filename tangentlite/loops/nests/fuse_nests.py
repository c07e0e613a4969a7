"""Neighbouring loops of equal counts as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import binds, blocks, map_blocks, substitute_in
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.affine import affine
from tangentlite.loops.lowering.places import key_of
from tangentlite.loops.nests.facts.accesses import reads_elements, touched_by
from tangentlite.loops.nests.facts.conflicts import Conflicts
from tangentlite.loops.nests.facts.simple_values import is_simple


def fuse_nests(function: Function) -> Function:
    """Make one loop of two that count alike, where iterations may alternate.

    A loop is moved up to the other one across what does not depend on it; sizes and
    new arrays are computed as early as possible. Outermost loops without an array in
    common stay apart: joined they would save no read, and fill more memory at a time.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for i in range(n):
    ...     t[i] = 2.0 * x[i]
    ... for j in range(n):
    ...     y[j] = t[j] + x[j]
    ... return y'''
    >>> names = dict.fromkeys("xtyijn", Array("float64", (3,)))
    >>> shown(fuse_nests(function_of(text, **names)))
    for i in range(n):
        t[i] = 2.0 * x[i]
        y[i] = t[i] + x[i]
    return y
    """
    return fused(function, False)


def fused(function: Function, crosses: bool) -> Function:
    """Return a function with joined loops.

    If it `crosses`, they are also of both its parts, and with sums' starts between.
    """
    return with_body(function, _Fusion(function, crosses).block(function.body))


_PLAIN = (gast.Assign, gast.AugAssign, gast.For, gast.Expr)


class _Fusion:
    def __init__(self, function: Function, crosses: bool) -> None:
        self._function, self._crosses = function, crosses
        self._conflicts = Conflicts(function)
        self._uses = uses_in(function)
        kinds = function.kinds.items()
        self._arrays = {name for name, kind in kinds if isinstance(kind, Array)}

    def block(self, block: Sequence[gast.stmt], depth: int = 0) -> list[gast.stmt]:
        found: list[gast.stmt] = []
        for statement in block:
            if self._is_early(statement):
                self._insert(found, statement)
            elif isinstance(statement, gast.For):
                self._add(found, statement, depth)
            else:
                found.append(map_blocks(statement, partial(self.block, depth=depth)))
        inner = partial(self.block, depth=depth + 1)
        return self._starts_at_use(
            map_blocks(s, inner) if isinstance(s, gast.For) else s for s in found
        )

    def _starts_at_use(self, block: Iterable[gast.stmt]) -> list[gast.stmt]:
        """Return a block whose sums start where they are first added to."""
        found: list[gast.stmt] = []
        starts: list[gast.stmt] = []
        for statement in block:
            if self._is_start(statement):
                starts.append(statement)
                continue
            there = touched_by(statement)
            names = there.read | there.bound
            stays = not isinstance(statement, _PLAIN)  # it may leave a loop around
            due = [one for one in starts if stays or binds(one)[0] in names]
            starts = [one for one in starts if one not in due]
            found += [*due, statement]
        return [*found, *starts]

    def _is_start(self, statement: gast.stmt) -> bool:
        """Whether a number that changes gets a constant, as sums do."""
        if not isinstance(statement, gast.Assign):
            return False
        target = statement.targets[0]
        if not isinstance(target, gast.Name) or self._is_single(target.id):
            return False
        is_number = isinstance(self._function.kinds.get(target.id), Scalar)
        return is_number and isinstance(statement.value, gast.Constant)

    def _is_early(self, statement: gast.stmt) -> bool:
        """Whether a statement is a size, a new array, a test, the start of a sum."""
        if isinstance(statement, gast.Expr):
            called = getattr(getattr(statement.value, "func", None), "id", "")
            return called.startswith("require_") and not reads_elements(statement)
        if not isinstance(statement, gast.Assign):
            return False
        target, value = statement.targets[0], statement.value
        if not isinstance(target, gast.Name) or not self._is_single(target.id):
            return self._crosses and self._is_start(statement)
        if isinstance(value, gast.Call) and isinstance(value.func, gast.Name):
            if value.func.id in ("np.empty", "np.zeros", "np.ones"):
                return True
        if not isinstance(self._function.kinds.get(target.id), Scalar):
            return False
        return is_simple(self._function, value)

    def _have_in_common(self, one: gast.For, other: gast.For) -> bool:
        """Whether both loops read or write an array."""
        first, second = (
            self._arrays & {access.base for access in touched_by(loop).accesses}
            for loop in (one, other)
        )
        return not first.isdisjoint(second)

    def _is_single(self, name: str) -> bool:
        return self._uses.bound[name] == 1

    def _insert(self, found: list[gast.stmt], statement: gast.stmt) -> None:
        """Put a statement behind the last one that it depends on."""
        own = touched_by(statement)
        again = {name for name in own.bound if not self._is_single(name)}
        place = len(found)
        while place:
            before = found[place - 1]
            there = touched_by(before)
            if own.read & there.bound or again & (there.read | there.bound):
                break
            if not isinstance(before, _PLAIN) or is_comment(before):
                break
            place -= 1
        found.insert(place, statement)

    def _add(self, found: list[gast.stmt], loop: gast.For, depth: int) -> None:
        """Join a loop with an earlier one, or add it.

        What is computed early for this loop moves there, too.
        """
        moved: list[gast.stmt] = []
        for place in range(len(found) - 1, -1, -1):
            other = found[place]
            if is_comment(other):
                if self._crosses:
                    continue
                break
            stays = any(self._conflicts.order_matters(other, one) for one in moved)
            if isinstance(other, gast.For) and _count_alike(other, loop) and not stays:
                near = depth or self._have_in_common(other, loop)
                if near and self._conflicts.may_alternate(other, loop):
                    behind = [one for one in found[place + 1 :] if one not in moved]
                    found[place:] = [*moved, joined(other, loop), *behind]
                    return
            if stays or self._conflicts.order_matters(other, loop):
                if not self._is_early(other):
                    break
                moved.insert(0, other)
        found.append(loop)


def joined(one: gast.For, other: gast.For) -> gast.For:
    """Return a loop with the bodies of two, which count alike."""
    counter = {other.target.id: build.name(one.target.id)}
    body = [substitute_in(statement, counter) for statement in other.body]
    return gast.copy_location(
        gast.For(one.target, one.iter, [*one.body, *body], [], None), one
    )


def _count_alike(one: gast.For, other: gast.For) -> bool:
    if any(_leaves(loop) for loop in (one, other)):
        return False
    first, second = one.iter.args, other.iter.args
    if len(first) != len(second) or text_of(one.iter.func) != text_of(other.iter.func):
        return False
    if getattr(one.iter.func, "id", "") != "range":
        return False
    return all(_equal(a, b) for a, b in zip(first, second))


def _equal(one: gast.expr, other: gast.expr) -> bool:
    left, right = (affine(node, lambda name: {name: 1}) for node in (one, other))
    if left is None or right is None:
        return text_of(one) == text_of(other)
    return key_of(left) == key_of(right)


def _leaves(loop: gast.For) -> bool:
    return any(
        isinstance(inner, gast.Break)
        for statement in loop.body
        for block in blocks(statement)
        for inner in block
    )


def is_comment(statement: gast.stmt) -> bool:
    """Whether a statement is a comment, as where the backward part begins."""
    value = statement.value if isinstance(statement, gast.Expr) else None
    return isinstance(value, gast.Constant)
