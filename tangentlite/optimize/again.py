"""Loops that only keep values for the backward sweep, run in that sweep instead."""

from __future__ import annotations

from dataclasses import dataclass, replace

import gast

from tangentlite.analysis.definitions import uses_of
from tangentlite.analysis.effects import all_written, is_pure, written
from tangentlite.analysis.independence import is_reversed
from tangentlite.analysis.memory import memory_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    map_statement,
    names_in,
    read_in,
    reads,
    statements,
    substitute,
)


def compute_again(function: Function) -> Function:
    """Compute what a loop keeps where it is read, if the loop does nothing else.

    Each value is computed once as before. A loop stays that has another effect or
    carries a value, and one that reads what is bound or written before the list is
    emptied.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... saved = []
    ... for i in range(n):
    ...     s = x[i]
    ...     t = np.sin(s)
    ...     saved.append(t)
    ... for j in reversed(range(n)):
    ...     u = saved.pop()
    ...     x_bar[j] += u
    ... return x_bar'''
    >>> kinds = dict.fromkeys(("n", "x", "x_bar", "saved", "i", "j", "s", "t", "u"))
    >>> shown(compute_again(function_of(text, **kinds)))
    for j in reversed(range(n)):
        s = x[j]
        t = np.sin(s)
        u = t
        x_bar[j] += u
    return x_bar
    """
    body = list(function.body)
    for _ in range(len(body)):
        found = _find(function, body)
        if found is None:
            break
        body = _moved(body, found)
    if len(body) == len(function.body):
        return function
    return replace(function, body=tuple(body))


@dataclass(frozen=True)
class _Kept:
    """Where a list is made, filled and emptied in a block, and by what."""

    made: int
    filled: int
    emptied: int
    push: gast.stmt
    pop: gast.Assign


def _find(function: Function, body: list[gast.stmt]) -> _Kept | None:
    loops: dict[str, list[int]] = {}
    for place, statement in enumerate(body):
        if isinstance(statement, gast.For):
            for name in _changed(statement):
                loops.setdefault(name, []).append(place)
    if not loops:
        return None
    uses = uses_of(body, [p.name for p in function.parameters])
    for made, statement in enumerate(body):
        if not isinstance(statement, gast.Assign):
            continue
        if not isinstance(statement.value, gast.List) or statement.value.elts:
            continue
        name = statement.targets[0].id
        if uses.bound[name] != 1 or uses.read[name] != 2:
            continue
        if len(loops.get(name, ())) != 2:
            continue
        found = _matched(body, name, made, *loops[name])
        if found is not None and _is_free(function, body, found):
            return found
    return None


def _changed(statement: gast.stmt) -> set[str]:
    return {n for s in statements([statement]) for n in all_written(s)}


def _matched(body, name: str, made: int, filled: int, emptied: int) -> _Kept | None:
    one, other = body[filled], body[emptied]
    if not isinstance(one, gast.For) or not isinstance(other, gast.For):
        return None
    if not is_reversed(other.iter, one.iter):
        return None
    push, pop = one.body[-1], other.body[0]
    if not isinstance(push, gast.Expr) or written(push) != name:
        return None
    if not isinstance(pop, gast.Assign) or written(pop) != name:
        return None
    return _Kept(made, filled, emptied, push, pop)


def _is_free(function: Function, body: list[gast.stmt], found: _Kept) -> bool:
    """Whether the iterations depend on nothing but their counter, and do no more."""
    loop = body[found.filled]
    inner, counter = loop.body[:-1], loop.target.id
    local = bound_in([loop])
    if not all(
        isinstance(s, gast.Assign)
        and written(s) is None
        and is_pure(s.value, function.references)
        for s in inner
    ):
        return False
    seen = {counter}
    for statement in inner:
        if any(name in local and name not in seen for name in reads(statement)):
            return False  # carried from one iteration to the next
        seen.update(binds(statement))
    outside = [*body[: found.filled], *body[found.filled + 1 :]]
    if local & read_in(outside) or local & set(function.joined):
        return False
    kept = set(names_in(found.push.value.args[0]))
    needed = (read_in(inner) | kept | set(names_in(loop.iter))) - local
    between = [*body[found.filled + 1 : found.emptied], body[found.emptied]]
    classes = memory_in(function).classes
    written_there = {classes.get(n, n) for s in between for n in _changed(s)}
    touched = any(classes.get(name, name) in written_there for name in needed)
    return not bound_in(between) & needed and not touched


def _moved(body: list[gast.stmt], found: _Kept) -> list[gast.stmt]:
    loop, back = body[found.filled], body[found.emptied]
    renamed = {loop.target.id: build.name(back.target.id)}
    again = [
        map_statement(statement, lambda node: substitute(node, renamed))
        for statement in loop.body[:-1]
    ]
    value = substitute(found.push.value.args[0], renamed)
    target = found.pop.targets[0]
    targets = target.elts if isinstance(target, gast.Tuple) else [target]
    values = value.elts if isinstance(target, gast.Tuple) else [value]
    copies = [
        build.assign(one.id, item, found.pop.lineno)
        for one, item in zip(targets, values)
    ]
    inner = [*again, *copies, *back.body[1:]]
    new = build.loop(back.target.id, back.iter, inner, back.lineno)
    return [
        new if place == found.emptied else statement
        for place, statement in enumerate(body)
        if place not in (found.made, found.filled)
    ]
