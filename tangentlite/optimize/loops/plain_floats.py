"""Let loops compute with plain floats in place of NumPy's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from tangentlite.analysis.aliasing.memory import Path, memory_in
from tangentlite.analysis.numbers.plain_numbers import Flow, flow_in
from tangentlite.analysis.numbers.python_floats import python_floats
from tangentlite.analysis.occurrences import forms_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.leaves import number_of
from tangentlite.ir.rewrite import map_blocks, statements
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.optimize.rewriter import Rewriter

# So many operations of floats in a loop make an element's conversion there worth it.
LEAST_GAIN = 3
# Statements that give a number of NumPy, by the name that they give to it.
Elements = dict[gast.stmt, str]
Operation = tuple[gast.stmt, tuple[gast.expr, gast.expr]]


def plain_floats(
    function: Function, spelled: Callable[[object], gast.expr]
) -> Function:
    """Make floats of elements of arrays and results of NumPy that loops compute with.

    Python adds and multiplies its floats three times as fast as NumPy's numbers. No
    division or power may tell them apart (`analysis/numbers/`), and results are
    NumPy's as before. `spelled` gives how the text names a function.

    >>> from tangentlite.ir.example import by_name, function_of, shown
    >>> number = Scalar("float64", False)
    >>> text = '''
    ... t = p[0]
    ... x = 1.0
    ... for i in range(n):
    ...     x = t * x
    ... return x'''
    >>> kinds = dict(p=Array("float64", (3,)), t=number, x=number, n=None, i=None)
    >>> shown(plain_floats(function_of(text, **kinds), by_name))
    t1 = p[0]
    t = float(t1)
    x = 1.0
    for i in range(n):
        x = t * x
    t2 = np.float64(x)
    return t2
    """
    if forms_in(function).isdisjoint((gast.For, gast.While)):
        return function
    elements = {}
    for node in statements(function.body):
        if (read := _element(function, node)) is not None:
            elements[node] = read
    if not elements:
        return function
    flow = flow_in(function)
    chosen = _chosen(function, flow, elements)
    if not chosen:
        return function
    reached = flow.reached(chosen.values())
    return _Floats(function, chosen, reached, spelled).rewritten()


def _chosen(function: Function, flow: Flow, elements: Elements) -> Elements:
    """Return the statements that read what is to be a float, by the names."""
    fixed = flow.fixed()
    chosen = {node: name for node, name in elements.items() if name not in fixed}
    while chosen:
        useful = _useful(function, flow, chosen)
        if len(useful) == len(chosen):
            break
        chosen = useful
    return chosen


def _element(function: Function, node: gast.stmt) -> str | None:
    """Return the name that a statement gives to an element, or to a result of NumPy."""
    if not isinstance(node, gast.Assign) or not isinstance(node.targets[0], gast.Name):
        return None
    value, target = node.value, node.targets[0]
    kind = function.kinds.get(target.id)
    if not isinstance(kind, Scalar) or kind.dtype != "float64":
        return None
    if isinstance(value, gast.Subscript):
        known = function.kinds.get(getattr(value.value, "id", ""))
        if not isinstance(known, Array) or known.dtype != "float64":
            return None
        return target.id if known.shape else None
    is_numpy = _is_of_numbers(function, value) or _converts(function, node)
    return target.id if is_numpy else None


def _converts(function: Function, node: Any) -> bool:
    """Whether it makes one of NumPy of what may be a float."""
    call = node.value
    if not isinstance(call, gast.Call) or len(call.args) != 1 or call.keywords:
        return False
    called = function.references.get(getattr(call.func, "id", ""))
    kind = function.kinds.get(getattr(call.args[0], "id", ""))
    is_float = isinstance(number_of(call.args[0]), float)
    is_float |= isinstance(kind, Scalar) and kind.dtype == "float64"
    return called is np.float64 and is_float


def _is_of_numbers(function: Function, value: gast.expr) -> bool:
    """Whether it calls a ufunc with numbers, which gives one of NumPy."""
    if not isinstance(value, gast.Call) or value.keywords:
        return False
    called = function.references.get(getattr(value.func, "id", ""))
    kinds = [function.kinds.get(getattr(one, "id", "")) for one in value.args]
    return isinstance(called, np.ufunc) and all(isinstance(k, Scalar) for k in kinds)


def _useful(function: Function, flow: Flow, chosen: Elements) -> Elements:
    """Return the elements that operations between floats in loops make worth it."""
    order = memory_in(function).order
    gained: dict[Path, int] = defaultdict(int)
    operands_of: set[str] = set()  # of operations in loops
    reached = flow.reached(chosen.values())
    for node, operands in _operations(function, chosen):
        names = {one.id for one in operands if isinstance(one, gast.Name)}
        loops = order[node][1]
        if loops and not names.isdisjoint(reached):
            operands_of |= names
            gained[loops] += 1
            for depth in range(1, len(loops)):  # inner loops run several times
                gained[loops[:depth]] += LEAST_GAIN
    spent: dict[Path, int] = defaultdict(int)
    for node in chosen:
        spent[order[node][1]] += not _converts(function, node)
    found = {}
    for node, name in chosen.items():
        loops = order[node][1]
        if loops and _converts(function, node):  # a call that is left out
            found[node] = name
            continue
        own = gained[loops] >= LEAST_GAIN * spent[loops] or not loops
        if own and not flow.reached([name]).isdisjoint(operands_of):
            found[node] = name
    return found


def _operations(function: Function, chosen: Elements) -> list[Operation]:
    """Return the additions and products whose operands all are plain numbers then."""
    outside = [parameter.name for parameter in function.parameters]
    outside += function.references
    may_be = [n for n in outside if _is_no_numpy(function.kinds.get(n))]
    converted = with_body(function, _converted(function.body, chosen))
    references = {**function.references, "float": float}
    plain = python_floats(replace(converted, references=references), may_be)

    def is_plain(node: gast.expr) -> bool:
        kind = function.kinds.get(getattr(node, "id", ""))
        known = getattr(node, "id", "") in plain or number_of(node) is not None
        return known or isinstance(kind, Scalar) and bool(kind.weak)

    found = []
    for node in statements(function.body):
        operands = _operands(node)
        if len(operands) == 2 and all(map(is_plain, operands)):
            found.append((node, (operands[0], operands[1])))
    return found


def _is_no_numpy(kind: object) -> bool:
    return isinstance(kind, Scalar) and kind.weak is not False


def _converted(body: Sequence[gast.stmt], chosen: Elements) -> list[gast.stmt]:
    """Return a body with floats made of elements, in nested expressions."""
    found = []
    for node in body:
        if node in chosen:
            value = build.call(build.name("float"), [node.value])
            node = build.assign(chosen[node], value, node.lineno)
        found.append(map_blocks(node, lambda inner: _converted(inner, chosen)))
    return found


def _operands(node: gast.stmt) -> Sequence[gast.expr]:
    """Return the operands of an operation that gives a float for floats."""
    if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
        return (node.target, node.value) if _is_plain(node.op, node.value) else ()
    value = getattr(node, "value", None)
    if isinstance(node, gast.Assign) and isinstance(value, gast.BinOp):
        return (value.left, value.right) if _is_plain(value.op, value.right) else ()
    return ()


def _is_plain(operator: gast.operator, right: gast.expr) -> bool:
    if isinstance(operator, gast.Div):
        return bool(number_of(right))
    return isinstance(operator, (gast.Add, gast.Sub, gast.Mult))


class _Floats(Rewriter):
    def __init__(
        self,
        function: Function,
        chosen: Elements,
        plain: frozenset[str],
        spelled: Callable[[object], gast.expr],
    ) -> None:
        super().__init__(function)
        self._chosen, self._plain, self._spelled = chosen, plain, spelled
        self._references = dict(function.references)

    def rewritten(self) -> Function:
        found = super().rewritten()
        for name in self._plain:
            kind = self.kinds.get(name)
            if isinstance(kind, Scalar) and kind.dtype == "float64":
                self.kinds[name] = replace(kind, weak=None)
        return replace(found, kinds=self.kinds, references=self._references)

    def _block(self, block: Sequence[Any]) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for node in block:
            if node in self._chosen and _converts(self._function, node):
                (value,) = node.value.args
                result.append(build.assign(self._chosen[node], value, node.lineno))
            elif node in self._chosen:
                element = self._fresh(Scalar("float64", False))
                result.append(build.assign(element, node.value, node.lineno))
                made = self._call(float, build.name(element))
                result.append(build.assign(self._chosen[node], made, node.lineno))
            elif isinstance(node, gast.Return) and node.value is not None:
                value = self._result(node.value, node.lineno, result)
                result.append(node if value is node.value else build.result(value))
                result[-1].lineno = node.lineno
            else:
                result.append(map_blocks(node, self.block))
        return result

    def _result(
        self, value: gast.expr, line: int, before: list[gast.stmt]
    ) -> gast.expr:
        """Return a result with numbers of NumPy in place of plain ones."""
        if isinstance(value, gast.Dict):
            items = [self._result(item, line, before) for item in value.values]
            return gast.Dict(value.keys, items)
        if isinstance(value, (gast.Tuple, gast.List)):
            items = [self._result(item, line, before) for item in value.elts]
            if all(one is other for one, other in zip(items, value.elts)):
                return value
            return type(value)(items, value.ctx)
        if not isinstance(value, gast.Name) or value.id not in self._plain:
            return value
        name = self._fresh(Scalar("float64", False))
        self.bases[name] = self.bases.get(value.id, value.id)
        before.append(build.assign(name, self._call(np.float64, value), line))
        return build.name(name)

    def _call(self, function: object, argument: gast.expr) -> gast.expr:
        spelled = self._spelled(function)
        self._references[getattr(spelled, "id", "")] = function
        return build.call(spelled, [argument])
