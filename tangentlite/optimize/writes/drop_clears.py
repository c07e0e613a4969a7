"""Drop stores of zero into elements of adjoints that are not read again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import gast

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.dependence.integer_names import Integers, integers_of
from tangentlite.analysis.dependence.overwrites import Pieces
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import binds, blocks, map_blocks, statements
from tangentlite.kinds.kind import Array, ListOf


def drop_clears(function: Function) -> Function:
    """Drop stores of zero into parts of an adjoint that no later statement reads.

    Of an array that is written element by element each adjoint is read once.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... v = np.zeros(n)
    ... for i in reversed(range(1, n)):
    ...     t = v[i]
    ...     v[i] = 0.0
    ...     v[i - 1] += t
    ... u = v[0]
    ... return u'''
    >>> from tangentlite.kinds.kind import Scalar
    >>> vector, integer = Array("float64", (3,)), Scalar("int64", True)
    >>> f = function_of(text, v=vector, n=integer, i=integer, t="number", u="number")
    >>> shown(drop_clears(f))
    v = np.zeros(n)
    for i in reversed(range(1, n)):
        t = v[i]
        v[i - 1] += t
    u = v[0]
    return u
    """
    clears = list(_clears(function, function.body))
    if not clears:
        return function
    pieces = Pieces(memory_in(function), _integers(function))
    unread = {
        node for node in clears if not pieces.is_read_after(node, node.targets[0])
    }

    def remaining(block: Sequence[gast.stmt]) -> list[gast.stmt]:
        return [map_blocks(node, remaining) for node in block if node not in unread]

    return with_body(function, remaining(function.body)) if unread else function


def _clears(function: Function, body: Sequence[gast.stmt]) -> Iterator[gast.Assign]:
    """Yield stores of zero into arrays that are made in the same body.

    Arrays that are passed to a function are read by its caller, and arrays that a
    pullback captures, or finds on a list that is read again, by its next call.
    """
    own = _own(body)
    made = {name for node in own for name in binds(node)}
    made = {name for name in made if not _is_found_again(function, name)}
    for node in own:
        if isinstance(node, gast.FunctionDef):
            yield from _clears(function, node.body)
        elif isinstance(node, gast.Assign) and isinstance(node.value, gast.Constant):
            target = node.targets[0]
            if node.value.value == 0.0 and isinstance(target, gast.Subscript):
                owner = getattr(target.value, "id", "")
                array = isinstance(function.kinds.get(owner), Array)
                if array and owner in made and owner not in function.primal:
                    yield node


def _is_found_again(function: Function, name: str) -> bool:
    owners = function.views.get(name, ())
    return any(isinstance(function.kinds.get(owner), ListOf) for owner in owners)


def _own(body: Sequence[gast.stmt]) -> list[gast.stmt]:
    """Return the statements of a body, without those of functions inside."""
    found: list[gast.stmt] = []
    for node in body:
        found.append(node)
        if not isinstance(node, gast.FunctionDef):
            found += [inner for block in blocks(node) for inner in _own(block)]
    return found


def _integers(function: Function) -> Integers:
    uses = uses_in(function)
    definitions = {
        node.targets[0].id: node.value
        for node in statements(function.body)
        if isinstance(node, gast.Assign) and isinstance(node.targets[0], gast.Name)
    }

    def define(name: str) -> gast.expr | None:
        return definitions.get(name) if uses.bound[name] == 1 else None

    return integers_of(function.kinds, define)
