"""Let loops compute with plain floats in place of NumPy's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import gast
import numpy as np

from tangentlite.analysis.aliasing.memory import Path, memory_in
from tangentlite.analysis.numbers.plain_numbers import Flow, flow_in
from tangentlite.analysis.occurrences import forms_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.leaves import number_of
from tangentlite.ir.rewrite import map_blocks, names_in, statements
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.optimize.rewriter import Rewriter

# So many operations of floats in a loop make an element's conversion there worth it.
LEAST_GAIN = 3
Elements = dict[gast.stmt, tuple[str, str]]
Operation = tuple[gast.stmt, tuple[gast.expr, gast.expr]]


def plain_floats(
    function: Function, spelled: Callable[[object], gast.expr]
) -> Function:
    """Make floats of elements of arrays that loops compute with.

    Python adds and multiplies its floats three times as fast as NumPy's numbers. No
    division or power may tell them apart (`analysis/numbers/`), and results are
    NumPy's as before. `spelled` gives how the text names a function.

    >>> from tangentlite.ir.example import by_name, function_of, shown
    >>> number = Scalar("float64", False)
    >>> text = '''
    ... t = p[0]
    ... for i in range(n):
    ...     x = t * x
    ... return x'''
    >>> kinds = dict(p=Array("float64", (3,)), t=number, x=number, n=None, i=None)
    >>> shown(plain_floats(function_of(text, **kinds), by_name))
    t1 = p[0]
    t = float(t1)
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
    made = _Floats(function, chosen, spelled)
    reached = flow.reached(name for name, _ in chosen.values())
    made.plain = frozenset(n for n in reached if n in function.kinds)
    return made.rewritten()


def _chosen(function: Function, flow: Flow, elements: Elements) -> Elements:
    """Return the statements that read what is to be a float, with name and array."""
    fixed = flow.fixed()
    chosen = {node: read for node, read in elements.items() if read[0] not in fixed}
    while chosen:
        useful = _useful(function, flow, chosen)
        if len(useful) == len(chosen):
            break
        chosen = useful
    return chosen


def _element(function: Function, node: gast.stmt) -> tuple[str, str] | None:
    """Return the name that a statement gives to an element, and its array."""
    value = getattr(node, "value", None)
    if not isinstance(node, gast.Assign) or not isinstance(value, gast.Subscript):
        return None
    target, owner = node.targets[0], getattr(value.value, "id", "")
    known, kind = function.kinds.get(owner), None
    if isinstance(target, gast.Name):
        kind = function.kinds.get(target.id)
    if not isinstance(known, Array) or not isinstance(kind, Scalar):
        return None
    if known.dtype != "float64" or not known.shape or kind.dtype != "float64":
        return None
    return target.id, owner


def _useful(function: Function, flow: Flow, chosen: Elements) -> Elements:
    """Return the elements that operations between floats in loops make worth it."""
    order = memory_in(function).order
    gained: dict[Path, int] = defaultdict(int)
    operands_of: set[str] = set()  # of operations in loops
    reached = flow.reached(name for name, _ in chosen.values())
    for node, operands in _operations(function, set(chosen)):
        names = {one.id for one in operands if isinstance(one, gast.Name)}
        loops = order[node][1]
        if loops and not names.isdisjoint(reached):
            operands_of |= names
            gained[loops] += 1
            for depth in range(1, len(loops)):  # inner loops run several times
                gained[loops[:depth]] += LEAST_GAIN
    spent: dict[Path, int] = defaultdict(int)
    for node in chosen:
        spent[order[node][1]] += 1
    found = {}
    for node, (name, owner) in chosen.items():
        loops = order[node][1]
        own = gained[loops] >= LEAST_GAIN * spent[loops] or not loops
        if own and not flow.reached([name]).isdisjoint(operands_of):
            found[node] = name, owner
    return found


