"""What a program asks about itself: `id`, `locals` and `inspect.signature`."""

from __future__ import annotations

import builtins
import enum
import inspect
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import is_numeric
from tangentlite.specialize.library.standard_classes import BoundArguments
from tangentlite.specialize.outside import default_values
from tangentlite.values.base import Atom, Known, Maybe, Sequence, Value
from tangentlite.values.callable_values import UNBOUND, LocalFunction, Method, Unbound
from tangentlite.values.heap import Box, Instance
from tangentlite.values.literals import literal
from tangentlite.values.objects import (
    contents,
    exception_objects,
    identity,
    instances,
)
from tangentlite.values.structure import atoms


class Identity(int):
    """What `id` gives: it is compared and looked up; the number has no meaning."""


@handlers.builtin(builtins.id, none="kept")
def _id(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    value = arguments[0]
    if isinstance(value, Known):
        return Known(Identity(id(value.value)))
    if isinstance(value, Instance) and identity.is_followed(b, value):
        return Known(Identity(id(value)))
    what = "id() of what is computed is not supported."
    raise b.error(what, "Compare with `is`.", node)


@handlers.builtin(builtins.locals)
def _locals(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Return a dict of the variables that are bound here."""
    code = getattr(b.frame.function, "__code__", None)
    if code is None:
        what = "locals() in an inner function is not supported."
        raise b.error(what, "Name the variables.", node)
    values: dict[str, Value] = {}
    for name in (*code.co_varnames, *code.co_cellvars):
        if name not in b.frame.variables or name in values:
            continue
        held = b.frame.variables[name]
        value = held.items[0] if isinstance(held, Box) else held
        some_paths = any(atom.name in b.phis.unbound for atom in atoms(value))
        if some_paths or isinstance(value, Maybe) and value.absent == UNBOUND:
            what = f"{name}, which is bound on some paths only, is no item of locals()."
            raise b.error(what, "Name the variables.", node)
        if not isinstance(value, Unbound):
            values[name] = operations.read_name(b, build.name(name))
    return contents.dictionary(b, values)


@handlers.builtin(inspect.signature)
def _signature(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Return the signature of a function that is known here."""
    function = arguments[0].static_value() if arguments[0].is_static else None
    if keywords or not callable(function):
        what = "inspect.signature() needs a function that is known here."
        raise b.error(what, "Name its parameters.", node)
    try:
        return Known(SignatureOf(function))
    except ValueError as error:  # a function of C that does not tell
        instead = "Name its parameters."
        raise operations.certain_error(b, error, instead, node) from None


class SignatureOf(inspect.Signature):
    """The signature of a function or class, whose arguments are bound to it."""

    def __init__(self, function: Callable) -> None:
        """Take the parameters of what stands in wrappers."""
        found = inspect.signature(function)
        super().__init__(list(found.parameters.values()))
        self.function = inspect.unwrap(function)


def _asks(question: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
        """Whether a value is a function, class or module: no array is one."""
        (value,) = arguments
        if isinstance(value, LocalFunction):
            return literal(question is inspect.isfunction)
        return literal(isinstance(value, Known) and question(value.value))

    return handler


_QUESTIONS = (inspect.isfunction, inspect.isclass, inspect.ismodule, inspect.isbuiltin)
handlers.calls({one: _asks(one) for one in _QUESTIONS})


_PLAIN = (type(None), str, list, tuple, dict)


@handlers.builtin(inspect.getattr_static)
def _static(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Return the default for what arrays, numbers and plain objects do not have."""
    if len(arguments) != 3:
        what = "inspect.getattr_static() is supported with a default alone."
        raise b.error(what, "Use getattr.", node)
    owner, name, default = arguments
    numeric = isinstance(owner, Atom) and is_numeric(owner.kind)
    cls = np.ndarray if numeric else operations.python_type(b, owner)
    known = name.static_value() if name.is_static else ""
    is_plain = numeric or cls in _PLAIN
    if not (is_plain and known) or hasattr(cls, known):
        what = "inspect.getattr_static() of this is not supported."
        raise b.error(what, "Use getattr.", node)
    return default


@operations.call_method.of(Known, holding=SignatureOf)
def bind(b: Builder, owner: Known, name: str, arguments, keywords, node, base: str):
    """Return the arguments that a call of the function would bind."""
    signature: Any = owner.value
    if name not in ("bind", "bind_partial"):
        raise _refused_part(b, owner, name)
    try:
        bound = getattr(signature, name)(*arguments, **keywords)
    except TypeError as error:
        operations.raise_known(b, TypeError, exception_objects.of(b, error), node)
        raise b.error(f"{error}.", "Check the call.", node) from None
    given = {
        key: _gathered(b, signature.parameters[key], value)
        for key, value in bound.arguments.items()
    }
    defaults = {
        key: _default(b, signature, parameter, node)
        for key, parameter in signature.parameters.items()
        if key not in given and parameter.default is not parameter.empty
    }
    defaults |= {
        key: _gathered(b, parameter, () if parameter.kind is _STAR else {})
        for key, parameter in signature.parameters.items()
        if key not in given and parameter.kind in (_STAR, parameter.VAR_KEYWORD)
    }
    whole = [owner, contents.dictionary(b, given), contents.dictionary(b, defaults)]
    return instances.construct(b, BoundArguments, whole, {}, node, base)


_STAR = inspect.Parameter.VAR_POSITIONAL


def _gathered(b: Builder, parameter: inspect.Parameter, value) -> Value:
    if parameter.kind is _STAR:
        return Sequence(tuple(value))
    if parameter.kind is parameter.VAR_KEYWORD:
        return contents.dictionary(b, value)
    return value


def _default(b: Builder, signature: SignatureOf, parameter, node) -> Value:
    function = signature.function
    return default_values.constant(b, function, parameter.default, node, parameter.name)


@operations.attribute.of(Known, holding=(inspect.Signature, inspect.Parameter))
def read(b: Builder, owner: Known, name: str, base: str) -> Value:
    """Return a part of a signature: its parameters, or a fact of one of these."""
    if name == "parameters" and isinstance(owner.value, inspect.Signature):
        items = {key: Known(p) for key, p in owner.value.parameters.items()}
        return contents.dictionary(b, items)
    if name in ("name", "kind", "default", "empty"):
        found = getattr(owner.value, name)
        if found is None or type(found) in (bool, int, float, str):
            return literal(found)
        if isinstance(found, (type, types.FunctionType, enum.Enum)):
            return Known(found)
    if isinstance(owner.value, inspect.Parameter) and name in _KINDS:
        return Known(getattr(owner.value, name))
    if isinstance(owner.value, SignatureOf) and name in ("bind", "bind_partial"):
        return Method(owner, name)
    raise _refused_part(b, owner, name)


_KINDS = frozenset(inspect._ParameterKind.__members__)


def _refused_part(b: Builder, owner: Known, name: str) -> Exception:
    cls = (
        inspect.Signature if isinstance(owner.value, SignatureOf) else inspect.Parameter
    )
    what = f"inspect.{cls.__name__}.{name} is not supported."
    return b.error(what, "Read the names of its parameters.", None)
