"""Idioms of adjoints: ones, averages, and augmented assignments of scalars."""

from __future__ import annotations

import re
from dataclasses import replace

import gast
import numpy as np

from tangentlite.analysis.numbers.computed_numbers import computed_names
from tangentlite.analysis.numbers.scalar_zeros import scalar_zero_names
from tangentlite.analysis.statement_effects import written
from tangentlite.ir import build
from tangentlite.ir.function import Function, same_items
from tangentlite.ir.leaves import number_of
from tangentlite.ir.names import SUFFIXES
from tangentlite.ir.rewrite import binds, map_blocks, names_in
from tangentlite.kinds.kind import Array
from tangentlite.pretty.ordering.terms import ordered, sum_of, terms_of
from tangentlite.pretty.printed_lines import LONGEST, length_of


def spell_plainly(function: Function) -> Function:
    """Use the plainest function or operator of NumPy.

    Ones in the shape of an array are `np.ones_like`, an average divides by the size of
    the array that was averaged, a scalar adjoint gets augmented assignments. The primal
    stays as it is, to the last bit.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import Scalar
    >>> text = '''
    ... y_bar = x / r.size
    ... h_bar = np.broadcast_to(1.0, y.shape)
    ... a_bar = -a
    ... for i in range(n):
    ...     a_bar = a_bar + a * s
    ... return y_bar, h_bar, a_bar'''
    >>> kinds = dict.fromkeys(("r", "x", "y", "y_bar", "h_bar"), Array("float64", (3,)))
    >>> kinds |= dict.fromkeys(("a", "s", "n", "i", "a_bar"), Scalar("float64"))
    >>> shown(spell_plainly(function_of(text, **kinds)))
    y_bar = x / y.size
    h_bar = np.ones_like(y)
    a_bar = -a
    for i in range(n):
        a_bar += a * s
    return (y_bar, h_bar, a_bar)
    """
    speller = _Speller(function)
    body = speller.block(function.body)
    if same_items(body, function.body):
        return function
    return replace(function, body=tuple(body), references=speller.references)


# The position of the shape among the arguments.
_SHAPE: dict[object, int] = {np.broadcast_to: 1, np.full: 0}
_ADJOINT = re.compile(rf".+({'|'.join(SUFFIXES)})\d*")


