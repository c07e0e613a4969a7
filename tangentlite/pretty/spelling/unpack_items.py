"""Unpack containers that are arguments instead of reading item by item."""

from __future__ import annotations

import collections
from collections.abc import Iterator

import gast

from tangentlite import runtime
from tangentlite.analysis.occurrences import calls
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import Block, map_blocks
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar, Structure


def unpack_items(function: Function) -> Function:
    """Unpack a tuple or list of which every item is read.

    Containers in containers are unpacked with it, dicts are not. An array is unpacked
    where the user does it.

    >>> from tangentlite.ir.example import function_of, shown
    >>> number = Scalar("float64")
    >>> params = Structure(tuple, (0, 1), (number, number))
    >>> text = "w = params[0]; b = params[1]; y = w * b; return y"
    >>> shown(unpack_items(function_of(text, params=params, w=number, b=number)))
    w, b = params
    y = w * b
    return y
    """
    body = list(function.body)
    for parameter in function.parameters:
        kind = function.kinds.get(parameter.name)
        if isinstance(kind, Structure) and kind.items:
            body = _unpacked(body, parameter.name, kind)
    if calls(function, runtime.require_count):
        body = list(_counted(body, function))
    return with_body(function, body)


def _counted(block: Block, function: Function) -> Block:
    """Unpack `a, b = x` as the user did, which counts the items."""
    out: list[gast.stmt] = []
    position = 0
    while position < len(block):
        node = block[position]
        position += 1
        found = _counts(node, function)
        if found is not None:
            owner, count = found
            group = block[position : position + count]
            paths = [build.subscript(owner, build.constant(k)) for k in range(count)]
            if len(group) == count and all(map(_reads, group, map(gast.dump, paths))):
                names = [build.stored(s.targets[0].id) for s in group]
                target = gast.Tuple(names, build.STORE)
                node = build.at(gast.Assign([target], owner, None), node.lineno)
                position += count
        out.append(map_blocks(node, lambda inner: _counted(inner, function)))
    return out


def _counts(node: gast.stmt, function: Function) -> tuple[gast.expr, int] | None:
    """Return the container whose length a statement checks, and the length."""
    call = node.value if isinstance(node, gast.Expr) else None
    if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Name):
        return None
    if function.references.get(call.func.id) is not runtime.require_count:
        return None
    owner, count = call.args
    return (owner, count.value) if count.value > 1 else None


def _unpacked(body: list[gast.stmt], owner: str, kind: Structure) -> list[gast.stmt]:
    paths = list(_leaves(build.name(owner), kind))
    wanted = [gast.dump(path) for path in paths if path is not None]
    if len(wanted) < len(paths) or len(wanted) < 2:
        return body
    for start in range(len(body) - len(wanted) + 1):
        group = body[start : start + len(wanted)]
        if all(_reads(s, path) for s, path in zip(group, wanted)):
            names = iter([s.targets[0].id for s in group])
            target = _target(kind, names)
            statement = gast.Assign([target], build.name(owner), None)
            build.at(statement, group[0].lineno)
            return [*body[:start], statement, *body[start + len(wanted) :]]
    return body


def _leaves(node: gast.expr, kind: object) -> Iterator[gast.expr | None]:
    """Yield the expression of each item, None for what is known or in a mapping."""
    if not isinstance(kind, Structure):
        yield node if isinstance(kind, (Scalar, Array, ListOf, Opaque)) else None
    elif not issubclass(kind.type, _SEQUENCES) or not kind.items:
        yield None
    else:
        for key, item in zip(kind.keys, kind.items):
            yield from _leaves(build.subscript(node, build.constant(key)), item)


# Types that are unpacked by position.
_SEQUENCES = (tuple, list, collections.deque)


def _reads(statement: gast.stmt, path: str) -> bool:
    if not isinstance(statement, gast.Assign):
        return False
    target = statement.targets[0]
    return isinstance(target, gast.Name) and gast.dump(statement.value) == path


def _target(kind: object, names: Iterator[str]) -> gast.expr:
    if not isinstance(kind, Structure):
        return build.stored(next(names))
    return gast.Tuple([_target(item, names) for item in kind.items], build.STORE)
