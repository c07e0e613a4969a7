"""Closures: functions and lambdas defined inside the function being walked."""

from __future__ import annotations

import inspect
import types
from typing import Any

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.condition_steps import with_conditions_in_steps
from tangentlite.frontend.desugar.single_exits import with_plain_exits
from tangentlite.frontend.desugar.yields import has_yield
from tangentlite.frontend.source_liveness import Facts, live_variables, local_names
from tangentlite.specialize.functions.recursion import call_keys, recursion
from tangentlite.specialize.outside import default_values
from tangentlite.specialize.state import restart
from tangentlite.specialize.state.frame import Frame
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.callable_values import (
    Chosen,
    LocalDerivative,
    LocalFunction,
    Partial,
)
from tangentlite.values.heap import Instance
from tangentlite.values.iterables import Generator
from tangentlite.values.objects import contents


@handlers.statement(gast.FunctionDef)
def run_definition(b: Builder, node: gast.FunctionDef) -> None:
    """Bind the name of a function that is defined inside another."""
    operations.bind_name(b, node.name, defined(b, node))


@handlers.expression(gast.Lambda)
def evaluate(b: Builder, node: gast.Lambda, base: str) -> LocalFunction:
    """Return the closure of a lambda."""
    return defined(b, node)


def defined(b: Builder, node: gast.FunctionDef | gast.Lambda) -> LocalFunction:
    """Return the closure of a definition over the current frame."""
    decorators = [operations.evaluate(b, d) for d in decorators_of(node)]
    if b.frame not in b.control.captured:
        b.control.captured.append(b.frame)
    tree = node
    if isinstance(node, gast.Lambda):
        tree = _as_function(node)
    defaults = [operations.evaluate(b, value) for value in node.args.defaults]
    keyword_only = [
        None if value is None else operations.evaluate(b, value)
        for value in node.args.kw_defaults
    ]
    own = None
    if isinstance(node, gast.FunctionDef):
        own = Instance(b.heap, types.SimpleNamespace, (), ())
    given = (tuple(defaults), tuple(keyword_only))
    function = LocalFunction(tree, node, b.frame, *given, own)
    for decorator in reversed(decorators):
        function = operations.call(b, decorator, [function], {}, node, "t")
    return function


def decorators_of(node: gast.FunctionDef | gast.Lambda) -> list[gast.expr]:
    return getattr(node, "decorator_list", [])


def _as_function(node: gast.Lambda) -> gast.FunctionDef:
    body = gast.copy_location(gast.Return(node.body), node)
    new = gast.FunctionDef("<lambda>", node.args, [body], [], None, None, [])
    return gast.copy_location(new, node)


@operations.called.of(LocalFunction)
def call(
    b: Builder,
    function: LocalFunction,
    arguments: list,
    keywords: dict,
    node: gast.AST,
    base: str,
) -> Value:
    """Inline a closure, in a frame inside the one that it captures."""
    tree = function.tree
    if b.control.sources[function.frame.source] in b.assumed.in_steps:
        tree = with_conditions_in_steps(tree)
    tree = with_plain_exits(tree)
    if b.in_condition and not isinstance(tree.body[0], gast.Return):
        name = function.tree.name
        raise restart.statements(
            b, f"{name}, which is defined here, is called in a condition.", node
        )
    try:
        bound = signature_of(function).bind(*arguments, **keywords)
    except TypeError as error:
        message = f"{function.tree.name}: {error}."
        raise b.error(message, "Check the call.", node) from None
    bound.apply_defaults()
    given = _packed(b, function.tree.args, bound.arguments)
    given = contents.as_given(b, tree, given)
    if has_yield(tree):
        facts, names = live_variables(tree), local_names(tree)
        return Generator.made(b.heap, tree, _frame(b, function, given, facts, names))
    facts, names = live_variables(tree), local_names(tree)

    def walk(variables: dict[str, Value]) -> Value:
        line = b.line
        frame = _frame(b, function, variables, facts, names)
        result = operations.run_function(b, frame, tree)
        b.line = line
        return result

    name = tree.name if tree.name.isidentifier() else "function"
    identity = call_keys.identity_of(function)
    return recursion.call(b, identity, name, given, walk)


def _packed(b: Builder, arguments: gast.arguments, given) -> dict[str, Value]:
    """Return the values of the parameters; `*` takes a tuple, `**` a dict."""
    values = dict(given)
    if arguments.vararg:
        values[arguments.vararg.id] = Sequence(tuple(values[arguments.vararg.id]))
    if arguments.kwarg:
        named = values[arguments.kwarg.id]
        values[arguments.kwarg.id] = contents.dictionary(b, named)
    return values


