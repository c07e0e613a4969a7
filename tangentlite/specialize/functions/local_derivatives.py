"""Derivatives of functions that are defined in the program that takes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gast

from tangentlite import errors, handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.ir.fact_cache import once
from tangentlite.rules.binding import as_worded
from tangentlite.specialize.functions.lifted import (
    Lifted,
    lifted,
    restored,
)
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import LocalDerivative, derived, is_function
from tangentlite.values.objects import instances

# A recursion by a number that is not known would go on.
MOST_STEPS = 12


def of(
    b: Builder, operator: Callable, arguments: list, keywords: dict, node: gast.AST
) -> LocalDerivative | None:
    """Return what `tl.grad` and its like give for a function of the program.

    None if it is no function, or not all else is known.
    """
    given = inspect.signature(operator).bind(*arguments, **keywords).arguments
    function = given.pop("f", None)
    function = instances.special(b, function, "__call__") or function
    if not is_function(function) or function.is_static:
        return None
    if not all(value.is_static for value in given.values()):
        return None
    options = tuple((key, _fixed(value.static_value())) for key, value in given.items())
    found = derived(function, (operator, options))
    if len(found.steps) > MOST_STEPS:
        raise b.error(
            f"derivatives are taken of derivatives more than {MOST_STEPS} times here.",
            "Take fewer, by a number that is written in the program.",
            node,
        )
    return found


def _fixed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


@operations.called.of(LocalDerivative)
def call(
    b: Builder,
    callee: LocalDerivative,
    arguments: list,
    keywords: dict,
    node: gast.AST,
    base: str,
) -> Value:
    """Call a derivative, for which all that its function captures is an argument.

    The derivative of the program thus sees how it depends on that.
    """
    function, captured = lifted(b, callee.function, node, keywords)
    _require_own(b, function, callee.steps, node)
    derivative = _derivative(function, callee.steps)
    parameters = operations.parameters_of(b, callee.function, node)
    passed = _passed(derivative, arguments, keywords)
    defaults = {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.default is not parameter.empty and parameter.name not in passed
    }
    named = {**defaults, **keywords}
    given = {**named, **captured}
    _require_places(b, derivative, parameters, arguments, given, node)
    _require_fit(b, function, derivative, arguments, named, node)
    return operations.call(b, Known(derivative), arguments, given, node, base)


def known(b: Builder, value: Any, node: gast.AST) -> Any:
    """Return the derivative that a value stands for, to read what it takes."""
    if value.is_static:
        return value.static_value()
    function, _ = lifted(b, value.function, node)
    return _derivative(function, value.steps)


def _require_own(b: Builder, function: Lifted, steps: tuple, node: gast.AST) -> None:
    """Raise if a derivative is asked for by what the function captures.

    Or by the name of what takes all arguments: outside, `functools.wraps` gives the
    function the parameters of the one that it calls, of which one may have that name.
    """
    asked = [dict(options).get("wrt", 0) for _, options in steps]
    names = [
        name for wrt in asked for name in (wrt if isinstance(wrt, tuple) else [wrt])
    ]
    own = [p for p in function.parameters if p.name not in function.captured]
    known = [parameter.name for parameter in own]
    takes_any = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in own)
    takes_names = any(parameter.kind is parameter.VAR_KEYWORD for parameter in own)
    for name in names:
        if name in function.captured:
            raise b.error(
                f"{function.title} has no parameter {name!r} to differentiate: it is "
                "captured.",
                "Make it a parameter.",
                node,
            )
        if isinstance(name, str) and name not in known and not takes_names:
            raise b.error(
                f"{function.title} has no parameter {name!r} to differentiate; it has "
                f"{', '.join(known) or 'none'}.",
                "Give the name of one, or its position.",
                node,
            )
        if (
            isinstance(name, int)
            and function.captured
            and not (0 <= name < len(known) or takes_any and name >= 0)
        ):
            raise b.error(
                f"{function.title} has no parameter {name} to differentiate: its own "
                f"are {', '.join(known) or 'none'}, and it captures "
                f"{', '.join(function.captured)}.",
                "Give the name of one, or its position, counted from the front.",
                node,
            )
        if name in _all_taken(function.parameters):
            raise b.error(
                f"{function.title} takes all arguments, by position and by name: which "
                f"of them {name!r} is, is not known here.",
                "Give the place of the argument, wrt=0, or call the function that it "
                "passes them on to.",
                node,
            )


def _require_fit(
    b: Builder,
    function: Lifted,
    derivative: Any,
    arguments: list,
    keywords: Mapping,
    node: gast.AST,
) -> None:
    """Raise if arguments do not fit the parameters, without those for captures."""
    whole = derivative.__signature__
    own = [p for p in whole.parameters.values() if p.name not in function.captured]
    signature = whole.replace(parameters=own)
    said = as_worded(function.title, signature, arguments, keywords)
    if said is not None:
        shown = ", ".join(map(str, signature.parameters.values()))
        raise b.error(f"{said}.", f"Check the call: it takes ({shown}).", node)


def _all_taken(parameters: Sequence[inspect.Parameter]) -> set[str]:
    """Return the names of `*args` and `**kwargs` of what has both."""
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    found = {p.name for p in parameters if p.kind in kinds}
    return found if len(found) == len(kinds) else set()


def _require_places(
    b: Builder,
    derivative: Any,
    parameters: list[inspect.Parameter],
    arguments: list,
    keywords: Mapping,
    node: gast.AST,
) -> None:
    """Raise if what a `*` parameter takes is passed by a name, which it has outside.

    There `functools.wraps` gives a function the parameters of the one that it calls.
    """
    if not _all_taken(parameters):
        return
    stars = [p.name for p in parameters if p.kind is p.VAR_POSITIONAL]
    try:
        derivative.__signature__.bind(*arguments, **keywords)
    except TypeError:
        raise b.error(
            f"{derivative.__name__} takes what it is differentiated by as *{stars[0]} "
            "here, by position alone.",
            "Pass that, and tangents, by position.",
            node,
        ) from None


@once
def _derivative(function: Lifted, steps: tuple) -> Any:
    """Return the derivative, the same one for all walks of a program."""
    found: Any = function
    for operator, options in steps:
        found = operator(found, **dict(options))
    return found


def _passed(derivative: Any, arguments: list, keywords: Mapping) -> set[str]:
    signature = inspect.signature(derivative)
    try:
        return set(signature.bind_partial(*arguments, **keywords).arguments)
    except TypeError:  # the call itself says what is wrong with it
        return set(signature.parameters)


@handlers.builtin(Lifted.__call__)
def enter(
    b: Builder, arguments: list, keywords: dict, node: gast.AST, base: str
) -> Value:
    """Walk a lifted function, with what it captured taken from its arguments."""
    function, *given = arguments
    known = function.value
    captured = {name: keywords[name] for name in known.captured}
    b.report.captured = known.captured
    named = {name: v for name, v in keywords.items() if name not in captured}
    inner = restored(b, known, captured)
    if known.is_wrapper:
        given, named = _in_places(known, given, named)
    return operations.call(b, inner, given, named, node, base)


def _in_places(function: Lifted, given: list, named: dict) -> tuple[list, dict]:
    """Return the arguments by position, as what passes on those of `*args` is called.

    Outside, a function that shows the parameters of another one is called so, too.
    """
    own = [p for p in function.parameters if p.name not in function.captured]
    bound = inspect.Signature(own).bind(*given, **named)
    return list(bound.args), bound.kwargs


def require_unwritten(b: Builder) -> None:
    """Raise if a function writes what it captures: a derivative would not."""
    for name in b.report.writes:
        if name in b.report.captured:
            raise errors.UnplacedError(
                f"the function that is differentiated here writes into {name}, which "
                "it captures; its derivative does not.\n"
                "Return the value, or write into a copy."
            )
