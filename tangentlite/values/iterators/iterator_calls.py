"""Iterators: `iter`, `next`, and the functions of itertools."""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Callable
from typing import TypeGuard

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.as_functions.comprehension_functions import building
from tangentlite.frontend.desugar.tree import placed, read
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.sizes.dims import Dim
from tangentlite.specialize.library import (
    items_and_grids,
    standard_functions,
)
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.callable_values import LocalFunction
from tangentlite.values.heap import Instance, List
from tangentlite.values.iterables import Generator, Stream, Zip, as_iterator
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal
from tangentlite.values.objects import exception_objects, instances


def require_iterable(b: Builder, value: object, node: gast.AST) -> None:
    """Raise what Python raises where a number is iterated over."""
    if isinstance(value, Atom) and isinstance(value.kind, Scalar):
        type_ = "int" if str(value.kind.dtype).startswith("int") else "float"
        error = TypeError(f"{type_!r} object is not iterable")
        raise operations.certain_error(
            b, error, "Loop over range(n), or over an array.", node
        )


def opened(b: Builder, value: Value, node: gast.AST) -> Value:
    """Return the iterable for a loop over a value: of objects, from `__iter__`."""
    require_iterable(b, value, node)
    if not isinstance(value, Instance):
        return value
    method = instances.special(b, value, "__iter__")
    if method is not None:
        found = instances.call_special(b, value, "__iter__", [], node)
        if isinstance(found, Instance):
            steps = operations.inline(
                b, standard_functions.steps, [found], {}, node, "t"
            )
            return steps
        return found
    return operations.inline(b, items_and_grids.items, [value], {}, node, "t")


@operations.as_items.otherwise
def as_it_is(b: Builder, value: Value, node: gast.AST | None = None) -> Value:
    """Return the value, which is no iterator."""
    return value


@operations.as_items.of(Stream)
def taken_at_once(b: Builder, value: Stream, node: gast.AST | None = None) -> List:
    """Return the list of the items left in an iterator."""
    return List(b.heap, tuple(_rest(b, value, node)))


@operations.as_items.of(Instance)
def of_object(b: Builder, value: Instance, node: gast.AST | None = None) -> Value:
    """Return the items of an object that its class makes iterable."""
    if not _gives_items(b, value):
        return value
    return operations.as_items(b, opened(b, value, node), node)


def _gives_items(b: Builder, value: Instance) -> bool:
    """Whether the class of an object makes it iterable."""
    names = ("__iter__", "__getitem__")
    return any(instances.special(b, value, name) is not None for name in names)


def zipped(
    b: Builder,
    parts: list,
    node: gast.AST,
    fill: object = None,
    strict: bool = False,
) -> Stream:
    """Return the iterator of `zip` if one of its arguments is an iterator.

    It takes one item of each in turn. With a value to fill in, it is `zip_longest`.
    """
    iterators = tuple(_iterator(b, part, node) for part in parts)
    shown = zip if fill is None else itertools.zip_longest
    return Stream(b.heap, Zip(iterators, fill, strict), shown)


def require_equal(b: Builder, parts: list, node: gast.AST) -> None:
    """Raise unless the arguments of a strict `zip` are known to be equally long."""
    lengths = {_known_length(b, part) for part in parts}
    if len(lengths) > 1 or None in lengths:
        what = "zip(..., strict=True) of what may not be equally long is not supported."
        raise b.error(what, "Compare the lengths before: assert len(a) == len(b).")


def _known_length(b: Builder, part: object) -> Dim | None:
    """Return the number of items of an iterable, None if it is not known."""
    if isinstance(part, (Generator, Stream, Instance)):
        return None
    kind = operations.length(b, part).kind
    known = kind.size if kind.value is None else kind.value
    return None if known is None else b.sizes.find(known)


def _iterator(b: Builder, value: Value, node: gast.AST) -> Generator | Stream:
    value = opened(b, value, node)
    return value if is_iterator(value) else Stream(b.heap, value)


def is_iterator(value: object) -> TypeGuard[Generator | Stream]:
    """Whether a value is an iterator, which is consumed by taking its items."""
    return isinstance(value, (Generator, Stream))


def _rest(b: Builder, stream: Stream, node: gast.AST | None) -> list:
    items = []
    while (found := taken(b, stream, node)) is not None:
        items.append(found[0])
    return items


def taken(b: Builder, iterator: Generator | Stream, node) -> tuple | None:
    """Take the next item of an iterator; None if there is none."""
    if isinstance(iterator, Generator):
        return operations.resume(b, iterator, node)
    if isinstance(iterator.source, Zip) and any(
        map(is_iterator, iterator.source.parts)
    ):
        return _row(b, iterator.source, node)
    return _of_source(b, iterator)


def _row(b: Builder, source: Zip, node: gast.AST | None) -> tuple | None:
    """Take one item of each iterator; those behind one that has ended give none."""
    row: list = []
    ended = 0
    for part in source.parts:
        found = taken(b, part, node)
        if found is None and source.fill is None:
            if source.strict:
                _require_all_ended(b, source.parts, len(row), node)
            return None
        ended += found is None
        row.append(source.fill if found is None else found[0])
    return None if ended == len(row) else (Sequence(tuple(row)),)


