"""Statements in order: effects, and the dispatch to all others."""

from __future__ import annotations

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.operations import implements
from tangentlite.specialize.functions.recursion import written_arrays
from tangentlite.specialize.state import missing_rule, paths
from tangentlite.specialize.state.control import pushed
from tangentlite.specialize.state.frame import Frame
from tangentlite.specialize.statements import branches
from tangentlite.values.base import Value
from tangentlite.values.callable_values import NONE, UNBOUND


@implements(operations.run_function)
def run_function(b: Builder, frame: Frame, tree: gast.FunctionDef) -> Value:
    """Walk a function's body in a new frame and return its result."""
    frame.result = NONE
    with pushed(b.control.frames, frame):
        frame.start(b.heap)
        run_block(b, tree.body)
    return NONE if frame.result == UNBOUND else frame.result


@implements(operations.run_block)
def run_block(b: Builder, block: list[gast.stmt]) -> bool:
    """Walk statements in order; return whether they ended the function."""
    for position, node in enumerate(block):
        b.move_to(node)
        facts = b.frame.facts
        b.frame.live = facts.contents.get(node, frozenset())
        if isinstance(node, gast.Return):
            paths.run_return(b, node)
            return True
        if isinstance(node, gast.If):
            rest = block[position + 1 :]
            if branches.run_if(b, node, rest):
                return True
            continue
        _run_statement(b, node)
    return False


def _run_statement(b: Builder, node: gast.stmt) -> None:
    """Walk one statement that neither branches nor returns."""
    handler = handlers.of_statement(type(node))
    if handler is None:
        raise missing_rule.missing_syntax(b, node)
    handler(b, node)


@handlers.statement(gast.Pass, gast.Global, gast.Nonlocal)
def _pass(b: Builder, node: gast.stmt) -> None:
    pass


@handlers.statement(gast.Expr)
def _effect(b: Builder, node: gast.Expr) -> None:
    if not isinstance(node.value, gast.Constant):
        operations.evaluate(b, node.value)
        written_arrays.rebind(b)
