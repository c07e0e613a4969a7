"""Save each value once: tuples of the tape without repetitions and unread values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

import gast

from tangentlite.analysis.dependence.loop_fusion import method_called
from tangentlite.analysis.statement_effects import written
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import map_blocks, names_in, reads, statements
from tangentlite.kinds.kind import ListOf


def save_once(function: Function) -> Function:
    """Save a value once that one tuple of the tape holds twice, and none unread.

    A value is not read if only its shape was, which another one has as well.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... saved = []
    ... for i in range(n):
    ...     t = x[i]
    ...     saved.append((t, i, t, n))
    ... for j in reversed(range(n)):
    ...     u, k, v, m = saved.pop()
    ...     x_bar[k] += u * v'''
    >>> names = ("n", "x", "x_bar", "saved", "i", "j", "k", "m", "t", "u", "v")
    >>> shown(save_once(function_of(text, **dict.fromkeys(names))))
    saved = []
    for i in range(n):
        t = x[i]
        saved.append((t, i))
    for j in reversed(range(n)):
        u, k = saved.pop()
        v = u
        x_bar[k] += u * v
    """
    repeated = _repetitions(function)
    if not repeated:
        return function
    kinds = dict(function.kinds)
    for name, same in repeated.items():
        kinds[name] = _kind_without(kinds.get(name), same)
    body = tuple(_block(function.body, repeated))
    return replace(function, body=body, kinds=kinds)


def _repetitions(function: Function) -> dict[str, dict[int, int | None]]:
    """Return for each list the positions that repeat an earlier one, None: unread."""
    tuples: dict[str, list[gast.Tuple]] = defaultdict(list)
    taken: dict[str, list[gast.Tuple]] = defaultdict(list)
    # Another function pops what is saved on a list that is passed to this one.
    others = {parameter.name for parameter in function.parameters}
    for statement in statements(function.body):
        method = method_called(statement)
        if method == "append" and isinstance(statement.value.args[0], gast.Tuple):
            pushed = statement.value.args[0]
            tuples[str(written(statement))].append(pushed)
            others.update(names_in(pushed))  # lists that another function empties
        elif method == "pop" and _is_unpacked(statement):
            taken[str(written(statement))].append(statement.targets[0])
        elif not isinstance(statement, gast.While):  # `while saved:` asks for no item
            others.update(reads(statement))
    found: dict[str, dict[int, int | None]] = {}
    for name, saved in tuples.items():
        if name not in others:
            same = _same_places(saved)
            unread = _unread_places(function, taken[name])
            same.update((k, None) for k in unread if k not in same.values())
            if same:
                found[name] = same
    return found


def _unread_places(function: Function, taken: list[gast.Tuple]) -> list[int]:
    """Return the places of what is never read, but for one that counts iterations."""
    read = uses_in(function).read
    places = [
        place
        for place, column in enumerate(zip(*(item.elts for item in taken)))
        if not any(map(read.__getitem__, chain.from_iterable(map(names_in, column))))
    ]
    is_all = bool(taken) and len(places) == len(taken[0].elts)
    return places[1:] if is_all else places


def _is_unpacked(statement: gast.stmt) -> bool:
    assigned = isinstance(statement, gast.Assign)
    return assigned and isinstance(statement.targets[0], gast.Tuple)


def _same_places(saved: list[gast.Tuple]) -> dict[int, int | None]:
    first: dict[tuple[str, ...], int] = {}
    same: dict[int, int | None] = {}
    for place, column in enumerate(zip(*(item.elts for item in saved))):
        earlier = first.setdefault(tuple(map(text_of, column)), place)
        if earlier != place:
            same[place] = earlier
    return same


def _block(block, repeated: Mapping[str, dict[int, int | None]]) -> list[gast.stmt]:
    result: list[gast.stmt] = []
    for statement in block:
        same = repeated.get(written(statement) or "")
        method = method_called(statement)
        if same is None or method not in ("append", "pop"):
            result.append(map_blocks(statement, lambda inner: _block(inner, repeated)))
        elif method == "append":
            saved = _without(statement.value.args[0], same)
            call = gast.Call(statement.value.func, [saved], [])
            result.append(build.effect(call, statement.lineno))
        else:
            names = statement.targets[0].elts
            target = _without(statement.targets[0], same)
            pop = gast.Assign([target], statement.value, None)
            result.append(gast.copy_location(pop, statement))
            for place, earlier in same.items():
                if earlier is None:
                    continue
                copy = build.name(names[earlier].id)
                result.append(build.assign(names[place].id, copy, statement.lineno))
    return result


def _kind_without(kind: object, places: Mapping[int, int | None]) -> object:
    if not isinstance(kind, ListOf) or not isinstance(kind.item, tuple):
        return kind
    left = [item for place, item in enumerate(kind.item) if place not in places]
    return ListOf(left[0] if len(left) == 1 else tuple(left))


def _without(items: gast.Tuple, places: Mapping[int, int | None]) -> gast.expr:
    left = [item for place, item in enumerate(items.elts) if place not in places]
    return left[0] if len(left) == 1 else gast.Tuple(left, items.ctx)
