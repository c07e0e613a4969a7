"""Plain spellings of adjoints: quotients, ones, and changes of a number."""

from __future__ import annotations

import re
from dataclasses import replace

import gast
import numpy as np

from tangentlite.analysis.computed import computed_names
from tangentlite.analysis.effects import written
from tangentlite.analysis.loose import loose_names
from tangentlite.ir import build
from tangentlite.ir.function import Function, same_items
from tangentlite.ir.names import SUFFIXES
from tangentlite.ir.rewrite import binds, map_blocks, map_nodes, map_statement, names_in
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.pretty.length import LONGEST, length_of
from tangentlite.pretty.terms import ordered, sum_of, terms_of


def spell_plainly(function: Function) -> Function:
    """Write what NumPy's operators and functions say more plainly.

    An array times `np.divide(1.0, n)` is divided by n. Numbers of NumPy's are divided
    by `/`, which gives an infinity for them as np.divide does. Ones in the shape of an
    array are `np.ones_like`. An adjoint that is a number is changed in place. What the
    primal computes stays as it is, to the last bit.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... r_bar = np.divide(1.0, r.size) * (r - y)
    ... h_bar = np.broadcast_to(1.0, y.shape)
    ... a_bar = -a
    ... for i in range(n):
    ...     a_bar = a_bar + a * np.divide(2.0, s)
    ... return r_bar, h_bar, a_bar'''
    >>> vector, number = Array("float64", (3,)), Scalar("float64", False)
    >>> kinds = dict.fromkeys(("r", "y", "r_bar", "h_bar"), vector)
    >>> kinds |= dict.fromkeys(("a", "s", "n", "i", "a_bar"), number)
    >>> shown(spell_plainly(function_of(text, **kinds)))
    r_bar = (r - y) / r.size
    h_bar = np.ones_like(y)
    a_bar = -a
    for i in range(n):
        a_bar += a * (2.0 / s)
    return (r_bar, h_bar, a_bar)
    """
    speller = _Speller(function)
    body = speller.block(function.body)
    if same_items(body, function.body):
        return function
    return replace(function, body=tuple(body), references=speller.references)


_ADJOINT = re.compile(rf".+({'|'.join(SUFFIXES)})\d*")


