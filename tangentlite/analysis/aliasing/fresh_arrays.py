"""Ownership: arrays that a function made itself, and the names that hold each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import gast
import numpy as np

from tangentlite.analysis.aliasing.groups import Groups
from tangentlite.ir.rewrite import binds, bound_in, names_in, reads, statements
from tangentlite.kinds.kind import Array, ListOf, Scalar, Structure
from tangentlite.kinds.sizes.proved import agree
from tangentlite.process.computed_once import computed_once
from tangentlite.rules.call_effects import effects_of
from tangentlite.runtime import add_rows

Block = Sequence[gast.stmt]


@dataclass(frozen=True)
class Owned:
    """Alias classes of the arrays that only names of this function hold.

    `values` are the right-hand sides by the names that they are bound to.
    """

    groups: Mapping[str, frozenset[str]]
    values: Mapping[str, list[gast.expr]]
    kinds: Mapping[str, object]
    references: Mapping[str, object]

    @computed_once
    def whole(self) -> frozenset[str]:
        """The names of whole arrays: not views of others."""
        new = partial(is_new, references=self.references, kinds=self.kinds)
        return _closed(self.values, lambda _, value, __: new(value))

    @computed_once
    def ordered(self) -> frozenset[str]:
        """The names of whole arrays in C order, as `np.zeros` makes them."""
        every = (value for values in self.values.values() for value in values)
        if not any(_is_maker(value, self.references) for value in every):
            return frozenset()
        return _closed(self.values, self._is_ordered)

    def _is_ordered(self, name: str, value: gast.expr, known: set[str]) -> bool:
        if _is_maker(value, self.references):
            return True
        if not isinstance(value, gast.BinOp) or isinstance(value.op, gast.MatMult):
            return False
        for atom in (value.left, value.right):
            if isinstance(atom, gast.Name) and atom.id in known:
                if agree(self.kinds.get(atom.id), self.kinds.get(name)):
                    return True
        return False

    def sharing(self, name: str) -> frozenset[str] | None:
        """Return the names that may alias an array, itself included.

        None if names outside of this function may.
        """
        return self.groups.get(name)


def owned_arrays(
    body: Block,
    parameters: Sequence[str],
    kinds: Mapping[str, object],
    references: Mapping[str, object],
) -> Owned:
    """Find the arrays that a function made and that only its own names hold.

    An operation or a known function makes a new array; whatever else a statement binds
    may alias all that the statement reads.

    >>> body = gast.parse('t = x * y; u = t[1:]; v = x[1:]').body
    >>> vector = Array('float64', (3,))
    >>> owned = owned_arrays(body, ['x', 'y'], dict.fromkeys('xytuv', vector), {})
    >>> sorted(owned.sharing('t')), owned.sharing('v')
    (['t', 'u'], None)
    """
    walk = _Walk(kinds, references)
    walk.foreign.update(parameters)
    for statement in statements(body):
        walk.statement(statement)
    return Owned(walk.groups(), walk.values, kinds, references)


def _is_maker(call: gast.expr, references: Mapping[str, object]) -> bool:
    """Whether a call makes an array in the default order."""
    if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Name):
        return False
    if call.keywords or len(call.args) > 2:
        return False
    return references.get(call.func.id) in (np.zeros, np.ones, np.full, np.empty)


def _closed(
    values: Mapping[str, list[gast.expr]],
    holds: Callable[[str, gast.expr, set[str]], bool],
) -> frozenset[str]:
    """Return the largest set of names whose values all have a property.

    A value that is a name must be in the set; `holds` is given the set for operands.
    """
    known = set(values)
    readers: dict[str, list[str]] = defaultdict(list)
    for name, found in values.items():
        for value in found:
            if isinstance(value, (gast.Name, gast.BinOp)):
                for read in names_in(value):
                    readers[read].append(name)
    pending = list(values)
    while pending:
        name = pending.pop()
        if name not in known:
            continue
        for value in values[name]:
            copy = isinstance(value, gast.Name) and value.id in known
            if not copy and not holds(name, value, known):
                known.discard(name)
                pending += [reader for reader in readers[name] if reader in known]
                break
    return frozenset(known)


class _Walk:
    def __init__(self, kinds: Mapping, references: Mapping[str, object]) -> None:
        self._kinds = kinds
        self._references = references
        self._aliases = Groups()
        self._names: set[str] = set()
        self.values: dict[str, list[gast.expr]] = defaultdict(list)
        self.foreign: set[str] = set()  # names of arrays that others may hold

    def groups(self) -> dict[str, frozenset[str]]:
        members: dict[str, set[str]] = defaultdict(set)
        for name in self._names:
            members[self._aliases.root(name)].add(name)
        taken = {self._aliases.root(name) for name in self.foreign}
        groups: dict[str, frozenset[str]] = {}
        for root, names in members.items():
            if root not in taken:
                groups.update(dict.fromkeys(names, frozenset(names)))
        return groups

    def statement(self, node: gast.stmt) -> None:
        self._names.update(binds(node))
        if isinstance(node, gast.FunctionDef):
            self._function(node)
        elif isinstance(node, gast.Assign):
            target = node.targets[0]
            if isinstance(target, gast.Subscript):
                self._stored(target.value, node.value)
            else:
                self._bound(list(binds(node)), node.value)
        elif isinstance(node, gast.AugAssign):
            self._stored(node.target, node.value)
        elif isinstance(node, gast.Expr) and not self._adds_entries(node.value):
            self._shared(names_in(node.value))
        elif isinstance(node, gast.For):
            self.foreign.update(binds(node))

    def _adds_entries(self, node: gast.expr) -> bool:
        """Whether a call only adds the entries of an array to those of another."""
        callee = getattr(node, "func", None)
        if isinstance(callee, gast.Attribute) and callee.attr == "at":
            return True
        return self._references.get(getattr(callee, "id", "")) is add_rows

    def _bound(self, targets: list[str], value: gast.expr) -> None:
        for name in targets:
            self.values[name].append(value)
        if any(isinstance(self._kinds.get(n), (ListOf, Structure)) for n in targets):
            self._shared([*targets, *names_in(value)])
        elif not is_new(value, self._references, self._kinds):
            self._shared([*targets, *names_in(value)])
            if isinstance(value, gast.Call) and not self._is_known(value.func):
                self.foreign.update(targets)

    def _is_known(self, callee: gast.expr) -> bool:
        """Whether the result of a call can only alias its arguments."""
        if isinstance(callee, gast.Attribute):
            return True
        function = self._references.get(callee.id)
        module = (getattr(function, "__module__", None) or "").split(".")
        return module[0] in ("numpy", "builtins", "tangentlite")

    def _function(self, node: gast.FunctionDef) -> None:
        """Note that what an inner function captures has two holders."""
        self.foreign.add(node.name)
        self.foreign.update(argument.id for argument in node.args.args)
        inner = bound_in(node.body)
        for statement in statements(node.body):
            self.foreign.update(name for name in reads(statement) if name not in inner)

    def _stored(self, target: gast.expr, value: gast.expr) -> None:
        """Note a store: arrays copy the value, lists hold the object."""
        owner = target.value if isinstance(target, gast.Subscript) else target
        name = owner.id if isinstance(owner, gast.Name) else ""
        if not isinstance(self._kinds.get(name), (Array, Scalar)):
            self._shared([*names_in(target), *names_in(value)])

    def _shared(self, names: Sequence[str]) -> None:
        """Unite the alias classes of names; references hold arrays from outside."""
        local = [
            name
            for name in names
            if name not in self._references
            and not isinstance(self._kinds.get(name), Scalar)
        ]
        if any(self._is_data(name) for name in names):
            self.foreign.update(local)
        self._names.update(local)
        for name in local[1:]:
            self._aliases.unite(local[0], name)

    def _is_data(self, name: str) -> bool:
        known = self._references.get(name)
        return not callable(known) and not isinstance(known, _PLAIN)


def is_new(
    value: gast.expr,
    references: Mapping[str, object],
    kinds: Mapping[str, object] = MappingProxyType({}),
) -> bool:
    """Whether a right-hand side makes an array that nothing else holds.

    The `kinds` of names tell which entries of arrays are copied, not looked at.

    >>> is_new(gast.parse('x @ y').body[0].value, {})
    True
    >>> is_new(gast.parse('f(x)').body[0].value, {'f': np.reshape})
    False
    """
    if isinstance(value, (gast.BinOp, gast.UnaryOp, gast.Compare, gast.Constant)):
        return True
    if isinstance(value, gast.Subscript):
        return _is_copied_part(value, kinds)
    if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Name):
        return False
    if any(k.arg in ("out", "copy") for k in value.keywords):
        return False
    function = references.get(value.func.id)
    if function is np.einsum:  # of one array it may be a view
        return not is_of_one_array(value)
    return effects_of(function).fresh


def is_of_one_array(einsum: gast.Call) -> bool:
    """Whether a call of np.einsum has one operand.

    Behind an array its indices may follow, and behind those the result's.

    >>> calls = ("e('ij->ji', x)", "e(x, [0, 1], [1, 0])", "e('i,i', x, y)")
    >>> [is_of_one_array(gast.parse(text).body[0].value) for text in calls]
    [True, True, False]
    """
    by_text = isinstance(getattr(einsum.args[0], "value", None), str)
    return len(einsum.args) <= (2 if by_text else 3)


def _is_copied_part(value: gast.Subscript, kinds: Mapping[str, object]) -> bool:
    """Whether an index reads entries by an array of places, or by a mask.

    NumPy copies such entries, and looks at others where they are.

    >>> part = gast.parse('x[i]').body[0].value
    >>> _is_copied_part(part, {'x': Array('float64', (3,)), 'i': Array('int64', (2,))})
    True
    >>> _is_copied_part(part, {'x': Array('float64', (3,)), 'i': Scalar('int64')})
    False
    """
    if not isinstance(value.value, gast.Name):
        return False
    index = value.slice
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    read = [part.id for part in parts if isinstance(part, gast.Name)]
    return isinstance(kinds.get(value.value.id), Array) and any(
        isinstance(kind, Array) and kind.dtype in _PLACES and bool(kind.shape)
        for kind in map(kinds.get, read)
    )


_PLACES = ("int64", "bool")
_PLAIN = (str, bytes, int, float, complex, np.generic, np.dtype, type(None))
