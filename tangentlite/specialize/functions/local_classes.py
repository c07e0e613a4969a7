"""Classes defined inside the function being walked.

A class of Python is made of the definition; its methods are closures of the function,
which stand behind functions that are never run.
"""

from __future__ import annotations

import abc
import collections
import dataclasses
import functools
import types
from typing import Any

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.mangling import with_names_of_class
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.specialize.functions import closures
from tangentlite.specialize.state.outside_objects import LOCAL, Computed
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import LocalFunction, Partial
from tangentlite.values.heap import Cell, Instance


@handlers.statement(gast.ClassDef)
def run_class(b: Builder, node: gast.ClassDef) -> None:
    """Bind the name of a class that is defined inside a function."""
    bases = tuple(_base(b, base, node) for base in node.bases)
    if any(lookup(base, "__init_subclass__", None) is not _OF_OBJECT for base in bases):
        raise _refused(b, "__init_subclass__ of a base", node)
    for keyword in node.keywords:
        if keyword.arg != "metaclass" or _known(b, keyword.value) is not abc.ABCMeta:
            raise _refused(b, f"{keyword.arg}= of a class in a function", node)
    members = _members(b, with_names_of_class(node))
    if "__init_subclass__" in members or "__class_getitem__" in members:
        raise _refused(b, "__init_subclass__ in a class in a function", node)
    place = {"__module__": b.frame.globals.get("__name__"), LOCAL: True, **members}
    try:
        made = types.new_class(node.name, bases, {}, lambda own: own.update(place))
    except TypeError as error:
        raise b.error(f"{node.name}: {error}.", "Check its bases.", node) from None
    for member in members.values():
        for stub in _functions(member):
            local = local_function(stub)
            if local is not None:
                b.functions.classes[local.definition] = made
    for decorator in reversed(node.decorator_list):
        made = _decorated(b, decorator, made, node)
    operations.bind_name(b, node.name, Known(made))


@handlers.builtin(collections.namedtuple)
def _named_tuple(b: Builder, arguments: list, keywords: dict, node, base: str) -> Known:
    """Make the class of named tuples, of names that are known."""
    if not all(value.is_static for value in (*arguments, *keywords.values())):
        raise b.error("namedtuple() needs names that are known here.", "", node)
    known = {key: value.static_value() for key, value in keywords.items()}
    given: Any = [value.static_value() for value in arguments]
    return Known(collections.namedtuple(*given, **known))


_OF_OBJECT = vars(object)["__init_subclass__"]


def local_function(function: object) -> LocalFunction | None:
    """Return the closure behind a method of a class in a function, None for others."""
    if not isinstance(function, types.FunctionType):
        return None
    return vars(function).get(LOCAL)


def _members(b: Builder, node: gast.ClassDef) -> dict[str, Any]:
    """Return the namespace that the body of a class makes."""
    members: dict[str, Any] = {}
    annotations: dict[str, object] = {}
    for statement in node.body:
        if isinstance(statement, gast.FunctionDef):
            members[statement.name] = _method(b, statement, members)
        elif isinstance(statement, gast.Assign):
            value = _constant(b, statement.value, members, statement)
            for target in statement.targets:
                if not isinstance(target, gast.Name):
                    raise _refused(b, "unpacking in a class in a function", statement)
                members[target.id] = value
        elif isinstance(statement, gast.AnnAssign):
            annotations[statement.target.id] = object
            if statement.value is not None:
                value = _constant(b, statement.value, members, statement)
                if isinstance(value, Computed):
                    raise _refused(b, "a default that is computed", statement)
                members[statement.target.id] = value
        elif not _is_empty(statement):
            what = "statements, besides methods and constants, in a class in a function"
            raise _refused(b, what, statement)
    return {**members, "__annotations__": annotations} if annotations else members


