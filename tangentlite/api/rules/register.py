"""The decorators with which users register templates."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Hashable
from typing import Any

from tangentlite.calls.generated import alive
from tangentlite.errors import ArgumentError
from tangentlite.rules import registry, users_rules
from tangentlite.tracebacks.frames import surface


@surface
def constant(*functions: Callable, **effects: Any) -> None:
    """Declare that functions have a derivative of zero in all their arguments."""
    _require_functions("constant", functions)
    _load_ours(functions)
    registry.constant(*functions, **effects)
    users_rules.note_given(functions)
    alive.drop_generated()


def rule_or_refusal(function: object) -> tuple[registry.Rule | None, str | None]:
    """Return the rule of a function, or why it is refused; of others neither."""
    return registry.rule_of(function), registry.refusal_of(function)


def _for_users(decorator: Callable) -> Callable:
    """Return a decorator that checks its arguments.

    Code that was generated without the new rule is dropped.
    """
    name = decorator.__name__

    @surface
    @functools.wraps(decorator)
    def of_functions(*functions: Callable, **effects: Any) -> Callable:
        _require_functions(name, functions)
        _load_ours(functions)
        register = decorator(*functions, **effects)

        @surface
        def with_template(template: Callable) -> Callable:
            _require_template(name, template, functions)
            _require_names(name, template, effects)
            registered = register(template)
            users_rules.note_given(functions)
            alive.drop_generated()
            return registered

        return with_template

    return of_functions


def _require_functions(name: str, functions: tuple) -> None:
    if not functions:
        raise ArgumentError(
            f"tl.{name} needs the function that the template is of.\n"
            f"Name it: @tl.{name}(function)."
        )
    for function in functions:
        if not callable(function) or not isinstance(function, Hashable):
            raise ArgumentError(
                f"tl.{name} takes functions, not {function!r}.\n"
                "Pass the function object itself."
            )


def _load_ours(functions: tuple) -> None:
    """Load the rules that come with us: loaded later, they would replace the user's."""
    for function in functions:
        registry.rule_of(function)


def _require_template(name: str, template: Any, functions: tuple) -> None:
    is_function = isinstance(template, types.FunctionType)
    if not is_function or template.__name__ == "<lambda>":
        raise ArgumentError(
            f"the template of tl.{name} is {template!r}, but its text is read.\n"
            "Define it with def."
        )
    own = list(inspect.signature(template).parameters.values())[1:]
    for function in functions:
        if isinstance(function, types.FunctionType):
            known = inspect.signature(function).parameters
            named_alike = all(_is_like(one, known.get(one.name)) for one in own)
            if not named_alike or known and not own:
                raise ArgumentError(
                    f"the template is {template.__name__}"
                    f"{inspect.signature(template)}, but the function "
                    f"{function.__name__}{inspect.signature(function)}.\n"
                    "Its first parameter is the result, the others have the names and "
                    "defaults of the function's."
                )


def _require_names(name: str, template: Callable, effects: dict[str, Any]) -> None:
    """Refuse options that do not name parameters of the template."""
    parameters = list(inspect.signature(template).parameters)[1:]
    for option in ("in_", "may_view"):
        given = effects.get(option, ())
        for named in (given,) if isinstance(given, str) else given:
            if named not in parameters:
                raise ArgumentError(
                    f"{option}={named!r} of tl.{name} is no parameter of "
                    f"{template.__name__}.\nIt has {', '.join(parameters)}."
                )


def _is_like(own: inspect.Parameter, known: inspect.Parameter | None) -> bool:
    if known is None:
        return False
    return own.default is own.empty or repr(own.default) == repr(known.default)


elementwise = _for_users(registry.elementwise)
linear = _for_users(registry.linear)
adjoint = _for_users(registry.adjoint)
tangent = _for_users(registry.tangent)
