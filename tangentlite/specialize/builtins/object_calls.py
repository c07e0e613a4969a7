"""Builtins on objects and their attributes; functional tools of the library."""

from __future__ import annotations

import builtins
import collections
import dataclasses
import functools
import operator
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentlite import handlers, operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.builder.naming import note_mixed
from tangentlite.builder.sizes import required_sizes
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, rank, shape_of
from tangentlite.kinds.objects.user_objects import is_generated, lookup
from tangentlite.specialize.builtins import type_questions
from tangentlite.specialize.library import standard_functions
from tangentlite.specialize.library.standard_classes import Deque
from tangentlite.specialize.state.outside_objects import LOCAL
from tangentlite.values import structure
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import NONE, Partial, wrapping
from tangentlite.values.containers import keys
from tangentlite.values.heap import Instance, List
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal
from tangentlite.values.objects import (
    attributes,
    contents,
    exception_objects,
    instances,
)
from tangentlite.values.structure import is_container, keys_of
from tangentlite.values.text import strings


@handlers.builtin(builtins.super)
def _super(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    return instances.super_of(b, arguments, node)


@handlers.builtin(builtins.getattr, none="kept", takes_all=False)
def _getattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    owner, name = arguments[0], type_questions.name_of(b, arguments[1], node)
    if len(arguments) > 2:
        owner = structure.owner_of(owner)
        arguments = [owner, *arguments[1:]]
    if len(arguments) > 2 and isinstance(owner, Instance):
        if name not in owner.keys or attributes.asks_for_all(owner.type):
            return operations.inline(
                b, standard_functions.attribute, arguments, {}, node, base
            )
        if not attributes.has(b, owner, name, node).is_static:
            return operations.inline(
                b, standard_functions.own, arguments, {}, node, base
            )
    elif len(arguments) > 2 and not type_questions.has(b, owner, name, node):
        return arguments[2]
    return operations.read_attribute(b, owner, name, name)


@handlers.builtin(builtins.setattr, none="kept", takes_all=False)
def _setattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    owner, name, value = arguments
    owner = _required_object(b, structure.owner_of(owner), node)
    attributes.write(b, owner, type_questions.name_of(b, name, node), value, node)
    return NONE


@handlers.builtin(object.__setattr__, none="kept", takes_all=False)
def _put(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    owner, name, value = arguments
    owner = _required_object(b, owner, node)
    attributes.put(b, owner, type_questions.name_of(b, name, node), value, node)
    return NONE


@handlers.builtin(object.__getattribute__, none="kept", takes_all=False)
def _plain(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    owner = _required_object(b, arguments[0], node)
    name = type_questions.name_of(b, arguments[1], node)
    return attributes.plain(b, owner, name, base)


@handlers.builtin(object.__init__)
def _init(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """`super().__init__()` of a class without bases: it takes nothing."""
    if len(arguments) > 1 or keywords:
        what = "object.__init__() takes exactly one argument (the instance to "
        error = TypeError(what + "initialize)")
        raise operations.certain_error(b, error, "Pass nothing to it.", node)
    return NONE


@handlers.builtin(builtins.delattr)
def _delattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    owner = _required_object(b, arguments[0], node)
    attributes.delete(b, owner, type_questions.name_of(b, arguments[1], node), node)
    return NONE


def _required_object(b: Builder, owner: Value, node: gast.AST) -> Instance:
    """Return an object of a user's class; raise for other values."""
    if not isinstance(owner, Instance):
        raise b.error(
            "attributes are set of objects alone that the function knows.",
            "Use a variable.",
            node,
        )
    return owner


@handlers.builtin(builtins.vars)
def _vars(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    if not arguments or not isinstance(arguments[0], Instance):
        raise b.error("vars() of this is not supported.", "Name the attributes.", node)
    return operations.read_own_attribute(b, arguments[0], "__dict__", base)


@handlers.builtin(builtins.dir)
def _dir(b: Builder, arguments: list, keywords: dict, node, base: str) -> List:
    """Return the names of an object's attributes: its own and those of its class."""
    owner: Any = arguments[0] if arguments else NONE
    is_object = type(owner) is Instance
    known = owner.static_value() if owner.is_static and not is_object else None
    cls = owner.type if is_object else known
    if not isinstance(cls, type) or _is_own(cls, type(known)):
        what = "dir() of this is not supported."
        raise b.error(what, "Name the attributes that are meant.", node)
    b.references.guard_class(cls)
    names = {name for name in dir(cls) if name != LOCAL}
    if is_object:
        for name in owner.keys:
            if not attributes.has(b, owner, name, node).is_static:
                raise b.error(f"{name} is set on some paths only.", "Set it.", node)
        names.update(owner.keys)
    return List(b.heap, tuple(map(literal, sorted(names))))


def _is_own(cls: type, metaclass: type) -> bool:
    """Whether `dir` of an object of a class, or of the class, runs code of its own."""
    of_object = lookup(cls, "__dir__", None) is not object.__dir__
    of_class = issubclass(metaclass, type) and metaclass.__dir__ is not type.__dir__
    return of_object or of_class


@handlers.builtin(functools.partial, none="kept")
def _partial(b: Builder, arguments: list, keywords: dict, node, base: str) -> Partial:
    given, named = tuple(arguments[1:]), tuple(keywords.items())
    return Partial(arguments[0], given, named, functools.partial)


@handlers.builtin(functools.reduce, none="kept")
def _reduce(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    function, values, *start = arguments
    items = sequences.items_told_apart(b, values, "reduce()", "Write a loop.", node)
    items = [*start, *items]
    if not items:
        raise b.error("reduce() of nothing needs a first value.", "", node)
    result = items[0]
    for item in items[1:]:
        result = operations.call(b, function, [result, item], {}, node, base)
    return result


def _text(function: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        if len(arguments) == 1 and exception_objects.is_exception(arguments[0]):
            return strings.text_of(b, function, arguments[0], node)
        if len(arguments) == 1 and instances.has_class(arguments[0]):
            return _text_of_object(b, arguments[0], node)
        if all(value.is_static for value in arguments) and not keywords:
            if not any(isinstance(v.static_value(), float) for v in arguments):
                return literal(function(*(v.static_value() for v in arguments)))
        callee = b.references.function(function)
        call = operations.as_call(b, callee, arguments, keywords)
        return b.emit(b, call, Opaque(str), base)

    return handler


def _text_of_object(b: Builder, owner: Instance | Sequence, node) -> Value:
    """Return `repr` of a dataclass or named tuple whose fields are known."""
    cls = owner.type
    shown = keys_of(owner)
    if isinstance(owner, Instance):
        if not dataclasses.is_dataclass(cls) or not is_generated(
            lookup(cls, "__repr__", 0)
        ):
            what = f"the text of objects of the class {cls.__name__} is not supported."
            raise b.error(what, "Define __str__ or __repr__.", node)
        shown = tuple(f.name for f in dataclasses.fields(cls) if f.repr)
    held = dict(zip(keys_of(owner), owner.items))
    if not all(held[name].is_static for name in shown):
        what = (
            f"the text of an object of the class {cls.__name__} holds computed values."
        )
        raise b.error(what, "Format its attributes.", node)
    fields = ", ".join(f"{name}={held[name].static_value()!r}" for name in shown)
    return literal(f"{cls.__qualname__}({fields})")


@handlers.builtin(builtins.sum, none="number", iterates=True)
def _sum(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    items = operations.static_items(b, arguments[0])
    if items is None:
        start = (*arguments[1:], *keywords.values(), literal(0))[0]
        shape = shape_of(getattr(arguments[0], "kind", None)) or ()
        if len(shape) > 1:
            if b.sizes.find(shape[0]) == 0:
                return start
            required_sizes.of_this_text(b, shape[0], 1)
        total = operations.call_rule(b, sum, arguments, keywords, base)
        if (
            isinstance(start, Atom)
            and isinstance(total, Atom)
            and total.name in b.kinds
        ):
            note_mixed(b, total.name, start)  # of no items it is what it starts with
        return total
    start = (*arguments[1:], *keywords.values(), literal(0))[0]
    if not items:
        return start
    nested = any(map(is_container, items)) and rank(getattr(start, "kind", None))
    if is_container(start) or nested or any(map(instances.has_class, items)):
        given = [List(b.heap, tuple(items)), start]
        return operations.inline(b, standard_functions.total, given, {}, node, base)
    if any(map(is_container, items)):
        what = "sum() of lists, tuples or dicts starts with a number here."
        raise b.error(what, "Give it the first one: sum(rows, []).", node)
    if not isinstance(arguments[0], Sequence):
        arguments = [List(b.heap, tuple(items)), *arguments[1:]]
    return operations.call_rule(b, sum, arguments, keywords, base)


@handlers.builtin(collections.defaultdict)
def _defaultdict(b: Builder, arguments: list, keywords: dict, node, base: str):
    made = operations.call(b, Known(dict), arguments[1:], keywords, node, base)
    if arguments and arguments[0] != NONE:
        made.factory = arguments[0]
    made.shown = collections.defaultdict
    return made


@handlers.builtin(collections.deque)
def _deque(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    return instances.construct(b, Deque, arguments, keywords, node, base)


@handlers.builtin(collections.OrderedDict)
def _ordered_dict(b: Builder, arguments: list, keywords: dict, node, base: str):
    made = operations.call(b, Known(dict), arguments, keywords, node, base)
    made.shown = collections.OrderedDict
    return made


@handlers.builtin(dict.fromkeys)
def _from_keys(b: Builder, arguments: list, keywords: dict, node, base: str):
    what = "dict.fromkeys()"
    names = sequences.items_told_apart(b, arguments[0], what, "Write a loop.", node)
    value = arguments[1] if len(arguments) > 1 else NONE
    made = {keys.known_key(b, key, node): value for key in names}
    return contents.dictionary(b, made)


@handlers.builtin(functools.wraps)
def _wraps(b: Builder, arguments: list, keywords: dict, node, base: str) -> Partial:
    """A decorator that gives a function the name and parameters of another one."""
    wrapped = keywords["wrapped"] if "wrapped" in keywords else arguments[0]
    return Partial(_wrapping, (wrapped,))


def _wrapping(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    wrapped, function = arguments
    return wrapping(function, wrapped)


@handlers.builtin(operator.itemgetter)
def _itemgetter(b: Builder, arguments: list, keywords: dict, node, base: str):
    return Partial(_items, tuple(arguments), shown=operator.itemgetter)


def _items(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    *places, owner = arguments
    found = [operations.read_item(b, owner, place, base) for place in places]
    return found[0] if len(found) == 1 else Sequence(tuple(found))


@handlers.builtin(operator.attrgetter)
def _attrgetter(b: Builder, arguments: list, keywords: dict, node, base: str):
    return Partial(_attributes, tuple(arguments), shown=operator.attrgetter)


def _attributes(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    *names, owner = arguments
    found = []
    for name in names:
        value = owner
        for part in type_questions.name_of(b, name, node).split("."):
            value = operations.read_attribute(b, value, part, base)
        found.append(value)
    return found[0] if len(found) == 1 else Sequence(tuple(found))


@handlers.builtin(operator.getitem)
def _getitem(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    return operations.read_item(b, arguments[0], arguments[1], base)


@handlers.builtin(runtime.store)
def _store(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    place = build.subscript(arguments[0].node, build.constant(...))
    b.add(build.assign(place, arguments[1].node, b.line))
    return NONE


@handlers.builtin(runtime.refill, none="kept")
def _refill(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    owner: Any = contents.as_held(b, arguments[0])  # an atom is refused
    new = arguments[1]
    if isinstance(owner, Atom):
        ownership.require_owned(b, owner, ownership.CHANGES, node, node.args[0])
    if isinstance(owner, Instance):  # a deque or Counter: the container in it
        owner = owner.items[0]
    if isinstance(new, Atom):
        b.heap.contents[owner] = new
    else:
        contents.change(b, owner, new.items, new.keys, node)
    return NONE


@handlers.builtin(runtime.record)
def _record(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    names = tuple(keywords)
    return Instance(b.heap, arguments[0].value, names, tuple(keywords.values()))


_TEXTS = (str, repr, format, np.array_repr, np.array_str, np.array2string)
handlers.calls({function: _text(function) for function in (ord, chr)})
handlers.calls(
    {function: _text(function) for function in _TEXTS},
    none="kept",
    takes_all=False,
)
