"""Activity analysis: names that depend on an input and that an output depends on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

import gast

from tangentlite import runtime
from tangentlite.analysis.stabilizing.stabilizing_shifts import cancelling_shifts
from tangentlite.analysis.statement_effects import written
from tangentlite.ir.leaves import BINARY, UNARY
from tangentlite.ir.rewrite import binds, names_in, statements
from tangentlite.kinds.kind import is_differentiable
from tangentlite.rules.registry import rule_of


def active_names(
    body: Sequence[gast.stmt],
    inputs: Iterable[str],
    outputs: Iterable[str],
    kinds: Mapping[str, object],
    objects: Mapping[str, object],
    links: Iterable[tuple[str, str]] = (),
) -> frozenset[str]:
    """Return the active names: those through which an input can reach an output.

    `links` are pairs of names that see each other's writes.

    An array or list is one name however often it is written. Nothing is carried
    through a function that is declared constant, a value that is not a floating number,
    or a shift that cancels.
    """
    after: dict[str, set[str]] = {}
    before: dict[str, set[str]] = {}
    outputs = list(outputs)
    inputs_of = partial(differentiable_inputs, objects=objects)
    shifts = cancelling_shifts(body, outputs, kinds, objects, inputs_of)
    for statement in statements(body):
        for source, target in _edges(statement, objects):
            if target in shifts:
                continue
            after.setdefault(source, set()).add(target)
            before.setdefault(target, set()).add(source)
    for one, other in links:
        for source, target in ((one, other), (other, one)):
            after.setdefault(source, set()).add(target)
            before.setdefault(target, set()).add(source)
    varied = _reached(inputs, after, kinds)
    useful = _reached(outputs, before, kinds)
    return frozenset(varied & useful)


def _reached(start: Iterable[str], edges: Mapping[str, set[str]], kinds) -> set[str]:
    found: set[str] = set()
    stack = list(start)
    while stack:
        name = stack.pop()
        if name in found or not _carries(name, kinds):
            continue
        found.add(name)
        stack.extend(edges.get(name, ()))
    return found


def _carries(name: str, kinds: Mapping[str, object]) -> bool:
    kind = kinds.get(name)
    return kind is not None and (is_differentiable(kind) or _is_tuple(kind))


def _is_tuple(kind: object) -> bool:
    return getattr(kind, "type", None) is tuple or isinstance(kind, tuple)


def _edges(statement: gast.stmt, objects) -> Iterator[tuple[str, str]]:
    changed = written(statement)
    if changed is not None:
        value = getattr(statement, "value", None)
        for source in names_in(value):
            if source != changed:
                yield source, changed
    if isinstance(statement, (gast.Assign, gast.AugAssign)):
        for target in binds(statement):
            for source in differentiable_inputs(statement.value, objects):
                yield source, target


def differentiable_inputs(rhs: gast.expr, objects) -> Iterator[str]:
    """Yield the names with respect to which a right-hand side is differentiable."""
    if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Name):
        function = objects.get(rhs.func.id)
        rule = None if function is None else rule_of(function)
        stops = rule is not None and rule.stops
        if stops or function in (len, runtime.stop_gradient, range, min, max):
            return
        given = rhs.args[1:] if function is runtime.valued else rhs.args
        given = given[:1] if function is runtime.hooked else given
        if rule is not None and rule.shaped_by:
            pairs = rule.with_parameters(given)
            given = [value for p, value in pairs if p.name not in rule.shaped_by]
        for argument in (*given, *(k.value for k in rhs.keywords)):
            yield from names_in(argument)
    elif isinstance(rhs, gast.Subscript):
        if isinstance(rhs.value, gast.Name):
            yield rhs.value.id
    elif isinstance(rhs, (gast.BinOp, gast.UnaryOp)):
        table = BINARY if isinstance(rhs, gast.BinOp) else UNARY
        rule = rule_of(table[type(rhs.op)])
        if rule is None or not rule.stops:
            yield from names_in(rhs)
    elif not isinstance(rhs, (gast.Attribute, gast.Compare, gast.BoolOp)):
        yield from names_in(rhs)
