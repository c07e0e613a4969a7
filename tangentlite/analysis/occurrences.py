"""Which operations and statements occur in a function: a quick test for passes."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from tangentlite.analysis.statement_effects import calls_in
from tangentlite.ir.fact_cache import fact, once
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, own_expressions, statements


def updates_places(function: Function) -> bool:
    """Whether any statement updates an element or slice: `x[i] += y`."""
    return gast.AugAssign in forms_in(function) and any(
        isinstance(statement, gast.AugAssign)
        and isinstance(statement.target, gast.Subscript)
        for statement in statements(function.body)
    )


def computed_by(function: Function, *callees: object) -> Iterator[str]:
    """Yield the names that are bound to calls of some functions.

    >>> from tangentlite.ir.example import function_of
    >>> f = function_of("y = np.sin(x); z = np.cos(y)", **dict.fromkeys("xyz", "array"))
    >>> import numpy as np
    >>> list(computed_by(f, np.cos, np.exp))
    ['z']
    """
    if calls(function, *callees):
        for node in statements(function.body):
            if isinstance(node, gast.Assign) and isinstance(node.value, gast.Call):
                callee = function.references.get(getattr(node.value.func, "id", ""))
                if any(callee is one for one in callees):
                    yield from binds(node)


def calls(function: Function, *callees: object) -> bool:
    """Whether any statement of a function calls one of some functions by name.

    >>> from tangentlite.ir.example import function_of
    >>> f = function_of("y = np.sin(x); return y", x="array", y="array")
    >>> import numpy as np
    >>> calls(f, np.cos), calls(f, np.cos, np.sin)
    (False, True)
    """
    called = [function.references.get(name) for name in _contents_of(function)[0]]
    return any(one is callee for one in called for callee in callees)


def forms_in(function: Function) -> frozenset[type]:
    """Return the node types of statements, right-hand sides and operators.

    >>> from tangentlite.ir.example import function_of
    >>> f = function_of("y = -x; return y", x="array")
    >>> sorted(form.__name__ for form in forms_in(f))
    ['Assign', 'Name', 'Return', 'USub', 'UnaryOp']
    """
    return _contents_of(function)[1]


@fact
def _contents_of(function: Function) -> tuple[frozenset[str], frozenset[type]]:
    called: set[str] = set()
    forms: set[type] = set()
    for statement in statements(function.body):
        names, types = _contents(statement)
        called.update(names)
        forms.update(types)
    return frozenset(called), frozenset(forms)


@once
def _contents(statement: gast.stmt) -> tuple[tuple[str, ...], tuple[type, ...]]:
    called: list[str] = []
    forms = [type(statement)]
    for value in own_expressions(statement):
        forms.append(type(value))
        if isinstance(value, (gast.BinOp, gast.UnaryOp)):
            forms.append(type(value.op))
        for call in calls_in(value):
            if isinstance(call.func, gast.Name):
                called.append(call.func.id)
    return tuple(called), tuple(forms)
