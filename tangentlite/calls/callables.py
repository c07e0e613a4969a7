"""Wrappers that turn callables into functions with source: methods, objects, partials.

Library functions that have a rule are wrapped, too.
"""

from __future__ import annotations

import functools
import inspect
import linecache
import types
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.calls.pickling import made_by
from tangentlite.kinds.objects.foreign import foreign_callee, python_function
from tangentlite.rules import registry
from tangentlite.rules.binding import own_signature
from tangentlite.rules.numerical_functions import Numerical


def as_function(f: Callable) -> Any:
    """Return a function that calls a method, object, partial or decorated function.

    Plain functions are returned unchanged. Wrappers of one callable share their code,
    so that code that is generated for one serves all. Raises ArgumentError for others.

    >>> as_function('a'.join)
    Traceback (most recent call last):
        ...
    tangentlite.errors.ArgumentError: builtin_function_or_method objects cannot be \
differentiated.
    Wrap the call in a function defined with def.
    """
    if (python := python_function(f)) is not None:
        return as_function(python)
    if (foreign := foreign_callee(f, getattr(f, "__name__", ""))) is not None:
        raise errors.ArgumentError("\n".join(foreign))
    if isinstance(f, (staticmethod, classmethod)):
        return as_function(f.__func__)
    if isinstance(f, functools._lru_cache_wrapper):
        return as_function(f.__wrapped__)
    if isinstance(f, functools.partial):
        return _of_partial(f)
    if isinstance(f, types.MethodType):
        return _wrapper(f, f.__func__, [f.__self__], {})
    if isinstance(f, types.FunctionType):
        is_called = _hides_parameters(f) or registry.is_registered(f)
        return _wrapper(f, f, [], {}, _accepted(f)) if is_called else f
    if isinstance(f, Numerical):
        is_ufunc = isinstance(f.function, np.ufunc)
        return _wrapper(f, f, [], {}, _of_library(f.function) if is_ufunc else None)
    call = inspect.getattr_static(type(f), "__call__", None)
    if isinstance(call, types.FunctionType) and _is_readable(f):
        return _wrapper(f, call, [f], {})
    if (
        isinstance(f, Hashable)
        and registry.rule_of(f) is not None
        and (signature := _of_library(f))
    ):
        return _wrapper(f, f, [], {}, signature)
    raise errors.ArgumentError(_refusal(f))


def _is_readable(f: object) -> bool:
    """Whether an object's `__call__` is treated like a function."""
    return not isinstance(f, type) and registry.refusal_of(type(f)) is None


def _refusal(f: object) -> str:
    """Return the message for an object that cannot be wrapped in a function."""
    instead = registry.refusal_of(type(f)) if callable(f) else None
    if instead is not None and not isinstance(f, np.ufunc):
        name = f"{type(f).__module__}.{type(f).__name__}"
        return f"objects of the type {name} are not supported.\n{instead}"
    if isinstance(f, type):
        return (
            f"{f.__name__} is a class, which cannot be differentiated.\n"
            "Wrap the call in a function defined with def, which returns numbers."
        )
    if callable(f) or isinstance(f, types.ModuleType):
        return (
            f"{type(f).__name__} objects cannot be differentiated.\n"
            "Wrap the call in a function defined with def."
        )
    return (
        f"{described(f)} is no function: did you call f?\n"
        "Give the function, then the arguments: tl.grad(f)(x), not tl.grad(f(x))."
    )


def described(value: object) -> str:
    """Return a short description of a value of any type.

    >>> described(np.ones(3)), described(2.0), described(None)
    ('an array of shape (3,)', '2.0', 'None')
    """
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if value is None or isinstance(value, (bool, int, float, complex, np.generic)):
        return str(value)
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def with_signature(f: Callable, signature: inspect.Signature) -> Any:
    """Return a wrapper with other parameters, which it forwards in their order."""
    return _wrapper(f, f, [], {}, signature)


def _hides_parameters(f: types.FunctionType) -> bool:
    """Whether a decorated function shows the signature of the function it wraps."""
    if not hasattr(f, "__wrapped__") and "__signature__" not in vars(f):
        return False
    own = own_signature(f).parameters
    return list(own) != list(inspect.signature(f).parameters)


