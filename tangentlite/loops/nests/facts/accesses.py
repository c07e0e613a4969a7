"""What a statement and its blocks read and write: elements of arrays, and names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import gast

from tangentlite.ir.fact_cache import once
from tangentlite.ir.nodes import children
from tangentlite.ir.rewrite import binds, blocks
from tangentlite.kinds.sizes.affine import Affine, affine

# A place as sums of names; None for an index that is not such a sum.
Sums = tuple[Affine | None, ...]


@dataclass(frozen=True)
class Access:
    """An element that is read or written, or a whole array or list (`place` is None).

    An `update` adds to the element or subtracts from it.
    """

    base: str
    place: Sums | None
    writes: bool
    update: bool = False


@dataclass(frozen=True)
class Touched:
    """All that a statement touches.

    `names` are those that it reads, and of arrays whose elements it uses.
    """

    accesses: tuple[Access, ...]
    bound: frozenset[str]
    read: frozenset[str]
    names: frozenset[str]
    acts: bool  # it leaves a loop, or tests what statements behind it rely on


@once
def touched_by(statement: gast.stmt) -> Touched:
    """Return what a statement and its blocks touch.

    >>> found = touched_by(gast.parse("y[i + 1] += x[i] * a").body[0])
    >>> [(a.base, a.place, a.writes) for a in found.accesses if a.place]
    [('x', ({'i': 1},), False), ('y', ({'i': 1, '': 1},), True)]
    >>> sorted(found.read)
    ['a', 'i', 'x', 'y']
    """
    accesses: list[Access] = []
    bound: set[str] = set(binds(statement))
    read: set[str] = set()
    acts = isinstance(statement, gast.Break) or is_test(statement)
    _own(statement, accesses, read)
    if _writes_arguments(statement):
        accesses += [a for a in map(_written, statement.value.args) if a.base]
    names = read | {access.base for access in accesses}
    for block in blocks(statement):
        for inner in block:
            one = touched_by(inner)
            accesses += one.accesses
            bound |= one.bound
            read |= one.read
            names |= one.names
            acts = (
                acts or one.acts and not isinstance(statement, (gast.For, gast.While))
            )
    return Touched(
        tuple(accesses), frozenset(bound), frozenset(read), frozenset(names), acts
    )


def _own(statement: gast.stmt, accesses: list[Access], read: set[str]) -> None:
    if isinstance(statement, gast.Assign):
        _expression(statement.value, accesses, read)
        _target(statement.targets[0], False, accesses, read)
    elif isinstance(statement, gast.AugAssign):
        _expression(statement.value, accesses, read)
        added = isinstance(statement.op, (gast.Add, gast.Sub))
        if isinstance(statement.target, gast.Name):
            read.add(statement.target.id)
        _target(statement.target, True, accesses, read, added)
    else:
        for field in ("value", "test", "iter"):
            node = getattr(statement, field, None)
            if isinstance(node, gast.AST):
                _expression(node, accesses, read)


def _target(node, changes: bool, accesses, read, added: bool = False) -> None:
    if not isinstance(node, gast.Subscript):
        return
    _expression(node.slice, accesses, read)
    read.add(node.value.id)
    place = place_of(node.slice)
    if changes and not added:
        accesses.append(Access(node.value.id, place, False))
    accesses.append(Access(node.value.id, place, True, added))


def _expression(node: gast.expr, accesses: list[Access], read: set[str]) -> None:
    if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
        if not _is_slice(node.slice):
            accesses.append(Access(node.value.id, place_of(node.slice), False))
            read.add(node.value.id)
            _expression(node.slice, accesses, read)
            return
    if isinstance(node, gast.Attribute) and node.attr in ("shape", "dtype", "flags"):
        read.add(getattr(node.value, "id", ""))
        return
    if isinstance(node, gast.Name):
        read.add(node.id)
        accesses.append(Access(node.id, None, False))
        return
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute):
        base = _base(node.func.value)
        if base:  # a list is filled or emptied
            accesses.append(Access(base, None, True))
    for child in children(node):
        _expression(child, accesses, read)


def _is_slice(index: gast.expr) -> bool:
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    return any(isinstance(part, gast.Slice) for part in parts)


@once
def place_of(index: gast.expr) -> Sums:
    """Return the place that an index is, as sums of names."""
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    return tuple(affine(part, lambda name: {name: 1}) for part in parts)


def is_test(statement: gast.stmt) -> bool:
    """Whether a statement raises an error if sizes or numbers are wrong.

    Loops behind it may read beyond the ends of arrays if it fails.
    """
    call = statement.value if isinstance(statement, gast.Expr) else None
    name = str(getattr(getattr(call, "func", None), "id", ""))
    return name.startswith("require_") or name == "stop"


def reads_elements(statement: gast.stmt) -> bool:
    """Whether a statement reads elements of arrays, which others may write."""
    return any(a.place is not None for a in touched_by(statement).accesses)


def _writes_arguments(statement: gast.stmt) -> bool:
    """Whether a statement is a call, which is no test and so writes into arguments."""
    is_call = isinstance(statement, gast.Expr) and isinstance(
        statement.value, gast.Call
    )
    return is_call and not is_test(statement)


def _written(node: gast.expr) -> Access:
    """Return the access of a call that writes into an argument, or a part of it."""
    if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
        if not _is_slice(node.slice):
            return Access(node.value.id, place_of(node.slice), True)
    return Access(_base(node), None, True)


def _base(node: gast.expr) -> str:
    """Return the name of which an expression is a part, or nothing."""
    while isinstance(node, (gast.Subscript, gast.Attribute)):
        node = node.value
    return getattr(node, "id", "")


def of_arrays(touched: Touched, is_array: Callable[[str], bool]) -> Iterator[Access]:
    """Yield the accesses of arrays and lists; other names are read as numbers."""
    return (one for one in touched.accesses if is_array(one.base))


def renamed(place: Sums, names: Mapping[str, str]) -> Sums:
    """Return a place with names replaced."""
    return tuple(
        None if part is None else {names.get(n, n): f for n, f in part.items()}
        for part in place
    )


def counters_in(block: Sequence[gast.stmt]) -> Iterator[gast.For]:
    """Yield the counting loops of a block and of its blocks."""
    for statement in block:
        if isinstance(statement, gast.For):
            yield statement
        for inner in blocks(statement):
            yield from counters_in(inner)
