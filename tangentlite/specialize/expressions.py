"""Expressions: each is walked to a value, its operations emitted in order."""

from __future__ import annotations

import gast

from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.specialize import (
    access,
    branches,
    called_in_tests,
    calls,
    catching,
    comprehensions,
    container_writes,
    displays,
    generators,
    indexing,
    instances,
    local_functions,
    operators,
    sets,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Dictionary, Instance
from tangentlite.specialize.literals import literal
from tangentlite.specialize.materialize import as_expression
from tangentlite.specialize.naming import Emit, keep_nested
from tangentlite.specialize.records import Atom, Known
from tangentlite.specialize.values import Slice, is_container, is_static, static_value


def evaluate(b: Builder, node: gast.expr, base: str = "t") -> object:
    """Walk an expression; `base` names the result of its outermost operation."""
    handler = _HANDLERS.get(type(node))
    if handler is None:
        raise b.error(
            f"{_title(node)} is not supported yet.",
            "Write it with assignments, if statements and loops.",
            node,
        )
    return container_writes.as_used(b, handler(b, node, base))


def holder(b: Builder, target: gast.Attribute) -> object:
    """Return what has the attribute that is written."""
    return local_functions.owner_of(evaluate(b, target.value))


def test(b: Builder, node: gast.expr) -> Atom:
    """Walk a condition; it stays one expression, as it is never differentiated.

    Where its parts may raise what is caught, or call what cannot be called there, they
    are statements in front of it.
    """
    in_steps = catching.catches(b) or _asks_objects(b, node)
    in_steps = in_steps and not _may_skip(node)
    return _condition(b, node, b.emit if in_steps else keep_nested)


def repeated_test(b: Builder, node: gast.expr) -> Atom:
    """Walk the condition of a `while`, in front of which nothing can stand."""
    return _condition(b, node, keep_nested)


def _condition(b: Builder, node: gast.expr, emit: Emit) -> Atom:
    with b.emitting(emit), b.sizes.scope():
        value = evaluate(b, node)
    if isinstance(value, Atom):
        return value
    if is_container(value):
        return _truth_of(b, value)
    if is_static(value):
        return literal(bool(static_value(value)))
    return Atom(as_expression(b, value), Opaque(None))


def _asks_objects(b: Builder, node: gast.expr) -> bool:
    """Whether a condition in a function in steps calls methods by its operators."""
    if b.sources[b.frame.source] not in b.in_steps:
        return False
    names = [part.id for part in gast.walk(node) if isinstance(part, gast.Name)]
    return any(isinstance(b.frame.variables.get(name), Instance) for name in names)


def _may_skip(node: gast.expr) -> bool:
    """Whether a condition may not evaluate all of its parts."""
    return any(
        isinstance(part, (gast.BoolOp, gast.IfExp, gast.Lambda))
        or isinstance(part, gast.Compare)
        and len(part.ops) > 1
        for part in gast.walk(node)
    )


def truth(value: Atom) -> bool | None:
    """Return whether a condition is decided now, and how."""
    return bool(static_value(value)) if is_static(value) else None


def _title(node: gast.AST) -> str:
    return _TITLES.get(type(node), f"{type(node).__name__} syntax")


_TITLES = {
    gast.Await: "await",
    gast.YieldFrom: "yield from",
    gast.Starred: "a starred expression",
}


def _constant(b: Builder, node: gast.Constant, base: str) -> object:
    return literal(node.value)


def _name(b: Builder, node: gast.Name, base: str) -> object:
    return access.read_name(b, node)


def _attribute(b: Builder, node: gast.Attribute, base: str) -> object:
    return access.read_attribute(b, evaluate(b, node.value), node.attr, base)


def _binary(b: Builder, node: gast.BinOp, base: str) -> object:
    left = evaluate(b, node.left)
    return operators.binary(b, node.op, left, evaluate(b, node.right), base)


def _unary(b: Builder, node: gast.UnaryOp, base: str) -> object:
    if isinstance(node.op, gast.Not):
        value = test(b, node.operand)
        decided = truth(value)
        if decided is not None:
            return literal(not decided)
        return operators.unary(b, node.op, value, base)
    return operators.unary(b, node.op, evaluate(b, node.operand), base)


def _compare(b: Builder, node: gast.Compare, base: str) -> object:
    values = [evaluate(b, part) for part in (node.left, *node.comparators)]
    return operators.compare(b, node.ops, values, base)


def _boolean(b: Builder, node: gast.BoolOp, base: str) -> object:
    if b.emit is keep_nested:
        return _boolean_test(b, node)
    wanted = isinstance(node.op, gast.And)
    first, rest = node.values[0], node.values[1:]
    value = evaluate(b, first, base)
    if not rest:
        return value
    remaining = rest[0] if len(rest) == 1 else gast.BoolOp(node.op, list(rest))
    decided = truth(test_value(b, value))
    if decided is not None:
        return evaluate(b, remaining, base) if decided is wanted else value
    condition = test_value(b, value)
    if not wanted:
        condition = Atom(gast.UnaryOp(gast.Not(), condition.node), Scalar("bool"))
    return branches.choose(
        b, condition, lambda: evaluate(b, remaining, base), lambda: value, base
    )


def test_value(b: Builder, value: object) -> Atom:
    """Return a value that was walked already as a condition."""
    if isinstance(value, Atom):
        return value
    if is_container(value):
        return _truth_of(b, value)
    return literal(bool(static_value(value))) if is_static(value) else literal(True)


def _truth_of(b: Builder, value: object) -> Atom:
    """Return whether a container is empty, or what its class says."""
    if not isinstance(value, Instance):
        return literal(bool(value.items))
    for name in ("__bool__", "__len__"):
        method = instances.special(b, value, name)
        if method is not None:
            return test_value(b, calls.call(b, method, [], {}, None, "t"))
    return literal(True)


def _boolean_test(b: Builder, node: gast.BoolOp) -> Atom:
    wanted = isinstance(node.op, gast.And)
    kept = []
    for part in node.values:
        value = test(b, part)
        decided = truth(value)
        if decided is None:
            kept.append(value.node)
        elif decided is not wanted:
            if not kept:
                return literal(decided)
            kept.append(value.node)
            break
    if not kept:
        return literal(wanted)
    rhs = kept[0] if len(kept) == 1 else gast.BoolOp(node.op, kept)
    return Atom(rhs, Scalar("bool"))


def _conditional(b: Builder, node: gast.IfExp, base: str) -> object:
    if b.emit is not keep_nested and b.sources[b.frame.source] in b.in_steps:
        condition = test_value(b, evaluate(b, node.test))
    else:
        condition = test(b, node.test)
    decided = truth(condition)
    if decided is not None:
        return evaluate(b, node.body if decided else node.orelse, base)
    if b.emit is keep_nested:
        body, orelse = evaluate(b, node.body), evaluate(b, node.orelse)
        parts = [as_expression(b, value) for value in (body, orelse)]
        return Atom(gast.IfExp(condition.node, *parts), Opaque(None))
    return branches.choose(
        b,
        condition,
        lambda: evaluate(b, node.body, base),
        lambda: evaluate(b, node.orelse, base),
        base,
    )


def _call(b: Builder, node: gast.Call, base: str) -> object:
    callee = evaluate(b, node.func)
    arguments: list[object] = []
    if (value := comprehensions.decided(b, callee, node)) is not None:
        return value
    given = comprehensions.consumed(b, callee, node)
    if given is not None:
        arguments = [given]
    for part in node.args if given is None else ():
        if isinstance(part, gast.Starred):
            arguments.extend(displays.starred(b, part))
        else:
            arguments.append(evaluate(b, part))
    keywords: dict[str, object] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            value = evaluate(b, keyword.value)
            if not isinstance(value, Dictionary):
                raise b.error(
                    "** needs a dict that is known here.",
                    "Pass the arguments by name.",
                    node,
                )
            keywords.update(zip(value.keys, value.items))
            continue
        keywords[keyword.arg] = evaluate(b, keyword.value)
    if b.emit is keep_nested:
        kept = called_in_tests.call_in_test(b, callee, arguments, keywords)
        if kept is not None:
            return kept
    return calls.call(b, callee, arguments, keywords, node, base)


def _subscript(b: Builder, node: gast.Subscript, base: str) -> object:
    owner = evaluate(b, node.value)
    return indexing.read_item(b, owner, evaluate(b, node.slice), base)


def _slice(b: Builder, node: gast.Slice, base: str) -> Slice:
    parts = [
        Known(None) if part is None else evaluate(b, part)
        for part in (node.lower, node.upper, node.step)
    ]
    return Slice(*parts)


def _walrus(b: Builder, node: gast.NamedExpr, base: str) -> object:
    if b.emit is keep_nested:
        what = "an assignment inside of a condition is not supported here."
        raise called_in_tests.needs_statements(b, what, node)
    value = evaluate(b, node.value, node.target.id)
    access.bind(b, node.target.id, value)
    return value


def _lambda(b: Builder, node: gast.Lambda, base: str) -> object:
    return local_functions.define(b, node)


_HANDLERS = {
    gast.Lambda: _lambda,
    gast.NamedExpr: _walrus,
    gast.GeneratorExp: generators.evaluate,
    gast.Yield: generators.yielded,
    gast.Set: sets.display,
    gast.SetComp: sets.comprehension,
    gast.JoinedStr: displays.formatted,
    gast.ListComp: comprehensions.evaluate,
    gast.DictComp: comprehensions.evaluate,
    gast.Dict: displays.dictionary,
    gast.Constant: _constant,
    gast.Name: _name,
    gast.Attribute: _attribute,
    gast.BinOp: _binary,
    gast.UnaryOp: _unary,
    gast.Compare: _compare,
    gast.BoolOp: _boolean,
    gast.IfExp: _conditional,
    gast.Call: _call,
    gast.Subscript: _subscript,
    gast.Slice: _slice,
    gast.Tuple: displays.display(tuple),
    gast.List: displays.display(list),
}
