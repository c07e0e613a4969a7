"""Digests of the texts that are generated for all programs of the tests.

python -m tests.digest > before.txt
python -m tests.digest --against before.txt

What only moves code changes none: of both modes, as core code, as the derivative before
the passes and as the text that is compiled; of derivatives of gradients; and of what
cannot be differentiated the error.
"""
import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path

import tangentlite as tl
from tangentlite import pipeline
from tangentlite.calls.generated import generation
from tangentlite.options import Options
from tangentlite.rules.binding import bound
from tests.golden import module
from tests.golden_cases import CASES
from tests.pairs.record import distinct, text_of
from tests.programs.corpora import all_programs
from tests.programs.measure import is_number, positional, result_of
from tests.test_architecture import derivatives, direction_of

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


def _named() -> list[tuple[str, Callable[[], Iterator[str]]]]:
    """The name of each program and what yields its texts."""
    return [
        *((name, partial(_of_program, program)) for name, program in all_programs()),
        *(
            (f"nested-{name}", partial(_of_gradient, program))
            for name, program in all_programs()[::NESTED]
        ),
        *((f"golden-{c.name}", partial(_alone, module.text_of, c)) for c in CASES),
        *((f"pair-{pair.name}", partial(_alone, text_of, pair)) for pair in distinct()),
    ]


def _digest(number: int) -> str:
    name, texts = _named()[number]
    found = sha256()
    for text in texts():
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
            yield pipeline.printed(*generation.derivative(*asked, stage))
        except tl.UnsupportedError as error:
            yield str(error)
    yield from _text(derivative, args, keywords)


def _text(derivative, args: tuple, keywords: dict) -> Iterator[str]:
    try:
        yield derivative.source_for(*args, **keywords)
    except tl.UnsupportedError as error:
        yield str(error)


def _alone(text: Callable[[object], str], case: object) -> Iterator[str]:
    yield text(case)


if __name__ == "__main__":
    sys.exit(main())
