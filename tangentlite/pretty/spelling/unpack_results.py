"""Unpack the results of a call instead of reading them one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import gast

from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import Block, map_blocks, names_in, statements
from tangentlite.kinds.kind import Structure


def unpack_results(function: Function) -> Function:
    """Write `q, r = np.linalg.qr(a)` where at least two results are read.

    Results that nothing reads are called `_`.

    >>> from tangentlite.ir.example import function_of, shown
    >>> several = Structure(tuple, (0, 1, 2), (None, None, None))
    >>> text = "t = np.linalg.svd(x); u = t[0]; v = t[2]; y = u @ v; return y"
    >>> known = dict.fromkeys("xuvy", "array")
    >>> shown(unpack_results(function_of(text, t=several, **known)))
    u, _, v = np.linalg.svd(x)
    y = u @ v
    return y
    """
    bound = {p.name for p in function.parameters}
    several = {
        name
        for name, kind in function.kinds.items()
        if isinstance(kind, Structure) and name not in bound
    }
    if not several:
        return function
    reads = Counter(n for s in statements(function.body) for n in _owners(s, several))
    body = _unpacked(list(function.body), several, reads, function)
    return replace(function, body=tuple(body))


def _owners(node: gast.stmt, several: set[str]) -> list[str]:
    value = getattr(node, "value", None)
    return [] if value is None else [n for n in names_in(value) if n in several]


def _unpacked(block: Block, several, reads: Counter, function: Function) -> Block:
    out: list[gast.stmt] = []
    place = 0
    while place < len(block):
        node, place = block[place], place + 1
        name = _made(node, several)
        if name is not None:
            rest = block[place : place + reads[name]]
            group = [_position(s, name) for s in rest]
            if len(group) > 1 and None not in group and len(set(group)) == len(group):
                node = _unpacking(node, name, rest, group, function)
                place += len(group)
        out.append(
            map_blocks(node, lambda b: _unpacked(list(b), several, reads, function))
        )
    return out


def _made(node: gast.stmt, several: set[str]) -> str | None:
    """Return the name of a tuple of results that a statement binds to a call."""
    if not isinstance(node, gast.Assign) or not isinstance(node.value, gast.Call):
        return None
    name = getattr(node.targets[0], "id", None)
    return name if name in several else None


def _position(node: gast.stmt, owner: str) -> int | None:
    """Return the position of the result that a statement reads, None for others."""
    value = node.value if isinstance(node, gast.Assign) else None
    if not isinstance(value, gast.Subscript) or not _is(value.value, owner):
        return None
    known = isinstance(value.slice, gast.Constant)
    return value.slice.value if known and _is_name(node.targets[0]) else None


def _is(node: gast.expr, name: str) -> bool:
    return isinstance(node, gast.Name) and node.id == name


def _is_name(node: gast.expr) -> bool:
    return isinstance(node, gast.Name)


def _unpacking(node, name: str, rest, group: list, function: Function) -> gast.stmt:
    names = {p: s.targets[0].id for p, s in zip(group, rest)}
    unread = "_"
    while unread in function.kinds or unread in function.references:
        unread += "_"  # the user's own
    kind = function.kinds[name]
    assert isinstance(kind, Structure)
    places = range(len(kind.items))
    target = [build.stored(names.get(place, unread)) for place in places]
    made = gast.Assign([gast.Tuple(target, build.STORE)], node.value, None)
    return build.at(made, node.lineno)
