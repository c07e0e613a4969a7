"""The records of a derivative and of the recursive functions that it calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Items
from dataclasses import replace

import gast

from tangentlite import runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import kinds_of_open_rank
from tangentlite.builder.sizes import enforced
from tangentlite.ir import build
from tangentlite.ir.function import Function, Parameter
from tangentlite.ir.nodes import own_nodes
from tangentlite.ir.rewrite import map_blocks, statements
from tangentlite.kinds.sizes.proved import final
from tangentlite.specialize.functions.recursion.core_functions import (
    Callee,
    names_of,
    result_expression,
)


def function_of(
    b: Builder, name: str, parameters: Items[str], body: Items[gast.stmt]
) -> Function:
    """Return the record of a function that a derivative calls."""
    return as_function(b, name, map(Parameter, parameters), body)


def as_function(
    b: Builder, name: str, parameters: Iterable[Parameter], body: Items[gast.stmt]
) -> Function:
    """Return the record of a function, with a builder's facts about its names."""
    return Function(
        name=name,
        parameters=tuple(parameters),
        body=tuple(without_hooks(b, body)),
        kinds={**final(b.kinds, b.sizes), **kinds_of_open_rank(b)},
        references=b.references.objects,
        sources=tuple(b.control.sources),
        primal=b.primal,
        joined=frozenset(b.phis.joined),
        views=b.memory.views,
        bases=b.bases,
        raises=enforced.raising(b, body),
    )


def without_hooks(b: Builder, body: Items[gast.stmt]) -> list[gast.stmt]:
    """Leave `y = x` of `y = hooked(x, hook)`: no further derivative runs the hook."""
    objects = b.references.objects
    of_hooks = {name for name, meant in objects.items() if meant is runtime.hooked}

    def plain(block: Items[gast.stmt]) -> list[gast.stmt]:
        return [map_blocks(of_statement(node), plain) for node in block]

    def of_statement(node: gast.stmt) -> gast.stmt:
        value = node.value if isinstance(node, gast.Assign) else None
        if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Name):
            return node
        if value.func.id not in of_hooks:
            return node
        return build.at(gast.Assign(node.targets, value.args[0], None), node.lineno)

    return plain(body) if of_hooks else list(body)


def with_callees(b: Builder, function: Function, made: Items[Function]) -> Function:
    """Add to a function the ones it calls: `made`, and recursive ones of the primal."""
    if not b.functions.callees:
        return function
    known = {other.name: other for other in made}
    pending = [function, *made]
    while pending:
        for callee in _called(b, pending.pop().body):
            if callee.name not in known:
                result = build.result(result_expression(callee), callee.line)
                body = [*callee.block, result]
                plain = function_of(b, callee.name, names_of(callee), body)
                known[callee.name] = plain
                pending.append(plain)
    return replace(function, callees=tuple(known.values()))


def _called(b: Builder, body: Items[gast.stmt]) -> Iterator[Callee]:
    for statement in statements(body):
        for node in own_nodes(statement):
            if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
                found = b.references.objects.get(node.func.id)
                if isinstance(found, Callee):
                    yield found
