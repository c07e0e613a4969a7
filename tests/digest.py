"""Digests of the texts that are generated for all programs of the tests.

python -m tests.digest > before.txt
python -m tests.digest --against before.txt

What only moves code changes none: of both modes, as core code, as the derivative before
the passes and as the text that is compiled; of derivatives of gradients; and of what
cannot be differentiated the error.
"""
import argparse
import functools
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import tangentlite as tl
from tangentlite.calls.generated import generation
from tangentlite.emit.module import generated_text
from tangentlite.options import Options
from tangentlite.rules.binding import bound
from tests.golden import module
from tests.golden.cases import CASES
from tests.pairs.record import distinct, text_of
from tests.programs.corpora import all_programs
from tests.support.measure import (
    derivatives,
    direction_of,
    is_number,
    positional,
    result_of,
)

STAGES = ("core", "derivative")
NESTED = 5  # of one program in so many the gradient is differentiated again


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path, metavar="FILE")
    options = parser.parse_args()
    count = len(_named())
    with ProcessPoolExecutor() as pool:
        lines = list(pool.map(_digest, range(count), chunksize=16))
    if options.against is None:
        print("\n".join(lines))
        return 0
    before = dict(map(str.split, options.against.read_text().splitlines()))
    after = dict(map(str.split, lines))
    differing = [n for n in {**before, **after} if before.get(n) != after.get(n)]
    print("\n".join(differing) or f"{count} programs: no text has changed")
    return bool(differing)


@functools.cache
def _named() -> list[tuple[str, Callable[[Any], Iterator[str]], Any]]:
    """The name of each program, and what yields its texts from what."""
    programs = all_programs()
    found = [(name, _of_program, program) for name, program in programs]
    found += [(f"nested-{name}", _of_gradient, one) for name, one in programs[::NESTED]]
    found += [(f"golden-{case.name}", _of_case, case) for case in CASES]
    found += [(f"pair-{pair.name}", _of_pair, pair) for pair in distinct()]
    return found


def _digest(number: int) -> str:
    name, texts, program = _named()[number]
    found = sha256()
    for text in texts(program):
        found.update(text.encode() + b"\0")
    return f"{name} {found.hexdigest()[:24]}"


def _of_program(program) -> Iterator[str]:
    for derivative, args, keywords in derivatives(program):
        yield from _stages(derivative, args, keywords)


def _of_gradient(program) -> Iterator[str]:
    if program.heavy or not is_number(result_of(program)):
        return
    gradient = tl.grad(program.function, wrt=program.wrt)
    args, direction = positional(program), direction_of(program)
    forward = tl.autodiff(gradient, wrt=program.wrt, mode="forward")
    yield from _text(forward, (*args, *direction), {})
    reverse = tl.autodiff(gradient, wrt=program.wrt)
    yield from _text(reverse, args, {"init_grad": direction})


def _stages(derivative, args: tuple, keywords: dict) -> Iterator[str]:
    request, kinds, extra = derivative.bound_kinds(args, keywords)
    asked = request, kinds, extra, Options(), bound(derivative, args, keywords)
    for stage in STAGES:
        try:
            yield generated_text.printed(*generation.derivative(*asked, stage))
        except tl.UnsupportedError as error:
            yield str(error)
    yield from _text(derivative, args, keywords)


def _text(derivative, args: tuple, keywords: dict) -> Iterator[str]:
    try:
        yield derivative.source_for(*args, **keywords)
    except tl.UnsupportedError as error:
        yield str(error)


def _of_case(case) -> Iterator[str]:
    yield module.text_of(case)


def _of_pair(pair) -> Iterator[str]:
    yield text_of(pair)


if __name__ == "__main__":
    sys.exit(main())
