"""Side effects of core statements: writes in place, and purity of expressions."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping

import gast

from tangentlite.ir.fact_cache import once
from tangentlite.ir.marked_names import Writer
from tangentlite.rules.call_effects import effects_of
from tangentlite.rules.registry import rule_of

CONTAINER_METHODS = frozenset(
    {"append", "pop", "clear", "extend", "insert", "fromlist"}
)


@once
def written(statement: gast.stmt) -> str | None:
    """Return the array or list that a statement changes in place, if there is one.

    >>> written(gast.parse('y[i] = t').body[0])
    'y'
    """
    kind = type(statement)
    if kind is gast.Assign:
        target = statement.targets[0]
        if type(target) is gast.Subscript:
            return _root(target.value)
        return _changed_by(statement.value)
    if kind is gast.AugAssign:
        target = statement.target
        # `x += e` on an array writes it; on a scalar nobody can tell.
        return _root(target.value if isinstance(target, gast.Subscript) else target)
    return _changed_by(statement.value) if kind is gast.Expr else None


@once
def all_written(statement: gast.stmt) -> tuple[str, ...]:
    """Return what a statement writes in place, also several things through one call.

    The backward functions of recursions add to the arrays and lists they are given.

    >>> call = gast.parse('t = f_bwd(stack, t_bar, x_bar)').body[0]
    >>> call.value.func.id = Writer('f_bwd')
    >>> all_written(call)
    ('stack', 't_bar', 'x_bar')
    """
    name = written(statement)
    found = [] if name is None else [name]
    call = getattr(statement, "value", None)
    if isinstance(call, gast.Call) and isinstance(call.func, gast.Name):
        if isinstance(call.func.id, Writer) and call.func.id.writes is None:
            found.extend(a.id for a in call.args if isinstance(a, gast.Name))
    return tuple(found)


def _root(node: gast.expr) -> str | None:
    return node.id if isinstance(node, gast.Name) else None


def _changed_by(node: gast.expr) -> str | None:
    if type(node) is not gast.Call:
        return None
    if isinstance(node.func, gast.Attribute):
        if node.func.attr in CONTAINER_METHODS:
            return _root(node.func.value)
        if node.func.attr == "at" and node.args:
            return _root(node.args[0])
    elif isinstance(node.func, gast.Name) and isinstance(node.func.id, Writer):
        return _root(node.args[0]) if node.func.id.writes == 1 else None
    return None


@once
def calls_in(node: gast.AST) -> tuple[gast.Call, ...]:
    """Return the calls in an expression."""
    return tuple(_calls(node))


def _calls(node: gast.AST) -> Iterator[gast.Call]:
    stack = [node]
    while stack:
        current = stack.pop()
        kind = type(current)
        if kind is gast.Name or kind is gast.Constant:
            continue
        if kind is gast.BinOp:
            stack += (current.left, current.right)
            continue
        if kind is gast.Call:
            yield current
        for field in current._fields:
            value = getattr(current, field, None)
            if isinstance(value, list):
                stack.extend(item for item in value if isinstance(item, gast.AST))
            elif isinstance(value, gast.AST) and value._fields:
                stack.append(value)


def is_pure(node: gast.expr, objects: Mapping[str, object]) -> bool:
    """Whether an expression may be dropped, repeated or moved.

    `objects` maps the text of references to their objects (`Function.references`).
    """
    for call in calls_in(node):
        if isinstance(call.func, gast.Attribute):
            if call.func.attr not in _PURE_METHODS:
                return False
        elif isinstance(call.func, gast.Name):
            if call.func.id == "float" and isinstance(call.args[0], gast.Constant):
                continue  # float('inf')
            function = objects.get(call.func.id)
            if not _is_ruled(function) and not _is_pure_builtin(function):
                return False
        else:
            return False
    return True


def _is_ruled(function: object) -> bool:
    """Whether a function has a rule and only computes, unlike rng.permutation."""
    rule = None if function is None else rule_of(function)
    if rule is None or rule.writes:
        return False
    is_method = isinstance(function, types.MethodType)
    return not is_method or function in rule.functions  # else it is one of all objects


_PURE_METHODS = frozenset({"astype", "copy", "reshape"})


def _is_pure_builtin(function: object) -> bool:
    known = effects_of(function)
    module = getattr(function, "__module__", None) or ""
    if module.startswith("tangentlite.runtime"):
        return not known.acts
    return known.pure or getattr(function, "pure", False) is True
