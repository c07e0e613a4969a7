"""Which of NumPy's numbers may be plain ones of Python without telling anybody.

NumPy's float64 gives inf or nan where a float raises, in divisions and powers, promotes
other dtypes than a float does, and has attributes; its flags are added as `or` does it,
Python's as integers. So a name is *strict* if it meets one of these, or if a value that
comes from it does; other names may hold either type.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import gast
import numpy as np

from tangentlite.ir.function import Function
from tangentlite.ir.leaves import number_of
from tangentlite.ir.rewrite import names_in, statements
from tangentlite.kinds.kind import Array, ListOf, Scalar

# Beside a float, these give the dtype that they give beside a float64.
_ALIKE = ("float64", "complex128", "bool", "int64", "int32", "int16", "int8")
_PLAIN = (gast.Add, gast.Sub, gast.Mult)
_TAKE_BOTH = (np.where, np.array, np.full, np.float64)


@dataclass
class Flow:
    """Where numbers go: `follows` maps a name to those that get their type from it.

    Columns of lists count as names, as "saved[0]", a list of numbers as "saved[]".
    """

    function: Function
    follows: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    strict: set[str] = field(default_factory=set)

    def reached(self, names: Iterable[str]) -> frozenset[str]:
        """Return the names that get their type from some names, and these."""
        return _closed(names, self.follows)

    def fixed(self) -> frozenset[str]:
        """Return the names that must stay what they are."""
        sources: dict[str, set[str]] = defaultdict(set)
        for name, others in self.follows.items():
            for other in others:
                sources[other].add(name)
        return _closed(self.strict, sources)

    def dtype(self, node: gast.AST) -> Any:
        """Return the dtype of an atom."""
        if number_of(node) is not None:
            return "weak"
        return getattr(self.function.kinds.get(getattr(node, "id", "")), "dtype", None)

    def is_array(self, node: gast.AST) -> bool:
        """Whether an atom surely is an array with axes."""
        kind = self.function.kinds.get(getattr(node, "id", ""))
        return isinstance(kind, Array) and bool(kind.shape)

    def is_open(self, node: gast.AST) -> bool:
        """Whether an atom is a number or an array, which is not known."""
        kind = self.function.kinds.get(getattr(node, "id", ""))
        return isinstance(kind, Array) and not kind.shape

    def is_numpy(self, node: gast.AST) -> bool:
        """Whether an atom surely is no number of Python, if it keeps its type."""
        kind = self.function.kinds.get(getattr(node, "id", ""))
        return isinstance(kind, Scalar) and kind.weak is False


def _closed(start: Iterable[str], edges: Mapping[str, set[str]]) -> frozenset[str]:
    found = set(start)
    open_ = list(found)
    while open_:
        for other in edges.get(open_.pop(), ()):
            if other not in found:
                found.add(other)
                open_.append(other)
    return frozenset(found)


def flow_in(function: Function) -> Flow:
    """Return where the numbers of a function go.

    >>> from tangentlite.ir.example import function_of
    >>> number = Scalar("float64", False)
    >>> text = "t = p[0]; u = p[1]; v = t * x; w = v / u; return w"
    >>> kinds = dict.fromkeys("tuvwx", number) | {"p": Array("float64", (3,))}
    >>> flow = flow_in(function_of(text, **kinds))
    >>> sorted(flow.fixed()), sorted(flow.reached("t"))
    (['u'], ['t', 'v'])
    """
    flow = Flow(function)
    for node in statements(function.body):
        _statement(flow, node)
    return flow


def _statement(flow: Flow, node: gast.stmt) -> None:
    if isinstance(node, gast.Assign):
        target = node.targets[0]
        if isinstance(target, gast.Tuple):
            _popped(flow, [item.id for item in target.elts], node.value)
        elif isinstance(target, gast.Subscript):
            _store(flow, target, node.value)
        else:
            _value(flow, target.id, node.value)
    elif isinstance(node, gast.AugAssign):
        if isinstance(node.target, gast.Subscript):
            _store(flow, node.target, node.value)
        else:
            _binary(flow, node.target.id, node.target, node.op, node.value)
    elif isinstance(node, (gast.If, gast.While)):
        _test(flow, node.test, "")
    elif isinstance(node, gast.Expr):
        _effect(flow, node.value)
    elif isinstance(node, gast.Return):
        _result(flow, node.value)
    elif isinstance(node, gast.For):
        flow.strict.update(names_in(node.iter))


def _value(flow: Flow, name: str, value: gast.expr) -> None:
    if isinstance(value, gast.Name):
        if isinstance(flow.function.kinds.get(value.id), ListOf):
            _strict_list(flow, value.id)
            _strict_list(flow, name)
        flow.follows[value.id].add(name)
    elif isinstance(value, gast.BinOp):
        _binary(flow, name, value.left, value.op, value.right)
    elif isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.USub):
        for one in names_in(value):
            flow.follows[one].add(name)
            if flow.dtype(value.operand) == "bool":
                flow.strict.add(one)
    elif isinstance(value, (gast.Compare, gast.BoolOp, gast.UnaryOp)):
        _test(flow, value, name)
    elif isinstance(value, gast.Call):
        _call(flow, name, value)
    elif isinstance(value, gast.List) and not value.elts:
        pass
    elif isinstance(value, gast.Subscript) and flow.is_array(value.value):
        flow.strict.update(names_in(value.slice))
    else:
        _strict_names(flow, value)


def _binary(
    flow: Flow, name: str, left: gast.expr, operator: gast.operator, right: gast.expr
) -> None:
    for one, other in ((left, right), (right, left)):
        if not isinstance(one, gast.Name):
            continue
        alike = flow.dtype(other) in (*_ALIKE, "weak") and not flow.is_open(other)
        if flow.dtype(one) == "bool" and not _is_floating(flow, other):
            alike = False
        plain = isinstance(operator, _PLAIN)
        if isinstance(operator, gast.Div):
            plain = one is left and bool(number_of(right))
        if not alike or isinstance(operator, gast.MatMult):
            flow.strict.add(one.id)
        elif flow.is_array(other):
            continue  # which decides
        elif plain:
            flow.follows[one.id].add(name)
        elif isinstance(operator, gast.Div) and one is left and flow.is_numpy(right):
            continue  # the divisor stays what it is, by the next turn
        else:
            flow.strict.add(one.id)


def _is_floating(flow: Flow, node: gast.expr) -> bool:
    if flow.dtype(node) == "weak":
        return not isinstance(number_of(node), int)
    return flow.dtype(node) in ("float64", "complex128")


def _test(flow: Flow, node: gast.AST, name: str) -> None:
    """Let numbers be compared, and flags be tested."""
    if isinstance(node, gast.Name):
        if name:
            flow.follows[node.id].add(name)
    elif isinstance(node, gast.BoolOp):
        for part in node.values:
            _test(flow, part, name)
    elif isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
        _test(flow, node.operand, name)
    elif isinstance(node, gast.Compare):
        parts = [node.left, *node.comparators]
        if not all(_is_comparable(flow, part) for part in parts):
            _strict_names(flow, node)
        elif name and not any(map(flow.is_array, parts)):
            for one in names_in(node):
                flow.follows[one].add(name)
    else:
        _strict_names(flow, node)


def _is_comparable(flow: Flow, node: gast.AST) -> bool:
    """Whether it is an atom, or a sum or product of numbers."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        return _is_comparable(flow, node.operand)
    if isinstance(node, gast.BinOp) and isinstance(node.op, _PLAIN):
        parts = (node.left, node.right)
        floats = all(flow.dtype(p) != "bool" and not flow.is_array(p) for p in parts)
        return floats and all(_is_comparable(flow, part) for part in parts)
    return flow.dtype(node) in (*_ALIKE, "weak")


