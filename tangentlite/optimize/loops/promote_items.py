"""Keep elements of arrays in names while a loop runs."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.aliasing.fresh_arrays import owned_arrays
from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.occurrences import forms_in
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function
from tangentlite.ir.names import is_temporary, variable_of
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import (
    binds,
    map_blocks,
    map_nodes,
    map_statement,
    own_expressions,
    statements,
    substitute_in,
    touched,
)
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.requirements import Requirement, Size, sizes_of
from tangentlite.optimize.rewriter import Rewriter

# More elements than an expert would name stay in their array.
MOST_ITEMS = 16


def promote_items(
    function: Function, spelled: Callable[[object], gast.expr] = by_name
) -> Function:
    """Read elements at constant places before a loop, and write them after it.

    Nothing else in the loop may look into an array that is written. An element is read
    though the loop may not run, so the array must be long enough: where the sizes of
    arguments tell, `requires` says so. What is stored is a number of NumPy, as reading
    the array again would give it; `spelled` gives how the text names a function.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.sizes.dims import Symbol
    >>> n = Symbol("p.0", 0, True)
    >>> p, number = Array("float64", (n,)), Scalar("float64")
    >>> text = '''
    ... p_bar = np.zeros_like(p)
    ... for i in range(k):
    ...     t = p[1]
    ...     x = t * x
    ...     p_bar[1] += x
    ... return p_bar'''
    >>> kinds = dict(p=p, p_bar=p, t=number, x=number, k=Scalar("int64"), i=None)
    >>> shown(promote_items(function_of(text, **kinds)))
    p_bar = np.zeros_like(p)
    t1 = p[1]
    t2 = 0.0
    for i in range(k):
        x = t1 * x
        t2 += x
    p_bar[1] = t2
    return p_bar
    """
    if forms_in(function).isdisjoint((gast.For, gast.While)):
        return function
    promoter = _Promoter(function, spelled)
    found = promoter.rewritten()
    if found is function:
        return function
    requires = tuple(dict.fromkeys((*function.requires, *promoter.requires)))
    body = [substitute_in(node, promoter.same) for node in found.body]
    primal = function.primal | promoter.of_primal
    return replace(
        found,
        body=tuple(body),
        requires=requires,
        primal=primal,
        references=promoter.references,
    )


_ZERO = build.constant(0.0)


class _Promoter(Rewriter):
    def __init__(
        self, function: Function, spelled: Callable[[object], gast.expr]
    ) -> None:
        super().__init__(function)
        self._spelled = spelled
        self.references = dict(function.references)
        parameters = [parameter.name for parameter in function.parameters]
        kinds, references = function.kinds, function.references
        self._owned = owned_arrays(function.body, parameters, kinds, references)
        self._sizes: dict[str, Size] = sizes_of({n: kinds.get(n) for n in parameters})
        self.requires: list[Requirement] = []
        self.of_primal: set[str] = set()  # names of elements of the primal's arrays
        self._known: dict[str, bool] = dict.fromkeys(parameters, True)  # bound here
        self._read: dict[str, str] = {}  # names of elements that nothing writes
        self._learned += [self._known, self._read]
        self.same: dict[str, gast.expr] = {}  # names in the place of others

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for node in block:
            after: list[gast.stmt] = []
            if isinstance(node, (gast.For, gast.While)):
                node, after = self._promoted(node, result)
            result.append(map_blocks(node, self.block))
            result.extend(after)
            self._known.update(dict.fromkeys(binds(node), True))
        return result

    def _promoted(
        self, loop: gast.stmt, before: list[gast.stmt]
    ) -> tuple[gast.stmt, list[gast.stmt]]:
        """Return a loop over names, and what stores them; add what reads them."""
        bound, written = changes(loop, self._memory)
        after: list[gast.stmt] = []
        for owner, places in self._candidates(loop, bound).items():
            stored: frozenset[str] = frozenset()
            if self._memory.place(owner) in written:
                if not self._is_alone(loop, owner, places):
                    continue
                stored = _stored(loop, places)
            if len(places) > MOST_ITEMS or not self._is_long_enough(owner, places):
                continue
            is_zero = self._is_zero(owner, before)
            names: dict[str, str] = {}
            for text, place in places.items():
                names[text] = name = self._read.get(text) or self._item(owner, place)
                if text not in self._read:
                    read = gast.Subscript(place.value, place.slice, gast.Load())
                    value = _ZERO if is_zero and _only_adds(loop, text) else read
                    before.append(build.assign(name, value, loop.lineno))
                # A name may be bound anew where a copy into a phi became the phi.
                if self._uses.is_single(owner) and not self._memory.is_written(owner):
                    self._read[text] = name
                if text in stored:
                    target = gast.Subscript(place.value, place.slice, gast.Store())
                    store = gast.Assign([target], build.name(name), None)
                    after.append(build.at(store, loop.lineno))
            loop = self._renamed(loop, names, names.keys() - stored)
        return loop, after

    def _item(self, owner: str, place: gast.Subscript) -> str:
        """Return a fresh name for an element."""
        name = self._fresh(Scalar("float64", False))
        if owner in self._function.primal:
            self.of_primal.add(name)
        variable = variable_of(owner, self.bases)
        places = _places(place) or [-1]
        if self._memory.is_written(owner) and not is_temporary(variable):
            if min(places) >= 0:
                self.bases[name] = "_".join([variable, *map(str, places)])
        return name

    def _renamed(
        self, loop: gast.stmt, names: Mapping[str, str], kept: Container[str]
    ) -> gast.stmt:
        """Return a loop with names in place of elements, those that it keeps once."""

        def is_new(node: gast.stmt) -> bool:
            return not self._is_same(node, names, kept)

        return _renamed(loop, names, is_new, self._of_numpy)

    def _of_numpy(self, value: gast.expr) -> gast.expr:
        """Return what an array gives back of a number, which may be Python's."""
        kind = self.kinds.get(getattr(value, "id", ""))
        if isinstance(kind, Scalar) and kind.weak is False:
            return value
        spelled = self._spelled(np.float64)
        self.references[getattr(spelled, "id", "")] = np.float64
        return build.call(spelled, [value])

    def _is_same(
        self, node: gast.stmt, names: Mapping[str, str], kept: Container[str]
    ) -> bool:
        """Whether a statement gives an element that nothing writes another name."""
        value = getattr(node, "value", None)
        if not isinstance(node, gast.Assign) or not isinstance(value, gast.Subscript):
            return False
        name, (bound, *more) = names.get(text_of(value)), binds(node) or ("",)
        single = bound and not more and self._uses.is_single(bound)
        if name is None or not single or text_of(value) not in kept:
            return False
        self.same[bound] = build.name(name)
        return True

    def _is_zero(self, owner: str, before: Sequence[gast.stmt]) -> bool:
        """Whether the last statement that touches an array fills it with zeros."""
        last = next((node for node in reversed(before) if owner in touched(node)), None)
        if not isinstance(last, gast.Assign) or binds(last) != (owner,):
            return False
        function = getattr(getattr(last.value, "func", None), "id", "")
        return self._function.references.get(function) in (np.zeros, np.zeros_like)

    def _candidates(
        self, loop: gast.stmt, bound: set[str]
    ) -> dict[str, dict[str, gast.Subscript]]:
        """Return the elements at constant places by their arrays and their texts."""
        found: dict[str, dict[str, gast.Subscript]] = {}
        for node in _subscripts([loop]):
            owner = getattr(node.value, "id", "")
            kind = self.kinds.get(owner)
            if owner in bound or not self._is_known(owner):
                continue
            if not isinstance(kind, Array):
                continue
            places = _places(node)
            if kind.dtype == "float64" and places is not None and kind.shape:
                if len(places) == len(kind.shape):
                    found.setdefault(owner, {})[text_of(node)] = node
        return found

    def _is_known(self, owner: str) -> bool:
        return owner in self._known or owner in self._function.references

    def _is_alone(
        self, loop: gast.stmt, owner: str, places: Mapping[str, gast.Subscript]
    ) -> bool:
        """Whether a loop reaches an array by some of its elements alone."""
        sharing, group = self._owned.sharing(owner), self._memory.place(owner)
        others = touched(loop) - {owner}
        if sharing is None or not others.isdisjoint(sharing):
            return False
        if any(self._memory.place(name) == group for name in others):
            return False
        # From the end, an element has another text than from the front.
        if any(place < 0 for node in places.values() for place in _places(node) or ()):
            return False
        within = statements([loop])
        if any(isinstance(node, gast.FunctionDef) for node in within):
            return False  # it may be called later
        stores = [node for node in within if text_of(_target(node)) in places]
        if not all(map(self._keeps_floats, stores)):
            return False
        return owner not in touched(_renamed(loop, dict.fromkeys(places, "_")))

    def _keeps_floats(self, node: Any) -> bool:
        """Whether what a statement stores is a number as the array would hold it."""
        plain = (gast.Add, gast.Sub, gast.Mult)
        if isinstance(node, gast.AugAssign) and not isinstance(node.op, plain):
            return False
        return self._is_number(node.value)

    def _is_number(self, node: gast.expr) -> bool:
        kind = self.kinds.get(getattr(node, "id", ""))
        if isinstance(kind, Scalar):
            return kind.dtype == "float64"
        value = node.operand if isinstance(node, gast.UnaryOp) else node
        return isinstance(getattr(value, "value", None), float)

    def _is_long_enough(self, owner: str, places: Mapping[str, gast.Subscript]) -> bool:
        """Whether an array has some places, as sizes of arguments may be asked for."""
        found: list[Requirement] = []
        for node in places.values():
            for dim, place in zip(self.kinds[owner].shape, _places(node) or ()):
                least = place + 1 if place >= 0 else -place
                if isinstance(dim, int):
                    if dim < least:
                        return False
                elif not dim.terms and not dim.offset:
                    size = self._sizes.get(dim.base)
                    if size is None:
                        return False
                    needed = (((size, 1),), ((None, least),))
                    found.append(Requirement(">=", *needed, everywhere=False))
                else:
                    return False
        self.requires += found
        return True


