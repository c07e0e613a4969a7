"""Comprehensions and generator expressions, desugared to calls of local functions."""

from __future__ import annotations

import builtins

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.as_functions.comprehension_functions import (
    building,
    deciding,
)
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import LocalFunction


@handlers.expression(gast.ListComp, gast.DictComp)
def evaluate(b: Builder, node: gast.ListComp | gast.DictComp, base: str) -> Value:
    """Walk a list or dict comprehension."""
    return _called(b, node, building(node))


def decided(b: Builder, callee: Value, node: gast.Call) -> Value | None:
    """Walk a call of any or all with a generator expression; None for other calls.

    They stop at the first item that decides.
    """
    function = _taking_generator(callee, node)
    if function not in (builtins.any, builtins.all):
        return None
    generator = node.args[0]
    return _called(b, generator, deciding(generator, function is builtins.any))


def consumed(b: Builder, callee: Value, node: gast.Call) -> Value | None:
    """Walk a generator expression as a list where a call consumes it; else None."""
    function = _taking_generator(callee, node)
    if function not in (sum, max, min, list, tuple):
        return None
    if any(keyword.arg == "key" for keyword in node.keywords):
        return None  # which is computed item by item
    return _called(b, node.args[0], building(node.args[0]))


def _taking_generator(callee: Value, node: gast.Call) -> object:
    alone = len(node.args) == 1 and isinstance(node.args[0], gast.GeneratorExp)
    return callee.value if alone and isinstance(callee, Known) else None


def _called(b: Builder, node, tree: gast.FunctionDef) -> Value:
    if any(generator.is_async for generator in node.generators):
        raise b.error("async is not supported.", "Write a loop.", node)
    function = LocalFunction(tree, node, b.frame, (), ())
    iterable = operations.evaluate(b, node.generators[0].iter)
    return operations.call(b, function, [iterable], {}, node, "t")
