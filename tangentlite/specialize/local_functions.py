"""Functions and lambdas defined inside the function that is walked."""

from __future__ import annotations

import inspect

import gast

from tangentlite.frontend.exits import with_plain_exits
from tangentlite.frontend.live import Facts, live_variables, local_names
from tangentlite.specialize import (
    called_in_tests,
    container_writes,
    expressions,
    recursion,
    statements,
)
from tangentlite.specialize.builder import Builder, Frame, keep_nested
from tangentlite.specialize.values import LocalFunction


def define(b: Builder, node: gast.FunctionDef | gast.Lambda) -> LocalFunction:
    """Return the function that a definition makes; it sees the frame's variables."""
    if getattr(node, "decorator_list", ()):
        raise b.error(
            "a decorated function inside a function is not supported yet.",
            "Call the decorator by hand, or define the function outside.",
            node,
        )
    if node.args.vararg or node.args.kwarg:
        raise b.error(
            "*args and **kwargs of a function inside a function are not supported yet.",
            "Name the parameters.",
            node,
        )
    if b.frame not in b.captured:
        b.captured.append(b.frame)
    tree = node
    if isinstance(node, gast.Lambda):
        tree = _as_function(node)
    defaults = [expressions.evaluate(b, value) for value in node.args.defaults]
    keyword_only = [
        None if value is None else expressions.evaluate(b, value)
        for value in node.args.kw_defaults
    ]
    for value in (*defaults, *keyword_only):  # the function holds them from now on
        container_writes.share(b, value)
    return LocalFunction(tree, node, b.frame, tuple(defaults), tuple(keyword_only))


def _as_function(node: gast.Lambda) -> gast.FunctionDef:
    body = gast.copy_location(gast.Return(node.body), node)
    new = gast.FunctionDef("<lambda>", node.args, [body], [], None, None, [])
    return gast.copy_location(new, node)


def call(
    b: Builder, function: LocalFunction, arguments: list, keywords: dict, node
) -> object:
    """Walk the body of a local function in a frame that sees the one around it."""
    tree = with_plain_exits(function.tree)
    if b.emit is keep_nested and not isinstance(tree.body[0], gast.Return):
        name = function.tree.name
        raise called_in_tests.needs_statements(
            b, f"{name}, which is defined here, is called in a condition.", node
        )
    try:
        bound = _signature(function).bind(*arguments, **keywords)
    except TypeError as error:
        message = f"{function.tree.name}: {error}."
        raise b.error(message, "Check the call.", node) from None
    bound.apply_defaults()
    facts, names = live_variables(tree), local_names(tree)

    def walk(variables: dict[str, object]) -> object:
        line = b.line
        frame = _frame(function, variables, facts, names)
        result = statements.run_function(b, frame, tree)
        b.line = line
        return result

    name = tree.name if tree.name.isidentifier() else "function"
    identity = recursion.identity_of(function)
    return recursion.call(b, identity, name, dict(bound.arguments), walk)


def _frame(function: LocalFunction, variables: dict, facts: Facts, names) -> Frame:
    outer: Frame = function.frame
    return Frame(
        name=function.tree.name,
        variables=variables,
        globals=outer.globals,
        cells=outer.cells,
        local_names=names,
        facts=facts,
        source=outer.source,
        column=outer.column,
        outer=outer,
        definition=function.definition,
    )


def _signature(function: LocalFunction) -> inspect.Signature:
    arguments = function.tree.args
    kinds = inspect.Parameter
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = len(positional) - len(function.defaults)
    found = []
    for position, argument in enumerate(positional):
        style = kinds.POSITIONAL_OR_KEYWORD
        if position < len(arguments.posonlyargs):
            style = kinds.POSITIONAL_ONLY
        default = kinds.empty
        if position >= missing:
            default = function.defaults[position - missing]
        found.append(kinds(argument.id, style, default=default))
    for argument, value in zip(arguments.kwonlyargs, function.keyword_defaults):
        default = kinds.empty if value is None else value
        found.append(kinds(argument.id, kinds.KEYWORD_ONLY, default=default))
    return inspect.Signature(found)
