"""Which statements of the mutated files each test reaches, and how long it takes."""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.mutation.mutants import ROOT, Mutant

# The tests of one mutant take at most so long in all when nothing is changed.
MOST_SECONDS = 20.0
# It reads the signatures of a file of templates, and runs none of its lines.
DEFAULTS = "test_defaults"


@dataclass(frozen=True)
class Reached:
    """What a test that passes reaches: lines of files."""

    seconds: float
    lines: dict[str, frozenset[int]]

    def passes(self, file: str, first: int, last: int) -> bool:
        return any(first <= line <= last for line in self.lines.get(file, ()))


def reached_by(
    items: Sequence[pytest.Item], files: Iterable[str], run: Callable
) -> dict[str, Reached]:
    """What each test reaches of some files, of those that pass; found in a fork.

    `run(item, next_item)` runs a test and says whether it has passed.
    """
    with tempfile.NamedTemporaryFile() as written:
        child = os.fork()
        if child == 0:
            try:
                paths = frozenset(str(ROOT / file) for file in files)
                _record(items, paths, run, written.name)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        data = json.loads(Path(written.name).read_text() or "{}")
    return {
        name: Reached(seconds, {f: frozenset(lines) for f, lines in found.items()})
        for name, (seconds, found) in data.items()
    }


def _record(items: Sequence, paths: frozenset[str], run: Callable, name: str) -> None:
    import tangentlite as tl

    found: dict = {}
    here: set = set()

    def local(frame, event, _):
        if event == "line":
            here.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def entered(frame, event, _):
        return local if frame.f_code.co_filename in paths else None

    _note_walked_lines(paths, here)
    for item, following in zip(items, [*items[1:], None]):
        here.clear()
        tl.cache_clear()  # what is there already reaches nothing
        start = time.perf_counter()
        sys.settrace(entered)
        passed = run(item, following)
        sys.settrace(None)
        if passed:
            lines: dict = {}
            for path, line in here:
                lines.setdefault(str(Path(path).relative_to(ROOT)), []).append(line)
            found[item.nodeid] = (time.perf_counter() - start, lines)
    Path(name).write_text(json.dumps(found))


def _note_walked_lines(paths: frozenset[str], here: set) -> None:
    """Note the statements of templates, which are read and not run.

    The source of a template that is filled names no file: it is known by its lines.
    """
    from tangentlite.builder.builder import Builder
    from tangentlite.frontend.parse import parse
    from tangentlite.specialize.functions import inlining

    move_to, run_template = Builder.move_to, inlining.run_template
    sources: dict = {}

    def filling(b, template, *others):
        source = parse(template).source
        sources[source.lines] = source
        return run_template(b, template, *others)

    def noting(self, node):
        source = self.source
        if source.generated:
            source = sources.get(source.lines, source)
            if source.filename in paths:
                here.add((source.filename, source.first - 1 + node.lineno))
        move_to(self, node)

    Builder.move_to = noting
    inlining.run_template = filling


def tests_of(
    mutant: Mutant, reached: dict[str, Reached], killers: Sequence[str], most: int
) -> list[str]:
    """The tests that reach a mutant: first those that have found others there.

    Then quick ones; the samples of one function take turns with those of others. Where
    nothing reaches the statement, as at the top level of a module, it is what reaches
    the file, or else all tests.
    """
    there = [
        name
        for name, one in reached.items()
        if one.passes(mutant.file, mutant.first, mutant.last)
    ]
    if not there and not mutant.function:
        there = [name for name, one in reached.items() if mutant.file in one.lines]
        there = there or list(reached)
    there += [name for name in reached if name.endswith(f"::{DEFAULTS}[{mutant.file}]")]
    there.sort(key=lambda name: reached[name].seconds)
    turns: dict[str, int] = {}
    order = {}
    for name in there:
        kind = name.rstrip("0123456789]")
        turns[kind] = turns.get(kind, 0) + 1
        order[name] = turns[kind]
    there.sort(key=lambda name: order[name])
    first = [name for name in dict.fromkeys(reversed(killers)) if name in order]
    chosen, seconds = [], 0.0
    for name in dict.fromkeys([*first[:10], *there]):
        seconds += reached[name].seconds
        if len(chosen) < most and (seconds < MOST_SECONDS or not chosen):
            chosen.append(name)
    return chosen
