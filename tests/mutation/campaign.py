"""A plugin of pytest: in place of all tests, those of each mutant run in a fork."""

import os
import resource
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.beside import beside
from tests.mutation.installed import functions_by_file, install, module_of
from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.reached import Reached, reached_by, tests_of

KILLED, SURVIVED, UNREACHED = "killed", "survived", "not reached"
# Of memory, beside what the process has: a mutant may ask for all.
MOST_MEMORY = 4 << 30


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant, and the test that has killed it, if one has."""

    mutant: Mutant
    ending: str
    test: str = ""
    tests: int = 0


@dataclass(eq=False)  # a plugin is known by itself
class Campaign:
    """The mutants of files, and what has become of them; a plugin of pytest.

    `every` says of a test that `make test` leaves out whether it runs all the same;
    `most` is how many tests a mutant gets, `jobs` how many files are tried at a time.
    Mutants that `known` says compute the same are not tried.
    """

    mutants: Sequence[Mutant]
    every: Callable[[pytest.Item], bool]
    said: Callable[[str], None]
    most: int
    jobs: int
    known: Callable[[Mutant], object]
    outcomes: list[Outcome] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    slow: set[str] = field(default_factory=set)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Note what is slow by itself, before it is marked as one of many cases."""
        if item.get_closest_marker("slow"):
            self.slow.add(item.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is slow, but not what is only one of many cases."""
        items[:] = [
            item
            for item in items
            if item.nodeid not in self.slow
            and (not item.get_closest_marker("slow") or self.every(item))
        ]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests of each mutant."""
        if session.testsfailed:
            raise session.Interrupted("errors during collection")
        files = list(dict.fromkeys(mutant.file for mutant in self.mutants))
        for file in files:
            module_of(file)
        _load_compiler()
        if any(item.path.name == "test_rules.py" for item in session.items):
            _load_samples()
        start = time.perf_counter()
        reached = reached_by(session.items, files, _passes)
        seconds = time.perf_counter() - start
        self.said(
            f"{len(session.items)} tests, of which {len(reached)} pass "
            f"({seconds:.0f} s)"
        )
        self._run_all(files, {item.nodeid: item for item in session.items}, reached)
        return True

    def _run_all(self, files: list, items: dict, reached: dict[str, Reached]) -> None:
        functions = functions_by_file()
        by_file = {file: [m for m in self.mutants if m.file == file] for file in files}
        for file, outcomes in beside(
            lambda file: self._run_file(by_file[file], functions, items, reached),
            sorted(files, key=lambda file: -len(by_file[file])),
            self.jobs,
        ):
            if outcomes is None:
                self.problems.append(f"{file}: the process that tried it has died")
            elif isinstance(outcomes, str):
                self.problems.append(outcomes)
            else:
                self.outcomes += outcomes
        self.outcomes.sort(key=lambda one: files.index(one.mutant.file))

    def _run_file(
        self, own: list[Mutant], functions: dict, items: dict, reached: dict
    ) -> list[Outcome] | str:
        """What becomes of the mutants of a file, or why they are not tried."""
        unchanged = _unchanged(own[0])
        used = tests_of(unchanged, reached, (), self.most)
        test = self._killer(unchanged, functions, items, used, reached)
        if test:
            return f"{unchanged.file}: {test} fails when nothing is changed"
        outcomes, killers = list[Outcome](), list[str]()
        for mutant in own:
            if self.known(mutant):
                outcomes.append(Outcome(mutant, SURVIVED))
                continue
            tests = tests_of(mutant, reached, killers, self.most)
            test = self._killer(mutant, functions, items, tests, reached)
            ending = KILLED if test else SURVIVED if tests else UNREACHED
            outcomes.append(Outcome(mutant, ending, test, len(tests)))
            if test in items:
                killers.append(test)
            if not test:
                self.said(f"{mutant.place} {ending}: {mutant.after}")
        self.said(f"{unchanged.file}: {len(own)} changes tried")
        return outcomes

    def _killer(
        self, mutant: Mutant, functions: dict, items: dict, tests: list[str], reached
    ) -> str:
        """The first test that fails in a fork with the mutant, '' if none does."""
        limit = 20 + 5 * sum(reached[name].seconds for name in tests)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _run_tests(mutant, functions, [items[t] for t in tests], writer, int(limit))
        os.close(writer)
        with os.fdopen(reader) as pipe:
            told = pipe.read()
        _, status = os.waitpid(child, 0)
        if told == "none":
            return ""
        return told or f"signal {os.WTERMSIG(status)}"


def _load_compiler() -> None:
    """Import what a first derivative imports, which each fork would do again."""
    import tangentlite as tl

    for mode in ("reverse", "forward"):
        tl.autodiff(_itself, mode=mode)(*[1.0] * (1 + (mode == "forward")))


def _load_samples() -> None:
    """Write the programs of all samples, and compile the file to look for changes."""
    from tangentlite.frontend.changed import has_changed
    from tests.rules.test_rules import module_of_programs

    programs = vars(module_of_programs())
    for k in range(20):
        has_changed(programs[f"program_{k}"].__code__)


def _itself(x: float) -> float:
    return x


def _unchanged(mutant: Mutant) -> Mutant:
    text = (ROOT / mutant.file).read_text()
    last = len(text.splitlines())
    return Mutant(mutant.file, text, 1, 1, last, "", "", "")


def _run_tests(
    mutant: Mutant, functions: dict, items: list, writer: int, limit: int
) -> None:
    """Run tests until one fails; write its name; never return."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(limit)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    resource.setrlimit(resource.RLIMIT_AS, (used * 4 + MOST_MEMORY,) * 2)
    failed = "none"
    try:
        install(mutant, functions)
        for item, following in zip(items, [*items[1:], None]):
            if not _passes(item, following):
                failed = item.nodeid
                break
    except BaseException as error:
        failed = f"{type(error).__name__} when it is loaded"
    os.write(writer, failed.encode())
    os._exit(0)


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    reports: Iterable = runtestprotocol(item, nextitem=following, log=False)
    return all(report.passed for report in reports)
