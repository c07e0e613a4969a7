"""Binding of a call's arguments to parameters, with Python's error messages."""

from __future__ import annotations

import inspect
import types
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tangentlite import errors


def bind(
    signature: inspect.Signature, args: tuple, kwargs: dict, name: str
) -> dict[str, object]:
    """Bind a call's arguments with defaults; raise in Python's words if they misfit.

    >>> bind(inspect.signature(lambda x, y: x), (1.0,), {}, "f")
    Traceback (most recent call last):
        ...
    tangentlite.errors.ArgumentError: f() missing 1 required positional argument: 'y'.
    It is f(x, y).
    """
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        said = as_worded(name, signature, args, kwargs) or error
        heads = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
        shown = signature.replace(parameters=heads)
        raise errors.ArgumentError(f"{said}.\nIt is {name}{shown}.") from None
    bound.apply_defaults()
    return dict(bound.arguments)


def bound(f: Callable, args: tuple, kwargs: dict) -> dict[str, object]:
    """Bind the arguments of a function's call as `bind` does.

    >>> bound(lambda x, y=2.0: x, (1.0,), {})
    {'x': 1.0, 'y': 2.0}
    """
    return bind(inspect.signature(f), args, kwargs, f.__name__)


def call_with(f: Callable, values: Mapping[str, Any]) -> Any:
    """Call a function with the values that its parameters are bound to.

    >>> call_with(lambda x, /, *rest, **named: (x, rest, named),
    ...           {'x': 1.0, 'rest': (2.0,), 'named': {'k': 3.0}})
    (1.0, (2.0,), {'k': 3.0})
    """
    arguments = inspect.BoundArguments(inspect.signature(f), OrderedDict(values))
    return f(*arguments.args, **arguments.kwargs)


def as_worded(
    name: str, signature: inspect.Signature, args: Iterable, kwargs: Mapping[str, Any]
) -> TypeError | None:
    """Return the error that Python raises if arguments do not fit, None if they do.

    >>> as_worded('f', inspect.signature(len), (), {})
    TypeError("f() missing 1 required positional argument: 'obj'")
    """
    empty = inspect.Parameter.empty
    parameters = [
        p.replace(annotation=empty, default=None if p.default is not empty else empty)
        for p in signature.parameters.values()
    ]
    place: dict[str, types.FunctionType] = {}
    exec(f"def other{inspect.Signature(parameters)}: pass", place)
    other = place["other"]
    other.__qualname__ = name
    try:
        other(*args, **kwargs)
    except TypeError as error:
        return error
    return None


def own_signature(function: types.FunctionType) -> inspect.Signature:
    """Return the signature of a function's code, whatever its decorators say of it.

    >>> def given(*values): ...
    >>> given.__signature__ = inspect.signature(lambda x: x)
    >>> str(own_signature(given)), str(inspect.signature(given))
    ('(*values)', '(x)')
    """
    if "__signature__" in vars(function):
        code, name = function.__code__, function.__name__
        places = function.__defaults__, function.__closure__
        bare = types.FunctionType(code, function.__globals__, name, *places)
        bare.__kwdefaults__ = function.__kwdefaults__
        function = bare
    return inspect.signature(function, follow_wrapped=False)