def _operations(function: Function, chosen: set[gast.stmt]) -> list[Operation]:
    """Return the additions and products whose operands all are plain numbers then."""
    body = statements(function.body)
    values: dict[str, list[Sequence[gast.expr] | None]] = defaultdict(list)
    for node in body:
        for name, operands in _definitions(node, chosen):
            values[name].append(operands)
    kinds = function.kinds
    plain = {
        name
        for name in {*kinds, *values}
        if not isinstance(kinds.get(name), Array)
        and (name in values or getattr(kinds.get(name), "weak", False) is not False)
    }

    def is_plain(node: gast.expr) -> bool:
        kind = kinds.get(getattr(node, "id", ""))
        if number_of(node) is not None or isinstance(kind, Scalar) and kind.weak:
            return True
        return getattr(node, "id", "") in plain

    size = -1
    while size != len(plain):
        size = len(plain)
        plain = {
            name
            for name in plain
            if all(ops is not None and all(map(is_plain, ops)) for ops in values[name])
        }
    found = []
    for node in body:
        operands = _operands(node)
        if len(operands) == 2 and all(map(is_plain, operands)):
            found.append((node, (operands[0], operands[1])))
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


def _definitions(
    node: gast.stmt, chosen: set[gast.stmt]
) -> Iterator[tuple[str, Sequence[gast.expr] | None]]:
    """Yield names with what they are computed from, None if that is no float."""
    if operands := _operands(node):
        target = getattr(node, "target", None) or node.targets[0]
        yield target.id, operands
        return
    if isinstance(node, gast.Expr):
        yield from _appended(node.value)
    if isinstance(node, (gast.AugAssign, gast.For)):
        yield from ((name, None) for name in names_in(node.target))
    if not isinstance(node, gast.Assign):
        return
    target, value = node.targets[0], node.value
    if isinstance(target, gast.Tuple):
        owner = getattr(getattr(getattr(value, "func", None), "value", None), "id", "")
        for place, item in enumerate(target.elts):
            yield item.id, (gast.Name(f"{owner}[{place}]", gast.Load(), None, None),)
    elif isinstance(target, gast.Name):
        yield target.id, _parts(node, value, chosen)


def _parts(
    node: gast.stmt, value: gast.expr, chosen: set[gast.stmt]
) -> Sequence[gast.expr] | None:
    if node in chosen:
        return ()
    if isinstance(value, (gast.Name, gast.Constant)):
        return (value,)
    if isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.USub):
        return (value.operand,)
    method = value.func if isinstance(value, gast.Call) else None
    if isinstance(method, gast.Attribute) and method.attr == "pop":
        owner = getattr(method.value, "id", "")
        return (gast.Name(f"{owner}[]", gast.Load(), None, None),)
    return None


def _appended(value: gast.expr) -> Iterator[tuple[str, Sequence[gast.expr]]]:
    method = value.func if isinstance(value, gast.Call) else None
    owner = getattr(getattr(method, "value", None), "id", "")
    if getattr(method, "attr", "") != "append":
        return
    row = value.args[0]
    if isinstance(row, gast.Tuple):
        for place, part in enumerate(row.elts):
            yield f"{owner}[{place}]", (part,)
    else:
        yield f"{owner}[]", (row,)


class _Floats(Rewriter):
    def __init__(
        self,
        function: Function,
        chosen: Elements,
        spelled: Callable[[object], gast.expr],
    ) -> None:
        super().__init__(function)
        self._chosen, self._spelled = chosen, spelled
        self._references = dict(function.references)
        self.plain: frozenset[str] = frozenset()

    def rewritten(self) -> Function:
        found = super().rewritten()
        for name in self.plain:
            kind = self.kinds[name]
            if isinstance(kind, Scalar) and kind.dtype == "float64":
                self.kinds[name] = replace(kind, weak=None)
        return replace(found, kinds=self.kinds, references=self._references)

    def _block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for node in block:
            if node in self._chosen:
                name, owner = self._chosen[node]
                element = self._fresh(Scalar("float64", False))
                result.append(build.assign(element, node.value, node.lineno))
                made = self._call(float, build.name(element))
                result.append(build.assign(name, made, node.lineno))
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
        if not isinstance(value, gast.Name) or value.id not in self.plain:
            return value
        name = self._fresh(Scalar("float64", False))
        self.bases[name] = self.bases.get(value.id, value.id)
        before.append(build.assign(name, self._call(np.float64, value), line))
        return build.name(name)

    def _call(self, function: object, argument: gast.expr) -> gast.expr:
        spelled = self._spelled(function)
        self._references[getattr(spelled, "id", "")] = function
        return build.call(spelled, [argument])
