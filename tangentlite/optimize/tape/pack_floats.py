"""Saved floats in arrays of the standard library, which take 8 bytes each."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import gast

from tangentlite.analysis.dependence.loop_fusion import method_called
from tangentlite.analysis.numbers.python_floats import python_floats
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import blocks, map_blocks, reads, statements

Speller = Callable[[Any], gast.expr]


@dataclass(frozen=True)
class Packed:
    """A list that becomes an array, and the ranges of the loops that fill it.

    All items are tuples of `width` floats, or floats if that is 0.
    """

    name: str
    width: int
    ranges: tuple[gast.Call, ...]


def pack_floats(
    function: Function, given: Collection[str], spelled: Speller = by_name
) -> Function:
    """Make arrays of the lists of saved values that are all Python floats.

    An array gives back floats, with the same bits. It takes 8 bytes for each, where a
    list of tuples of them takes over 40; that is as fast for many, and slower for few.
    Parameters that are Python floats are `given`.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import ListOf, Scalar
    >>> text = '''
    ... saved = []
    ... for i in range(n):
    ...     saved.append((x, y))
    ...     x = x * y
    ...     y = y + x
    ... for i in range(n):
    ...     x1, y1 = saved.pop()
    ...     y_bar = y_bar * x1 + y1
    ... return y_bar'''
    >>> number = Scalar("float64")
    >>> known = dict.fromkeys(("x", "x1", "y", "y1", "y_bar", "n", "i"), number)
    >>> function = function_of(text, saved=ListOf((number, number)), **known)
    >>> shown(pack_floats(function, ["x", "y"]))
    saved = array('d')
    for i in range(n):
        saved.fromlist([x, y])
        x = x * y
        y = y + x
    for i in range(n):
        y1 = saved.pop()
        x1 = saved.pop()
        y_bar = y_bar * x1 + y1
    return y_bar
    """
    found = {one.name: one for one in packable(function, given)}
    if not found:
        return function
    maker = spelled(array)
    references = {**function.references, maker.id: array}
    body = tuple(_block(function.body, found, maker))
    return replace(function, body=body, references=references)


def packable(function: Function, given: Collection[str]) -> tuple[Packed, ...]:
    """Return the lists that become arrays if some parameters are Python floats."""
    lists = _Lists()
    lists.block(function.body, ())
    if not lists.made.keys() & lists.pushed.keys():
        return ()
    floats = python_floats(function, given)
    parameters = {parameter.name for parameter in function.parameters}
    found = []
    for name, pushed in lists.pushed.items():
        widths = set(map(_width, (*pushed, *lists.popped.get(name, ()))))
        parts = [part for item in pushed for part in _parts(item)]
        are_floats = all(isinstance(p, gast.Name) and p.id in floats for p in parts)
        is_ours = lists.made[name] == 1 and name not in {*parameters, *lists.others}
        if name in lists.popped and is_ours and are_floats and len(widths) == 1:
            found.append(Packed(name, widths.pop(), lists.ranges[name]))
    return tuple(found)


@dataclass
class _Lists:
    """Lists that are made empty, by how often; what is pushed on them, and popped.

    `others` have other uses, but for being asked whether they are empty.
    """

    made: Counter = field(default_factory=Counter)
    pushed: dict[str, list[gast.expr]] = field(default_factory=dict)
    popped: dict[str, list[gast.expr]] = field(default_factory=dict)
    ranges: dict[str, tuple[gast.Call, ...]] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)

    def block(self, block: Sequence[gast.stmt], around: tuple[gast.Call, ...]) -> None:
        for node in block:
            self._statement(node, around)
            if isinstance(node, gast.FunctionDef):
                self.others.update(n for s in statements(node.body) for n in reads(s))
                continue
            is_for = isinstance(node, gast.For)
            inside = (*around, node.iter) if is_for else around
            for inner in blocks(node):
                self.block(inner, inside)

    def _statement(self, node: gast.stmt, around: tuple[gast.Call, ...]) -> None:
        owner, method = _owner(node), method_called(node)
        if _makes_list(node):
            self.made[node.targets[0].id] += 1
        elif method == "append" and isinstance(node, gast.Expr):
            self.pushed.setdefault(owner, []).append(node.value.args[0])
            self.ranges[owner] = around
        elif method == "pop" and isinstance(node, gast.Assign) and not node.value.args:
            self.popped.setdefault(owner, []).append(node.targets[0])
        elif isinstance(node, gast.While) and isinstance(node.test, gast.Name):
            pass
        else:
            self.others.update(reads(node))


def _owner(node: gast.stmt) -> str:
    """Return the name of what a statement calls a method of."""
    function = getattr(getattr(node, "value", None), "func", None)
    return getattr(getattr(function, "value", None), "id", "")


def _makes_list(node: gast.stmt) -> bool:
    if not isinstance(node, gast.Assign) or not isinstance(node.targets[0], gast.Name):
        return False
    return isinstance(node.value, gast.List) and not node.value.elts


def _width(item: gast.expr) -> int:
    return len(item.elts) if isinstance(item, gast.Tuple) else 0


def _parts(item: gast.expr) -> list[gast.expr]:
    return list(item.elts) if isinstance(item, gast.Tuple) else [item]


def _block(
    block: Sequence[gast.stmt], found: Mapping[str, Packed], maker: gast.Name
) -> list[gast.stmt]:
    result: list[gast.stmt] = []
    for node in block:
        made = _makes_list(node) and found.get(node.targets[0].id)
        packed = found.get(_owner(node))
        if made:
            empty = build.call(maker, [build.constant("d")])
            result.append(build.assign(made.name, empty, node.lineno))
        elif packed is None or not packed.width:
            result.append(map_blocks(node, lambda inner: _block(inner, found, maker)))
        elif isinstance(node, gast.Expr):
            items = build.display(node.value.args[0].elts, list)
            whole = build.attribute(build.name(packed.name), "fromlist")
            result.append(build.effect(build.call(whole, [items]), node.lineno))
        else:
            result += [
                build.at(gast.Assign([target], node.value, None), node.lineno)
                for target in reversed(node.targets[0].elts)
            ]
    return result