def _frame(
    b: Builder, function: LocalFunction, variables: dict, facts: Facts, names
) -> Frame:
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
        line=b.line,
    )


def names_of(function: LocalFunction) -> frozenset[str]:
    """Return the names of a closure's own variables."""
    return local_names(function.tree)


def signature_of(function: LocalFunction) -> inspect.Signature:
    """Return the parameters of a closure, with values as defaults."""
    arguments = function.tree.args
    kinds = inspect.Parameter
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = len(positional) - len(function.defaults)
    found = []
    for position, argument in enumerate(positional):
        only = position < len(arguments.posonlyargs)
        style = kinds.POSITIONAL_ONLY if only else kinds.POSITIONAL_OR_KEYWORD
        default = kinds.empty
        if position >= missing:
            default = function.defaults[position - missing]
        found.append(kinds(argument.id, style, default=default))
    if arguments.vararg:
        found.append(kinds(arguments.vararg.id, kinds.VAR_POSITIONAL))
    for argument, value in zip(arguments.kwonlyargs, function.keyword_defaults):
        default = kinds.empty if value is None else value
        found.append(kinds(argument.id, kinds.KEYWORD_ONLY, default=default))
    if arguments.kwarg:
        found.append(kinds(arguments.kwarg.id, kinds.VAR_KEYWORD))
    return inspect.Signature(found)


@operations.parameters_of.otherwise
def refuse(b: Builder, function: Any, node: gast.AST) -> list:
    """Raise: it is no function whose parameters are known."""
    raise b.error(
        "this function cannot be differentiated here.", "Give a function.", node
    )


@operations.parameters_of.of(LocalFunction)
def of_definition(b: Builder, function: LocalFunction, node) -> list:
    """Return those of the definition, or of what it wraps."""
    return shown_parameters(b, function, node) or _own_parameters(function)


def _own_parameters(function: LocalFunction) -> list[inspect.Parameter]:
    return list(signature_of(function).parameters.values())


def shown_parameters(b: Builder, function: Any, node: gast.AST) -> list:
    """Return the parameters of what a function wraps; none if it has the same ones."""
    wrapped = getattr(function, "wrapped", None)
    if wrapped is None:
        return []
    found = operations.parameters_of(b, wrapped, node)
    own = _own_parameters(function)
    if [p.name for p in found] == [p.name for p in own]:
        return []
    return [_with_default(b, wrapped, p, node) for p in found]


def _with_default(
    b: Builder, wrapped: Value, parameter: inspect.Parameter, node: gast.AST
) -> inspect.Parameter:
    """Return a parameter with its default, which is not known of those of Python."""
    python: Any = wrapped.static_value() if wrapped.is_static else None
    if python is None:
        return parameter
    default = inspect.signature(python).parameters[parameter.name].default
    if default is parameter.empty:
        return parameter
    value = default_values.constant(b, python, default, node, parameter.name)
    return parameter.replace(default=value)


@operations.parameters_of.of(Known)
def of_known(b: Builder, function: Known, node: gast.AST) -> list:
    """Return those of a function of Python, without defaults."""
    try:
        found = inspect.signature(function.value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return refuse(b, function, node)
    return [p.replace(default=p.empty) for p in found.parameters.values()]


@operations.parameters_of.of(LocalDerivative, Chosen)
def of_what_it_holds(b: Builder, function: Any, node: gast.AST) -> list:
    """Return those of the function, or of the last of two."""
    return operations.parameters_of(b, function.inside[-1], node)


@operations.parameters_of.of(Partial)
def of_the_rest(b: Builder, function: Partial, node: gast.AST) -> list:
    """Return those that have no argument yet."""
    own = operations.parameters_of(b, function.function, node)
    named = dict(function.keywords)
    return [p for p in own[len(function.arguments) :] if p.name not in named]


@operations.title_of.otherwise
def of_none(b: Builder, function: Any) -> str:
    """Return a name for what has none."""
    return "inner"


@operations.title_of.of(LocalFunction)
def of_its_definition(b: Builder, function: LocalFunction) -> str:
    """Return the name; a lambda has none."""
    return function.tree.name if function.tree.name.isidentifier() else "inner"


@operations.title_of.of(Known)
def of_its_name(b: Builder, function: Known) -> str:
    """Return the name in Python."""
    return getattr(function.value, "__name__", "inner")


@operations.title_of.of(Partial, LocalDerivative)
def of_its_function(b: Builder, function: Any) -> str:
    """Return the name of the function inside."""
    return operations.title_of(b, function.function)