def _subscripts(block: Sequence[gast.stmt]) -> Iterator[gast.Subscript]:
    for statement in statements(block):
        target = getattr(statement, "target", None)
        for one in (*own_expressions(statement), *getattr(statement, "targets", ())):
            yield from _subscripts_of(one)
        if isinstance(target, gast.Subscript):
            yield target


def _subscripts_of(node: gast.AST) -> Iterator[gast.Subscript]:
    return (inner for inner in gast.walk(node) if isinstance(inner, gast.Subscript))


def _target(node: gast.stmt) -> Any:
    return getattr(node, "target", None) or getattr(node, "targets", [None])[0]


def _is_subscript(node: object) -> bool:
    return isinstance(node, gast.Subscript)


def _places(node: gast.Subscript) -> list[int] | None:
    """Return the places of an index of numbers, None for others."""
    parts = node.slice.elts if isinstance(node.slice, gast.Tuple) else [node.slice]
    found = []
    for part in parts:
        sign, value = 1, part
        if isinstance(part, gast.UnaryOp) and isinstance(part.op, gast.USub):
            sign, value = -1, part.operand
        if type(getattr(value, "value", None)) is not int:
            return None
        found.append(sign * value.value)
    return found


def _stored(loop: gast.stmt, places: Container[str]) -> frozenset[str]:
    """Return the texts of those elements that a loop writes."""
    targets = (text_of(_target(node)) for node in statements([loop]))
    return frozenset(text for text in targets if text in places)


