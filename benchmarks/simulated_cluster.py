"""A sum over partitions on a cluster that is not there: its task graph, played through.

One scheduler hands out tasks and takes note of what is finished, one after the other;
workers run a task at a time, fetch what it adds up, and tell when it is done. What each
of that costs is measured elsewhere.
"""

from __future__ import annotations

import heapq
from collections import deque
from typing import NamedTuple

from tangentlite.dask.sum_graph import PARTS


class Costs(NamedTuple):
    """Seconds: for a partition, for adding up a result, for what goes along with tasks.

    `scheduling` is what the scheduler does for a task, `sending` what it takes a worker
    to fetch a result, `building` what the client and the scheduler do in front of it.
    """

    partition: float
    addition: float
    scheduling: float
    sending: float
    building: float


class Bounds(NamedTuple):
    """Seconds that a sum takes at least, each for one reason."""

    workers: float
    scheduler: float
    tree: float

    @property
    def binding(self) -> str:
        """What takes longest."""
        return max(zip(self, self._fields))[1]


def tree_of(partitions: int, parts: int = PARTS) -> list[list[int]]:
    """Return for each task the numbers of the tasks that it adds up, partitions first.

    >>> tree_of(3, 2)
    [[], [], [], [0, 1], [2], [3, 4]]
    """
    tasks: list[list[int]] = [[] for _ in range(partitions)]
    level = list(range(partitions))
    while len(level) > 1:
        groups = [level[n : n + parts] for n in range(0, len(level), parts)]
        level = list(range(len(tasks), len(tasks) + len(groups)))
        tasks += groups
    return tasks


def seconds(workers: int, partitions: int, costs: Costs, parts: int = PARTS) -> float:
    """Return how long a sum takes, from the call to the last addition."""
    tasks = tree_of(partitions, parts)
    waiting = [len(parts_of) for parts_of in tasks]
    readers: list[list[int]] = [[] for _ in tasks]
    for number, parts_of in enumerate(tasks):
        for one in parts_of:
            readers[one].append(number)
    sums: list[int] = []  # what is added up goes first, as in dask
    ready = deque(range(partitions))
    running: list[tuple[float, int]] = []
    idle = workers
    now = free = costs.building * len(tasks)
    finished = 0
    while finished < len(tasks):
        while idle and (sums or ready):
            number = heapq.heappop(sums) if sums else ready.popleft()
            free = max(free, now) + costs.scheduling / 2
            parts_of = tasks[number]
            added = len(parts_of) * (costs.addition + costs.sending)
            lasts = added if parts_of else costs.partition
            heapq.heappush(running, (free + lasts, number))
            idle -= 1
        now, number = heapq.heappop(running)
        free = now = max(free, now) + costs.scheduling / 2
        idle, finished = idle + 1, finished + 1
        for reader in readers[number]:
            waiting[reader] -= 1
            if not waiting[reader]:
                heapq.heappush(sums, reader)
    return now


def bounds(workers: int, partitions: int, costs: Costs, parts: int = PARTS) -> Bounds:
    """Return what each part would take if the others took nothing."""
    tasks = tree_of(partitions, parts)
    height, width = 0, partitions
    while width > 1:
        height, width = height + 1, -(-width // parts)
    added = costs.addition + costs.sending
    work = partitions * costs.partition + (len(tasks) - 1) * added
    path = costs.partition + height * (parts * added + costs.scheduling)
    return Bounds(
        max(work / workers, costs.partition),
        len(tasks) * (costs.scheduling + costs.building),
        path,
    )
