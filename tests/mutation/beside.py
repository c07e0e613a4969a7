"""Run a function of many tasks in forks of this process, some beside each other."""

import multiprocessing
import pickle
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any


def beside(
    run: Callable[[Any], Any], tasks: Sequence, jobs: int
) -> Iterator[tuple[Any, Any]]:
    """Each task and what `run` gives of it, in order; None where its process died.

    >>> list(beside(abs, [-2, -1, 3], jobs=2))
    [(-2, 2), (-1, 1), (3, 3)]
    """
    forks = multiprocessing.get_context("fork")
    places = forks.SimpleQueue()
    with tempfile.TemporaryDirectory() as folder:

        def work() -> None:
            while (place := places.get()) is not None:
                written = pickle.dumps(run(tasks[place]))
                Path(folder, str(place)).write_bytes(written)

        workers = [forks.Process(target=work) for _ in range(jobs)]
        for worker in workers:
            worker.start()
        for place in [*range(len(tasks)), *[None] * jobs]:
            places.put(place)
        for worker in workers:
            worker.join()
        for place, task in enumerate(tasks):
            path = Path(folder, str(place))
            yield task, pickle.loads(path.read_bytes()) if path.exists() else None
