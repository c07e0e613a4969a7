"""Inlining: the body of a called Python function is walked in place."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping

import gast

from tangentlite import errors, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.condition_steps import with_conditions_in_steps
from tangentlite.frontend.desugar.yields import has_yield
from tangentlite.frontend.parse import Parsed, parse, parse_template
from tangentlite.operations import implements
from tangentlite.rules.binding import as_worded, own_signature
from tangentlite.specialize.functions import calls_in_conditions
from tangentlite.specialize.functions.recursion import recursion
from tangentlite.specialize.outside import default_values
from tangentlite.specialize.state import paths
from tangentlite.specialize.state.frame import Frame
from tangentlite.values.base import Sequence, Value
from tangentlite.values.iterables import Generator
from tangentlite.values.objects import contents, exception_objects
from tangentlite.values.structure import atoms


@implements(operations.inline)
def inline(
    b: Builder,
    function: types.FunctionType,
    arguments: list,
    keywords: Mapping[str, Value],
    node: gast.AST,
    base: str,
) -> Value:
    """Walk the body of a user's function with its parameters bound; its result."""
    bound = bind(b, function, arguments, keywords, node)
    return walk_function(b, function, bound)


def walk_function(
    b: Builder, function: types.FunctionType, bound: dict[str, Value]
) -> Value:
    """Inline a function, or call it if it is recursive; return the result."""
    parsed = parsed_for(b, function)
    if not parsed.source.generated:
        calls_in_conditions.require_expression(b, parsed)
        b.references.guard_code(function)
        bound = contents.as_given(b, parsed.tree, bound)
    if has_yield(parsed.tree):
        frame = new_frame(b, function, parsed, dict(bound))
        return Generator.made(b.heap, parsed.tree, frame)

    def walk(variables: dict[str, Value]) -> Value:
        line = b.line
        frame = new_frame(b, function, parsed, variables)
        result = operations.run_function(b, frame, parsed.tree)
        b.line = line
        return result

    return recursion.call(b, function, title_of(function), bound, walk)


def parsed_for(b: Builder, function: types.FunctionType) -> Parsed:
    """Return the tree of a function; its conditions are in steps if that is assumed."""
    try:
        parsed = parse(function)
    except errors.UnsupportedError as error:
        if not b.control.frames:
            raise
        what, _, instead = str(error).partition("\n")
        placed = b.error(what, instead)
        if error.trail:  # it says where the function is
            error.trail = (*placed.trail, *error.trail)
            raise
        raise placed from None
    if parsed.source in b.assumed.in_steps:
        return parse(function, with_conditions_in_steps)
    return parsed


def title_of(function: types.FunctionType) -> str:
    """Return a name for a function; a lambda has none of its own."""
    return function.__name__ if function.__name__.isidentifier() else "function"


def run_template(
    b: Builder,
    function: types.FunctionType,
    bound: dict[str, Value],
    bases: Mapping[str, str],
) -> dict[str, Value]:
    """Walk a template with its variables bound; return all variables at its end.

    `bases` maps the outputs that are asked for to the bases of their names.
    """
    parsed = parse_template(function)
    line = b.line
    frame = new_frame(b, function, parsed, bound)
    frame.bases = bases
    given = [atom.name for value in bound.values() for atom in atoms(value)]
    frame.given = tuple(name for name in given if name is not None)
    try:
        operations.run_function(b, frame, parsed.tree)
    except errors.UnplacedError as error:  # by `refuse`: the user's statement is here
        if error.trail:
            raise
        b.line = line
        what, _, instead = str(error).partition("\n")
        raise b.error(what, instead) from None
    except paths.Raised:  # for such arguments the function itself raises
        b.line = line
        what = f"{function.__name__} raises for such arguments."
        raised = b.error(what, "Check what it is given.")
        raise errors.of_class(raised, errors.AlwaysRaisesError) from None
    b.line = line
    return frame.variables


def new_frame(
    b: Builder, function: types.FunctionType, parsed: Parsed, bound: dict
) -> Frame:
    """Return the frame of a call, its source registered."""
    if parsed.source not in b.control.sources:
        b.functions.called_from[len(b.control.sources)] = b.line
        b.control.sources.append(parsed.source)
    return Frame(
        name=function.__name__,
        variables=bound,
        globals=function.__globals__,
        cells=Cells(function),
        local_names=parsed.local_names,
        facts=parsed.live,
        source=b.control.sources.index(parsed.source),
        column=parsed.column,
        function=function,
        line=b.line,
    )


class Cells(Mapping[str, object]):
    """The captured variables of a function by name, read when they are asked for."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        names = function.__code__.co_freevars
        self.by_name = dict(zip(names, function.__closure__ or ()))

    def __getitem__(self, name: str) -> Value:
        try:
            return self.by_name[name].cell_contents
        except ValueError:  # not bound yet
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_name)

    def __len__(self) -> int:
        return len(self.by_name)


def bind(
    b: Builder,
    function: types.FunctionType,
    arguments: list,
    keywords: Mapping[str, Value],
    node: gast.AST,
) -> dict[str, Value]:
    """Bind the arguments of a call to parameters, with defaults."""
    signature = own_signature(function)
    try:
        bound = signature.bind(*arguments, **keywords)
    except TypeError as error:
        title = function.__qualname__
        said = as_worded(title, signature, arguments, keywords) or error
        worded = exception_objects.of(b, said)
        operations.raise_known(b, TypeError, worded, node)
        raise b.error(f"{said}.", "Check the call.", node) from None
    values: dict[str, Value] = {}
    for name, parameter in signature.parameters.items():
        if name in bound.arguments:
            value = bound.arguments[name]
            if parameter.kind is parameter.VAR_POSITIONAL:
                value = Sequence(tuple(value))
            elif parameter.kind is parameter.VAR_KEYWORD:
                value = contents.dictionary(b, value)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            value = Sequence(())
        elif parameter.kind is parameter.VAR_KEYWORD:
            value = contents.dictionary(b, {})
        else:
            value = default_value(b, function, parameter, node)
        values[name] = value
    return values


def default_value(b: Builder, function, parameter, node) -> Value:
    """Return the default of a parameter that a call leaves out."""
    return default_values.constant(b, function, parameter.default, node, parameter.name)
