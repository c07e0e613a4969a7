"""Functions that are recursive, or inlined too often, become core functions.

A call is inlined as long as that ends. When a function is called while it is open for
arguments of the same kinds, its outermost inlining is given up for a call of a core
function that is walked by itself. Its results have the kinds of the paths that end; the
others are walked again with these, to a fixpoint.

A function whose inlining makes much text becomes such a core function as well:
everything is walked again then, with a call wherever it is called. It stays inlined if
it cannot be called, as where it changes an object.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping

from tangentlite.builder.builder import Builder
from tangentlite.specialize.functions.recursion import core_functions, run_again
from tangentlite.specialize.functions.recursion.call_keys import key_of_call
from tangentlite.specialize.functions.recursion.core_parameters import (
    require_known_lengths,
)
from tangentlite.specialize.state import snapshot
from tangentlite.specialize.state.control import pushed
from tangentlite.specialize.state.restart import CalledOften, Recursion
from tangentlite.values.base import Value

# Nested calls of one function; beyond, literals are no part of the specialisation key.
MAX_NESTED = 8
# Inlinings of a function while it is open: two calls in each double the text.
MAX_EXPANSIONS = 60


def call(
    b: Builder, identity: object, title: str, bound: Mapping, walk: Callable
) -> Value:
    """Return the result of a call, which is inlined or calls a core function.

    `identity` is that of the function, `walk(variables)` walks its body.
    """
    again, b.functions.again = b.functions.again, False
    if again is not False:
        return run_again.called(b, identity, title, bound, walk, again)
    for loose in (False, True):
        known = b.functions.callees.get(key_of_call(b, identity, bound, loose))
        if known is not None:
            return core_functions.emit_call(b, known, bound, loose)
    if b.assumed.called.get(identity):
        return _called(b, identity, title, bound, walk)
    exact = key_of_call(b, identity, bound, False)
    opened = [key for key in b.functions.opened if key[0][0] == exact[0]]
    for depth, (key, _) in enumerate(b.functions.opened):
        if key == exact:
            raise Recursion(depth, False)
    if opened:
        b.functions.expansions[identity] += 1
    if len(opened) > MAX_NESTED or b.functions.expansions[identity] > MAX_EXPANSIONS:
        wide = key_of_call(b, identity, bound, True)
        for depth, (_, key) in enumerate(b.functions.opened):
            if key == wide:
                raise Recursion(depth, True)
    if len(b.functions.opened) > MAX_DEPTH:
        raise b.error(
            f"{title} is expanded more than {MAX_DEPTH} calls deep.",
            "Write the recursion over numbers or arrays, or as a loop.",
        )
    return _inlined(b, identity, title, bound, walk)


# With as many frames of Python's for each as `one_run` makes room for.
MAX_DEPTH = 200
# A function is called, not inlined, after so many calls that made so many names.
MANY_CALLS = 4
MANY_NAMES = 300
# Core functions of one function that are specialised to literals.
MAX_VARIANTS = 2


def _inlined(
    b: Builder, identity: object, title: str, bound: Mapping, walk: Callable
) -> Value:
    """Return the result of inlining a call; of a core function if that is recursive."""
    depth, made_before = len(b.functions.opened), len(b.kinds)
    with (
        snapshot.speculate(b, Recursion) as first,
        pushed(b.functions.opened, _keys(b, identity, bound)),
    ):
        result = walk(dict(bound))
        _count(b, identity, len(b.kinds) - made_before)
        return result
    if first.failed.depth != depth:
        raise first.failed
    loose = first.failed.loose
    others = sum(key[0] == identity for key in b.functions.callees)
    loose = loose or others >= MAX_VARIANTS
    key = key_of_call(b, identity, bound, loose)
    require_known_lengths(b, title, bound, _WHY)
    return core_functions.emit_call(
        b, core_functions.new_callee(b, key, title, bound, walk, loose), bound, loose
    )


def _count(b: Builder, identity: object, names: int) -> None:
    """Note how many names an inlining has made; raise if there were too many.

    What templates call is inlined: they are walked after the primal.
    """
    is_written = isinstance(identity, types.FunctionType)
    if identity in b.assumed.called or not is_written or b.primal:
        return
    calls, total = b.functions.expanded.get(identity, (0, 0))
    b.functions.expanded[identity] = calls + 1, total + names
    if calls + 1 >= MANY_CALLS and total + names > MANY_NAMES:
        raise CalledOften(identity)


def _called(
    b: Builder, identity: object, title: str, bound: Mapping, walk: Callable
) -> Value:
    """Return the result of a call of a new core function."""
    others = sum(key[0] == identity for key in b.functions.callees)
    loose = others >= MAX_VARIANTS
    key = key_of_call(b, identity, bound, loose)
    require_known_lengths(b, title, bound, _WHY)
    with pushed(b.functions.opened, _keys(b, identity, bound)):
        callee = core_functions.new_callee(b, key, title, bound, walk, loose)
    return core_functions.emit_call(b, callee, bound, loose)


_WHY = "it calls itself or is called often"


def _keys(b: Builder, identity: object, bound: Mapping) -> tuple[tuple, tuple]:
    """Return the keys of a call, with literals and without."""
    exact, wide = (key_of_call(b, identity, bound, loose) for loose in (False, True))
    return exact, wide
