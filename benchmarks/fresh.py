"""Functions that nobody has seen before, and what the first call of one takes."""

import copy
import inspect
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import util
from itertools import count
from pathlib import Path
from types import ModuleType

from benchmarks.workload import Workload

# gives a function and its arguments; the call returns (value, gradient)
Contestant = Callable[[Workload, tuple], tuple[Callable, tuple]]

SECONDS = 1.0


class LeftOut(Exception):
    """A contestant takes no part in measuring a workload."""


@dataclass(frozen=True)
class Prepared:
    """What a contestant made of a workload, and what making and one call took.

    A function that `writes` changes its arguments: each call needs copies.
    """

    function: Callable
    args: tuple
    first_call_seconds: float
    writes: bool


def prepare(
    contestant: Contestant, workload: Workload, args: tuple, starts: int
) -> tuple[Prepared, object]:
    """Give what the contestant makes of a workload, and its result.

    The time is the median of so many starts, each with a copy of the program of its
    own; if that takes long, of a single one.
    """
    spent: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for program in copies(workload.primal, Path(folder)):
            start = time.perf_counter()
            function, arguments = contestant(replace(workload, primal=program), args)
            # No derivative writes into its arguments, whatever its primal does.
            writes = workload.writes and function is program
            result = function(*(copy.deepcopy(arguments) if writes else arguments))
            spent.append(time.perf_counter() - start)
            if len(spent) == starts or sum(spent) > SECONDS:
                break
    seconds = statistics.median(spent)
    return Prepared(function, arguments, seconds, writes), result


def copies(function: Callable, folder: Path) -> Iterator[Callable]:
    """Give the function from one copy of its module after the other.

    Equal code on equal lines of modules of one name would be found in caches: the
    modules are named after the folder, and each starts a line lower than the last.
    """
    source = Path(inspect.getsourcefile(function))
    text = source.read_text(encoding="utf-8")
    for number in count():
        path = folder / str(number) / source.name
        path.parent.mkdir()
        path.write_text("\n" * number + text, encoding="utf-8")
        copy = load(path, f"{source.stem}_{folder.name}_{number}")
        yield getattr(copy, function.__name__)


def load(path: Path, name: str) -> ModuleType:
    """Run a file as a module that is not listed in sys.modules."""
    spec = util.spec_from_file_location(name, path)
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