class _Speller:
    def __init__(self, function: Function) -> None:
        self._kinds = function.kinds
        self._primal = function.primal
        self._loose = loose_names(function.body, function.kinds, function.references)
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
            statement = map_blocks(
                map_statement(statement, self._read, block=lambda body: body),
                self._inner,
            )
            if isinstance(statement, gast.Assign):
                statement = self._changed(self._sized(statement))
                self._bound.update(binds(statement))
            if result and self._continues(result[-1], statement):
                statement = _together(result.pop(), statement)
            result.append(statement)
        return result

    def _inner(self, block) -> list[gast.stmt]:
        """Spell a block behind which what it binds may have no value."""
        before = set(self._bound)
        found = self.block(block)
        self._bound = before
        return found

    def _is_of_primal(self, node: gast.stmt) -> bool:
        """Whether a statement computes, or tests, what the primal does."""
        if isinstance(node, (gast.If, gast.For, gast.While)):
            return True
        names = {*binds(node), written(node)} - {None}
        return not names.isdisjoint(self._primal)

    def _read(self, node: gast.expr) -> gast.expr:
        spelled = map_nodes(node, self._spelled)
        if spelled is node or not isinstance(spelled, gast.BinOp):
            return spelled
        found = ordered(spelled)
        return spelled if isinstance(found, gast.Name) else found

    def _spelled(self, node: gast.AST) -> gast.AST:
        if "is_primal" in node.__dict__:
            return node
        if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                divisor, sign = self._inverse(one)
                if divisor is not None and self._is_of_numpy(other):
                    found = gast.BinOp(other, gast.Div(), divisor)
                    return found if sign > 0 else build.negate(found)
        if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
            inner = node.left
            if isinstance(inner, gast.BinOp) and isinstance(inner.op, gast.Div):
                if isinstance(inner.left, gast.Constant) and inner.left.value == 1.0:
                    return gast.BinOp(node.right, gast.Div(), inner.right)
            scaled = self._scaled(node)
            if scaled is not None:
                return scaled
        if self._is_call(node, np.divide) and len(node.args) == 2:
            if any(self._is_of_numpy(argument) for argument in node.args):
                return gast.BinOp(node.args[0], gast.Div(), node.args[1])
        if self._is_call(node, np.broadcast_to) and len(node.args) == 2:
            return self._ones(node, *node.args)
        if self._is_call(node, np.full) and len(node.args) == 2:
            return self._ones(node, *reversed(node.args))
        return node

    def _sized(self, node: gast.Assign) -> gast.Assign:
        """Divide an adjoint by the size of the array that was averaged."""
        target, value = node.targets[0], node.value
        if not isinstance(target, gast.Name) or not isinstance(value, gast.BinOp):
            return node
        size, name = value.right, target.id.removesuffix("_bar")
        if name == target.id or name not in self._bound:
            return node
        if not isinstance(size, gast.Attribute) or size.attr != "size":
            return node
        one, other = map(self._kinds.get, (name, getattr(size.value, "id", "")))
        if not isinstance(one, Array) or not isinstance(other, Array):
            return node
        if one.shape != other.shape or not one.shape:
            return node
        divided = gast.BinOp(
            value.left, value.op, build.attribute(build.name(name), "size")
        )
        return build.assign(target.id, divided, node.lineno)

    def _continues(self, before: gast.stmt, node: gast.stmt) -> bool:
        """Whether two changes of one number, one after the other, fit on a line."""
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

    def _is_call(self, node: gast.AST, function: object) -> bool:
        return (
            isinstance(node, gast.Call)
            and not node.keywords
            and isinstance(node.func, gast.Name)
            and self.references.get(node.func.id) is function
        )

    def _scaled(self, node: gast.BinOp) -> gast.expr | None:
        """Return `np.divide(1.0, n)` for `2.0 * np.divide(0.5, n)`."""
        two, half = node.left, node.right
        if not self._is_call(half, np.divide) or not isinstance(two, gast.Constant):
            return None
        number, divisor = _number(half.args[0]), half.args[1]
        if two.value != 2.0 or number is None:
            return None
        return build.call(half.func, [build.constant(2.0 * number), divisor])

    def _inverse(self, node: gast.expr) -> tuple[gast.expr | None, int]:
        """Return n and the sign of `np.divide(1.0, n)` or `np.divide(-1.0, n)`."""
        if not self._is_call(node, np.divide):
            return None, 1
        number, divisor = _number(node.args[0]), node.args[1]
        return (divisor, int(number)) if number in (1.0, -1.0) else (None, 1)

    def _is_array(self, node: gast.expr) -> bool:
        """Whether a value surely has axes."""
        if isinstance(node, gast.Name):
            kind = self._kinds.get(node.id)
            return (
                isinstance(kind, Array)
                and bool(kind.shape)
                and node.id not in self._loose
            )
        if isinstance(node, gast.UnaryOp):
            return self._is_array(node.operand)
        if isinstance(node, gast.BinOp) and not isinstance(node.op, gast.MatMult):
            return self._is_array(node.left) or self._is_array(node.right)
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
            function = self.references.get(node.func.id)
            return isinstance(function, np.ufunc) and any(
                map(self._is_array, node.args)
            )
        return False

    def _is_of_numpy(self, node: gast.expr) -> bool:
        """Whether a number is one of NumPy's, or an array."""
        if isinstance(node, gast.BinOp):
            return self._is_of_numpy(node.left) or self._is_of_numpy(node.right)
        kind = self._kinds.get(getattr(node, "id", ""))
        return self._is_array(node) or (isinstance(kind, Scalar) and kind.weak is False)

    def _ones(self, node: gast.Call, value: gast.expr, shape: gast.expr) -> gast.Call:
        if not isinstance(value, gast.Constant) or value.value != 1.0:
            return node
        if not isinstance(shape, gast.Attribute) or shape.attr != "shape":
            return node
        owner = shape.value
        if not isinstance(owner, gast.Name) or not self._is_array(owner):
            return node
        if getattr(self._kinds[owner.id], "dtype", None) != "float64":
            return node
        module, dot, _ = node.func.id.rpartition(".")
        if not dot:  # the user's own name for the function
            return node
        name = f"{module}.ones_like"
        self.references[name] = np.ones_like
        return build.call(build.name(name), [owner])

    def _added(self, node: gast.stmt) -> gast.stmt:
        """Write `x_bar = x_bar + e` of a primal, a gradient, as the same operation."""
        value = node.value if isinstance(node, gast.Assign) else None
        if not isinstance(value, gast.BinOp) or len(list(terms_of(value))) != 2:
            return node
        name = getattr(node.targets[0], "id", "")
        return self._changed(node) if _is(value.left, name) else node

    def _changed(self, node: gast.Assign) -> gast.stmt:
        """Write `x_bar = x_bar + e` as `x_bar += e`; a number is no one else's."""
        target, value = node.targets[0], node.value
        if not isinstance(target, gast.Name):
            return node
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
    """Return one change of a number for two; what is added leads."""
    if isinstance(one, gast.Assign):
        total = ordered(gast.BinOp(one.value, other.op, other.value))
        return build.assign(other.target.id, total, one.lineno or other.lineno)
    if isinstance(one.op, gast.Sub) and isinstance(other.op, gast.Add):
        one, other = other, one
    op = gast.Add() if type(one.op) is type(other.op) else gast.Sub()
    total = ordered(sum_of(list(terms_of(gast.BinOp(one.value, op, other.value)))))
    made = gast.AugAssign(one.target, one.op, total)
    return build.at(made, min(one.lineno, other.lineno) or other.lineno)


def _number(node: gast.expr) -> float | None:
    """Return the number that a literal is, with its sign."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    value = getattr(node, "value", None)
    return value if isinstance(node, gast.Constant) and type(value) is float else None


def _is(node: gast.expr, name: str) -> bool:
    return isinstance(node, gast.Name) and node.id == name


def _is_count(node: gast.expr) -> bool:
    """Whether a value is one more than another."""
    one = getattr(node, "right", None)
    counts = isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add)
    return counts and isinstance(one, gast.Constant) and one.value == 1