def _call(flow: Flow, name: str, call: gast.Call) -> None:
    if isinstance(call.func, gast.Attribute):
        if call.func.attr == "pop" and not call.args:
            _popped(flow, [name], call)
        else:
            _strict_names(flow, call)
        return
    function = flow.function.references.get(getattr(call.func, "id", ""))
    given = [n for part in call.args for n in names_in(part)]
    alike = all(flow.dtype(gast.Name(n, None, None, None)) in _ALIKE for n in given)
    if function is len:
        return
    if function is list and isinstance(flow.function.kinds.get(name), ListOf):
        for one, other in zip(_columns(given[0]), _columns(name)):
            flow.follows[one].add(other)
        return
    if call.keywords or not alike:
        _strict_names(flow, call)
    elif function is abs and flow.dtype(call.args[0]) == "float64":
        for one in given:
            flow.follows[one].add(name)
    elif not isinstance(function, np.ufunc) and function not in _TAKE_BOTH:
        _strict_names(flow, call)


def _store(flow: Flow, target: gast.Subscript, value: gast.expr) -> None:
    flow.strict.update(names_in(target.slice))
    if not flow.is_array(target.value):
        _strict_names(flow, target)
        _strict_names(flow, value)
    elif not isinstance(value, gast.Name):
        _strict_names(flow, value)


def _effect(flow: Flow, value: gast.expr) -> None:
    method = value.func if isinstance(value, gast.Call) else None
    owner = getattr(getattr(method, "value", None), "id", None)
    if getattr(method, "attr", "") != "append" or owner is None:
        _strict_names(flow, value)
        return
    row = value.args[0]
    if isinstance(row, gast.Tuple):
        for place, part in enumerate(row.elts):
            if isinstance(part, gast.Name):
                flow.follows[part.id].add(f"{owner}[{place}]")
            elif number_of(part) is None:
                _strict_names(flow, part)
    elif isinstance(row, gast.Name):
        flow.follows[row.id].add(f"{owner}[]")
    else:
        _strict_names(flow, row)


def _popped(flow: Flow, names: list[str], call: gast.expr) -> None:
    owner = getattr(getattr(getattr(call, "func", None), "value", None), "id", None)
    if owner is None:
        _strict_names(flow, call)
    elif len(names) == 1:
        flow.follows[f"{owner}[]"].add(names[0])
        if not isinstance(flow.function.kinds.get(names[0]), Scalar):
            _strict_list(flow, owner)  # a row as a whole
    else:
        for place, name in enumerate(names):
            flow.follows[f"{owner}[{place}]"].add(name)


def _result(flow: Flow, value: gast.expr | None) -> None:
    """Let numbers be returned, which is told where they are."""
    if isinstance(value, (gast.Tuple, gast.List, gast.Dict)):
        for part in value.values if isinstance(value, gast.Dict) else value.elts:
            _result(flow, part)
    elif value is not None and flow.dtype(value) != "float64":
        _strict_names(flow, value)


def _strict_names(flow: Flow, node: gast.AST) -> None:
    for name in names_in(node):
        flow.strict.add(name)
        if isinstance(flow.function.kinds.get(name), ListOf):
            _strict_list(flow, name)


def _strict_list(flow: Flow, name: str) -> None:
    flow.strict.update(_columns(name))


def _columns(name: str) -> list[str]:
    # Rows are not longer than what a statement of the language can hold.
    return [f"{name}[{place}]" for place in ("", *range(256))]
