"""The graph of a sum over partitions: a task for each, and a tree that adds them up."""

from __future__ import annotations

import operator
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from dask._task_spec import List, Task, TaskRef
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
    layer: dict[Any, Task] = {program: _held(program, steps)}
    layer[arguments] = _held(arguments, others)
    part, sums, asked = f"{title}-{token}", f"sum of {title}-{token}", frozenset(tested)
    level: list[Any] = []
    for number, (keys, choice) in enumerate(zip(partitions.keys, choices)):
        key = part, number
        test = choice.tested if number in asked else None
        told = TaskRef(program), number, choice.text, test, TaskRef(arguments)
        # Functions of the standard library alone: workers need not have this package.
        layer[key] = Task(key, operator.call, *told, *map(TaskRef, keys))
        level.append(key)
    height = 0
    while len(level) > 1:
        height += 1
        groups = [level[first : first + PARTS] for first in range(0, len(level), PARTS)]
        level = [(sums, height, place) for place in range(len(groups))]
        for key, group in zip(level, groups):
            parts = List(*map(TaskRef, group))
            layer[key] = _method(key, "total", program, parts, TaskRef(arguments))
    (whole,) = level
    both = f"value and gradient of {title}-{token}"
    layer[both] = _method(both, "finished", program, TaskRef(whole), term)
    return _ends(both, layer, partitions.collections)


def kinds_of(steps: Steps, partitions: Partitions, place: int) -> Delayed:
    """Return what the arrays are that are read from one partition, delayed."""
    token = uuid.uuid4().hex
    program, key = f"reading-{token}", f"kinds of a partition-{token}"
    (block,) = partitions.keys[place]
    asked = _method(key, "kinds", program, TaskRef(block))
    layer = {program: _held(program, steps), key: asked}
    return _delayed(key, layer, partitions.collections)


def _held(key: str, value: object) -> Task:
    return Task(key, operator.itemgetter(0), [value])


def _method(key: Any, name: str, program: str, *arguments: object) -> Task:
    bound = Task(None, operator.attrgetter(name), TaskRef(program))
    return Task(key, operator.call, bound, *arguments)


def _ends(both: str, layer: dict[Any, Any], collections: Sequence[Any]) -> Sum:
    pair = _delayed(both, layer, collections)
    parts = []
    for place, name in enumerate(("value", "gradient")):
        key = both.replace("value and gradient", name, 1)
        task = Task(key, operator.itemgetter(place), TaskRef(both))
        parts.append(_delayed(key, {key: task}, [pair]))
    return Sum(pair, *parts)


def _delayed(key: str, layer: dict[Any, Any], dependencies: Sequence[Any]) -> Delayed:
    graph = HighLevelGraph.from_collections(key, layer, dependencies=dependencies)
    return Delayed(key, graph)