def _only_adds(loop: gast.stmt, text: str) -> bool:
    """Whether a loop only adds to an element, so that a plain 0.0 tells nobody."""
    for node in statements([loop]):
        adds = isinstance(node, gast.AugAssign) and text_of(node.target) == text
        target = None if adds else _target(node)
        for one in (*own_expressions(node), *([target] if target else ())):
            if any(text_of(n) == text for n in _subscripts_of(one)):
                return False
    return True


def _renamed(
    loop: gast.stmt,
    names: Mapping[str, str],
    is_new: Callable[[gast.stmt], bool] = lambda node: True,
    stored: Callable[[gast.expr], gast.expr] = lambda value: value,
) -> gast.stmt:
    """Return a loop with names in place of elements, of those statements it keeps.

    `stored` gives what is bound to a name where an array would hold a value.
    """

    def statement(node: gast.stmt) -> gast.stmt:
        target = _target(node)
        name = names.get(text_of(target)) if _is_subscript(target) else None
        if name is None:
            return map_statement(node, read, block=block)
        if isinstance(node, gast.AugAssign):
            new: gast.stmt = gast.AugAssign(build.stored(name), node.op, node.value)
        else:
            new = build.assign(name, stored(node.value))
        return gast.copy_location(new, node)

    def read(node: gast.expr) -> gast.expr:
        return map_nodes(node, change)

    def change(inner: gast.AST) -> gast.AST:
        name = names.get(text_of(inner)) if _is_subscript(inner) else None
        return inner if name is None else build.name(name)

    def block(body: Sequence[gast.stmt]) -> list[gast.stmt]:
        return [statement(one) for one in body if is_new(one)]

    return statement(loop)
