"""Iterators: `iter`, `next`, and the functions of itertools."""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Callable

import gast
import numpy as np

from tangentlite.specialize import (
    catching,
    generators,
    inline,
    instances,
    library,
    library_items,
    operators,
    sequences,
    statements,
    unrolling,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Instance, List
from tangentlite.specialize.iterables import (
    Enumerate,
    Generator,
    Reversed,
    Stream,
    View,
    Zip,
)
from tangentlite.specialize.literals import literal
from tangentlite.specialize.records import Known, Sequence
from tangentlite.specialize.values import NONE, is_static, static_value


def opened(b: Builder, value: object, node: gast.AST) -> object:
    """Return what a loop over a value iterates over; objects say it themselves."""
    if not isinstance(value, Instance):
        return value
    method = instances.special(b, value, "__iter__")
    if method is not None:
        found = instances.call_special(b, value, "__iter__", [], node)
        if isinstance(found, Instance):
            steps = inline.inline(b, library.steps, [found], {}, node, "t")
            return steps
        return found
    return inline.inline(b, library_items.items, [value], {}, node, "t")


def as_items(b: Builder, value: object, node: gast.AST | None = None) -> object:
    """Return a list in place of a generator or iterator, whose items are taken."""
    if isinstance(value, Generator):
        value = generators.opened(value) or value
    if isinstance(value, Stream):
        return List(b.heap, tuple(_rest(b, value)))
    if isinstance(value, View):
        return List(b.heap, tuple(value.items))
    if isinstance(value, Instance) and _gives_items(b, value):
        value = opened(b, value, node)
        if not isinstance(value, Generator):
            return as_items(b, value, node)
    if isinstance(value, Generator):
        return generators.as_list(b, value, node)
    return value


def _gives_items(b: Builder, value: Instance) -> bool:
    """Whether the class of an object says what a loop over it gives."""
    names = ("__iter__", "__getitem__")
    return any(instances.special(b, value, name) is not None for name in names)


def zipped(b: Builder, parts: list, node: gast.AST) -> Stream:
    """Return what `zip` gives if one of its arguments is an iterator."""
    parts = [generators.opened(p) or p for p in parts]
    if not any(_left(b, part) is not None for part in parts):
        # of those without an end, as many are taken as of the others
        parts = [_as_stream(b, part, node) for part in parts]
    counts = [_left(b, part) for part in parts]
    known = [count for count in counts if count is not None]
    columns = []
    for place, part in enumerate(parts):
        if isinstance(part, Generator) and known:
            # one in front of the first that ends is asked once more
            asked = min(known) + (place < counts.index(min(known)))
            bound = [part, literal(asked)]
            part = inline.inline(b, library.islice, bound, {}, node, "t")
        columns.append(as_items(b, part, node) if isinstance(part, Generator) else part)
    held = [
        part if isinstance(part, Stream) else Stream(b.heap, part) for part in columns
    ]
    rows: list[Sequence] = []
    while True:
        row = []
        for part in held:
            found = _taken(b, part)
            if found is None:
                return Stream(b.heap, Sequence(tuple(rows)), zip)
            row.append(found[0])
        rows.append(Sequence(tuple(row)))


def _as_stream(b: Builder, part: object, node: gast.AST) -> object:
    if not isinstance(part, Generator) or _is_endless(part):
        return part
    return Stream(b.heap, as_items(b, part, node))


def _is_endless(generator: Generator) -> bool:
    """Whether a generator is one of itertools that has no end."""
    function = generator.frame.function
    if function is library.repeat:
        return generator.arguments.get("times") == NONE
    return function in (library.count, library.cycle)


def _left(b: Builder, value: object) -> int | None:
    """Return how many items something still gives, if that is known."""
    if isinstance(value, Generator):
        return None
    if not isinstance(value, Stream):
        return sequences.static_count(b, value)
    count, (position,) = sequences.static_count(b, value.source), value.items
    known = count is not None and is_static(position)
    return count - static_value(position) if known else None


def run_for(b: Builder, node: gast.For, stream: Stream) -> None:
    """Walk a loop over what an iterator still gives."""

    def begin(number: int) -> bool:
        found = _taken(b, stream)
        if found is None:
            return False
        statements.bind_target(b, node.target, found[0])
        return True

    unrolling.unroll(b, node, begin)


def _rest(b: Builder, stream: Stream) -> list:
    items = []
    while (found := _taken(b, stream)) is not None:
        items.append(found[0])
    return items


def _taken(b: Builder, stream: Stream) -> tuple | None:
    """Take the next item of an iterator; None if there is none."""
    (position,) = stream.items
    if not is_static(position):
        raise b.error(
            "it is not known here how many items were taken from this iterator.",
            "Use an index.",
        )
    place = static_value(position)
    items = sequences.static_items(b, stream.source)
    count = (
        len(items) if items is not None else sequences.static_count(b, stream.source)
    )
    if count is None:
        raise b.error(
            "it is not known here how many items this iterator has.",
            "Loop over what it is made of.",
        )
    if place >= count:
        return None
    stream.put((literal(place + 1),))
    if items is not None:
        return (items[place],)
    return (sequences.item(b, stream.source, literal(place), "t"),)


def _iter(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    if len(arguments) > 1:
        return inline.inline(b, library.until, arguments, {}, node, base)
    value = opened(b, arguments[0], node)
    return value if isinstance(value, (Generator, Stream)) else Stream(b.heap, value)


def _next(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    value = arguments[0]
    if isinstance(value, Instance) and len(arguments) > 1:
        return inline.inline(b, library_items.following, arguments, {}, node, base)
    if isinstance(value, Instance):
        return instances.call_special(b, value, "__next__", [], node, base)
    if isinstance(value, (Zip, Enumerate, Reversed)):
        value = Stream(b.heap, value)
    alone = isinstance(node, gast.Call) and isinstance(node.args[0], gast.GeneratorExp)
    if isinstance(value, Generator) and len(arguments) > 1 and alone:
        return _first_of(b, value, arguments[1], node)
    if isinstance(value, Generator):
        value = generators.streamed(b, value, node)
    if not isinstance(value, Stream):
        what = f"next() of {operators.describe(value)} is not supported."
        raise b.error(what, "Use iter() first.", node)
    found = _taken(b, value)
    if found is None and len(arguments) == 1:
        catching.raise_known(b, StopIteration, Known(StopIteration), node)
        raise b.error("next() of an iterator that has ended.", "Give a default.", node)
    return arguments[1] if found is None else found[0]


def _first_of(b: Builder, value: Generator, default: object, node) -> object:
    """Return the first item, or a default, of a generator that nobody else reads."""
    return inline.inline(b, library.first, [value, default], {}, node, "t")


def _of_library(definition: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        return inline.inline(b, definition, arguments, keywords, node, base)

    return handler


def _chosen(function: type) -> Callable:
    """A function of itertools that chooses among items, by their places."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        what = f"{function.__name__}()"
        given = arguments[0]
        items = sequences.items_told_apart(b, given, what, "Write loops.", node)
        numbers = [static_value(value) for value in arguments[1:]]
        named = {key: static_value(value) for key, value in keywords.items()}
        places = function(range(len(items)), *numbers, **named)
        rows = (Sequence(tuple(items[k] for k in row)) for row in places)
        return Stream(b.heap, Sequence(tuple(rows)), function)

    return handler


HANDLERS: dict[object, Callable] = {
    np.ndenumerate: _of_library(library_items.placed),
    builtins.iter: _iter,
    builtins.next: _next,
    builtins.map: _of_library(library.mapped),
    builtins.filter: _of_library(library.filtered),
    itertools.accumulate: _of_library(library.accumulate),
    getattr(itertools, "batched", "batched"): _of_library(library.batched),
    itertools.chain: _of_library(library.chain),
    itertools.chain.from_iterable: _of_library(library.chained),
    itertools.combinations: _chosen(itertools.combinations),
    itertools.combinations_with_replacement: _chosen(
        itertools.combinations_with_replacement
    ),
    itertools.compress: _of_library(library.compress),
    itertools.count: _of_library(library.count),
    itertools.cycle: _of_library(library.cycle),
    itertools.dropwhile: _of_library(library.dropwhile),
    itertools.filterfalse: _of_library(library.filterfalse),
    itertools.islice: _of_library(library.islice),
    itertools.pairwise: _of_library(library.pairwise),
    itertools.permutations: _chosen(itertools.permutations),
    itertools.product: _of_library(library.product),
    itertools.repeat: _of_library(library.repeat),
    itertools.starmap: _of_library(library.starmap),
    itertools.takewhile: _of_library(library.takewhile),
    itertools.tee: _of_library(library.tee),
    itertools.zip_longest: _of_library(library.zip_longest),
}
