"""The graph of a sum over partitions: a task for each, and a tree that adds them up."""

from __future__ import annotations

import functools
import operator
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from dask.delayed import Delayed
from dask.highlevelgraph import HighLevelGraph

from tangentlite.dask.partition_texts import Choice
from tangentlite.dask.row_partitions import Partitions
from tangentlite.dask.shipped_steps import Steps

# How many results a task adds up.
PARTS = 8


class Sum(NamedTuple):
    """The value and the gradient, and both in a pair, as delayed objects."""

    both: Delayed
    value: Delayed
    gradient: Delayed


def of_partitions(
    steps: Steps,
    partitions: Partitions,
    choices: Iterable[Choice],
    tested: Iterable[int],
    others: dict[str, object],
    term: object,
) -> Sum:
    """Return the sum of what steps give for partitions, and of a term without rows.

    Neighbours are added up first, in their order, and their sums likewise. So the order
    depends on how many partitions there are, and not on who is ready first: two runs
    give the same bits. Keys are new in each call: a scheduler takes results of one key
    to be the same.
    """
    token, title = uuid.uuid4().hex, steps.name
    program, arguments = f"text of {title}-{token}", f"arguments of {title}-{token}"
    layer: dict[Any, Any] = {program: _held(steps), arguments: _held(others)}
    part, sums, asked = f"{title}-{token}", f"sum of {title}-{token}", frozenset(tested)
    level: list[Any] = []
    for number, (keys, choice) in enumerate(zip(partitions.keys, choices)):
        # In a list: a tuple might be the key of something.
        test = [*choice.tested] if choice.tested and number in asked else None
        step = operator.call, program, number, choice.text, test, arguments, *keys
        layer[part, number] = step
        level.append((part, number))
    height = 0
    while len(level) > 1:
        height += 1
        groups = [level[first : first + PARTS] for first in range(0, len(level), PARTS)]
        level = [(sums, height, place) for place in range(len(groups))]
        layer |= {
            key: _method("total", program, one) for key, one in zip(level, groups)
        }
    (whole,) = level
    both = f"value and gradient of {title}-{token}"
    layer[both] = _method("finished", program, whole, _held(term))
    return _ends(both, layer, partitions.collections)


def kinds_of(steps: Steps, partitions: Partitions, place: int) -> Delayed:
    """Return what the arrays are that are read from one partition, delayed."""
    token = uuid.uuid4().hex
    program, key = f"reading-{token}", f"kinds of a partition-{token}"
    (block,) = partitions.keys[place]
    layer = {program: _held(steps), key: _method("kinds", program, block)}
    return _delayed(key, layer, partitions.collections)


def _held(value: object) -> tuple:
    """Return a task that gives a value, in which nobody looks for keys."""
    return (functools.partial(operator.itemgetter(0), (value,)),)


def _method(name: str, program: str, *arguments: object) -> tuple:
    # Functions of the standard library alone: workers need not have this package.
    return operator.call, (operator.attrgetter(name), program), *arguments


def _ends(both: str, layer: dict[Any, Any], collections: Sequence[Any]) -> Sum:
    pair = _delayed(both, layer, collections)
    parts = []
    for place, name in enumerate(("value", "gradient")):
        key = both.replace("value and gradient", name, 1)
        task = {key: (operator.itemgetter(place), both)}
        parts.append(_delayed(key, task, [pair]))
    return Sum(pair, *parts)


def _delayed(key: str, layer: dict[Any, Any], dependencies: Sequence[Any]) -> Delayed:
    graph = HighLevelGraph.from_collections(key, layer, dependencies=dependencies)
    return Delayed(key, graph)