class _Speller:
    def __init__(self, function: Function) -> None:
        self._kinds = function.kinds
        self._primal = function.primal
        self._scalar_zeros = scalar_zero_names(
            function.body, function.kinds, function.references
        )
        self.references = dict(function.references)
        self._bound = {parameter.name for parameter in function.parameters}
        self._computed = computed_names(function)

    def block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            if self._is_of_primal(statement):
                result.append(map_blocks(self._added(statement), self._inner))
                self._bound.update(binds(statement))
                continue
            statement = map_blocks(statement, self._inner)
            if isinstance(statement, gast.Assign):
                if isinstance(statement.targets[0], gast.Name):
                    statement = self._changed(self._sized(self._ones(statement)))
                self._bound.update(binds(statement))
            if result and self._continues(result[-1], statement):
                statement = _together(result.pop(), statement)
            result.append(statement)
        return result

    def _inner(self, block) -> list[gast.stmt]:
        """Spell a block that may not run: names that it binds are unknown behind it."""
        before = set(self._bound)
        found = self.block(block)
        self._bound = before
        return found

    def _is_of_primal(self, node: gast.stmt) -> bool:
        """Whether a statement belongs to the primal."""
        if isinstance(node, (gast.If, gast.For, gast.While)):
            return True
        names = {*binds(node), written(node)} - {None}
        return not names.isdisjoint(self._primal)

    def _sized(self, node: gast.Assign) -> gast.Assign:
        """Divide an adjoint by the size of the array that was averaged."""
        target, value = node.targets[0], node.value
        if not isinstance(value, gast.BinOp) or not isinstance(value.op, gast.Div):
            return node
        size, name = value.right, target.id.removesuffix("_bar")
        if name == target.id or name not in self._bound:
            return node
        if not isinstance(size, gast.Attribute) or size.attr != "size":
            return node
        owner = getattr(size.value, "id", "")
        if not self._is_array(name) or not self._is_array(owner):
            return node
        if self._kinds[name].shape != self._kinds[owner].shape:
            return node
        divided = gast.BinOp(
            value.left, value.op, build.attribute(build.name(name), "size")
        )
        return build.assign(target.id, divided, node.lineno)

    def _continues(self, before: gast.stmt, node: gast.stmt) -> bool:
        """Whether two updates of one scalar, one after the other, fit on a line."""
        for one in (before, node):
            if isinstance(one, gast.AugAssign):
                if not isinstance(one.op, (gast.Add, gast.Sub)):
                    return False
            elif one is node or not isinstance(one, gast.Assign):
                return False
        name = getattr(_target(node), "id", "")
        if getattr(_target(before), "id", None) != name or name in names_in(node.value):
            return False
        if isinstance(before, gast.Assign) and not isinstance(before.value, gast.BinOp):
            return False
        if name not in self._computed:
            return False
        return length_of(before.value) + length_of(node.value) < LONGEST

    def _ones(self, node: gast.Assign) -> gast.Assign:
        """Spell ones in the shape of an array."""
        call = node.value
        if self._is_copy(call):  # of what is made anew here
            call = call.args[0]
        if not isinstance(call, gast.Call) or len(call.args) != 2 or call.keywords:
            return node
        called = getattr(call.func, "id", "")
        place = _SHAPE.get(self.references.get(called))
        if place is None or number_of(call.args[1 - place]) != 1.0:
            return node
        shape = call.args[place]
        owner = getattr(getattr(shape, "value", None), "id", "")
        kind = self._kinds.get(owner)
        if getattr(shape, "attr", "") != "shape" or not self._is_array(owner):
            return node
        module, dot, _ = called.rpartition(".")
        if not dot or getattr(kind, "dtype", None) != "float64":
            return node  # it is the user's own name for the function, or has a dtype
        name = f"{module}.ones_like"
        self.references[name] = np.ones_like
        made = build.call(build.name(name), [build.name(owner)])
        made.lineno = call.__dict__.get("lineno", node.lineno)
        return build.assign(node.targets[0].id, made, node.lineno)

    def _is_copy(self, node: gast.expr) -> bool:
        if not isinstance(node, gast.Call) or len(node.args) != 1 or node.keywords:
            return False
        return self.references.get(getattr(node.func, "id", "")) is np.copy

    def _is_array(self, name: str) -> bool:
        """Whether a name surely holds an array with axes."""
        kind = self._kinds.get(name)
        return (
            isinstance(kind, Array)
            and bool(kind.shape)
            and name not in self._scalar_zeros
        )

    def _added(self, node: gast.stmt) -> gast.stmt:
        """Write `x_bar = x_bar + e` as `x_bar += e` where the primal is a gradient."""
        value = node.value if isinstance(node, gast.Assign) else None
        if not isinstance(value, gast.BinOp) or len(list(terms_of(value))) != 2:
            return node
        name = getattr(node.targets[0], "id", "")
        return self._changed(node) if _is(value.left, name) else node

    def _changed(self, node: gast.Assign) -> gast.stmt:
        """Write `x_bar = x_bar + e` as `x_bar += e`; a scalar has no aliases."""
        target, value = node.targets[0], node.value
        counter = target.id not in self._primal and _is_count(value)
        if not counter and not _ADJOINT.fullmatch(target.id):
            return node
        if target.id not in self._computed:
            return node
        if not isinstance(value, gast.BinOp):
            return node
        terms = list(terms_of(value))
        others = [t for t in terms if not (t[0] > 0 and _is(t[1], target.id))]
        if len(others) != len(terms) - 1:
            return node
        others.sort(key=lambda term: -term[0])  # one that is added leads, if any
        op = gast.Add() if others[0][0] > 0 else gast.Sub()
        lead = others[0][0]
        total = ordered(sum_of([(lead * sign, term) for sign, term in others]))
        made = gast.AugAssign(build.stored(target.id), op, total)
        return build.at(made, node.lineno)


def _target(node: gast.stmt) -> gast.expr:
    return node.targets[0] if isinstance(node, gast.Assign) else node.target


def _together(one: gast.stmt, other: gast.AugAssign) -> gast.stmt:
    """Return one update of a scalar for two; an added term leads."""
    if isinstance(one, gast.Assign):
        total = ordered(gast.BinOp(one.value, other.op, other.value))
        return build.assign(other.target.id, total, one.lineno or other.lineno)
    if isinstance(one.op, gast.Sub) and isinstance(other.op, gast.Add):
        one, other = other, one
    op = gast.Add() if type(one.op) is type(other.op) else gast.Sub()
    total = ordered(sum_of(list(terms_of(gast.BinOp(one.value, op, other.value)))))
    made = gast.AugAssign(one.target, one.op, total)
    return build.at(made, min(one.lineno, other.lineno) or other.lineno)


def _is(node: gast.expr, name: str) -> bool:
    return isinstance(node, gast.Name) and node.id == name


def _is_count(node: gast.expr) -> bool:
    """Whether a value is one more than another."""
    one = getattr(node, "right", None)
    counts = isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add)
    return counts and isinstance(one, gast.Constant) and one.value == 1
