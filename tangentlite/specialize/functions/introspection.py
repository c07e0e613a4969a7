"""What a program asks about itself: `id`, `locals` and `inspect.signature`."""

from __future__ import annotations

import builtins
import inspect
import types
from collections.abc import Callable

import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import is_numeric
from tangentlite.values.base import Atom, Known, Maybe, Value
from tangentlite.values.callable_values import UNBOUND, LocalFunction, Unbound
from tangentlite.values.heap import Box, Instance
from tangentlite.values.literals import literal
from tangentlite.values.objects import contents, identity
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
    if keywords or not isinstance(function, (types.FunctionType, type)):
        what = "inspect.signature() needs a function of Python that is known here."
        raise b.error(what, "Name its parameters.", node)
    return Known(inspect.signature(function))


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


@handlers.builtin(inspect.getattr_static)
def _static(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Return the default for what arrays and numbers do not have."""
    owner, name, *default = arguments
    numeric = isinstance(owner, Atom) and is_numeric(owner.kind)
    known = name.static_value() if name.is_static else ""
    if not (numeric and default and known) or hasattr(np.ndarray, known):
        what = "inspect.getattr_static() of this is not supported."
        raise b.error(what, "Use getattr.", node)
    return default[0]


@operations.attribute.of(Known, holding=(inspect.Signature, inspect.Parameter))
def read(b: Builder, owner: Known, name: str, base: str) -> Value:
    """Return a part of a signature: its parameters, or a fact of one of these."""
    if name == "parameters" and isinstance(owner.value, inspect.Signature):
        items = {key: Known(p) for key, p in owner.value.parameters.items()}
        return contents.dictionary(b, items)
    if name in ("name", "kind", "default", "empty"):
        found = getattr(owner.value, name)
        if found is None or isinstance(found, (bool, int, float, str)):
            return literal(found)
        if isinstance(found, (type, types.FunctionType)):
            return Known(found)
    what = f"inspect.{type(owner.value).__name__}.{name} is not supported."
    raise b.error(what, "Read the names of its parameters.", None)