def _require_all_ended(b: Builder, parts: tuple, ended: int, node) -> None:
    """Raise what a strict `zip` raises, one of whose arguments has ended."""
    longer = ended == 0
    if longer:
        others = range(1, len(parts))
        ended = next((k for k in others if taken(b, parts[k], node) is not None), 0)
    if ended:
        before = "argument 1" if ended == 1 else f"arguments 1-{ended}"
        than = f"{'longer' if longer else 'shorter'} than {before}"
        error = ValueError(f"zip() argument {ended + 1} is {than}")
        raise operations.certain_error(b, error, "Compare the lengths before.", node)


def _of_source(b: Builder, stream: Stream) -> tuple | None:
    (position,) = stream.items
    if not position.is_static:
        restart.unroll_if_possible(b)
        raise b.error(
            "it is not known here how many items were taken from this iterator.",
            "Use an index.",
        )
    place = position.static_value()
    if place == Stream.ENDED:
        return None
    if any(len(cell.items) != count for cell, count in stream.sizes.items()):
        what = "this iterator is read after its container has changed, which is not "
        raise b.error(f"{what}supported.", "Iterate over a copy: iter(list(items)).")
    items = operations.static_items(b, stream.source)
    count = (
        len(items) if items is not None else sequences.static_count(b, stream.source)
    )
    if count is None:
        raise b.error(
            "it is not known here how many items this iterator has.",
            "Loop over what it is made of.",
        )
    if place >= count:
        stream.put((literal(Stream.ENDED),))
        return None
    stream.put((literal(place + 1),))
    if items is not None:
        return (items[place],)
    return (operations.item_at(b, stream.source, literal(place), "t"),)


@handlers.builtin(builtins.iter, takes_all=False)
def _iter(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    if len(arguments) > 1:
        return operations.inline(b, standard_functions.until, arguments, {}, node, base)
    return _iterator(b, arguments[0], node)


@handlers.builtin(builtins.next, none="kept", takes_all=False)
def _next(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    value = arguments[0]
    if isinstance(value, Instance) and len(arguments) > 1:
        return operations.inline(
            b, items_and_grids.following, arguments, {}, node, base
        )
    if isinstance(value, Instance):
        return instances.call_special(b, value, "__next__", [], node, base)
    value = as_iterator(b.heap, value)
    alone = isinstance(node, gast.Call) and isinstance(node.args[0], gast.GeneratorExp)
    if isinstance(value, Generator) and len(arguments) > 1 and alone:
        return _first_of(b, value, arguments[1], node)
    if not is_iterator(value):
        what = f"next() of {value.describe()} is not supported."
        instead = "Use iter() first."
        if isinstance(value, Atom):
            instead = "Make the iterator in the function."
        raise b.error(what, instead, node)
    found = taken(b, value, node)
    if found is None and len(arguments) == 1:
        ended = exception_objects.of(b, StopIteration())
        operations.raise_known(b, StopIteration, ended, node)
        raise b.error("next() of an iterator that has ended.", "Give a default.", node)
    return arguments[1] if found is None else found[0]


def _first_of(b: Builder, value: Generator, default: object, node) -> Value:
    """Return the first item, or a default, of a generator that nobody else reads."""
    return operations.inline(
        b, standard_functions.first, [value, default], {}, node, "t"
    )


def _applied(definition: Callable) -> Callable:
    """Return the handler of `map` or `filter`, which raise at once for no iterable."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        for value in arguments[1:]:
            require_iterable(b, value, node)
        return operations.inline(b, definition, arguments, keywords, node, base)

    return handler


def _combinatoric(function: type) -> Callable:
    """Return the handler of an itertools function that selects items by position."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        what = f"{function.__name__}()"
        given = arguments[0]
        if not all(v.is_static for v in (*arguments[1:], *keywords.values())):
            restart.unroll_if_possible(b)
            raise b.error(
                f"{what} is given a computed number, which decides how many there are.",
                "Pass it as an integer argument, or write loops.",
                node,
            )
        items = sequences.items_told_apart(b, given, what, "Write loops.", node)
        numbers = [value.static_value() for value in arguments[1:]]
        named = {key: value.static_value() for key, value in keywords.items()}
        places = function(range(len(items)), *numbers, **named)
        rows = (Sequence(tuple(items[k] for k in row)) for row in places)
        return Stream(b.heap, Sequence(tuple(rows)), function)

    return handler


handlers.calls(
    {
        builtins.map: _applied(standard_functions.mapped),
        builtins.filter: _applied(standard_functions.filtered),
        itertools.combinations: _combinatoric(itertools.combinations),
        itertools.combinations_with_replacement: _combinatoric(
            itertools.combinations_with_replacement
        ),
        itertools.permutations: _combinatoric(itertools.permutations),
    },
    takes_all=False,
)


@operations.as_items.of(Generator)
def listed(b: Builder, items: object, node: gast.AST | None = None) -> Value:
    """Return the list of the items left in a generator."""
    item, given = read("item"), read("items")
    target = gast.Name("item", gast.Store(), None, None)
    every = gast.comprehension(target, given, [], 0)
    place = node if hasattr(node, "lineno") else b.frame.definition or _PLACE
    tree = building(placed(gast.ListComp(item, [every]), place))
    function = LocalFunction(tree, tree, b.frame, (), ())
    return operations.call(b, function, [items], {}, node, "t")


_PLACE = gast.parse("pass").body[0]
