"""Sets, whose items must all be known: displays, methods and operators."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeGuard

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.as_functions.comprehension_functions import building
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Scalar, is_differentiable
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.callable_values import NONE, LocalFunction
from tangentlite.values.heap import Dictionary, Set
from tangentlite.values.iterables import View
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal
from tangentlite.values.objects import contents


@dataclass(frozen=True)
class History:
    """The method calls that made a set out of an empty one.

    An argument is a value, a tuple of values, or the history of another set or dict.
    """

    type: type
    steps: tuple[tuple[str, tuple], ...] = ()

    def then(self, name: str, *given: object) -> History:
        """Return the history with one more method call."""
        return History(self.type, (*self.steps, (name, given)))

    def replayed(self) -> set | frozenset:
        """Return a Python set that was made so, which has the order of Python.

        >>> History(set).then('update', (8, 0)).then('add', 16).replayed() == {0, 8, 16}
        True
        """
        known: Any = self.type()
        for name, given in self.steps:
            result = getattr(known, name)(*map(_replayed, given))
            known = result if isinstance(result, (set, frozenset, dict)) else known
        return known


def _replayed(given: object) -> object:
    return given.replayed() if isinstance(given, History) else given


def made(b: Builder, items: list | None, node: gast.AST | None, type_=set) -> Any:
    """Return the set that `type_(items)` makes."""
    if _are_computed(items):
        return at_run_time(b, items, type_)
    history = History(type_).then("union", _known(b, items, node))
    return _of(b, history.replayed(), history)


def at_run_time(b: Builder, items: list, type_: type) -> Atom:
    """Emit a set of what is computed, which is asked for its length and what is in it.

    Whoever goes through it or changes it needs items that are known. There are no
    derivatives that it could lose.
    """
    given = operations.as_expression(b, Sequence(tuple(items)))
    call = build.call(b.references.function(type_), [given])
    return b.emit(b, call, Opaque(type_), "t")


def _are_computed(items: list | None) -> TypeGuard[list]:
    """Whether all items are integers, texts, or tuples of them, some not known here."""
    if not items or all(item.is_static for item in items):
        return False
    return all(_can_be_computed(item) for item in items)


def _can_be_computed(item: Value) -> bool:
    if type(item) is Sequence and item.type is tuple:
        return all(map(_can_be_computed, item.items))
    if item.is_static:
        return type(item.static_value()).__hash__ is not None
    if item.flag_type is str:
        return True
    kind = getattr(item, "kind", None)
    return isinstance(kind, Scalar) and not is_differentiable(kind)


def _known(b: Builder, items: list | None, node: gast.AST | None) -> tuple:
    """Return the values of the items of a set."""
    if items is None or not all(item.is_static for item in items):
        what = "a set may hold only what is known here: no {} that is computed."
        if any(item.flag_type is str for item in items or ()):
            instead = "Use a list: append what is `not in` it."
            raise b.error(what.format("text"), instead, node)
        raise b.error(what.format("number"), "Use a list, or np.unique.", node)
    return tuple(item.static_value() for item in items)


def _of(b: Builder, known: set | frozenset, history: History | None) -> Set:
    return Set(b.heap, _items(known), type(known), history)


def _items(known: set | frozenset) -> tuple:
    """Return the items of a set in its order; text has a new one in each process."""
    ordered = all(map(_is_of_numbers, known))
    return tuple(map(literal, known if ordered else sorted(known, key=repr)))


def _is_of_numbers(item: object) -> bool:
    """Whether the hash of a value is the same in each process."""
    if isinstance(item, (tuple, frozenset)):
        return all(map(_is_of_numbers, item))
    return isinstance(item, (int, float, complex))


def _require_order(b: Builder, value: Set) -> None:
    """Raise unless the iteration order of a set is known: one item has one."""
    if value.history is None and len(value.items) > 1:
        raise b.error(
            "the order of this set depends on how it was made, which is not known "
            "here.",
            "Go through sorted(...), or use a list or dict.",
        )


@operations.static_items.of(Set)
def items(b: Builder, value: Set) -> list:
    """Return the items in the order in which Python iterates over them."""
    _require_order(b, value)
    return list(value.items)


@handlers.expression(gast.Set)
def display(b: Builder, node: gast.Set, base: str) -> Any:
    """Walk `{a, b}`."""
    starred = [isinstance(part, gast.Starred) for part in node.elts]
    values = [
        operations.evaluate(b, part.value if star else part)
        for part, star in zip(node.elts, starred)
    ]
    if not any(starred) and _are_computed(values):
        return at_run_time(b, values, set)
    history = History(set)
    for value, star in zip(values, starred):
        if star:
            history = history.then("update", _argument(b, value, node))
        else:
            history = history.then("add", *_known(b, [value], node))
    known = history.replayed()
    if len(node.elts) > 2 and all(map(_is_constant, node.elts)):
        return _of_constants(b, known)
    return _of(b, known, history)


def _of_constants(b: Builder, known: set | frozenset) -> Set:
    """Return a set that Python makes of a frozenset among the constants of the code.

    A loop iterates over the frozenset itself; if its order differs, none is known.
    """
    codes = [getattr(frame.function, "__code__", None) for frame in b.control.frames]
    for kept in _constants(codes):
        if type(kept) is frozenset and kept == known:
            history = History(set).then("update", kept)
            is_same = list(kept) == list(history.replayed())
            return _of(b, history.replayed(), history if is_same else None)
    return _of(b, known, None)


def _constants(values: Iterable) -> Iterator[object]:
    """Yield code objects and their constants, recursively."""
    for value in values:
        yield value
        if isinstance(value, types.CodeType):
            yield from _constants(value.co_consts)


def _is_constant(node: gast.expr) -> bool:
    return not any(isinstance(part, (gast.Name, gast.Call)) for part in gast.walk(node))


@handlers.expression(gast.SetComp)
def comprehension(b: Builder, node: gast.SetComp, base: str) -> Any:
    """Walk `{item for ...}`."""
    as_list = gast.copy_location(gast.ListComp(node.elt, node.generators), node)
    function = LocalFunction(building(as_list), node, b.frame, (), ())
    first = operations.evaluate(b, node.generators[0].iter)
    found = operations.call(b, function, [first], {}, node, base)
    return made(b, sequences.all_items(b, found), node)


def _of_type(type_: type) -> Callable:
    def make(b: Builder, arguments: list, keywords: dict, node, base: str) -> Any:
        if len(arguments) == 1 and type(arguments[0]) not in (Set, Dictionary):
            items = sequences.all_items(b, arguments[0])
            if _are_computed(items):
                return at_run_time(b, items, type_)
            arguments = [arguments[0] if items is None else Sequence(tuple(items))]
        return _call(b, _empty(b, type_), "union", arguments, node)

    return make


def _empty(b: Builder, type_: type) -> Set:
    return Set(b.heap, (), type_, History(type_))


handlers.calls(
    {
        set: _of_type(set),
        frozenset: _of_type(frozenset),
    },
    takes_all=True,
    iterates=True,
)


@operations.call_method.of(Set)
def call_method(
    b: Builder, owner: Set, name: str, arguments: list, keywords, node, base: str
) -> Value:
    """Walk `owner.add(value)` and the like."""
    if not hasattr(owner.type, name) or name.startswith("_"):
        raise b.error(f"the set method {name!r} is not supported.", "", node)
    if name == "pop" and not arguments and not keywords:
        return _pop(b, owner, node)
    return _call(b, owner, name, arguments, node)


def _call(b: Builder, owner: Set, name: str, arguments: list, node) -> Any:
    if name in ("add", "discard", "remove"):
        given = list(_known(b, arguments, node))
    else:
        given = [_argument(b, value, node) for value in arguments]
    is_known = owner.history is not None and None not in given
    values = [a.static_value() if g is None else g for a, g in zip(arguments, given)]
    known: Any = owner.static_value()
    try:
        result = getattr(known, name)(*map(_replayed, values))
    except (KeyError, TypeError) as error:
        what = f"{type(error).__name__} of a set: {error}."
        raise b.error(what, "Test with `in`.", node) from None
    history = owner.history.then(name, *given) if is_known else None
    if isinstance(result, (set, frozenset)):
        return owner if result is known else _of(b, result, history)
    if result is not None:
        return literal(result)
    of_one = name in ("add", "discard", "remove")
    if not of_one or len(known) != len(owner.items):
        contents.change(b, owner, _items(known), history, node)
    return NONE


def _pop(b: Builder, owner: Set, node) -> Value:
    """Take the item that Python takes, the first one in its order."""
    items = owner.items
    if not items:
        error = KeyError("pop from an empty set")
        raise operations.certain_error(b, error, "Test whether it is empty.", node)
    if len(items) > 1:
        _require_order(b, owner)
        if not all(_is_of_numbers(item.static_value()) for item in items):
            what = "which item of a set of texts pop() takes differs between runs."
            raise b.error(what, "Take the items of sorted(...).", node)
    history = None if owner.history is None else owner.history.then("pop")
    known: Any = owner.static_value() if history is None else owner.history.replayed()
    taken = known.pop()
    contents.change(b, owner, _items(known), history, node)
    return literal(taken)


def _argument(b: Builder, value: object, node) -> History | tuple | None:
    """Return the argument of a set method in a history; None if it has no history."""
    if isinstance(value, Set):
        return value.history
    if isinstance(value, Dictionary):  # Python makes room for its keys first
        return History(dict).then("update", tuple((key, None) for key in value.keys))
    return _known(b, sequences.all_items(b, value), node)


def augmented(
    b: Builder, op: gast.operator, left: Set, right: object, node
) -> Value | None:
    """Walk `left OP= right`; return the new frozenset, None if the set is changed."""
    name = _METHODS.get(type(op))
    if name is None or left.type is frozenset or not isinstance(right, Set):
        return operations.binary(b, op, left, right, "t")
    name = "update" if name == "union" else f"{name}_update"
    operations.call_method(b, left, name, [right], {}, node, "t")
    return None


def of_view(b: Builder, op: gast.operator, value: Value) -> Value:
    """Return a view of keys as the set that it is for `&`, `|`, `-` and `^`."""
    if type(op) in _METHODS and isinstance(value, View) and value.what == "keys":
        return made(b, list(value.items), None)
    return value


def binary(b: Builder, op: gast.operator, left: Set, right: Set, base: str) -> Any:
    """Walk `a | b`, `a & b`, `a - b` and `a ^ b`; NotImplemented of others."""
    name = _METHODS.get(type(op))
    return NotImplemented if name is None else _call(b, left, name, [right], None)


_METHODS: dict[type, str] = {
    gast.BitOr: "union",
    gast.BitAnd: "intersection",
    gast.Sub: "difference",
    gast.BitXor: "symmetric_difference",
}