def _is_empty(statement: gast.stmt) -> bool:
    plain = isinstance(statement, gast.Expr) and isinstance(
        statement.value, gast.Constant
    )
    return plain or isinstance(statement, gast.Pass)


def _method(b: Builder, node: gast.FunctionDef, members: dict[str, Any]) -> Any:
    """Return a function that stands for a method, or what its decorators make of it."""
    plain = gast.FunctionDef(
        node.name, node.args, node.body, [], node.returns, node.type_comment,
        getattr(node, "type_params", []),
    )  # fmt: skip
    made: Any = _stub(closures.defined(b, gast.copy_location(plain, node)))
    for decorator in reversed(node.decorator_list):
        name = getattr(decorator, "id", None)
        accessor = getattr(decorator, "attr", None)
        if isinstance(decorator, gast.Attribute) and accessor in ("setter", "deleter"):
            owner = members.get(getattr(decorator.value, "id", ""))
            if isinstance(owner, property):
                made = getattr(owner, accessor)(made)
                continue
        known = _known(b, decorator)
        if known not in _METHOD_DECORATORS:
            what = f"the decorator {name or 'of this method'} in a class in a function"
            raise _refused(b, what, node)
        made = known(made)
    return made


_METHOD_DECORATORS = (
    property, staticmethod, classmethod, functools.cached_property, abc.abstractmethod,
)  # fmt: skip


def _stub(function: LocalFunction) -> types.FunctionType:
    method: Any = types.FunctionType((lambda *_, **__: None).__code__, {})
    method.__name__ = method.__qualname__ = function.tree.name
    setattr(method, LOCAL, function)
    return method


def _functions(member: Any) -> list:
    """Return the functions in a member of a class."""
    held: tuple
    if isinstance(member, property):
        held = (member.fget, member.fset, member.fdel)
    else:
        held = (getattr(member, "__func__", getattr(member, "func", member)),)
    return [function for function in held if isinstance(function, types.FunctionType)]


def _constant(b: Builder, node: gast.expr, members: dict, place: gast.AST) -> object:
    """Return the value of a member of a class."""
    names = {n.id for n in gast.walk(node) if isinstance(n, gast.Name)}
    if not names.isdisjoint(members):
        raise _refused(b, "a member that is computed from others", place)
    value = operations.evaluate(b, node)
    if isinstance(value, LocalFunction):
        return _stub(value)
    if isinstance(value, Partial):
        raise _refused(b, "a method made of another function", place)
    if isinstance(value, Instance) and any(
        lookup(value.type, name, None) for name in _OF_DESCRIPTORS
    ):
        raise _refused(b, "a descriptor in a class in a function", place)
    is_fixed = value.is_static and not isinstance(value, Cell)
    return value.static_value() if is_fixed else Computed(value)


_OF_DESCRIPTORS = ("__get__", "__set__", "__delete__", "__set_name__")


def _base(b: Builder, node: gast.expr, place: gast.AST) -> type:
    known = _known(b, node)
    if not isinstance(known, type):
        raise _refused(b, "a base that is no class that is known here", place)
    return known


def _known(b: Builder, node: gast.expr) -> object:
    value: Value = operations.evaluate(b, node)
    return value.value if isinstance(value, Known) else None


def _decorated(b: Builder, node: gast.expr, made: type, place: gast.AST) -> type:
    """Return what a decorator makes of a class."""
    options: dict[str, object] = {}
    function = node
    if isinstance(node, gast.Call) and not node.args:
        function = node.func
        for keyword in node.keywords:
            options[keyword.arg] = _constant(b, keyword.value, {}, place)
    known: Any = _known(b, function)
    if known not in (dataclasses.dataclass, functools.total_ordering):
        raise _refused(b, "a decorator of a class in a function", place)
    return known(**options)(made) if options else known(made)


def _refused(b: Builder, what: str, node: gast.AST) -> Exception:
    return b.error(f"{what} is not supported.", "Define the class outside.", node)