def _accepted(f: types.FunctionType) -> inspect.Signature:
    """Return the signature that a function shows, or its own if it takes no others.

    >>> def shown(x, y): ...
    >>> str(_accepted(functools.wraps(shown)(lambda *values: values)))
    '(x, y)'
    >>> str(_accepted(functools.wraps(shown)(lambda values: values)))
    '(values)'
    """
    own, shown = own_signature(f), inspect.signature(f)
    stars = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    takes_others = any(one.kind in stars for one in own.parameters.values())
    return shown if takes_others else own


def _of_partial(f: functools.partial) -> types.FunctionType:
    inner: Any = f.func
    first = list(f.args)
    if isinstance(inner, types.MethodType):
        inner, first = inner.__func__, [inner.__self__, *first]
    return _wrapper(f, inner, first, f.keywords)


def _of_library(f: Callable) -> inspect.Signature | None:
    """Return the signature of a NumPy function, without `out` and rare options.

    Some functions written in C have none; ufuncs have had one since NumPy 2.4 alone.
    """
    if isinstance(f, np.ufunc):
        names = ["x"] if f.nin == 1 else [f"x{k + 1}" for k in range(f.nin)]
        only = inspect.Parameter.POSITIONAL_ONLY
        return inspect.Signature([inspect.Parameter(name, only) for name in names])
    try:
        known = list(inspect.signature(f).parameters.values())
    except (TypeError, ValueError):
        return None
    kept: list[inspect.Parameter] = []
    for place, parameter in enumerate(known):
        is_option = parameter.default is not parameter.empty
        if is_option and parameter.name == "out":
            continue
        if parameter.default is np._NoValue:
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            return None
        if place > len(kept):
            parameter = parameter.replace(kind=parameter.KEYWORD_ONLY)
        kept.append(parameter)
    if not kept:
        return None
    return inspect.Signature(kept)


def _wrapper(
    f: Callable,
    function: Callable,
    first: list,
    named: dict,
    signature: inspect.Signature | None = None,
) -> Any:
    """Return a function with the signature of `f` that calls `function`.

    It passes the arguments `first` and `named`, too.
    """
    signature = signature or inspect.signature(f)
    held = {"_function": function}
    held |= {f"_given_{k}": value for k, value in enumerate(first)}
    held |= {f"_named_{key}": value for key, value in named.items()}
    parts, defaults, keyword_defaults = [], [], {}
    for parameter in signature.parameters.values():
        default = parameter.default
        if default is not parameter.empty:
            if parameter.kind is parameter.KEYWORD_ONLY:
                keyword_defaults[parameter.name] = default
            else:
                defaults.append(default)
            default = None
        parts.append(parameter.replace(default=default, annotation=parameter.empty))
    name = getattr(f, "__name__", type(f).__name__)
    name = name if name.isidentifier() else "function"
    passed = [f"_given_{k}" for k in range(len(first))]
    passed += [_passed(p) for p in signature.parameters.values() if p.name not in named]
    passed += [
        f"{key}={key if key in signature.parameters else f'_named_{key}'}"
        for key in named
    ]
    head = str(inspect.Signature(parts))
    code = _code(name, head, ", ".join(passed), tuple(held))
    cells = tuple(types.CellType(held[free]) for free in code.co_freevars)
    namespace = getattr(f, "__globals__", None) or getattr(function, "__globals__", {})
    made = types.FunctionType(code, namespace, name, tuple(defaults), cells)
    made.__qualname__ = getattr(f, "__qualname__", name)
    made.__kwdefaults__ = keyword_defaults or None
    made.__doc__ = f.__doc__
    made.__module__ = getattr(f, "__module__", None) or type(f).__module__
    return made_by(as_function, f, made)


def _passed(parameter: inspect.Parameter) -> str:
    if parameter.kind is parameter.VAR_POSITIONAL:
        return f"*{parameter.name}"
    if parameter.kind is parameter.VAR_KEYWORD:
        return f"**{parameter.name}"
    if parameter.kind is parameter.KEYWORD_ONLY:
        return f"{parameter.name}={parameter.name}"
    return parameter.name


@functools.lru_cache(maxsize=1024)
def _code(name: str, head: str, passed: str, held: tuple) -> types.CodeType:
    text = (
        f"def make({', '.join(held)}):\n"
        f"    def {name}{head}:\n"
        f"        return _function({passed})\n"
        f"    return {name}\n"
    )
    filename = f"<callable {name}{head} {passed}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    outer = next(
        c for c in compile(text, filename, "exec").co_consts if inspect.iscode(c)
    )
    return next(c for c in outer.co_consts if inspect.iscode(c))
